"""C and C++: include folders from compilation databases, CMake, Meson and Makefiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.discovery.conftest import Tree, configs, look, reasons, write

if TYPE_CHECKING:
    from codegraph.discovery.settings import Includes

C = {"src/a.c": "", "src/b.c": "", "include/a.h": "", "lib/x/x.h": "", "lib/x/x.c": ""}


def compiled(entry: str, command: str, directory: str = "$root/build") -> dict[str, str]:
    """One entry of a compilation database; ``$root`` is filled in later."""
    return {"directory": directory, "file": entry, "command": command}


def with_database(root: Path, *entries: object, at: str = "build", files: Tree = C) -> Includes:
    """The includes of a small project with a compilation database."""
    text = json.dumps(entries).replace("$root", root.as_posix())
    return configs(
        root, {**files, f"{at}/compile_commands.json" if at else "compile_commands.json": text}
    ).includes


COMMANDS: dict[str, tuple[str, tuple[list[str], list[str], list[str]]]] = {
    "include folders": ("cc -I$root/include -I ../lib/x -o a.o -c a.c", ([], ["include", "lib/x"], [])),
    "each kind": (
        "cc -isystem $root/lib -I../include -iquote $root/lib/x -idirafter$root/src -c a.c",
        (["lib/x"], ["include", "lib", "src"], []),
    ),
    "after the output": ("cc -DA=1 -o a.o -I../include -DB -c a.c", ([], ["include"], ["A=1", "B"])),
    "outside, or without C": ("cc -I/usr/include -I$root/doc -I$root/../x -c a.c", ([], [], [])),
    "quotes": (
        r"""cc "-I$root/include" '-DA="x y"' -DB=\"z\" -I"$root/lib"/x -c a.c""",
        ([], ["include", "lib/x"], ['A="x y"', 'B="z"']),
    ),
    "taken back": ("cc -DA -DB=1 -UA -D B=2 -c a.c", ([], [], ["B=2"])),
    "the root and Microsoft's way": ("cl /I.. /DA /c a.c", ([], [""], ["A"])),
    "unfinished": ("""cc -I../include "-I$root/li""", ([], ["include"], [])),
    "nothing": ("", ([], [], [])),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_tells_where_includes_are_found(tmp_path: Path, name: str) -> None:
    command, expected = COMMANDS[name]
    command = command.replace("$root", tmp_path.as_posix())
    found = with_database(tmp_path, compiled("../src/a.c", command))
    assert found.files == {"src/a.c": 0}
    assert (found.sets[0].quote, found.sets[0].paths, found.sets[0].defines) == expected


def test_arguments_may_come_as_a_list(tmp_path: Path) -> None:
    entry = {
        "directory": "$root",
        "file": "src/a.c",
        "arguments": ["cc", "-I", "include", "-DX=a b", "src/a.c"],
    }
    found = with_database(tmp_path, entry)
    assert (found.sets[0].paths, found.sets[0].defines) == (["include"], ["X=a b"])


def test_equal_commands_share_a_set_and_folders_know_all_of_theirs(tmp_path: Path) -> None:
    found = with_database(
        tmp_path,
        compiled("$root/src/a.c", "cc -I../include -o a.o -c a.c"),
        compiled("$root/src/b.c", "cc -I../include -o b.o -c b.c"),
        compiled("$root/lib/x/x.c", "cc -I../lib -o x.o -c x.c"),
        compiled("$root/src/a.c", "cc -I../lib -o again.o -c a.c"),
        compiled("$root/build/made.c", "cc -c made.c"),
    )
    assert found.files == {"lib/x/x.c": 1, "src/a.c": 0, "src/b.c": 0}
    assert found.folders == {"": ["include", "lib"], "lib/x": ["lib"], "src": ["include"]}


def test_the_database_of_another_machine_is_brought_below_the_root(tmp_path: Path) -> None:
    found = with_database(
        tmp_path,
        compiled("/ci/proj/src/a.c", "cc -I/ci/proj/include -I/ci/other -c a.c", "/ci/proj/build"),
        compiled("/ci/proj/build/src/a.c", "cc -c a.c", "/ci/proj/build"),
        compiled("../lib/x/x.c", "cc -I../lib -c x.c", "/ci/proj/build"),
    )
    assert found.files == {"lib/x/x.c": 1, "src/a.c": 0}
    assert [each.paths for each in found.sets] == [["include"], ["lib"]]


def test_a_database_may_count_from_the_root(tmp_path: Path) -> None:
    found = with_database(
        tmp_path,
        compiled("src/a.c", "cc -Iinclude -I../.. -c src/a.c", "."),
        compiled("x.c", "cc -I. -c x.c", "lib/x"),
        {"file": "src/b.c", "arguments": ["cc"]},
    )
    assert found.files == {"lib/x/x.c": 1, "src/a.c": 0, "src/b.c": 2}
    assert [each.paths for each in found.sets] == [["include"], ["lib/x"], []]


def test_a_database_of_windows_is_understood(tmp_path: Path) -> None:
    command = r'cl.exe /IC:\ci\proj\include "-IC:\ci\proj\lib\x" /c a.c'
    found = with_database(tmp_path, compiled(r"C:\ci\proj\src\a.c", command, r"C:\ci\proj"))
    assert found.sets[0].paths == ["include", "lib/x"]


@pytest.mark.parametrize(
    "place",
    ["", "build", "out", "cmake-build-debug", "builddir", "build/Debug", "out/build/x64", "build-rel"],
)
def test_the_database_is_looked_for_in_folders_of_output(tmp_path: Path, place: str) -> None:
    write(tmp_path, {".gitignore": "build*\nout\ncmake-build-*\n"})
    assert with_database(tmp_path, compiled("$root/src/a.c", "cc"), at=place).files == {"src/a.c": 0}


def test_the_first_database_counts(tmp_path: Path) -> None:
    with_database(tmp_path, compiled("$root/src/a.c", "cc -Isecond", "$root"), at="cmake-build-z")
    found = with_database(tmp_path, compiled("$root/src/b.c", "cc", "$root"), at="cmake-build-a")
    assert found.files == {"src/b.c": 0}


def test_each_cmake_project_has_its_own_database(tmp_path: Path) -> None:
    files = {"cpp/CMakeLists.txt": "project(cpp)", "cpp/a.cc": "", "cpp/inc/a.h": "", "b.cc": ""}
    with_database(tmp_path, compiled("$root/b.cc", "c++", "$root"), at="build", files=files)
    found = with_database(tmp_path, compiled("../a.cc", "c++ -I../inc", "$root/cpp/build"), at="cpp/build")
    assert found.files == {"b.cc": 1, "cpp/a.cc": 0}
    assert found.folders == {"cpp": ["cpp/inc"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1]",
        '[{"file": 1}]',
        '[{"directory": "x"}]',
        "[" * 100_000,
        '[{"file": "a", "arguments": 1}]',
    ],
)
def test_a_broken_database_is_reported(tmp_path: Path, text: str) -> None:
    inventory = look(write(tmp_path, {"a.c": "", "build/compile_commands.json": text}))
    assert inventory.configs.includes.files == {}
    assert list(reasons(inventory)) == ["build/compile_commands.json"]


@pytest.mark.parametrize(
    "entries", [[], [{"file": ""}], [{"file": "a.c"}], [{"file": "\0", "command": "-I"}], [{"file": "/a.c"}]]
)
def test_an_odd_database_harms_nothing(tmp_path: Path, entries: list[object]) -> None:
    inventory = look(write(tmp_path, {"a.c": "", "compile_commands.json": json.dumps(entries)}))
    assert reasons(inventory) == {}


def test_a_database_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"else/compile_commands.json": '[{"file": "a.c"}]', "root/a.c": ""})
    (tmp_path / "root" / "build").symlink_to("../else")
    (tmp_path / "root" / "compile_commands.json").symlink_to("../else/compile_commands.json")
    assert look(tmp_path / "root").configs.includes.files == {}


def test_without_c_nothing_is_looked_for(tmp_path: Path) -> None:
    inventory = look(write(tmp_path, {"a.py": "", "compile_commands.json": "broken", "Makefile": "x: -Isrc"}))
    assert reasons(inventory) == {}


# --- build files ---

FOLDERS: dict[str, tuple[Tree, dict[str, list[str]]]] = {
    "a library and who links it": (
        {
            "CMakeLists.txt": "project(p)\nadd_subdirectory(lib)\nadd_subdirectory(app)\n",
            "lib/CMakeLists.txt": """
add_library(core STATIC core.c)
target_include_directories(core PUBLIC include PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/private)
target_include_directories(core SYSTEM INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib/api>)
add_library(p::core ALIAS core)
""",
            "app/CMakeLists.txt": "add_executable(app app.c)\ntarget_link_libraries(app PRIVATE p::core m)\n",
            **dict.fromkeys(("lib/include/a.h", "lib/private/b.h", "lib/api/c.h", "app/app.c"), ""),
        },
        {"app": ["lib/include", "lib/api"], "lib": ["lib/include", "lib/private"]},
    ),
    "through others, but not what they keep for themselves": (
        {
            "CMakeLists.txt": """project(p)
add_library(a a.c)
target_include_directories(a PUBLIC ia)
add_library(b b.c)
target_include_directories(b PUBLIC ib)
add_library(c c.c)
target_link_libraries(c a)
""",
            "d/CMakeLists.txt": "add_library(d d.c)\ntarget_link_libraries(d PUBLIC c)\n",
            "e/CMakeLists.txt": "add_library(e e.c)\ntarget_link_libraries(e PRIVATE b)\n",
            "f/CMakeLists.txt": "add_library(f f.c)\ntarget_link_libraries(f e d)\n",
            **dict.fromkeys(("ia/x.h", "ib/x.h", "d/d.c", "e/e.c", "f/f.c"), ""),
        },
        {"": ["ia", "ib"], "d": ["ia"], "e": ["ib"], "f": ["ia"]},
    ),
    "in a circle": (
        {
            "CMakeLists.txt": "add_library(a x.c)\nadd_library(b x.c)\ntarget_link_libraries(a b)\n"
            "target_link_libraries(b a)\ntarget_include_directories(b PUBLIC i)\n",
            "i/x.h": "",
        },
        {"": ["i"]},
    ),
    "variables, comments and quotes": (
        {
            "CMakeLists.txt": """
project(top) # include_directories(no)
set(HEADERS "${CMAKE_SOURCE_DIR}/inc" other)
#[[ include_directories(
  never) ]]
INCLUDE_DIRECTORIES(BEFORE SYSTEM ${HEADERS}
   # a comment
   "${top_SOURCE_DIR}/q q" ${UNKNOWN}/x $ENV{HOME} ../out /usr/include)
""",
            **dict.fromkeys(("inc/a.h", "other/a.h", "q q/a.h", "x/a.h"), ""),
        },
        {"": ["inc", "other", "q q"]},
    ),
    "Meson": (
        {
            "meson.build": "project('p', 'c')\ninc = include_directories('include', # x\n  'none', is_system: true)\n",
            "src/meson.build": "i = include_directories('.', '../lib')\n",
            **dict.fromkeys(("include/a.h", "src/a.c", "lib/a.h"), ""),
        },
        {"": ["include"], "src": ["src", "lib"]},
    ),
    "Makefiles": (
        {
            "configure.ac": "AC_INIT([thing], [1.0])\n",
            "src/Makefile.am": "AM_CPPFLAGS = -I$(top_srcdir)/include -I$(srcdir) -I$(OTHER)/x\n",
            "Makefile": "CFLAGS=-O2 -Wall -Ideps/x -isystem deps/y -I../out --sysroot-Ino\n",
            **dict.fromkeys(("include/a.h", "src/a.c", "deps/x/x.h", "deps/y/y.h"), ""),
        },
        {"": ["deps/x", "deps/y"], "src": ["include", "src"]},
    ),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_build_files_name_include_folders(tmp_path: Path, name: str) -> None:
    files, expected = FOLDERS[name]
    assert configs(tmp_path, files).includes.folders == expected


@pytest.mark.parametrize(
    "text",
    [
        "set(" * 100_000,
        "set(a ${a}${a}x)\n" * 10_000,
        '#[[\nset("' + '\\"' * 200_000,
        "".join(f"add_library(t{n} a.c)\ntarget_link_libraries(t{n} PUBLIC t{n + 1})\n" for n in range(3000)),
        "include_directories(" + "${A}" * 100_000 + ")",
    ],
)
def test_a_hostile_cmake_file_ends(tmp_path: Path, text: str) -> None:
    assert configs(tmp_path, {"CMakeLists.txt": text, "a.c": ""}).includes.folders == {}
