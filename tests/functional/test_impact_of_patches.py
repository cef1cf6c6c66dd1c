"""``impact`` of patches as they come: of several commits, of merges, empty; and what is not read for them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from codegraph.changes import sources

from .test_impact_of_diffs import FILES, ask, changes, commit, edit

if TYPE_CHECKING:
    from .project import Project


@pytest.fixture
def shop(project: Project) -> Project:
    """A project with one commit that is indexed."""
    project.write({**FILES, ".gitignore": ".codegraph/\n"})
    project.git("init", "-q", "-b", "main")
    commit(project)
    project.update()
    return project


def test_a_patch_of_several_commits_names_a_file_several_times(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    commit(shop)
    edit(shop, "shop/cart.py", "return Price(1)", "return Price(2)")
    commit(shop)
    edit(shop, "shop/cart.py", "self.items = []", "self.items = ()")
    shop.git("mv", "shop/cart.py", "shop/basket.py")
    commit(shop)
    patch = shop.git("log", "-p", "-M", "--reverse", "HEAD~3..")
    for revision in ("HEAD", "HEAD~3"):
        shop.git("checkout", "-q", revision)
        answer = ask(shop, patch=patch)
        assert answer.diff is not None
        assert {one.fqn.rpartition("::")[2] for one in answer.diff.changes if "body" in one.changes} == {
            "clear",
            "items",
            "total",
        }
        assert answer.diff.unread == []


def test_a_patch_of_a_merge_is_told_as_it_differs_from_the_first_parent(shop: Project) -> None:
    shop.git("checkout", "-q", "-b", "other")
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    commit(shop)
    shop.git("checkout", "-q", "main")
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(2)")
    commit(shop)
    shop.git("merge", "-q", "-X", "ours", "other", "-m", "both", "--no-gpg-sign")
    edit(shop, "shop/cart.py", "return Price(2)", "return Price(3)")
    shop.git("commit", "-q", "-a", "--amend", "--no-edit", "--no-gpg-sign")
    answer = ask(shop, patch=shop.git("show", "HEAD"))
    assert changes(answer) == ["body shop::shop/cart::Cart::total"]
    assert answer.diff is not None
    assert answer.diff.notes == [
        "of a merge a patch has only what differs from all parents; it is told as it differs from the first"
    ]


def test_nothing_changed_is_an_answer(shop: Project) -> None:
    for words in (["--diff", "-"], ["--diff", "HEAD"], ["--staged"]):
        ran = shop.run("impact", *words, stdin=subprocess.DEVNULL)
        assert (ran.code, "no symbol has changed" in ran.out) == (0, True), ran
    ran = shop.run("impact", "--patch", "-", "--tests", stdin=subprocess.DEVNULL)
    assert (ran.code, ran.out) == (0, "")


def test_what_is_no_source_is_not_read_however_large_it_is(shop: Project, monkeypatch) -> None:
    shop.write(
        {"big.bin": "x" * 3000, "script": "#!/usr/bin/python\nx = 1\n", "huge.py": "x = 1\n" * 400_000}
    )
    commit(shop)
    shop.write(
        {"big.bin": "y" * 3000, "script": "#!/usr/bin/python\nx = 2\n", "huge.py": "x = 2\n" * 400_000}
    )
    shop.git("add", "-A")
    read: list[str] = []
    real = sources.read_blobs
    monkeypatch.setattr(
        sources, "read_blobs", lambda folder, most: [read.extend(most), real(folder, most)][1]
    )
    for options in ({"staged": True}, {"diff": "HEAD"}):
        answer = ask(shop, **options)
        assert answer.diff is not None
        assert [(one.path, one.reason) for one in answer.diff.unread] == [
            ("huge.py", "larger than 1000000 bytes")
        ]
        assert answer.diff.outside == 1
        assert [one.path for one in answer.diff.changes] == ["script"]
    big = {shop.git("rev-parse", f"{side}:big.bin").strip() for side in ("HEAD", "")}
    assert not big.intersection(read)
    assert len(read) == 8
