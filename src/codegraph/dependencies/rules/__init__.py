"""One rule an ecosystem, by the ecosystem's name."""

from __future__ import annotations

from codegraph.dependencies.rules.base import Rule, normal
from codegraph.dependencies.rules.compiled import Cargo, Go, Maven, NuGet, Swift
from codegraph.dependencies.rules.scripted import Composer, LuaRocks, Npm, Pypi, RubyGems

__all__ = ["RULES", "Rule", "normal"]

RULES: dict[str, Rule] = {
    rule.ecosystem: rule
    for rule in (Cargo(), Composer(), Go(), LuaRocks(), Maven(), Npm(), NuGet(), Pypi(), RubyGems(), Swift())
}
