"""``index_status`` on the shop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from codegraph.tools.index_status import IndexStatusRequest, run

if TYPE_CHECKING:
    from codegraph.tools.index import Index


def test_the_state_of_the_index_is_told(shop: Index) -> None:
    answer = run(shop, IndexStatusRequest())
    (root,) = answer.roots
    assert (root.virtual_root, root.generation) == (str(shop.root), 1)
    assert (root.node_count, root.edge_count, root.unresolved_count) == (22, 20, 1)
    assert root.language_summary == {"python": 5}
    assert root.indexed_at == "1970-01-01T00:00:00+00:00"
    assert root.size_bytes > 1000
    assert answer.report["files_parsed"] == 5
    assert (answer.dirty_count, answer.dirty_paths) == (0, [])


def test_changed_and_deleted_files_are_dirty(shop: Index) -> None:
    (shop.root / "shop" / "web.py").unlink()
    (shop.root / "shop" / "util.py").write_text("")
    answer = run(shop, IndexStatusRequest())
    assert (answer.dirty_count, answer.dirty_paths) == (2, ["shop/util.py", "shop/web.py"])


def test_a_file_that_was_only_touched_is_not_dirty(shop: Index) -> None:
    os.utime(shop.root / "shop" / "web.py", (1, 1))
    assert run(shop, IndexStatusRequest()).dirty_count == 0


def test_accuracy_is_told_when_it_is_asked_for(shop: Index) -> None:
    assert run(shop, IndexStatusRequest()).accuracy is None
    accuracy = run(shop, IndexStatusRequest(accuracy=True)).accuracy
    assert accuracy is not None
    (tally,) = accuracy.languages
    assert tally.total == (
        tally.certain + tally.inferred + tally.possible + tally.external + tally.unresolved
    )
    (shape,) = accuracy.shapes
    assert (accuracy.shape_count, shape.count, shape.language) == (1, 1, "python")
