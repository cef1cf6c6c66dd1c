"""go.mod and go.work: which folder of the repository an import path means, seen from each module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import Tree, configs, look, reasons, write

SHOP = "module example.org/shop\n\ngo 1.22\n"
PAY = "module example.org/pay/v2\n"

# files, and module path to folder for each module
VISIBLE: dict[str, tuple[Tree, dict[str, dict[str, str]]]] = {
    "one module": ({"go.mod": SHOP}, {"": {"example.org/shop": ""}}),
    "a quoted path and comments": (
        {"go.mod": 'module "example.org/shop" // the shop\n// module other\n'},
        {"": {"example.org/shop": ""}},
    ),
    "modules that know nothing of each other": (
        {"a/go.mod": SHOP, "b/go.mod": PAY},
        {"a": {"example.org/shop": "a"}, "b": {"example.org/pay/v2": "b"}},
    ),
    "a workspace": (
        {
            "go.work": "go 1.22\nuse (\n\t./a\n\t./b // second\n)\nuse ../out\n",
            "a/go.mod": SHOP,
            "b/go.mod": PAY,
        },
        {
            "a": {"example.org/shop": "a", "example.org/pay/v2": "b"},
            "b": {"example.org/shop": "a", "example.org/pay/v2": "b"},
        },
    ),
    "a module that the workspace does not use": (
        {"go.work": "use ./a\n", "a/go.mod": SHOP, "b/go.mod": PAY},
        {"a": {"example.org/shop": "a"}, "b": {"example.org/pay/v2": "b"}},
    ),
    "replaced by a folder": (
        {"go.mod": f"{SHOP}replace example.org/old v1.0.0 => ./forks/old\n", "forks/old/go.mod": PAY},
        {
            "": {"example.org/shop": "", "example.org/old": "forks/old"},
            "forks/old": {"example.org/pay/v2": "forks/old"},
        },
    ),
    "replacements in a block, out of the root, and without a module": (
        {"a/go.mod": f"{SHOP}replace (\n\tx => ../../up\n\ty => ./none\n\tz => ../b\n)\n", "b/go.mod": PAY},
        {"a": {"example.org/shop": "a", "z": "b"}, "b": {"example.org/pay/v2": "b"}},
    ),
    "replaced by another module of the repository": (
        {"a/go.mod": f"{SHOP}replace x => example.org/pay/v2 v2.0.0\n", "b/go.mod": PAY},
        {"a": {"example.org/shop": "a", "x": "b"}, "b": {"example.org/pay/v2": "b"}},
    ),
    "required by its path": (
        {"a/go.mod": f"{SHOP}require example.org/pay/v2 v2.1.0 // indirect\n", "b/go.mod": PAY},
        {"a": {"example.org/shop": "a", "example.org/pay/v2": "b"}, "b": {"example.org/pay/v2": "b"}},
    ),
    "test data is required from elsewhere": (
        {"a/go.mod": f"{SHOP}require example.org/pay/v2 v2.1.0\n", "a/testdata/b/go.mod": PAY},
        {"a": {"example.org/shop": "a"}, "a/testdata/b": {"example.org/pay/v2": "a/testdata/b"}},
    ),
    "a replacement of the workspace": (
        {"go.work": "use ./a\nreplace x => ./b\n", "a/go.mod": SHOP, "b/go.mod": PAY},
        {"a": {"example.org/shop": "a", "x": "b"}, "b": {"example.org/pay/v2": "b"}},
    ),
}


@pytest.mark.parametrize("name", VISIBLE)
def test_a_module_sees_others_of_the_repository(tmp_path: Path, name: str) -> None:
    files, expected = VISIBLE[name]
    found = configs(tmp_path, files).go_modules
    assert {folder: module.visible for folder, module in found.items()} == expected


def test_a_module_tells_its_version_and_requirements(tmp_path: Path) -> None:
    mod = "module m\ngo 1.21.3\nrequire (\n\tz.org/z v1.0.0\n\ta.org/a v0.1.0 // indirect\n)\nrequire b.org/b v1\n"
    module = configs(tmp_path, {"go.mod": mod}).go_modules[""]
    assert (module.path, module.version) == ("m", "1.21.3")
    assert module.requires == ["a.org/a", "b.org/b", "z.org/z"]


def test_vendored_packages_are_known_where_they_are_listed(tmp_path: Path) -> None:
    write(tmp_path, {"go.mod": SHOP, "vendor/modules.txt": "# x\n", "vendor/x.org/x/x.go": ""})
    assert look(tmp_path).configs.go_modules[""].vendor is None
    assert look(tmp_path, exclude=["!vendor/"]).configs.go_modules[""].vendor == "vendor"


@pytest.mark.parametrize(
    "mod", ["", "module", "module (", ")\n(", "replace =>", "replace a =>\n", '"' * 9, "\0"]
)
def test_a_broken_go_mod_makes_a_nameless_package(tmp_path: Path, mod: str) -> None:
    inventory = look(write(tmp_path, {"go.work": mod, "p/go.mod": mod}))
    assert [p.path for p in inventory.packages] == ["", "p"]
    assert reasons(inventory) == {}


def test_many_quotes_are_read_in_no_time(tmp_path: Path) -> None:
    configs(tmp_path, {"go.mod": 'module m\nreplace "' + '\\"' * 400_000})
