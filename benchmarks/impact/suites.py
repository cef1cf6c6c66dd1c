"""Runs a project's tests and says which pass: pytest for Python, compiled test programs for Go."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

_PASSED = re.compile(r"^PASSED (\S+?::[^\s\[]+)", re.MULTILINE)
_TIMEOUT = 900


def passing(root: Path, ending: str, python: str) -> set[str]:
    """The tests that pass, as ``--tests`` names them, without parameters; one passes if all of its parameters do."""
    return _go(root) if ending == ".go" else _pytest(root, python)


def _pytest(root: Path, python: str) -> set[str]:
    environ = {
        **os.environ,
        "PYTHONPATH": str(root / "src" if (root / "src").is_dir() else root),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    words = [
        "-m",
        "pytest",
        "-q",
        "-rA",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
    ]
    done = subprocess.run(
        [python, *words], cwd=root, env=environ, capture_output=True, text=True, check=False, timeout=_TIMEOUT
    )
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+?::[^\s\[]+)", done.stdout, re.MULTILINE))
    return set(_PASSED.findall(done.stdout)) - failed


def _go(root: Path) -> set[str]:
    """Each test by itself, since a panic ends the whole program."""
    found: set[str] = set()
    folders = sorted({path.parent for path in root.rglob("*_test.go")})
    for folder in folders:
        program = root / ".tests"
        built = subprocess.run(
            ["go", "test", "-c", "-o", str(program), "."], cwd=folder, capture_output=True, check=False
        )
        if built.returncode or not program.exists():
            continue
        listed = subprocess.run(
            [program, "-test.list", "."], cwd=folder, capture_output=True, text=True, check=False
        )
        for name in listed.stdout.split():
            if name.startswith(("Test", "Example")):
                ran = subprocess.run(
                    [program, "-test.run", f"^{name}$", "-test.timeout", "20s"],
                    cwd=folder, capture_output=True, check=False,
                )  # fmt: skip
                if not ran.returncode:
                    found.add(f"./{folder.relative_to(root).as_posix().removeprefix('.')}::{name}")
        program.unlink()
    return found


def named(lines: list[str], ending: str) -> set[str]:
    """The tests that lines of ``--tests`` name, in the same form."""
    if ending != ".go":
        return {line.strip("'") for line in lines}
    found = set()
    for line in lines:
        folder, _, pattern = line.partition(" -run ")
        found |= {f"{folder}::{name}" for name in pattern.strip("'^$()").split("|")}
    return found
