"""How does control get from one symbol to another?"""

import sys

import codegraph


def main(path: str = ".", source: str = "codegraph/cli/program::main", target: str = "encode_json") -> None:
    with codegraph.index(path, embeddings=False) as graph:
        try:
            answer = graph.trace(source, target, max_depth=6)
        except (codegraph.NotFoundError, codegraph.AmbiguousError) as error:
            print(f"{error}: name two symbols of the project")
            return
        for flow in answer.paths:
            print(" → ".join(symbol.name for symbol in flow.symbols))
            for step, site in zip(flow.steps, flow.call_sites, strict=False):
                print(f"  {step.edge_kind} at {site.path}:{site.line}")
        if not answer.paths:
            print(f"no path; the flow was followed through {answer.reached} symbols")


if __name__ == "__main__":
    main(*sys.argv[1:])
