"""Draw who imports whom, as Mermaid in Markdown, and name the cycles."""

import sys

import codegraph


def main(path: str = ".") -> None:
    with codegraph.index(path, embeddings=False) as graph:
        modules = graph.graph(level="module", max_nodes=40)
        print(f"# {len(modules.nodes)} of {modules.total} modules\n")
        print(f"```mermaid\n{modules.to_mermaid()}```\n")
        for cycle in modules.cycles:
            print(f"- cycle of {len(cycle.members)}: {' → '.join([*cycle.way, cycle.way[0]])}")


if __name__ == "__main__":
    main(*sys.argv[1:])
