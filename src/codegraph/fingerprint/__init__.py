"""Phase 4, fingerprint: from what names denote to what the code is for. Rules are data, see ``fingerprints/``."""

from codegraph.fingerprint.engine import Fingerprints, apply, fingerprint
from codegraph.fingerprint.implied import implied
from codegraph.fingerprint.kept import Kept
from codegraph.fingerprint.kept_tests import exercised
from codegraph.fingerprint.registry import Rules, Used, load_rules
from codegraph.fingerprint.testing import with_tests

__all__ = [
    "Fingerprints",
    "Kept",
    "Rules",
    "Used",
    "apply",
    "exercised",
    "fingerprint",
    "implied",
    "load_rules",
    "with_tests",
]
