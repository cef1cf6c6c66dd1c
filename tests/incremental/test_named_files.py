"""Whatever files a caller names, an update finds all that changed: a rename of which only the new name is known, ..."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from codegraph.graph.view import GraphView
from codegraph.store import INDEX_DIR
from codegraph.tools.incremental_reindex import IncrementalReindexRequest, run
from tests.freshness.conftest import blind
from tests.incremental.building import build_anew, build_at, in_this_process
from tests.incremental.comparing import differences
from tests.incremental.tree import FIRST_DAY

FILES = {
    "old.py": "def helper():\n    return 1\n",
    "gone.py": "def ghost():\n    return 2\n",
    "user.py": "from old import helper\n\n\ndef use():\n    return helper()\n",
}
NAMINGS: dict[str, Callable[[list[str]], Sequence[str] | str]] = {
    "no list": lambda _: (),
    "only the first, the new name of a rename": lambda changed: changed[0],
    "an explicit list": lambda changed: changed,
    "others that did not change": lambda _: ["user.py", "never/there.py"],
}


@pytest.mark.parametrize("naming", NAMINGS)
def test_no_node_or_edge_of_an_old_path_is_left(tmp_path: Path, naming: str) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for path, text in FILES.items():
        (root / path).write_text(text)

    def update(*changed: str) -> None:
        named = NAMINGS[naming](list(changed))
        run(IncrementalReindexRequest(root_path=str(root), changed_files=named, embeddings=False))
        build_anew(root, tmp_path / "anew")
        assert not differences(root / INDEX_DIR, tmp_path / "anew", root, ["helper", "old", "gone", "ghost"])

    with in_this_process():
        build_at(root, root / INDEX_DIR)
        (root / "old.py").rename(root / "fresh.py")
        (root / "user.py").write_text(FILES["user.py"].replace("from old", "from fresh"))
        (root / "gone.py").unlink()
        update("fresh.py", "user.py", "old.py", "gone.py")
        assert paths(root) == {"fresh.py", "user.py"}
        (root / "fresh.py").unlink()
        update("fresh.py")
        assert paths(root) == {"user.py"}
        (root / "user.py").unlink()
        update("user.py")
        assert paths(root) == set()


def test_a_named_file_is_looked_at_whatever_its_size_and_times_are(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    place = root / "old.py"
    place.write_text(FILES["old.py"])
    os.utime(place, (FIRST_DAY, FIRST_DAY))
    with in_this_process():
        build_at(root, root / INDEX_DIR)
        place.write_text(FILES["old.py"].replace("1", "2"))
        os.utime(place, (FIRST_DAY, FIRST_DAY))
        blind(root)
        request = IncrementalReindexRequest(root_path=str(root), embeddings=False)
        assert run(request).changed_files == []
        assert run(msgspec.structs.replace(request, changed_files="old.py")).changed_files == ["old.py"]
        build_anew(root, tmp_path / "anew")
        assert not differences(root / INDEX_DIR, tmp_path / "anew", root, ["helper"])


def paths(root: Path) -> set[str]:
    """The paths of the nodes of an index."""
    with GraphView.open(root / INDEX_DIR) as view:
        return {view.path(row) for row in range(view.node_count)} - {""}
