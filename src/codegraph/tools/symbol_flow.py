"""``symbol_flow``: the control-flow graph of a symbol, as basic blocks of its statements."""

import msgspec

from codegraph.graph.blocks import BlockEdge, blocks_of
from codegraph.graph.flow import ENTRY, EXIT, RAISED
from codegraph.render.dot import to_dot
from codegraph.render.mermaid import to_mermaid
from codegraph.render.picture import Picture, PictureEdge, PictureNode
from codegraph.tools.answers import SymbolAnswer, symbol_fields
from codegraph.tools.index import Index
from codegraph.tools.statement_flow import SymbolFlow
from codegraph.tools.statements import Statement, StatementReader, statement_of

_ENDS = {ENTRY: "entry", EXIT: "exit", RAISED: "raised"}
_LABEL = 60
_SHOWN = 8


class SymbolFlowRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The symbol may be a function, a method or a module."""

    fqn: str
    include_mermaid: bool = False
    include_dot: bool = False


class FlowBlock(msgspec.Struct, kw_only=True):
    """Statements that always run one after the other; ``reachable`` when control comes here at all.

    ``id`` is ``b0``, ``b1``, ... in the order of the source; ``lines`` say in short what happens, one after the other.
    """

    id: str
    start_line: int
    end_line: int
    reachable: bool
    lines: list[str]
    statements: list[Statement]


class FlowEdge(msgspec.Struct, kw_only=True):
    """Control may go from one block to another, or from ``entry``, or to ``exit`` or ``raised``.

    ``label`` is ``true``, ``false``, ``case ...``, ``default``, ``return``, ``break``, ``continue``, ``exception`` and
    the like, or "". ``back`` says that the edge closes a loop.
    """

    from_: str = msgspec.field(name="from")
    to: str
    label: str
    back: bool


class FlowGraph(SymbolAnswer, kw_only=True):
    """The blocks by position and the edges between them."""

    blocks: list[FlowBlock]
    edges: list[FlowEdge]
    mermaid_flowchart: str | None = None
    dot: str | None = None

    def to_mermaid(self) -> str:
        """The graph as a Mermaid flowchart."""
        return to_mermaid(self._picture())

    def to_dot(self) -> str:
        """The graph as DOT for Graphviz."""
        return to_dot(self._picture())

    def _picture(self) -> Picture:
        ends = [end for end in _ENDS.values() if any(end in (edge.from_, edge.to) for edge in self.edges)]
        places = {name: place for place, name in enumerate([*ends, *(block.id for block in self.blocks)])}
        return Picture(
            [
                *(PictureNode(end, door=True) for end in ends),
                *(PictureNode(_label(block), external=not block.reachable) for block in self.blocks),
            ],
            [
                PictureEdge(places[edge.from_], places[edge.to], edge.label, edge.label == "exception")
                for edge in self.edges
            ],
        )


def run(index: Index, request: SymbolFlowRequest) -> FlowGraph:
    """The control-flow graph of the symbol, out of its file.

    Raises:
        NotFoundError, AmbiguousError: the name fits nothing or several nodes.
        UsageError: it has no body, or its file has changed or can't be read.
    """
    symbol = SymbolFlow(index, StatementReader(index), request.fqn)
    found = blocks_of(symbol.flow)
    fqn = index.view.fqn(symbol.row)
    blocks = []
    for number, block in enumerate(found.blocks):
        rows = [row for step in block.steps for row in symbol.flow.steps[step].rows]
        statements = [statement_of(symbol.file.placed[row], symbol.file, fqn) for row in rows]
        heads = [symbol.file.placed[symbol.flow.steps[step].rows[0]].raw for step in block.steps]
        blocks.append(
            FlowBlock(
                id=_name(number),
                start_line=min(raw.start_line for raw in heads),
                end_line=max(raw.start_line for raw in heads),
                reachable=block.reachable,
                lines=[
                    headline(
                        statement_of(symbol.file.placed[symbol.flow.steps[step].rows[0]], symbol.file, fqn)
                    )
                    for step in block.steps
                ],
                statements=statements,
            )
        )
    answer = FlowGraph(
        **symbol_fields(index.view, symbol.row),
        blocks=blocks,
        edges=[_edge(edge) for edge in found.edges],
    )
    if request.include_mermaid:
        answer.mermaid_flowchart = answer.to_mermaid()
    if request.include_dot:
        answer.dot = answer.to_dot()
    return answer


def _name(number: int) -> str:
    return _ENDS.get(number, f"b{number}")


def _edge(edge: BlockEdge) -> FlowEdge:
    return FlowEdge(from_=_name(edge.source), to=_name(edge.target), label=edge.label, back=edge.back)


def _label(block: FlowBlock) -> str:
    more = [f"… {len(block.lines) - _SHOWN} more"] if len(block.lines) > _SHOWN else []
    return "\n".join([*block.lines[:_SHOWN], *more])


def headline(statement: Statement) -> str:
    """A statement on one line: its place, and of a compound one its kind and condition."""
    kind = statement.kind.replace("_", " ")
    if statement.condition:
        text = f"{kind} {statement.condition}"
    elif statement.kind in ("else", "try_catch", "finally", "switch_default", "catch", "while", "switch"):
        text = kind
    else:
        text = statement.expression
    return f"{statement.start_line}: {text[:_LABEL]}{'…' if len(text) > _LABEL else ''}"
