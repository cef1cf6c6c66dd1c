"""Unified patches, read and applied in memory."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.changes.hunks import apply_hunks
from codegraph.changes.patch import FilePatch, read_patch
from codegraph.changes.patched import chained

LINES = st.lists(st.sampled_from([b"a", b"b", b"", b"c d", b"-x", b"+y", b"@@", b"\\"]), max_size=14)


def text_of(lines: list[bytes], ended: bool) -> bytes:
    return b"\n".join(lines) + (b"\n" if lines and ended else b"")


def patch_of(old: bytes, new: bytes, context: int) -> bytes:
    """A patch by the standard library, with git's word on a missing last line break."""
    lines = difflib.diff_bytes(
        difflib.unified_diff, old.splitlines(keepends=True), new.splitlines(keepends=True),
        b"a/f.py", b"b/f.py", n=context,
    )  # fmt: skip
    ended = (line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)
    return b"".join(ended)


@given(LINES, LINES, st.booleans(), st.booleans(), st.integers(1, 3))
def test_a_patch_leads_from_either_text_to_the_other(
    before: list[bytes], after: list[bytes], old_ended: bool, new_ended: bool, context: int
) -> None:
    old, new = text_of(before, old_ended), text_of(after, new_ended)
    if old == new:
        return
    (found,) = read_patch(patch_of(old, new, context))
    assert (found.old_path, found.new_path) == ("f.py", "f.py")
    forward = apply_hunks(old, found.hunks)
    backward = apply_hunks(new, found.hunks, backwards=True)
    assert forward is not None
    assert backward is not None
    assert (forward.text, backward.text) == (new, old)


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(noise: bytes) -> None:
    for found in read_patch(b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n" + noise):
        apply_hunks(noise, found.hunks)


def test_hunks_find_their_lines_where_these_have_moved() -> None:
    (found,) = read_patch(b"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")
    done = apply_hunks(b"zero\nzero\none\ntwo\n", found.hunks)
    assert done is not None
    assert (done.text, done.moved) == (b"zero\nzero\none\n2\n", 2)


def test_line_ends_of_the_text_stay() -> None:
    (found,) = read_patch(b"--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n")
    done = apply_hunks(b"one\r\ntwo\r\n", found.hunks)
    assert done is not None
    assert done.text == b"one\r\n2\r\n3\r\n"


def test_a_patch_that_does_not_fit_is_none() -> None:
    (found,) = read_patch(b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+two\n")
    assert apply_hunks(b"three\n", found.hunks) is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        (
            b"diff --git a/a b.py b/a b.py\nnew file mode 100644\n--- /dev/null\n+++ b/a b.py\t\n@@ -0,0 +1 @@\n+x\n",
            ("", "a b.py"),
        ),
        (b'diff --git "a/\\303\\244.py" "b/\\303\\244.py"\nold mode 1\ndeleted file mode 100644\n', ("ä.py", "")),
        (b"diff --git a/x.py b/y.py\nsimilarity index 100%\nrename from x.py\nrename to y.py\n", ("x.py", "y.py")),
        (b"diff --git a/x.py b/x.py\nindex 1..2\nBinary files a/x.py and b/x.py differ\n", ("x.py", "x.py")),
        (b"--- x.py\t2020-01-01\n+++ x.py\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n", ("x.py", "x.py")),
        (b"diff --git x.py x.py\n--- x.py\n+++ x.py\n@@ -1 +1 @@\n-a\n+b\n", ("x.py", "x.py")),
        (b"diff --git c/x.py c/x.py\n--- c/x.py\n+++ c/x.py\n@@ -1 +1 @@\n-a\n+b\n", ("c/x.py", "c/x.py")),
        (b"diff --git i/x.py w/x.py\n--- i/x.py\n+++ w/x.py\n@@ -1 +1 @@\n-a\n+b\n", ("x.py", "x.py")),
    ],
)  # fmt: skip
def test_paths_are_read_as_git_writes_them(text: bytes, paths: tuple[str, str]) -> None:
    (found,) = read_patch(b"From: somebody\nSubject: words\n\n" + text)
    assert (found.old_path, found.new_path) == paths


def test_lines_of_a_hunk_that_look_like_heads_are_lines() -> None:
    (found,) = read_patch(b"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n same\n")
    (hunk,) = found.hunks
    assert (hunk.old, hunk.new) == ([b"-- old\n", b"same\n"], [b"++ new\n", b"same\n"])


MERGE = b"""diff --cc shop/cart.py
index 1,2..3
--- a/shop/cart.py
+++ b/shop/cart.py
@@@ -1,4 -1,4 +1,5 @@@
  one
- two of ours
 -two of theirs
++two of both
+ theirs alone
  three
 +ours alone
"""


def test_a_hunk_of_a_merge_is_what_it_changes_in_the_first_parent() -> None:
    (found,) = read_patch(MERGE)
    assert (found.old_path, found.new_path, found.merged) == ("shop/cart.py", "shop/cart.py", True)
    ours = b"one\ntwo of ours\nthree\nours alone\n"
    merged = b"one\ntwo of both\ntheirs alone\nthree\nours alone\n"
    forward, backward = apply_hunks(ours, found.hunks), apply_hunks(merged, found.hunks, backwards=True)
    assert forward is not None
    assert backward is not None
    assert (forward.text, backward.text) == (merged, ours)


@pytest.mark.parametrize(
    ("text", "paths", "binary"),
    [
        (
            b"diff --combined x.py\nnew file mode 100644\n--- /dev/null\n+++ b/x.py\n@@@ -0,0 -0,0 +1,1 @@@\n++x\n",
            ("", "x.py"),
            False,
        ),
        (b"diff --cc x.bin\nindex 1,2..3\nBinary files differ\n", ("x.bin", "x.bin"), True),
        (
            b'diff --cc "\\303\\244"\n--- "a/\\303\\244"\n+++ "b/\\303\\244"\n@@@ -1 -1 +1 @@@\n--a\n++b\n',
            ("ä", "ä"),
            False,
        ),
    ],
)  # fmt: skip
def test_files_of_a_merge_are_read_as_git_writes_them(
    text: bytes, paths: tuple[str, str], binary: bool
) -> None:
    (found,) = read_patch(b"commit 1\nMerge: 2 3\n\n" + text)
    assert ((found.old_path, found.new_path), found.binary, found.merged) == (paths, binary, True)


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read_as_a_merge(noise: bytes) -> None:
    for found in read_patch(b"diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,3 -1,2 +1,2 @@@\n" + noise):
        apply_hunks(noise, found.hunks)


def test_files_that_are_named_several_times_are_one_chain() -> None:
    def one(old: str, new: str) -> FilePatch:
        return FilePatch(old, new, [], binary=False, merged=False)

    files = [
        one("", "a"),
        one("x", "x"),
        one("a", "b"),
        one("b", "b"),
        one("b", ""),
        one("", "b"),
        one("x", "y"),
    ]
    assert [[(f.old_path, f.new_path) for f in chain] for chain in chained(files)] == [
        [("", "a"), ("a", "b"), ("b", "b"), ("b", ""), ("", "b")],
        [("x", "x"), ("x", "y")],
    ]
