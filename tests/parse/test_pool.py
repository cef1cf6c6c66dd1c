"""The pool of workers: what hangs or dies loses one file, by name; results depend on the files alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil
import pytest
from msgspec import structs

from codegraph.errors import AdapterError, CodegraphError
from codegraph.languages.registry import Registry, load_registry
from codegraph.parse import Check, InputFile, ParseOutcome, Reader, Status, content_id, parse_files
from tests.parse import readers
from tests.parse.reading import registry

ROOT = Path(__file__).parents[2]
GOOD = "def f():\n    return g()\n"


def write(folder: Path, files: dict[str, str]) -> list[InputFile]:
    """Write files and name them as input, in the order given."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    return [InputFile(path, len(text.encode()), "python") for path, text in files.items()]


def run(
    root: Path,
    files: list[InputFile],
    *,
    timeout: float = 60,
    workers: int = 2,
    reader: Reader = readers.read,
    check: Check = readers.check,
    adapters: Registry | None = None,
) -> ParseOutcome:
    """Parse with the test's readers; workers are fresh interpreters, as pytest itself may have threads."""
    return parse_files(
        root,
        files,
        adapters or registry(),
        reader=reader,
        check=check,
        workers=workers,
        timeout=timeout,
        method="spawn",
    )


def reasons(files: list[InputFile], outcome: ParseOutcome) -> dict[str, str]:
    """Why each file without facts has none."""
    return {
        file.path: found.reason for file, found in zip(files, outcome.files, strict=True) if not found.facts
    }


def test_results_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    texts = {f"m{i}.py": f"x{i} = {'1 + ' * (i * 7 % 5)}1\n" for i in range(20)}
    files = write(tmp_path, texts)
    outcome = run(tmp_path, files)
    assert [found.content_id for found in outcome.files] == [content_id(t.encode()) for t in texts.values()]
    assert outcome.count(Status.PARSED) == 20


def test_the_content_id_is_the_one_that_git_gives() -> None:
    assert content_id(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert content_id(b"test content\n") == "d670460b4b4aece5915caf5c68d12f560a9fe3e4"


def test_no_files_need_no_worker(tmp_path: Path) -> None:
    assert run(tmp_path, []).files == []


def test_what_can_not_be_read_or_is_not_worth_it_says_why(tmp_path: Path) -> None:
    files = write(tmp_path, {"a.py": GOOD, "boring.py": "# boring\n", "odd.py": GOOD, "gone.py": GOOD})
    (tmp_path / "gone.py").unlink()
    outcome = run(tmp_path, files)
    assert reasons(files, outcome) == {
        "boring.py": "boring",
        "odd.py": "begins like UTF-16 but is not",
        "gone.py": "can't be read: No such file or directory",
    }
    assert [found.status for found in outcome.files] == [
        Status.PARSED,
        Status.SKIPPED,
        Status.FAILED,
        Status.FAILED,
    ]


def test_a_reader_that_hangs_loses_its_file_alone(tmp_path: Path) -> None:
    files = write(tmp_path, {f"{name}.py": GOOD for name in ("a", "hangs", "b", "hangs_too", "c")})
    outcome = run(tmp_path, files, timeout=0.5)
    late = "timed out after 0.5 s"
    assert reasons(files, outcome) == {"hangs.py": late, "hangs_too.py": late}
    assert outcome.count(Status.PARSED) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_dies_loses_its_file_alone(tmp_path: Path, workers: int) -> None:
    names = ("a", "killed", "b", "exits", "c", "killed_too")
    files = write(tmp_path, {f"{name}.py": GOOD for name in names})
    outcome = run(tmp_path, files, workers=workers)
    assert reasons(files, outcome) == {
        "killed.py": "the parser crashed (SIGKILL)",
        "exits.py": "the parser crashed (exit code 3)",
        "killed_too.py": "the parser crashed (SIGKILL)",
    }
    assert outcome.count(Status.PARSED) == 3


def test_a_parse_that_hangs_is_ended_and_its_file_named(tmp_path: Path) -> None:
    write(tmp_path, bomb_adapter())
    adapters = load_registry(tmp_path)
    # Java's grammar takes quadratic time and more for this; the whole would take about a minute.
    (tmp_path / "Bomb.java").write_text("class A { int x = " + "a<b<" * 25_000 + "; }")
    files = [*write(tmp_path, {"a.py": GOOD}), InputFile("Bomb.java", 100_000, "bomb")]
    outcome = run(tmp_path, files, timeout=2, adapters=adapters)
    assert reasons(files, outcome) == {"Bomb.java": "timed out after 2 s"}


def test_a_bug_in_a_worker_costs_the_file_and_shows_itself(tmp_path: Path) -> None:
    files = write(tmp_path, {"a.py": "ab"})
    outcome = run(tmp_path, files, check=readers.check_and_fail)
    assert reasons(files, outcome) == {"a.py": "extraction failed: ZeroDivisionError: 2 / 0"}


def test_workers_that_can_not_even_start_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    files = write(tmp_path, {"a.py": GOOD})
    with pytest.raises(CodegraphError, match=r"end before they begin \(exit code 1\)"):
        run(tmp_path, files)


def test_a_reader_may_be_a_partial(tmp_path: Path) -> None:
    files = write(tmp_path, {"a.py": GOOD})
    assert run(tmp_path, files, reader=partial(readers.read)).count(Status.PARSED) == 1


def test_a_query_that_does_not_compile_is_an_error_of_a_trusted_adapter(tmp_path: Path) -> None:
    write(tmp_path, bomb_adapter(call="(no_such_node) @call"))
    adapters = load_registry(tmp_path)
    file = InputFile("A.java", 10, "bomb")
    (tmp_path / "A.java").write_text("class A {}")
    outcome = run(tmp_path, [file], adapters=adapters)
    message = "adapter bomb: call.scm does not compile: Invalid node type at row 0, column 1: no_such_node"
    assert outcome.warnings == (message,)
    assert outcome.files[0].reason == message

    trusted = {**adapters.adapters, "bomb": structs.replace(adapters.adapters["bomb"], trusted=True)}
    with pytest.raises(AdapterError, match=r"adapter bomb: call\.scm does not compile"):
        run(tmp_path, [file], adapters=Registry(trusted, adapters.table, {}))


def bomb_adapter(call: str = "(method_invocation) @call") -> dict[str, str]:
    """The files of a small adapter for Java that a project brings."""
    queries = ("import", "inheritance", "doc_comment", "decorator", "statement")
    folder = ".codegraph/adapters/bomb"
    return {
        f"{folder}/adapter.toml": 'name = "bomb"\ngrammar = "java"\nextensions = [".java"]\n',
        f"{folder}/declaration.scm": "(class_declaration name: (_) @name) @definition.class\n",
        f"{folder}/call.scm": call,
        **{f"{folder}/{kind}.scm": "" for kind in queries},
    }


# --- in processes of their own ---


def many_files(folder: Path) -> Path:
    """Enough source for more than one worker, and a few files that come to grief."""
    texts = {
        f"p{i % 3}/m{i}.py": f"class C{i}(B):\n" + "    def f(self): return self.g(1)\n" * 400
        for i in range(45)
    }
    write(folder, {**texts, "boring.py": "# boring\n", "killed.py": GOOD, "broken.py": "def f(:\n"})
    return folder


def outcome_of(folder: Path, method: str, workers: int) -> list[str]:
    """What `tests.parse.run` prints."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "tests.parse.run",
        str(folder),
        method,
        str(workers),
        "60",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


def test_the_outcome_does_not_depend_on_the_workers_nor_on_how_they_start(tmp_path: Path) -> None:
    folder = many_files(tmp_path)
    methods = [("spawn", 1), ("spawn", 3), ("auto", 2)]
    if hasattr(os, "fork"):
        methods += [("fork", 1), ("fork", 3)]
    outcomes = [outcome_of(folder, method, workers)[1] for method, workers in methods]
    assert len(outcomes[0]) == 64
    assert set(outcomes) == set(outcomes[:1])


@pytest.mark.skipif(sys.platform != "linux", reason="only there workers are forked unless asked for")
def test_a_process_without_threads_forks_its_workers(tmp_path: Path) -> None:
    assert outcome_of(tmp_path, "auto", 1)[0] == "can fork"


@contextmanager
def hanging_run(
    folder: Path, method: str, timeout: float
) -> Iterator[tuple[subprocess.Popen[str], psutil.Process]]:
    """A run of which a worker hangs: the run, and the worker."""
    write(folder, {"hangs.py": GOOD})
    command = [sys.executable, "-m", "tests.parse.run", str(folder), method, "1", str(timeout)]
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            assert line.startswith("hangs in"), line
            yield process, psutil.Process(int(line.split()[-1]))
        finally:
            process.kill()


METHODS = ["spawn", *(["fork"] if hasattr(os, "fork") else [])]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT can be sent there")
@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_ends_the_workers(tmp_path: Path, method: str) -> None:
    with hanging_run(tmp_path, method, 600) as (process, worker):
        process.send_signal(signal.SIGINT)
        assert process.wait(30) != 0
        assert not worker.is_running()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a timer of the system")
@pytest.mark.parametrize("method", METHODS)
def test_a_hanging_worker_does_not_outlive_a_parent_that_was_killed(tmp_path: Path, method: str) -> None:
    with hanging_run(tmp_path, method, 0.25) as (process, worker):
        process.kill()
        process.wait()
        worker.wait(30)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_worker_keeps_no_file_of_its_parent_open(tmp_path: Path) -> None:
    # The lock of the index is such a file: it must not stay locked because a worker outlived the parent.
    code = f"""
import os
from pathlib import Path
from codegraph.parse import InputFile, parse_files
from tests.parse import readers
from tests.parse.reading import registry
number = os.open({str(ROOT)!r}, os.O_RDONLY)
os.set_inheritable(number, True)
Path("a.py").write_text(f"# descriptor {{number}}")
done = parse_files(Path("."), [InputFile("a.py", 10, "python")], registry(),
    reader=readers.read_without_files_of_the_parent, check=readers.check, workers=1, method="fork")
assert done.files[0].facts, done.files[0].reason
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)


def test_nothing_of_the_folder_that_we_stand_in_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write(tmp_path, {"a.py": GOOD})
    for name in ("tree_sitter", "msgspec", "codegraph", "pickle", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the project')")
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, files).count(Status.PARSED) == 1


def test_no_process_is_left_when_a_run_ends_or_fails(tmp_path: Path) -> None:
    files = write(tmp_path, {"a.py": GOOD, "hangs.py": GOOD})
    before = set(psutil.Process().children())
    run(tmp_path, files, timeout=0.5)

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parse_files(
            tmp_path,
            files,
            registry(),
            reader=readers.read,
            check=readers.check,
            progress=stop,
            timeout=0.5,
            method="spawn",
        )
    assert set(psutil.Process().children()) == before


def test_everything_that_is_offered_is_there() -> None:
    import codegraph.parse

    assert sorted(codegraph.parse._HOME) == sorted(codegraph.parse.__all__)
    assert all(getattr(codegraph.parse, name) is not None for name in codegraph.parse.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        codegraph.parse.nothing  # noqa: B018


def test_the_content_id_costs_no_pool() -> None:
    code = "import sys; from codegraph.parse import content_id; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "codegraph.parse.cache" in loaded
    assert not loaded & {"codegraph.parse.pool", "subprocess", "msgspec", "tree_sitter", "tempfile"}
