"""``list_languages``: which languages are understood, and how far."""

from pathlib import Path

import msgspec

from codegraph.languages.adapter import Adapter
from codegraph.languages.support import Level, support


class FeatureSupport(msgspec.Struct):
    """How far a feature goes, ``full``, ``part`` or ``none``, and what there is of it."""

    level: Level
    detail: str


class LanguageSupport(msgspec.Struct, kw_only=True):
    """One adapter; ``features`` are those of ``codegraph.languages.support``, computed from the adapter itself.

    ``built_in`` is False for an adapter that the project brings itself.
    """

    name: str
    title: str
    extensions: list[str]
    filenames: list[str]
    interpreters: list[str]
    features: dict[str, FeatureSupport]
    resolver: bool
    built_in: bool


class Languages(msgspec.Struct):
    """All adapters by name, and those of the project that could not be read."""

    languages: list[LanguageSupport]
    warnings: tuple[str, ...]


def run(project: Path | None = None) -> Languages:
    """The adapters that are installed, and those in ``.codegraph/adapters`` of a project.

    Raises:
        AdapterError: an installed adapter is broken.
    """
    from codegraph.languages.registry import load_registry

    registry = load_registry(project)
    return Languages(
        [_support(registry.adapters[name]) for name in sorted(registry.adapters)], registry.warnings
    )


def _support(adapter: Adapter) -> LanguageSupport:
    spec = adapter.spec
    return LanguageSupport(
        name=spec.name,
        title=spec.title or spec.name,
        extensions=spec.extensions,
        filenames=spec.filenames,
        interpreters=spec.shebangs,
        features={name: FeatureSupport(*found) for name, found in support(adapter).items()},
        resolver=adapter.trusted and (adapter.folder / "resolve.py").is_file(),
        built_in=adapter.trusted,
    )
