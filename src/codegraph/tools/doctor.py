"""``doctor``: what is right and what is wrong with the index of a project, and the way to put it right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codegraph.tools.index import existing_folder, index_folder

if TYPE_CHECKING:
    from codegraph.builder import Progress
    from codegraph.health import Finding


class DoctorRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``repair`` rebuilds what is wrong, and brings the index up to date.

    ``wait`` is how many seconds another writer may take before that; 0 gives up at once and says which one it is.
    """

    root_path: str
    repair: bool = False
    wait: float = 0.0


class Checked(msgspec.Struct, kw_only=True):
    """What one check found: ``state`` is good, note (no fault) or bad; ``advice`` is what to do next, if anything."""

    check: str
    state: str
    message: str
    advice: str = ""


class Diagnosis(msgspec.Struct, kw_only=True):
    """The checks in order; ``good`` says that none of them found a fault.

    After a repair ``done`` tells what was done, and ``checks`` what was found after it.
    """

    root: str
    index_dir: str
    good: bool
    faults: int
    checks: list[Checked]
    repaired: bool
    done: list[str]


def run(request: DoctorRequest, progress: Progress | None = None) -> Diagnosis:
    """Check the index of a project, and put it right if that is asked for.

    Raises:
        NotIndexedError: there is nothing to check.
        SettingsError: a settings file can't be used.
        BusyError: it is to be repaired, and another process writes it.
        StorageError: the index can't be read, or not be written to repair it.
    """
    from codegraph.health import State, Subject, check, repair
    from codegraph.store.disk import reading_errors
    from codegraph.tools.lasting_options import choose

    root = existing_folder(Path(request.root_path))
    chosen = choose(root, {})
    subject = Subject(root, index_folder(root, chosen.settings), chosen.settings)
    done: list[str] = []
    with reading_errors(subject.index_dir):
        findings = check(subject)
    if request.repair:
        from codegraph.freshness.memory import forget

        done, findings = repair(
            subject, findings, options=chosen.options, wait=request.wait, progress=progress
        )
        forget(subject.index_dir)
    faults = sum(finding.state == State.BAD for finding in findings)
    return Diagnosis(
        root=str(root),
        index_dir=str(subject.index_dir),
        good=not faults,
        faults=faults,
        checks=[_checked(finding) for finding in findings],
        repaired=request.repair,
        done=done,
    )


def _checked(finding: Finding) -> Checked:
    return Checked(
        check=finding.check,
        state=finding.state.value,
        message=finding.message,
        advice=finding.advice,
    )
