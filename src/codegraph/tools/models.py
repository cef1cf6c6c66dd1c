"""``models``: the embedding models that can be used here, those of one's own among them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.config import load_settings
from codegraph.config.editing import write_user_settings
from codegraph.embed.model_files import (
    BUNDLED_LICENCE,
    BUNDLED_NAME,
    bundled_model,
    inspect_model,
)
from codegraph.embed.model_spec import BUNDLED_DIMENSIONS
from codegraph.embed.registry import check_name, describe, load_registered, model_of, register
from codegraph.errors import NotFoundError
from codegraph.tools.model_status import ModelPart

if TYPE_CHECKING:
    from codegraph.config import Settings
    from codegraph.embed.model_files import LocalModel

_CARD = "README.md"
_CARD_BYTES = 10_000


class KnownModel(msgspec.Struct, kw_only=True):
    """A model on this machine; ``licence`` is "" where nobody has said it. ``used`` says that the settings name it."""

    name: str
    bundled: bool
    used: bool
    path: str
    size_bytes: int
    dimensions: int
    licence: str


class Models(msgspec.Struct, kw_only=True):
    """All models by name, and who embeds according to the settings (``onnx``: one of these)."""

    provider: str
    models: list[KnownModel]


class UsedModel(msgspec.Struct, kw_only=True):
    """The settings file that was written; ``warnings`` name settings that win over it."""

    model: str
    file: str
    warnings: list[str]


class CheckedModel(msgspec.Struct, kw_only=True):
    """A model with the state of each of its files."""

    name: str
    good: bool
    files: list[ModelPart]


class CheckedModels(msgspec.Struct, kw_only=True):
    """The models that were looked at; ``good`` when all files of all of them are as they were recorded."""

    good: bool
    models: list[CheckedModel]


def known(settings: Settings) -> Models:
    """The bundled model and the user's own.

    Raises:
        SettingsError: the list of the user's models can't be read.
    """
    embedding = settings.embedding
    used = embedding.model if embedding.provider == "onnx" and not embedding.model_path else ""
    bundled = bundled_model()
    found = [
        KnownModel(
            name=BUNDLED_NAME,
            bundled=True,
            used=used == BUNDLED_NAME,
            path=str(bundled.folder),
            size_bytes=_size(bundled),
            dimensions=BUNDLED_DIMENSIONS,
            licence=BUNDLED_LICENCE,
        )
    ]
    for name, entry in load_registered().items():
        found.append(
            KnownModel(
                name=name,
                bundled=False,
                used=used == name,
                path=entry.place,
                size_bytes=entry.size_bytes,
                dimensions=entry.dimensions,
                licence=entry.licence,
            )
        )
    return Models(provider=embedding.provider, models=found)


def add(name: str, place: Path, *, licence: str = "") -> KnownModel:
    """Try a model out, record the SHA-256 of its files, and make it known under a name (anew, if it is known).

    Args:
        place: a folder with ``model.onnx`` or ``onnx/model.onnx`` and ``tokenizer.json``, or the ``.onnx`` file.
        licence: that of its weights; what the model's own README.md says when it is "".

    Raises:
        UsageError: the name can't be used.
        MissingPartError: files are missing, or the model is none that can be used here.
        SettingsError, StorageError: the list of models can't be read or written.
    """
    from codegraph.config import Embedding
    from codegraph.embed.providers.onnx import OnnxProvider

    check_name(name)
    tried = OnnxProvider(Embedding(model_path=str(place.expanduser().resolve())))
    dimensions = int(tried.embed_query("def total(items): return sum(items)").shape[0])
    entry = describe(name, place, dimensions, licence or _licence(tried.model.folder))
    register(name, entry)
    return KnownModel(
        name=name,
        bundled=False,
        used=False,
        path=entry.place,
        size_bytes=entry.size_bytes,
        dimensions=dimensions,
        licence=entry.licence,
    )


def use(name: str, root: Path) -> UsedModel:
    """Write into the user's own config.toml that this model embeds.

    Args:
        root: the project whose settings are looked at for what may win over that file.

    Raises:
        NotFoundError: there is no model of this name.
        SettingsError, StorageError: the file can't be changed.
    """
    names = [BUNDLED_NAME, *load_registered()]
    if name not in names:
        raise NotFoundError(f"no model is called {name!r}; known are {', '.join(names)}")
    file = write_user_settings({"embedding.provider": "onnx", "embedding.model": name})
    embedding = load_settings(root)[0].embedding
    wins = []
    if embedding.model_path:
        wins.append(f"embedding.model_path is set to {embedding.model_path} and comes first")
    if embedding.model != name:
        wins.append(f"a variable or the project's settings name the model {embedding.model}, and come first")
    if embedding.provider != "onnx":
        wins.append(
            f"a variable or the project's settings name the provider {embedding.provider}, and come first"
        )
    return UsedModel(model=name, file=str(file), warnings=wins)


def verify(name: str = "") -> CheckedModels:
    """Compare the files of a model, or of all, with what was shipped or recorded.

    Raises:
        NotFoundError: there is no model of this name.
        SettingsError: the list of the user's models can't be read.
    """
    models = {BUNDLED_NAME: bundled_model()}
    models |= {own: model_of(own, entry) for own, entry in load_registered().items()}
    if name and name not in models:
        raise NotFoundError(f"no model is called {name!r}; known are {', '.join(models)}")
    checked = [_checked(model) for own, model in models.items() if name in ("", own)]
    return CheckedModels(good=all(model.good for model in checked), models=checked)


def _checked(model: LocalModel) -> CheckedModel:
    files = [
        ModelPart(path=str(file.path), size_bytes=file.size, sha256=file.sha256, good=file.is_good)
        for file in inspect_model(model)
    ]
    return CheckedModel(name=model.name, good=all(file.good for file in files), files=files)


def _size(model: LocalModel) -> int:
    paths = [model.folder / name for name in model.weights]
    return sum(path.stat().st_size for path in paths if path.is_file())


def _licence(folder: Path) -> str:
    """The licence that the head of a model's card names, as model hubs write it."""
    import yaml  # type: ignore[import-untyped]

    path = folder / _CARD
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        head = file.read(_CARD_BYTES).decode("utf-8", "replace")
    parts = head.split("\n---", 1)
    if not head.startswith("---") or len(parts) < 2:
        return ""
    try:
        found = yaml.safe_load(parts[0].removeprefix("---"))
    except (yaml.YAMLError, RecursionError):
        return ""
    licence = found.get("license") if isinstance(found, dict) else ""
    return licence[:100] if isinstance(licence, str) else ""
