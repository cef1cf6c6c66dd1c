"""One setting is changed in the user's file, and nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from codegraph.config.editing import write_user_settings
from codegraph.errors import SettingsError, StorageError

GOOD = {
    "": '[embedding]\nmodel = "m"\n',
    "workers = 2\n": 'workers = 2\n\n[embedding]\nmodel = "m"\n',
    "[embedding]\n": '[embedding]\nmodel = "m"\n',
    "[ embedding ]  # mine\nthreads = 2\n\n[search]\nmodel = 1\n": (
        '[ embedding ]  # mine\nmodel = "m"\nthreads = 2\n\n[search]\nmodel = 1\n'
    ),
    '# a\n[embedding]\nthreads = 2\nmodel = "old"  # old\nmodel_path = ""\n': (
        '# a\n[embedding]\nthreads = 2\nmodel = "m"\nmodel_path = ""\n'
    ),
    '[search]\ntop_k = 3\n[embedding]\n  model="old"': '[search]\ntop_k = 3\n[embedding]\nmodel = "m"\n',
}


@pytest.mark.parametrize("text", GOOD)
def test_one_line_changes_or_is_added(tmp_path: Path, text: str) -> None:
    if text:
        (tmp_path / "config.toml").write_text(text)
    file = write_user_settings({"embedding.model": "m"}, {"CODEGRAPH_HOME": str(tmp_path)})
    assert file == tmp_path / "config.toml"
    assert file.read_text() == GOOD[text]
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


def test_values_are_quoted(tmp_path: Path) -> None:
    odd = 'a"b\\c\nd'
    file = write_user_settings(
        {"embedding.model": odd, "embedding.provider": "onnx"}, {"CODEGRAPH_HOME": str(tmp_path / "new")}
    )
    assert tomllib.loads(file.read_text()) == {"embedding": {"model": odd, "provider": "onnx"}}


@pytest.mark.parametrize(
    "text",
    [
        'embedding.model = "old"\n',
        'embedding = { model = "old" }\n',
        'note = """\n[embedding]\n"""\n',
        '[embedding]\nnote = """\nmodel = 1\n"""\n',
        "embedding = 3\n",
        '[embedding]\n"model" = "old"\n',
    ],
)
def test_a_file_that_a_line_would_break_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(SettingsError, match=r'set embedding\.model = "m" there yourself'):
        write_user_settings({"embedding.model": "m"}, {"CODEGRAPH_HOME": str(tmp_path)})
    assert (tmp_path / "config.toml").read_text() == text


def test_a_file_that_is_no_toml_or_no_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[embedding\n")
    with pytest.raises(SettingsError, match="not valid TOML"):
        write_user_settings({"embedding.model": "m"}, {"CODEGRAPH_HOME": str(tmp_path)})
    (tmp_path / "config.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(SettingsError, match="not valid TOML"):
        write_user_settings({"embedding.model": "m"}, {"CODEGRAPH_HOME": str(tmp_path)})
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="can't be written"):
        write_user_settings({"embedding.model": "m"}, {"CODEGRAPH_HOME": str(tmp_path / "file")})
