"""Makes the pictures of the command line in docs/pictures/: python docs/make_pictures.py [FOLDER].

It indexes the installed package rich, which codegraph needs anyway, asks real questions, and draws what a terminal
would show. The pictures need no fonts from elsewhere, and the same versions give the same bytes.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 100
QUESTIONS = {
    "map": ["map", "--level", "module", "--limit", "14"],
    "symbol": ["symbol", "Segment.line", "--limit", "5"],
    "impact": ["impact", "Measurement.clamp", "--max-depth", "2", "--limit", "14"],
    "search": ["search", "wrap text to a width", "--mode", "lexical", "--top-k", "5"],
    "trace": ["trace", "Console.print", "Style.render"],
    "complexity": ["complexity", "--limit", "8"],
    "context": ["context", "--for", "draw a table with borders", "--budget", "260"],
    "help": ["impact", "--help"],
}
"""Name of the picture to the words of the command."""

GRAPH = ["graph", "--limit", "12", "--output"]

_FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main(folder: Path) -> None:
    """Make all pictures in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    with indexed_rich() as project:
        for name, words in QUESTIONS.items():
            (folder / f"{name}.svg").write_text(picture(asked(project, words), name, words), encoding="utf-8")
        ask(project, [*GRAPH, str(folder / "graph.svg")])


@contextmanager
def indexed_rich() -> Iterator[Path]:
    """A folder with a copy of the installed rich, indexed."""
    spec = find_spec("rich")
    if spec is None or spec.origin is None:
        raise SystemExit("rich is not installed")
    with tempfile.TemporaryDirectory() as place:
        project = Path(place) / "rich"
        shutil.copytree(
            Path(spec.origin).parent, project / "rich", ignore=shutil.ignore_patterns("__pycache__")
        )
        (project / "pyproject.toml").write_text('[project]\nname = "rich"\nversion = "0"\n', encoding="utf-8")
        ask(project, ["index", "--no-embeddings", "--quiet"])
        yield project


def asked(project: Path, words: list[str]) -> str:
    """What a terminal shows for a command, with its colour codes."""
    return ask(project, [*words, "--quiet"] if "--help" not in words else words)


def ask(project: Path, words: list[str]) -> str:
    """Run a command in the project; gives its stdout."""
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {
        "FORCE_COLOR": "1",
        "COLUMNS": str(WIDTH),
        "TERM": "xterm-256color",
        "FORCE_HYPERLINK": "0",
    }
    done = subprocess.run(
        [sys.executable, "-m", "codegraph", *words],
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode()


def picture(shown: str, name: str, words: list[str]) -> str:
    """A terminal's text as SVG, below the command that brought it."""
    line = " ".join(f'"{word}"' if " " in word else word for word in ["codegraph", *words])
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(Text(f"$ {line}", style="bold"))
    console.print(Text.from_ansi(shown.rstrip()))
    svg = console.export_svg(title="", code_format=_FRAME, unique_id=f"codegraph-{name}")
    return re.sub(r"[ \t]+\n", "\n", re.sub(r"\n\s*\n", "\n", svg))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures")
