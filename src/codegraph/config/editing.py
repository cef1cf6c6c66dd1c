"""Changes single settings in the user's own config.toml and leaves all else in it as it stands."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from codegraph.config.loading import user_config_file
from codegraph.errors import SettingsError, StorageError


def write_user_settings(values: Mapping[str, str], environ: Mapping[str, str] = os.environ) -> Path:
    """Set keys (``embedding.model``) of the user's config.toml to texts; the file, made if need be, comes back.

    Raises:
        SettingsError: the file is not valid TOML, or is written so that a line can't be put into it safely.
        StorageError: it can't be read or written.
    """
    path = user_config_file(environ)
    try:
        text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
        before = tomllib.loads(text)
        changed = text
        for name, value in values.items():
            section, _, key = name.rpartition(".")
            changed = _with_value(changed, section, key, f"{key} = {msgspec.json.encode(value).decode()}")
        _check(path, changed, before, values)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.partial")
        partial.write_text(changed, encoding="utf-8")
        partial.replace(path)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}") from error
    return path


def _with_value(text: str, section: str, key: str, entry: str) -> str:
    """The text with a key of a table set: its line replaced, or a line put below the table's heading."""
    lines = text.splitlines()
    heading = re.compile(rf"\s*\[\s*{re.escape(section)}\s*\]\s*(#.*)?")
    begin = next((at for at, line in enumerate(lines) if heading.fullmatch(line)), None)
    if begin is None:
        return "\n".join([*lines, *([""] if lines else []), f"[{section}]", entry, ""])
    for at in range(begin + 1, len(lines)):
        if lines[at].lstrip().startswith("["):
            break
        if re.match(rf"\s*{re.escape(key)}\s*=", lines[at]):
            return "\n".join([*lines[:at], entry, *lines[at + 1 :], ""])
    return "\n".join([*lines[: begin + 1], entry, *lines[begin + 1 :], ""])


def _check(path: Path, changed: str, before: dict[str, Any], values: Mapping[str, str]) -> None:
    """Make sure that the new text says just what was meant; texts over several lines could have misled."""
    for name, value in values.items():
        section, _, key = name.rpartition(".")
        table = before.get(section, {})
        before = {**before, section: {**table, key: value} if isinstance(table, dict) else table}
    try:
        good = tomllib.loads(changed) == before
    except tomllib.TOMLDecodeError:
        good = False
    if not good:
        asked = ", ".join(f'{name} = "{value}"' for name, value in values.items())
        raise SettingsError(f"{path}: no line can be put into it safely; set {asked} there yourself")
