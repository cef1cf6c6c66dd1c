"""``codegraph mcp install``: what is shown, what is written, and what is never touched."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from codegraph.errors import NotFoundError, UsageError
from codegraph.mcp.clients import CLIENTS, Client, Place, client, server_command
from codegraph.mcp.install import Installation, plan, write

COMMAND = ["/opt/codegraph"]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "project").mkdir()
    return Place(tmp_path / "home", tmp_path / "project", "linux", {})


def planned(name: str, place: Place) -> Installation:
    return plan(client(name), place, COMMAND)


@pytest.mark.parametrize("one", CLIENTS, ids=lambda one: one.name)
def test_each_client_gets_a_file_that_names_the_server(one: Client, place: Place) -> None:
    found = plan(one, place, COMMAND)
    assert (found.state, found.written) == ("missing", False)
    assert not Path(found.path).exists()
    written = write(found)
    assert (written.written, written.backup) == (True, "")
    text = Path(found.path).read_text()
    value = tomllib.loads(text) if one.toml else json.loads(text)
    assert value[one.key]["codegraph"]["command"] == "/opt/codegraph"
    assert value[one.key]["codegraph"]["args"][0] == "mcp"
    assert plan(one, place, COMMAND).state == "done"


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, "home/.config/Claude"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x/Claude"),
        ("darwin", {}, "home/Library/Application Support/Claude"),
        ("win32", {}, "home/AppData/Roaming/Claude"),
    ],
)
def test_settings_lie_where_the_system_keeps_them(
    place: Place, platform: str, environ: dict[str, str], expected: str
) -> None:
    found = client("claude-desktop").file(place._replace(platform=platform, environ=environ))
    assert found == place.home.parent / expected / "claude_desktop_config.json"


def test_what_the_settings_hold_besides_stays(place: Place) -> None:
    file = place.project / ".mcp.json"
    before = {"mcpServers": {"other": {"command": "x"}}, "größe": [1, {"a": None}]}
    file.write_text(json.dumps(before))
    done = write(planned("claude-code", place))
    after = json.loads(file.read_text())
    assert after["mcpServers"].pop("codegraph")
    assert after == before
    assert json.loads(Path(done.backup).read_text()) == before
    assert "größe" in file.read_text()


def test_an_older_entry_is_replaced_and_older_backups_stay(place: Place) -> None:
    write(planned("cursor", place))
    other = plan(client("cursor"), place, ["/elsewhere/codegraph"])
    assert other.state == "other"
    first = write(other)
    second = write(planned("cursor", place))
    assert [Path(one.backup).name for one in (first, second)] == ["mcp.json.bak", "mcp.json.bak2"]


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("zed", "home/.config/zed/settings.json", '{\n  // a comment\n  "theme": "x"\n}\n'),
        ("cursor", "project/.cursor/mcp.json", '{"mcpServers": []}'),
        ("cursor", "project/.cursor/mcp.json", "[]"),
        ("cursor", "project/.cursor/mcp.json", '{"a": 1, "a": 2}'),
        ("cursor", "project/.cursor/mcp.json", '{"a": '),
        ("codex", "home/.codex/config.toml", "a = \n"),
        ("codex", "home/.codex/config.toml", 'mcp_servers = { other = { command = "x" } }\n'),
        ("codex", "home/.codex/config.toml", '[mcp_servers.codegraph]\ncommand = "x"\n'),
    ],
)
def test_a_file_that_is_not_understood_is_left_alone(place: Place, name: str, path: str, text: str) -> None:
    file = place.home.parent / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    with pytest.raises(UsageError, match="codegraph"):
        planned(name, place)
    assert file.read_text() == text


def test_a_file_of_another_encoding_is_left_alone(place: Place) -> None:
    file = place.project / ".mcp.json"
    file.write_bytes(b"\xff\xfe{}")
    with pytest.raises(UsageError, match="UTF-8"):
        planned("claude-code", place)


def test_toml_keeps_its_comments(place: Place) -> None:
    file = place.home / ".codex" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"\n')
    write(planned("codex", place))
    assert file.read_text().startswith("# mine\n")
    value = tomllib.loads(file.read_text())
    assert value["model"] == "m"
    assert set(value["mcp_servers"]) == {"other", "codegraph"}


def test_the_mode_of_the_settings_is_kept(place: Place) -> None:
    settings = place.project / ".mcp.json"
    settings.write_text("{}")
    settings.chmod(0o600)
    write(planned("claude-code", place))
    assert "codegraph" in settings.read_text()
    assert settings.stat().st_mode & 0o777 == 0o600


def test_a_link_in_the_place_of_the_settings_is_not_written_through(place: Place, tmp_path: Path) -> None:
    dotfile = tmp_path / "dotfiles.json"
    dotfile.write_text("{}")
    link = place.project / ".mcp.json"
    for target in (dotfile, tmp_path / "nothing yet"):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        with pytest.raises(UsageError, match=r"is a link to .*not written through"):
            write(planned("claude-code", place))
        assert link.is_symlink()
    assert dotfile.read_text() == "{}"
    assert not (tmp_path / "nothing yet").exists()


def test_links_beside_the_settings_are_not_written_through(place: Place, tmp_path: Path) -> None:
    settings = place.project / ".mcp.json"
    settings.write_text("{}")
    mine = tmp_path / "mine"
    mine.write_text("precious")
    (place.project / ".mcp.json.new").symlink_to(mine)
    (place.project / ".mcp.json.bak").symlink_to(tmp_path / "nothing yet")
    done = write(planned("claude-code", place))
    assert mine.read_text() == "precious"
    assert not (tmp_path / "nothing yet").exists()
    assert Path(done.backup).name == ".mcp.json.bak2"
    assert "codegraph" in settings.read_text()


def test_a_path_beyond_the_basic_plane_is_toml(place: Place) -> None:
    done = write(plan(client("codex"), place, ["/opt/\U0001f600/codegraph"]))
    value = tomllib.loads(Path(done.path).read_text(encoding="utf-8"))
    assert value["mcp_servers"]["codegraph"]["command"] == "/opt/\U0001f600/codegraph"


def test_an_unknown_client_is_answered_with_those_that_are_known() -> None:
    with pytest.raises(NotFoundError, match="claude-desktop"):
        client("emacs")


def test_the_command_shows_first_and_writes_with_yes(
    place: Place, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from codegraph.cli import main

    monkeypatch.setenv("HOME", str(place.home))
    words = ["mcp", "install", "--client", "claude-code", "--project", str(place.project)]
    assert main(words) == 0
    out, err = capfd.readouterr()
    assert '"mcpServers"' in out
    assert "nothing was written" in err
    assert not (place.project / ".mcp.json").exists()
    assert main([*words, "--yes", "--json"]) == 0
    (done,) = json.loads(capfd.readouterr().out)["installations"]
    assert done["written"]
    assert (place.project / ".mcp.json").exists()
    assert main(["mcp", "install", "--yes"]) == 2
    assert main(["mcp", "install", "--client", "emacs"]) == 3


def test_a_server_started_by_python_itself_imports_nothing_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('a module of the project was run')\n")
    monkeypatch.setattr(shutil, "which", lambda *words, **named: None)
    done = subprocess.run(
        [*server_command(), "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
