"""Samples of call sites with a reader's judgements: drawing, keeping, and scoring an index by them."""

from __future__ import annotations

import hashlib
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchmarks.accuracy.sites import LANGUAGES, Site, call_sites

if TYPE_CHECKING:
    from benchmarks.accuracy.answers import Answer, Answers

EXTERNAL = "external"
NONE = "none"
LEFT_OUT = frozenset({".git", ".codegraph", "node_modules"})


class Drawn(msgspec.Struct, frozen=True):
    """What a sample was drawn from; ``sites`` is how many call sites there are below the folders ``under``."""

    language: str
    project: str
    commit: str
    seed: int
    count: int
    sites: int
    under: tuple[str, ...] = ()


class Judged(msgspec.Struct, frozen=True):
    """A call site. ``found`` is what the index said when the sample was drawn, ``judged`` what a reader says."""

    file: str
    line: int
    column: int
    callee: str
    text: str
    found: str = ""
    judged: str = ""
    note: str = ""

    @property
    def place(self) -> tuple[str, int, int, str]:
        """What tells one site from another."""
        return self.file, self.line, self.column, self.callee

    @property
    def expected(self) -> tuple[tuple[str, int], ...]:
        """The (file, line) pairs that are right; none where the call leaves the project or has no single target."""
        if self.judged in ("", EXTERNAL, NONE):
            return ()
        parts = [part.strip().rpartition(":") for part in self.judged.split("|")]
        if not all(file and line.isdigit() for file, _, line in parts):
            raise SystemExit(
                f"{self.file}:{self.line}: write FILE:LINE, {EXTERNAL} or {NONE} instead of {self.judged}"
            )
        return tuple((file, int(line)) for file, _, line in parts)


class Sample(NamedTuple):
    """A sample as its file holds it."""

    drawn: Drawn
    sites: list[Judged]


class Outcome(NamedTuple):
    """An index against a sample: edges into the project and right ones; sites with a target there and those found."""

    given: int
    right: int
    wanted: int
    found: int
    unjudged: int
    wrong: list[str]
    missing: list[str]

    @property
    def precision(self) -> float:
        """The share of the edges into the project that are right; 1 where there is none."""
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        """The share of the sites with a target in the project that have a right edge; 1 where there is none."""
        return self.found / self.wanted if self.wanted else 1.0


def load(path: Path) -> Sample:
    """Read a sample.

    Raises:
        SystemExit: it can't be read, or is none.
    """
    try:
        first, *rest = path.read_bytes().splitlines()
        drawn = msgspec.json.decode(first, type=Drawn)
        return Sample(drawn, [msgspec.json.decode(line, type=Judged) for line in rest])
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise SystemExit(f"{path} is no sample: {error}") from None


def save(path: Path, sample: Sample) -> None:
    """Write a sample."""
    path.write_bytes(msgspec.json.Encoder().encode_lines([sample.drawn, *sample.sites]))


def draw(language: str, root: Path, seed: int, count: int, under: tuple[str, ...]) -> Sample:
    """Draw call sites from a project's files: those whose hash with the seed is smallest, in order of place.

    Raises:
        SystemExit: there are no files of the language.
    """
    every = [
        Judged(file, site.line, site.column, site.callee, _line(source, site.line))
        for file in _files(language, root, under)
        for source in [(root / file).read_bytes()]
        for site in call_sites(language, source)
    ]
    if not every:
        raise SystemExit(f"there is no call in {language} in {root}")
    chosen = sorted(every, key=lambda one: _chance(seed, one))[:count]
    drawn = Drawn(language, root.name, _commit(root), seed, count, len(every), under)
    return Sample(drawn, sorted(chosen, key=lambda one: one.place))


def keep_judgements(sample: Sample, before: Sample) -> Sample:
    """A sample with the judgements that another one has of the same sites."""
    known = {one.place: one for one in before.sites}
    sites = [
        msgspec.structs.replace(one, judged=old.judged, note=old.note)
        if (old := known.get(one.place))
        else one
        for one in sample.sites
    ]
    return Sample(sample.drawn, sites)


def with_answers(sample: Sample, root: Path, answers: Answers) -> Sample:
    """A sample with what an index says of its sites."""
    said = answers_of(sample, root, answers)
    sites = [msgspec.structs.replace(one, found=str(said[one.place])) for one in sample.sites]
    return Sample(sample.drawn, sites)


def answers_of(sample: Sample, root: Path, answers: Answers) -> dict[tuple[str, int, int, str], Answer]:
    """What an index says of each site of a sample.

    Raises:
        SystemExit: a file no longer has the sites that were drawn from it.
    """
    in_file: dict[str, list[Judged]] = defaultdict(list)
    for one in sample.sites:
        in_file[one.file].append(one)
    said = {}
    for file, ones in in_file.items():
        there = _sites(sample.drawn.language, root, file)
        names = [(site.line, site.column) for site in there]
        for one in ones:
            site = next((site for site in there if (file, *site[:3]) == one.place), None)
            if site is None:
                raise SystemExit(
                    f"{root} is not what the sample was drawn from: no {one.callee} at {file}:{one.line}"
                )
            others = frozenset(name for name in names if name != (site.line, site.column))
            said[one.place] = answers.of(file, site, others)
    return said


def score(sample: Sample, root: Path, answers: Answers) -> Outcome:
    """Hold an index against a sample; sites without a judgement are only counted."""
    said = answers_of(sample, root, answers)
    given = right = wanted = found = 0
    wrong, missing = [], []
    judged = [one for one in sample.sites if one.judged]
    for one in judged:
        expected = one.expected
        good = [target for target in said[one.place].targets if target.is_at(expected)]
        bad = [target for target in said[one.place].targets if target not in good]
        given, right = given + len(good) + len(bad), right + len(good)
        wanted, found = wanted + bool(expected), found + bool(good)
        where = f"{one.file}:{one.line}:{one.column} {one.callee}"
        wrong += [f"{where} -> {target} ({target.rule}), judged {one.judged}" for target in bad]
        if expected and not good:
            missing.append(f"{where}: {said[one.place]}, judged {one.judged}")
    return Outcome(given, right, wanted, found, len(sample.sites) - len(judged), wrong, missing)


def shown(number: int, one: Judged, root: Path, around: int, *, answers: bool) -> str:
    """A site with the lines around it, for a reader; what the index said only with ``answers``."""
    lines = (root / one.file).read_text(encoding="utf-8", errors="replace").split("\n")
    first = max(one.line - 1 - around, 0)
    text = [
        f"{'>' if row == one.line else ' '}{row:5} {line}"
        for row, line in enumerate(lines[first : one.line + around], first + 1)
    ]
    said = f"  found: {one.found}" if answers else ""
    return "\n".join(
        [f"{number}. {one.file}:{one.line}:{one.column} {one.callee}  judged: {one.judged}{said}", *text, ""]
    )


def _files(language: str, root: Path, under: tuple[str, ...]) -> list[str]:
    endings = LANGUAGES[language].endings
    paths = [path.relative_to(root) for folder in under or (".",) for path in (root / folder).rglob("*")]
    return sorted(
        {
            path.as_posix()
            for path in paths
            if path.suffix in endings and not LEFT_OUT.intersection(path.parts) and (root / path).is_file()
        }
    )


def _sites(language: str, root: Path, file: str) -> list[Site]:
    path = root / file
    return call_sites(language, path.read_bytes()) if path.is_file() else []


def _line(source: bytes, number: int) -> str:
    return source.split(b"\n")[number - 1].decode("utf-8", "replace").strip()[:160]


def _chance(seed: int, one: Judged) -> bytes:
    return hashlib.blake2b("\0".join(map(str, (seed, *one.place))).encode()).digest()


def _commit(root: Path) -> str:
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
