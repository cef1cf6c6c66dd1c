"""Declared dependencies: a small manifest of each format, and what it says."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.discovery.conftest import Tree, look, write

if TYPE_CHECKING:
    from codegraph.model import Declaration, Dependency

# files, and the dependencies of the package at the root: "group[label] name range @file:line marks"
CASES: dict[str, tuple[Tree, list[str]]] = {
    "pyproject: PEP 621, groups, build": (
        {
            "pyproject.toml": """[build-system]
requires = ["hatchling>=1"]

[project]
name = "shop"
dependencies = [
  "requests[socks] >=2, <3",
  "tomli; python_version < '3.11'",
  "local @ file:./libs/local",
]

[project.optional-dependencies]
fast = ["orjson"]
test = ["pytest>=8"]

[dependency-groups]
docs = ["sphinx", {include-group = "x"}]
"""
        },
        [
            "dev[docs] sphinx @pyproject.toml:17",
            "runtime local @ file:./libs/local @pyproject.toml:9 place=libs/local",
            "runtime requests >=2, <3 @pyproject.toml:7",
            "runtime tomli @pyproject.toml:8",
            "optional[fast] orjson @pyproject.toml:13",
            "test[test] pytest >=8 @pyproject.toml:14",
            "build hatchling >=1 @pyproject.toml:2",
        ],
    ),
    "pyproject: Poetry": (
        {
            "pyproject.toml": """[tool.poetry]
name = "shop"
[tool.poetry.dependencies]
python = "^3.11"
django = "^5"
rich = { version = "*", optional = true }
other = { path = "../other" }
[tool.poetry.group.lint.dependencies]
ruff = "*"
"""
        },
        [
            "runtime django ^5 @pyproject.toml:5",
            "runtime other @pyproject.toml:7",
            "optional rich * @pyproject.toml:6",
            "dev[lint] ruff * @pyproject.toml:9",
        ],
    ),
    "setup.cfg": (
        {
            "setup.cfg": "[metadata]\nname = shop\n[options]\ninstall_requires =\n  attrs>=20\n  six # old\n"
            "[options.extras_require]\ndev =\n  tox\n"
        },
        ["runtime attrs >=20 @setup.cfg:5", "runtime six @setup.cfg:6", "dev[dev] tox @setup.cfg:9"],
    ),
    "setup.py: literals, through a variable, added": (
        {
            "setup.py": "from setuptools import setup\nMORE = ['b>1']\nsetup(name='shop', "
            "install_requires=['a'] + MORE,\n  extras_require={'test': ['c']})\n"
        },
        ["runtime a @setup.py:3", "runtime b >1 @setup.py:2", "test[test] c @setup.py:4"],
    ),
    "requirements: includes, options, what is made by a tool": (
        {
            "requirements.txt": "-r more.txt\n--index-url https://example.org\nflask==3.0 \\\n  --hash=sha256:0\n"
            "git+https://example.org/x#egg=eggy\n-e ./libs/a\n# a comment\n",
            "more.txt": "click>=8  # why\n-r requirements.txt\n-r ../outside.txt\n",
            "requirements-dev.txt": "tox\n",
            "docs/requirements.txt": "alabaster==1\n    # via sphinx\n",
            "setup.py": "",
        },
        [
            "runtime a ./libs/a @requirements.txt:6 place=libs/a",
            "runtime click >=8 @more.txt:1",
            "runtime eggy git+https://example.org/x#egg=eggy @requirements.txt:5",
            "runtime flask ==3.0 @requirements.txt:3",
            "dev alabaster ==1 @docs/requirements.txt:1 indirect",
            "dev tox @requirements-dev.txt:1",
        ],
    ),
    "Pipfile": (
        {"Pipfile": '[packages]\nflask = "*"\n[dev-packages]\npytest = {version = ">=8"}\n', "setup.py": ""},
        ["runtime flask * @Pipfile:2", "dev pytest >=8 @Pipfile:4"],
    ),
    "package.json: four tables, aliases, what scripts name": (
        {
            "package.json": """{
  "name": "shop",
  "scripts": {"build": "rimraf dist && webpack"},
  "dependencies": {
    "lodash": "^4",
    "old": "npm:new@^1",
    "near": "file:./near"
  },
  "peerDependencies": {"react": ">=18"},
  "optionalDependencies": {"fsevents": "*"},
  "devDependencies": {"rimraf": "^5", "webpack-cli": "^5"}
}
"""
        },
        [
            "runtime lodash ^4 @package.json:5",
            "runtime near file:./near @package.json:7 place=near",
            "runtime new npm:new@^1 @package.json:6 names=old",
            "optional fsevents * @package.json:10",
            "peer react >=18 @package.json:9",
            "dev rimraf ^5 @package.json:11 mentioned",
            "dev webpack-cli ^5 @package.json:11 mentioned",
        ],
    ),
    "go.mod": (
        {
            "go.mod": "module example.org/shop\n\nrequire example.org/one v1.0.0\nrequire (\n"
            "\tb.org/two v2.1.0 // indirect\n\tc.org/three v0.1.0\n)\nreplace c.org/three => ./three\n"
            "tool example.org/one/cmd\n"
        },
        [
            "runtime b.org/two v2.1.0 @go.mod:5 indirect",
            "runtime c.org/three v0.1.0 => ./three @go.mod:6 place=three",
            "runtime example.org/one v1.0.0 @go.mod:3 mentioned",
        ],
    ),
    "Cargo.toml: workspace, renames, targets": (
        {
            "Cargo.toml": """[workspace.dependencies]
serde = { version = "1", features = ["derive"] }

[package]
name = "shop"

[dependencies]
serde.workspace = true
log = { version = "0.4", optional = true }
other = { package = "real-name", version = "2" }
near = { path = "near" }

[dev-dependencies]
criterion = "0.5"

[build-dependencies]
cc = "1"

[target.'cfg(windows)'.dependencies.winapi]
version = "0.3"
"""
        },
        [
            "runtime near @Cargo.toml:11 place=near",
            "runtime real-name 2 @Cargo.toml:10 names=other",
            "runtime serde 1 @Cargo.toml:8",
            "runtime[cfg(windows)] winapi 0.3 @Cargo.toml:19",
            "optional log 0.4 @Cargo.toml:9",
            "dev criterion 0.5 @Cargo.toml:14",
            "build cc 1 @Cargo.toml:17",
        ],
    ),
    "pom.xml: properties, managed versions, scopes": (
        {
            "pom.xml": """<project>
  <parent><groupId>org.top</groupId><artifactId>top</artifactId><version>3</version></parent>
  <artifactId>shop</artifactId>
  <properties><gson.version>2.10</gson.version></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0</version></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>${gson.version}</version>
    </dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><optional>true</optional></dependency>
    <dependency><groupId>${project.groupId}</groupId><artifactId>shop-api</artifactId></dependency>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency>
  </dependencies>
</project>
"""
        },
        [
            "runtime com.google.code.gson:gson 2.10 @pom.xml:9",
            "runtime org.top:shop-api @pom.xml:12",
            "optional org.slf4j:slf4j-api 2.0 @pom.xml:11",
            "test[test] junit:junit 4 @pom.xml:13",
        ],
    ),
    "build.gradle.kts: literals, catalog, projects": (
        {
            "settings.gradle.kts": 'include(":api")\n',
            "api/build.gradle": "",
            "build.gradle.kts": """dependencies {
    implementation("com.squareup.okhttp3:okhttp:4.12")
    // implementation("not:this:1")
    api(project(":api"))
    testImplementation(libs.junit.jupiter)
    runtimeOnly(libs.bundles.logging)
    compileOnly(group = "g.h", name = "i", version = "1")
    kapt("a.b:processor:$version")
    implementation(kotlin("reflect"))
    implementation(platform("x.y:bom:2"))
}
""",
            "gradle/libs.versions.toml": """[versions]
junit = "5.10"
[libraries]
junit-jupiter = { module = "org.junit.jupiter:junit-jupiter", version.ref = "junit" }
log-one = "l.o:one:1"
[bundles]
logging = ["log-one"]
""",
        },
        [
            "runtime[api] :api @build.gradle.kts:4 place=api -> api",
            "runtime[implementation] com.squareup.okhttp3:okhttp 4.12 @build.gradle.kts:2",
            "runtime[compileOnly] g.h:i 1 @build.gradle.kts:7",
            "runtime[runtimeOnly] l.o:one 1 @build.gradle.kts:6",
            "runtime[implementation] org.jetbrains.kotlin:kotlin-reflect @build.gradle.kts:9",
            "runtime[implementation] x.y:bom 2 @build.gradle.kts:10",
            "test[testImplementation] org.junit.jupiter:junit-jupiter 5.10 @build.gradle.kts:5",
            "build[kapt] a.b:processor @build.gradle.kts:8",
        ],
    ),
    "csproj: central versions, projects, what all projects get": (
        {
            "Shop.csproj": """<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
<PackageReference Include="Serilog" />
<PackageReference Include="Moq" Version="4" PrivateAssets="all" />
<PackageReference Include="Dapper"><Version>2.1</Version></PackageReference>
<ProjectReference Include="Model\\Model.csproj" />
</ItemGroup></Project>
""",
            "Model/Model.csproj": "<Project />",
            "Directory.Packages.props": '<Project><ItemGroup><PackageVersion Include="Serilog" Version="3.1" />'
            "</ItemGroup></Project>",
            "Directory.Build.props": '<Project><ItemGroup><PackageReference Include="MinVer" Version="5" '
            'PrivateAssets="All" /></ItemGroup></Project>',
        },
        [
            "runtime Dapper 2.1 @Shop.csproj:4",
            "runtime Model @Shop.csproj:5 place=Model -> Model",
            "runtime Serilog 3.1 @Shop.csproj:2",
            "dev MinVer 5 @Directory.Build.props:1",
            "dev Moq 4 @Shop.csproj:3",
        ],
    ),
    "composer.json": (
        {
            "composer.json": '{"name": "acme/shop",\n"require": {"php": ">=8", "ext-json": "*",\n"psr/log": "^3"},\n'
            '"require-dev": {\n"phpunit/phpunit": "^11"}}'
        },
        ["runtime psr/log ^3 @composer.json:3", "dev phpunit/phpunit ^11 @composer.json:5"],
    ),
    "Gemfile: groups, options": (
        {
            "Gemfile": """source "https://example.org"
gem "rails", "~> 7.1", ">= 7.1.2" # the framework
gem 'puma', require: false
gem "near", path: "near"
group :development, :test do
  gem "debug"
  if RUBY_VERSION > "3"
    gem "new"
  end
end
gem "rspec", group: :test
gem "last"
""",
            "a.rb": "",
        },
        [
            "runtime last @Gemfile:12",
            "runtime near @Gemfile:4 place=near",
            "runtime puma @Gemfile:3 mentioned",
            "runtime rails ~> 7.1, >= 7.1.2 @Gemfile:2",
            "dev[development test] debug @Gemfile:6",
            "dev[development test] new @Gemfile:8",
            "test[test] rspec @Gemfile:11",
        ],
    ),
    "gemspec": (
        {
            "shop.gemspec": """Gem::Specification.new do |s|
  s.name = "shop"
  s.version = "1.2"
  s.summary = "Sells."
  s.add_dependency "rack", ">= 2", "< 4"
  s.add_runtime_dependency(%q<tilt>, ["~> 2.0"])
  s.add_development_dependency 'rake'
  s.executables = ["shop"]
end
"""
        },
        [
            "runtime rack >= 2, < 4 @shop.gemspec:5",
            "runtime tilt ~> 2.0 @shop.gemspec:6",
            "dev rake @shop.gemspec:7",
        ],
    ),
    "Package.swift": (
        {
            "Package.swift": """let package = Package(
  name: "shop",
  dependencies: [
    .package(url: "https://example.org/apple/swift-nio.git", from: "2.0.0"),
    .package(url: "https://example.org/x/Yams", .upToNextMinor(from: "5.0.0")),
    .package(path: "near"),
  ],
  targets: [
    .target(name: "shop", dependencies: [.product(name: "NIO", package: "swift-nio"), "Yams"]),
  ]
)
"""
        },
        [
            "runtime near @Package.swift:6 place=near",
            "runtime swift-nio from 2.0.0 @Package.swift:4 names=NIO",
            "runtime Yams upToNextMinor from 5.0.0 @Package.swift:5 names=Yams",
        ],
    ),
    "rockspec": (
        {
            "shop-1.rockspec": 'package = "shop"\nversion = "1-1"\ndependencies = {\n  "lua >= 5.1",\n  '
            '"luasocket ~> 3.0",\n  -- "not"\n}\ntest_dependencies = { "busted" }\n'
        },
        ["runtime luasocket ~> 3.0 @shop-1.rockspec:5", "test busted @shop-1.rockspec:8"],
    ),
    "build.sbt, and what it keeps in project": (
        {
            "build.sbt": 'name := "shop"\nval v = "2.10"\nlibraryDependencies += "org.typelevel" %% "cats-core" % v\n'
            'libraryDependencies += "org.scalatest" %% "scalatest" % "3.2" % Test\n',
            "project/Dependencies.scala": 'object D { val a = "com.typesafe" % "config" % "1.4" }\n',
        },
        [
            "runtime com.typesafe:config 1.4 @project/Dependencies.scala:1",
            "runtime org.typelevel:cats-core 2.10 @build.sbt:3",
            "test[Test] org.scalatest:scalatest 3.2 @build.sbt:4",
        ],
    ),
}


def shown(dependency: Dependency) -> str:
    """A dependency as the cases write it."""
    label = f"[{dependency.label}]" if dependency.label else ""
    words = [f"{dependency.group}{label} {dependency.name}", dependency.range]
    words.append(f"@{dependency.manifest}:{dependency.line}")
    words += (
        [f"names={','.join(dependency.names)}"]
        if dependency.names and dependency.ecosystem != "rubygems"
        else []
    )
    words += [f"place={dependency.place}"] if dependency.place else []
    words += [f"-> {dependency.target}"] if dependency.target else []
    words += [word for word in ("indirect", "mentioned") if getattr(dependency, word)]
    return " ".join(filter(None, words))


def declaration(root: Path, files: Tree, folder: str = "") -> Declaration:
    """What the package of a folder declares."""
    inventory = look(write(root, files))
    by_path = {package.path: number for number, package in enumerate(inventory.packages)}
    return inventory.declarations[by_path[folder]]


@pytest.mark.parametrize("name", CASES)
def test_a_manifest_says_what_it_depends_on(tmp_path: Path, name: str) -> None:
    files, expected = CASES[name]
    found = [shown(dependency) for dependency in declaration(tmp_path, files).dependencies]
    assert sorted(found) == sorted(expected)


def targets(found: Declaration) -> dict[str, str]:
    """The packages of the repository among the dependencies."""
    return {dependency.name: dependency.target for dependency in found.dependencies if dependency.target}


INTERNAL: dict[str, tuple[Tree, str, dict[str, str]]] = {
    "npm: a workspace": (
        {
            "package.json": '{"name": "top", "workspaces": ["packages/*"]}',
            "packages/a/package.json": '{"name": "@x/a", "dependencies": {"@x/b": "workspace:*", "c": "1"}}',
            "packages/b/package.json": '{"name": "@x/b"}',
        },
        "packages/a",
        {"@x/b": "@x/b"},
    ),
    "cargo: a path": (
        {
            "a/Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = { path = "../b" }\nc = "1"\n',
            "a/src/lib.rs": "",
            "b/Cargo.toml": '[package]\nname = "b"\n',
            "b/src/lib.rs": "",
            "c/Cargo.toml": '[package]\nname = "c"\n',
        },
        "a",
        {"b": "b"},
    ),
    "go: a workspace": (
        {
            "go.work": "use ./a\nuse ./b\n",
            "a/go.mod": "module x.org/a\nrequire x.org/b v1\n",
            "b/go.mod": "module x.org/b\n",
        },
        "a",
        {"x.org/b": "x.org/b"},
    ),
    "pypi: uv's sources, names": (
        {
            "pyproject.toml": '[project]\nname = "top"\ndependencies = ["my-lib", "other"]\n'
            '[tool.uv.sources]\nother = { path = "libs/o" }\n',
            "libs/l/pyproject.toml": '[project]\nname = "My.Lib"\n',
            "libs/o/pyproject.toml": '[project]\nname = "else"\n',
        },
        "",
        {"my-lib": "My.Lib", "other": "else"},
    ),
    "maven: a sibling": (
        {
            "pom.xml": "<project><groupId>g</groupId><artifactId>top</artifactId></project>",
            "a/pom.xml": "<project><parent><groupId>g</groupId><artifactId>top</artifactId></parent>"
            "<artifactId>a</artifactId><dependencies><dependency><groupId>g</groupId><artifactId>b</artifactId>"
            "</dependency></dependencies></project>",
            "b/pom.xml": "<project><groupId>g</groupId><artifactId>b</artifactId></project>",
        },
        "a",
        {"g:b": "b"},
    ),
    "sbt: a project on another": (
        {
            "build.sbt": 'lazy val a = (project in file("a")).dependsOn(b)\nlazy val b = project in file("b")\n',
            "a/A.scala": "",
            "b/B.scala": "",
        },
        "a",
        {"b": "b"},
    ),
    "rubygems and composer: names": (
        {
            "a/a.gemspec": "Gem::Specification.new { |s|\n  s.name = 'a'\n  s.add_dependency 'b'\n}\n",
            "b/b.gemspec": "Gem::Specification.new { |s|\n  s.name = 'b'\n}\n",
        },
        "a",
        {"b": "b"},
    ),
}


@pytest.mark.parametrize("name", INTERNAL)
def test_a_dependency_may_be_a_package_of_the_repository(tmp_path: Path, name: str) -> None:
    files, folder, expected = INTERNAL[name]
    assert targets(declaration(tmp_path, files, folder)) == expected


def test_a_manifest_says_how_a_package_is_entered(tmp_path: Path) -> None:
    node = declaration(
        tmp_path,
        {
            "package.json": '{"name": "s", "version": "1.2", "description": "D.", "bin": {"s": "./s.js"}, '
            '"main": "m.js"}'
        },
    )
    assert (node.version, node.description) == ("1.2", "D.")
    assert [tuple(entry) for entry in node.entries] == [("bin", "s", "./s.js"), ("main", "main", "m.js")]


def test_a_package_does_not_depend_on_itself(tmp_path: Path) -> None:
    found = declaration(
        tmp_path,
        {"pyproject.toml": '[project]\nname = "s"\n[project.optional-dependencies]\nall = ["s[x]"]\n'},
    )
    assert not found.dependencies


def test_what_is_computed_is_noted(tmp_path: Path) -> None:
    found = declaration(
        tmp_path, {"setup.py": "from setuptools import setup\nsetup(install_requires=read())\n"}
    )
    assert (found.ecosystems, found.incomplete, found.dependencies) == (("pypi",), ("pypi",), ())


HOSTILE = {
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["' + "a" * 50_000 + '"]\n',
    "requirements.txt": "-r requirements.txt\n" * 2000 + "a" * 100_000 + "\\\n" * 1000,
    "package.json": '{"dependencies": {' + ",".join(f'"d{n}": "{"9" * 300}"' for n in range(6000)) + "}}",
    "go.mod": "require (\n" * 5000,
    "build.gradle": "implementation(" * 20_000 + "libs." + "a." * 20_000,
    "Gemfile": ("group :a do\n" * 5000) + 'gem "' + "x" * 50_000,
    "a.gemspec": "s.add_dependency " + "%q<" * 20_000,
    "Package.swift": ".package(" * 20_000,
    "a.rockspec": "dependencies = {" * 20_000,
    "build.sbt": '"a" %% ' * 20_000,
    "pom.xml": "<project><properties><a>${a}${a}${a}</a></properties><dependencies>"
    + "<dependency><artifactId>${a}</artifactId></dependency>" * 500
    + "</dependencies></project>",
    "A.csproj": "<Project><ItemGroup>"
    + '<PackageReference Include="a;b;$(c)" />' * 2000
    + "</ItemGroup></Project>",
}


def test_hostile_manifests_are_read_in_bounded_time(tmp_path: Path) -> None:
    begun = time.process_time()
    inventory = look(write(tmp_path, {**HOSTILE, "a.rb": ""}))
    assert time.process_time() - begun < 20  # minutes, if an expression backtracked
    for found in inventory.declarations:
        assert len(found.dependencies) <= 20_000
        assert all(len(d.name) <= 200 and len(d.range) <= 200 for d in found.dependencies)
