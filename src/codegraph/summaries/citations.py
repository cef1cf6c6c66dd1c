"""Checks what a summary cites: a place or name that the index does not have is taken out of the text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from codegraph.graph.lookup import candidates
from codegraph.graph.places import module_at, no_such_lines

if TYPE_CHECKING:
    from codegraph.graph.view import GraphView

_PLACE = re.compile(r"(?P<path>[^\s\[\]()`'\",;:]{1,400}):(?P<line>\d{1,7})(?:-(?P<end>\d{1,7}))?")
_NAME = re.compile(r"[\w@./$~-]{1,300}(?:::[\w@.$~<>-]{1,300}(?:\([\w,.<> ]{0,300}\))?){1,30}")
_TOKEN = re.compile(
    r"\[(?P<inside>[^\[\]\n]{1,400})\]"
    r"|(?<![\w:/])`?(?P<place>[\w@.+-][^\s\[\]()`'\",;:]{0,400}:\d{1,7}(?:-\d{1,7})?)(?!\w)`?"
    rf"|(?<![\w:])`?(?P<name>{_NAME.pattern})`?"
)
_SEPARATORS = re.compile(r"\s*[,;]\s*(?![^()]*\))")
_EMPTY = re.compile(r" *(?:\(\s*\)|``)")
_BLANKS = re.compile(r"[ \t]+(?=[.,;:!?)\n]|$)|(?<=[ \t])[ \t]+", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

MAX_CHARS = 8_000
"""A summary is never longer, whatever a server sends."""


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """A place or symbol that a summary names and the index has."""

    text: str
    fqn: str
    path: str
    line: int


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """A citation that was false, and why."""

    text: str
    reason: str


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A summary without its false citations."""

    text: str
    citations: list[Citation]
    dropped: list[Dropped]


def check_citations(view: GraphView, text: str, material: str) -> Checked:
    """Look up every place (``path:line``) and full name (``a::b``) that a text cites; false ones are dropped.

    What stands in square brackets must be in the index. Outside of them, a name or place that stands in the
    material itself is no citation but code that is spoken of (``std::vector``), and stays.
    """
    checker = _Checker(view, material)
    tidy = _CONTROL.sub("", text[:MAX_CHARS].replace("\r\n", "\n")).strip()
    checked = _TOKEN.sub(checker.replace, tidy)
    if checker.dropped:
        checked = _BLANKS.sub("", _EMPTY.sub("", checked)).strip()
    return Checked(
        text=checked,
        citations=list({cited.text: cited for cited in checker.citations}.values()),
        dropped=list({false.text: false for false in checker.dropped}.values()),
    )


class _Checker:
    """Judges the citations of one text in order."""

    def __init__(self, view: GraphView, material: str) -> None:
        self._view, self._material = view, material
        self.citations: list[Citation] = []
        self.dropped: list[Dropped] = []

    def replace(self, found: re.Match[str]) -> str:
        """What takes the place of a citation: itself, or nothing."""
        if found["inside"] is None:
            cited = found["place"] or found["name"]
            if "://" in cited or (found["place"] and not re.search(r"[./]", cited)):
                return found[0]
            return found[0] if self._judge(cited, spoken_of=cited in self._material) else ""
        parts = [part.strip("` ") for part in _SEPARATORS.split(found["inside"])]
        if not all(_PLACE.fullmatch(part) or _NAME.fullmatch(part) for part in parts):
            return found[0]
        good = [part for part in parts if self._judge(part, spoken_of=False)]
        if len(good) == len(parts):
            return found[0]
        return f"[{', '.join(good)}]" if good else ""

    def _judge(self, text: str, *, spoken_of: bool) -> bool:
        place = _PLACE.fullmatch(text)
        known = self._place(text, place) if place else self._name(text)
        if isinstance(known, Citation):
            self.citations.append(known)
        elif not spoken_of:
            self.dropped.append(Dropped(text=text, reason=known))
        return isinstance(known, Citation) or spoken_of

    def _place(self, text: str, place: re.Match[str]) -> Citation | str:
        view, path = self._view, place["path"].removeprefix("./")
        module = module_at(view, path)
        line, end = int(place["line"]), int(place["end"] or place["line"])
        wrong = no_such_lines(view, module, line, end)
        return wrong or Citation(text=text, fqn=view.fqn(module), path=path, line=line)

    def _name(self, text: str) -> Citation | str:
        view = self._view
        rows = candidates(view, text)
        if not rows:
            return "no such name in the index"
        row = rows[0]
        return Citation(text=text, fqn=view.fqn(row), path=view.path(row), line=view.line(row))
