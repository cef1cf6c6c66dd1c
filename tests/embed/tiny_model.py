"""Sentence encoders of a few hundred bytes: a token's vector is its row of a table that is drawn at random.

The graph is written as the protobuf messages that ONNX defines, field by field, so that no tool is needed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = ("[UNK]", "[CLS]", "[SEP]", "query", "document", ":", "add", "cart", "date", "parse", "total")
_INT64, _FLOAT = 7, 1


def table(dimensions: int, seed: int = 0) -> np.ndarray:
    """The vector of each word, by its place in ``WORDS``."""
    return np.random.default_rng(seed).standard_normal((len(WORDS), dimensions)).astype(np.float32)


def write_model(
    folder: Path,
    dimensions: int,
    *,
    graph: str = "model.onnx",
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    outputs: Sequence[str] = ("last_hidden_state",),
    data: bool = False,
    files: dict[str, Any] | None = None,
) -> Path:
    """Write graph and tokenizer into a folder, and ``files`` as JSON.

    Args:
        outputs: ``sentence_embedding`` is the mean over the text, any other the tokens' vectors.
        data: keep the table in a file beside the graph.
    """
    place = folder / graph
    place.parent.mkdir(parents=True, exist_ok=True)
    vectors = table(dimensions)
    if data:
        place.with_name(f"{place.name}_data").write_bytes(vectors.tobytes())
    place.write_bytes(_model(vectors, inputs, outputs, f"{place.name}_data" if data else ""))
    _tokenizer().save(str(folder / "tokenizer.json"))
    for name, content in (files or {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    return tokenizer


def _model(vectors: np.ndarray, inputs: Sequence[str], outputs: Sequence[str], data: str) -> bytes:
    width = vectors.shape[1]
    nodes = [_bytes(1, _node("Gather", ["table", inputs[0]], "hidden"))]
    for output in outputs:
        if output == "sentence_embedding":
            mean = (
                _node("ReduceMean", ["hidden"], output)
                + _bytes(5, _ints("axes", 1))
                + _bytes(5, _int("keepdims", 0))
            )
            nodes.append(_bytes(1, mean))
        else:
            nodes.append(_bytes(1, _node("Identity", ["hidden"], output)))
    graph = (
        b"".join(nodes)
        + _text(2, "tiny")
        + _bytes(5, _tensor("table", vectors, data))
        + b"".join(_bytes(11, _value(name, _INT64, ["batch", "length"])) for name in inputs)
        + b"".join(_bytes(12, _value(name, _FLOAT, _shape(name, width))) for name in outputs)
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _text(1, "") + _number(2, 17))


def _shape(output: str, width: int) -> list[str | int]:
    return ["batch", width] if output == "sentence_embedding" else ["batch", "length", width]


def _node(kind: str, inputs: Sequence[str], output: str) -> bytes:
    return b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, kind)


def _ints(name: str, value: int) -> bytes:
    return _text(1, name) + _number(8, value) + _number(20, 7)


def _int(name: str, value: int) -> bytes:
    return _text(1, name) + _number(3, value) + _number(20, 2)


def _tensor(name: str, values: np.ndarray, data: str) -> bytes:
    head = b"".join(_number(1, size) for size in values.shape) + _number(2, _FLOAT) + _text(8, name)
    if data:
        return head + _bytes(13, _text(1, "location") + _text(2, data)) + _number(14, 1)
    return head + _bytes(9, values.tobytes())


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = (_text(2, size) if isinstance(size, str) else _number(1, size) for size in shape)
    tensor = _number(1, kind) + _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())
