"""Brings the sources of a set and copies what of them is indexed, with the documentation blanked out or left in."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.accuracy import bring
from benchmarks.search import derived, questions
from benchmarks.search.documented import Definition, blanked, definitions
from benchmarks.search.grammars import GRAMMARS
from benchmarks.search.questions import Question, Target
from benchmarks.search.sets import ASKED

if TYPE_CHECKING:
    from benchmarks.search.sets import Set

_LEFT_OUT = frozenset({"node_modules", "vendor", "locale", "testdata", "__pycache__", ".git"})
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|fixtures?|benches|generated)/|_test\.go$|(?:^|/)test_[^/]*\.py$|"
    r"[.-](?:spec|test)\.tsx?$|zz_generated",
    re.IGNORECASE,
)
_NOT_WRITTEN = (".d.ts", ".pb.go", ".min.js")
_GENERATED = b"DO NOT EDIT"
_MAX_BYTES = 2_000_000


def project(one: Set, work: Path, source: Path | None) -> Path:
    """The folder that is indexed; made in ``work`` where it is not there yet.

    Args:
        source: the root of the sources, where they need not be fetched.

    Raises:
        SystemExit: the sources can't be had.
    """
    target = work / ("asked" if one.asked else "blanked") / one.name
    if target.is_dir():
        return target
    with TemporaryDirectory(dir=work, ignore_cleanup_errors=True) as folder:
        if source is None:
            if one.archive is None:
                raise SystemExit(f"say where the sources of {one.name} are: --source {one.name}=FOLDER")
            source = bring.unpacked(one.archive, Path(folder), work / "archives")
        copy = Path(folder) / "copy"
        if one.asked:
            for part in one.folders or (".",):
                shutil.copytree(source / part, copy / part, ignore=shutil.ignore_patterns(".git"))
        else:
            _copy(one, source, copy, documented=False)
            _copy(one, source, work / "documented" / one.name, documented=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(copy, target)
    return target


def questions_of(one: Set, work: Path, given: Path | None) -> list[Question]:
    """The questions of a set: those in ``asked/``, those of a folder of question files, else documentation.

    Args:
        given: a folder with ``NAME.public.jsonl`` or ``NAME.jsonl``, which go before documentation.

    Raises:
        SystemExit: they are asked by hand, and there is no such file.
    """
    folders = [ASKED, *([given] if given is not None else [])]
    files = [
        folder / name for folder in folders for name in (f"{one.name}.jsonl", f"{one.name}.public.jsonl")
    ]
    found = next((file for file in files if file.is_file()), None)
    if found is not None:
        return questions.read(found)
    if one.asked:
        raise SystemExit(f"say where {one.name}.jsonl is: --questions FOLDER")
    return derived.choose(_asked(one, work / "documented" / one.name), one.name)


def _asked(one: Set, folder: Path) -> Iterator[tuple[str, Target]]:
    for path in _files(one, folder):
        source = (folder / path).read_bytes()
        for found in definitions(source, one.language, Path(path).suffix):
            doc = "\n".join(source[span.start : span.end].decode("utf-8", "replace") for span in found.docs)
            if doc and found.is_callable:
                yield derived.question_of(doc, found.symbol), Target(path, found.symbol)


def _copy(one: Set, source: Path, target: Path, *, documented: bool) -> None:
    for path in _files(one, source):
        text = (source / path).read_bytes()
        if not documented:
            found: list[Definition] = definitions(text, one.language, Path(path).suffix)
            text = blanked(text, found, one.language)
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(text)


def _files(one: Set, root: Path) -> Iterator[str]:
    """The set's files of its language, tests and generated ones left out, by path."""
    suffixes = tuple(GRAMMARS[one.language].suffixes)
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        inside = not one.folders or name.startswith(tuple(f"{folder}/" for folder in one.folders))
        if not inside or not name.endswith(suffixes) or name.endswith(_NOT_WRITTEN) or not path.is_file():
            continue
        if _LEFT_OUT.isdisjoint(name.split("/")) and not _TEST.search(name) and _is_written(path):
            yield name


def _is_written(path: Path) -> bool:
    return path.stat().st_size <= _MAX_BYTES and _GENERATED not in path.read_bytes()[:2000]
