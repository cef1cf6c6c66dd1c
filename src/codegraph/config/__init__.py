"""Settings: defaults < user file < codegraph.toml / [tool.codegraph] < environment < arguments."""

from codegraph.config.lasting import LASTING, lasting_options
from codegraph.config.loading import PROJECT_FILE, load_settings, user_config_file
from codegraph.config.rendering import render_settings
from codegraph.config.settings import (
    DEFAULT_EXCLUDE,
    Chunking,
    Documents,
    Embedding,
    Export,
    Fingerprints,
    Freshness,
    Limits,
    Search,
    Settings,
)

__all__ = [
    "DEFAULT_EXCLUDE",
    "LASTING",
    "PROJECT_FILE",
    "Chunking",
    "Documents",
    "Embedding",
    "Export",
    "Fingerprints",
    "Freshness",
    "Limits",
    "Search",
    "Settings",
    "lasting_options",
    "load_settings",
    "render_settings",
    "user_config_file",
]
