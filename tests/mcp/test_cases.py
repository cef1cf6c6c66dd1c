"""Cases that other servers of this sort got wrong, put to ours through the tools."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import codegraph

from .talking import COMMAND, answer, failure, raw_session, run, stdio_client

NAMES = {
    "jobs.py": (
        "from stage_apply import run as apply_run\n\n\ndef run_due_tasks(jobs):\n"
        '    """Run every task that is due, run run run."""\n    return [apply_run(j) for j in jobs]\n\n\n'
        'class ContextFrame:\n    """One frame."""\n'
    ),
    "prose.py": (
        'def explain():\n    """The context frame holds frames; frame context of a frame."""\n    return None\n'
    ),
    "stage_apply.py": 'def run(job):\n    """Apply the job."""\n    return job\n\n\ndef e():\n    return 1\n',
    "stage_verify.py": 'def run(job):\n    """Verify the job."""\n    return job\n\n\ndef ef():\n    return 2\n',
}
PATHS = {
    "src/app.ts": 'import { kind } from "./lib/types";\nexport function run(): number {\n  return kind(1);\n}\n',
    "src/lib/types.ts": "export function kind(n: number): number {\n  return n;\n}\n",
}


def made(root: Path, files: dict[str, str]) -> Path:
    """An indexed project of these files."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    codegraph.index(root, embeddings=False).close()
    return root.resolve()


def place(node: dict[str, Any]) -> str:
    return f"{node['path']}:{node['line']}"


def test_exact_names_come_first_and_unknown_ones_find_nothing(tmp_path: Path) -> None:
    root = made(tmp_path, NAMES)

    async def test() -> None:
        async with stdio_client(root) as client:
            found = answer(await client.call_tool("codebase_search", {"query": "ContextFrame"}))
            assert place(found["hits"][0]) == "jobs.py:9"
            found = answer(await client.call_tool("codebase_search", {"query": "context frame", "top_k": 3}))
            assert "jobs.py:9" in [place(hit) for hit in found["hits"]]
            error = failure(await client.call_tool("symbol_detail", {"fqn": "run"}))
            assert error["code"] == "ambiguous"
            assert [name.split("::")[1] for name in error["suggestions"]] == ["stage_apply", "stage_verify"]
            for name in ("stage_apply::run", "stage_apply.run", "stage_apply.py::run", "stage_apply.py:1"):
                assert (
                    place(answer(await client.call_tool("symbol_detail", {"fqn": name})))
                    == "stage_apply.py:1"
                )
            unused = answer(await client.call_tool("symbol_detail", {"fqn": "e", "expand": ["Callers"]}))
            assert (place(unused), unused["top_callers"]) == ("stage_apply.py:6", [])
            error = failure(await client.call_tool("symbol_detail", {"fqn": "run_due_taskz"}))
            assert (error["code"], error["suggestions"][0].split("::")[-1]) == ("not_found", "run_due_tasks")
            error = failure(await client.call_tool("impact_analysis", {"target": "nope_nothing"}))
            assert error["code"] == "not_found"

    run(test)


def test_paths_in_every_form_find_the_same_node(tmp_path: Path) -> None:
    root = made(tmp_path, PATHS)

    async def test() -> None:
        async with stdio_client(root) as client:
            for name in (
                "src/lib/types.ts",
                "src\\lib\\types.ts",
                "./src/lib/types.ts",
                "src/lib//types.ts",
                "src/lib/../lib/types.ts",
                f"{root}/src/lib/types.ts",
            ):
                found = answer(await client.call_tool("symbol_detail", {"fqn": name}))
                assert (found["path"], found["kind"]) == ("src/lib/types.ts", "module")
            found = answer(await client.call_tool("symbol_detail", {"fqn": "src/lib/types.ts:1"}))
            assert found["name"] == "kind"
            given = {"target": "src\\lib\\types.ts", "direction": "Backward"}
            found = answer(await client.call_tool("impact_analysis", given))
            assert "src/app.ts" in {entry["path"] for entry in found["direct_impact"]}
            for path, indexed in (("src/lib/", True), ("src\\lib", True), ("srcx/lib", False)):
                found = answer(await client.call_tool("is_path_indexed", {"virtual_path": path}))
                assert found["indexed"] is indexed, path

    run(test)


def test_a_root_that_is_not_there_is_told_on_stderr(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--root", str(tmp_path / "gone")], input=b"", capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no folder" in done.stderr


def test_without_the_package_the_command_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'mcp' else find(name, *rest)\n"
        "from codegraph.cli import main; sys.exit(main(['mcp', '--root', '.']))"
    )
    done = subprocess.run(
        [*COMMAND[:1], "-c", code], input=b"", capture_output=True, timeout=60, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (8, b"")
    assert b"pip install 'codegraph[mcp]'" in done.stderr


def test_the_answer_to_a_repository_with_odd_names_is_one_clean_line(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        'def odd():\n    """Esc \x1b[31m, bell \x07, two\n\n    lines, quote ", end."""\n'
    )
    root = made(tmp_path, {"größe.py": "def größe():\n    return 'ß'\n"})
    with raw_session(root) as session:
        session.initialize()
        for name in ("odd::odd", "größe::größe"):
            given = {"name": "symbol_detail", "arguments": {"fqn": name}}
            found = session.ask("tools/call", given)["result"]
            assert "\x1b" not in found["structuredContent"]["doc_comment"]
            assert json.loads(found["content"][0]["text"]) == found["structuredContent"]
        assert all(
            line.endswith(b"\n") and b"\x1b" not in line and b"\\u001b" not in line for line in session.lines
        )
        assert not session.lines[0].startswith(b"\xef\xbb\xbf")
