"""An adapter: its data and its queries, read from its folder.

An adapter is a folder with `adapter.toml`, seven query files and, where data does not suffice, `resolve.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from codegraph.errors import AdapterError
from codegraph.languages.spec import AdapterSpec

QUERY_FILES = (
    "declaration",
    "import",
    "call",
    "inheritance",
    "doc_comment",
    "decorator",
    "statement",
)

TYPE_QUERIES = frozenset({"declaration", "import", "call"})
"""Those that say what stands in types."""


class Adapter(msgspec.Struct, frozen=True):
    """A loaded adapter.

    Args:
        spec: its data, with what it extends merged in.
        queries: for each of ``QUERY_FILES`` its text, what it extends first.
        folder: where it lies.
        trusted: False for adapters from the indexed project: their Python is never run.
        fingerprint: 16 hex digits over everything that decides the facts.
        types: the adapter that reads the types in comments, None without any.
    """

    spec: AdapterSpec
    queries: dict[str, str]
    folder: Traversable
    trusted: bool
    fingerprint: str
    types: Adapter | None = None


def read_manifest(folder: Traversable) -> dict[str, Any]:
    """The content of an adapter's `adapter.toml`, unchecked.

    Raises:
        AdapterError: it is missing or is no TOML.
    """
    import tomllib

    try:
        return tomllib.loads((folder / "adapter.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise AdapterError(f"adapter {folder.name}: can't read adapter.toml: {error}") from error


def read_adapter(
    folder: Traversable,
    others: Mapping[str, Adapter],
    *,
    trusted: bool,
    manifest: dict[str, Any] | None = None,
) -> Adapter:
    """Read an adapter's folder.

    Args:
        folder: the adapter's folder.
        others: adapters already read, for ``extends``.
        trusted: whether its Python may be imported.
        manifest: what ``read_manifest`` gave, when it was read already.

    Raises:
        AdapterError: a file is missing, is not valid, or names an unknown key.
    """
    where = f"adapter {folder.name}"
    raw = own = read_manifest(folder) if manifest is None else manifest
    base = others.get(str(raw.get("extends", "")))
    if raw.get("extends") and base is None:
        raise AdapterError(f"{where}: extends {raw['extends']!r}, which is no adapter")
    if base is not None:
        raw = _merge(msgspec.to_builtins(base.spec), raw)
    try:
        spec = msgspec.convert(raw, AdapterSpec)
    except msgspec.ValidationError as error:
        raise AdapterError(f"{where}: adapter.toml: {error}") from error
    # A section of the base ends with the base.
    inherited = {
        kind: f"{base.queries[kind]};; grammars: all\n" if base is not None else "" for kind in QUERY_FILES
    }
    queries = {
        kind: inherited[kind] + _query_text(folder, kind, base is not None, where) for kind in QUERY_FILES
    }
    # sets have another order in each process; of the tables the order may matter, which the manifest has
    parts = [spec, sorted(queries.items()), base.fingerprint if base is not None else ""]
    digest = hashlib.blake2b(msgspec.json.encode(parts, order="deterministic"), digest_size=8)
    digest.update(msgspec.json.encode(own))
    return Adapter(spec, queries, folder, trusted, digest.hexdigest())


def with_types(adapter: Adapter, others: Mapping[str, Adapter]) -> Adapter:
    """An adapter that can read the types in its comments, if its manifest names a language that extends its own.

    It takes over what that language knows of types. Of that language's queries only those remain that it has itself.
    """
    types = others.get(adapter.spec.docs.types)
    if types is None or not all(
        types.queries[kind].startswith(text) for kind, text in adapter.queries.items()
    ):
        return adapter
    spec, typed = adapter.spec, types.spec
    spec = msgspec.structs.replace(
        spec,
        expressions={**typed.expressions, **spec.expressions},
        parameters={**typed.parameters, **spec.parameters},
        type_words={**typed.type_words, **spec.type_words},
        argument_lists=list(dict.fromkeys([*spec.argument_lists, *typed.argument_lists])),
    )
    queries = {
        kind: types.queries[kind].removeprefix(text) if kind in TYPE_QUERIES else ""
        for kind, text in adapter.queries.items()
    }
    digest = hashlib.blake2b(f"{adapter.fingerprint} {types.fingerprint}".encode(), digest_size=8)
    return msgspec.structs.replace(
        adapter,
        spec=spec,
        fingerprint=digest.hexdigest(),
        types=msgspec.structs.replace(types, queries=queries),
    )


_OWN = (
    "shared_extensions",
    "name",
    "title",
    "extensions",
    "filenames",
    "shebangs",
    "grammar",
    "grammars",
    "extends",
)


def _merge(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = {key: value for key, value in base.items() if key not in _OWN}
    for key, value in own.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = {**merged[key], **value}
        else:
            merged[key] = value
    return merged


def _query_text(folder: Traversable, kind: str, optional: bool, where: str) -> str:
    try:
        return (folder / f"{kind}.scm").read_text(encoding="utf-8") + "\n"
    except FileNotFoundError:
        if optional:
            return ""
        raise AdapterError(f"{where}: {kind}.scm is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise AdapterError(f"{where}: can't read {kind}.scm: {error}") from error
