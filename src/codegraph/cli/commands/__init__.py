"""One module a command, each with a typer ``app`` of that one command."""
