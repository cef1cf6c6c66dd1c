"""A small project in several languages in which everything bears one number, and what an index says of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import codegraph

TABLES = ("nodes", "edges", "unresolved")
PYTHON = '''"""Part {part} of round{number}."""

from part_{before} import Part{before}Of{number}


class Part{part}Of{number}(Part{before}Of{number}):
    """What part {part} does in round{number}."""

    def work_{number}(self):
        """Work through round{number}."""
        return self.work_{number}()


def start_{number}(part):
    """Begin round{number}."""
    return Part{part}Of{number}().work_{number}()
'''
TYPESCRIPT = """import {{ Tool{before}Of{number} }} from "./tool_{before}";

/** Tool {part} of round{number}. */
export class Tool{part}Of{number} extends Tool{before}Of{number} {{
  use_{number}(): number {{
    return this.use_{number}();
  }}
}}
"""
GO = """package gears

// Gear{part}Of{number} turns in round{number}.
type Gear{part}Of{number} struct{{}}

func (g Gear{part}Of{number}) Turn_{number}() int {{
	return Gear{before}Of{number}{{}}.Turn_{number}()
}}
"""
README = "# Round {number}\n\nIn round{number} `Part0Of{number}` begins.\n"


def write_round(root: Path, number: int, parts: int = 6) -> None:
    """Write the project anew, with a number in all that it defines, says and calls."""
    files = {
        "README.md": README.format(number=number),
        "go.mod": "module gears\n\ngo 1.22\n",
        # Else readers would bring in files while they are written, and be right to see two numbers.
        "codegraph.toml": '[freshness]\nmode = "manual"\n',
    }
    for part in range(parts):
        words = {"number": number, "part": part, "before": (part - 1) % parts}
        files[f"part_{part}.py"] = PYTHON.format(**words)
        files[f"tool_{part}.ts"] = TYPESCRIPT.format(**words)
        files[f"gear_{part}.go"] = GO.format(**words)
    for name, text in files.items():
        (root / name).write_text(text)


def update(root: Path, **options: Any) -> None:
    """Bring the index of a project up to date."""
    codegraph.index(root, **{"embeddings": False, "wait": 60.0, **options}).close()


def exported(root: Path) -> dict[str, bytes]:
    """The whole graph, as it is exported."""
    with codegraph.open(root) as graph, TemporaryDirectory() as folder:
        graph.export_jsonl(folder)
        return {table: (Path(folder) / f"{table}.jsonl").read_bytes() for table in TABLES}


def rebuilt(root: Path, place: Path, **options: Any) -> dict[str, bytes]:
    """What an index of the same sources that is built from nothing in a new folder ``place`` says."""
    copy = place / root.name
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".codegraph"))
    try:
        update(copy, **options)
        return exported(copy)
    finally:
        shutil.rmtree(place)
