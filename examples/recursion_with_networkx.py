"""Which functions call each other in a circle, and which are called from most places? With networkx."""

import sys

import networkx as nx

import codegraph


def main(path: str = ".") -> None:
    with codegraph.index(path, embeddings=False) as graph:
        whole = graph.to_networkx()
    calls = nx.DiGraph((src, dst) for src, dst, kind in whole.edges(keys=True) if kind == "calls")
    circles = [sorted(c) for c in nx.strongly_connected_components(calls) if len(c) > 1]
    for circle in sorted(circles, key=len, reverse=True)[:5]:
        print(f"recursion of {len(circle)}: {', '.join(circle[:4])}{' …' if len(circle) > 4 else ''}")
    for fqn, degree in sorted(calls.in_degree, key=lambda item: (-item[1], item[0]))[:5]:
        print(f"{degree:4} callers of {fqn}  {whole.nodes[fqn]['path']}:{whole.nodes[fqn]['line']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
