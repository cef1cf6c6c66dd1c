"""An endpoint as answers show it: where it is declared, who answers, and what stands before that."""

import msgspec

from codegraph.graph.endpoints import UNKNOWN_PART, Endpoint
from codegraph.graph.records import Edge
from codegraph.graph.view import GraphView
from codegraph.tools.answers import Related, Symbol, edge_fields, symbol_fields


class PassedStep(msgspec.Struct, kw_only=True):
    """What a request passes before its handler: ``role`` is ``middleware`` or ``guard``.

    ``symbol`` is None where the name leads to no node of the graph.
    """

    name: str
    role: str
    symbol: Related | None


class EndpointEntry(Symbol, kw_only=True):
    """An endpoint; ``path`` and ``line`` are where it is declared.

    ``method`` and ``route`` are empty where the source does not tell them; ``route_end`` is then what is known of
    the end of the path. ``handler`` is None where what answers is no definition of its own: a function without a name
    (``is_inline``, its calls are the endpoint's own), or something of the framework.
    ``other_handlers`` has those that are declared for the same endpoint at another place, or conditionally.
    """

    method: str
    route: str
    route_end: str
    framework: str
    parameters: list[str]
    package: str
    tags: tuple[str, ...]
    handler: Related | None
    is_inline: bool
    other_handlers: list[Related]
    middleware: list[PassedStep]

    @property
    def shown_route(self) -> str:
        """The path as it is shown, with ``…`` for what is not known."""
        return self.route or UNKNOWN_PART + self.route_end


def endpoint_entry(view: GraphView, endpoint: Endpoint) -> EndpointEntry:
    """The endpoint as an answer shows it."""
    handlers = [_related(view, edge) for edge in endpoint.handlers]
    return EndpointEntry(
        **symbol_fields(view, endpoint.row),
        method=endpoint.method,
        route=endpoint.path,
        route_end=endpoint.path_end,
        framework=endpoint.framework,
        parameters=list(endpoint.parameters),
        package=package_name(view, endpoint.row),
        tags=view.tags(endpoint.row),
        handler=handlers[0] if handlers else None,
        is_inline=endpoint.inline,
        other_handlers=handlers[1:],
        middleware=[
            PassedStep(
                name=step.name, role=step.role, symbol=_related(view, step.edge) if step.edge else None
            )
            for step in endpoint.steps
        ],
    )


def _related(view: GraphView, edge: Edge) -> Related:
    return Related(**symbol_fields(view, edge.dst), **edge_fields(view, edge))


def package_name(view: GraphView, row: int) -> str:
    """The FQN of the package that a row lies in, "" for none."""
    package = view.package(row)
    return view.fqn(package) if package >= 0 else ""
