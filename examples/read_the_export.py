"""Export the graph as JSON Lines and read it with nothing but the standard library."""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import codegraph


def main(path: str = ".") -> None:
    with tempfile.TemporaryDirectory() as folder, codegraph.index(path, embeddings=False) as graph:
        graph.export_jsonl(folder)
        edges = [json.loads(line) for line in (Path(folder) / "edges.jsonl").open(encoding="utf-8")]
    print(Counter(edge["kind"] for edge in edges).most_common())
    print(Counter(edge["dst"] for edge in edges if edge["dst"].startswith("ext::")).most_common(5))


if __name__ == "__main__":
    main(*sys.argv[1:])
