"""Cargo.toml: the crates of a package, and which crate a name means in their code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.discovery.conftest import Tree, configs, look, write

if TYPE_CHECKING:
    from codegraph.discovery.settings import CargoPackage

PACKAGE = '[package]\nname = "my-shop"\nedition = "2021"\n'
LIBRARY = "lib my_shop src/lib.rs"


def package(root: Path, files: Tree, folder: str = "") -> CargoPackage:
    """The package of a folder."""
    return configs(root, files).cargo_packages[folder]


# files beside the manifest, what the manifest says more, and the crates
TARGETS: dict[str, tuple[tuple[str, ...], str, list[str]]] = {
    "a library": (("src/lib.rs", "src/a.rs"), "", [LIBRARY]),
    "a library with its own name and place": (
        ("lib/x.rs", "src/lib.rs"),
        '[lib]\nname = "shop"\npath = "lib/x.rs"\n',
        ["lib shop lib/x.rs"],
    ),
    "a program": (("src/main.rs",), "", ["bin my_shop src/main.rs"]),
    "programs, by file and by folder": (
        ("src/lib.rs", "src/bin/one-off.rs", "src/bin/two/main.rs", "src/bin/two/part.rs"),
        "",
        [LIBRARY, "bin one_off src/bin/one-off.rs", "bin two src/bin/two/main.rs"],
    ),
    "everything that lies where Cargo looks": (
        ("build.rs", "tests/t.rs", "tests/common/mod.rs", "benches/b.rs", "examples/e/main.rs"),
        "",
        [
            "bench b benches/b.rs",
            "build build_script_build build.rs",
            "example e examples/e/main.rs",
            "test t tests/t.rs",
        ],
    ),
    "a program with a name": (
        ("src/cli.rs", "src/main.rs"),
        '[[bin]]\nname = "shop-cli"\npath = "src/cli.rs"\n[[bin]]\nname = "my-shop"\n',
        ["bin shop_cli src/cli.rs", "bin my_shop src/main.rs"],
    ),
    "a named test without a path": (
        ("tests/big/main.rs",),
        '[[test]]\nname = "big"\nharness = false\n',
        ["test big tests/big/main.rs"],
    ),
    "a build script elsewhere": (
        ("b/b.rs", "build.rs"),
        'build = "b/b.rs"\n',
        ["build build_script_build b/b.rs"],
    ),
    "files that are not there or lie outside": ((), '[lib]\npath = "../x.rs"\n[[bin]]\nname = "b"\n', []),
}


@pytest.mark.parametrize("name", TARGETS)
def test_a_package_has_its_crates(tmp_path: Path, name: str) -> None:
    files, more, expected = TARGETS[name]
    tree = {"Cargo.toml": PACKAGE + more, **dict.fromkeys(files, "")}
    found = package(tmp_path, tree).targets
    assert [f"{target.kind} {target.name} {target.root}" for target in found] == expected


def test_what_cargo_looks_for_can_be_turned_off(tmp_path: Path) -> None:
    manifest = f"{PACKAGE}build = false\nautobins = false\nautotests = false\nautolib = false\n"
    files = ("src/lib.rs", "src/main.rs", "src/bin/x.rs", "tests/t.rs", "build.rs", "benches/b.rs")
    found = package(tmp_path, {"Cargo.toml": manifest, **dict.fromkeys(files, "")}).targets
    assert [target.root for target in found] == ["benches/b.rs"]


CORE = {"core/Cargo.toml": '[package]\nname = "shop-core"\n', "core/src/lib.rs": ""}

# files, and what names mean in the package "app"
NAMES: dict[str, tuple[Tree, dict[str, str], dict[str, str]]] = {
    "a folder": (
        {
            **CORE,
            "app/Cargo.toml": f'{PACKAGE}[dependencies]\nshop-core = {{ path = "../core" }}\nserde = "1"\n',
        },
        {"shop_core": "core/src/lib.rs"},
        {"serde": "serde"},
    ),
    "another name": (
        {
            **CORE,
            "app/Cargo.toml": f"""{PACKAGE}[dependencies]
base = {{ package = "shop-core", path = "../core" }}
json = {{ package = "serde-json", version = "1" }}
""",
        },
        {"base": "core/src/lib.rs"},
        {"json": "serde-json"},
    ),
    "a library whose name is not the package's": (
        {
            "core/Cargo.toml": '[package]\nname = "core-x"\n[lib]\nname = "corex"\n',
            "core/src/lib.rs": "",
            "app/Cargo.toml": f'{PACKAGE}[dev-dependencies]\ncore-x.path = "../core"\n',
        },
        {"corex": "core/src/lib.rs"},
        {},
    ),
    "inherited from the workspace": (
        {
            **CORE,
            "Cargo.toml": """[workspace]
members = ["*"]
[workspace.dependencies]
shop-core = { path = "core" }
json = { package = "serde-json", version = "1" }
log = "1"
""",
            "app/Cargo.toml": f"""{PACKAGE}[dependencies]
shop-core = {{ workspace = true, features = ["x"] }}
json.workspace = true
log.workspace = true
""",
        },
        {"shop_core": "core/src/lib.rs"},
        {"json": "serde-json", "log": "log"},
    ),
    "not inherited where the workspace excludes it": (
        {
            **CORE,
            "Cargo.toml": '[workspace]\nexclude = ["app/"]\n[workspace.dependencies]\nshop-core.path = "core"\n',
            "app/Cargo.toml": f"{PACKAGE}[dependencies]\nshop-core.workspace = true\n",
        },
        {},
        {"shop_core": "shop-core"},
    ),
    "patched": (
        {
            **CORE,
            "Cargo.toml": '[workspace]\n[patch.crates-io]\nshop-core = { path = "core" }\n',
            "app/Cargo.toml": f'{PACKAGE}[dependencies]\nshop-core = "1"\n',
        },
        {"shop_core": "core/src/lib.rs"},
        {},
    ),
    "for one platform, and its own library": (
        {
            **CORE,
            "app/src/lib.rs": "",
            "app/Cargo.toml": f"""{PACKAGE}
[target.'cfg(unix)'.dependencies]
shop-core = {{ path = "../core" }}
[build-dependencies]
cc = "1"
""",
        },
        {"my_shop": "app/src/lib.rs", "shop_core": "core/src/lib.rs"},
        {"cc": "cc"},
    ),
    "only the version of what lies in the repository": (
        {**CORE, "app/Cargo.toml": f'{PACKAGE}[dependencies]\nshop-core = "1"\n'},
        {},
        {"shop_core": "shop-core"},
    ),
    "a folder outside, a program, and nonsense": (
        {
            "tool/Cargo.toml": '[package]\nname = "tool"\n',
            "tool/src/main.rs": "",
            "app/Cargo.toml": f"""{PACKAGE}[dependencies]
a = {{ path = "../../a" }}
tool = {{ path = "../tool" }}
b = 1
c = [1]
[target]
x = 1
""",
        },
        {},
        {"a": "a", "tool": "tool", "b": "b", "c": "c"},
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_code_means_a_library(tmp_path: Path, name: str) -> None:
    files, dependencies, external = NAMES[name]
    found = package(tmp_path, files, "app")
    assert (found.dependencies, found.external) == (dependencies, external)


def test_the_edition_may_come_from_the_workspace(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[workspace.package]\nedition = "2024"\n',
        "a/Cargo.toml": '[package]\nname = "a"\nedition.workspace = true\n',
    }
    assert package(tmp_path, files, "a").edition == "2024"


def test_a_package_may_name_its_workspace(tmp_path: Path) -> None:
    files = {
        **CORE,
        "ws/Cargo.toml": '[workspace.dependencies]\nshop-core.path = "../core"\n',
        "app/Cargo.toml": f'{PACKAGE}workspace = "../ws"\n[dependencies]\nshop-core.workspace = true\n',
    }
    assert package(tmp_path, files, "app").dependencies == {"shop_core": "core/src/lib.rs"}


def test_settings_of_tools_make_no_package(tmp_path: Path) -> None:
    write(tmp_path, {"a/Cargo.toml": "[profile.release]\nlto = true\n"})
    inventory = look(tmp_path)
    assert [p.path for p in inventory.packages] == [""]
    assert inventory.configs.cargo_packages == {}
