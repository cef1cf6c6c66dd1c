"""Where rules come from, and which of them count."""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

from codegraph.config import Settings
from codegraph.config.settings import Fingerprints as FingerprintSettings
from codegraph.errors import AdapterError
from codegraph.fingerprint import Kept, Rules, Used, load_rules
from tests.fingerprint.reading import look

MINE = """
framework = "mine"
language = "python"
ecosystem = "pypi"

[[rule]]
tags = ["service"]
when = { decorator = ["kit::service"] }
"""


def names(rules: Rules) -> list[str]:
    return [framework.framework for framework in rules.frameworks]


def project(root: Path, **files: str) -> Path:
    folder = root / ".codegraph" / "fingerprints"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return root


def chosen(enable: bool | tuple[str, ...] = True, extra: tuple[str, ...] = ()) -> Settings:
    return Settings(fingerprints=FingerprintSettings(enable=enable, extra=extra))


def test_the_built_in_frameworks_are_there() -> None:
    assert {"fastapi", "flask", "nestjs"} <= set(names(load_rules()))
    assert load_rules().warnings == ()


def test_every_built_in_file_has_its_head_where_it_is_looked_for() -> None:
    languages = {framework.language for framework in load_rules().frameworks}
    ecosystems = {framework.ecosystem for framework in load_rules().frameworks}
    everything = load_rules(used=Used(frozenset(languages), frozenset(ecosystems)))
    assert everything == load_rules()


def test_what_is_for_other_languages_is_left_out_and_still_known() -> None:
    used = Used(frozenset({"vue"}), frozenset({"npm"}))
    found = names(load_rules(used=used))
    assert {"express", "nestjs", "vitest"} <= set(found)
    assert not {"flask", "gin", "rails", "spring"} & set(found)
    settings = chosen(enable=("express", "flask"))
    assert names(load_rules(settings=settings, used=used)) == ["express"]
    assert load_rules(settings=settings, used=used).warnings == ()


def test_rules_that_were_kept_are_those_that_would_be_read(tmp_path: Path) -> None:
    used, root = Used(frozenset({"python"}), frozenset({"pypi"})), project(tmp_path, mine=MINE)
    first = Kept()
    read = load_rules(root, used=used, kept=first)
    second = Kept(first.fresh)
    again = load_rules(root, used=used, kept=second)
    assert read == again == load_rules(root, used=used)
    assert (read.version, second.fresh) == (again.version, b"")
    other = Kept(first.fresh)
    assert "express" in names(load_rules(used=Used(frozenset({"vue"}), frozenset({"npm"})), kept=other))
    assert other.fresh not in (b"", first.fresh)


@pytest.mark.parametrize("change", ["cut", "flipped", "other", "empty"])
def test_rules_whose_copy_is_damaged_are_read_anew(change: str) -> None:
    used, first = Used(frozenset({"python"}), frozenset({"pypi"})), Kept()
    read = load_rules(used=used, kept=first)
    whole = first.fresh
    data = {"cut": whole[:-1], "flipped": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], "empty": b""}
    other = msgspec.msgpack.encode(["key", [{"framework": 3}]])
    data["other"] = zlib.crc32(other).to_bytes(4, "little") + other
    kept = Kept(data[change])
    assert load_rules(used=used, kept=kept) == read
    assert kept.fresh == whole


def test_rules_of_a_project_count_whatever_it_is_written_in(tmp_path: Path) -> None:
    used = Used(frozenset({"go"}), frozenset({"go"}))
    assert "mine" in names(load_rules(project(tmp_path, mine=MINE), used=used))


def test_a_project_brings_its_own_rules(tmp_path: Path) -> None:
    rules = load_rules(project(tmp_path, mine=MINE))
    assert "mine" in names(rules)
    assert rules.warnings == ()
    code = "from kit import service as s\n@s\nclass A: ...\n"
    assert look(code, chosen=rules).tags == {"example::A": ["mine", "service"]}
    assert look(code).tags == {}


def test_a_project_may_say_otherwise_than_what_is_built_in(tmp_path: Path) -> None:
    rules = load_rules(project(tmp_path, flask=MINE.replace('"mine"', '"flask"')))
    assert names(rules) == names(load_rules())
    assert [rule.tags for rule in dict(zip(names(rules), rules.frameworks, strict=True))["flask"].rule] == [
        ["service"]
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("framework = ", "not valid TOML"),
        (MINE + "colour = 1", "rule 1 (service): Object contains unknown field `colour`"),
        (MINE + "#" * (1 << 20), "it is larger than 1024 kB"),
    ],
)
def test_a_broken_file_of_the_project_costs_a_warning(tmp_path: Path, text: str, why: str) -> None:
    rules = load_rules(project(tmp_path, broken=text, mine=MINE))
    assert "mine" in names(rules)
    assert len(rules.warnings) == 1
    assert rules.warnings[0].startswith(f".codegraph/fingerprints/broken.toml is left out: {why}")
    assert "\n" not in rules.warnings[0]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes need rights there")
def test_links_and_pipes_of_the_project_are_not_read(tmp_path: Path) -> None:
    root = project(tmp_path / "project")
    outside = tmp_path / "outside.toml"
    outside.write_text(MINE, encoding="utf-8")
    folder = root / ".codegraph" / "fingerprints"
    (folder / "link.toml").symlink_to(outside)
    os.mkfifo(folder / "pipe.toml")
    rules = load_rules(root)
    assert "mine" not in names(rules)
    assert [warning.split(": ", 1)[1] for warning in rules.warnings] == ["it is no plain file"] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_folder_of_rules_that_is_a_link_is_not_entered(tmp_path: Path) -> None:
    elsewhere = project(tmp_path / "elsewhere", mine=MINE)
    root = tmp_path / "project"
    root.mkdir()
    (root / ".codegraph").symlink_to(elsewhere / ".codegraph")
    assert "mine" not in names(load_rules(root))


def test_settings_name_further_files(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(MINE, encoding="utf-8")
    rules = load_rules(tmp_path, chosen(extra=("rules.toml", "gone.toml")))
    assert "mine" in names(rules)
    assert rules.warnings == ("gone.toml is left out: No such file or directory",)


def test_settings_say_which_frameworks_count(tmp_path: Path) -> None:
    assert names(load_rules(tmp_path, chosen(enable=False))) == []
    assert names(load_rules(tmp_path, chosen(enable=("flask",)))) == ["flask"]
    rules = load_rules(tmp_path, chosen(enable=("flask", "fastappi")))
    assert names(rules) == ["flask"]
    assert rules.warnings == (
        "fingerprints.enable names 'fastappi', which is no framework: did you mean 'fastapi'?",
    )


def test_installed_rules_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "kit_rules"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "mine.toml").write_text(MINE, encoding="utf-8")
    info = tmp_path / "kit_rules-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kit-rules\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[codegraph.fingerprints]\nkit = kit_rules\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "mine" in names(load_rules())
    (package / "mine.toml").write_text("framework = 1", encoding="utf-8")
    with pytest.raises(AdapterError, match=r"kit_rules/mine\.toml: Expected `str`, got `int`"):
        load_rules()


def test_the_version_follows_the_rules(tmp_path: Path) -> None:
    first = load_rules(project(tmp_path, mine=MINE))
    assert first.version == load_rules(tmp_path).version
    (tmp_path / ".codegraph" / "fingerprints" / "mine.toml").write_text(MINE.replace("service", "guard"))
    assert load_rules(tmp_path).version != first.version
