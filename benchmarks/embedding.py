"""What the embed phase costs, against raw ONNX Runtime on the same token lists in the same run.

    python benchmarks/embedding.py ROOT [--runs 3] [--threads N] [--json FILE]

Two processes alternate, so that both see the same machine. One is the product: it indexes ROOT into a temporary
folder, and the clock runs from the moment at which the graph is published until the end (compose, load the model,
tokenize, embed, normalise, store, publish, tidy). The other does nothing but ``session.run`` on the tokens of the same
texts, one text a run, longest first, a thread a core, the model loaded before the clock starts. Printed are the
medians, the share of the raw speed that the product reaches, and the peak resident memory of the whole process that
indexes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()


def main() -> None:
    """Alternate the product and the raw runtime, then print medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--part", choices=["product", "raw"], help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        parts = {"product": product, "raw": raw}
        print(json.dumps(parts[given.part](given.root, given.index, given.threads)))
        return
    with tempfile.TemporaryDirectory() as folder:
        result = compare(given.root, Path(folder), given.runs, given.threads)
    print(
        f"{result['texts']:,} texts, {result['tokens']:,} tokens, {given.threads} threads\n"
        f"raw      {result['raw']:7.2f} s  {result['tokens'] / result['raw']:8,.0f} tokens/s\n"
        f"product  {result['product']:7.2f} s  {result['tokens'] / result['product']:8,.0f} tokens/s\n"
        f"share of the raw speed {result['ratio']:.3f} (by CPU time {result['cpu_ratio']:.3f})\n"
        f"peak memory {result['memory_mb']:.0f} MB"
    )
    if given.json:
        given.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def compare(root: Path, folder: Path, runs: int, threads: int) -> dict[str, float]:
    """Medians of ``runs`` runs each; ratios are raw over product, so 1 is as fast as the runtime alone."""
    measured: dict[str, list[dict[str, float]]] = {"product": [], "raw": []}
    for number in range(runs):
        index = folder / str(number)
        measured["product"].append(run("product", root, index, threads))
        measured["raw"].append(run("raw", root, index, threads))
        shutil.rmtree(index)
    wall = {name: statistics.median(one["wall"] for one in found) for name, found in measured.items()}
    cpu = {name: statistics.median(one["cpu"] for one in found) for name, found in measured.items()}
    return {
        **wall,
        "ratio": wall["raw"] / wall["product"],
        "cpu_ratio": cpu["raw"] / cpu["product"],
        "memory_mb": max(one["memory_mb"] for one in measured["product"]),
        "texts": measured["raw"][0]["texts"],
        "tokens": measured["raw"][0]["tokens"],
    }


def run(part: str, root: Path, index: Path, threads: int) -> dict[str, float]:
    """Do one part in a process of its own."""
    command = [
        sys.executable,
        str(HERE),
        str(root),
        "--part",
        part,
        "--index",
        str(index),
        "--threads",
        str(threads),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


class Published:
    """Progress of a build: notes time and CPU time at which the graph was published."""

    wall = cpu = 0.0

    def start(self, phase: str, total: int | None) -> None:
        """Nothing."""

    def advance(self, phase: str, n: int, note: str = "") -> None:
        """Nothing."""

    def finish(self, phase: str) -> None:
        """The end of the phase that publishes is what counts."""
        if phase == "store":
            self.wall, self.cpu = time.perf_counter(), cpu_seconds()


def product(root: Path, index: Path, threads: int) -> dict[str, float]:
    """Time from the published graph to the last published vector."""
    from codegraph.builder import build
    from codegraph.config import load_settings
    from codegraph.store.lean_import import lean_imports

    chosen = {"index_dir": str(index), "embedding.threads": threads, "embedding.provider": "onnx"}
    settings, _ = load_settings(root, chosen)
    published = Published()
    with lean_imports():
        report = build(root, settings, progress=published)
    wall, cpu = time.perf_counter() - published.wall, cpu_seconds() - published.cpu
    assert report.embedded["done"] == report.embedded["chunks"] > 0
    return {"wall": wall, "cpu": cpu, "memory_mb": memory_mb()}


def raw(root: Path, index: Path, threads: int) -> dict[str, float]:  # noqa: ARG001 (parts are called alike)
    """Time of nothing but the runtime, on the tokens of the texts that the product has embedded."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np
    import onnxruntime

    lists = sorted(token_lists(index), key=len, reverse=True)
    from codegraph.embed.model_files import BUNDLED_FOLDER

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        BUNDLED_FOLDER / "model.onnx", options, providers=["CPUExecutionProvider"]
    )
    feeds = []
    for ids in lists:
        tokens = np.asarray([ids], np.int64)
        feeds.append(
            {
                "input_ids": tokens,
                "attention_mask": np.ones_like(tokens),
                "token_type_ids": np.zeros_like(tokens),
            }
        )
    session.run(None, feeds[-1])
    with ThreadPoolExecutor(threads) as pool:
        begun, cpu = time.perf_counter(), cpu_seconds()
        for _ in pool.map(lambda feed: session.run(None, feed)[0][0, 0], feeds):
            pass
        wall = time.perf_counter() - begun
    return {"wall": wall, "cpu": cpu_seconds() - cpu, "texts": len(lists), "tokens": sum(map(len, lists))}


def token_lists(index: Path) -> list[list[int]]:
    """The tokens of each text that has a vector, each text once, cut as the product cuts them."""
    from codegraph.config import Embedding
    from codegraph.embed import texts_without_vector
    from codegraph.embed.model_files import bundled_model
    from codegraph.embed.model_spec import read_spec
    from codegraph.embed.order import CHUNK_COLUMNS, NODE_COLUMNS
    from codegraph.embed.providers.encoder import Encoder
    from codegraph.store import Store

    store, settings = Store(index), Embedding()
    nodes, chunks = (
        store.table(name).search().select(list(columns)).limit(None).to_arrow().to_pydict()
        for name, columns in (("nodes", NODE_COLUMNS), ("chunks", CHUNK_COLUMNS))
    )
    encoder = Encoder(bundled_model(), read_spec(bundled_model(), settings))
    return [
        encoder.tokenize([waiting.text], waiting.limit or settings.max_tokens)[0][0].tolist()
        for waiting in texts_without_vector(nodes, chunks, ()).values()
    ]


def cpu_seconds() -> float:
    """CPU time of this process."""
    times = os.times()
    return times.user + times.system


def memory_mb() -> float:
    """The most memory that this process had, in units of 1,000,000 bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


if __name__ == "__main__":
    main()
