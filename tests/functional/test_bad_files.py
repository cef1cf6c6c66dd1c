"""Files that are not what one hopes for, all in one project: each costs itself at most, and is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Exported, Project


ODD_NAMES = [
    "with space/two  blanks.py",
    "it's/don't.py",
    'say "hi".py',
    "new\nline.py",
    "tab\t.py",
    "ünï/日本.py",
    "e\u0301.py",  # é in two code points
    " blank.py",
    "#hash.py",
    "-dash.py",
    "a::b.py",
    "a;b&c$d.py",
    "100%.py",
    "[id]/(group)/@slot.ts",
    "{brace}.ts",
    "back\\slash.py",
    "x' OR '1'='1.py",
    "\x1b[31mred.py",
]
MINIFIED = "var x=[" + ",".join(f"function(a){{return g{i}(a)}}" for i in range(170_000)) + "];"

SOURCES: dict[str, str | bytes] = {
    "plain.py": "from crlf import two\n\n\ndef three():\n    return two()\n",
    "crlf.py": b"def one():\r\n    return 1\r\n\r\n\r\ndef two():\r\n    return one()\r\n",
    "cr.py": b"def mac():\r    return 1\r",
    "bom.py": b"\xef\xbb\xbfdef with_bom():\n    return 1\n",
    "utf16.py": "def wide16():\n    return 'ä'\n".encode("utf-16"),
    "utf32.py": "def wide32():\n    return 1\n".encode("utf-32"),
    "not_utf16.py": b"\xff\xfe\x00\xd8a",
    "latin.py": "# café\ndef latin1():\n    return 'é'\n".encode("latin-1"),
    "nul.py": b"def before_nul():\n    return 1\n\0\n",
    "late_nul.py": b"def early():\n    return 1\n" + b"# filler\n" * 1000 + b"\0\ndef late():\n    early()\n",
    "emoji.py": 'A = "😀😀 中文"\n\n\ndef after_emoji():\n    return A\n\n\ndef 名前():\n    return after_emoji()\n',
    "formfeed.py": "\f\ndef after_formfeed():\n    return 1\n",
    "empty.py": "",
    "blank.py": "\n\n\n",
    "syntax.py": "def broken(:\n    pass\n\n\ndef whole():\n    return 1\n\n\nclass (\n",
    "syntax.ts": "export function whole(): number { return 1 }\nexport function { const = ;\n",
    "unclosed.js": 'export function opened() { return "\n' + "(" * 300,
    "deep.py": "def nested():\n"
    + "".join(f"{'    ' * (i + 1)}if a:\n" for i in range(80))
    + " " * 324
    + "b()\n",
    "nest.js": "export const pit = 1;\n" + "[\n" * 3000 + "]\n" * 3000,
    "long.py": "x = [\n" + "    'abcdefgh',\n" * 30_000 + "]\n\n\ndef after_long():\n    return x\n",
    "minified.js": MINIFIED,  # five megabytes
    "oneline.js": MINIFIED[:200_000],
    "lib.min.js": "f()\n",
    "picture.py": bytes(range(256)) * 40,
    "binary.mp4": os.urandom(1000) * 100,
}
SKIPPED = {
    "minified.js": "larger than 1000000 bytes",
    "oneline.js": "minified",
    "lib.min.js": "minified",
    "picture.py": "binary",
    "nul.py": "binary",
    "not_utf16.py": "begins like UTF-16 but is not",
    "self": "symbolic link",
    "sub/loop": "symbolic link",
    "sub/broken.py": "symbolic link",
    "sub/link_in.py": "symbolic link",
    "sub/link_out.py": "symbolic link",
    "to_nothing": "symbolic link",
    "pipe.py": "not a regular file",
    "not\\xffutf8.py": "name is not valid UTF-8",
}

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems refuse such names")


def make_mess(project: Project) -> None:
    project.write(SOURCES)
    project.write({name: f"{_def(name)} odd_{i}{_body(name)}" for i, name in enumerate(ODD_NAMES)})
    outside = project.root.with_name("outside")
    outside.mkdir()
    (outside / "target.py").write_text("def outside():\n    return 3\n")
    root = project.root
    (root / "sub").mkdir()
    for name, target in {
        "self": ".",
        "sub/loop": "../sub",
        "sub/broken.py": "../../../nowhere/missing.py",
        "sub/link_in.py": "../plain.py",
        "sub/link_out.py": str(outside / "target.py"),
        "to_nothing": "to_nothing",
    }.items():
        (root / name).symlink_to(target)
    project.write({"sub/inner.py": "def inner():\n    return 1\n"})
    os.mkfifo(root / "pipe.py")
    with open(os.fsencode(root) + b"/not\xffutf8.py", "w") as file:  # noqa: PTH123 (no text, no Path)
        file.write("def unnameable(): pass\n")
    project.age()


def _def(name: str) -> str:
    return "def" if name.endswith(".py") else "export function"


def _body(name: str) -> str:
    return "():\n    return 1\n" if name.endswith(".py") else "() {\n  return 1;\n}\n"


@pytest.fixture(scope="module")
def mess(make_project: MakeProject) -> Project:
    project = make_project("mess")
    make_mess(project)
    return project


@pytest.fixture(scope="module")
def report(mess: Project) -> dict[str, Any]:
    ran = mess.run("index", "--no-embeddings", "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = ran.json["report"]
    return found


@pytest.fixture(scope="module")
def exported(mess: Project, report: dict[str, Any]) -> Exported:
    return mess.export()


def test_whatever_has_no_facts_is_named_with_its_reason(report: dict[str, Any]) -> None:
    assert dict(report["skipped"]) == SKIPPED


def test_files_with_syntax_errors_are_named_and_indexed_as_far_as_they_go(
    mess: Project, report: dict[str, Any], exported: Exported
) -> None:
    assert report["partial"] == ["late_nul.py", "syntax.py", "syntax.ts", "unclosed.js"]
    assert {"syntax.py:5", "syntax.ts:1", "unclosed.js:0"} <= exported.code
    shown = mess.run("status", "--skipped").out
    assert "4 files with syntax errors, indexed except for what stands there" in shown
    assert "\n    syntax.ts\n" in shown


def test_all_other_files_are_indexed(exported: Exported) -> None:
    modules = {node["path"] for node in exported.nodes if node["level"] == 2 and node["path"]}
    sources = {name for name in SOURCES if name.endswith((".py", ".ts", ".js"))}
    assert modules == (sources | set(ODD_NAMES) | {"sub/inner.py"}) - set(SKIPPED)


@pytest.mark.parametrize(
    "place",
    [
        "bom.py:1", "latin.py:2", "crlf.py:1", "crlf.py:5", "cr.py:1", "emoji.py:4", "emoji.py:8", "plain.py:4",
        "utf16.py:1", "utf32.py:1", "formfeed.py:2", "late_nul.py:1004", "long.py:30005", "deep.py:1",
        "nest.js:1",
    ],
)  # fmt: skip
def test_definitions_are_found_whatever_the_encoding(exported: Exported, place: str) -> None:
    assert place in exported.code


@pytest.mark.parametrize(
    "edge",
    [
        ("plain.py:4", "calls", "crlf.py:5"),
        ("crlf.py:5", "calls", "crlf.py:1"),
        ("emoji.py:8", "calls", "emoji.py:4"),
        ("late_nul.py:1004", "calls", "late_nul.py:1"),
    ],
)
def test_calls_are_found_whatever_the_line_ends(exported: Exported, edge: tuple[str, str, str]) -> None:
    assert edge in exported.links


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("emoji.py:8", "def 名前():\n    return after_emoji()\n"),
        ("with_bom", "def with_bom():\n    return 1\n"),
        ("wide16", "def wide16():\n    return 'ä'\n"),
        ("mac", "def mac():\n    return 1\n"),
        ("two", "def two():\r\n    return one()\n"),
        ("latin1", "def latin1():\n    return '\N{REPLACEMENT CHARACTER}'\n"),
        ("after_formfeed", "def after_formfeed():\n    return 1\n"),
    ],
)
def test_source_is_exact_after_wide_characters_marks_and_odd_line_ends(
    mess: Project, report: dict[str, Any], name: str, text: str
) -> None:
    ran = mess.run("source", name, encoding=None, text=False)
    assert ran.code == 0
    assert ran.out == text.encode()  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("number", range(len(ODD_NAMES)), ids=[ascii(name) for name in ODD_NAMES])
def test_an_odd_name_is_found_by_its_path_and_a_line(
    mess: Project, report: dict[str, Any], number: int
) -> None:
    path = ODD_NAMES[number]
    ran = mess.run("symbol", "--json", "--", f"{path}:1")
    assert ran.code == 0, ran.err
    assert (ran.json["path"], ran.json["name"]) == (path, f"odd_{number}")


def test_names_never_steer_the_terminal_nor_break_lines(mess: Project, report: dict[str, Any]) -> None:
    for words in (["map", "--level", "symbol"], ["search", "odd", "-k", "50"], ["symbol", "odd_17"]):
        out = mess.run(*words).out
        assert "\x1b" not in out
        assert "new\N{REPLACEMENT CHARACTER}line.py" in out or "red.py" in out


def test_links_are_not_followed_and_each_file_is_there_once(exported: Exported) -> None:
    assert len(exported.named("three")) == 1
    assert len(exported.named("inner")) == 1
    assert exported.named("outside") == []


def test_fully_qualified_names_are_unique(exported: Exported) -> None:
    fqns = [node["fqn"] for node in exported.nodes]
    assert fqns == sorted(set(fqns))


def test_skipped_files_do_not_make_the_next_run_work(mess: Project, report: dict[str, Any]) -> None:
    again = mess.update()
    assert (again.changed, again.files_parsed) == (False, 0)
    assert [list(skipped) for skipped in again.skipped] == report["skipped"]
    assert again.partial == report["partial"]


def test_a_repaired_file_is_indexed_and_no_longer_named(mess: Project, report: dict[str, Any]) -> None:
    broken = {path: (mess.root / path).read_bytes() for path in ("syntax.py", "nul.py")}
    mess.write({"syntax.py": "def whole():\n    return 1\n", "nul.py": "def mended():\n    return 1\n"})
    mended = mess.update()
    assert mended.files_parsed == 2
    assert "syntax.py" not in mended.partial
    assert "nul.py" not in dict(mended.skipped)
    mess.write(broken)


def test_a_binary_that_is_imported_is_not_read(project: Project) -> None:
    (project.root / "src").mkdir()
    with (project.root / "src" / "big.mp4").open("wb") as file:
        file.truncate(1 << 36)  # 64 GB that are not there: reading them would take for ever
    project.write(
        {
            "src/app.ts": 'import video from "./big.mp4";\n\nexport function play() {\n  return String(video);\n}\n'
            "export function start() {\n  return play();\n}\n",
            "src/data.json": "[1]",
        }
    )
    assert project.update().files == {"typescript": 1}
    exported = project.export()
    assert ("src/app.ts:6", "calls", "src/app.ts:3") in exported.links
    assert exported.code == {"src/app.ts:0", "src/app.ts:3", "src/app.ts:6"}


def test_a_file_that_takes_too_long_is_given_up_and_tried_again_with_more_time(project: Project) -> None:
    rows = "".join(
        f"def f{i}(a, b=[{i}, {{'x': a}}]):\n    return f{i}(b)[a](lambda: {i})\n" for i in range(3000)
    )
    project.write({"slow.py": rows, "quick.py": "def quick():\n    return 1\n"})
    project.age()
    report = project.update(parse_timeout=0.1, workers=1)
    assert report.skipped == [("slow.py", "timed out after 0.1 s")]
    assert report.files == {"python": 1}
    assert project.update(parse_timeout=60).files == {"python": 2}


def test_the_limits_are_settings(project: Project) -> None:
    project.write({"bundle.js": MINIFIED[:20_000], "large.py": "def large():\n    return 1\n" + "#\n" * 1000})
    project.write({"codegraph.toml": "max_file_bytes = 1000\n"})
    project.age()
    assert project.update().files == {}
    assert project.update(max_file_bytes=100_000).skipped == [("bundle.js", "minified")]
    project.write({"codegraph.toml": "max_mean_line = 100000\n"})
    assert project.update().files == {"javascript": 1, "python": 1}
    project.write({"codegraph.toml": "max_mean_line = 500\n"})
    assert project.update().skipped == [("bundle.js", "minified")]


def test_ignore_rules_decide_as_git_does_with_and_without_a_repository(project: Project) -> None:
    code = "def alive():\n    return 1\n"
    wanted = [
        "src/coverage/inner.py", "keep.gen.py", "plugins/app/main.py", "src/logs.py", "filex.py",
        "web/important.gen.py", "web/ok.py",
    ]  # fmt: skip
    unwanted = [
        "coverage/top.py", "a.gen.py", "plugins/vendorx/lib.py", "logs/x.py", "#real.py", "file1.py",
        "web/.output/bundle.py",
    ]  # fmt: skip
    project.write(dict.fromkeys([*wanted, *unwanted], code))
    rules = "/coverage\n*.gen.py\n!keep.gen.py\nplugins/*\n!plugins/app\nlogs/\n\\#real.py\nfile[0-9].py\n# note\n"
    project.write({".gitignore": rules, "web/.gitignore": "!important.gen.py\n.output\n"})
    project.age()
    project.update()
    without = {node["path"] for node in project.export().nodes if node["level"] == 2}
    assert without == set(wanted)
    project.git("init", "-q")
    listed = project.git("ls-files", "-co", "--exclude-standard", "--", "*.py").split()
    assert set(listed) == without
    assert project.update().changed is False


def test_the_project_folder_may_have_any_name(make_project: MakeProject) -> None:
    for name in ('it\'s a "test"', "日本 ü", "-n", "100%20{}", "a?b#c", "back\\slash", "~"):
        project = make_project(name).write({"a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n"})
        project.update()
        assert project.export().nodes[0]["name"] == name, "the repository is called like its folder"
        ran = project.run("impact", "b", "--json", "-C", str(project.root))
        assert [caller["name"] for caller in ran.json["direct_impact"]] == ["a"]


def test_a_folder_that_can_not_hold_an_index_is_told_so(make_project: MakeProject) -> None:
    project = make_project("new\nline").write({"a.py": "def a():\n    return 1\n"})
    ran = project.run("index", "--no-embeddings", "-q")
    assert ran.code == 9
    assert "a control character in the path; rename the folder or set index_dir to another place" in ran.error


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_missing_source_is_told_when_it_is_shown(mess: Project, report: dict[str, Any]) -> None:
    moved = mess.root / "bom.py"
    content = moved.read_bytes()
    moved.unlink()
    try:
        ran = mess.run("source", "--no-refresh", "with_bom")
        assert ran.code == 3
        assert "bom.py can't be read" in ran.error
        assert mess.run("symbol", "--no-refresh", "with_bom").code == 0
    finally:
        Path(moved).write_bytes(content)
