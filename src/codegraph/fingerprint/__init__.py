"""Phase 4, fingerprint: from what names denote to what the code is for. Rules are data, see ``fingerprints/``."""

from codegraph.fingerprint.engine import Fingerprints, apply, fingerprint
from codegraph.fingerprint.registry import Rules, load_rules

__all__ = ["Fingerprints", "Rules", "apply", "fingerprint", "load_rules"]
