"""Near-duplicates: what counts as alike, and that none is missed."""

import textwrap
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import codegraph
from codegraph.errors import UsageError
from codegraph.graph.view import GraphView
from codegraph.search.duplicates import RUN, duplicates
from codegraph.store.layout import INDEX_DIR
from tests.projects import write

BODY = """
    total = 0
    for item in items:
        if item.price > limit:
            total += item.price * item.count
    log.info("summed up", total)
    return total
"""
FILES = {
    "shop/orders.py": f"def sum_orders(items, limit):{BODY}",
    "shop/bills.py": "class Bill:\n    def sum_orders(self, items, limit):" + textwrap.indent(BODY, "    "),
    "shop/other.py": "def sum_orders(items, limit):" + BODY.replace("0\n", "1\n"),
    "shop/names.py": """
def shorten(name):
    words = name.split()
    first = words[0]
    last = words[-1]
    middle = [word[0] for word in words[1:-1]]
    return " ".join([first, *middle, last])
""",
    "shop/short.py": "def one():\n    return 1\n\n\ndef two():\n    return 1\n",
    "tests/test_orders.py": f"def sum_orders(items, limit):{BODY}",
    "web/sum.ts": """
export function a() {
  return [1, 2, 3]
    .map(x => x + 1)
    .filter(x => x > 1)
    .sort()
}
export function b() {
 return [1,2,3].map(x => x+1)
 .filter(x => x>1)

 .sort()

}
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> codegraph.Codegraph:
    root = write(tmp_path_factory.mktemp("copies"), FILES)
    return codegraph.index(root, embeddings=False)


def groups(shop: codegraph.Codegraph, scope: str = "", **options: object) -> list[list[str]]:
    answer = shop.duplicates(scope, **options)  # type: ignore[arg-type]
    return [[f"{symbol.path}:{symbol.name}" for symbol in group.symbols] for group in answer.groups]


NEARLY = ["shop/bills.py:sum_orders", "shop/orders.py:sum_orders", "shop/other.py:sum_orders"]


def test_copies_are_found_whatever_their_blanks_and_few_other_tokens(shop: codegraph.Codegraph) -> None:
    assert groups(shop, "shop/", threshold=0.7) == [NEARLY]
    (group,) = shop.duplicates("shop/", threshold=0.7).groups
    assert (group.lines, group.saved_lines) == (7, 14)
    assert 0.7 < group.similarity < 1


def test_a_copy_that_was_formatted_anew_is_the_same(shop: codegraph.Codegraph) -> None:
    found = shop.duplicates("web", threshold=1.0, min_lines=5).groups
    assert not found
    assert groups(shop, "web", threshold=0.8, min_lines=5) == [["web/sum.ts:a", "web/sum.ts:b"]]


def test_short_ones_and_tests_are_left_out_unless_asked_for(shop: codegraph.Codegraph) -> None:
    assert ["tests/test_orders.py:sum_orders"] not in groups(shop)
    with_tests = ["shop/orders.py:sum_orders", "tests/test_orders.py:sum_orders"]
    assert groups(shop, threshold=0.95, tests=True) == [with_tests]
    assert groups(shop, "shop/short.py", min_lines=1, threshold=0.5) == []


def test_a_limit_shows_those_first_that_cost_most(shop: codegraph.Codegraph) -> None:
    answer = shop.duplicates(min_lines=5, threshold=0.7, limit=1)
    assert (len(answer.groups), answer.total, answer.truncated) == (1, 2, True)
    assert answer.groups[0].lines == 7


@pytest.mark.parametrize("options", [{"threshold": 0}, {"threshold": 1.1}, {"min_lines": 0}, {"limit": 0}])
def test_numbers_that_make_no_sense_are_refused(shop: codegraph.Codegraph, options: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        shop.duplicates(**options)  # type: ignore[arg-type]


WORDS = st.lists(st.sampled_from("abcde"), min_size=RUN, max_size=12)


def runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@given(st.lists(WORDS, min_size=2, max_size=6), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
@settings(max_examples=25, deadline=None)
def test_just_those_pairs_are_tied_whose_runs_are_alike(
    folder: Path, bodies: list[list[str]], threshold: float
) -> None:
    texts = [["def", "f", "(", ")", ":", *words] for words in bodies]
    source = {f"m{i}.py": "def f():\n    " + "\n    ".join(words) + "\n" for i, words in enumerate(bodies)}
    for old in folder.glob("m*.py"):
        old.unlink()
    codegraph.index(write(folder, source), embeddings=False).close()
    with GraphView.open(folder / INDEX_DIR) as view:
        found = duplicates(
            view, lambda path: source[path].encode(), lambda _: True, threshold=threshold, min_lines=1
        )
        tied = {frozenset(view.path(row) for row in group.rows) for group in found}
    alike = set()
    for one, other in combinations(range(len(bodies)), 2):
        mine, its = runs(texts[one]), runs(texts[other])
        if len(mine & its) / len(mine | its) >= threshold - 1e-9:
            alike.add(frozenset({f"m{one}.py", f"m{other}.py"}))
    assert all(any(pair <= group for group in tied) for pair in alike)
    assert all(any(path in pair for pair in alike) for group in tied for path in group)
