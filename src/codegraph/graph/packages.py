"""What the graph keeps of a package: what its manifests say, and how its dependencies are used."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.model import Level

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView


class PackageFacts(NamedTuple):
    """The attributes of a package's node; an index may come from anywhere, so that nothing is taken for granted."""

    attributes: dict[str, Any]

    def text(self, name: str) -> str:
        """A text, "" where there is none."""
        found = self.attributes.get(name)
        return found if isinstance(found, str) else ""

    def list(self, name: str) -> list[dict[str, Any]]:
        """A list of tables, empty where there is none."""
        found = self.attributes.get(name)
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []

    def counts(self) -> dict[str, int]:
        """How many dependencies are ``declared``, how many have each status, and how many imports are undeclared."""
        found = self.list("dependencies")
        by_status = Counter(entry.get("status", "") for entry in found)
        return {
            "declared": len(found),
            **dict(sorted(by_status.items())),
            "undeclared": len(self.list("undeclared")),
        }


def package_facts(view: GraphView, row: int) -> PackageFacts:
    """What is kept of the package of a row."""
    return PackageFacts(view.attributes(row))


def dependents_of(view: GraphView, row: int) -> list[dict[str, Any]]:
    """The packages of the repository that declare a package or refer to it, by FQN, with the counts of their uses."""
    name = view.fqn(row)
    found: list[dict[str, Any]] = []
    for other in view.rows(Level.PACKAGE):
        facts = package_facts(view, other) if other != row else PackageFacts({})
        link = next((link for link in facts.list("links") if link.get("fqn") == name), None)
        declared = any(entry.get("target") == name for entry in facts.list("dependencies"))
        if link is not None or declared:
            uses: dict[str, Any] = (
                {key: link[key] for key in ("uses", "in_tests") if key in link} if link else {}
            )
            found.append({"fqn": view.fqn(other), "declared": declared, **uses})
    return found
