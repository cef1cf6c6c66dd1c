"""What a resolution found, kept so that the next one only has to look into the files that changed.

All is numbered as in the project that was resolved. ``join`` brings what other files than the changed ones found
into the numbers of the new project, and puts what these find between it, in the order of the files.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from codegraph.resolve.arguments import Arguments, Row
from codegraph.resolve.edges import FURTHER, Found, LostImport
from codegraph.resolve.naming import Named  # noqa: TC001 - a field of a struct
from codegraph.resolve.targets import Miss  # noqa: TC001 - a field of a struct
from codegraph.resolve.values import EXTERNAL
from codegraph.sealing import opened, sealed

if TYPE_CHECKING:
    from codegraph.languages.facts import Ints
    from codegraph.resolve.evaluate import Evaluator
    from codegraph.resolve.project import Module, Project
    from codegraph.resolve.targets import Targets

USES, TARGETS, EDGES = MARKED = range(3)  # what ``Found.mark`` counts
SOURCE, TARGET, MANNER = range(3)  # of the numbers of a further edge
GONE = -(1 << 31)  # in place of a number: there is no such definition any more


class KeptFile(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was resolved: where it is, its language and package, the hash of its text."""

    path: str
    language: str
    package: int
    hash: str


class Kept(msgspec.Struct, array_like=True):
    """One resolution.

    Args:
        key: fingerprint of all that decides it besides the facts of the files.
        files: the files, in the order of their modules.
        definitions: number of the first definition of each module, and of all.
        references: number of the first reference of each module, and of all.
        marks: ``Found.marks`` one after the other, with those of the end.
        uses, first, targets, target_manners, further: as in ``Found``, as bytes.
        manners: as in ``Found``, in the order of their numbers.
        externals: the FQN of each external, in the order of their numbers.
        misses: those of uses, each with its use; ``lost``: those of imports.
        imports: module, outcome and number of imports.
        of_calls: callable, position or keyword, module and row of arguments, see ``Arguments``.
        taken: functions, each with the FQNs of what calls it back.
        named: what there is to say of the definitions.
    """

    key: str
    files: list[KeptFile]
    definitions: list[int]
    references: list[int]
    marks: bytes
    uses: bytes
    first: bytes
    targets: bytes
    target_manners: bytes
    further: bytes
    manners: list[tuple[int, int, str]]
    externals: list[str]
    misses: list[tuple[int, Miss]]
    lost: list[LostImport]
    imports: list[tuple[int, str, int]]
    of_calls: list[tuple[int, int | str, int, int]]
    taken: list[tuple[int, list[str]]]
    named: Named


def kept_file(module: Module) -> KeptFile:
    """How a module is known again."""
    return KeptFile(module.path, module.language, module.package, module.hash)


def keep(key: str, evaluator: Evaluator, found: Found, externals: Sequence[str], named: Named) -> bytes:
    """What a resolution found, to be written to a file.

    Args:
        key: see ``Kept``.
        evaluator: knows what calls give to parameters.
        found: what the modules' uses and imports lead to.
        externals: the FQN of each external, in the order of their numbers.
        named: what there is to say of the definitions.
    """
    project, arguments = evaluator.project, evaluator.arguments
    marks = array("q", [number for mark in [*found.marks, found.mark()] for number in mark])
    kept = Kept(
        key=key,
        files=[kept_file(module) for module in project.modules],
        definitions=project.definitions.bases,
        references=project.references.bases,
        marks=marks.tobytes(),
        uses=found.uses.tobytes(),
        first=found.first.tobytes(),
        targets=found.targets.tobytes(),
        target_manners=found.target_manners.tobytes(),
        further=found.further.tobytes(),
        manners=list(found.manners),
        externals=list(externals),
        misses=list(found.misses.items()),
        lost=found.lost,
        imports=[(module, outcome, number) for (module, outcome), number in found.imports.items()],
        of_calls=[
            (callable_, key_, row.module, row.row)
            for (callable_, key_), rows in arguments.of_calls.items()
            for row in rows
        ],
        taken=[(number, [entity[1] for entity in by]) for number, by in arguments.taken.items()],
        named=named,
    )
    return sealed(msgspec.msgpack.encode(kept))


def read_kept(data: bytes, key: str) -> Kept | None:
    """What was kept, None if that is damaged, of another version, or of another project.

    Args:
        data: what ``keep`` gave.
        key: see ``Kept``.
    """
    try:
        kept = msgspec.msgpack.decode(opened(data), type=Kept)
    except ValueError:
        return None
    return kept if kept.key == key else None


class Moved:
    """From the numbers of nodes as they were kept to those of a project with some other files.

    Args:
        kept: the resolution.
        project: the project now, with the same files in the same order.
        places: of each changed module where its definitions are now, in its own numbers, ``GONE`` for
            those that are not.
    """

    def __init__(self, kept: Kept, project: Project, places: Mapping[int, Sequence[int]]) -> None:
        import numpy as np

        old, new = np.array(kept.definitions), np.array(project.definitions.bases)
        owner = np.repeat(np.arange(len(kept.files)), np.diff(old))
        self._definitions: Ints = np.arange(len(owner)) + (new[:-1] - old[:-1])[owner]
        for module, inside in places.items():
            place = np.array(inside, np.int64)
            self._definitions[old[module] : old[module + 1]] = np.where(
                place == GONE, GONE, place + new[module]
            )

    def definition(self, number: int) -> int:
        """Where a definition is now.

        Raises:
            LookupError: it is gone.
        """
        found = int(self._definitions[number])
        if found == GONE:
            raise LookupError("a definition is gone that another file leads to")
        return found

    def nodes(self, nodes: Ints, externals: Ints) -> Ints:
        """Where nodes are now, ``GONE`` for those that are not: definitions, modules, externals behind them.

        Args:
            nodes: their numbers.
            externals: the number of each external.
        """
        import numpy as np

        count = len(self._definitions)
        table = np.concatenate((self._definitions, externals))
        return np.where(nodes < 0, nodes, table[np.maximum(nodes, 0)]) if count or len(externals) else nodes

    def arguments(self, kept: Kept, evaluator: Evaluator) -> Arguments:
        """What is known of the arguments of calls, where those of changed files have kept their rows.

        Raises:
            LookupError: a callable is gone.
        """
        arguments = Arguments(evaluator)
        now = self._definitions.tolist()
        for number, key, module, row in kept.of_calls:
            if now[number] == GONE:
                raise LookupError("a callable is gone that other files call")
            arguments.of_calls.setdefault((now[number], key), {})[Row(module, row)] = None
        for number, names in kept.taken:
            arguments.taken[self.definition(number)] = {(EXTERNAL, name): None for name in names}
        return arguments


class _Columns(NamedTuple):
    """What modules found, in the numbers of the project now.

    Args:
        marks: see ``Found.marks``, with those of the end.
        references: number of the first reference of each module in ``uses``, and of all.
    """

    marks: Ints
    references: Sequence[int]
    uses: Ints
    first: Ints
    targets: Ints
    manners: Ints
    further: Ints


def join(kept: Kept, moved: Moved, fresh: Found, changed: Sequence[int], targets: Targets) -> None:
    """Put what unchanged modules found between what the changed ones found, in the order of all modules.

    Args:
        kept: what all modules found before.
        moved: where the nodes are now.
        fresh: what the changed modules found; afterwards what all found.
        changed: the changed modules, in order.
        targets: numbers the externals.

    Raises:
        LookupError: something is gone that an unchanged module leads to.
    """
    import numpy as np

    new, old = _fresh_columns(fresh, changed), _kept_columns(kept, moved, fresh, targets)
    place = {module: number for number, module in enumerate(changed)}
    parts: list[tuple[Ints, ...]] = []
    new_uses, old_uses = (np.full(len(source.first), GONE) for source in (new, old))
    marks: list[tuple[int, int, int]] = []
    shift = np.zeros(len(MARKED), np.int64)
    for begin, end in _runs(len(kept.files), changed):
        source, first, last = (new, place[begin], place[begin] + 1) if begin in place else (old, begin, end)
        low, high = source.marks[first], source.marks[last]
        (use, target, edge), away = (slice(*ends) for ends in zip(low, high, strict=True)), shift - low
        references = slice(source.references[first], source.references[last])
        parts.append(
            (
                source.uses[references] + away[USES],
                source.first[use] + away[TARGETS],
                source.targets[target],
                source.manners[target],
                source.further[edge],
            )
        )
        (new_uses if source is new else old_uses)[use] = np.arange(low[USES], high[USES]) + away[USES]
        marks += map(tuple, (source.marks[first:last] + away).tolist())
        shift = shift + high - low
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    if (columns[2] == GONE).any() or (columns[4][:, [SOURCE, TARGET]] == GONE).any():
        raise LookupError("a definition is gone that another file leads to")
    fresh.marks = marks
    fresh.uses, fresh.first = _array("i", columns[0]), _array("i", np.append(columns[1], shift[TARGETS]))
    fresh.targets, fresh.target_manners = _array("i", columns[2]), _array("i", columns[3])
    fresh.further = _array("q", columns[4].ravel())
    fresh.misses = {int(new_uses[use]): miss for use, miss in fresh.misses.items()}
    places = old_uses[[use for use, _ in kept.misses]].tolist()
    for (_, miss), use in zip(kept.misses, places, strict=True):
        if use != GONE:
            fresh.misses[use] = _moved(miss, moved) if miss.candidates else miss
    for lost in kept.lost:
        if lost.module not in place:
            fresh.lost.append(lost._replace(miss=_moved(lost.miss, moved)))
    for module, outcome, number in kept.imports:
        if module not in place:
            fresh.imports[module, outcome] = number


def _fresh_columns(found: Found, changed: Sequence[int]) -> _Columns:
    import numpy as np

    marks = np.array([*found.marks, found.mark()], np.int64)
    bases = found.references.bases
    lengths = [bases[module + 1] - bases[module] for module in changed]
    return _Columns(
        marks,
        [0, *accumulate(lengths)],
        np.array(found.uses, np.int64),
        np.array(found.first, np.int64),
        np.array(found.targets, np.int64),
        np.array(found.target_manners, np.int64),
        np.array(found.further, np.int64).reshape(-1, FURTHER),
    )


def _kept_columns(kept: Kept, moved: Moved, fresh: Found, targets: Targets) -> _Columns:
    import numpy as np

    externals = np.array([targets.node((EXTERNAL, fqn)) for fqn in kept.externals], np.int64)
    manners = np.array([fresh.manner(*manner) for manner in kept.manners], np.int64)
    further = np.frombuffer(kept.further, np.int64).reshape(-1, FURTHER).copy()
    for column in (SOURCE, TARGET):
        further[:, column] = moved.nodes(further[:, column], externals)
    further[:, MANNER] = manners[further[:, MANNER]]
    uses, first, reached, reached_by = (
        np.frombuffer(column, np.int32).astype(np.int64)
        for column in (kept.uses, kept.first, kept.targets, kept.target_manners)
    )
    return _Columns(
        np.frombuffer(kept.marks, np.int64).reshape(-1, len(MARKED)),
        kept.references,
        uses,
        first,
        moved.nodes(reached, externals),
        manners[reached_by],
        further,
    )


def _runs(count: int, changed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The modules as runs: each changed one by itself, and those between them."""
    at = 0
    for module in changed:
        if at < module:
            yield at, module
        yield module, module + 1
        at = module + 1
    if at < count:
        yield at, count


def _moved(miss: Miss, moved: Moved) -> Miss:
    return miss._replace(candidates=tuple([moved.definition(number) for number in miss.candidates]))


def _array(code: str, numbers: Ints) -> array[int]:
    import numpy as np

    return array(code, numbers.astype(np.dtype(code)).tobytes())
