"""What is new in a file and noticed by others that do not mention it: by calls, loops, lists of public names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.incremental.building import build_anew, build_at, in_this_process
from tests.incremental.comparing import differences
from tests.incremental.tree import Folder

PYTHON = (
    "from typing import NamedTuple\n\n\nclass Item:\n    def go(self):\n        pass\n\n\nclass Other:\n"
    "    def went(self):\n        pass\n\n\nclass Box:\n    def m(self):\n        return 1\n\n\n"
    "class Row(NamedTuple):\n    other: Other\n\n\ndef old():\n    return Box()\n"
)
SCRIPT = "class Item { go() {} }\nclass Box { m() { return 1; } }\nfunction old() { return new Box(); }\n"
FILES = {
    **{f"more{number}.py": f"a{number} = {number}\n" for number in range(6)},
    "lib.py": PYTHON,
    "use.py": (
        "from lib import *\n\n\ndef use(row: Row):\n    old()\n    box = Box()\n    with box as x:\n        x.go()\n"
        "    for x in box:\n        x.go()\n    box[1].go()\n    box().go()\n    first, *_ = row\n    first.go()\n"
    ),
    "lib.ts": "export interface Maker { x: number }\nexport class Item { go() {} }\nexport class Box { m() {} }\n",
    "use.ts": (
        'import { Box, Maker } from "./lib";\nexport function use(m: Maker) {\n  new Box().m();\n  m().go();\n'
        "  new m().go();\n}\n"
    ),
    "old.js": SCRIPT + "exports.old = old;\n",
    "box.kt": "class Box { fun m() {} }\nclass Item\nfun top() {\n    fun Box.local() {}\n}\n",
    "use.kt": "fun use(box: Box) { box.local() }\n",
    "page.js": "export function page() {\n  const o = { show() {} };\n  o.show();\n}\n",
    "more.js": "exports.foo = function () {};\n",
    "use.js": 'const lib = require("./old");\nfunction use(x) { lib.foo(); new lib(); lib(); x.show(); x.hide(); }\n',
}
METHOD = "class Box:\n    def {}:\n        return Item()\n\n"
EDITS = {
    **{
        f"{method} in Python": ("lib.py", "class Box:\n", METHOD.format(method))
        for method in (
            "__init__(self)", "__new__(cls)", "__enter__(self)", "__aenter__(self)", "__iter__(self)",
            "__getitem__(self, at)", "__call__(self)", "__getattr__(self, name)",
        )
    },
    "a first list of what is public": ("lib.py", "def old", "__all__ = ['fresh']\ndef fresh():\n    pass\n\n\ndef old"),
    "a field of a tuple": ("lib.py", "    other: Other\n", "    item: Item\n    other: Other\n"),
    "a constructor": ("lib.ts", "class Box {", "class Box { constructor() {}"),
    "a call signature": ("lib.ts", "{ x: number }", "{ x: number; (): Item }"),
    "a construct signature": ("lib.ts", "{ x: number }", "{ x: number; new (): Item }"),
    "what is spread in exports": ("old.js", "exports.old", "module.exports = {...require('./more')};\nexports.old"),
    "what a module is as a whole": ("old.js", "exports.old", "module.exports = Box;\nexports.old"),
    "a method in a function": ("page.js", "{ show() {}", "{ hide() {}, show() {}"),
    "a method in a function once more": ("page.js", "  o.show", "  const p = { show() {} };\n  o.show"),
    "an extension in a function": ("box.kt", "fun Box.local", "fun Item.local"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_what_is_noticed_without_its_name_is_resolved_everywhere(name: str, tmp_path: Path) -> None:
    path, old, new = EDITS[name]
    folder = Folder(tmp_path / "project")
    folder.root.mkdir()
    files = {file: text.encode() for file, text in FILES.items()}
    index, rebuilt = tmp_path / "index", tmp_path / "rebuilt"
    with in_this_process(tables=False):
        folder.follow(files)
        build_at(folder.root, index)
        assert old in FILES[path]
        folder.follow(files | {path: FILES[path].replace(old, new, 1).encode()})
        build_at(folder.root, index)
        build_anew(folder.root, rebuilt)
        assert differences(index, rebuilt, folder.root, ["use"], lance=False) == []
