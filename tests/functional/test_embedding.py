"""Embedding in a process of its own: killed, failing, changed; what is done stays done, and is the same anyhow."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from codegraph.store import Store
from codegraph.store.layout import INDEX_DIR, VECTORS_FILE

from ..embed.server import Answer, Asked, EmbeddingServer, embedding_server
from ..embed.tiny_model import write_model
from .test_interruptions import PATIENCE, routines

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project, Ran

BATCH = 8


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


class Embedded:
    """A project whose texts a server embeds."""

    def __init__(self, project: Project, server: EmbeddingServer) -> None:
        self.project = project
        self.server = server
        self.environ = {
            **project.environ,
            "no_proxy": "127.0.0.1",
            "CODEGRAPH_EMBEDDING__PROVIDER": "openai",
            "CODEGRAPH_EMBEDDING__MODEL": "m",
            "CODEGRAPH_EMBEDDING__BASE_URL": server.url,
            "CODEGRAPH_EMBEDDING__BATCH_SIZE": str(BATCH),
        }

    def index(self, **environ: str) -> tuple[dict[str, Any], list[str]]:
        """Index; the report's word on embedding, and the texts that were sent."""
        before = len(self.server.texts)
        ran = self.run(**environ)
        assert ran.code == 0, ran.err
        return ran.json["report"]["embedded"], self.server.texts[before:]

    @property
    def different(self) -> int:
        """How many texts the chunks have: a package and its repository may say the same of themselves."""
        table = Store(self.project.root / INDEX_DIR).table("chunks")
        hashes = table.search().select(["dense_text_hash"]).limit(None).to_arrow()
        return len(set(hashes.column(0).to_pylist()))

    def run(self, **environ: str) -> Ran:
        return self.project.run("index", "--json", env={**self.environ, **environ})


@pytest.fixture
def embedded(project: Project, server: EmbeddingServer) -> Embedded:
    return Embedded(project.write({"many.py": routines(40)}), server)


def vectors_of(project: Project) -> tuple[dict[str, bytes], bytes]:
    """Each text's vector by its hash, and the file that is searched."""
    store = Store(project.root / INDEX_DIR)
    table = store.table("vectors").search().select(["dense_text_hash", "vector"]).limit(None).to_arrow()
    rows = table.column("vector").combine_chunks().flatten().to_numpy().reshape(table.num_rows, -1)
    current = store.current()
    assert current is not None
    hashes = table.column("dense_text_hash").to_pylist()
    assert len(set(hashes)) == len(hashes), "each text was embedded once"
    found = {text: row.tobytes() for text, row in zip(hashes, rows, strict=True)}
    return found, (current.folder / VECTORS_FILE).read_bytes()


def test_a_run_that_is_killed_while_embedding_loses_one_batch_at_most(embedded: Embedded) -> None:
    reached, killed = threading.Event(), threading.Event()

    def hold(asked: Asked) -> None:
        reached.set()
        killed.wait(PATIENCE)

    embedded.server.turns = [lambda _: None, lambda _: None, lambda _: None, hold]
    process = embedded.project.start("index", "--json", env=embedded.environ)
    assert reached.wait(PATIENCE), process.communicate()
    process.kill()
    process.communicate(timeout=PATIENCE)
    killed.set()
    before = embedded.server.texts
    done, rest = embedded.index()
    assert done["done"] == done["chunks"] > 5 * BATCH
    again = [text for text in rest if text in before]
    assert again == before[3 * BATCH :], "what was stored is not embedded again"
    assert len(again) <= BATCH
    assert len({*before, *rest}) == embedded.different


def test_a_server_that_fails_in_the_middle_keeps_the_graph_and_what_was_embedded(embedded: Embedded) -> None:
    embedded.server.turns = [lambda _: None, lambda _: None, Answer(403, {"error": "quota used up"})]
    ran = embedded.run()
    assert ran.code == 10
    assert "/embeddings: HTTP 403 (quota used up)" in ran.err
    found = embedded.project.run("search", "handle_3", "--json", "-k", "1", env=embedded.environ)
    assert found.json["hits"][0]["name"] == "handle_3"
    assert 0 < found.json["embedded_share"] < 1
    before = embedded.server.texts[: 2 * BATCH]
    done, rest = embedded.index()
    assert done["done"] == done["chunks"]
    assert not set(before) & set(rest)


def test_a_search_goes_on_by_words_when_the_server_is_gone(embedded: Embedded) -> None:
    embedded.index()
    gone = {**embedded.environ, "CODEGRAPH_EMBEDDING__TIMEOUT": "0.5"}
    embedded.server.turns = [Answer(401, {"error": "no"})]
    found = embedded.project.run("search", "check an order", "--json", env=gone)
    assert (found.code, found.json["mode"]) == (0, "lexical")
    assert "searched by words only" in found.json["notes"][-1]


def test_one_changed_function_is_one_text(embedded: Embedded) -> None:
    first, sent = embedded.index()
    assert len(sent) == embedded.different
    assert embedded.index() == (first, [])
    source = (embedded.project.root / "many.py").read_text()
    embedded.project.write({"many.py": source.replace("order 7 against", "order seven against")})
    done, changed = embedded.index()
    assert done["done"] == first["chunks"]
    assert len(changed) == 1
    assert "order seven against" in changed[0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"CODEGRAPH_EMBEDDING__MODEL": "another"}, "embed with another at "),
        ({"CODEGRAPH_EMBEDDING__MAX_TOKENS": "64"}, "embed with m at "),
        ({"CODEGRAPH_EMBEDDING__DOCUMENT_PREFIX": "passage: "}, "embed with m at "),
    ],
)
def test_after_a_change_of_model_all_is_embedded_and_the_cost_is_told(
    embedded: Embedded, change: dict[str, str], reason: str
) -> None:
    first, _ = embedded.index()
    before = len(embedded.server.texts)
    ran = embedded.run(CODEGRAPH_EMBEDDING__TOKENS_PER_MINUTE="1000000", **change)
    sent = embedded.server.texts[before:]
    assert ran.json["report"]["embedded"]["done"] == first["chunks"]
    assert len(sent) == embedded.different
    line = next(line for line in ran.err.splitlines() if reason in line)
    assert line.startswith(f"{embedded.different} texts to embed with ")
    assert " tokens, about " in line
    assert line.endswith("; the vectors that are there are of another model or other settings")
    assert embedded.index()[1] == [], "the first model's vectors are still there"


def test_after_a_change_of_what_texts_are_made_of_those_are_embedded_that_changed(embedded: Embedded) -> None:
    embedded.project.write({"short.py": "def a():\n    return 1\n"})
    first, sent = embedded.index(CODEGRAPH_EMBEDDING__MAX_TEXT_CHARS="400")
    done, changed = embedded.index(CODEGRAPH_EMBEDDING__MAX_TEXT_CHARS="200")
    assert done["done"] == first["chunks"]
    assert len(changed) == sum(len(text) > 200 for text in sent) < len(sent)


def test_a_project_can_not_send_its_readers_code_away(embedded: Embedded, server: EmbeddingServer) -> None:
    embedded.project.write(
        {"codegraph.toml": f'[embedding]\nprovider = "openai"\nmodel = "m"\nbase_url = "{server.url}"\n'}
    )
    plain = {**embedded.project.environ, "OPENAI_API_KEY": "sk-1", "CODEGRAPH_EMBEDDING__MODEL_PATH": str(
        write_model(embedded.project.root.parent / "tiny", 16)
    )}  # fmt: skip
    ran = embedded.project.run("index", "--json", env=plain)
    assert ran.code == 0
    assert ran.json["report"]["embedded"]["model"] == "m", "a name leads nowhere"
    assert "codegraph.toml: embedding.provider: is not used: a project can't set it" in ran.err
    assert "codegraph.toml: embedding.base_url: is not used: a project can't set it" in ran.err
    assert server.asked == []


def test_a_model_with_vectors_of_another_length_serves_everything(embedded: Embedded, tmp_path: Path) -> None:
    write_model(tmp_path / "small", 24, files={"config.json": {"hidden_size": 24}})
    own = {**embedded.project.environ, "CODEGRAPH_EMBEDDING__MODEL_PATH": str(tmp_path / "small")}
    done = embedded.project.run("index", "--json", env=own).json["report"]["embedded"]
    assert (done["model"], done["done"]) == ("small", done["chunks"])
    found = embedded.project.run("search", "add a total", "--mode", "vector", "--json", env=own).json
    assert (found["mode"], found["embedded_share"]) == ("vector", 1.0)
    assert found["hits"]
    status = embedded.project.run("model", "--json", env=own).json
    assert (status["dimensions"], status["up_to_date"]) == (24, True)


SHOP = {
    "shop/cart.py": 'class Cart:\n    """What somebody wants to buy."""\n\n    def add(self, item):\n'
    "        self.items.append(item)\n\n    def total(self):\n        return sum(i.price for i in self.items)\n",
    "shop/mail.py": "def send_receipt(order, smtp):\n    smtp.send(order.customer, str(order.total))\n",
    "shop/old.py": "def gone():\n    return 1\n",
}
CHANGES: list[dict[str, str | None]] = [
    {"shop/mail.py": "def send_receipt(order, smtp, copy=None):\n    smtp.send(order.customer, copy)\n"},
    {"shop/old.py": None, "shop/new.py": "def arrived():\n    return [2]\n"},
    {"shop/cart.py": "class Cart:\n    def total(self):\n        return sum(i.price for i in self.items)\n"},
]


@pytest.mark.slow
def test_vectors_after_incremental_builds_are_those_of_a_rebuild_bit_for_bit(
    make_project: MakeProject,
) -> None:
    grown = make_project("shop").write(SHOP)
    grown.update(embeddings=True)
    for change in CHANGES:
        grown.write({path: text for path, text in change.items() if text is not None})
        for path, text in change.items():
            if text is None:
                (grown.root / path).unlink()
        report = grown.update(embeddings=True)
        assert report.embedded["done"] == report.embedded["chunks"]
    fresh = make_project("shop")
    shutil.copytree(grown.root, fresh.root, ignore=shutil.ignore_patterns(".codegraph"), dirs_exist_ok=True)
    fresh.update(embeddings=True)
    built, searched = vectors_of(fresh)
    kept, searched_before = vectors_of(grown)
    assert len(built) >= 6
    assert searched_before == searched
    assert {text: kept[text] for text in built} == built
