"""Models of one's own: what their files say is done, what can't be done is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codegraph.config import Embedding
from codegraph.embed.providers.onnx import OnnxProvider
from codegraph.errors import CodegraphError, MissingPartError, SettingsError
from tests.embed.tiny_model import WORDS, table, write_model

CLS_POOLING = {"1_Pooling/config.json": {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}}


def expected(words: str, dimensions: int, *, mean: bool = True, keep: int | None = None) -> np.ndarray:
    """The vector of words by hand."""
    rows = table(dimensions)[[WORDS.index(word) for word in ("[CLS]", *words.split(), "[SEP]")]]
    pooled = (rows.mean(axis=0) if mean else rows[0])[:keep]
    return (pooled / np.linalg.norm(pooled)).astype(np.float16)


def opened(folder: Path, **settings: Any) -> OnnxProvider:
    return OnnxProvider(Embedding(model_path=str(folder), **settings))


@pytest.mark.parametrize("dimensions", [3, 64, 768, 1024])
def test_vectors_may_have_any_length(tmp_path: Path, dimensions: int) -> None:
    provider = opened(write_model(tmp_path, dimensions))
    found = provider.embed_documents(["add cart", "parse date"])
    assert provider.dimensions == dimensions
    assert np.allclose(found[0], expected("add cart", dimensions), atol=1e-3)
    assert np.allclose(found[1], expected("parse date", dimensions), atol=1e-3)


def test_what_the_config_says_of_the_length_needs_no_model_in_memory(tmp_path: Path) -> None:
    write_model(tmp_path, 16, files={"config.json": {"hidden_size": 16}})
    (tmp_path / "model.onnx").write_bytes(b"no model")
    assert opened(tmp_path).dimensions == 16


@pytest.mark.parametrize(
    ("files", "settings", "mean"),
    [
        ({}, {}, True),
        (CLS_POOLING, {}, False),
        (CLS_POOLING, {"pooling": "mean"}, True),
        ({}, {"pooling": "cls"}, False),
        ({"1_Pooling/config.json": {"pooling_mode_mean_tokens": True}}, {}, True),
        ({"1_Pooling/config.json": {"pooling_mode_max_tokens": True}}, {"pooling": "cls"}, False),
    ],
)
def test_pooling_is_what_the_settings_or_else_the_files_say(
    tmp_path: Path, files: dict[str, Any], settings: dict[str, Any], mean: bool
) -> None:
    provider = opened(write_model(tmp_path, 8, files=files), **settings)
    assert np.allclose(provider.embed_documents(["total"])[0], expected("total", 8, mean=mean), atol=1e-3)


PROMPTS = {"config_sentence_transformers.json": {"prompts": {"query": "query: ", "passage": "document: "}}}


def test_prefixes_are_what_the_settings_or_else_the_files_say(tmp_path: Path) -> None:
    write_model(tmp_path, 8, files=PROMPTS)
    own, set_to = opened(tmp_path), opened(tmp_path, query_prefix="", document_prefix="parse ")
    assert np.allclose(own.embed_documents(["total"])[0], expected("document : total", 8), atol=1e-3)
    assert np.allclose(own.embed_query("total"), expected("query : total", 8), atol=1e-3)
    assert np.allclose(set_to.embed_documents(["total"])[0], expected("parse total", 8), atol=1e-3)
    assert np.allclose(set_to.embed_query("total"), expected("total", 8), atol=1e-3)
    assert own.fingerprint != set_to.fingerprint


@pytest.mark.parametrize(
    "files",
    [
        {"sentence_bert_config.json": {"max_seq_length": 4}},
        {"tokenizer_config.json": {"model_max_length": 4}},
        {
            "config.json": {"max_position_embeddings": 4},
            "tokenizer_config.json": {"model_max_length": 10**30},
        },
    ],
)
def test_a_text_is_cut_where_the_model_ends(tmp_path: Path, files: dict[str, Any]) -> None:
    provider = opened(write_model(tmp_path, 8, files=files))
    found = provider.embed_documents(["add cart total total date"], limits=[256])
    assert np.allclose(found[0], expected("add cart", 8), atol=1e-3)


def test_each_text_may_have_a_limit_of_its_own(tmp_path: Path) -> None:
    provider = opened(write_model(tmp_path, 8), max_tokens=8)
    text = "add " * 20
    code, prose, short = provider.embed_documents([text] * 3, limits=[0, 12, 3])
    assert np.allclose(code, expected("add " * 6, 8), atol=1e-3)
    assert np.allclose(prose, expected("add " * 10, 8), atol=1e-3)
    assert np.allclose(short, expected("add", 8), atol=1e-3)


def test_fewer_dimensions_are_the_first_ones(tmp_path: Path) -> None:
    provider = opened(write_model(tmp_path, 32), dimensions=8)
    assert provider.dimensions == 8
    assert np.allclose(provider.embed_documents(["cart"])[0], expected("cart", 32, keep=8), atol=1e-3)
    assert provider.fingerprint != opened(tmp_path).fingerprint


@pytest.mark.parametrize("graph", ["onnx/model.onnx", "model.onnx"])
@pytest.mark.parametrize("as_file", [True, False])
def test_the_graph_may_lie_in_a_folder_of_its_own_and_be_named_itself(
    tmp_path: Path, graph: str, as_file: bool
) -> None:
    write_model(tmp_path / "my-model", 8, graph=graph)
    provider = opened(tmp_path / "my-model" / graph if as_file else tmp_path / "my-model")
    assert provider.name == "my-model"
    assert np.allclose(provider.embed_documents(["cart"])[0], expected("cart", 8), atol=1e-3)


def test_weights_may_lie_beside_the_graph_and_count(tmp_path: Path) -> None:
    write_model(tmp_path, 8, data=True)
    before = opened(tmp_path).fingerprint
    assert np.allclose(opened(tmp_path).embed_documents(["cart"])[0], expected("cart", 8), atol=1e-3)
    (tmp_path / "model.onnx_data").write_bytes(table(8, seed=1).tobytes())
    assert opened(tmp_path).fingerprint != before


def test_a_graph_that_makes_the_vector_itself_is_taken_at_its_word(tmp_path: Path) -> None:
    alone = opened(write_model(tmp_path / "a", 8, outputs=["sentence_embedding"]), pooling="cls")
    assert np.allclose(alone.embed_documents(["cart"])[0], expected("cart", 8), atol=1e-3)
    both = opened(
        write_model(tmp_path / "b", 8, outputs=["sentence_embedding", "token_embeddings"]), pooling="cls"
    )
    assert np.allclose(both.embed_documents(["cart"])[0], expected("cart", 8, mean=False), atol=1e-3)


def test_a_model_needs_neither_mask_nor_types_and_gets_both(tmp_path: Path) -> None:
    for number, inputs in enumerate([["input_ids"], ["input_ids", "token_type_ids", "attention_mask"]]):
        provider = opened(write_model(tmp_path / str(number), 8, inputs=inputs))
        assert np.allclose(provider.embed_documents(["cart"])[0], expected("cart", 8), atol=1e-3)


def test_texts_without_any_number_are_estimated(tmp_path: Path) -> None:
    assert opened(write_model(tmp_path, 8)).estimate_seconds(1000) > 0


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an input": ({"inputs": ["input_ids", "pixel_values"]}, "it takes input_ids, pixel_values; known are input_ids"),
    "no ids": ({"inputs": ["tokens"]}, "it takes tokens; known are"),
    "a step": (
        {"files": {"modules.json": [{"type": "sentence_transformers.models.Dense", "path": "2_Dense"}]}},
        "asks for a step 'Dense'",
    ),
    "a pooling": (
        {"files": {"1_Pooling/config.json": {"pooling_mode_max_tokens": True}}},
        "asks for pooling_mode_max_tokens; .*embedding.pooling",
    ),
    "two poolings": (
        {"files": {"1_Pooling/config.json": {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}}},
        "asks for pooling_mode_cls_token, pooling_mode_mean_tokens",
    ),
    "a wrong length": ({"files": {"config.json": {"hidden_size": 16}}}, "gives 8 numbers a text, and 16 are expected"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_model_asks_for_and_does_not_get_is_said(tmp_path: Path, case: str) -> None:
    options, message = REFUSED[case]
    write_model(tmp_path, 8, **options)
    with pytest.raises(MissingPartError, match=message):
        opened(tmp_path).embed_documents(["cart"])


def test_more_dimensions_than_there_are_can_not_be_had(tmp_path: Path) -> None:
    write_model(tmp_path / "said", 8, files={"config.json": {"hidden_size": 8}})
    with pytest.raises(SettingsError, match=r"embedding\.dimensions: said gives 8 numbers"):
        opened(tmp_path / "said", dimensions=9).embed_query("x")
    write_model(tmp_path / "unsaid", 8)
    with pytest.raises(CodegraphError, match="gives 8 numbers a text, and 9 are expected"):
        opened(tmp_path / "unsaid", dimensions=9).embed_query("x")


@pytest.mark.parametrize("name", ["config.json", "modules.json", "1_Pooling/config.json"])
def test_files_that_are_no_json_are_named(tmp_path: Path, name: str) -> None:
    write_model(tmp_path, 8, files={name: {}})
    (tmp_path / name).write_bytes(b"[" * 100_000)
    with pytest.raises(MissingPartError, match=f"{name} is not JSON"):
        opened(tmp_path).embed_query("x")


def test_files_of_another_shape_than_expected_say_nothing(tmp_path: Path) -> None:
    odd = {
        "config.json": [],
        "modules.json": {"a": 1},
        "1_Pooling/config.json": "mean",
        "config_sentence_transformers.json": {"prompts": ["query"]},
        "sentence_bert_config.json": {"max_seq_length": "many"},
    }
    provider = opened(write_model(tmp_path, 8, files=odd))
    assert np.allclose(provider.embed_query("cart"), expected("cart", 8), atol=1e-3)
