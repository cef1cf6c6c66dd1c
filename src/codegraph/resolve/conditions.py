"""Definitions that count only in some configuration of a build: which of several of one name is the usual one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegraph.resolve.project import Project


class Conditions:
    """Knows the definitions whose decorators say that another configuration than the usual one has them."""

    def __init__(self, project: Project) -> None:
        self._unlikely: set[int] = set()
        for module in project.modules:
            if module.spec.unlikely:
                pattern = re.compile(module.spec.unlikely)
                for definition, _, text in zip(*module.decorators, strict=True):
                    if pattern.search(module.strings[text]):
                        self._unlikely.add(module.base + definition)

    def usual(self, numbers: Sequence[int]) -> Sequence[int]:
        """Those of several definitions that the usual configuration has, all if it has none or all of them."""
        if not self._unlikely or len(numbers) < 2:
            return numbers
        return [number for number in numbers if number not in self._unlikely] or numbers
