"""What lay around the sources: folders and consulted files tell whether a listing would find anything else."""

import os
from pathlib import Path

import msgspec

from codegraph.sealing import sealed
from codegraph.store.files import FileState, load_files
from codegraph.store.tree import (
    Around,
    Tree,
    content_digest,
    figures_of,
    folder_time,
    load_tree,
    names_digest,
    note_tree,
    save_tree,
)

_LONG_AGO = 1_600_000_000_000_000_001


def _put(path: Path, text: str = "x = 1\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _age(root: Path) -> None:
    for path in [*root.rglob("*"), root]:
        os.utime(path, ns=(_LONG_AGO, _LONG_AGO))


def _note(root: Path, names: list[str], before: Tree | None = None, hidden: str = "no such folder") -> Tree:
    around = Around(names, ["settings.toml"], lambda folder: folder == hidden)
    return note_tree(root, around, before, "1", 2 * _LONG_AGO - 1)


def test_folders_that_hold_nothing_listed_are_watched_unless_they_are_hidden(tmp_path: Path) -> None:
    _put(tmp_path / "src" / "a.py")
    _put(tmp_path / "node_modules" / "x.js")
    (tmp_path / "empty" / "inner").mkdir(parents=True)
    tree = _note(tmp_path, ["src/a.py"], hidden="node_modules")
    assert sorted(tree.folders) == ["", "empty", "empty/inner", "src"]


def test_what_is_ignored_is_not_followed_below_its_first_files(tmp_path: Path) -> None:
    _put(tmp_path / "ignored" / "out.py")
    _put(tmp_path / "ignored" / "deep" / "out.py")
    assert sorted(_note(tmp_path, []).folders) == ["", "ignored"]


def test_a_tree_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    _put(tmp_path / "src" / "a.py")
    tree = _note(tmp_path, ["src/a.py"])
    save_tree(tmp_path, tree)
    assert load_tree(tmp_path) == tree
    assert tree.tells_as(load_tree(tmp_path))
    assert not tree.tells_as(None)


def test_a_damaged_tree_is_none(tmp_path: Path) -> None:
    assert load_tree(tmp_path) is None
    (tmp_path / "tree.bin").write_bytes(b"no message")
    assert load_tree(tmp_path) is None


def test_a_folder_that_was_not_touched_is_not_looked_into_again(tmp_path: Path) -> None:
    _put(tmp_path / "src" / "a.py")
    (tmp_path / "src" / "empty").mkdir()
    _age(tmp_path)
    before = _note(tmp_path, ["src/a.py"])
    before.names = [f"kept {names}" for names in before.names]
    again = _note(tmp_path, ["src/a.py"], before)
    assert again.folders == before.folders
    assert again.names == before.names


def test_names_that_editors_use_for_a_moment_do_not_count(tmp_path: Path) -> None:
    _put(tmp_path / "a.py")
    names = names_digest(tmp_path, "")
    _put(tmp_path / ".a.py.swp")
    _put(tmp_path / "a.py~")
    assert names_digest(tmp_path, "") == names
    _put(tmp_path / "b.py")
    assert names_digest(tmp_path, "") != names


def test_a_folder_that_changed_while_it_was_listed_is_not_believed(tmp_path: Path) -> None:
    _put(tmp_path / "a.py")
    _put(tmp_path / "came while listing.py")
    started = folder_time(tmp_path, "") - 1
    tree = note_tree(tmp_path, Around(["a.py"], [], lambda _: False), None, "1", started)
    assert tree.names == [""]


def test_a_folder_that_changed_while_it_was_listed_is_believed_where_all_in_it_was_listed(
    tmp_path: Path,
) -> None:
    _put(tmp_path / "a.py")
    (tmp_path / ".codegraph").mkdir()
    started = folder_time(tmp_path, "") - 1
    tree = note_tree(tmp_path, Around(["a.py"], [], lambda _: True), None, "1", started)
    assert tree.names == [names_digest(tmp_path, "")]


def test_consulted_files_are_known_by_their_contents_and_folders_by_their_names(tmp_path: Path) -> None:
    assert content_digest(tmp_path, "none", figures_of(tmp_path, "none")) == ""
    _put(tmp_path / "a.toml", "a = 1\n")
    one = content_digest(tmp_path, "a.toml", figures_of(tmp_path, "a.toml"))
    _put(tmp_path / "a.toml", "a = 2\n")
    assert one != content_digest(tmp_path, "a.toml", figures_of(tmp_path, "a.toml"))
    (tmp_path / "adapters").mkdir()
    empty = content_digest(tmp_path, "adapters", figures_of(tmp_path, "adapters"))
    _put(tmp_path / "adapters" / "x.toml")
    assert empty != content_digest(tmp_path, "adapters", figures_of(tmp_path, "adapters"))


def test_a_file_looks_like_the_indexed_one_by_size_times_and_inode() -> None:
    state = FileState("a.py", 1, 2, "", "", "", 3, 4)
    assert state.looks_like(1, 2, 3, 4)
    assert not state.looks_like(1, 2, 4, 4)
    assert not state.looks_like(1, 3, 3, 4)
    assert not state.looks_like(1, 2, 3, 5)
    assert state.looks_like(1, 2, 0, 0)
    assert state._replace(inode=0, ctime_ns=0).looks_like(1, 2, 4, 5)


def test_states_without_inodes_and_changes_can_be_read(tmp_path: Path) -> None:
    state = FileState("a.py", 1, 2, "c0ffee", "python", "indexed", 3, 4)
    place = tmp_path / "files.bin"
    for known in (6, 7, 8):
        place.write_bytes(sealed(msgspec.msgpack.encode([[value] for value in state[:known]])))
        unknown = dict.fromkeys(FileState._fields[known:], 0)
        assert load_files(place) == [state._replace(**unknown)]
