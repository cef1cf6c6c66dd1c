"""What a store of vectors has to do: keep points by id, and find those that are nearest to a vector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from codegraph.globs import path_matcher

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one vector, so that a search can be narrowed.

    ``packages`` holds every name that a filter may give for a package around it: name, FQN and folder, of the
    package itself and of all above.
    """

    id: str
    kind: str = ""
    level: int = 3
    language: str = ""
    path: str = ""
    packages: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    test: bool = False


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What a match has to meet: one value of each list that is not empty.

    ``paths`` are files, folders or globs (see ``path_matcher``). ``tests``: False leaves tests out, True leaves
    only them.
    """

    kinds: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    languages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    tests: bool | None = None

    def accept(self) -> Callable[[Point], bool]:
        """A function that tells of a point whether it may be found."""
        in_paths = self.path_condition()

        def fits(point: Point) -> bool:
            return (
                (not self.kinds or point.kind in self.kinds)
                and (not self.levels or point.level in self.levels)
                and (not self.languages or point.language in self.languages)
                and (not self.packages or not set(self.packages).isdisjoint(point.packages))
                and (not self.tags or not set(self.tags).isdisjoint(point.tags))
                and (self.tests is None or point.test is self.tests)
                and in_paths(point.path)
            )

        return fits

    def path_condition(self) -> Callable[[str], bool]:
        """The part that few stores can judge themselves: whether a path may be found."""
        return path_matcher(self.paths) if self.paths else lambda _: True


EVERYTHING = Conditions()


class Match(NamedTuple):
    """A point that was found: the cosine of both vectors, -1..1, rounded to six digits."""

    id: str
    score: float


class State(NamedTuple):
    """What a namespace holds; zeros where there is none."""

    points: int
    dimensions: int


class VectorStore(Protocol):
    """Points with vectors of length 1, in namespaces of one length of vector each.

    A namespace is ``[a-z0-9][a-z0-9_-]*``, at most 48 characters; it is made by the first ``upsert``. Ids are texts
    without NUL. Whatever has returned is there for the next call, also of another process where the store
    outlives its process.

    Raises (all methods):
        ValueError: an argument is impossible: a name, a shape, a length, a number that is not finite.
        VectorStoreError: the store can't be reached or refuses.
    """

    @property
    def name(self) -> str:
        """The store's name, as in the settings."""
        ...

    def upsert(self, namespace: str, points: Sequence[Point], matrix: Matrix) -> None:
        """Put points with their vectors, a row of ``matrix`` (float32) each; what has the same id is replaced.

        Doing it again changes nothing. No id may come twice in one call.
        """
        ...

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Take points away; ids (and namespaces) that are not there are passed over."""
        ...

    def search(
        self, namespace: str, vector: Vector, k: int, conditions: Conditions = EVERYTHING
    ) -> list[Match]:
        """The ``k`` nearest points that meet the conditions, best first, equal scores by id.

        Conditions hold before ``k`` is counted. A vector of zeros (an empty question) and a namespace that is not
        there find nothing. A store with an approximate index may miss some.
        """
        ...

    def fetch(self, namespace: str, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those of ``ids`` that are there, to about three digits."""
        ...

    def state(self, namespace: str) -> State:
        """How many points a namespace has, and how long their vectors are."""
        ...

    def drop(self, namespace: str) -> None:
        """Take a namespace away with all that is in it."""
        ...

    def close(self) -> None:
        """Give connections and files back."""
        ...
