"""Laws of manifests: whatever is in them, discovery ends with the same result twice, inside the root, as plain data."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.discovery import ModuleConfig
from tests.discovery.conftest import look, write

MANIFESTS = {
    "go.mod": 'module m // c\ngo 1.22\nrequire (\n\ta.b/c v1\n)\nreplace "a.b/c" => ./sub\n',
    "go.work": "go 1.22\nuse (\n\t.\n\t./sub\n)\nreplace x => ./sub\n",
    "Cargo.toml": """[package]
name = "a"
[lib]
path = "src/a.rs"
[[bin]]
name = "b"
[dependencies]
c = { path = "sub", package = "d" }
e.workspace = true
[workspace]
exclude = ["x"]
dependencies = { e = "1" }
[patch.x]
e = { path = "sub" }
""",
    "composer.json": r"""{"name": "a/b", "require": {"a/b": "1"},
"autoload": {"psr-4": {"A\\": ["src"]}, "files": ["x.php"]}}""",
    "CMakeLists.txt": """project(p)
set(D ${CMAKE_CURRENT_SOURCE_DIR}/sub)
add_library(a STATIC a.c)
target_include_directories(a PUBLIC $<BUILD_INTERFACE:${D}> SYSTEM src)
target_link_libraries(b a::a)
""",
    "meson.build": "project('p', 'c')\ni = include_directories('sub', '.')\n",
    "configure.ac": "AC_INIT([a], [1])\n",
    "Makefile": "CFLAGS = -Isub -I$(srcdir)/src -isystem ../x\n",
    "compile_commands.json": '[{"directory": "/x", "file": "src/a.c", "command": "cc -I/x/sub \\"-DA=1\\" -o a"}]',
    "pom.xml": """<project><parent><artifactId>p</artifactId></parent><artifactId>a</artifactId>
<modules><module>sub</module></modules><build><sourceDirectory>src</sourceDirectory></build></project>""",
    "settings.gradle.kts": """rootProject.name = "x"
include(":sub", ":a:b")
project(":sub").projectDir = file("src")
""",
    "build.gradle": "group = 'g'\ndependencies { api project(':sub'), projects.a.b }\nsrcDirs = ['src', 'sub']\n",
    "build.sbt": 'lazy val a = (project in file("sub")).dependsOn(b % "x").settings(name := "n")\nname := "top"\n',
    "A.csproj": """<Project Sdk="S"><PropertyGroup><AssemblyName>$(MSBuildProjectName)</AssemblyName></PropertyGroup>
<ItemGroup><ProjectReference Include="sub\\B.csproj;x" /><Using Include="N" Alias="M" /></ItemGroup></Project>""",
    "Directory.Build.props": """<Project>
<PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>""",
    "a.gemspec": "Gem::Specification.new do |s|\n  s.name = 'a'\n  s.require_paths = %w[lib sub]\nend\n",
    "config/application.rb": 'config.autoload_paths << "#{root}/sub"\nconfig.autoload_lib\n',
    "Package.swift": 'let package = Package(name: "a", targets: [.target(name: "T", path: "sub")])\n',
    "a-1.rockspec": 'package = "a"\nbuild = { modules = { ["a.b"] = "src/a.lua" } }\n',
    "MODULE.bazel": 'module(name = "a")\n',
    "package.json": '{"name": "a", "workspaces": ["sub/*"], "exports": {".": {"import": "./src/a.js"}}}',
    "pyproject.toml": '[project]\nname = "a"\n[tool.setuptools]\npackage-dir = {"" = "src"}\n',
    "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}, "baseUrl": "."}, // c\n}',
}
SOURCES = dict.fromkeys(
    (
        "src/a.c",
        "src/a.rs",
        "src/a.lua",
        "src/A.java",
        "sub/x.h",
        "sub/x.rb",
        "sub/y.kt",
        "sub/BUILD",
        "a.py",
    ),
    "",
)
PIECES = st.sampled_from(
    ["", "../", "/", "\\", "\0", '"', "'", "(", ")", "[", "]", "{", "}", "<", ">", "&x;", "=", "=>", "$", "${", "$(",
     "#", "//", "/*", "<!--", "\n", " ", ".", "..", "::", "é", "\U0001f600",
     "\\ud800", "1e999", "null", "true", "-I", "name", "x" * 300]
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, str]:
    """All manifests, some of them with pieces put in, taken out or turned round."""
    tree = dict(MANIFESTS)
    for name in draw(st.lists(st.sampled_from(sorted(tree)), min_size=1, max_size=3)):
        text = tree[name]
        for _ in range(draw(st.integers(1, 4))):
            start = draw(st.integers(0, len(text)))
            end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 5, 40])))
            text = text[:start] + draw(PIECES) * draw(st.sampled_from([1, 1, 2])) + text[end:]
        tree[name] = text
    return tree


@given(mutated())
@settings(max_examples=150, deadline=None)
def test_any_mutation_of_manifests_is_survived(tree: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = write(Path(name) / "root", {**SOURCES, **tree, "sub/go.mod": "module s\n"})
        first, second = look(root), look(root)
    assert first == second
    stored = msgspec.json.encode(first.configs, order="deterministic")
    assert msgspec.json.decode(stored, type=ModuleConfig) == first.configs
    assert len({package.unique_name for package in first.packages}) == len(first.packages)
    for package in first.packages:
        assert "::" not in package.unique_name
        assert package.unique_name.isprintable()


@pytest.mark.parametrize("name", sorted(MANIFESTS))
def test_a_sample_is_understood_before_it_is_broken(tmp_path: Path, name: str) -> None:
    inventory = look(write(tmp_path, {**SOURCES, name: MANIFESTS[name]}))
    assert not [skipped for skipped in inventory.skipped if "manifest" in skipped.reason]


def texts_in(value: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *texts_in(item))
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def test_no_path_leads_out_of_the_root(tmp_path: Path) -> None:
    out = {
        name: text.replace("sub", "../../secret").replace("src", "/etc/secret")
        for name, text in MANIFESTS.items()
    }
    inventory = look(write(tmp_path / "root", {**SOURCES, **out}))
    found = msgspec.to_builtins(inventory.configs)
    # what an import is written as may hold anything; where it leads must not
    assert not [text for text in texts_in(found) if text.startswith(("/", "../")) and "secret" in text]
    assert not [package for package in inventory.packages if "secret" in package.path]
