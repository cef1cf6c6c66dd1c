"""Tells a client of the server: what would be written where, and on request writes it, with a backup beside it."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from codegraph.errors import StorageError, UsageError
from codegraph.mcp.clients import NAME, Client, Place

_LARGEST = 10_000_000


class Installation(msgspec.Struct, kw_only=True):
    """What a client's settings file needs: ``text`` is the part about the server, ``content`` the whole file then.

    ``state`` is ``missing``, ``other`` (it names the server, in another way) or ``done``; ``backup`` is "" unless
    a file was written over.
    """

    client: str
    path: str
    state: str
    text: str
    content: str
    written: bool = False
    backup: str = ""


def plan(client: Client, place: Place, command: list[str]) -> Installation:
    """What would be written for a client.

    Raises:
        UsageError: its settings file is there and can't be understood, so that it is better edited by hand.
        StorageError: it can't be read.
    """
    path = client.file(place)
    entry = client.entry(place, command)
    old = _read(path)
    text = _toml(client, entry) if client.toml else _dump({client.key: {NAME: entry}})
    try:
        known = _parsed(client, old)
        state = _state(known, client.key, entry)
        content = old if state == "done" else _merged(client, known, old, entry, text)
    except ValueError as error:
        raise UsageError(
            f"{path} can't be understood ({error}), so it is left as it is; add this to it yourself:\n{text}"
        ) from None
    return Installation(client=client.name, path=str(path), state=state, text=text, content=content)


def write(planned: Installation) -> Installation:
    """Write what was planned; what was there before is kept beside it as ``<name>.bak``, ``.bak2``, ...

    A link in the place of the file is not followed: in a project it may come from a stranger, and lead anywhere.

    Raises:
        UsageError: the file is a link.
        StorageError: a file can't be written.
    """
    if planned.state == "done":
        return planned
    path = Path(planned.path)
    if path.is_symlink():
        raise UsageError(
            f"{path} is a link to {os.readlink(path)}, which is not written through; "  # noqa: PTH115
            f"add this to it yourself:\n{planned.text}"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            planned.backup = str(_back_up(path))
        mode = path.stat().st_mode & 0o777 if path.exists() else None
        partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
        _create(partial, planned.content.encode(), mode)
        os.replace(partial, path)  # noqa: PTH105
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}; check its permissions") from error
    planned.written = True
    return planned


def _read(path: Path) -> str:
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST else None
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise StorageError(f"{path} can't be read: {error.strerror}; check its permissions") from error
    if data is None:
        raise UsageError(f"{path} is too large for a settings file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no UTF-8 text, so it is left as it is") from None


def _parsed(client: Client, text: str) -> dict[str, Any]:
    """The settings that a file holds.

    Raises:
        ValueError: they can't be read, or are no table.
    """
    if client.toml:
        return tomllib.loads(text)
    value = json.loads(text, object_pairs_hook=_unique) if text.strip() else {}
    if not isinstance(value, dict) or not isinstance(value.get(client.key, {}), dict):
        raise ValueError(f"{client.key} is no object" if isinstance(value, dict) else "it is no object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands in it twice")
    return value


def _state(known: dict[str, Any], key: str, entry: dict[str, Any]) -> str:
    servers = known.get(key, {})
    if NAME not in servers:
        return "missing"
    return "done" if servers[NAME] == entry else "other"


def _merged(client: Client, known: dict[str, Any], old: str, entry: dict[str, Any], text: str) -> str:
    """The whole file with the server in it.

    Raises:
        ValueError: what is there can't be kept as it is.
    """
    if client.toml:
        if NAME in known.get(client.key, {}):
            raise ValueError(f"it names {NAME} already, in another way")
        content = f"{old.rstrip()}\n\n{text}" if old.strip() else text
        if tomllib.loads(content) != {**known, client.key: {**known.get(client.key, {}), NAME: entry}}:
            raise ValueError(f"{client.key} is written as an inline table")
        return content
    servers = {**known.get(client.key, {}), NAME: entry}
    return _dump({**known, client.key: servers})


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _toml(client: Client, entry: dict[str, Any]) -> str:
    """A table of TOML; JSON's strings and lists of them are TOML's."""
    lines = [f"{word} = {json.dumps(value, ensure_ascii=False)}" for word, value in entry.items()]
    return "\n".join([f"[{client.key}.{NAME}]", *lines]) + "\n"


def _back_up(path: Path) -> Path:
    names = (f"{path.name}.bak{number or ''}" for number in [0, *range(2, 1000)])
    backup = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
    _create(backup, path.read_bytes(), path.stat().st_mode & 0o777)
    return backup


def _create(path: Path, data: bytes, mode: int | None) -> None:
    """Write a file that is not there yet; a link that lies in its place is not followed.

    Settings may hold keys, so what has a mode is readable by nobody else before it has it.

    Raises:
        OSError: there is something already, or it can't be written.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666 if mode is None else 0o600), "wb") as file:
        file.write(data)
    if mode is not None:
        path.chmod(mode)
