"""What happens on a disk that is read-only, seen from a namespace in which one is mounted: ``python -m ... ROOT``.

The project's sources can be written, its index and the user's own folder lie on the disk. Prints what it finds as JSON.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import codegraph
from codegraph.cli import main
from codegraph.store import INDEX_DIR, Store
from codegraph.store.layout import GRAPH_TABLES
from tests.mcp.talking import raw_session

SOURCES = {
    "shop/money.py": 'def price():\n    """What a customer pays."""\n    return 1\n',
    "shop/cart.py": "from shop.money import price\n\n\ndef total():\n    return price()\n",
}
QUESTIONS: list[list[str]] = [
    ["status"],
    ["map"],
    ["symbol", "price"],
    ["source", "price"],
    ["search", "price", "--mode", "lexical"],
    ["search", "what somebody pays", "--mode", "vector"],
    ["search", "what somebody pays"],
    ["search", "--regex", "def \\w+"],
    ["impact", "price"],
    ["trace", "total", "price"],
    ["graph"],
    ["statements", "price"],
    ["complexity"],
    ["duplicates"],
    ["endpoints"],
    ["context", "--for", "pay"],
]
WRITING: list[list[str]] = [
    ["index"],
    ["index", "--full"],
    ["index", "--changed", "shop/money.py"],
    ["mark-dirty", "shop/money.py"],
    ["model", "use", "bge-small-en-v1.5-int8"],
]


def ran(root: Path, words: list[str]) -> dict[str, Any]:
    """What a command does in the project."""
    os.chdir(root)
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
        out.flush()
    said = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    return {"words": words, "code": code, "out": said, "err": err.getvalue()}


def served(root: Path) -> dict[str, Any]:
    """What the server for agents answers."""
    with raw_session(root) as session:
        session.initialize()
        asked = {"name": "symbol_detail", "arguments": {"fqn": "price"}}
        answer = session.ask("tools/call", asked)["result"]["structuredContent"]
        built = {"name": "index_codebase", "arguments": {"root_path": str(root)}}
        refused = session.ask("tools/call", built)["result"]
    return {"answer": answer, "refused": json.loads(refused["content"][0]["text"])["error"]}


def run(root: Path) -> dict[str, Any]:
    """Index, edit without vectors and tables, let the disk be read-only, edit once more, and ask."""
    disk = root / ".codegraph"
    disk.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "codegraph", str(disk)], check=True)
    home = disk / "home"
    home.mkdir()
    os.environ.update(HOME=str(home), CODEGRAPH_HOME=str(home), XDG_CACHE_HOME=str(home))
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    codegraph.index(root).close()
    with (root / "shop/cart.py").open("a") as file:
        file.write("\n\ndef added():\n    return price()\n")
    codegraph.index(root, embeddings=False).close()
    before = Store(root / INDEX_DIR).current()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    os.environ["CODEGRAPH_FRESHNESS__MODE"] = "lazy"
    questions = [ran(root, words) for words in QUESTIONS]
    with (root / "shop/money.py").open("a") as file:
        file.write("\n\ndef later():\n    return 2\n")
    store = Store(root / INDEX_DIR)
    return {
        "later": before is not None and before.manifest["tables"]["nodes"] is None,
        "questions": questions,
        "tables": {name: store.table(name).count_rows() for name in (*GRAPH_TABLES, "chunks")},
        "writing": [ran(root, words) for words in WRITING],
        "behind": json.loads(ran(root, ["symbol", "price", "--json"])["out"]),
        "served": served(root),
        "same": store.current() == before,
    }


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]))))
