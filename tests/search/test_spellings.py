"""A name in any spelling finds its symbol first: symbols drawn at random from real packages."""

import random
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import codegraph
from codegraph.graph.respelled import MIN_TYPO, one_letter_apart
from codegraph.graph.spelling import letters
from codegraph.graph.view import GraphView
from codegraph.model import CALLABLE_KINDS, TYPE_KINDS
from codegraph.search import Filters, search
from codegraph.store.layout import INDEX_DIR
from codegraph.store.names import without_extension
from codegraph.text import split_name

PROJECTS = ("rich", "networkx", "hypothesis")
DRAWN = 200
SEED = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module", params=PROJECTS)
def view(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> GraphView:
    spec = find_spec(request.param)
    assert spec is not None
    assert spec.submodule_search_locations
    root = tmp_path_factory.mktemp(request.param)
    source = Path(next(iter(spec.submodule_search_locations)))
    shutil.copytree(source, root / request.param, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    codegraph.index(root, embeddings=False).close()
    return GraphView.open(root / INDEX_DIR)


def drawn(view: GraphView) -> list[int]:
    """Functions, methods and classes of the package, any of them as likely as another."""
    rows = [row for row in range(view.node_count) if view.kind(row) in CALLABLE_KINDS | TYPE_KINDS]
    return random.Random(SEED).sample(rows, DRAWN)


def first(view: GraphView, query: str) -> int:
    hits = search(view, view.folder, query, mode="lexical", filters=Filters()).hits
    row = view.row_of(hits[0].fqn) if hits else None
    return -1 if row is None else row


def snake(name: str) -> str:
    return "_".join(split_name(name))


def camel(name: str) -> str:
    head, *rest = split_name(name)
    return head + "".join(word.capitalize() for word in rest)


def pascal(name: str) -> str:
    return "".join(word.capitalize() for word in split_name(name))


def kebab(name: str) -> str:
    return "-".join(split_name(name))


@pytest.mark.slow
@pytest.mark.parametrize("spelling", [str, snake, camel, pascal, kebab], ids=lambda f: f.__name__)
def test_a_name_is_found_however_its_words_are_joined(view: GraphView, spelling: object) -> None:
    assert callable(spelling)
    names = [view.name(row) for row in drawn(view)]
    found = {name: view.name(first(view, spelling(name))) for name in names}
    # A module may bear the name as well.
    lost = {name: hit for name, hit in found.items() if letters(without_extension(hit)) != letters(name)}
    assert not lost


@pytest.mark.slow
def test_an_fqn_and_its_dotted_form_find_the_symbol_itself(view: GraphView) -> None:
    for row in drawn(view):
        fqn = view.fqn(row)
        assert first(view, fqn) == row
        assert letters(view.fqn(first(view, fqn.replace("::", ".")))) == letters(fqn)


@pytest.mark.slow
def test_a_member_is_found_by_its_class_and_name_in_other_spellings(view: GraphView) -> None:
    lost = []
    for row in drawn(view):
        parent = view.parent(row)
        if view.kind(parent) not in TYPE_KINDS:
            continue
        wanted = (letters(view.name(parent)), letters(view.name(row)))
        query = f"{snake(view.name(parent))}.{camel(view.name(row))}"
        hit = first(view, query)
        if (letters(view.name(view.parent(hit))), letters(view.name(hit))) != wanted:
            lost.append(query)
    assert not lost


@pytest.mark.slow
def test_one_wrong_letter_is_forgiven(view: GraphView) -> None:
    """Where the text with its mistake is no other name, nor a letter away from one."""
    chance = random.Random(SEED)
    known = set(view.key_letters)
    lost = []
    asked = 0
    for row in drawn(view):
        name = view.name(row)
        wrong = misspelled(name, chance)
        text = letters(wrong)
        near = {key for key in known if key == text or one_letter_apart(key, text)}
        if min(len(text), len(letters(name))) < MIN_TYPO or near != {letters(name)}:
            continue
        asked += 1
        if letters(view.name(first(view, wrong))) != letters(name):
            lost.append((name, wrong))
    assert not lost
    assert asked > DRAWN / 2


def misspelled(name: str, chance: random.Random) -> str:
    """A name with a letter dropped, doubled, changed or swapped with the next one."""
    places = [place for place, sign in enumerate(name) if sign.isalnum()]
    place = chance.choice(places)
    before, letter, after = name[:place], name[place], name[place + 1 :]
    return chance.choice(
        (
            before + after,
            before + letter + letter + after,
            before + chance.choice(LETTERS.replace(letter.lower(), "")) + after,
            before + after[:1] + letter + after[1:],
        )
    )
