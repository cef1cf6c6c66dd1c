"""Chunks and vectors: embedded once, kept by content, published with the generation that they belong to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from codegraph.graph.view import GraphView
from codegraph.model import CHUNK_COLUMNS, Columns
from codegraph.store import Store, vectors
from codegraph.store.layout import VECTORS_FILE
from codegraph.store.vectors_file import read_vectors_file
from tests.graphs import graph_of, node

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from codegraph.store.writer import Writer

GRAPH = graph_of([node("m", "module", ["@m.py"]), *(node(f"m::f{number}") for number in range(6))])
MODEL = "bge'small@1"


def chunks(texts: Iterable[str]) -> Columns:
    """One chunk a node, from row 1 on; a text's own word is its hash."""
    rows = [
        {"id": f"m::f{at}#0", "node": at + 1, "dense_text": text, "dense_text_hash": text, "path": "m.py"}
        for at, text in enumerate(texts)
    ]
    empty = {"string": "", "dictionary": "", "int32": 0}
    return {name: [row.get(name, empty[kind]) for row in rows] for name, kind in CHUNK_COLUMNS}


def matrix(texts: Iterable[str], dimensions: int = 384) -> npt.NDArray[np.float16]:
    """A vector that tells which text it is of."""
    import numpy as np

    return np.array([[float(sum(map(ord, text)))] * dimensions for text in texts], dtype=np.float16)


def published(index: Path) -> dict[int, float]:
    """The first number of the vector of each node of the current generation."""
    current = Store(index).current()
    assert current is not None
    file = read_vectors_file(current.folder / VECTORS_FILE)
    return {int(row): float(vector[0]) for row, vector in zip(file.nodes, file.matrix, strict=True)}


def publish(writer: Writer, texts: Iterable[str], **options: Any) -> None:
    writer.publish(GRAPH, files=[], summary={}, **options)
    writer.put_chunks(chunks(texts))


def test_vectors_are_joined_with_the_chunks_that_need_them(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b", "a"])
        assert writer.known_vectors(MODEL) == set()
        writer.add_vectors(MODEL, ["a", "b", "z"], matrix(["a", "b", "z"]))
        assert writer.known_vectors(MODEL) == {"a", "b", "z"}
        assert writer.publish_embeddings() == 3
    assert published(tmp_path) == {1: 97.0, 2: 98.0, 3: 97.0}
    current = Store(tmp_path).current()
    assert current is not None
    assert current.manifest["embeddings"] == {"model": MODEL, "chunks": 3, "vectors": 3}
    assert set(current.manifest["tables"]) == {"nodes", "edges", "unresolved", "chunks", "vectors"}


def test_the_graph_can_be_asked_while_embedding_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b", "c"])
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
        with GraphView.open(tmp_path) as view:
            assert view.node_count == 7
        assert writer.publish_embeddings() == 1
        assert published(tmp_path) == {1: 97.0}
        writer.add_vectors(MODEL, ["c"], matrix(["c"]))
        assert writer.publish_embeddings() == 2
        assert published(tmp_path) == {1: 97.0, 3: 99.0}


def test_a_later_run_goes_on_where_an_earlier_one_stopped(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
    with Store(tmp_path).writer("embed") as writer:
        table = writer.load_chunks(["dense_text_hash", "dense_text"])
        assert table is not None
        missing = set(table.column("dense_text_hash").to_pylist()) - writer.known_vectors(MODEL)
        assert missing == {"b"}
        writer.add_vectors(MODEL, ["b"], matrix(["b"]))
        assert writer.publish_embeddings() == 2
    assert published(tmp_path) == {1: 97.0, 2: 98.0}


DIE_AFTER_SOME_VECTORS = """
import os, signal, sys
from pathlib import Path
from codegraph.store import Store
from tests.store.test_embeddings import MODEL, matrix, publish
with Store(Path(sys.argv[1])).writer("index") as writer:
    publish(writer, ["a", "b", "c"])
    writer.add_vectors(MODEL, ["a", "b"], matrix(["a", "b"]))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_vectors_made_before_a_kill_are_not_made_again(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DIE_AFTER_SOME_VECTORS, str(tmp_path)]
    subprocess.run(command, check=False, cwd=Path(__file__).parents[2])
    with Store(tmp_path).writer("index") as writer:
        assert writer.current is not None
        assert writer.known_vectors(MODEL) == {"a", "b"}
        assert writer.publish_embeddings() == 2


def test_unchanged_texts_are_known_after_a_new_generation(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors(MODEL, ["a", "b"], matrix(["a", "b"]))
        writer.publish_embeddings()
    with Store(tmp_path).writer("index") as writer:
        writer.publish(GRAPH, files=[], summary={}, chunks=chunks(["b", "new"]), model=MODEL)
        assert published(tmp_path) == {1: 98.0}


def test_another_model_starts_afresh_and_leaves_the_first_ones_vectors(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a"])
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
        assert writer.known_vectors("other") == set()
        writer.add_vectors("other", ["a"], matrix(["b"]))
        assert writer.publish_embeddings("other") == 1
        assert published(tmp_path) == {1: 98.0}
        assert writer.publish_embeddings(MODEL) == 1
        assert published(tmp_path) == {1: 97.0}


def test_no_vectors_and_no_chunks_are_published_as_such(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        writer.publish(GRAPH, files=[], summary={})
        assert writer.publish_embeddings(MODEL) == 0
        writer.put_chunks(chunks([]))
        assert writer.publish_embeddings(MODEL) == 0
        writer.put_chunks(chunks(["a"]))
        assert writer.publish_embeddings(MODEL) == 0
    assert published(tmp_path) == {}


def test_vectors_of_the_wrong_shape_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer, pytest.raises(ValueError, match="2 texts"):
        writer.add_vectors(MODEL, ["a", "b"], matrix(["a"]))
    with Store(tmp_path).writer("index") as writer:
        publish(writer, [])
        with pytest.raises(ValueError, match="fingerprint"):
            writer.publish_embeddings()


def test_a_reader_of_vectors_keeps_the_ones_it_opened(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
        writer.publish_embeddings()
        assert writer.current is not None
        old = read_vectors_file(writer.current.folder / VECTORS_FILE)
        writer.add_vectors(MODEL, ["b"], matrix(["b"]))
        writer.publish_embeddings()
        assert old.nodes.tolist() == [1]
        assert float(old.matrix[0][0]) == 97.0


def test_vectors_nobody_needs_are_spared_until_there_are_twice_as_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MIN_ROWS", 0)
    old = [f"old{number}" for number in range(10)]
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b", "c", "d"])
        writer.add_vectors(MODEL, old[:4], matrix(old[:4]))
        writer.add_vectors(MODEL, ["a", "b", "c", "d"], matrix("abcd"))
        writer.publish_embeddings()
    with Store(tmp_path).writer("index") as writer:
        assert len(writer.known_vectors(MODEL)) == 8
        writer.add_vectors(MODEL, old[4:], matrix(old[4:]))
        writer.publish_embeddings()
    with Store(tmp_path).writer("index") as writer:
        # Six stay: what is needed and half as much again, the newest of the rest.
        assert writer.known_vectors(MODEL) == {"a", "b", "c", "d", "old8", "old9"}
        assert writer.publish_embeddings(MODEL) == 4


def test_models_with_vectors_of_other_lengths_live_side_by_side(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors(MODEL, ["a", "b"], matrix("ab"))
        writer.add_vectors("wide", ["a", "b"], matrix("ba", 768))
        assert writer.publish_embeddings("wide") == 2
        assert published(tmp_path) == {1: 98.0, 2: 97.0}
        current = Store(tmp_path).current()
        assert current is not None
        assert read_vectors_file(current.folder / VECTORS_FILE).matrix.shape == (2, 768)
        assert {"vectors", "vectors_768"} <= set(current.manifest["tables"])
        assert writer.publish_embeddings(MODEL) == 2
        assert published(tmp_path) == {1: 97.0, 2: 98.0}
    assert Store(tmp_path).table("vectors_768").count_rows() == 2
    with Store(tmp_path).writer("index") as writer:
        assert writer.known_vectors(MODEL) == writer.known_vectors("wide") == {"a", "b"}


def test_a_model_that_changed_the_length_of_its_vectors_starts_afresh(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors(MODEL, ["a", "b"], matrix("ab"))
    with Store(tmp_path).writer("index") as writer:
        writer.add_vectors(MODEL, ["b"], matrix("b", 16))
        assert writer.known_vectors(MODEL) == {"b"}
        assert writer.publish_embeddings() == 1
        assert published(tmp_path) == {2: 98.0}


def test_vectors_of_every_length_are_pruned_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "MIN_ROWS", 0)
    old = [f"old{number}" for number in range(10)]
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a", "b"])
        writer.add_vectors("wide", old, matrix(old, 768))
        writer.add_vectors(MODEL, ["a", "b"], matrix("ab"))
        writer.publish_embeddings()
    with Store(tmp_path).writer("index") as writer:
        assert writer.known_vectors(MODEL) == {"a", "b"}
        assert len(writer.known_vectors("wide")) == 1


def test_a_damaged_table_of_vectors_is_made_anew(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a"])
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
    for path in (tmp_path / "lance" / "vectors.lance").rglob("*.lance"):
        path.write_bytes(b"garbage")
    with Store(tmp_path).writer("index") as writer:
        assert writer.known_vectors(MODEL) == set()
        writer.add_vectors(MODEL, ["a"], matrix(["a"]))
        assert writer.publish_embeddings() == 1


def test_many_small_batches_are_compacted(tmp_path: Path) -> None:
    with Store(tmp_path).writer("index") as writer:
        publish(writer, ["a"])
        for number in range(20):
            writer.add_vectors(MODEL, [f"t{number}"], matrix([f"t{number}"]))
        writer.publish_embeddings()
    data = tmp_path / "lance" / "vectors.lance" / "data"
    assert len(list(data.iterdir())) <= 3
    assert Store(tmp_path).table("vectors").count_rows() == 20
    with Store(tmp_path).writer("index") as writer:
        assert len(writer.known_vectors(MODEL)) == 20
