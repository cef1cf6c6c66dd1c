"""A disk that is read-only: every question is answered and says how far it is behind, and what writes says why not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.lifecycle import disks

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not disks.is_possible(), reason="needs a file system of its own in a namespace"
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What ``read_only`` found."""
    place = tmp_path_factory.mktemp("disk") / "shop"
    words = [sys.executable, "-m", "tests.lifecycle.read_only", str(place)]
    done = subprocess.run(
        [*disks.IN_NAMESPACE, *words], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_every_question_is_answered(found: dict[str, Any]) -> None:
    assert [ran["words"] for ran in found["questions"] if ran["code"] or not ran["out"]] == []
    assert not any("error" in ran["err"] for ran in found["questions"])
    assert found["same"]


def test_tables_that_were_left_for_later_are_made_in_memory(found: dict[str, Any]) -> None:
    assert found["later"]
    assert found["tables"]["nodes"] == 7
    assert found["tables"]["edges"] > 7
    assert found["tables"]["chunks"] > 0


def test_what_writes_says_in_one_line_why_it_can_not(found: dict[str, Any]) -> None:
    for ran in found["writing"]:
        lines = [line for line in ran["err"].splitlines() if not line.startswith("finding files")]
        assert (ran["code"], len(lines)) == (9, 1), ran
        assert "Read-only file system" in lines[0]


def test_answers_say_that_the_index_is_behind_and_why(found: dict[str, Any]) -> None:
    for answer in (found["behind"], found["served"]["answer"]):
        assert (answer["stale"], answer["dirty_paths"]) == (True, ["shop/money.py"])
        assert "can't be written" in answer["last_error"]


def test_the_server_refuses_to_build_and_lives_on(found: dict[str, Any]) -> None:
    assert found["served"]["refused"]["code"] == "storage"
