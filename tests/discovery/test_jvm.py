"""Maven, Gradle and sbt: modules, source roots, and what they depend on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import Tree, configs, look, reasons, write

A, B = "a/src/main/java/x/A.java", "b/src/main/kotlin/x/B.kt"


def pom(artifact: str, more: str = "") -> str:
    """A pom.xml."""
    return f"<project><groupId>org.x</groupId><artifactId>{artifact}</artifactId>{more}</project>"


def depends(*artifacts: str) -> str:
    """The dependencies of a pom.xml."""
    inner = "".join(
        f"<dependency><groupId>g</groupId><artifactId>{a}</artifactId></dependency>" for a in artifacts
    )
    return f"<dependencies>{inner}</dependencies>"


# files, and dependencies by folder
DEPENDENCIES: dict[str, tuple[Tree, dict[str, list[str]]]] = {
    "Maven, also through others and profiles": (
        {
            "pom.xml": pom("top", "<modules><module>a</module><module>b</module></modules>"),
            "a/pom.xml": pom("a"),
            "b/pom.xml": pom("b", f"<parent><artifactId>top</artifactId></parent>{depends('a', 'junit')}"),
            "c/pom.xml": pom("c", f"<profiles><profile>{depends('b')}</profile></profiles>"),
        },
        {"": [], "a": [], "b": ["", "a"], "c": ["", "a", "b"]},
    ),
    "Gradle": (
        {
            "settings.gradle": "include 'a', ':b', ':gone'\ninclude(':deep:c')\n// include 'no'\n",
            "a/build.gradle": "dependencies { implementation project(':b') }",
            "b/build.gradle.kts": 'dependencies { api(project(path = ":deep:c", configuration = "x")) }',
            "deep/c/c.gradle": "",
        },
        {"": [], "a": ["b", "deep/c"], "b": ["deep/c"], "deep/c": []},
    ),
    "Gradle with accessors and folders": (
        {
            "settings.gradle.kts": """
rootProject.name = "x"
include(
    ":core-api", // one
    ":app", /* ":two", */
)
project(":app").projectDir = file("apps/main")
project(":none").projectDir = file("none")
""",
            "apps/main/build.gradle.kts": "dependencies { implementation(projects.coreApi) }",
            "core-api/x.kt": "",
        },
        {"": [], "apps/main": ["core-api"], "core-api": []},
    ),
    "sbt": (
        {
            "build.sbt": """
lazy val root = (project in file(".")).aggregate(core, app)
lazy val core = project.settings(name := "the-core")
lazy val app = (project in file("apps/main"))
  .dependsOn(core % "test->test", util)
  .settings(name := "the-app") // .dependsOn(root)
val util = crossProject(JVM).in(file("util"))
val other = 3
""",
            "core/x.scala": "",
        },
        {"": [], "apps/main": ["core", "util"], "core": [], "util": []},
    ),
    "in a circle": (
        {"a/pom.xml": pom("a", depends("b")), "b/pom.xml": pom("b", depends("a"))},
        {"a": ["b"], "b": ["a"]},
    ),
}


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_a_module_depends_on_others_of_the_repository(tmp_path: Path, name: str) -> None:
    files, expected = DEPENDENCIES[name]
    found = configs(tmp_path, files).jvm_modules
    assert {folder: module.dependencies for folder, module in found.items()} == expected


SOURCES: dict[str, tuple[Tree, list[str], list[str]]] = {
    "as everybody does": (
        {
            "build.gradle": "",
            "src/main/java/A.java": "",
            "src/main/kotlin/B.kt": "",
            "src/main/resources/x.java": "",
            "src/integrationTest/java/C.java": "",
            "src/test/kotlin/D.kt": "",
        },
        ["src/main/java", "src/main/kotlin"],
        ["src/integrationTest/java", "src/test/kotlin"],
    ),
    "Maven with its own": (
        {
            "pom.xml": pom(
                "a",
                "<build><sourceDirectory>${project.basedir}/java</sourceDirectory>"
                "<testSourceDirectory>tests</testSourceDirectory></build>",
            ),
            "java/A.java": "",
        },
        ["java"],
        ["tests"],
    ),
    "Gradle with its own": (
        {
            "build.gradle": """sourceSets {
  main { java { srcDirs = ['java', '../out', 'none'] } }
  test.kotlin.srcDir("tests")
}""",
            "java/A.java": "",
            "tests/B.kt": "",
        },
        ["java"],
        ["tests"],
    ),
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_module_has_source_roots(tmp_path: Path, name: str) -> None:
    files, sources, tests = SOURCES[name]
    found = configs(tmp_path, {f"m/{path}": text for path, text in files.items()}).jvm_modules["m"]
    assert found.sources == [f"m/{root}" for root in (*sources, *tests)]
    assert found.tests == [f"m/{root}" for root in tests]


def test_source_roots_belong_to_the_nearest_module(tmp_path: Path) -> None:
    files = {"pom.xml": pom("top"), "a/pom.xml": pom("a"), A: "", B: "", "test/src/main/java/T.java": ""}
    found = configs(tmp_path, files).jvm_modules
    assert found["a"].sources == ["a/src/main/java"]
    assert found[""].sources == ["b/src/main/kotlin", "test/src/main/java"]


def test_names_and_groups_are_those_of_the_manifests(tmp_path: Path) -> None:
    files = {
        "a/pom.xml": "<project><parent><groupId>org.p</groupId></parent><artifactId>art</artifactId></project>",
        "b/pom.xml": "<project><groupId>${g}</groupId><artifactId>${a}</artifactId></project>",
        "c/build.gradle": "group = 'org.c'\n",
        "d/settings.gradle": "rootProject.name = 'dd'\n",
        "e/build.sbt": 'ThisBuild / version := "1"\nname := "ee"\n',
    }
    found = configs(tmp_path, files).jvm_modules
    assert {folder: (module.name, module.group) for folder, module in found.items()} == {
        "a": ("art", "org.p"),
        "b": ("b", ""),
        "c": ("c", "org.c"),
        "d": ("dd", ""),
        "e": ("ee", ""),
    }


def test_included_projects_are_packages_even_without_a_manifest(tmp_path: Path) -> None:
    files = {
        "settings.gradle": "include 'a', 'b', 'none', '../out'\n",
        "a/a.gradle": "",
        "b/pom.xml": pom("bb"),
        "s/build.sbt": 'lazy val core = project\nlazy val top = (project in file(".")).settings(name := "s-top")\n',
        "s/core/X.scala": "",
    }
    inventory = look(write(tmp_path / "r", files))
    found = [(p.path, p.name, p.ecosystem, p.manifest, p.is_workspace_root) for p in inventory.packages]
    assert found == [
        ("", "r", "gradle", "settings.gradle", True),
        ("a", "a", "gradle", "settings.gradle", False),
        ("b", "bb", "maven", "b/pom.xml", False),
        ("s", "s-top", "sbt", "s/build.sbt", True),
        ("s/core", "core", "sbt", "s/build.sbt", False),
    ]


@pytest.mark.parametrize("file", ["settings.gradle", "build.gradle.kts", "build.sbt", "build.sc"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "include " + " " * 200_000 + "x",
        "include '" + "a', '" * 100_000,
        "project(':a').projectDir=" + " " * 100_000,
        "/*" * 200_000,
        "lazy val a = project dependsOn(" * 20_000,
        "srcDirs = [" + "'src'," * 100_000,
        "include '::', ':', '', 'a:../../b'\n",
        "\0",
    ],
)
def test_hostile_scripts_are_read_in_no_time(tmp_path: Path, file: str, text: str) -> None:
    inventory = look(write(tmp_path, {f"p/{file}": text, "p/A.java": ""}))
    assert reasons(inventory) == {}
    assert {p.path for p in inventory.packages} <= {"", "p"}
