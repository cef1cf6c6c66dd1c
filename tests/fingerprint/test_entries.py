"""Entry points that manifests name."""

from __future__ import annotations

import pytest

from codegraph.fingerprint.entries import entry_rows
from codegraph.fingerprint.view import View
from codegraph.model import EntryPoint
from tests.fingerprint.reading import look

CODE = """
# file: app/src/shop/cli.py
def main(): ...
class App:
    def run(self): ...
# file: app/src/shop/__init__.py
def start(): ...
# file: web/bin/tool.js
run()
# file: web/src/cli.ts
run()
# file: web/src/users.ts
export function list() { }
"""


@pytest.mark.parametrize(
    ("folder", "entry", "expected"),
    [
        ("app", EntryPoint("bin", "shop", "shop.cli:main"), "app/src/shop/cli::main"),
        ("app", EntryPoint("bin", "shop", "shop.cli:App.run [extra]"), "app/src/shop/cli::App::run"),
        ("app", EntryPoint("script", "shop", "shop:start"), "app/src/shop/__init__::start"),
        ("web", EntryPoint("bin", "shop", "shop.cli:main"), ""),
        ("app", EntryPoint("bin", "shop", "shop.cli:missing"), ""),
        ("web", EntryPoint("bin", "tool", "./bin/tool.js"), "web/bin/tool.js"),
        ("", EntryPoint("bin", "tool", "web/bin/tool.js"), "web/bin/tool.js"),
        ("web", EntryPoint("bin", "cli", "./dist/cli.js"), "web/src/cli.ts"),
        ("app", EntryPoint("bin", "cli", "./dist/cli.js"), ""),
        ("web", EntryPoint("script", "test", "bin/tool.js"), ""),
        ("web", EntryPoint("main", ".", "bin/tool.js"), ""),
        ("web", EntryPoint("function", "list", "web/src/users.list"), "web/src/users.ts::list"),
        ("web", EntryPoint("function", "list", "src/users.list"), ""),
        ("app", EntryPoint("function", "main", "app/src/shop.cli.main"), "app/src/shop/cli::main"),
    ],
)
def test_an_entry_point_means_a_function_or_a_file(folder: str, entry: EntryPoint, expected: str) -> None:
    view = View(look(CODE).graph)
    found = [view.fqns[row].removeprefix("p::") for row, _, _ in entry_rows(view, {folder: [entry]})]
    assert found == ([expected] if expected else [])
