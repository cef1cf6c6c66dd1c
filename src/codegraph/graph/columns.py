"""Columns of a view as attributes: ``view.line(row)`` without a method written out for each.

The first use of a column checks its section and leaves a plain function in the view's ``__dict__``; from
then on a call costs what indexing an array costs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from codegraph.store.container import Container
    from codegraph.store.strings import StringTable

T = TypeVar("T")


class Table(Protocol):
    """What a column needs of the object that it belongs to."""

    @property
    def container(self) -> Container: ...
    @property
    def vocabulary(self) -> dict[str, list[str]]: ...
    @property
    def names(self) -> StringTable: ...
    @property
    def texts(self) -> StringTable: ...


class ColumnAccess(ABC, Generic[T]):
    """One column; ``section`` is its name in the file."""

    def __init__(self, section: str) -> None:
        self.section = section

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name

    def __get__(self, table: Table, owner: type | None = None) -> Callable[[int], T]:
        getter = self.getter(table)
        vars(table)[self.attribute] = getter
        return getter

    @abstractmethod
    def getter(self, table: Table) -> Callable[[int], T]:
        """The function from a row to its value."""


class Integer(ColumnAccess[int]):
    """A column of numbers."""

    def getter(self, table: Table) -> Callable[[int], int]:
        return table.container.array(self.section).__getitem__


class Flag(ColumnAccess[bool]):
    """A column of truth values."""

    def getter(self, table: Table) -> Callable[[int], bool]:
        values = table.container.array(self.section)
        return lambda row: values[row] != 0


class Word(ColumnAccess[str]):
    """A column of words from a short list."""

    def getter(self, table: Table) -> Callable[[int], str]:
        codes, words = table.container.array(self.section), table.vocabulary[self.section]
        return lambda row: words[codes[row]]


class Text(ColumnAccess[str]):
    """A column of strings."""

    def getter(self, table: Table) -> Callable[[int], str]:
        numbers, text = table.container.array(self.section), table.names.text
        return lambda row: text(numbers[row])


class LongText(ColumnAccess[str]):
    """A column of strings that lie in the table of long ones."""

    def getter(self, table: Table) -> Callable[[int], str]:
        numbers, text = table.container.array(self.section), table.texts.text
        return lambda row: text(numbers[row])


class Texts(ColumnAccess[tuple[str, ...]]):
    """A column of lists of strings."""

    def getter(self, table: Table) -> Callable[[int], tuple[str, ...]]:
        numbers, text = table.container.array(self.section), table.names.text
        offsets = table.container.array(f"{self.section}_offsets")
        return lambda row: tuple(map(text, numbers[offsets[row] : offsets[row + 1]]))
