"""Readers in a loop while an index is updated again and again: errors, and answers that mix two generations."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.lifecycle.samples import update, write_round

_NUMBER = re.compile(r"(?:Of|work_|start_|use_|Turn_|[Rr]ound ?)(\d+)")
READER = """
import sys
from benchmarks.lifecycle.readers import read
read(sys.argv[1], keep=sys.argv[2] == "keep")
"""


class Reading(NamedTuple):
    """What readers saw: answers, errors, answers of two generations at once, and how many generations in all."""

    answers: int
    errors: list[str]
    mixed: list[str]
    generations: int


def run(root: Path, updates: int, *, embeddings: bool = False) -> Reading:
    """Update a project so many times, with two readers beside: one keeps the index open, one opens it each time."""
    write_round(root, 1)
    update(root, embeddings=embeddings)
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READER, str(root), how],
            cwd=Path(__file__).parents[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for how in ("keep", "anew")
    ]  # fmt: skip
    for reader in readers:
        if reader.stdout is None or reader.stdout.readline() != "reading\n":
            raise RuntimeError("a reader did not begin")
    for number in range(2, updates + 2):
        write_round(root, number)
        update(root, embeddings=embeddings)
    seen = [json.loads(reader.communicate("stop")[0]) for reader in readers]
    return Reading(
        sum(one["answers"] for one in seen),
        [error for one in seen for error in one["errors"]],
        [mixed for one in seen for mixed in one["mixed"]],
        len({number for one in seen for number in one["numbers"]}),
    )


def read(place: str, *, keep: bool) -> None:
    """Ask until stdin says something, then tell what came back as one line of JSON."""
    import threading

    import codegraph

    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    answers, errors, mixed, numbers = 0, [], [], set()
    graph = codegraph.open(place)
    print("reading", flush=True)
    while not over.is_set():
        try:
            if not keep:
                graph.close()
                graph = codegraph.open(place)
            for question, text in _answers(graph):
                found = set(_NUMBER.findall(text))
                answers += 1
                numbers |= found
                if len(found) > 1:
                    mixed.append(f"{question}: {sorted(found)}")
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")
    found = {"answers": answers, "errors": errors, "mixed": mixed, "numbers": sorted(numbers)}
    print(json.dumps(found), flush=True)


def _answers(graph: object) -> Iterator[tuple[str, str]]:
    """Answers of several tools, as text; without what is read from the sources, which are ahead of the index."""
    from typing import Any

    ask: Any = graph
    yield "map", str(ask.map(level="symbol"))
    yield "status", str(ask.status().report["nodes"])
    for words in ("work through", "round", "Gear1"):
        yield "search", " ".join(hit.fqn for hit in ask.search(words, top_k=20, mode="lexical").hits)
    yield "regex", " ".join(hit.fqn for hit in ask.search("def start_", top_k=20, regex=True).hits)
    yield "impact", " ".join(caller.fqn for caller in ask.impact("part_1.py").direct_impact)
    yield "graph", str(ask.graph(level="symbol").nodes)
