"""What all tests share: laws are checked without a clock, as a busy machine says nothing of them."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("codegraph", deadline=None)
settings.load_profile("codegraph")

# Questions answer from the index as a test made it; tests of freshness take this back.
os.environ["CODEGRAPH_FRESHNESS__MODE"] = "manual"
