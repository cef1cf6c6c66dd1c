"""What the second and every later run does: no more than what changed, and what a first run would do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .recorder import Recorder

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

INDEX = ".codegraph/index"
CODE = {
    "gone.py": "def ghost():\n    return 2\n",
    "old.py": 'def helper():\n    """Help out with a hand."""\n    return 1\n',
    "user.py": 'from old import helper\n\n\ndef use():\n    """Make use of it."""\n    return helper()\n',
}


def fresh_copy(project: Project, make_project: MakeProject) -> Project:
    """The same sources without an index, in a folder of the same name."""
    copy = make_project(project.root.name)
    ignored = shutil.ignore_patterns("index")
    shutil.copytree(project.root, copy.root, dirs_exist_ok=True, symlinks=True, ignore=ignored)
    return copy


def files_of(index: Path) -> dict[str, int]:
    """When each file of the index was written, but for what is noted of times."""
    return {
        str(path.relative_to(index)): path.stat().st_mtime_ns
        for path in index.rglob("*")
        if path.is_file() and path.name not in ("files.bin", "summary.json", "lock")
    }


@pytest.fixture
def indexed(project: Project) -> Project:
    project.write(CODE)
    project.age()
    project.update()
    return project


def test_nothing_changed_means_nothing_parsed_and_nothing_published(indexed: Project) -> None:
    before = files_of(indexed.root / INDEX)
    ran = indexed.run("index", "--no-embeddings")
    assert ran.code == 0
    assert ran.out.startswith(f"up to date: {indexed.root}")
    assert "generation 1, 0 files parsed, 3 from the cache" in ran.out
    report = indexed.update()
    assert (report.changed, report.files_parsed, report.generation) == (False, 0, 1)
    assert files_of(indexed.root / INDEX) == before


def test_one_changed_file_is_parsed_alone(indexed: Project) -> None:
    indexed.write({"old.py": "def helper():\n    return 3\n"})
    report = indexed.update()
    assert (report.changed, report.files_parsed, report.files_cached, report.generation) == (True, 1, 2, 2)


def test_a_touched_file_is_looked_at_once_and_never_published(indexed: Project) -> None:
    (indexed.root / "old.py").touch()
    report = indexed.update()
    assert (report.changed, report.files_parsed, report.generation) == (False, 0, 1)
    assert "parse" in report.seconds
    indexed.age()
    indexed.update()
    assert "parse" not in indexed.update().seconds, "the new times are kept"
    assert indexed.run("status", "--json").json["dirty_paths"] == []


def test_a_change_that_keeps_size_and_time_is_seen_when_it_is_that_fresh(project: Project) -> None:
    project.write(CODE).update()
    path = project.root / "old.py"
    info = path.stat()
    path.write_text(CODE["old.py"].replace("helper", "walper"))
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert project.update().changed
    assert len(project.export().named("walper")) == 1


def test_full_parses_everything_and_gives_the_same_graph(indexed: Project) -> None:
    before = indexed.exported()
    report = indexed.update(full=True)
    assert (report.files_parsed, report.files_cached) == (3, 0)
    assert indexed.exported() == before


def test_a_way_back_comes_from_the_cache(indexed: Project) -> None:
    before = indexed.exported()
    indexed.write({"old.py": "def helper():\n    return 3\n"}).update()
    assert indexed.exported() != before
    indexed.write({"old.py": CODE["old.py"]})
    report = indexed.update()
    assert (report.changed, report.files_parsed) == (True, 0)
    assert indexed.exported() == before


def test_renamed_and_deleted_files_leave_nothing_behind(indexed: Project, make_project: MakeProject) -> None:
    root = indexed.root
    (root / "old.py").rename(root / "fresh.py")
    indexed.write({"user.py": CODE["user.py"].replace("old", "fresh")})
    (root / "gone.py").unlink()
    indexed.update()
    exported = indexed.export()
    assert ("user.py:4", "calls", "fresh.py:1") in exported.links
    assert ("user.py:0", "imports", "fresh.py:0") in exported.links
    assert not {"old.py:0", "old.py:1", "gone.py:0", "gone.py:1"} & exported.code
    for words in ("helper", "ghost", "old", "gone"):
        hits = indexed.run("search", words, "--json").json["hits"]
        assert not {hit["path"] for hit in hits} & {"old.py", "gone.py"}
    copy = fresh_copy(indexed, make_project)
    copy.update()
    assert indexed.exported() == copy.exported()

    (root / "fresh.py").unlink()
    indexed.update()
    exported = indexed.export()
    assert "user.py:4" in exported.code
    assert not any(dst.startswith("fresh.py") for _, _, dst in exported.links)
    shutil.rmtree(copy.root / INDEX)
    (copy.root / "fresh.py").unlink()
    copy.update()
    assert indexed.exported() == copy.exported()

    (root / "user.py").unlink()
    ran = indexed.run("index", "--no-embeddings")
    assert ran.code == 0
    assert "nothing to index" in ran.err
    assert indexed.export().code == set()
    assert indexed.run("search", "use", "--json").json["hits"] == []


def test_paths_with_quotes_are_searched_filtered_and_deleted_alone(project: Project) -> None:
    project.write(
        {
            "plain.py": 'def even():\n    """Compute the even total."""\n    return 2\n',
            "it's/don't.py": 'def odd():\n    """Compute the odd total."""\n    return 1\n',
            "x' OR '1'='1.py": 'def strange():\n    """Compute a strange total."""\n    return 3\n',
        }
    )
    project.update(embeddings=True)

    def places(*words: str) -> set[str]:
        hits = project.run("search", *words, "--json").json["hits"]
        return {f"{hit['path']}:{hit['line']}" for hit in hits}

    assert "it's/don't.py:1" in places("odd total")
    filtered = places("total", "--path", "it's")
    assert "it's/don't.py:1" in filtered
    assert "plain.py:1" not in filtered
    (project.root / "it's/don't.py").unlink()
    (project.root / "x' OR '1'='1.py").unlink()
    project.update(embeddings=True)
    assert places("odd total") == places("even total")
    assert {place for place in places("even total") if not place.endswith(":0")} == {"plain.py:1"}


def test_an_export_is_the_same_each_time(indexed: Project) -> None:
    assert indexed.run("export", "jsonl", "-o", "one").code == 0
    assert indexed.run("export", "jsonl", "-o", "two").code == 0
    for name in ("nodes", "edges", "unresolved"):
        one, two = (indexed.root / folder / f"{name}.jsonl" for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    assert (indexed.root / "one" / "nodes.jsonl").read_bytes() == indexed.exported()["nodes"]


# --- embeddings --------------------------------------------------------------------------------------------


def vectors_of(project: Project) -> bytes:
    """The vectors of the current generation."""
    number = (project.root / INDEX / "CURRENT").read_text().strip()
    return (project.root / INDEX / "generations" / number / "vectors.bin").read_bytes()


def test_embeddings_are_added_by_a_later_run_and_made_anew_for_changed_texts_alone(
    indexed: Project, make_project: MakeProject
) -> None:
    assert indexed.run("search", "lend a hand").err.startswith("searched by words only")
    ran = indexed.run("index")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("embedded ")
    assert "the graph is ready and can be questioned while the embeddings are made" in ran.err
    found = indexed.run("search", "lend a hand", "--json", "-k", "1")
    assert found.err == ""
    assert found.json["hits"][0]["name"] == "helper"

    recorder = Recorder()
    report = indexed.update(embeddings=True, progress=recorder)
    assert (report.changed, "embed" in recorder.totals) == (False, False)

    indexed.write({"gone.py": CODE["gone.py"] + '\n\ndef added():\n    """Something new."""\n'})
    recorder = Recorder()
    report = indexed.update(embeddings=True, progress=recorder)
    assert recorder.totals["embed"] == recorder.done["embed"] == 2, "the function and its module's outline"
    assert report.embedded["done"] == report.embedded["chunks"]

    copy = fresh_copy(indexed, make_project)
    copy.update(embeddings=True)
    assert vectors_of(indexed) == vectors_of(copy)


def test_a_run_without_embeddings_keeps_the_vectors_of_unchanged_texts(indexed: Project) -> None:
    indexed.update(embeddings=True)
    indexed.write({"gone.py": "", "old.py": CODE["old.py"].replace("Help out", "Assist")})
    report = indexed.update()
    done, chunks = int(report.embedded["done"]), int(report.embedded["chunks"])
    assert 0 < done < chunks
    assert indexed.run("search", "make use", "--mode", "vector", "--json").json["hits"][0]["name"] == "use"
    recorder = Recorder()
    indexed.update(embeddings=True, progress=recorder)
    assert recorder.totals["embed"] == chunks - done


# --- an update is what a first run would be -----------------------------------------------------------------

SHOP: dict[str, str | None] = {
    "shop/__init__.py": "from shop.models import Product\n\n__all__ = ['Product']\n",
    "shop/models.py": "from shop.base import Base\n\n\nclass Product(Base):\n"
    "    def price(self):\n        return self.save()\n",
    "shop/base.py": "class Base:\n    def save(self):\n        return 1\n\n\nclass Other(Base):\n"
    "    def save(self):\n        return super().save()\n",
    "shop/alternative.py": "class Product:\n    def price(self):\n        return 2\n",
    "shop/views.py": "from flask import Flask\n\nfrom shop import Product\n\napp = Flask(__name__)\n\n\n"
    "@app.route('/price')\ndef price():\n    return Product().price()\n",
    "tests/test_views.py": "from shop.views import price\n\n\ndef test_price():\n    assert price()\n",
    "web/package.json": '{"name": "@acme/web"}',
    "web/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["lib/*"]}}}',
    "web/src/app.ts": 'import { format } from "@lib/format";\nimport { Cart } from "./barrel";\n\n'
    "export function run(): string {\n  return format(new Cart().total());\n}\n",
    "web/src/barrel.ts": 'export * from "./cart";\n',
    "web/src/cart.ts": "export class Cart {\n  total(): number {\n    return 1;\n  }\n}\n",
    "web/src/basket.ts": 'import { Cart as Base } from "./cart";\n\nexport class Cart extends Base {\n'
    "  total(): number {\n    return super.total();\n  }\n}\n",
    "web/lib/format.ts": "export const format = (n: number): string => String(n);\n",
    "web/other/format.ts": "export function format(n: number): string {\n  return `${n}`;\n}\n",
}
PYTHON_EDITS: dict[str, dict[str, str | None]] = {
    "a re-export names another module": {"shop/__init__.py": "from shop.alternative import Product\n"},
    "a re-export is a wildcard": {"shop/__init__.py": "from shop.models import *\n"},
    "a base class is another one": {
        "shop/models.py": "from shop.base import Other\n\n\nclass Product(Other):\n"
        "    def price(self):\n        return self.save()\n"
    },
    "a method of the base class goes away": {
        "shop/base.py": "class Base:\n    pass\n\n\nclass Other:\n    pass\n"
    },
    "lines move": {"shop/base.py": f"# a note\n\n{SHOP['shop/base.py']}"},
    "a route changes": {"shop/views.py": str(SHOP["shop/views.py"]).replace("/price", "/cost")},
    "a module becomes a package": {
        "shop/models.py": None,
        "shop/models/__init__.py": "from shop.models.product import Product\n",
        "shop/models/product.py": "from ..base import Base\n\n\nclass Product(Base):\n    price = Base.save\n",
    },
    "a module is shadowed by a package": {"shop/views/__init__.py": "def price():\n    return 0\n"},
    "a file is broken": {"shop/base.py": "class Base(:\n    def save(self)\n\nclass Other(Base: pass\n"},
    "a file is emptied": {"shop/__init__.py": ""},
    "files go away": {"shop/base.py": None, "web/src/cart.ts": None},
    "a test is added": {
        "tests/test_more.py": "import shop\n\n\ndef test_more():\n    shop.Product().price()\n"
    },
    "a name is imported as another": {
        "shop/__init__.py": "import shop.models as deep\n\nProduct = deep.Product\n",
    },
}
OTHER_EDITS: dict[str, dict[str, str | None]] = {
    "a barrel exports another module": {"web/src/barrel.ts": 'export * from "./basket";\n'},
    "a barrel exports by name": {"web/src/barrel.ts": 'export { Cart as default, Cart } from "./cart";\n'},
    "a path of the tsconfig leads elsewhere": {
        "web/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["other/*"]}}}'
    },
    "a tsconfig goes away": {"web/tsconfig.json": None},
    "a folder becomes a package": {"web/other/package.json": '{"name": "@lib/format", "main": "format.ts"}'},
    "a package gets another name": {"web/package.json": '{"name": "@acme/front"}'},
    "a manifest appears at the root": {"pyproject.toml": '[project]\nname = "acme-shop"\n'},
    "files are ignored": {".gitignore": "cart.ts\nalternative.py\n"},
    "a setting leaves files out": {"codegraph.toml": 'exclude = ["tests/"]\n'},
    "the root gets another name": {"codegraph.toml": 'root_alias = "acme"\n'},
    "a language is left out": {"codegraph.toml": 'languages = ["typescript"]\n'},
    "statements are wanted": {"codegraph.toml": "include_statements = true\n"},
    "frameworks are not wanted": {"codegraph.toml": "[fingerprints]\nenable = false\n"},
}
EDITS = {
    " and ".join(names): {**PYTHON_EDITS[names[0]], **OTHER_EDITS[names[1]]}
    for names in zip(PYTHON_EDITS, OTHER_EDITS, strict=True)
}
"""Two edits at a time, which have little to do with each other: it is quicker."""


def apply(project: Project, edit: dict[str, str | None]) -> Project:
    """Write and delete files; a folder that holds no more files goes as well."""
    project.write({path: text for path, text in edit.items() if text is not None})
    for path in (path for path, text in edit.items() if text is None):
        place = project.root / path
        place.unlink(missing_ok=True)
        if place.parent != project.root and place.parent.is_dir() and not any(place.parent.iterdir()):
            place.parent.rmdir()
    return project


@pytest.fixture(scope="module")
def shop(make_project: MakeProject) -> Project:
    project = apply(make_project("shop"), SHOP)
    project.update()
    return project


@pytest.fixture(scope="module")
def original(shop: Project) -> dict[str, bytes]:
    return shop.exported()


@pytest.mark.parametrize("name", EDITS)
def test_an_update_gives_what_a_first_run_would_give(
    shop: Project, original: dict[str, bytes], make_project: MakeProject, name: str
) -> None:
    apply(shop, EDITS[name])
    assert shop.update().changed
    fresh = fresh_copy(shop, make_project)
    fresh.update()
    assert shop.exported() == fresh.exported()
    assert shop.exported() != original, "the edit makes a difference"
    apply(shop, {path: SHOP.get(path) for path in EDITS[name]})  # the next update takes it back, too


def test_edits_taken_back_leave_the_graph_as_it_was(shop: Project, original: dict[str, bytes]) -> None:
    shop.update()
    assert shop.exported() == original


def test_edits_on_top_of_each_other_give_what_a_first_run_would_give(
    shop: Project, make_project: MakeProject
) -> None:
    for number, edit in enumerate(EDITS.values()):
        apply(shop, edit)
        if number % 3 == 2:
            shop.update()
            fresh = fresh_copy(shop, make_project)
            fresh.update()
            assert shop.exported() == fresh.exported()
