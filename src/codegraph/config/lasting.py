"""Options of one build that hold for later ones, too: those that say what is indexed, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from codegraph.config.loading import checked_options

LASTING: Final = frozenset(
    {
        "root_alias",
        "languages",
        "exclude",
        "respect_gitignore",
        "include_statements",
        "max_file_bytes",
        "max_mean_line",
        "parse_timeout",
        "documents.enable",
        "chunking.size",
        "chunking.overlap",
        "chunking.rules",
        "fingerprints.enable",
    }
)
"""Names of settings. Where code is sent, what is loaded and where things lie is no part of them: an index may come from
a stranger, and its options with it."""


def lasting_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Of the settings that a caller makes those that last, by dotted name, as JSON has their values.

    Raises:
        SettingsError: one of them has a value of the wrong kind.
    """
    found = {name: value for name, value in checked_options(options) if name in LASTING}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in sorted(found.items())}
