"""The commented settings file says what the settings are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from codegraph.config import DEFAULT_EXCLUDE, Settings, load_settings, render_settings
from codegraph.config.keys import KEYS


def uncommented(text: str) -> str:
    """Every key of the file set to the default that it shows."""
    return re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)


def test_every_key_stands_in_the_file_with_its_default_and_a_line_of_comment() -> None:
    found = tomllib.loads(uncommented(render_settings()))
    flat = {}
    for part, value in found.items():
        flat.update(
            {f"{part}.{k}": v for k, v in value.items()} if isinstance(value, dict) else {part: value}
        )
    assert list(flat) == list(KEYS)
    for name, key in KEYS.items():
        expected = list(key.default) if isinstance(key.default, tuple) else key.default
        assert flat[name] == ([] if name == "exclude" else expected)
        assert f"# {key.description}\n" in render_settings()
        assert key.description.endswith(".")


def test_the_file_as_it_stands_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "codegraph.toml").write_text(render_settings(), encoding="utf-8")
    assert load_settings(tmp_path, environ={"CODEGRAPH_HOME": "/nowhere"}) == (Settings(), [])


def test_every_default_written_out_changes_nothing_either(tmp_path: Path) -> None:
    (tmp_path / "codegraph.toml").write_text(uncommented(render_settings()), encoding="utf-8")
    assert load_settings(tmp_path, environ={"CODEGRAPH_HOME": "/nowhere"}) == (Settings(), [])


def test_excludes_are_written_under_their_headings() -> None:
    text = render_settings({"npm": ["coverage/", 'odd"\\name/'], "pypi": ["build/"]})
    assert tomllib.loads(text)["exclude"] == ["coverage/", 'odd"\\name/', "build/"]
    assert '    # npm\n    "coverage/",\n' in text


def test_lines_stay_readable() -> None:
    assert max(map(len, render_settings().splitlines())) <= 110
    assert all(pattern in render_settings() for pattern in DEFAULT_EXCLUDE)


def test_every_key_says_what_it_expects() -> None:
    for key in KEYS.values():
        assert key.expected
