"""What an index costs, as ratios to purely parsing the same files in the same run.

    python benchmarks/index.py ROOT [--runs 5] [--workers N] [--json FILE]

Each run copies nothing and changes nothing but ROOT/.codegraph/index, which it removes. Measured are whole processes,
everything included: imports, resolution, the LanceDB commit, the sidecar, the full-text index. CPU seconds are user and
system of a process and all its children; memory is the largest sum of the resident memory of the process tree, sampled
every 20 ms. Floor and index alternate, so that both see the same machine; medians are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent


def measure(command: list[str], cwd: Path) -> dict[str, float]:
    """Run a command: its wall and CPU seconds, and the peak memory of its process tree in MB."""
    before = os.times()
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak = 0.0
    watched = psutil.Process(process.pid)
    while process.poll() is None:
        total = 0
        try:
            for member in (watched, *watched.children(recursive=True)):
                total += member.memory_info().rss
        except psutil.Error:
            continue
        peak = max(peak, total / 1e6)
        time.sleep(0.02)
    wall = time.perf_counter() - begun
    after = os.times()
    if process.returncode:
        error = process.stderr.read().decode() if process.stderr else ""
        raise SystemExit(f"{' '.join(command)} exits {process.returncode}: {error[-500:]}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"wall": wall, "cpu": cpu, "memory": peak}


def main() -> None:
    """Alternate floor and index, then print medians and ratios."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("root", type=Path)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    root = given.root.resolve()
    workers = ["--workers", str(given.workers)]
    codegraph = [sys.executable, "-m", "codegraph"]
    index = [*codegraph, "index", ".", "--no-embeddings", "--quiet", *workers]
    floor = [sys.executable, str(HERE / "floor.py"), str(root), *workers]
    commands = {
        "index": index,
        "floor": floor,
        "index, nothing changed": index,
        "impact": [*codegraph, "impact", "--json"],
    }
    results: dict[str, list[dict[str, float]]] = {name: [] for name in commands}
    symbol = ""
    for _ in range(given.runs):
        shutil.rmtree(root / ".codegraph" / "index", ignore_errors=True)
        for name, command in commands.items():
            if name == "impact":
                symbol = symbol or busiest(root)
            results[name].append(measure([*command, symbol] if name == "impact" else command, root))
    report = {
        name: {figure: statistics.median(run[figure] for run in runs) for figure in ("wall", "cpu", "memory")}
        for name, runs in results.items()
    }
    base = report["floor"]["cpu"]
    print(f"{'':24}{'wall s':>9}{'CPU s':>9}{'/ floor':>9}{'MB':>8}")
    for name, figures in report.items():
        print(
            f"{name:24}{figures['wall']:9.2f}{figures['cpu']:9.2f}{figures['cpu'] / base:9.2f}{figures['memory']:8.0f}"
        )
    if given.json:
        given.json.write_text(json.dumps({"root": root.name, "runs": results, "median": report}, indent=1))


def busiest(root: Path) -> str:
    """The symbol with the most callers."""
    from codegraph.graph.view import GraphView

    with GraphView.open(root / ".codegraph" / "index") as view:
        own = [row for row in range(view.node_count) if view.level(row) == 3 and view.path(row)]
        return view.fqn(max(own, key=view.fan_in))


if __name__ == "__main__":
    main()
