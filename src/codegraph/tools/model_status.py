"""``model_status``: which embedding model is used, whether its files are whole, and what is embedded."""

import msgspec

from codegraph.errors import NotIndexedError
from codegraph.tools.index import Index


class ModelPart(msgspec.Struct, kw_only=True):
    """One file of the model; ``good`` says that it is there and (for the bundled model) as it was shipped."""

    path: str
    size_bytes: int
    sha256: str
    good: bool


class ModelStatus(msgspec.Struct, kw_only=True):
    """``provider`` is ``none`` where nobody embeds. ``embedded`` of ``chunks`` texts have a vector.

    ``dimensions`` is 0 where a server decides. ``up_to_date`` is False when the index was embedded with another
    model, so that it will be done anew.
    """

    provider: str
    model: str
    dimensions: int
    fingerprint: str
    files: list[ModelPart]
    good: bool
    indexed: bool
    chunks: int
    embedded: int
    up_to_date: bool


def run(index: Index) -> ModelStatus:
    """The model that the settings name, and what the index has of it; there need not be an index.

    Raises:
        SettingsError: the settings name a model that there is not.
        MissingPartError: a file of a model of one's own is missing.
    """
    try:
        embeddings, indexed = index.view.manifest.get("embeddings") or {}, True
    except NotIndexedError:
        embeddings, indexed = {}, False
    provider = index.provider
    files = _files(index)
    fingerprint = provider.fingerprint if provider else ""
    return ModelStatus(
        provider=index.settings.embedding.provider,
        model=provider.name if provider else "",
        dimensions=_dimensions(index),
        fingerprint=fingerprint,
        files=files,
        good=all(file.good for file in files),
        indexed=indexed,
        chunks=embeddings.get("chunks", 0),
        embedded=embeddings.get("vectors", 0),
        up_to_date=embeddings.get("model", fingerprint) == fingerprint,
    )


def _dimensions(index: Index) -> int:
    """How long vectors are, as far as that is known without asking a server."""
    from codegraph.embed.providers.remote import RemoteProvider

    if isinstance(index.provider, RemoteProvider):
        return index.settings.embedding.dimensions
    return index.provider.dimensions if index.provider else 0


def _files(index: Index) -> list[ModelPart]:
    from codegraph.embed.providers.onnx import OnnxProvider

    if not isinstance(index.provider, OnnxProvider):
        return []
    from codegraph.embed.model_files import inspect_model

    return [
        ModelPart(path=str(file.path), size_bytes=file.size, sha256=file.sha256, good=file.is_good)
        for file in inspect_model(index.provider.model)
    ]
