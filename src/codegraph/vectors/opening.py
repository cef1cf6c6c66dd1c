"""Finds the store that the settings name, and what the index is called there."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from codegraph.errors import SettingsError
from codegraph.vectors.checks import MAX_NAMESPACE, check_namespace

if TYPE_CHECKING:
    from codegraph.config.settings import Vectors
    from codegraph.vectors.protocol import VectorStore

ENTRY_POINTS = "codegraph.stores"
OWN_STORE = "lancedb"
QDRANT_KEY, PINECONE_KEY = "QDRANT_API_KEY", "PINECONE_API_KEY"

Factory = Callable[["Vectors", Path, Mapping[str, str]], "VectorStore"]


def open_store(settings: Vectors, folder: Path, environ: Mapping[str, str] = os.environ) -> VectorStore:
    """The store that the settings name; drivers are imported here, and nothing is asked of it yet.

    Those of ``_BUILT_IN`` are part of codegraph; others come from installed packages, which offer under the
    entry-point group ``codegraph.stores`` a function of the settings, a folder of their own and the environment.

    Args:
        folder: where a store without an address keeps its files; it is made when it is not there.

    Raises:
        SettingsError: there is no such store, or it lacks an address or key.
        MissingPartError: its driver is not installed.
        VectorStoreError: it can't be opened.
    """
    factory = _BUILT_IN.get(settings.store)
    if factory is None:
        found = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
        if settings.store not in found:
            known = ", ".join(sorted({*_BUILT_IN, *found}))
            raise SettingsError(f'vectors.store: there is no store "{settings.store}"; known are {known}')
        factory = cast("Factory", found[settings.store].load())
    folder.mkdir(parents=True, exist_ok=True)
    store = factory(settings, folder, environ)
    if settings.expand:
        from codegraph.vectors.graph_rag import GraphRag

        return GraphRag(store)
    return store


def namespace_of(settings: Vectors, root: Path, name: str, model: str) -> str:
    """What the vectors of a model of a project are called in its store.

    Two folders of one name, and two models, get different namespaces. A name that the user gave takes the place of
    the folder's, so that several machines share one.

    Raises:
        SettingsError: the given name can't be one.
    """
    model_part = hashlib.sha256(model.encode()).hexdigest()[:8]
    if settings.namespace:
        try:
            return check_namespace(f"{settings.namespace}-{model_part}")
        except ValueError as error:
            raise SettingsError(f"vectors.namespace: {error}") from None
    root_part = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    room = MAX_NAMESPACE - len(model_part) - len(root_part) - 2
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:room].strip("-") or "index"
    return f"{plain}-{root_part}-{model_part}"


def _lancedb(settings: Vectors, folder: Path, _environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.lance import LanceStore

    return LanceStore(folder / "lance", exact_rows=settings.exact_rows)


def _sqlite(settings: Vectors, folder: Path, _environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.sqlite import SqliteStore

    return SqliteStore(settings.url or folder / "vectors.sqlite")


def _postgres(settings: Vectors, _folder: Path, _environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.postgres import connect

    options: dict[str, Any] = {"schema": settings.schema, "index": settings.index}
    return _with_settings(lambda: connect(_needed_url(settings), **options))


def _redis(settings: Vectors, _folder: Path, _environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.redis import connect

    return _with_settings(lambda: connect(_needed_url(settings), index=settings.index))


def _qdrant(settings: Vectors, folder: Path, environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.qdrant import connect

    return connect(settings.url or str(folder / "qdrant"), environ.get(QDRANT_KEY))


def _pinecone(settings: Vectors, _folder: Path, environ: Mapping[str, str]) -> VectorStore:
    from codegraph.vectors.pinecone import PineconeStore

    key = environ.get(PINECONE_KEY, "")
    if not key:
        raise SettingsError(f"the store pinecone needs its API key in the variable {PINECONE_KEY}")
    return PineconeStore(_needed_url(settings), key)


_BUILT_IN: dict[str, Factory] = {
    OWN_STORE: _lancedb,
    "sqlite": _sqlite,
    "postgres": _postgres,
    "redis": _redis,
    "qdrant": _qdrant,
    "pinecone": _pinecone,
}


def _needed_url(settings: Vectors) -> str:
    if not settings.url:
        raise SettingsError(f"vectors.url: the store {settings.store} needs its address")
    return settings.url


def _with_settings(connect: Callable[[], VectorStore]) -> VectorStore:
    try:
        return connect()
    except ValueError as error:
        raise SettingsError(f"vectors: {error}") from None
