"""Control-flow graphs: conditions, loops, jumps, switches and handlers in several languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.graph.flow import ENTRY
from tests.graph.flows import flow, ways

CASES = {
    "an if without else": (
        "python",
        """
        a()
        if b:
            c()
        d()
        """,
        ["entry -> 1", "1 -true> 3", "1 -false> 4", "3 -> 4", "4 -> exit"],
    ),
    "elif and else": (
        "python",
        """
        if a:
            b()
        elif c:
            d()
        else:
            e()
        """,
        ["entry -> 1", "1 -true> 2", "1 -false> 3", "2 -> exit", "3 -true> 4", "3 -false> 5", "4 -> exit", "5 -> exit"],
    ),
    "a loop with else, break and continue": (
        "python",
        """
        for a in b:
            if c:
                continue
            if d:
                break
        else:
            e()
        f()
        """,
        [
            "entry -> 1", "1 -true> 2", "1 -false> 6", "2 -true> 3", "2 -false> 4", "3 -continue> 1", "4 -false> 1",
            "4 -true> 5", "5 -break> 8", "6 -> 8", "8 -> exit",
        ],
    ),
    "a loop for ever is left by break alone": (
        "python",
        """
        while True:
            if a:
                break
        b()
        """,
        ["entry -> 1", "1 -true> 2", "2 -false> 1", "2 -true> 3", "3 -break> 4", "4 -> exit"],
    ),
    "exceptions, finally and a return that passes it": (
        "python",
        """
        try:
            return a()
        except E:
            b()
        finally:
            c()
        """,
        [
            "entry -> 1", "1 -> 2", "2 -exception> 3", "2 -return> 5", "3 -> 5", "5 -> exit", "5 -return> exit",
        ],
    ),
    "what is raised and not caught": (
        "python",
        """
        if a:
            raise E
        b()
        """,
        ["entry -> 1", "1 -true> 2", "1 -false> 3", "2 -exception> raised", "3 -> exit"],
    ),
    "cases that fall through": (
        "javascript",
        """
        switch (a) {
          case 1: b();
          case 2: c(); break;
          default: d();
        }
        e();
        """,
        ["entry -> 1", "1 -case 1> 2", "1 -case 2> 3", "1 -default> 4", "2 -> 3", "3 -break> 6", "4 -> 6", "6 -> exit"],
    ),
    "labels": (
        "javascript",
        """
        outer: for (const a of b) {
          for (const c of d) {
            if (e) continue outer;
            break outer;
          }
        }
        f();
        """,
        [
            "entry -> 1", "1 -true> 2", "1 -false> 7", "2 -false> 1", "2 -true> 3", "3 -true> 3", "3 -false> 4",
            "3 -continue> 1", "4 -break> 7", "7 -> exit",
        ],
    ),
    "a loop whose condition comes last": (
        "javascript",
        """
        do {
          a();
        } while (b);
        c();
        """,
        ["entry -> 2", "2 -true> 2", "2 -false> 4", "4 -> exit"],
    ),
    "goto, and a select that has to choose": (
        "go",
        """
        package a
        func f() {
            if a { goto end }
            select {
            case <-b: c()
            case <-d: e()
            }
        end:
            g()
        }
        """,
        [
            "entry -> 3", "3 -true> 3", "3 -false> 4", "3 -goto> 9", "4 -case <-b> 5", "4 -case <-d> 6", "5 -> 9",
            "6 -> 9", "9 -> exit",
        ],
    ),
    "let with else, and what a question mark gives back": (
        "rust",
        """
        fn f() {
            let Some(a) = b else { return; };
            let c = d()?;
            loop {
                break;
            }
        }
        """,
        [
            "entry -> 2", "2 -false> 2", "2 -true> 3", "2 -return> exit", "3 -> 3", "3 -error> raised",
            "3 -true> 5", "5 -break> exit",
        ],
    ),
    "unless, a block, and a handler of the whole method": (
        "ruby",
        """
        def f
          return 1 unless a
          b.each do |c|
            next if c
          end
        rescue E
          d
        end
        """,
        [
            "entry -> 2", "2 -false> 2", "2 -true> 3", "2 -exception> 6", "2 -exception> 6", "2 -return> exit",
            "3 -block> 4", "3 -> 3", "3 -exception> 6", "3 -> exit", "3 -exception> 6", "4 -false> 3", "4 -true> 4",
            "4 -exception> 6", "4 -continue> 3", "6 -> exit",
        ],
    ),
    "a shell's or": (
        "bash",
        """
        f() {
          a || return 1
          b
        }
        """,
        ["entry -> 2", "2 -> 2", "2 -> 3", "2 -return> exit", "3 -> exit"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_leads_where(name: str) -> None:
    language, source, expected = CASES[name]
    assert sorted(ways(language, source)) == sorted(expected)


def test_code_behind_a_return_is_never_reached() -> None:
    _, _, blocks = flow("python", "return 1\na()\n")
    assert [block.reachable for block in blocks.blocks] == [True, False]


def test_statements_deeper_than_can_be_followed_are_part_of_those_around() -> None:
    source = "".join(f"{' ' * depth}if a{depth}:\n" for depth in range(90)) + " " * 90 + "b()\n"
    placed, found, _ = flow("python", source)
    rows = [row for step in found.steps for row in step.rows]
    assert sorted(rows) == list(range(len(placed)))


@pytest.mark.parametrize("language", ["javascript", "python"])
def test_chains_of_else_if_may_have_any_length(language: str) -> None:
    count = 1500
    if language == "python":
        source = "if a == 0:\n    b()\n" + "".join(f"elif a == {at}:\n    b()\n" for at in range(1, count))
    else:
        source = " else ".join(f"if (a == {at}) {{ b(); }}" for at in range(count))
    _, found, _ = flow(language, source)
    assert sum(label == "true" for *_, label in found.edges) == count


def test_a_jump_out_of_so_many_loops_takes_only_a_number() -> None:
    source = "<?php\nwhile (a()) {\n    break \u00b2;\n}\n"
    assert ways("php", source) == ["entry -> 2", "2 -true> 3", "2 -false> exit", "3 -break> exit"]


@st.composite
def nests(draw: st.DrawFn, depth: int = 0) -> list[str]:
    """Lines of Python: statements without jumps, nested at random."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(
            st.sampled_from(["call", "assign", "if", "if_else", "for", "while", "try", "with", "match"])
        )
        inner = nests(depth=depth + 1) if depth < 3 else st.just(["leaf()"])

        def body(inner: st.SearchStrategy[list[str]] = inner) -> list[str]:
            return [f"    {line}" for line in draw(inner)]

        match kind:
            case "call":
                lines.append("work(x)")
            case "assign":
                lines.append("x = work(x)")
            case "if":
                lines += ["if x is None:", *body()]
            case "if_else":
                lines += ["if x:", *body(), "elif y:", *body(), "else:", *body()]
            case "for":
                lines += ["for x in y:", *body()]
            case "while":
                lines += ["while x:", *body(), "else:", *body()]
            case "try":
                lines += ["try:", *body(), "except E:", *body(), "finally:", *body()]
            case "with":
                lines += ["with x as y:", *body()]
            case _:
                cases = [f"    {line}" for line in ["case 1:", *body(), "case _:", *body()]]
                lines += ["match x:", *cases]
    return lines


@settings(max_examples=60, deadline=None)
@given(nests())
def test_every_statement_is_in_one_step_and_all_are_reached(lines: list[str]) -> None:
    placed, found, blocks = flow("python", "\n".join(lines) + "\n")
    rows = [row for step in found.steps for row in step.rows]
    assert sorted(rows) == list(range(len(placed)))
    assert sorted(step for block in blocks.blocks for step in block.steps) == list(range(len(found.steps)))
    assert all(block.reachable for block in blocks.blocks)
    targets = {edge.target for edge in blocks.edges}
    assert set(range(len(blocks.blocks))) <= targets
    assert ENTRY not in targets


JUMPS = ["break", "continue", "return x", "raise E"]


@settings(max_examples=60, deadline=None)
@given(nests(), st.lists(st.tuples(st.integers(0, 40), st.sampled_from(JUMPS)), max_size=5))
def test_jumps_lead_somewhere_and_blocks_stay_whole(lines: list[str], jumps: list[tuple[int, str]]) -> None:
    for at, jump in jumps:
        line = lines[at % len(lines)]
        if not line.rstrip().endswith(":"):
            lines[at % len(lines)] = f"{line[: len(line) - len(line.lstrip())]}{jump}"
    _, found, blocks = flow("python", "\n".join(lines) + "\n")
    assert sorted(step for block in blocks.blocks for step in block.steps) == list(range(len(found.steps)))
    sources = {source for source, _, _ in found.edges}
    assert set(range(len(found.steps))) <= sources
