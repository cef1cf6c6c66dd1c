"""Impact through what no source shows: fixtures, what runs around tests, and what makes classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .test_impact_of_diffs import ask, commit, edit

if TYPE_CHECKING:
    from .project import Project


@pytest.fixture
def shop(project: Project) -> Project:
    """A project with fixtures and a metaclass, indexed."""
    project.write(
        {
            ".gitignore": ".codegraph/\n",
            "shop/__init__.py": "",
            "shop/model.py": (
                "def register(name):\n    return name\n\n\n"
                "class Meta(type):\n    def __init__(cls, name, bases, body):\n        register(name)\n\n\n"
                "class Model(metaclass=Meta):\n    pass\n"
            ),
            "shop/plain.py": "from shop.model import Model\n\n\ndef add(a, b):\n    return a + b\n",
            "tests/conftest.py": (
                "import pytest\n\n\n@pytest.fixture\ndef cart():\n    return []\n\n\n"
                "@pytest.fixture\ndef full(cart):\n    return [*cart, 1]\n\n\n"
                "@pytest.fixture(autouse=True)\ndef clean():\n    yield\n"
            ),
            "tests/test_cart.py": (
                "def test_empty(cart):\n    assert not cart\n\n\n"
                "def test_full(full):\n    assert full\n\n\ndef test_alone():\n    assert True\n"
            ),
            "tests/test_plain.py": "from shop.plain import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
        }
    )
    project.git("init", "-q", "-b", "main")
    commit(project)
    project.update()
    return project


def names(shop: Project, **options) -> set[str]:
    return {entry.name for entry in ask(shop, **options).tests.entries}


def test_a_fixture_lists_the_tests_that_are_given_it(shop: Project) -> None:
    assert names(shop, target="full") == {"test_full"}
    assert names(shop, target="cart") == {"test_empty", "test_full"}
    assert names(shop, target="clean") == {"test_empty", "test_full", "test_alone", "test_add"}


def test_a_changed_fixture_selects_its_tests(shop: Project) -> None:
    edit(shop, "tests/conftest.py", "return []", "return [2]")
    (selected,) = ask(shop, diff="HEAD").selection
    assert selected.arguments == ["tests/test_cart.py::test_empty", "tests/test_cart.py::test_full"]


def test_a_file_of_very_many_tests_runs_them_all_when_what_is_around_them_changes(shop: Project) -> None:
    many = "\n\n\n".join(f"def test_{number}():\n    assert True" for number in range(120))
    shop.write({"tests/test_many.py": f"{many}\n"})
    commit(shop)
    shop.update()
    edit(shop, "tests/conftest.py", "    yield\n", "    yield 1\n")
    (selected,) = ask(shop, diff="HEAD").selection
    assert len(selected.arguments) == 124


def test_what_a_metaclass_runs_fails_every_import_of_a_class_that_it_makes(shop: Project) -> None:
    edit(shop, "shop/model.py", "return name", "return name.lower()")
    assert names(shop, diff="HEAD") == {"test_add"}
