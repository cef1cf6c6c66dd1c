"""The bundled model: its vectors are a pure function of the text, and a bad model is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.config import Embedding
from codegraph.embed import model_files, open_provider
from codegraph.embed.model_files import (
    BUNDLED_FOLDER,
    MODEL_FILE,
    TOKENIZER_FILE,
    bundled_model,
    inspect_model,
)
from codegraph.embed.model_spec import BUNDLED_QUERY_PREFIX
from codegraph.embed.providers.onnx import OnnxProvider
from codegraph.errors import MissingPartError, SettingsError

TEXTS = [
    "def add(a, b):\n    return a + b",
    "parse a date",
    "",
    "class Cart:\n" + "    item = 1\n" * 80,
    "größe 日本語 🙂",
    "def  add(a,  b):\n\n\treturn a + b",
    "x" * 5000,
]


@pytest.fixture(scope="module")
def provider() -> OnnxProvider:
    return OnnxProvider(Embedding())


@pytest.fixture(scope="module")
def alone(provider: OnnxProvider) -> np.ndarray:
    return np.stack([provider.embed_documents([text])[0] for text in TEXTS])


QUIET = """
from codegraph.config import Embedding
from codegraph.embed.providers.onnx import OnnxProvider
OnnxProvider(Embedding()).embed_documents(["def add(a, b):"])
"""


def test_the_runtime_keeps_nothing_of_its_use_for_its_makers(tmp_path: Path) -> None:
    """It would note it in the user's folder, to be sent; in CI it does not by itself."""
    unwanted = ("CI", "GITHUB_", "ORT_", "XDG_")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    home = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME"), str(tmp_path))
    subprocess.run([sys.executable, "-c", QUIET], env=environ | home, check=True)
    assert list(tmp_path.rglob("*")) == []


@given(order=st.permutations(range(len(TEXTS))), count=st.integers(1, len(TEXTS)))
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_vector_has_the_same_bits_alone_and_in_any_company(
    provider: OnnxProvider, alone: np.ndarray, order: list[int], count: int
) -> None:
    some = order[:count]
    together = provider.embed_documents([TEXTS[i] for i in some])
    assert together.tobytes() == alone[some].tobytes()


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_number_of_threads_changes_no_bit(alone: np.ndarray, threads: int) -> None:
    vectors = OnnxProvider(Embedding(threads=threads)).embed_documents(TEXTS)
    assert vectors.tobytes() == alone.tobytes()


def test_vectors_are_float16_of_length_one(alone: np.ndarray) -> None:
    assert alone.dtype == np.float16
    assert alone.shape == (len(TEXTS), 384)
    assert np.allclose(np.linalg.norm(alone.astype(np.float32), axis=1), 1, atol=1e-3)


def test_white_space_does_not_matter(alone: np.ndarray) -> None:
    assert alone[0].tobytes() == alone[5].tobytes()


def test_only_the_first_tokens_count(provider: OnnxProvider) -> None:
    words = "cart " * 126
    long = provider.embed_documents([words, words + "and something else", words + "zebra " * 500])
    assert len({vector.tobytes() for vector in long}) == 1


def test_each_text_is_reported_once_in_the_callers_thread(provider: OnnxProvider) -> None:
    done: list[int] = []
    provider.embed_documents(TEXTS, done.append)
    assert sorted(done) == list(range(len(TEXTS)))


def test_no_texts_give_no_vectors(provider: OnnxProvider) -> None:
    assert provider.embed_documents([]).shape == (0, 384)


def test_more_texts_than_are_tokenized_at_once_keep_their_places(
    provider: OnnxProvider, alone: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.embed.providers.onnx._TOKENIZE_AT_ONCE", 3)
    done: list[int] = []
    assert provider.embed_documents(TEXTS, done.append).tobytes() == alone.tobytes()
    assert sorted(done) == list(range(len(TEXTS)))


def test_a_query_is_embedded_with_its_instruction(provider: OnnxProvider) -> None:
    with_prefix = provider.embed_documents([BUNDLED_QUERY_PREFIX + "parse a date"])[0]
    assert provider.embed_query("parse a date").tobytes() == with_prefix.tobytes()


def test_an_interrupted_run_leaves_the_provider_usable(provider: OnnxProvider, alone: np.ndarray) -> None:
    def stop(position: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        provider.embed_documents(TEXTS * 20, stop)
    assert provider.embed_documents(TEXTS[:1])[0].tobytes() == alone[0].tobytes()


# --- the model's files ---------------------------------------------------------------------------------


def test_the_bundled_files_are_those_that_were_shipped() -> None:
    files = inspect_model(bundled_model())
    assert [file.path.name for file in files] == [MODEL_FILE, TOKENIZER_FILE]
    assert all(file.is_good and file.sha256 == file.expected for file in files)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled model that takes its place."""
    folder = tmp_path / "model"
    shutil.copytree(BUNDLED_FOLDER, folder)
    monkeypatch.setattr(model_files, "BUNDLED_FOLDER", folder)
    return folder


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE])
def test_a_damaged_file_of_the_bundled_model_is_named(copied: Path, name: str) -> None:
    with (copied / name).open("r+b") as file:
        file.seek(-10, 2)
        file.write(b"\0\1\2\3")
    with pytest.raises(MissingPartError, match=f"{name} is damaged.*install codegraph again"):
        OnnxProvider(Embedding()).embed_query("x")


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE])
def test_a_missing_file_of_the_bundled_model_is_named(copied: Path, name: str) -> None:
    (copied / name).unlink()
    with pytest.raises(MissingPartError, match=f"{name} is missing.*--no-embeddings"):
        OnnxProvider(Embedding()).embed_documents(["x"])
    assert [file.is_good for file in inspect_model(bundled_model())] == [
        name != MODEL_FILE,
        name != TOKENIZER_FILE,
    ]


def test_a_model_of_ones_own_is_taken_from_its_folder(tmp_path: Path, provider: OnnxProvider) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(BUNDLED_FOLDER, folder)
    mine = OnnxProvider(Embedding(model_path=str(folder), pooling="cls", query_prefix=BUNDLED_QUERY_PREFIX))
    assert mine.dimensions == 384
    assert mine.embed_query("cart").tobytes() == provider.embed_query("cart").tobytes()
    assert mine.name == "mine"
    assert mine.fingerprint != provider.fingerprint


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE])
def test_a_model_of_ones_own_that_is_no_model_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(BUNDLED_FOLDER, folder)
    (folder / name).write_bytes(b"no model")
    with pytest.raises(MissingPartError, match=f"{name} can't be loaded"):
        OnnxProvider(Embedding(model_path=str(folder))).embed_query("x")


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingPartError, match=r"embedding\.model_path"):
        OnnxProvider(Embedding(model_path=str(tmp_path))).fingerprint  # noqa: B018


def test_a_fingerprint_covers_what_vectors_depend_on(provider: OnnxProvider) -> None:
    others = [
        OnnxProvider(Embedding(max_tokens=64)),
        OnnxProvider(Embedding(document_prefix="code: ")),
    ]
    assert len({provider.fingerprint, *(other.fingerprint for other in others)}) == 3
    assert OnnxProvider(Embedding(threads=7, query_prefix="?")).fingerprint == provider.fingerprint


def test_a_model_that_is_not_bundled_needs_a_folder() -> None:
    with pytest.raises(SettingsError, match=r"there is no model .bge-large.*model_path"):
        open_provider(Embedding(model="bge-large"))
