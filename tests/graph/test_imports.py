"""Look-ups and traversals must start quickly: what they may import is part of their contract."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from codegraph.store.layout import INDEX_DIR
from tests.graphs import make_graph, publish

ASK = """
import sys
from pathlib import Path
from codegraph.graph.cycles import cycles
from codegraph.graph.impact import impact
from codegraph.graph.levels import level_graph
from codegraph.graph.lookup import find
from codegraph.graph.paths import trace
from codegraph.graph.view import GraphView
with GraphView.open(Path(sys.argv[1])) as view:
    row = find(view, "m.g")
    assert [view.name(hit.row) for hit in impact(view, row).hits] == ["f"]
    assert trace(view, find(view, "m.f"), row).paths
    assert not cycles(level_graph(view, 3))
    assert not list(view.iter_unresolved())
loaded = {name.partition(".")[0] for name in sys.modules if not name.startswith("_")}
print(sorted(loaded - sys.stdlib_module_names - {"codegraph"}))
"""


def test_questions_to_the_graph_import_the_standard_library_alone(tmp_path: Path) -> None:
    graph = make_graph("module m @m.py\nfunction m::f @m.py:1\nfunction m::g @m.py:2\nm::f calls m::g")
    publish(tmp_path, graph).close()
    command = [sys.executable, "-c", ASK, str(tmp_path / INDEX_DIR)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.stderr == ""
    assert ended.stdout == "[]\n"
