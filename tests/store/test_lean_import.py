"""lancedb without the clients of its network services: it works, and they are there once they are wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.store.lean_import import LEFT_OUT

ROOT = Path(__file__).parents[2]
CLIENT = LEFT_OUT[0]

WORK = """
import sys
from contextlib import nullcontext
from pathlib import Path
from codegraph.store import Store
from codegraph.store.lean_import import LEFT_OUT, lean_imports
from tests.graphs import make_graph

with lean_imports() if sys.argv[2] == "lean" else nullcontext():
    for build in range(3):
        with Store(Path(sys.argv[1])).writer("index") as writer:
            writer.publish(make_graph(f"module a @a.py\\nfunction a::f{build} @a.py:1"), files=[], summary={})
import lancedb
print(Store(Path(sys.argv[1])).table("nodes").search().where("level = 3").to_arrow()["fqn"].to_pylist())
print(sorted(name for name in LEFT_OUT if name in sys.modules))
print([finder for finder in sys.meta_path if type(finder).__module__.startswith("codegraph")])
"""


def run(code: str, *arguments: str, environ: dict[str, str] | None = None) -> list[str]:
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT, check=False, capture_output=True, text=True, env=environ,
    )  # fmt: skip
    assert not ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.parametrize(("way", "loaded"), [("lean", []), ("library", sorted(LEFT_OUT))])
def test_tables_are_written_and_read_either_way(tmp_path: Path, way: str, loaded: list[str]) -> None:
    assert run(WORK, str(tmp_path), way) == ["['a::f2']", str(loaded), "[]"]


def test_what_was_left_out_is_real_when_it_is_used() -> None:
    code = """
from codegraph.store.lean_import import import_lancedb, lean_imports
with lean_imports():
    lancedb = import_lancedb()
import lance_namespace
request = lance_namespace.ListTablesRequest(limit=3)
print(type(request).__module__, request.limit)
print(isinstance(request, lance_namespace.ListTablesRequest), isinstance(3, lance_namespace.ListTablesRequest))
print(sorted(lance_namespace.ListTablesRequest.model_fields)[:1])
from lancedb.remote import ClientConfig
print(isinstance(ClientConfig(), lancedb.ClientConfig), issubclass(ClientConfig, lancedb.ClientConfig))
"""
    assert run(code) == [
        f"{CLIENT}.models.list_tables_request 3",
        "True False",
        "['context']",
        "True True",
    ]


def test_a_lancedb_that_needs_more_of_the_client_gets_all_of_it(tmp_path: Path) -> None:
    """This one inherits from a class of the client beside one with a metaclass, which no stand-in can serve."""
    for name, text in {
        "lancedb": f"""
from abc import ABC
from {CLIENT}.models import Request
class Query(Request, ABC): pass
""",
        CLIENT: "",
        f"{CLIENT}/models": "class Request: real = True",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from codegraph.store.lean_import import import_lancedb, lean_imports
with lean_imports():
    print(import_lancedb().Query.real)
"""
    assert run(code, str(tmp_path)) == ["True"]


def test_the_real_lancedb_can_be_imported_again_after_an_attempt_that_failed(tmp_path: Path) -> None:
    code = """
import sys
from codegraph.store import lean_import
last = "lancedb.catalog"
find = lean_import._Finder.find_spec
def fails(self, name, *rest):
    if name == last:
        raise RuntimeError(name)
    return find(self, name, *rest)
lean_import._Finder.find_spec = fails
with lean_import.lean_imports():
    lancedb = lean_import.import_lancedb()
print([name for name in lean_import.LEFT_OUT if name not in sys.modules], last in sys.modules)
table = lancedb.connect(sys.argv[1]).create_table("numbers", [{"n": 1}, {"n": 2}])
print(table.search().to_list(), type(lancedb.RemoteDBConnection).__name__ == "_StandIn")
"""
    assert run(code, str(tmp_path)) == ["[] True", "[{'n': 1}, {'n': 2}] False"]


def test_numpy_and_pyarrow_are_told_and_the_environment_stays() -> None:
    code = """
import os
from codegraph.store.lean_import import lean_imports
before = dict(os.environ)
with lean_imports():
    import numpy, pyarrow
    print(pyarrow.default_memory_pool().backend_name, os.environ["OPENBLAS_NUM_THREADS"])
print(os.environ == before)
os.environ["OPENBLAS_NUM_THREADS"] = "3"
with lean_imports():
    print(os.environ["OPENBLAS_NUM_THREADS"])
print(os.environ["OPENBLAS_NUM_THREADS"])
"""
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS", "ARROW"))
    }
    assert run(code, environ=environ) == ["system 1", "True", "3", "3"]


def test_the_command_line_leaves_them_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    code = """
import sys
from codegraph.cli import main
main(["index", sys.argv[1], "--no-embeddings", "--quiet"])
print("lancedb" in sys.modules, [name for name in sys.argv[2:] if name in sys.modules])
"""
    assert run(code, str(tmp_path), *LEFT_OUT) == ["True []"]
