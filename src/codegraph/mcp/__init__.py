"""The MCP server: the tools for agents over stdio and HTTP. No logic of its own; needs the extra ``codegraph[mcp]``."""
