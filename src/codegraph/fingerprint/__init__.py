"""Phase 4, fingerprint: from what names denote to what the code is for. Rules are data, see ``fingerprints/``."""

from codegraph.fingerprint.engine import Fingerprints, apply, fingerprint
from codegraph.fingerprint.exercise import exercised
from codegraph.fingerprint.implied import implied
from codegraph.fingerprint.registry import KeptRules, Rules, Used, load_rules
from codegraph.fingerprint.testing import with_tests

__all__ = [
    "Fingerprints",
    "KeptRules",
    "Rules",
    "Used",
    "apply",
    "exercised",
    "fingerprint",
    "implied",
    "load_rules",
    "with_tests",
]
