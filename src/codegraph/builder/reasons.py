"""Why a build does more than its changed files ask for, and what that was: a line for people.

What a build depends on besides the sources is kept with each generation as fingerprints (``changes.surroundings``).
One that differs makes exactly that be done again which depends on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.builder.changes import ADAPTER, surroundings
from codegraph.builder.documents import document_version
from codegraph.errors import BUILD_AGAIN, IndexFormatError, NotIndexedError
from codegraph.model import SCHEMA_VERSION
from codegraph.store.layout import MARKER, current_generation

if TYPE_CHECKING:
    from codegraph.builder.report import BuildReport
    from codegraph.config import Settings
    from codegraph.store import Generation

_WHY = {
    "adapters": ("grammars changed", "parsed"),
    "rules": ("fingerprints changed", "resolved"),
    "modules": ("settings of modules changed", "resolved"),
    "settings": ("settings of what is indexed changed", "looked at"),
    "documents": ("how documents are read changed", "documents"),
    "texts": ("how texts are composed changed", "texts"),
}
"""What is said of a fingerprint that differs, and what of the work follows from it."""


def why_anew(index_dir: Path) -> str:
    """Why nothing of what is at ``index_dir`` can be built upon; "" where there is no index yet."""
    try:
        version = json.loads((index_dir / MARKER).read_bytes())["schema_version"]
    except (OSError, ValueError, KeyError, TypeError):
        version = None
    if isinstance(version, int) and version != SCHEMA_VERSION:
        return f"index format {version} → {SCHEMA_VERSION}"
    try:
        number = current_generation(index_dir).number
    except NotIndexedError:
        return ""
    except IndexFormatError as error:
        return f"the index was damaged ({error.message.removesuffix(f'; {BUILD_AGAIN}')})"
    return f"the index was damaged (a file of generation {number} is not as it was written)"


def redone(
    then: Mapping[str, str] | None,
    now: Mapping[str, str],
    anew: str,
    models: tuple[str, str],
    report: BuildReport,
    parsed: Mapping[str, int],
) -> list[str]:
    """What was done again though no file changed, and why; a few words for each reason.

    Args:
        then: the fingerprints of the build before; None where it could not be built upon.
        now: those of this build.
        anew: see ``why_anew``.
        models: the model whose vectors there were, and the one that embeds now; "" for none.
        report: what was done.
        parsed: how many files of each language were parsed.
    """
    if then is None:
        return [f"{anew}: everything is built again"] if anew else []
    return [*_changed(then, now, report, parsed), *_embedded(models, report)]


def differing(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """The names of the fingerprints that two builds do not share; a language that is new or gone is no difference."""
    for name in sorted(now.keys() | then.keys()):
        if name.startswith(ADAPTER) and not (name in now and name in then):
            continue
        if now.get(name) != then.get(name):
            yield name


def _changed(
    then: Mapping[str, str], now: Mapping[str, str], report: BuildReport, parsed: Mapping[str, int]
) -> Iterator[str]:
    done = {
        "parsed": f"{_files(report.files_parsed)} parsed again",
        "resolved": f"{_files(report.files_resolved)} resolved again",
        "looked at": f"{_files(sum(report.files.values()))} looked at again",
        "documents": "documents are read again",
        "texts": f"texts are composed again, {report.texts_embedded:,} embedded",
    }
    for name in differing(then, now):
        if name == "version":
            yield f"codegraph {then.get(name)} → {now[name]}: {done['parsed']}"
        elif name == "words":
            yield f"format of the full-text index {then.get(name)} → {now[name]}: it is made again"
        elif name.startswith(ADAPTER):
            language = name.removeprefix(ADAPTER)
            yield f"adapter {language} changed: {_files(parsed.get(language, 0))} parsed again"
        elif name in _WHY:
            why, what = _WHY[name]
            yield f"{why}: {done[what]}"


def _embedded(models: tuple[str, str], report: BuildReport) -> Iterator[str]:
    before, after = models
    if before and after and before != after:
        names = [model.partition(":")[0] for model in models]
        told = (
            f"model changed: {names[0]} → {names[1]}"
            if names[0] != names[1]
            else f"settings of {names[0]} changed"
        )
        yield f"{told}: {report.texts_embedded:,} texts embedded again"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def reasons_since(root: Path, settings: Settings, generation: Generation) -> list[str]:
    """What a build depends on besides the files and is another one than when ``generation`` was built, in words.

    Raises:
        SettingsError, AdapterError: files of the project or of codegraph can't be used.
    """
    from codegraph.discovery import discover
    from codegraph.fingerprint import Used, load_rules
    from codegraph.languages.registry import load_registry

    registry = load_registry(root)
    inventory = discover(root, settings, registry.table)
    languages = frozenset(file.language for file in inventory.files)
    ecosystems = frozenset(registry.adapters[name].spec.ecosystem for name in languages) - {""}
    rules = load_rules(root, settings, Used(languages, ecosystems))
    now = surroundings(inventory, settings, registry, rules.version)
    now["documents"] = document_version(settings)
    then: dict[str, str] = generation.manifest["fingerprints"]
    told = []
    for name in differing(then, now):
        if name.startswith(ADAPTER):
            told.append(f"{name} changed")
        elif name == "version":
            told.append(f"codegraph {then.get(name)} → {now[name]}")
        else:
            told.append(_WHY[name][0] if name in _WHY else _OTHERS.get(name, f"{name} changed"))
    return told


_OTHERS = {
    "words": "the format of the full-text index changed",
    "origin": "the repository has another origin",
    "packages": "packages or their declarations changed",
}
