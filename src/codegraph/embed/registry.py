"""The user's models by name: where they lie and which files they consisted of when they were added."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.config import user_config_file
from codegraph.embed.model_files import (
    BUNDLED_NAME,
    LocalModel,
    bundled_model,
    model_at,
    record_files,
)
from codegraph.errors import SettingsError, StorageError, UsageError

if TYPE_CHECKING:
    from codegraph.config import Embedding

FILE = "models.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A model as it was added.

    ``place`` is an absolute path, a folder or an ``.onnx`` file; ``sha256`` is by name of file; ``dimensions`` is
    what the model gave when it was tried.
    """

    place: str
    sha256: dict[str, str]
    size_bytes: int
    dimensions: int
    licence: str = ""


class _Content(msgspec.Struct, frozen=True):
    models: dict[str, Registered] = {}


def registry_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the user's models are listed, beside config.toml, whether or not there are any."""
    return user_config_file(environ).with_name(FILE)


def load_registered(environ: Mapping[str, str] = os.environ) -> dict[str, Registered]:
    """The user's models by name, in order.

    Raises:
        SettingsError: the list can't be read.
    """
    path = registry_file(environ)
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_Content)
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise SettingsError(f"{path} can't be used: {error}; remove it and add your models again") from error
    return dict(sorted(found.models.items()))


def register(name: str, entry: Registered, environ: Mapping[str, str] = os.environ) -> None:
    """Add a model to the list, or replace it there.

    Raises:
        UsageError: the name is the bundled model's, or none that could be written everywhere.
        SettingsError, StorageError: the list can't be read or written.
    """
    check_name(name)
    models = load_registered(environ) | {name: entry}
    path = registry_file(environ)
    partial = path.with_name(f".{FILE}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(_Content(dict(sorted(models.items()))))))
        partial.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written: {error.strerror}") from error


def check_name(name: str) -> None:
    """Refuse a name that a model of one's own can't have.

    Raises:
        UsageError: it is the bundled model's, or none that could be written everywhere.
    """
    if name == BUNDLED_NAME:
        raise UsageError(f"{name} is the name of the bundled model; choose another")
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"a model's name consists of letters, digits, dots, dashes and underscores, not {name!r}"
        )


def model_of(name: str, entry: Registered) -> LocalModel:
    """The files of a registered model, which must be those that were recorded."""
    return model_at(Path(entry.place), name, entry.sha256)


def find_model(settings: Embedding, environ: Mapping[str, str] = os.environ) -> LocalModel:
    """The local model that the settings mean: a path comes first, then the bundled one, then the user's list.

    Raises:
        SettingsError: there is no model of this name.
    """
    named = settings.model if settings.model != BUNDLED_NAME else ""
    if settings.model_path:
        return model_at(Path(settings.model_path), named)
    if not named:
        return bundled_model()
    models = load_registered(environ)
    if named not in models:
        raise SettingsError(
            f'embedding.model: there is no model "{named}"; known are {", ".join([BUNDLED_NAME, *models])}, and '
            "`codegraph model add` makes another one known (or embedding.model_path names its folder)"
        )
    return model_of(named, models[named])


def describe(name: str, place: Path, dimensions: int, licence: str) -> Registered:
    """A model as it is now, to be registered.

    Raises:
        MissingPartError: its graph or tokenizer is missing.
    """
    model = model_at(place.expanduser().resolve(), name)
    digests = record_files(model)
    return Registered(
        place=str(place.expanduser().resolve()),
        sha256=digests,
        size_bytes=sum((model.folder / file).stat().st_size for file in digests),
        dimensions=dimensions,
        licence=licence,
    )
