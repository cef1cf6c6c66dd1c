"""Samples of call sites: what counts as a site, drawing by chance, keeping judgements, and scoring by them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks.accuracy import judging
from benchmarks.accuracy.judging import Judged, Sample
from benchmarks.accuracy.sample import indexed, main
from benchmarks.accuracy.sites import call_sites
from tests.projects import write

SOURCES = {
    "c": ("int f() { a(1); b->c(2); (*d)(3); }", "a c"),
    "cpp": ("void f() { a.b(1); N::e(3); t<int>(4); new F(1); new N::G<int>(2); }", "b e t F G"),
    "csharp": (
        "class A { A(): base(1) {} void F() { a.B<int>(1); a?.C(2); A x = new(3); new N.Foo<T>(); f(x)(y); } }",
        "base B C new Foo f",
    ),
    "go": ("package a\nfunc f() { a.b(1); c(2); d.e().f(); (h)(1) }", "b c e f"),
    "java": (
        "class A { A() { this(1); super.x(); a.b().c(1); new Foo<X>(2).d(); new a.B(); } }",
        "this x b c Foo d B",
    ),
    "javascript": ("a.b(1); new C(2); d?.e(); this.#f(); g(1)(2)", "b C e #f g"),
    "kotlin": (
        "class X : Y { constructor() : this(1) { a.b<Int>(1) { it.x() }; x?.let(::g); Foo(1).bar(); run { y } } }",
        "this b x let Foo bar run",
    ),
    "php": (
        "<?php a(1); $b->c()?->d(2); A::e(); parent::__construct(1); new Foo(1); new \\A\\B; A\\g(); $h(1);",
        "a c d e __construct Foo B g h",
    ),
    "python": ("a.b(c(1))(2)\n@d(1)\ndef f(): pass", "b c d"),
    "ruby": (
        "def f(a, k: 1)\n  x = foo\n  x.b\n  a.c = 3\n  Foo.new(1).bar baz\n  super\n  a&.d { |q| q.e k }\nend",
        "foo b new bar baz super d e",
    ),
    "rust": ("fn f() { a.b(1); c::d(2); e::<T>(3); Self::z(); m!(x); }", "b d e z"),
    "scala": ("object A { def f() = { a.b(1); new C(2); g[Int](3) } }", "b C g"),
    "typescript": ("a.b(1); new C<X>(2); super.e(); g<T>(1)", "b C e g"),
}
PROJECT = {
    "shop/till.py": (
        "import os\n\n\n"
        "class Till:\n    def __init__(self, name):\n        self.name = name\n\n"
        "    def add(self, price):\n        pass\n\n\n"
        "def fill(till: Till, other):\n    till.add(1)\n    other.save(2)\n    print(os.getcwd())\n\n\n"
        "def start():\n    fill(Till('a'), None)\n"
    ),
    "tests/more.py": "print(1)\n",
}


@pytest.mark.parametrize("language", SOURCES)
def test_a_site_is_a_call_by_name(language: str) -> None:
    source, names = SOURCES[language]
    assert [site.callee for site in call_sites(language, source.encode())] == names.split()


def test_a_site_stands_where_the_name_does() -> None:
    (site,) = call_sites("python", b"x = (\n  a\n    .b())\n")
    assert (site.line, site.column, site.start) == (3, 5, (2, 2))


def drawn(tmp_path: Path, count: int = 100, seed: int = 1) -> tuple[Path, Sample]:
    root = write(tmp_path / "project", PROJECT)
    return root, judging.draw("python", root, seed, count, ("shop",))


def test_the_same_seed_draws_the_same_sites(tmp_path: Path) -> None:
    root, sample = drawn(tmp_path, 3)
    assert judging.draw("python", root, 1, 3, ("shop",)) == sample
    assert any(judging.draw("python", root, seed, 3, ("shop",)).sites != sample.sites for seed in range(2, 9))
    assert len(sample.sites) == 3
    assert sample.drawn.sites == 6
    assert {one.file for one in sample.sites} == {"shop/till.py"}


def test_a_larger_sample_holds_the_smaller_one(tmp_path: Path) -> None:
    root, small = drawn(tmp_path, 3)
    assert set(small.sites) < set(judging.draw("python", root, 1, 5, ("shop",)).sites)


JUDGEMENTS = {
    (13, "add"): "shop/till.py:8",
    (14, "save"): "shop/till.py:8",  # nothing says so: it will be missing
    (15, "print"): "external",
    (15, "getcwd"): "none",
    (19, "fill"): "shop/till.py:1",  # a mistake of the reader, or of the index
    (19, "Till"): "shop/till.py:5",  # the constructor; the class is right too
}


def judged(sample: Sample) -> Sample:
    sites = [msgspec.structs.replace(one, judged=JUDGEMENTS[one.line, one.callee]) for one in sample.sites]
    return Sample(sample.drawn, sites)


def test_precision_is_of_edges_and_recall_of_sites(tmp_path: Path) -> None:
    root, sample = drawn(tmp_path)
    with indexed(root) as answers:
        outcome = judging.score(judged(sample), root, answers)
    assert (outcome.right, outcome.given, outcome.found, outcome.wanted, outcome.unjudged) == (3, 4, 2, 4, 0)
    assert outcome.wrong == ["shop/till.py:19:4 fill -> shop/till.py:12 fill (scope), judged shop/till.py:1"]
    assert [line.partition(":")[2] for line in outcome.missing] == [
        "14:10 save: dynamic, judged shop/till.py:8",
        "19:4 fill: shop/till.py:12 fill, judged shop/till.py:1",
    ]
    assert not (root / ".codegraph").exists()


def test_several_targets_may_be_right(tmp_path: Path) -> None:
    one = Judged("a.py", 1, 0, "f", "f()", judged="a.py:3 | b/c.py:12")
    assert one.expected == (("a.py", 3), ("b/c.py", 12))
    with pytest.raises(SystemExit, match="write FILE:LINE, external or none instead of somewhere"):
        _ = msgspec.structs.replace(one, judged="somewhere").expected


def test_drawing_again_keeps_what_was_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, sample = drawn(tmp_path)
    path = tmp_path / "python-shop.jsonl"
    judging.save(path, judged(sample))
    assert main(["draw", "python", str(root), "--out", str(path), "--under", "shop"]) == 0
    again = judging.load(path)
    assert [one.judged for one in again.sites] == [one.judged for one in judged(sample).sites]
    assert "shop/till.py:8 add" in {one.found for one in again.sites}
    assert main(["score", str(path), str(root), "--at-least", "0.7", "0.5"]) == 0
    assert main(["score", str(path), str(root), "--at-least", "0.8", "0.5"]) == 1
    assert "precision 0.750: 3 of 4 edges into the project are right" in capsys.readouterr().out


def test_the_lines_around_a_site_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, sample = drawn(tmp_path)
    path = tmp_path / "python-shop.jsonl"
    judging.save(path, sample)
    assert main(["show", str(path), str(root), "--lines", "1"]) == 0
    assert capsys.readouterr().out.startswith(
        "1. shop/till.py:13:9 add  judged: \n    12 def fill(till: Till, other):\n>   13     till.add(1)\n"
    )


def test_a_project_of_another_version_is_refused(tmp_path: Path) -> None:
    root, sample = drawn(tmp_path)
    (root / "shop" / "till.py").write_text("# nothing\n", encoding="utf-8")
    with indexed(root) as answers, pytest.raises(SystemExit, match=r"no add at shop/till\.py:13"):
        judging.score(sample, root, answers)


def test_a_file_that_is_no_sample_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"a\.jsonl is no sample"):
        judging.load(tmp_path / "a.jsonl")
