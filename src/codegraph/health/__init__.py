"""What is right and what is wrong with an index, and how it is put right: ``codegraph doctor``.

``check`` looks and changes nothing; ``repair`` rebuilds what is wrong, under the writer's lock, and publishes it whole.
"""

from __future__ import annotations

from codegraph.health.checking import check
from codegraph.health.finding import Cure, Finding, State, Subject
from codegraph.health.repairing import repair

__all__ = ["Cure", "Finding", "State", "Subject", "check", "repair"]
