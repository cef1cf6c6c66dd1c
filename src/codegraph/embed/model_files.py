"""The files of an embedding model: where they lie, what they must be, and whether they are."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import MissingPartError

BUNDLED_NAME = "bge-small-en-v1.5-int8"
BUNDLED_FOLDER = Path(__file__).with_name("models") / BUNDLED_NAME
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
BUNDLED_SHA256 = {
    MODEL_FILE: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
    TOKENIZER_FILE: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
_CHUNK = 1 << 20


class ModelFile(NamedTuple):
    """One file of a model as it is on disk; ``sha256`` is "" when it is missing."""

    path: Path
    size: int
    sha256: str
    expected: str  # "" when the model is the user's own

    @property
    def is_good(self) -> bool:
        """Whether the file is there and, for the bundled model, is the one that was shipped."""
        return bool(self.sha256) and self.expected in ("", self.sha256)


def inspect_model(folder: Path = BUNDLED_FOLDER) -> list[ModelFile]:
    """The state of every file of a model, read and hashed; nothing is raised for a bad one."""
    return [_inspect(folder / name, _expected(folder, name)) for name in (MODEL_FILE, TOKENIZER_FILE)]


def read_checked(folder: Path, name: str) -> bytes:
    """The bytes of one file of a model, checked against what was shipped.

    Raises:
        MissingPartError: it is missing, unreadable or damaged.
    """
    path = folder / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MissingPartError(f"{path} can't be read ({error.strerror}); {advice(folder)}") from error
    expected = _expected(folder, name)
    if expected and hashlib.sha256(data).hexdigest() != expected:
        raise MissingPartError(f"{path} is damaged: its SHA-256 is not that of the model; {advice(folder)}")
    return data


def model_fingerprint(folder: Path) -> str:
    """What tells two models apart: 16 hex digits, without reading the bundled one.

    Raises:
        MissingPartError: a file is missing.
    """
    if folder == BUNDLED_FOLDER:
        digests = list(BUNDLED_SHA256.values())
    else:
        files = inspect_model(folder)
        for file in files:
            if not file.is_good:
                raise MissingPartError(f"{file.path} is missing; {advice(folder)}")
        digests = [file.sha256 for file in files]
    return hashlib.sha256(":".join(digests).encode()).hexdigest()[:16]


def _inspect(path: Path, expected: str) -> ModelFile:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        return ModelFile(path, path.stat().st_size, digest.hexdigest(), expected)
    except OSError:
        return ModelFile(path, 0, "", expected)


def _expected(folder: Path, name: str) -> str:
    return BUNDLED_SHA256[name] if folder == BUNDLED_FOLDER else ""


def advice(folder: Path) -> str:
    """What to do about a model that can't be used."""
    if folder == BUNDLED_FOLDER:
        return "install codegraph again, or go without it: --no-embeddings"
    return f"embedding.model_path must be a folder with {MODEL_FILE} and {TOKENIZER_FILE}"
