"""``python -m benchmarks.lifecycle readers|kills|sizes|disks``: prints what was found, 1 where something is wrong."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.lifecycle import disks, kills, readers, sizes

MOST_RATIO = 2.0


def main() -> int:
    """Run one of them; 1 stands for an error, a mixed answer, a corrupt or lost index, or one that grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["readers", "kills", "sizes", "disks"])
    parser.add_argument("--times", type=int, default=0, help="updates, kills or sizes; by default 50 to 200")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--embeddings", action="store_true", help="with vectors")
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = Path(place)
        if given.what == "readers":
            read = readers.run(folder, given.times or 50, embeddings=given.embeddings)
            print(f"{read.answers} answers of {read.generations} generations")
            print(f"{len(read.errors)} errors {read.errors[:5]}, {len(read.mixed)} mixed {read.mixed[:5]}")
            return int(bool(read.errors or read.mixed))
        if given.what == "kills":
            killed = kills.run(
                folder, given.times or 100, seed=given.seed, embeddings=given.embeddings, tell=print
            )
            print(f"{killed.kills} killed, of them {killed.before} before they had published")
            print(f"{len(killed.corrupt)} corrupt {killed.corrupt}, {len(killed.lost)} lost {killed.lost}")
            return int(bool(killed.corrupt or killed.lost))
        if given.what == "disks":
            full = disks.run(folder, given.times or 50, embeddings=given.embeddings, tell=print)
            print(f"{full.failed} found the disk full, {full.published} of them after they had published")
            print(f"{full.ended} had room enough; {len(full.wrong)} wrong", *full.wrong, sep="\n")
            return int(bool(full.wrong))
        grown = sizes.run(folder, given.times or 200, embeddings=given.embeddings, tell=print)
        for part, (after, fresh) in grown.parts.items():
            print(f"{part:22} {after:12,} {fresh:12,}")
        print(f"{grown.ratio:.2f} times a fresh index, at most {grown.most / grown.fresh:.2f}")
        return int(grown.ratio >= MOST_RATIO)


if __name__ == "__main__":
    sys.exit(main())
