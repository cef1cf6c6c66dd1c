"""Where the settings of the usual clients lie, and how each wants to be told of a server."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.errors import NotFoundError

NAME = "codegraph"
"""What the server is called in every client's settings."""
_WORKSPACE = "${workspaceFolder}"


class Place(NamedTuple):
    """Where things lie on this machine, and for which project a client is set up."""

    home: Path
    project: Path
    platform: str
    environ: Mapping[str, str]


class Client(NamedTuple):
    """A client: its settings file, under which key its servers are, and what else it wants.

    ``base`` is ``project``, ``home`` or ``config`` (where programs of this system keep their settings); ``extra`` are
    further fields of the entry. ``root`` is the project as the client is told of it: "" where it starts the server in
    the project's folder or names its own roots.
    """

    name: str
    title: str
    base: str
    path: str
    key: str
    root: str
    extra: Mapping[str, Any]
    toml: bool = False

    def file(self, place: Place) -> Path:
        """The settings file."""
        base = {"project": place.project, "home": place.home, "config": _config_folder(place)}[self.base]
        return base / self.path

    def is_there(self, place: Place) -> bool:
        """Whether the client seems to be in use: the folder of its settings exists."""
        file = self.file(place)
        return file.exists() or (self.base != "project" and file.parent.is_dir())

    def entry(self, place: Place, command: list[str]) -> dict[str, Any]:
        """What the client has to be told of the server."""
        root = {"project": str(place.project)}.get(self.root, self.root)
        words = [*command[1:], "mcp", *(["--root", root] if root else [])]
        return {**self.extra, "command": command[0], "args": words}


CLIENTS = (
    Client("claude-code", "Claude Code", "project", ".mcp.json", "mcpServers", "", {"type": "stdio"}),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "config",
        "Claude/claude_desktop_config.json",
        "mcpServers",
        "project",
        {},
    ),
    Client("codex", "Codex", "home", ".codex/config.toml", "mcp_servers", "", {}, toml=True),
    Client("cursor", "Cursor", "project", ".cursor/mcp.json", "mcpServers", _WORKSPACE, {}),
    Client("gemini", "Gemini CLI", "project", ".gemini/settings.json", "mcpServers", "", {}),
    Client("vscode", "VS Code", "project", ".vscode/mcp.json", "servers", _WORKSPACE, {"type": "stdio"}),
    Client("windsurf", "Windsurf", "home", ".codeium/windsurf/mcp_config.json", "mcpServers", "project", {}),
    Client("zed", "Zed", "config", "zed/settings.json", "context_servers", "", {}),
)


def client(name: str) -> Client:
    """The client of this name.

    Raises:
        NotFoundError: there is none.
    """
    found = next((one for one in CLIENTS if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in CLIENTS)
        raise NotFoundError(f'there is no client "{name}"; known are {names}')
    return found


def server_command() -> list[str]:
    """How this codegraph is started from anywhere: its script beside this Python, else the Python itself."""
    folder = Path(sys.executable).parent
    script = shutil.which("codegraph", path=str(folder))
    return [script] if script else [sys.executable, "-P", "-m", "codegraph"]


def this_machine(project: Path) -> Place:
    """The places of the user who asks."""
    return Place(Path.home(), project.resolve(), sys.platform, os.environ)


def _config_folder(place: Place) -> Path:
    if place.platform == "darwin":
        return place.home / "Library" / "Application Support"
    if place.platform == "win32":
        return Path(place.environ.get("APPDATA") or place.home / "AppData" / "Roaming")
    return Path(place.environ.get("XDG_CONFIG_HOME") or place.home / ".config")
