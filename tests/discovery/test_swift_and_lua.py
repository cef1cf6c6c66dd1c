"""Package.swift and rockspecs: which folder or file an imported name means."""

from __future__ import annotations

from pathlib import Path

from tests.discovery.conftest import configs, look, reasons, write

PACKAGE = """
import PackageDescription
let package = Package(
    name: "Shop", // .target(name: "Ghost", path: "Ghost")
    products: [.library(name: "Shop", targets: ["Core"])],
    targets: [
        .executableTarget(name: "App", dependencies: [.target(name: "Core"), .product(name: "X", package: "x")]),
        .target(name: "Core", dependencies: [], path: "Code/Core"),
        .target(name: "Plain"),
        .testTarget(name: "CoreTests", dependencies: ["Core"]),
        .target(name: "Out", path: "../../Out"),
        .target(name: "None"),
    ]
)
"""


def test_the_targets_of_a_swift_package_lie_in_folders(tmp_path: Path) -> None:
    files = (
        "Sources/App/main.swift",
        "Code/Core/a.swift",
        "Sources/Plain/p.swift",
        "Tests/CoreTests/t.swift",
    )
    tree = {"s/Package.swift": PACKAGE, **{f"s/{path}": "" for path in (*files, "Ghost/g.swift")}}
    found = configs(tmp_path, tree).swift_packages["s"]
    assert found.modules == {
        "App": "s/Sources/App",
        "Core": "s/Code/Core",
        "CoreTests": "s/Tests/CoreTests",
        "Plain": "s/Sources/Plain",
    }


def test_a_broken_swift_package_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    tree = {"Package.swift": 'Package(name: "x", targets: [.target(name: "A"', "Sources/A/a.swift": ""}
    inventory = look(write(tmp_path, tree))
    assert inventory.packages[0].name == "x"
    assert inventory.configs.swift_packages[""].modules == {"A": "Sources/A"}
    hostile = ("(" * 300_000, '"' + '\\"' * 300_000, "/*" * 300_000, ")" * 100, "\0")
    write(tmp_path, {f"h{number}/Package.swift": text for number, text in enumerate(hostile)})
    assert reasons(look(tmp_path)) == {}


def test_the_modules_of_a_rock_are_files(tmp_path: Path) -> None:
    rock = """
package = "shop"
source = { url = "https://example.org/x.lua" }
build = {
  type = "builtin",
  modules = { ["shop.core"] = "src/shop/core.lua", shop = 'src/shop/init.lua', none = "none.lua", o = "../o.lua" }
}
"""
    tree = {
        "l/rockspecs/shop-1.rockspec": rock,
        **dict.fromkeys(("l/src/shop/core.lua", "l/src/shop/init.lua"), ""),
    }
    found = configs(tmp_path, tree).lua_packages["l"]
    assert found.modules == {"shop": "l/src/shop/init.lua", "shop.core": "l/src/shop/core.lua"}
    assert found.roots == ["l/src", "l"]
