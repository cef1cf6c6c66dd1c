"""Decoding, checks of content, and reading that never leaves the root."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegraph.discovery import Undecodable, check_content, decode, has_minified_name, read_source
from tests.discovery.conftest import write

# the byte sequences that a source file may come in, and what is parsed and shown of them
ENCODINGS = {
    "plain": (b"def three():\n    return two()\n", b"def three():\n    return two()\n"),
    "bom": (b"\xef\xbb\xbfdef with_bom():\n    return 1\n", b"def with_bom():\n    return 1\n"),
    "crlf": (b"def one():\r\n    return 1\r\n", b"def one():\r\n    return 1\r\n"),
    "lone cr": (b"a = 1\rb = 2\r", b"a = 1\nb = 2\n"),
    "cr and lf": (b"a = 1\rb = 2\n", b"a = 1\rb = 2\n"),
    "latin-1": (b"# caf\xe9\ndef latin():\n", b"# caf\xe9\ndef latin():\n"),
    "wide": ('NAME = "\U0001f600 中文"\n'.encode(), 'NAME = "\U0001f600 中文"\n'.encode()),
    "form feed": (b"a = 1\n\x0c\nb = 2\n", b"a = 1\n\x0c\nb = 2\n"),
    "utf-16 le": (b"\xff\xfe" + "é = 1\n".encode("utf-16-le"), "é = 1\n".encode()),
    "utf-16 be": (b"\xfe\xff" + "é = 1\n".encode("utf-16-be"), "é = 1\n".encode()),
    "utf-16 with cr": (b"\xff\xfe" + "a\rb\r".encode("utf-16-le"), b"a\nb\n"),
    "utf-32": (b"\xff\xfe\0\0" + "é\n".encode("utf-32-le"), "é\n".encode()),
    "empty": (b"", b""),
    "only a bom": (b"\xef\xbb\xbf", b""),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_file_is_brought_to_utf_8(name: str) -> None:
    raw, text = ENCODINGS[name]
    assert decode(raw) == text
    assert check_content(decode(raw)) is None


@pytest.mark.parametrize("data", [b"\xff\xfea", b"\xff\xfe\x00\xd8", b"\xff\xfe\0\0abc"])
def test_a_broken_utf_16_or_32_file_is_undecodable(data: bytes) -> None:
    with pytest.raises(Undecodable, match="begins like UTF-"):
        decode(data)


# two NULs at the beginning would make the mark that of UTF-32
@given(st.text().filter(lambda text: "\r" not in text and not text.startswith("\0")))
def test_utf_16_text_comes_out_as_its_utf_8(text: str) -> None:
    assert decode(text.encode("utf-16")) == text.encode().removeprefix(b"\xef\xbb\xbf")


@given(st.binary().filter(lambda data: not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"))))
def test_other_bytes_keep_their_length_and_offsets(data: bytes) -> None:
    assert len(decode(data)) == len(data)
    assert decode(data) in (data, data.replace(b"\r", b"\n"))


def test_a_nul_near_the_beginning_means_binary() -> None:
    assert check_content(b"def before_nul():\n    return 1\n\0\0\n") == "binary"
    assert check_content(b"x = 1\n" * 2000 + b"\0\n") is None


def test_long_lines_on_average_mean_minified() -> None:
    assert check_content(b"function f(a){return a};" * 4000) == "minified"
    assert check_content(b"x = 1\n" * 1000 + b"y" * 20_000) is None
    assert check_content(b"x" * 3000, max_mean_line=100) == "minified"


def test_one_long_line_in_a_small_file_is_not_minified() -> None:
    assert check_content(b"LICENSE = '" + b"x" * 3000 + b"'\n") is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/jquery.min.js", True),
        ("a/jquery-min.js", True),
        ("a/Vendor.MIN.JS", True),
        ("a/min.js", False),
        ("a/admin.js", False),
        ("a.min.js/b.js", False),
    ],
)
def test_a_name_tells_a_minified_file(path: str, expected: bool) -> None:
    assert has_minified_name(path) is expected


# --- reading --------------------------------------------------------------------------------------------


def test_a_source_is_read_decoded(tmp_path: Path) -> None:
    write(tmp_path, {"a/b c'\"\n.py": b"\xef\xbb\xbfx = 1\n"})
    assert read_source(tmp_path, "a/b c'\"\n.py") == b"x = 1\n"


@pytest.mark.parametrize(
    "path", ["../out.py", "a/../../out.py", "/etc/passwd", "", "a//b.py", "./a.py", "a/.", "a\0.py"]
)
def test_a_path_that_could_leave_the_root_is_refused(tmp_path: Path, path: str) -> None:
    root = write(tmp_path, {"out.py": "", "root/a.py": ""})
    with pytest.raises(PermissionError):
        read_source(root / "root", path)


def test_links_are_not_followed_wherever_they_stand(tmp_path: Path) -> None:
    write(tmp_path, {"out/secret.py": "", "root/a.py": ""})
    root = tmp_path / "root"
    (root / "file.py").symlink_to("a.py")
    (root / "folder").symlink_to("../out")
    for path in ("file.py", "folder/secret.py"):
        with pytest.raises(OSError, match="symbolic link") as caught:
            read_source(root, path)
        assert caught.value.errno == errno.ELOOP


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    write(tmp_path, {"folder.py/": ""})
    for path in ("pipe.py", "folder.py"):
        with pytest.raises(OSError, match=r"not a regular file|directory"):
            read_source(tmp_path, path)
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path, "missing.py")


def test_an_unreadable_file_says_so(as_nobody: Path) -> None:
    write(as_nobody, {"a.py": ""})
    (as_nobody / "a.py").chmod(0)
    with pytest.raises(PermissionError):
        read_source(as_nobody, "a.py")
