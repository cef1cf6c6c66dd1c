"""What all tests share: laws are checked without a clock, as a busy machine says nothing of them."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("codegraph", deadline=None)
settings.load_profile("codegraph")
