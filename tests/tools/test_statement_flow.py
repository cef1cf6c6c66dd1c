"""The flow of values in every language: a sum over a loop, and what is taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import codegraph

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = r"""
--- a.py 1
def f(a, limit):
    sum = 0
    for x in a:
        sum += x
    # taken apart
    p, q = g(sum)
    return p + q
--- a.js 1
function f(a, limit) {
  let sum = 0;
  for (const x of a) {
    sum += x;
  }
  const [p, q] = g(sum);
  return p + q;
}
--- a.ts 1
function f(a: number[], limit: number): number {
  let sum: number = 0;
  for (const x of a) {
    sum += x;
  }
  const [p, q] = g(sum);
  return p + q;
}
--- a.go 3
package a

func F(a []int, limit int) int {
	sum := 0
	for _, x := range a {
		sum += x
	}
	p, q := g(sum)
	return p + q
}
--- a.rs 1
fn f(a: Vec<i32>, limit: i32) -> i32 {
    let mut sum = 0;
    for x in a {
        sum += x;
    }
    let (p, q) = g(sum);
    p + q
}
--- A.java 2
class A {
  int f(int[] a, int limit) {
    int sum = 0;
    for (int x : a) {
      sum += x;
    }
    int p = g(sum);
    return p;
  }
}
--- a.cs 2
class A {
  int F(int[] a, int limit) {
    var sum = 0;
    foreach (var x in a) {
      sum += x;
    }
    var (p, q) = g(sum);
    return p + q;
  }
}
--- a.kt 1
fun f(a: List<Int>, limit: Int): Int {
    var sum = 0
    for (x in a) {
        sum += x
    }
    val (p, q) = g(sum)
    return p + q
}
--- a.scala 2
object A {
  def f(a: List[Int], limit: Int): Int = {
    var sum = 0
    for (x <- a) {
      sum += x
    }
    val (p, q) = g(sum)
    p + q
  }
}
--- a.php 2
<?php
function f($a, $limit) {
  $sum = 0;
  foreach ($a as $x) {
    $sum += $x;
  }
  [$p, $q] = g($sum);
  return $p + $q;
}
--- a.rb 1
def f(a, limit)
  sum = 0
  a.each do |x|
    sum += x
  end
  p, q = g(sum)
  p + q
end
--- a.swift 1
func f(a: [Int], limit: Int) -> Int {
    var sum = 0
    for x in a {
        sum += x
    }
    let (p, q) = g(sum)
    return p + q
}
--- a.c 1
int f(int *a, int n) {
    int sum = 0;
    for (int x = 0; x < n; x++) {
        sum += x;
    }
    int p = g(sum);
    return p;
}
--- a.cc 1
int f(std::vector<int> a, int n) {
    int sum = 0;
    for (auto x : a) {
        sum += x;
    }
    auto [p, q] = g(sum);
    return p + q;
}
--- a.lua 1
local function f(a, limit)
  local sum = 0
  for _, x in ipairs(a) do
    sum = sum + x
  end
  local p, q = g(sum)
  return p + q
end
--- a.sh 1
f() {
  local sum=0
  for x in $1; do
    sum=$((sum + x))
  done
  p=$(g "$sum")
  echo "$p"
}
"""
"""Each file with the line of its function; the sum is made in the line below, the loop begins in the next one."""

FILES = {
    head.split()[0]: (int(head.split()[1]), text)
    for head, _, text in (part.partition("\n") for part in SAMPLES.split("--- ")[1:])
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> codegraph.Codegraph:
    root: Path = tmp_path_factory.mktemp("p")
    for name, (_, text) in FILES.items():
        (root / name).write_text(text)
    return codegraph.index(root, embeddings=False)


@pytest.mark.parametrize("name", FILES)
def test_a_sum_over_a_loop_sees_both_of_its_values(graph: codegraph.Codegraph, name: str) -> None:
    line, _ = FILES[name]
    flows = graph.statements(f"{name}:{line}", data_flow="*").flows
    found = {(flow.name.lstrip("$"), flow.from_.line - line, flow.to.line - line) for flow in flows}
    assert {("sum", 1, 3), ("sum", 3, 3), ("x", 2, 3), ("sum", 1, 5), ("sum", 3, 5), ("p", 5, 6)} <= found
    parameter = "n" if name == "a.c" else "a"
    if name != "a.sh":
        assert (parameter, 0, 2) in found
    assert not any(flow.name == "limit" for flow in flows)
