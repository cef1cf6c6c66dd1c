"""Under git: branches are switched, files are tracked or not; an update equals a rebuild all the same."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.incremental.building import Embedder, build_anew, build_at, in_this_process
from tests.incremental.comparing import differences

if TYPE_CHECKING:
    from codegraph.builder import BuildReport

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\ndescription = "Sells."\n',
    "shop/base.py": "class Base:\n    def save(self):\n        return self\n",
    "shop/cart.py": "from shop.base import Base\n\n\nclass Cart(Base):\n"
    "    def total(self):\n        return self.save()\n",
    "lib/extra.py": "from shop.cart import Cart\n\n\ndef extra():\n    return Cart().total()\n",
}


class Repository:
    """A repository with an index beside it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self._index, self._anew = folder / "index", folder / "anew"
        for path, text in FILES.items():
            self.write(path, text)
        self.git("init", "-q", "-b", "main")
        self.commit()

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def git(self, *words: str, folder: str = "") -> None:
        """Run git."""
        identity = ["-c", "user.name=n", "-c", "user.email=e@x", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(self.root / folder), *identity, *words], check=True)

    def commit(self) -> None:
        """Commit all that is not ignored."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "more")

    def update(self) -> BuildReport:
        """Bring the index up to date, and hold it against one that is built anew."""
        report = build_at(self.root, self._index, embeddings=True)
        build_anew(self.root, self._anew, embeddings=True)
        wrong = differences(self._index, self._anew, self.root, ["cart total", "Base", "shop"])
        assert not wrong, "\n".join(wrong)
        return report


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    with in_this_process(embedder=Embedder()):
        found = Repository(tmp_path)
        found.update()
        yield found


def test_a_branch_is_switched_and_switched_back(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "other")
    repository.write("shop/base.py", FILES["shop/base.py"].replace("save", "keep"))
    repository.git("mv", "lib/extra.py", "shop/extra.py")
    repository.commit()
    assert repository.update().files_parsed == 1
    repository.git("checkout", "-q", "main")
    report = repository.update()
    assert (report.changed, report.files_parsed) == (True, 0)


def test_a_commit_alone_changes_nothing(repository: Repository) -> None:
    repository.commit()
    assert not repository.update().changed


def test_a_file_that_is_ignored_counts_while_it_is_tracked(repository: Repository) -> None:
    repository.write(".gitignore", "lib/\n")
    assert repository.update().files["python"] == 3
    repository.git("rm", "-q", "--cached", "lib/extra.py")
    assert repository.update().files["python"] == 2
    repository.git("add", "-f", "lib/extra.py")
    assert repository.update().files["python"] == 3


def test_rules_that_are_nobody_elses_count(repository: Repository) -> None:
    repository.git("rm", "-q", "-r", "--cached", "lib")
    repository.write(".git/info/exclude", "lib\n")
    assert repository.update().files["python"] == 2


def test_a_folder_becomes_a_repository(repository: Repository) -> None:
    repository.git("rm", "-q", "-r", "--cached", "lib")
    repository.git("init", "-q", folder="lib")
    repository.update()


def test_the_address_of_the_repository_is_told(repository: Repository) -> None:
    repository.git("remote", "add", "origin", "https://example.org/acme/shop.git")
    assert repository.update().changed
    repository.git("remote", "set-url", "origin", "https://example.org/acme/market.git")
    assert repository.update().changed


def test_the_repository_goes_away(repository: Repository) -> None:
    repository.write(".gitignore", "lib/\n")
    repository.commit()
    repository.update()
    (repository.root / ".git").rename(repository.root.parent / "git")
    repository.update()
