"""A project on disk that is asked as users ask: ``codegraph`` in a process of its own, and its export."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import codegraph

if TYPE_CHECKING:
    from codegraph.builder import BuildReport

CODEGRAPH = (sys.executable, "-m", "codegraph")
TABLES = ("nodes", "edges", "unresolved")
Files = Mapping[str, str | bytes]


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Its one JSON object."""
        answer: dict[str, Any] = json.loads(self.out)
        return answer

    @property
    def error(self) -> str:
        """The line that tells what went wrong; what may follow it are indented suggestions."""
        first, *more = self.err.splitlines()
        assert first.startswith("error: "), self.err
        assert all(line.startswith("  ") for line in more), self.err
        return first.removeprefix("error: ")


class Exported(NamedTuple):
    """A graph as its JSON Lines; definitions are named by place, ``path:line`` of their name."""

    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    unresolved: list[dict[str, Any]]

    @classmethod
    def read(cls, folder: Path) -> Exported:
        """The export in a folder."""
        return cls(*([json.loads(line) for line in read_lines(folder, name)] for name in TABLES))

    @property
    def code(self) -> set[str]:
        """The places of all modules (``path:0``) and symbols."""
        return {f"{n['path']}:{n['line']}" for n in self.nodes if n["level"] in (2, 3) and n["path"]}

    @property
    def links(self) -> set[tuple[str, str, str]]:
        """All edges but those that are merely possible, as place, kind, place."""
        return {
            (
                f"{e['src_path']}:{e['src_line']}" if e["src_path"] is not None else e["src"],
                e["kind"],
                f"{e['dst_path']}:{e['dst_line']}" if e["dst_path"] is not None else e["dst"],
            )
            for e in self.edges
            if e["confidence"] != "possible"
        }

    def named(self, name: str) -> list[dict[str, Any]]:
        """The nodes with this bare name."""
        return [node for node in self.nodes if node["name"] == name]


def read_lines(folder: Path, table: str) -> list[str]:
    """The lines of one file of an export; names may hold what Python takes for a line's end."""
    return (folder / f"{table}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]


class Project:
    """A folder with sources.

    Args:
        root: the folder; made if need be.
        environ: the environment in which commands run.
    """

    def __init__(self, root: Path, environ: Mapping[str, str]) -> None:
        self.root = root
        self.environ = dict(environ)
        root.mkdir(parents=True, exist_ok=True)

    def write(self, files: Files) -> Project:
        """Write files, texts as UTF-8."""
        for path, content in files.items():
            place = self.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def age(self) -> None:
        """Let every file be as old as if nobody had touched it for an hour."""
        for path in self.root.rglob("*"):
            if path.is_file() and not path.is_symlink() and ".codegraph" not in path.parts:
                then = path.stat().st_mtime - 3600
                os.utime(path, (then, then))

    def git(self, *words: str) -> str:
        """Run git and return what it prints."""
        who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        done = subprocess.run(
            ["git", *who, *words],
            cwd=self.root, env=self.environ, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    def start(self, *words: str, before: Sequence[str] = (), **options: Any) -> subprocess.Popen[str]:
        """Start ``codegraph`` in the root and go on; ``before`` is a program that starts it."""
        return subprocess.Popen(
            [*before, *CODEGRAPH, *words],
            **{
                "cwd": self.root, "env": self.environ, "text": True, "encoding": "utf-8",
                "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options,
            },
        )  # fmt: skip

    def run(self, *words: str, **options: Any) -> Ran:
        """Run ``codegraph`` with the words given, in the root unless ``cwd`` says otherwise."""
        with self.start(*words, **options) as process:
            out, err = process.communicate(timeout=120)
        return Ran(process.returncode, out, err)

    def update(self, **options: Any) -> BuildReport:
        """Index in this process, which is quicker than a new one; what was done."""
        with codegraph.index(self.root, **{"embeddings": False, **options}) as graph:
            return graph.indexed.report

    def export(self) -> Exported:
        """The graph as it is exported."""
        with codegraph.open(self.root, freshness={"mode": "manual"}) as graph, TemporaryDirectory() as folder:
            graph.export_jsonl(folder)
            return Exported.read(Path(folder))

    def exported(self) -> dict[str, bytes]:
        """The files of an export, as they are on disk."""
        with codegraph.open(self.root, freshness={"mode": "manual"}) as graph, TemporaryDirectory() as folder:
            graph.export_jsonl(folder)
            return {table: (Path(folder) / f"{table}.jsonl").read_bytes() for table in TABLES}


def clean_environment(home: Path) -> dict[str, str]:
    """The environment without settings, colours and repositories of whoever runs the tests."""
    unwanted = ("CODEGRAPH_", "GIT_", "XDG_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {
        "HOME": str(home),
        "CODEGRAPH_HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "PYTHONIOENCODING": "utf-8",
    }
