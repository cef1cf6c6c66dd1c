"""What a build shows while it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import codegraph
from codegraph.cli.progress import duration, shown_progress

if TYPE_CHECKING:
    from pathlib import Path

    from codegraph.builder import Progress


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (12.4, "12 s"), (200, "3 min 20 s"), (3900, "1 h 5 min")],
)
def test_times_are_told_in_people_s_units(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def run_build(progress: Progress) -> None:
    progress.start("discovery", None)
    progress.finish("discovery")
    progress.start("parse", 20)
    for _ in range(4):
        progress.advance("parse", 5)
    progress.finish("parse")
    progress.start("embed", 3)
    progress.advance("embed", 3, "1 step")
    progress.finish("embed")


def test_piped_each_phase_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    with shown_progress(quiet=False) as progress:
        assert progress is not None
        run_build(progress)
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "finding files: 0.0 s",
        "parsing: 20 in 0.0 s",
        "the graph is ready and can be questioned while the embeddings are made (Ctrl-C keeps it)",
        "embedding: 3 in 0.0 s",
    ]


def test_a_terminal_gets_bars_that_leave_nothing_behind(monkeypatch, capfd) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with shown_progress(quiet=False) as progress:
        assert progress is not None
        run_build(progress)
    out, err = capfd.readouterr()
    assert out == ""
    assert "parsing" in err
    assert err.rstrip().endswith("\x1b[2K")


def test_quiet_shows_nothing() -> None:
    with shown_progress(quiet=True) as progress:
        assert progress is None


COST = "9,000 texts to embed with m at [::1]:80: about 700,000 tokens, about 2 min"


@pytest.mark.parametrize("terminal", [True, False])
def test_what_embedding_is_going_to_cost_is_told_before_it_starts(monkeypatch, capfd, terminal: bool) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with shown_progress(quiet=False) as progress:
        assert progress is not None
        progress.start("embed", 9000)
        progress.advance("embed", 0, COST)
        progress.finish("embed")
    assert COST in capfd.readouterr().err


def test_every_phase_has_a_label_and_those_that_tell_how_much_there_is_come_to_it(tmp_path: Path) -> None:
    from codegraph.tools.phases import LABELS

    seen: dict[str, list[int | None]] = {}

    class Recorder:
        def start(self, phase: str, total: int | None) -> None:
            seen[phase] = [total, 0]

        def advance(self, phase: str, n: int, note: str = "") -> None:
            seen[phase][1] = (seen[phase][1] or 0) + n

        def finish(self, phase: str) -> None:
            pass

    for number in range(3):
        (tmp_path / f"m{number}.py").write_text(f"def f{number}():\n    return {number}\n")
        (tmp_path / f"page{number}.md").write_text(f"# Page {number}\n\nAbout `f{number}`.\n")
    codegraph.index(tmp_path, embeddings=False, progress=Recorder()).close()
    assert {"discovery", "parse", "resolve", "fingerprint", "documents", "store"} <= set(seen) <= set(LABELS)
    assert {phase: counted for phase, counted in seen.items() if counted[0]} == {
        phase: [3, 3] for phase in ("parse", "resolve", "documents")
    }
