"""After any edits an index that is brought up to date equals one that is built from scratch, row for row.

The steps of each language are few in a normal run. ``CODEGRAPH_SOAK=2000`` in the environment makes so many.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.incremental.machine import STEPS, machine_of
from tests.incremental.templates import load_sample, sample_names

LENGTH = 25
"""Steps of one sequence, after which another one begins."""
FEW = 12
"""... and in a normal run, which has two of them."""


@pytest.mark.parametrize("name", sample_names())
def test_an_index_that_is_brought_up_to_date_equals_one_built_anew(name: str) -> None:
    run(name, int(os.environ.get("CODEGRAPH_SOAK", "0")))


@pytest.mark.parametrize("name", ["python", "mixed"])
def test_so_it_does_with_vectors_and_tables(name: str) -> None:
    run(name, int(os.environ.get("CODEGRAPH_SOAK", "0")) // 10, whole=True)


def run(name: str, wanted: int, *, whole: bool = False) -> None:
    """Make about ``wanted`` steps, a few if that is 0."""
    run_state_machine_as_test(
        machine_of(load_sample(name), whole=whole),
        settings=settings(
            max_examples=-(-wanted // LENGTH) if wanted else 2,
            stateful_step_count=LENGTH if wanted else FEW,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=not wanted,
        ),
    )
    print(f"{name}: {STEPS[f'{name}_whole' if whole else name]} comparisons")
