"""The files of a local embedding model: which there are, what they must be, and whether they are."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from codegraph.errors import MissingPartError

BUNDLED_NAME = "bge-small-en-v1.5-int8"
BUNDLED_FOLDER = Path(__file__).with_name("models") / BUNDLED_NAME
BUNDLED_LICENCE = "MIT"
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
BUNDLED_SHA256 = MappingProxyType(
    {
        MODEL_FILE: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
        TOKENIZER_FILE: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    }
)
CONFIG_FILES = (
    "config.json",
    "modules.json",
    "1_Pooling/config.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "tokenizer_config.json",
)
"""What says how a model is used; all of them may be missing."""

_CHUNK = 1 << 20
_GRAPHS = (MODEL_FILE, f"onnx/{MODEL_FILE}")
_DATA_SUFFIXES = ("_data", ".data")


class LocalModel(NamedTuple):
    """A model on this machine; files are named relative to its folder, with ``/``.

    ``data`` are weights that the graph keeps in files of their own. ``sha256`` says what the files must be, by
    name; it is empty for a folder that nobody has recorded.
    """

    name: str
    folder: Path
    graph: str
    tokenizer: str
    data: tuple[str, ...] = ()
    sha256: Mapping[str, str] = MappingProxyType({})

    @property
    def is_bundled(self) -> bool:
        """Whether it came with codegraph."""
        return self.folder == BUNDLED_FOLDER

    @property
    def weights(self) -> tuple[str, ...]:
        """All that a vector is computed with: graph, tokenizer and data."""
        return (self.graph, self.tokenizer, *self.data)

    @property
    def advice(self) -> str:
        """What to do when it can't be used."""
        if self.is_bundled:
            return "install codegraph again, or go without it: --no-embeddings"
        if self.sha256:
            return f"`codegraph model add {self.name} {self.folder}` records the files that are there now"
        return f"embedding.model_path must be a folder with {MODEL_FILE} and {TOKENIZER_FILE}"


class ModelFile(NamedTuple):
    """One file of a model as it is on disk; ``sha256`` is "" when it is missing."""

    path: Path
    size: int
    sha256: str
    expected: str  # "" when nobody has recorded what it must be

    @property
    def is_good(self) -> bool:
        """Whether the file is there and is the one that was shipped or recorded."""
        return bool(self.sha256) and self.expected in ("", self.sha256)


def bundled_model() -> LocalModel:
    """The model that is part of codegraph."""
    return LocalModel(BUNDLED_NAME, BUNDLED_FOLDER, MODEL_FILE, TOKENIZER_FILE, (), BUNDLED_SHA256)


def model_at(place: Path, name: str = "", sha256: Mapping[str, str] = MappingProxyType({})) -> LocalModel:
    """The model in a folder as sentence-transformers writes it, or of an ``.onnx`` file with its files around it.

    The graph is ``model.onnx`` or ``onnx/model.onnx``; files that are not there show when they are read.
    """
    place = place.expanduser()
    if place.suffix == ".onnx":
        folder = place.parent
        if folder.name == "onnx" and not (folder / TOKENIZER_FILE).is_file():
            folder = folder.parent
        graph = place.relative_to(folder).as_posix()
    else:
        folder = place
        graph = next((path for path in _GRAPHS if (folder / path).is_file()), MODEL_FILE)
    beside = [f"{graph}{suffix}" for suffix in _DATA_SUFFIXES]
    data = tuple(path for path in beside if path in sha256 or (folder / path).is_file())
    return LocalModel(name or folder.name, folder, graph, TOKENIZER_FILE, data, sha256)


def inspect_model(model: LocalModel) -> list[ModelFile]:
    """The state of every file of a model, read and hashed; nothing is raised for a bad one."""
    configs = [name for name in CONFIG_FILES if name in model.sha256]
    return [_inspect(model, name) for name in (*model.weights, *configs)]


def record_files(model: LocalModel) -> dict[str, str]:
    """The SHA-256 of each file that a model consists of, its settings included, by name.

    Raises:
        MissingPartError: the graph or the tokenizer is missing.
    """
    configs = [name for name in CONFIG_FILES if (model.folder / name).is_file()]
    return {name: _digest(model, name) for name in (*model.weights, *configs)}


def read_checked(model: LocalModel, name: str) -> bytes:
    """The bytes of one file of a model, checked against what was shipped or recorded.

    Raises:
        MissingPartError: it is missing, unreadable or damaged.
    """
    path = model.folder / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(model, path, error) from error
    _compare(model, name, hashlib.sha256(data).hexdigest())
    return data


def check_file(model: LocalModel, name: str) -> Path:
    """The path of a file that others read by themselves, once it is known to be the one that was recorded.

    Raises:
        MissingPartError: it is missing, unreadable or damaged.
    """
    _compare(model, name, _digest(model, name))
    return model.folder / name


def model_fingerprint(model: LocalModel) -> str:
    """What tells two models apart: 16 hex digits, without reading a model whose hashes are recorded.

    Raises:
        MissingPartError: a file is missing.
    """
    digests = [model.sha256.get(name) or _digest(model, name) for name in model.weights]
    return hashlib.sha256(":".join(digests).encode()).hexdigest()[:16]


def _compare(model: LocalModel, name: str, digest: str) -> None:
    if model.sha256 and model.sha256.get(name) != digest:
        raise MissingPartError(
            f"{model.folder / name} is damaged: its SHA-256 is not that of the model; {model.advice}"
        )


def _digest(model: LocalModel, name: str) -> str:
    path = model.folder / name
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise _unreadable(model, path, error) from error
    return digest.hexdigest()


def _unreadable(model: LocalModel, path: Path, error: OSError) -> MissingPartError:
    what = "is missing" if isinstance(error, FileNotFoundError) else f"can't be read ({error.strerror})"
    return MissingPartError(f"{path} {what}; {model.advice}")


def _inspect(model: LocalModel, name: str) -> ModelFile:
    path, expected = model.folder / name, model.sha256.get(name, "")
    try:
        return ModelFile(path, path.stat().st_size, _digest(model, name), expected)
    except (OSError, MissingPartError):
        return ModelFile(path, 0, "", expected)
