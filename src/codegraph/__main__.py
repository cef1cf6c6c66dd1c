"""``python -m codegraph``: the same program as the ``codegraph`` command."""

import sys

from codegraph.cli import main

if __name__ == "__main__":
    sys.exit(main())
