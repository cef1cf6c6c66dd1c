"""The options of a build and of those before it: they hold until others are given, or all are reset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from codegraph.config import LASTING, Settings, lasting_options, load_settings
from codegraph.errors import CodegraphError
from codegraph.store.layout import SUMMARY_FILE, generation_folder, read_current


class Chosen(NamedTuple):
    """The settings of a build, and what was said about the settings files.

    ``options`` are to be kept with the index; ``remembered`` are those of them that an earlier run was given.
    """

    settings: Settings
    warnings: list[str]
    options: dict[str, Any]
    remembered: dict[str, Any]


class _Kept(msgspec.Struct):
    options: dict[str, Any] = {}


def choose(root: Path, given: Mapping[str, Any], *, reset: bool = False) -> Chosen:
    """The settings for a build of the project at ``root``.

    Args:
        root: the project's folder.
        given: settings that the caller makes, by name; each replaces the one that is remembered.
        reset: what is remembered does not hold any more.

    Raises:
        SettingsError: a settings file or variable can't be used, or a setting is wrong.
    """
    settings, warnings = load_settings(root, given)
    options = lasting_options(given)
    kept = {} if reset else remembered_options(root / settings.index_dir)
    remembered = {name: value for name, value in kept.items() if name not in options}
    if not remembered:
        return Chosen(settings, warnings, options, {})
    own = {name: value for name, value in given.items() if value is not None}
    settings, warnings = load_settings(root, {**remembered, **own})
    return Chosen(settings, warnings, dict(sorted({**remembered, **options}.items())), remembered)


def _summary(index_dir: Path) -> bytes | None:
    number = read_current(index_dir)
    while number is not None:
        try:
            return (generation_folder(index_dir, number) / SUMMARY_FILE).read_bytes()
        except FileNotFoundError:
            # A writer may have published, and cleared this one away, since its number was read.
            newer = read_current(index_dir)
            if newer == number:
                raise
            number = newer
    return None


def remembered_options(index_dir: Path) -> dict[str, Any]:
    """The options that the builds of an index were given, by the names of the settings.

    They are read whatever else of the index is damaged or of another version, so that it is built again as it was.
    What is no option that lasts is left out, and all are where they can't be read.
    """
    try:
        data = _summary(index_dir)
        if data is None:
            return {}
        kept = msgspec.json.decode(data, type=_Kept).options
        return lasting_options({name: value for name, value in kept.items() if name in LASTING})
    except (CodegraphError, OSError, msgspec.DecodeError):
        return {}
