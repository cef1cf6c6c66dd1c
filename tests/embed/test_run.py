"""Embedding in steps: what was committed stays, what is left is all that is done again."""

import numpy as np
import pytest

from codegraph.config import Embedding
from codegraph.embed import EmbedProgress, Waiting, embed_missing
from codegraph.embed.compose import text_hash
from codegraph.embed.limits import CODE_TOKENS, PROSE_TOKENS
from codegraph.embed.providers.onnx import OnnxProvider

TEXTS = {text_hash(text): Waiting(text) for text in (f"def f{i}():\n" + "    pass\n" * i for i in range(10))}


@pytest.fixture(scope="module")
def provider() -> OnnxProvider:
    return OnnxProvider(Embedding())


@pytest.fixture(scope="module")
def whole(provider: OnnxProvider) -> dict[str, bytes]:
    return run(provider, TEXTS)


def run(provider: OnnxProvider, texts: dict[str, Waiting], step_size: int = 2000) -> dict[str, bytes]:
    stored: dict[str, bytes] = {}

    def commit(hashes: list[str], matrix: np.ndarray) -> None:
        stored.update(zip(hashes, (row.tobytes() for row in matrix), strict=True))

    embed_missing(provider, texts, commit, step_size=step_size)
    return stored


@pytest.mark.parametrize("step_size", [1, 3, 10])
def test_the_size_of_the_steps_changes_no_bit(
    provider: OnnxProvider, whole: dict[str, bytes], step_size: int
) -> None:
    assert run(provider, TEXTS, step_size) == whole


def test_after_an_interruption_only_the_rest_is_embedded(
    provider: OnnxProvider, whole: dict[str, bytes]
) -> None:
    stored: dict[str, bytes] = {}

    def commit(hashes: list[str], matrix: np.ndarray) -> None:
        if len(stored) == 6:
            raise KeyboardInterrupt
        stored.update(zip(hashes, (row.tobytes() for row in matrix), strict=True))

    with pytest.raises(KeyboardInterrupt):
        embed_missing(provider, TEXTS, commit, step_size=3)
    assert list(stored) == list(TEXTS)[:6]
    rest = {key: text for key, text in TEXTS.items() if key not in stored}
    assert stored | run(provider, rest) == whole


def test_progress_ends_with_all_done_and_nothing_left(provider: OnnxProvider) -> None:
    told: list[EmbedProgress] = []
    texts = {text_hash(str(i)): Waiting(str(i)) for i in range(60)}
    report = embed_missing(provider, texts, lambda hashes, matrix: None, told.append, step_size=40)
    assert [state.done for state in told] == [25, 50, 60]
    assert {state.total for state in told} == {60}
    assert told[-1].remaining_seconds == 0
    assert told[0].remaining_seconds > 0
    assert (report.embedded, report.steps) == (60, 2)


def test_nothing_to_do_loads_no_model() -> None:
    class Refusing:
        name, fingerprint, dimensions, step_size = "refusing", "", 384, 1

        def estimate_seconds(self, tokens: int) -> None:
            raise AssertionError("nothing should be embedded")

        def embed_documents(self, texts: object, on_done: object = None, limits: object = ()) -> np.ndarray:
            raise AssertionError("nothing should be embedded")

        def embed_query(self, text: str) -> np.ndarray:
            raise AssertionError("nothing should be embedded")

    assert embed_missing(Refusing(), {}, lambda hashes, matrix: None).embedded == 0


def test_one_text_read_to_two_limits_has_two_vectors_and_so_two_hashes() -> None:
    assert text_hash("text", CODE_TOKENS) == text_hash("text") != text_hash("text", PROSE_TOKENS)
