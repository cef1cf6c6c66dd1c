"""Chains of classes longer than anyone writes by hand, and circles: they cost their share and end nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import resolution_of, write

LONG = 1500
ONE = {
    "python": ("a.py", "class C{n}(C{base}):\n    pass\n", "class C0:\n    pass\n"),
    "typescript": ("a.ts", "class C{n} extends C{base} {{}}\n", "class C0 {}\n"),
    "java": ("A.java", "class C{n} extends C{base} {{}}\n", "class C0 {}\n"),
    "kotlin": ("a.kt", "open class C{n} : C{base}()\n", "open class C0\n"),
    "csharp": ("a.cs", "class C{n} : C{base} {{}}\n", "class C0 {}\n"),
    "cpp": ("a.cpp", "class C{n} : public C{base} {{}};\n", "class C0 {};\n"),
    "ruby": ("a.rb", "class C{n} < C{base}\nend\n", "class C0\nend\n"),
    "php": ("a.php", "class C{n} extends C{base} {{}}\n", "<?php class C0 {}\n"),
    "go": ("a.go", "type C{n} struct {{ C{base} }}\n", "package a\n\ntype C0 struct {}\n"),
}
USE = {
    "python": "def use(c: C{n}):\n    c.run()\n",
    "go": "func use(c C{n}) {{\n\tc.run()\n}}\n",
}


@pytest.mark.parametrize("language", ONE)
@pytest.mark.parametrize("turned", [False, True], ids=["base first", "base last"])
def test_a_long_chain_of_classes_is_resolved(language: str, turned: bool, tmp_path: Path) -> None:
    file, line, first = ONE[language]
    numbers = range(LONG, 0, -1) if turned else range(1, LONG + 1)
    text = "".join(line.format(n=n, base=n - 1) for n in numbers) + USE.get(language, "").format(n=LONG)
    graph = resolution_of(write(tmp_path, {file: first + text})).graph
    names = graph.nodes["name"]
    pairs = {
        (names[src], names[dst])
        for src, dst, kind in zip(graph.edges["src"], graph.edges["dst"], graph.edges["kind"], strict=True)
        if kind in ("extends", "implements")
    }
    assert {(f"C{n}", f"C{n - 1}") for n in range(1, LONG + 1)} <= pairs


@pytest.mark.parametrize("language", ONE)
def test_classes_that_derive_from_each_other_in_a_circle_are_resolved(language: str, tmp_path: Path) -> None:
    file, line, first = ONE[language]
    text = first + "".join(line.format(n=n, base=n % 3 + 1) for n in (1, 2, 3))
    graph = resolution_of(write(tmp_path, {file: text})).graph
    assert {"C1", "C2", "C3"} <= set(graph.nodes["name"])
