"""Who has to be looked at when a symbol changes?"""

import sys

import codegraph


def main(path: str = ".", name: str = "") -> None:
    with codegraph.index(path, embeddings=False) as graph:
        # Without a name: the function that most others call.
        name = name or max(graph.map(level="symbol", max_entries=10**6).entries, key=callers(graph)).fqn
        answer = graph.impact(name)
        print(f"{answer.target.fqn}: {answer.total} dependants, {answer.tests} of them tests")
        for caller in answer.callers[:10]:
            sites = ", ".join(f"{site.path}:{site.line}" for site in caller.sites)
            print(f"  {caller.fqn} ({caller.confidence}) at {sites}")


def callers(graph: codegraph.Codegraph):
    """A key for ``max``: how many callers an entry of the map has."""
    return lambda entry: graph.symbol(entry.fqn, expand=["callers"]).totals["top_callers"]


if __name__ == "__main__":
    main(*sys.argv[1:])
