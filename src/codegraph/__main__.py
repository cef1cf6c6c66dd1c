"""``python -m codegraph``: the same program as the ``codegraph`` command."""

import sys

from codegraph.cli import process

if __name__ == "__main__":
    sys.exit(process())
