"""Find symbols by what they do; the bundled model needs no network."""

import sys

import codegraph


def main(path: str = ".", query: str = "read a file and decode its text") -> None:
    with codegraph.index(path) as graph:
        answer = graph.search(query, top_k=5, filter_kinds=["function", "method"])
        for note in answer.notes:
            print(f"note: {note}")
        for hit in answer.hits:
            print(f"{hit.score:.2f} {hit.fqn}  {hit.path}:{hit.line}  ({hit.match_origin})")
        if answer.hits:
            best = graph.source(answer.hits[0].fqn, max_lines=15)
            print(f"\n{best.source}")


if __name__ == "__main__":
    main(*sys.argv[1:])
