"""What is written shows in the very next answer, with git and without, and answers say how far they are behind."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import codegraph
from codegraph.builder import build
from codegraph.errors import NotFoundError, UsageError
from codegraph.freshness.memory import Memory, recall, remember
from codegraph.refresh.running import Order, refresh
from codegraph.store.layout import read_current
from codegraph.store.lock import writer_lock

from .conftest import LONG_AGO, age, blind, git, here, make, put

if TYPE_CHECKING:
    from codegraph.api import Codegraph

INDEX = ".codegraph/index"


def callers(graph: Codegraph, name: str) -> list[str]:
    """Short names of the symbols that call one."""
    return sorted(one.name for one in graph.symbol(name).top_callers)


def test_nothing_changed_means_nothing_built(
    root: Path, graph: Codegraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.builder.build", lambda *_, **__: pytest.fail("it was built"))
    answer = graph.symbol("price")
    assert (answer.refreshed_files, answer.stale, answer.dirty_count, answer.last_error) == (0, False, 0, "")


def test_an_edit_shows_in_the_next_answer(root: Path, graph: Codegraph) -> None:
    put(root, "shop/cart.py", "from shop.money import price\n\n\ndef grand_total():\n    return price()\n")
    answer = graph.symbol("price")
    assert [one.name for one in answer.top_callers] == ["grand_total"]
    assert (answer.refreshed_files, answer.stale, answer.dirty_paths) == (1, False, [])
    assert graph.symbol("price").refreshed_files == 0


def test_a_new_file_shows_in_the_next_answer(root: Path, graph: Codegraph) -> None:
    put(root, "shop/tax/rates.py", "from shop.money import price\n\n\ndef tax():\n    return price()\n")
    assert callers(graph, "price") == ["tax", "total"]


def test_a_new_file_in_a_folder_that_was_empty_shows(tmp_path: Path) -> None:
    place = make(tmp_path / "shop")
    (place / "later" / "inner").mkdir(parents=True)
    age(place)
    codegraph.index(place, embeddings=False).close()
    graph = here(codegraph.open(place))
    put(place, "later/inner/new.py", "def brand_new():\n    pass\n")
    assert graph.symbol("brand_new").path == "later/inner/new.py"


def test_a_deleted_file_is_gone_from_the_next_answer(root: Path, graph: Codegraph) -> None:
    (root / "shop/cart.py").unlink()
    assert callers(graph, "price") == []
    with pytest.raises(NotFoundError):
        graph.symbol("total")


def test_a_renamed_file_is_found_under_its_new_name(root: Path, graph: Codegraph) -> None:
    (root / "shop/money.py").rename(root / "shop/cash.py")
    put(root, "shop/cart.py", "from shop.cash import price\n\n\ndef total():\n    return price()\n")
    detail = graph.symbol("price")
    assert (detail.path, [one.name for one in detail.top_callers]) == ("shop/cash.py", ["total"])


def test_files_that_are_touched_are_not_parsed(
    root: Path, graph: Codegraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.builder.build", lambda *_, **__: pytest.fail("it was built"))
    for path in root.rglob("*.py"):
        path.touch()
    answer = graph.symbol("price")
    assert (answer.refreshed_files, answer.stale) == (0, False)


def test_a_clock_that_was_set_back_hides_no_change(root: Path, graph: Codegraph) -> None:
    put(root, "shop/money.py", "def price():\n    return 2\n\n\ndef vat():\n    return 3\n")
    os.utime(root / "shop/money.py", ns=(LONG_AGO - 10**15, LONG_AGO - 10**15))
    assert graph.symbol("vat").path == "shop/money.py"


def test_a_file_that_is_moved_over_another_with_its_size_and_time_is_seen(
    root: Path, graph: Codegraph
) -> None:
    put(root, "other.txt", "def price():\n    return 7\n")
    os.utime(root / "other.txt", ns=(LONG_AGO, LONG_AGO))
    (root / "other.txt").replace(root / "shop/money.py")
    assert graph.symbol("price").refreshed_files == 1


def test_a_marked_file_is_looked_at_whatever_its_figures_are(root: Path, graph: Codegraph) -> None:
    (root / "shop/money.py").write_text("def prize():\n    return 1\n")
    os.utime(root / "shop/money.py", ns=(LONG_AGO, LONG_AGO))
    blind(root)
    assert graph.symbol("price").refreshed_files == 0
    graph.mark_dirty(root / "shop/money.py", "shop/cart.py")
    assert graph.symbol("prize").refreshed_files == 1
    assert not (root / INDEX / "marks").exists()


def test_a_path_outside_of_the_project_can_not_be_marked(graph: Codegraph) -> None:
    for path in ("../other.py", "/etc/passwd"):
        with pytest.raises(UsageError, match="lies outside"):
            graph.mark_dirty("shop/cart.py", path)
    assert not (graph.root / INDEX / "marks").exists()


def test_what_git_ignores_is_no_news(tmp_path: Path) -> None:
    place = make(tmp_path / "shop")
    put(place, ".gitignore", "out/\n*.gen.py\n")
    git(place, "init", "-q")
    git(place, "add", "-A")
    git(place, "commit", "-qm", "start")
    age(place)
    codegraph.index(place, embeddings=False).close()
    graph = here(codegraph.open(place))
    put(place, "out/made.py", "def made_up():\n    pass\n")
    put(place, "shop/a.gen.py", "def generated():\n    pass\n")
    assert graph.map().stale is False
    assert read_current(place / INDEX) == 1
    put(place, ".gitignore", "")
    assert graph.symbol("made_up").path == "out/made.py"
    assert graph.symbol("generated").path == "shop/a.gen.py"


def test_a_branch_that_was_switched_while_nothing_ran_is_seen(tmp_path: Path) -> None:
    place = make(tmp_path / "shop")
    git(place, "init", "-q", "-b", "main")
    git(place, "add", "-A")
    git(place, "commit", "-qm", "start")
    git(place, "switch", "-qc", "other")
    put(place, "shop/cart.py", "from shop.money import price\n\n\ndef elsewhere():\n    return price()\n")
    git(place, "commit", "-qam", "other")
    git(place, "switch", "-q", "main")
    codegraph.index(place, embeddings=False).close()
    git(place, "switch", "-q", "other")
    assert callers(here(codegraph.open(place)), "price") == ["elsewhere"]
    git(place, "switch", "-q", "main")
    assert callers(here(codegraph.open(place)), "price") == ["total"]


def test_settings_that_change_what_is_indexed_count_at_once(root: Path, graph: Codegraph) -> None:
    put(root, "codegraph.toml", 'exclude = ["cart.py"]\n')
    assert callers(here(codegraph.open(root)), "price") == []


def test_options_of_the_index_hold_for_refreshes(tmp_path: Path) -> None:
    place = make(tmp_path / "shop")
    put(place, "web.js", "function page() {}\n")
    codegraph.index(place, embeddings=False, languages=["python"]).close()
    graph = here(codegraph.open(place))
    put(place, "shop/new.py", "def brand_new():\n    pass\n")
    assert graph.symbol("brand_new").refreshed_files == 1
    with pytest.raises(NotFoundError):
        graph.symbol("page")


def test_a_refresh_leaves_the_same_as_a_new_index(root: Path, graph: Codegraph, tmp_path: Path) -> None:
    put(
        root,
        "shop/cart.py",
        "from shop.money import price as p\n\n\nclass Cart:\n    def sum(self):\n        return p()\n",
    )
    put(root, "shop/more.py", "from shop.cart import Cart\n\n\ndef go():\n    return Cart().sum()\n")
    graph.export_jsonl(tmp_path / "kept")
    codegraph.index(root, embeddings=False, full=True).export_jsonl(tmp_path / "anew")
    for name in ("nodes.jsonl", "edges.jsonl", "unresolved.jsonl"):
        assert (tmp_path / "kept" / name).read_bytes() == (tmp_path / "anew" / name).read_bytes()


# --- when it does not work out ---


def test_manual_mode_tells_what_is_behind_and_changes_nothing(root: Path) -> None:
    graph = here(codegraph.open(root, freshness={"mode": "manual"}))
    put(root, "shop/money.py", "def price():\n    return 2\n")
    put(root, "shop/new.py", "x = 1\n")
    answer = graph.symbol("price")
    assert (answer.stale, answer.dirty_count, answer.dirty_paths) == (
        True,
        2,
        ["shop/money.py", "shop/new.py"],
    )
    assert read_current(root / INDEX) == 1


def test_what_is_not_found_may_be_in_the_files_that_the_index_is_behind(root: Path) -> None:
    graph = here(codegraph.open(root, freshness={"mode": "manual"}))
    with pytest.raises(NotFoundError, match=r"map` shows what it holds$"):
        graph.symbol("brand_new")
    put(root, "shop/new.py", "def brand_new():\n    pass\n")
    with pytest.raises(NotFoundError, match="the index is behind 1 file; run `codegraph index`"):
        graph.symbol("brand_new")


def test_another_writer_is_waited_for_no_longer_than_the_budget(root: Path) -> None:
    graph = here(codegraph.open(root, freshness={"budget_ms": 50}))
    put(root, "shop/money.py", "def price():\n    return 2\n")
    with writer_lock(root / INDEX, "codegraph index", 0):
        answer = graph.symbol("price")
    assert (answer.stale, answer.dirty_paths) == (True, ["shop/money.py"])
    assert "`codegraph index`" in answer.last_error
    assert recall(root / INDEX) == Memory()


def test_a_writer_that_comes_first_once_more_is_waited_for(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "shop/money.py", "def price():\n    return 2\n")
    waits: list[float] = []

    def note(*given: object, wait: float, **options: object) -> object:
        waits.append(wait)
        return build(*given, wait=wait, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("codegraph.builder.build", note)
    assert refresh(Order(root=str(root), wait=-1.0)).count == 1
    put(root, "shop/money.py", "def price():\n    return 3\n")
    assert refresh(Order(root=str(root), wait=60.0)).count == 1
    assert waits[0] < 0
    assert 0 < waits[1] <= 60


def test_a_refresh_that_is_known_to_take_too_long_is_not_tried(root: Path) -> None:
    graph = here(codegraph.open(root, freshness={"budget_ms": 5000}))
    remember(root / INDEX, Memory(seconds=60.0, files=1, at=time.time()))
    put(root, "shop/money.py", "def price():\n    return 2\n")
    answer = graph.symbol("price")
    assert (answer.stale, answer.dirty_count) == (True, 1)
    assert "about 60 s" in answer.last_error
    assert read_current(root / INDEX) == 1
    graph.refresher.patience = float("inf")
    assert graph.symbol("price").refreshed_files == 1
    assert recall(root / INDEX).seconds < 60


def test_a_refresh_that_takes_too_long_is_given_up_and_the_old_index_answers(root: Path) -> None:
    graph = here(codegraph.open(root, freshness={"budget_ms": 0}))
    put(root, "shop/money.py", "def price():\n    return 2\n")
    answer = graph.symbol("price")
    assert (answer.stale, answer.dirty_paths) == (True, ["shop/money.py"])
    assert "given up" in answer.last_error
    assert recall(root / INDEX).gave_up
    assert recall(root / INDEX).vain == 1
    assert graph.status().last_error == answer.last_error
    codegraph.index(root, embeddings=False).close()
    assert graph.symbol("price").stale is False


def test_a_refresh_that_was_given_up_is_not_tried_again_at_once_but_later(root: Path) -> None:
    graph = here(codegraph.open(root))
    given_up = Memory(seconds=5.0, gave_up=True, vain=1, at=time.time())
    remember(root / INDEX, given_up)
    put(root, "shop/money.py", "def price():\n    return 2\n")
    answer = graph.symbol("price")
    assert (answer.stale, answer.dirty_count) == (True, 1)
    assert "was given up; run `codegraph index`" in answer.last_error
    remember(root / INDEX, msgspec.structs.replace(given_up, at=time.time() - 200))
    assert graph.symbol("price").refreshed_files == 1
    assert recall(root / INDEX).vain == 0


def test_commands_that_run_out_of_time_together_count_as_one(root: Path) -> None:
    graph, other = (here(codegraph.open(root, freshness={"budget_ms": 0})) for _ in range(2))
    put(root, "shop/money.py", "def price():\n    return 2\n")
    remembered = graph.refresher._after

    def after_another(*words: Any) -> Any:
        graph.refresher._after = remembered  # type: ignore[method-assign]
        assert other.symbol("price").stale
        return remembered(*words)

    graph.refresher._after = after_another  # type: ignore[method-assign]
    assert graph.symbol("price").stale
    assert recall(root / INDEX).vain == 1


def test_a_machine_that_is_busy_with_other_things_does_not_count_as_cost(
    root: Path, graph: Codegraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, waited = build, 1.0

    def build_late(*arguments: Any, **options: Any) -> Any:
        time.sleep(waited)
        return real(*arguments, **options)

    monkeypatch.setattr("codegraph.builder.build", build_late)
    put(root, "shop/money.py", "def price():\n    return 2\n")
    assert graph.symbol("price").refreshed_files == 1
    outcome = graph.refresher.outcome
    assert outcome is not None
    assert outcome.cost <= outcome.seconds - waited / 2
    assert recall(root / INDEX).seconds == outcome.cost


def test_a_failing_refresh_keeps_the_old_index_and_is_not_repeated_for_nothing(
    root: Path, graph: Codegraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise UsageError("this does not work")

    monkeypatch.setattr("codegraph.builder.build", fail)
    put(root, "shop/money.py", "def price():\n    return 2\n")
    answer = graph.symbol("price")
    assert (answer.stale, answer.last_error) == (True, "this does not work")
    monkeypatch.setattr("codegraph.builder.build", lambda *_, **__: pytest.fail("it was tried again"))
    assert graph.symbol("price").last_error == "this does not work"
    monkeypatch.setattr("codegraph.builder.build", build)
    put(root, "shop/money.py", "def price():\n    return 20\n")
    assert graph.symbol("price").refreshed_files == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the user may write everywhere")
def test_an_index_that_can_not_be_written_answers_and_says_so(root: Path, graph: Codegraph) -> None:
    put(root, "shop/money.py", "def price():\n    return 2\n")
    (root / INDEX).chmod(0o500)
    answer = graph.symbol("price")
    (root / INDEX).chmod(0o700)
    assert answer.stale
    assert "can't be written" in answer.last_error


def test_a_look_that_was_not_cheap_is_not_repeated_within_the_debounce_time(
    root: Path, graph: Codegraph
) -> None:
    refresher = graph.refresher
    assert graph.symbol("price").stale is False
    refresher._look_cost = 10.0
    put(root, "shop/money.py", "def price():\n    return 2\n")
    assert graph.symbol("price").refreshed_files == 0
    graph.mark_dirty("shop/money.py")
    assert graph.symbol("price").refreshed_files == 1


def test_every_answer_has_the_fields(graph: Codegraph) -> None:
    answers = [
        graph.map(),
        graph.search("price", mode="lexical"),
        graph.impact("price"),
        graph.symbol("price"),
    ]
    for answer in answers:
        told = msgspec.to_builtins(answer)
        assert {"refreshed_files", "stale", "dirty_count", "dirty_paths", "last_error"} <= told.keys()
