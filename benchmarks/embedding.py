"""What the embed phase costs, against raw ONNX Runtime on the same token lists in the same run.

    python benchmarks/embedding.py ROOT [--runs 3] [--threads N] [--json FILE]

ROOT is indexed without vectors into a temporary folder. Then two processes alternate, so that both see the same
machine: the product's embed phase on a copy of that index (compose, tokenize, embed, normalise, store, publish), and
nothing but ``session.run`` on the tokens of the same texts, one text a run, longest first, a thread a core, the model
loaded before the clock starts. Printed are the medians, the share of the raw speed that the product reaches, and the
product's peak resident memory, the whole process included.
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
from typing import Any

HERE = Path(__file__).resolve()


def main() -> None:
    """Alternate the product and the raw runtime, then print medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--part", choices=["graph", "product", "raw"], help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        parts = {"graph": graph_only, "product": product, "raw": raw}
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
    base = folder / "base"
    run("graph", root, base, threads)
    measured: dict[str, list[dict[str, float]]] = {"product": [], "raw": []}
    for number in range(runs):
        index = folder / str(number)
        shutil.copytree(base, index)
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


def build(root: Path, index: Path, threads: int, *, embeddings: bool) -> Any:
    """Index a project into a folder."""
    from codegraph.builder import build as build_index
    from codegraph.config import load_settings
    from codegraph.store.lean_import import lean_imports

    settings, _ = load_settings(
        root, {"index_dir": str(index), "embedding.threads": threads, "embedding.provider": "onnx"}
    )
    with lean_imports():
        return build_index(root, settings, embeddings=embeddings)


def graph_only(root: Path, index: Path, threads: int) -> dict[str, float]:
    """The index without vectors."""
    build(root, index, threads, embeddings=False)
    return {}


def product(root: Path, index: Path, threads: int) -> dict[str, float]:
    """Time of all that is done beyond finding that no file has changed."""
    begun, cpu = time.perf_counter(), cpu_seconds()
    report = build(root, index, threads, embeddings=True)
    wall = time.perf_counter() - begun
    other = sum(report.seconds[phase] for phase in ("discovery", "parse"))
    assert not report.changed, "the graph was built already"
    assert report.embedded["done"] == report.embedded["chunks"] > 0
    return {"wall": wall - other, "cpu": cpu_seconds() - cpu, "memory_mb": memory_mb()}


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
    from codegraph.embed.model_files import bundled_model
    from codegraph.embed.model_spec import read_spec
    from codegraph.embed.providers.encoder import Encoder
    from codegraph.store import Store

    settings = Embedding()
    table = (
        Store(index).table("chunks").search().select(["dense_text", "dense_text_hash"]).limit(None).to_arrow()
    )
    texts = dict(zip(table["dense_text_hash"].to_pylist(), table["dense_text"].to_pylist(), strict=True))
    encoder = Encoder(bundled_model(), read_spec(bundled_model(), settings))
    return [tokens[0].tolist() for tokens in encoder.tokenize(list(texts.values()), settings.max_tokens)]


def cpu_seconds() -> float:
    """CPU time of this process."""
    times = os.times()
    return times.user + times.system


def memory_mb() -> float:
    """The most memory that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
