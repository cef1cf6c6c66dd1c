"""Single lines of ignore files; test_ignored_like_git.py compares whole files with git itself."""

from __future__ import annotations

import re

import pytest

from codegraph.discovery.ignore import Rules
from codegraph.discovery.patterns import parse_pattern, parse_patterns, translate


def ignores(lines: str, path: str, *, is_dir: bool = False) -> bool | None:
    name = path.rpartition("/")[2]
    return Rules(parse_patterns(lines.encode())).verdict(path.encode(), name.encode(), is_dir)


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ("a.py", "a.py", True),
        ("a.py", "deep/down/a.py", True),
        ("a.py", "xa.py", None),
        ("/a.py", "a.py", True),
        ("/a.py", "deep/a.py", None),
        ("docs/a.py", "docs/a.py", True),
        ("docs/a.py", "x/docs/a.py", None),
        ("*.py", "x/y.py", True),
        ("*.py", ".py", True),
        ("docs/*.py", "docs/x.py", True),
        ("docs/*.py", "docs/deep/x.py", None),
        ("**/x.py", "x.py", True),
        ("**/x.py", "a/b/x.py", True),
        ("a/**/x.py", "a/x.py", True),
        ("a/**/x.py", "a/b/c/x.py", True),
        ("a/**", "a/b/c", True),
        ("a/**", "a", None),
        ("a**b/c", "a/x/b/c", None),
        ("x/a**/b", "x/ab", True),  # behind literal text git takes "**" for one at the beginning
        ("file[0-9].py", "file1.py", True),
        ("file[0-9].py", "filex.py", None),
        ("file[!0-9].py", "filex.py", True),
        ("file[^0-9].py", "file1.py", None),
        ("[[:alpha:]].py", "a.py", True),
        ("[[:alpha:]].py", "1.py", None),
        ("[[:nonsense:]].py", "a.py", None),
        ("[]a].py", "].py", True),
        ("[a-].py", "-.py", True),
        (r"[\]].py", "].py", True),
        ("[b-a].py", "a.py", None),
        ("[open", "[open", None),
        ("[a", "a", None),
        ("[\\", "a", None),
        ("[a-\\", "a", None),
        (r"[a-\c]", "b", True),
        (r"[\a]", "a", True),
        ("[a-c-e]", "d", None),
        ("[a-c-e]", "-", True),
        ("[[:x]", ":", True),
        ("[[:x", ":", None),
        ("[[:]", "[", True),
        ("[!b-a]", "z", True),
        (r"a/**\/b", "a/x/b", True),
        (r"a/**\/b", "a/b", None),
        ("a?c", "abc", True),
        ("a?c", "a/c", None),
        ("?", "é", None),  # two bytes
        ("??", "é", True),
        (r"\#real", "#real", True),
        (r"\!real", "!real", True),
        (r"a\*", "a*", True),
        (r"a\*", "ab", None),
        ("ends\\", "ends\\", None),
        ("space  ", "space", True),
        (r"space\ ", "space ", True),
        (r"space\  ", "space ", True),
        ("tab\t", "tab", None),
        ("a\r", "a", True),
        ("!a", "a", False),
        ("!", "!", None),
        ("/", "a", None),
    ],
)
def test_a_line_means_what_it_means_to_git(line: str, path: str, expected: bool | None) -> None:
    assert ignores(line + "\n", path) is expected


def test_a_slash_at_the_end_means_folders_only() -> None:
    assert ignores("logs/\n", "logs", is_dir=True)
    assert ignores("logs/\n", "x/logs", is_dir=True)
    assert ignores("logs/\n", "logs") is None
    assert ignores("/logs/\n", "x/logs", is_dir=True) is None


def test_comments_blank_lines_and_a_byte_order_mark_are_no_patterns() -> None:
    assert parse_patterns(b"\xef\xbb\xbf# comment\n\n   \n\r\n") == []
    assert ignores("\ufeffa\n", "a")


def test_the_last_fitting_line_wins() -> None:
    lines = "*.gen.py\n!keep.gen.py\nkeep.gen.*\n"
    assert ignores(lines, "keep.gen.py") is True
    assert ignores("*.gen.py\n!keep.gen.py\n", "keep.gen.py") is False


def test_rules_count_from_the_folder_of_their_file() -> None:
    rules = Rules(parse_patterns(b"/a\nb/c\n"), b"sub/")
    assert rules.verdict(b"sub/a", b"a", False)
    assert rules.verdict(b"sub/b/c", b"c", False)
    assert rules.verdict(b"sub/x/a", b"a", False) is None


@pytest.mark.parametrize(
    ("glob", "text"),
    [
        (b"*a" * 60 + b"b", b"a" * 250),
        (b"x/" + b"*a" * 60 + b"b", b"x/" + b"a" * 250),
        (b"**/a/" * 40 + b"b", b"a/" * 1000 + b"c"),
        (b"**/*a*a*a*a*a/" * 6 + b"b", b"aaaaaaaaaaaaaaaaaaaa/" * 90 + b"c"),
        (b"/**" * 50 + b"/b", b"/".join([b"a"] * 1000)),
    ],
)
def test_no_pattern_makes_matching_explode(glob: bytes, text: bytes) -> None:
    """With an expression that tries every way to divide the text these would outlast the universe."""
    regex = re.compile(translate(glob, crosses_folders=b"/" in glob), re.DOTALL)
    assert regex.fullmatch(text) is None


def test_a_glob_with_many_wildcards_still_finds_its_match() -> None:
    regex = re.compile(translate(b"**/a*b*c/**/d*e/*.py", crosses_folders=True), re.DOTALL)
    assert regex.fullmatch(b"x/axbxbxc/y/z/dde/f.py")
    assert regex.fullmatch(b"abc/de/.py")
    assert regex.fullmatch(b"abc/abc/x/de/de/f.py")
    assert not regex.fullmatch(b"abc/x/de/y/f.py")


def test_a_pattern_tells_literals_from_globs() -> None:
    assert parse_pattern(b"node_modules/").literal == b"node_modules"
    assert parse_pattern(b"*.py").literal is None
