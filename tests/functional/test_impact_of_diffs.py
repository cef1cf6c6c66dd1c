"""``impact`` of a diff in real git repositories: every way to name a change, and every state a repository may be in."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.errors import UsageError

from .project import Project

if TYPE_CHECKING:
    from codegraph.tools.impact_analysis import Impact

CART = '''\
"""Carts."""

from shop.money import Price


class Cart:
    def total(self):
        return Price(0)

    def clear(self):
        self.items = []


def checkout(cart):
    return cart.total()


def pay(cart: Cart):
    return cart.total()
'''
FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "",
    "shop/money.py": "class Price:\n    def __init__(self, cents):\n        self.cents = cents\n",
    "shop/cart.py": CART,
    "tests/test_cart.py": (
        "import pytest\n\nfrom shop.cart import Cart, pay\n\n\n"
        "class TestCart:\n    def test_total(self):\n        assert Cart().total()\n\n"
        "def test_pay():\n    assert pay(Cart())\n\n"
        "def test_clear():\n    Cart().clear()\n"
    ),
}
IDS = ["tests/test_cart.py::TestCart::test_total", "tests/test_cart.py::test_pay"]


@pytest.fixture
def shop(project: Project) -> Project:
    """A project with one commit that is indexed."""
    project.write(FILES)
    project.write({".gitignore": ".codegraph/\n"})
    project.git("init", "-q", "-b", "main")
    commit(project)
    project.update()
    return project


def commit(project: Project) -> None:
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "more", "--no-gpg-sign")


def edit(project: Project, path: str, old: str, new: str) -> None:
    text = (project.root / path).read_text(encoding="utf-8")
    assert old in text
    project.write({path: text.replace(old, new)})


def ask(project: Project, **options) -> Impact:
    """The answer of the index as it is."""
    with codegraph.open(project.root, freshness={"mode": "manual"}) as graph:
        return graph.impact(**options)


def changes(answer: Impact) -> list[str]:
    assert answer.diff is not None
    return [f"{'+'.join(one.changes)} {one.fqn}" for one in answer.diff.changes]


def test_one_revision_is_compared_with_the_work_tree(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    answer = ask(shop, diff="HEAD")
    assert changes(answer) == ["body shop::shop/cart::Cart::total"]
    assert answer.diff is not None
    assert (answer.diff.index_is, answer.diff.misfits, answer.target) == ("old", [], None)
    assert [(one.direct, one.tests, one.indexed) for one in answer.diff.changes] == [(2, 2, True)]
    assert [entry.name for entry in answer.tests.entries] == ["test_total", "test_pay"]
    assert [(one.runner, one.arguments) for one in answer.selection] == [("pytest", IDS)]
    shop.update()
    after = ask(shop, diff="HEAD")
    assert after.diff is not None
    assert (changes(after), after.diff.index_is) == (changes(answer), "new")


def test_each_dependant_has_its_whole_way(shop: Project) -> None:
    edit(shop, "shop/money.py", "= cents", "= cents + 1")
    answer = ask(shop, diff="HEAD")
    (pay,) = [entry for entry in answer.tests.entries if entry.name == "test_pay"]
    way = [(hop.fqn, hop.edge_kind, hop.site and (hop.site.path, hop.site.line)) for hop in pay.steps]
    assert way == [
        ("shop::shop/cart::pay", "calls", ("tests/test_cart.py", 11)),
        ("shop::shop/cart::Cart::total", "calls", ("shop/cart.py", 19)),
        ("shop::shop/money::Price", "instantiates", ("shop/cart.py", 8)),
    ]


def test_ranges_mean_what_they_mean_to_git(shop: Project) -> None:
    shop.git("checkout", "-q", "-b", "feature")
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    commit(shop)
    shop.git("checkout", "-q", "main")
    edit(shop, "shop/money.py", "= cents", "= cents + 1")
    commit(shop)
    both = {"body shop::shop/cart::Cart::total", "body shop::shop/money::Price::__init__"}
    assert changes(ask(shop, diff="main...feature")) == ["body shop::shop/cart::Cart::total"]
    assert {one for one in changes(ask(shop, diff="main..feature")) if one.startswith("body")} >= both
    assert changes(ask(shop, diff="HEAD^!"))[0] == "body shop::shop/money::Price::__init__"
    assert changes(ask(shop, diff="HEAD~1..")) == changes(ask(shop, diff="HEAD^!"))


def test_staged_changes_leave_out_what_is_not_staged(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    shop.git("add", "shop/cart.py")
    edit(shop, "shop/money.py", "= cents", "= cents + 1")
    assert changes(ask(shop, staged=True)) == ["body shop::shop/cart::Cart::total"]
    assert len(changes(ask(shop, diff="HEAD"))) > 1


def test_a_file_with_a_conflict_is_not_compared_when_staged_and_is_in_the_work_tree(shop: Project) -> None:
    shop.git("checkout", "-q", "-b", "other")
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    commit(shop)
    shop.git("checkout", "-q", "main")
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(2)")
    commit(shop)
    with pytest.raises(subprocess.CalledProcessError):
        shop.git("merge", "-q", "other")
    staged = ask(shop, staged=True)
    assert staged.diff is not None
    assert changes(staged) == []
    assert [(one.path, one.reason) for one in staged.diff.unread] == [
        ("shop/cart.py", "it has a conflict that is not resolved")
    ]
    assert "body shop::shop/cart::Cart::total" in changes(ask(shop, diff="HEAD"))


def test_the_first_commit_is_compared_with_nothing(shop: Project) -> None:
    found = changes(ask(shop, diff="HEAD^!"))
    assert "added shop::shop/cart::Cart::total" in found
    assert {one.split()[0] for one in found} == {"added"}


def test_staged_files_before_any_commit_are_all_new(project: Project) -> None:
    project.write(FILES)
    project.git("init", "-q")
    project.update()
    project.git("add", "shop")
    assert "added shop::shop/cart::Cart::total" in changes(ask(project, staged=True))


def test_a_patch_counts_whether_it_is_applied_or_not(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    shop.write({"shop/new.py": "from shop.cart import pay\n\n\ndef later(cart):\n    return pay(cart)\n"})
    shop.git("add", "-A")
    patch = shop.git("diff", "--cached")
    expected = ["body shop::shop/cart::Cart::total", "added shop::shop/new", "added shop::shop/new::later"]
    assert changes(ask(shop, patch=patch)) == expected
    shop.git("reset", "-q", "--hard", "HEAD")
    answer = ask(shop, patch=patch)
    assert changes(answer) == expected
    assert [(one.runner, one.arguments) for one in answer.selection] == [("pytest", IDS)]


def test_a_patch_that_takes_a_file_away_is_followed(shop: Project) -> None:
    shop.git("rm", "-q", "shop/money.py")
    patch = shop.git("diff", "--cached")
    gone = [
        "removed shop::shop/money",
        "removed shop::shop/money::Price",
        "removed shop::shop/money::Price::__init__",
    ]
    assert changes(ask(shop, patch=patch))[:3] == gone
    shop.git("reset", "-q", "--hard", "HEAD")
    assert changes(ask(shop, patch=patch))[:3] == gone


def test_callers_of_what_is_gone_are_found_by_its_name(shop: Project) -> None:
    edit(shop, "shop/cart.py", "def pay(cart: Cart):\n    return cart.total()\n", "")
    commit(shop)
    shop.update()
    answer = ask(shop, diff="HEAD^!")
    assert "removed shop::shop/cart::pay" in changes(answer)
    assert answer.diff is not None
    uses = [(use.symbol, use.path, use.line, use.likely) for use in answer.diff.remaining_uses]
    assert ("shop::shop/cart::pay", "tests/test_cart.py", 11, True) in uses


def test_renamed_and_moved_symbols_keep_their_history(shop: Project) -> None:
    body = "def price_of(items, rate):\n    amount = sum(item.price for item in items)\n    return amount * rate\n"
    shop.write({"shop/rates.py": body + "\n\nOTHER = 1\n"})
    commit(shop)
    shop.write({"shop/rates.py": body.replace("price_of", "cost_of") + "\n\nOTHER = 1\n"})
    shop.update()
    answer = ask(shop, diff="HEAD")
    assert changes(answer) == ["renamed shop::shop/rates::cost_of"]
    assert answer.diff is not None
    assert answer.diff.changes[0].old_fqn == "shop::shop/rates::price_of"
    commit(shop)
    shop.git("mv", "shop/rates.py", "shop/costs.py")
    shop.update()
    moved = ask(shop, diff="HEAD")
    assert moved.diff is not None
    assert [(one.old_path, one.path) for one in moved.diff.moved_files] == [
        ("shop/rates.py", "shop/costs.py")
    ]
    assert changes(moved) == []


def test_layout_and_line_ends_are_no_change_of_symbols(shop: Project) -> None:
    text = (shop.root / "shop/cart.py").read_text(encoding="utf-8")
    shop.write(
        {"shop/cart.py": text.replace("\n", "\r\n"), "shop/money.py": "# prices\n" + FILES["shop/money.py"]}
    )
    answer = ask(shop, diff="HEAD")
    assert answer.diff is not None
    assert (changes(answer), answer.diff.formatting) == ([], ["shop/money.py"])


def test_odd_names_of_files_are_names_like_others(shop: Project) -> None:
    names = ["shop/ä b.py", "shop/quo'te.py", "shop/-x.py", "shop/a{b}*.py"]
    shop.write(dict.fromkeys(names, "def odd():\n    return 1\n"))
    commit(shop)
    shop.update()
    for name in names:
        shop.write({name: "def odd():\n    return 2\n"})
    assert len(changes(ask(shop, diff="HEAD"))) == len(names)
    patch = shop.git("diff")
    assert len(changes(ask(shop, patch=patch))) == len(names)


def test_what_is_no_source_is_counted_and_what_is_broken_told(shop: Project) -> None:
    shop.write({"notes.txt": "x", "data.bin": b"\0\1", "shop/bad.py": b"\0\0binary\0"})
    commit(shop)
    answer = ask(shop, diff="HEAD^!")
    assert answer.diff is not None
    assert changes(answer) == []
    assert [(one.path, one.reason) for one in answer.diff.unread] == [("shop/bad.py", "binary")]
    assert answer.diff.outside == 2
    assert (
        "  2 changed files are not source files of this project\n"
        in shop.run("impact", "--diff", "HEAD^!").out
    )
    shop.write({"notes.txt": "y"})
    commit(shop)
    ran = shop.run("impact", "--diff", "HEAD^!")
    assert "  1 changed file is not a source file of this project\n" in ran.out


def test_a_submodule_and_a_link_are_no_source(shop: Project) -> None:
    shop.git("init", "-q", "inner")
    (shop.root / "inner/a.py").write_text("x = 1\n")
    inner = Project(shop.root / "inner", shop.environ)
    commit(inner)
    shop.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "./inner", "inner")
    (shop.root / "shop/link.py").symlink_to("cart.py")
    commit(shop)
    assert changes(ask(shop, diff="HEAD^!")) == []


def test_a_project_below_the_top_of_its_repository_sees_its_own_files(project: Project) -> None:
    part = Project(project.root / "parts/shop", project.environ).write(FILES)
    project.write({"other.py": "def f(): pass\n"})
    project.git("init", "-q")
    commit(project)
    part.update()
    edit(part, "shop/cart.py", "return Price(0)", "return Price(1)")
    project.write({"other.py": "def f(): return 1\n"})
    patch = project.git("diff")
    expected = ["body shop::shop/cart::Cart::total"]
    assert changes(ask(part, diff="HEAD")) == expected
    from_patch = ask(part, patch=patch)
    assert from_patch.diff is not None
    assert (changes(from_patch), from_patch.diff.outside) == (expected, 1)


def test_an_index_of_neither_side_is_told(shop: Project) -> None:
    for amount in "12":
        edit(shop, "shop/cart.py", "return Price(", f"return Price({amount} + ")
        commit(shop)
    answer = ask(shop, diff="HEAD^!")
    assert answer.diff is not None
    assert (answer.diff.index_is, answer.diff.misfits) == ("other", ["shop/cart.py"])
    ran = shop.run("impact", "--no-refresh", "--diff", "HEAD^!")
    assert ran.code == 0
    assert "run `codegraph index`" in ran.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"diff": "nope"}, "git knows no revision 'nope' here"),
        ({"diff": "HEAD~1..HEAD"}, "git knows no revision 'HEAD~1' here"),
        ({"diff": "--output=x"}, "git knows no revision '--output=x' here"),
        ({"patch": "hello"}, "this is no unified patch"),
        ({"diff": "HEAD", "staged": True}, "diff and staged were given"),
        ({}, "nothing says what changes"),
        ({"diff": "HEAD", "runner": "nose"}, "unknown runner 'nose'"),
        ({"diff": "HEAD", "fail_on": ["much"]}, "--fail-on 'much' can't be read"),
        ({"diff": "HEAD", "fail_on": ["tests=" + "9" * 5000]}, "--fail-on 'tests=9+' can't be read"),
        ({"diff": "\ud800"}, "the patch or revision has characters that are none"),
        ({"patch": "\ud800"}, "the patch or revision has characters that are none"),
    ],
)
def test_what_can_not_be_asked_is_a_clear_error(
    shop: Project, options: dict[str, object], words: str
) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    with pytest.raises(UsageError, match=words):
        ask(shop, **options)


def test_without_git_a_patch_still_works(project: Project) -> None:
    project.write(FILES).update()
    with pytest.raises(UsageError, match=r"is in no git repository.*give a patch with --patch"):
        ask(project, diff="HEAD")
    patch = "--- a/shop/cart.py\n+++ b/shop/cart.py\n@@ -8 +8 @@\n-        return Price(0)\n+        return Price(1)\n"
    assert changes(ask(project, patch=patch)) == ["body shop::shop/cart::Cart::total"]
    ran = project.run("impact", "--diff", "HEAD")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


@pytest.mark.skipif(os.name == "nt", reason="PATH holds git's own folder there")
def test_a_machine_without_git_is_told(shop: Project, tmp_path) -> None:
    ran = shop.run("impact", "--diff", "HEAD", env={**shop.environ, "PATH": str(tmp_path)})
    assert (ran.code, ran.error) == (2, "git is not installed")


def test_a_shallow_clone_says_how_to_get_more(shop: Project, tmp_path) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    commit(shop)
    shop.git("clone", "-q", "--depth", "1", f"file://{shop.root}", str(tmp_path / "clone"))
    clone = Project(tmp_path / "clone", shop.environ)
    clone.update()
    with pytest.raises(UsageError, match="git fetch --unshallow"):
        ask(clone, diff="HEAD~1..HEAD")


def test_a_hostile_repository_runs_nothing(shop: Project, tmp_path) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    for name in ("diff.external", "core.pager", "diff.evil.textconv", "diff.evil.command", "filter.evil.clean",
                 "filter.evil.smudge", "filter.evil.process", "core.fsmonitor"):  # fmt: skip
        shop.git("config", name, str(script))
    (shop.root / ".git/info/attributes").write_text("*.py diff=evil filter=evil\n")
    text = CART.replace("return Price(0)", "return Price(1)")
    (shop.root / "shop/cart.py").write_text(text, encoding="utf-8")
    assert changes(ask(shop, diff="HEAD")) == ["body shop::shop/cart::Cart::total"]
    assert changes(ask(shop, staged=True)) == []
    assert not mark.exists()


def test_a_threshold_has_its_own_exit_code(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    assert shop.run("impact", "--diff", "HEAD", "--fail-on", "100", "--fail-on", "untested").code == 0
    ran = shop.run("impact", "--diff", "HEAD", "--fail-on", "dependants=1,endpoints")
    assert ran.code == 12
    assert "over the limit: 3 dependants, at most 1 allowed" in ran.err
    assert (
        "over the limit: 1 changed symbol\n"
        in shop.run("impact", "--diff", "HEAD", "--fail-on", "changes").err
    )
    assert ran.out.startswith("HEAD → the work tree\n1 symbol changed (body 1)\n")


def test_changes_that_are_not_counted_one_by_one_are_not_called_untested(shop: Project, monkeypatch) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    edit(shop, "shop/cart.py", "def checkout(cart):\n    return", "def checkout(cart):\n    return 1 +")
    answer = ask(shop, diff="HEAD")
    assert answer.diff is not None
    assert (answer.diff.untested, answer.diff.notes) == (["shop::shop/cart::checkout"], [])
    monkeypatch.setattr("codegraph.tools.impact_of_diff._COUNTED", 1)
    answer = ask(shop, diff="HEAD")
    assert answer.diff is not None
    assert answer.diff.untested == []
    assert answer.diff.notes == [
        "dependants and tests were counted for the first 1 changes one by one; those of the other 1 are given as 0"
    ]


def test_a_file_of_tests_whose_name_begins_with_a_hyphen_is_no_option(shop: Project) -> None:
    shop.write(
        {"-odd_test.py": "import pytest\nfrom shop.cart import pay\n\ndef test_odd():\n    assert pay(1)\n"}
    )
    commit(shop)
    shop.update()
    edit(shop, "shop/cart.py", "def pay(cart: Cart):\n    return", "def pay(cart: Cart):\n    return 1 +")
    assert "./-odd_test.py::test_odd" in ask(shop, diff="HEAD", select_tests=True).selection[0].arguments


def test_tests_are_printed_for_a_shell_and_really_run(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "raise ValueError")
    ran = shop.run("impact", "--diff", "HEAD", "--tests")
    assert (ran.code, ran.out.splitlines()) == (0, IDS)
    assert shop.run("impact", "pay", "--tests", "--runner", "unittest").out == "tests.test_cart.test_pay\n"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *ran.out.split()],
        cwd=shop.root, env={**shop.environ, "PYTHONPATH": "."}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "2 failed" in done.stdout


def test_a_patch_comes_from_stdin_or_a_file(shop: Project, tmp_path) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    (tmp_path / "x.patch").write_text(shop.git("diff"), encoding="utf-8")
    with (tmp_path / "x.patch").open() as stream:
        ran = shop.run("impact", "--diff", "-", "--tests", stdin=stream)
    assert ran.out.splitlines() == IDS
    assert shop.run("impact", "--patch", str(tmp_path / "x.patch"), "--tests").out == ran.out
    assert shop.run("impact", "--patch", "none.patch").error.startswith("the patch none.patch can't be read")


def test_the_markdown_form_escapes_names_and_has_all_parts(shop: Project) -> None:
    edit(shop, "shop/cart.py", "return Price(0)", "return Price(1)")
    ran = shop.run("impact", "--diff", "HEAD", "--markdown")
    assert ran.out.startswith(
        "### Impact\n\n**1 symbol** changed (1 body) · **3** depend on that within 3 steps"
    )
    assert "| body | `Cart.total` | `shop/cart.py:7` | 2 | 2 |" in ran.out
    assert "<summary>Tests reached (2)</summary>" in ran.out
    assert "<summary>Dependants at depth 1 (2)</summary>" in ran.out


def test_a_file_that_runs_the_change_as_it_is_imported_takes_all_its_tests_along(shop: Project) -> None:
    shop.write(
        {
            "tests/base.py": "from shop.cart import checkout, Cart\n\nTOTAL = checkout(Cart())\n",
            "tests/test_far.py": "import pytest\nfrom tests.base import TOTAL\n\ndef test_far():\n    assert TOTAL\n",
            "tests/test_held.py": (
                "import pytest\nfrom tests.base import TOTAL\n\n"
                "class TestHeld:\n    def test_held(self):\n        assert TOTAL\n"
            ),
        }
    )
    commit(shop)
    shop.update()
    edit(shop, "shop/cart.py", "    return cart.total()\n\n\ndef pay", "    return 1\n\n\ndef pay")
    answer = ask(shop, diff="HEAD")
    assert changes(answer) == ["body shop::shop/cart::checkout"]
    assert answer.selection[0].arguments == [
        "tests/test_far.py::test_far",
        "tests/test_held.py::TestHeld::test_held",
    ]
    (far,) = [entry for entry in answer.tests.entries if entry.name == "test_far"]
    loaded = [("imports", "shop::tests/base"), ("calls", "shop::shop/cart::checkout")]
    assert [(hop.edge_kind, hop.fqn) for hop in far.steps] == [("contains", "shop::tests/test_far"), *loaded]
    (held,) = [entry for entry in answer.tests.entries if entry.name == "test_held"]
    assert [(hop.edge_kind, hop.fqn) for hop in held.steps] == [
        ("contains", "shop::tests/test_held::TestHeld"),
        ("contains", "shop::tests/test_held"),
        *loaded,
    ]


def test_a_member_that_only_the_language_calls_is_reached_through_its_class(shop: Project) -> None:
    leave = "    def __exit__(self, *_):\n        self.clear()\n\n"
    edit(shop, "shop/cart.py", "    def clear(self)", f"{leave}    def clear(self)")
    commit(shop)
    shop.update()
    edit(shop, "shop/cart.py", "        self.clear()", "        raise ValueError")
    answer = ask(shop, diff="HEAD")
    assert changes(answer) == ["body shop::shop/cart::Cart::__exit__"]
    assert {entry.name for entry in answer.tests.entries} == {"test_total", "test_pay", "test_clear"}
    assert answer.total == 0
    clear = next(entry for entry in answer.tests.entries if entry.name == "test_clear")
    assert [hop.fqn for hop in clear.steps] == ["shop::shop/cart::Cart", "shop::shop/cart::Cart::__exit__"]
