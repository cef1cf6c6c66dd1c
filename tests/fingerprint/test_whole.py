"""Fingerprints as a part of a whole build."""

from __future__ import annotations

from pathlib import Path

from codegraph.builder import build
from codegraph.config import Settings
from codegraph.graph.view import GraphView

MAIN = """
from fastapi import FastAPI
from users import router
app = FastAPI()
app.include_router(router, prefix="/{version}")
"""
USERS = """
from fastapi import APIRouter
router = APIRouter(
    prefix="/users",
)

@router.get("/{id}")
def read(id: int): ...
"""


def endpoints(root: Path) -> dict[str, list[str]]:
    """Each endpoint with its handlers, as the index has them."""
    with GraphView.open(root / ".codegraph/index") as view:
        rows = [row for row in range(view.node_count) if view.kind(row) == "endpoint"]
        return {
            view.name(row): [view.fqn(edge.dst) for edge in view.out_edges(row, ["handles"])] for row in rows
        }


def test_a_route_follows_what_another_file_says(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(MAIN.replace("{version}", "v1"), encoding="utf-8")
    (tmp_path / "users.py").write_text(USERS, encoding="utf-8")
    build(tmp_path, Settings(), embeddings=False, workers=1)
    handler = f"{tmp_path.name}::users::read"
    assert endpoints(tmp_path) == {"GET /v1/users/{id}": [handler]}

    (tmp_path / "main.py").write_text(MAIN.replace("{version}", "v2"), encoding="utf-8")
    report = build(tmp_path, Settings(), embeddings=False, workers=1)
    assert report.files_parsed == 1
    assert endpoints(tmp_path) == {"GET /v2/users/{id}": [handler]}


def test_a_rule_that_a_project_brings_or_changes_is_applied_without_parsing_again(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(
        "from kit import web\n\n@web.page('/a')\ndef a(): ...\n", encoding="utf-8"
    )
    build(tmp_path, Settings(), embeddings=False, workers=1)
    assert endpoints(tmp_path) == {}

    folder = tmp_path / ".codegraph" / "fingerprints"
    folder.mkdir(parents=True)
    (folder / "kit.toml").write_text(
        """
        framework = "kit"
        language = "python"
        ecosystem = "pypi"
        [[rule]]
        tags = ["http-endpoint"]
        when = { decorator = ["kit::web::page"] }
        endpoint = { path = { position = 0 }, methods = ["GET", "POST"] }
        """,
        encoding="utf-8",
    )
    report = build(tmp_path, Settings(), embeddings=False, workers=1)
    assert report.changed
    assert report.files_parsed == 0
    assert sorted(endpoints(tmp_path)) == ["GET /a", "POST /a"]
