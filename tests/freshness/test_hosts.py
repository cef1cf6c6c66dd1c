"""Processes that live on: refreshes of their own process, which go on after an answer, and listeners."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import codegraph
from codegraph.freshness.memory import Memory, remember
from codegraph.store.layout import read_current
from codegraph.store.lock import writer_lock

from .conftest import put

if TYPE_CHECKING:
    from codegraph.freshness.delta import Changes

INDEX = ".codegraph/index"
PATIENCE = 100


def test_a_refresh_in_a_process_of_its_own_is_waited_for(root: Path) -> None:
    with codegraph.open(root) as graph:
        put(root, "shop/money.py", "def price():\n    return 2\n\n\ndef vat():\n    return 3\n")
        answer = graph.symbol("vat")
        assert (answer.refreshed_files, answer.stale) == (1, False)


def test_after_the_budget_the_old_index_answers_and_the_refresh_goes_on(root: Path) -> None:
    with codegraph.open(root, freshness={"budget_ms": 0}) as graph:
        ended = threading.Event()
        graph.subscribe(lambda _: ended.set())
        put(root, "shop/money.py", "def price():\n    return 2\n\n\ndef vat():\n    return 3\n")
        first = graph.symbol("price")
        assert (first.refreshed_files, first.stale, first.dirty_paths) == (0, True, ["shop/money.py"])
        assert ended.wait(PATIENCE)
        graph.refresher.patience = PATIENCE
        second = graph.symbol("vat")
        assert (second.refreshed_files, second.stale) == (1, False)


def test_where_a_refresh_is_known_to_take_long_no_answer_waits_for_it(root: Path) -> None:
    with codegraph.open(root, freshness={"budget_ms": 60_000}) as graph:
        remember(root / INDEX, Memory(seconds=1000.0, files=1, at=time.time()))
        put(root, "shop/money.py", "def price():\n    return 2\n")
        with writer_lock(root / INDEX, "codegraph index", 0):
            assert graph.symbol("price").stale
        graph.refresher.patience = PATIENCE
        assert graph.symbol("price").stale is False


def test_closing_ends_what_goes_on_and_the_index_stays_whole(root: Path) -> None:
    graph = codegraph.open(root, freshness={"budget_ms": 0})
    put(root, "shop/money.py", "def price():\n    return 2\n")
    assert graph.symbol("price").stale
    graph.close()
    assert codegraph.open(root, freshness={"mode": "manual"}).symbol("price").name == "price"


def test_questions_of_several_threads_share_one_refresh(root: Path) -> None:
    with codegraph.open(root) as graph:
        put(root, "shop/money.py", "def price():\n    return 2\n")
        found = []
        threads = [threading.Thread(target=lambda: found.append(graph.refresh())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert sorted(one.refreshed_files for one in found) == [0, 0, 0, 1]
        assert read_current(root / INDEX) == 2


def test_listeners_hear_what_was_added_changed_and_removed(root: Path) -> None:
    heard: list[Changes] = []
    with codegraph.open(root) as graph:
        end = graph.subscribe(heard.append)
        put(
            root,
            "shop/money.py",
            "# moved down\n\n\ndef price():\n    return 1\n\n\ndef vat():\n    return 3\n",
        )
        put(
            root, "shop/cart.py", "from shop.money import price\n\n\ndef grand_total():\n    return price()\n"
        )
        graph.refresh()
        (changes,) = heard
        assert changes.files == ["shop/cart.py", "shop/money.py"]
        assert changes.added == ["shop::shop/cart::grand_total", "shop::shop/money::vat"]
        assert changes.removed == ["shop::shop/cart::total"]
        assert "shop::shop/money::price" not in changes.changed
        end()
        put(root, "shop/money.py", "def price():\n    return 5\n")
        graph.refresh()
        assert len(heard) == 1


def test_listeners_hear_of_builds_of_others(root: Path) -> None:
    heard: list[Changes] = []
    with codegraph.open(root) as graph:
        graph.subscribe(heard.append)
        put(root, "shop/money.py", "def price():\n    return 5\n")
        codegraph.index(root, embeddings=False).close()
        graph.refresh()
        assert [changes.changed for changes in heard] == [["shop::shop/money", "shop::shop/money::price"]]
