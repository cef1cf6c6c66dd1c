"""How an index lives through readers, kills and many updates: ``python -m benchmarks.lifecycle``."""
