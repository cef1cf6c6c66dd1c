"""After an edit only those files are resolved again that can notice it, and the graph is that of a rebuild."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.incremental.building import build_anew, build_at, in_this_process
from tests.incremental.comparing import differences
from tests.incremental.tree import Folder

ALL = 7
FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": (
        "from shop.prices import Price\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n"
        "    def total(self):\n        count = 1\n        return Price(count)\n\n"
        "    def add(self, item):\n        self.items.append(item)\n        self.total().rounded()\n"
    ),
    "shop/prices.py": (
        "class Price:\n    def __init__(self, cents):\n        self.cents = cents\n\n"
        "    def rounded(self):\n        return self.cents\n\n\ndef each(work):\n    work()\n"
    ),
    "shop/web.py": (
        "from shop.cart import Cart\nfrom shop.prices import each\n\n\ndef show():\n    cart = Cart()\n"
        "    return cart.total().rounded()\n\n\ndef run():\n    each(show)\n"
    ),
    "web/api.ts": "export class Api {\n  load() {\n    return new Page();\n  }\n}\nclass Page {\n  title() {}\n}\n",
    "web/main.ts": 'import { Api } from "./api";\nexport function start() {\n  new Api().load().title();\n}\n',
    "main.go": "package main\n\nfunc helper() int {\n\treturn 1\n}\n\nfunc main() {\n\thelper()\n}\n",
}

EDITS = {
    "a comment": ("shop/cart.py", "class Cart:", "# what is bought\nclass Cart:", 1),
    "documentation": ("shop/prices.py", "class Price:\n", 'class Price:\n    """What it costs."""\n\n', 1),
    "a call in a body": ("shop/web.py", "    each(show)\n", "    each(show)\n    show()\n", 1),
    "a variable that nobody gives back": ("shop/cart.py", "count = 1\n", "count = 1\n        other = 2\n", 1),
    "a new function that nobody mentions": (
        "shop/prices.py",
        "def each",
        "def fresh():\n    pass\n\n\ndef each",
        1,
    ),
    "a new method that nobody mentions": (
        "shop/cart.py",
        "    def add",
        "    def fresh(self):\n        pass\n\n    def add",
        1,
    ),
    "a new import that nobody mentions": ("shop/cart.py", "from", "import decimal\nfrom", 1),
    "a body in TypeScript": ("web/main.ts", "new Api()", "const other = 1;\n  new Api()", 1),
    "a new export that nobody mentions": (
        "web/api.ts",
        "class Page",
        "export function fresh() {}\nclass Page",
        1,
    ),
    "a body in Go": ("main.go", "\thelper()\n", "\thelper()\n\thelper()\n", 1),
    "what a method gives back": ("shop/cart.py", "return Price(count)", "return count", ALL),
    "what is given back by a variable": ("shop/cart.py", "Price(count)", "Price(self)", ALL),
    "a base class": ("shop/cart.py", "class Cart:", "class Cart(Price):", ALL),
    "another name": ("shop/prices.py", "def rounded", "def rounded_up", ALL),
    "a new name that somebody mentions": (
        "shop/prices.py",
        "def each",
        "def title():\n    pass\n\n\ndef each",
        ALL,
    ),
    "what is handed to others": ("shop/web.py", "each(show)", "each(run)", ALL),
    "a new function in a language of units": ("main.go", "func main", "func fresh() {}\n\nfunc main", ALL),
    "an export that is gone": ("web/api.ts", "export class Api", "class Api", ALL),
}


@pytest.mark.parametrize("name", EDITS)
def test_only_those_files_are_resolved_that_notice_an_edit(name: str, tmp_path: Path) -> None:
    path, old, new, resolved = EDITS[name]
    folder = Folder(tmp_path / "project")
    folder.root.mkdir()
    files = dict(FILES)
    index, rebuilt = tmp_path / "index", tmp_path / "rebuilt"
    with in_this_process():
        folder.follow({file: text.encode() for file, text in files.items()})
        assert build_at(folder.root, index).files_resolved == ALL
        assert old in files[path]
        files[path] = files[path].replace(old, new, 1)
        folder.follow({file: text.encode() for file, text in files.items()})
        assert build_at(folder.root, index).files_resolved == resolved
        build_anew(folder.root, rebuilt)
        assert differences(index, rebuilt, folder.root, ["total", "fresh"]) == []
        assert build_at(folder.root, index).files_resolved == 0


def test_what_files_are_called_may_change_with_those_beside_them(tmp_path: Path) -> None:
    """A stub has the plain name of a module that can't be read, also where another file comes in its stead."""
    folder = Folder(tmp_path / "project")
    folder.root.mkdir()
    files = {
        "A.py": "def first():\n    pass\n",
        "lib.py": "def total():\n    pass\n",
        "lib.pyi": "def total(): ...\n",
        "use.py": "import lib\n\nlib.total()\n",
    }
    index, rebuilt = tmp_path / "index", tmp_path / "rebuilt"
    with in_this_process(tables=False) as unreadable:
        folder.follow({file: text.encode() for file, text in files.items()})
        unreadable.add("A.py")
        build_at(folder.root, index)
        unreadable.symmetric_difference_update({"A.py", "lib.py"})
        folder.touch(files)
        build_at(folder.root, index)
        build_anew(folder.root, rebuilt)
        assert differences(index, rebuilt, folder.root, ["total"], lance=False) == []
