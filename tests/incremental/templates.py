"""Small projects whose files have places at which they can be written in several ways.

A place is ``⟦one¦another¦a third⟧``: the first is how the project begins, and choosing another one is an edit: another
base class, another type of a field, another name, a line more or less. What is around it stays as it is, so that one
choice may break what another file names, and a second one mend it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "projects"
_PLACE = re.compile(r"⟦(.*?)⟧", re.DOTALL)


class Change(NamedTuple):
    """One of the ways in which a place can be written."""

    file: str
    place: int
    way: int
    text: str

    def __repr__(self) -> str:
        return f"Change({self.file!r}, {self.place}, {self.way}, {self.text!r})"


class Template(NamedTuple):
    """A file: the texts between its places, and the ways of each place."""

    fixed: tuple[str, ...]
    places: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, text: str) -> Template:
        """The template that a text with marked places is."""
        parts = _PLACE.split(text)
        return cls(tuple(parts[::2]), tuple(tuple(part.split("¦")) for part in parts[1::2]))

    def text(self, ways: tuple[int, ...]) -> str:
        """The file with one way chosen for each place."""
        chosen = [place[way] for place, way in zip(self.places, ways, strict=True)]
        return self.fixed[0] + "".join(
            part + after for part, after in zip(chosen, self.fixed[1:], strict=True)
        )


class Sample(NamedTuple):
    """A project that can be edited: its files, other places for them, and what is searched for in it."""

    name: str
    files: dict[str, Template]
    elsewhere: tuple[str, ...]
    queries: tuple[str, ...]

    @property
    def changes(self) -> list[Change]:
        """All ways of all places."""
        return [
            Change(file, number, way, text)
            for file, template in self.files.items()
            for number, place in enumerate(template.places)
            for way, text in enumerate(place)
        ]


@cache
def load_sample(name: str) -> Sample:
    """The project in ``projects/<name>.toml``."""
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    files = {path: Template.of(text) for path, text in content["files"].items()}
    return Sample(name, files, tuple(content["elsewhere"]), tuple(content["queries"]))


def sample_names() -> list[str]:
    """The names of all projects, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))
