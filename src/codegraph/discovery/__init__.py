"""Phase 1, discovery: which files there are, in which language, and which package each belongs to."""

from codegraph.discovery.content import Undecodable, check_content, decode, has_minified_name, read_source
from codegraph.discovery.inventory import (
    Inventory,
    SourceFile,
    check_root,
    discover,
    folder_filter,
    language_reader,
    list_files,
    size_limit,
)
from codegraph.discovery.module_config import ModuleConfig
from codegraph.discovery.node_project import NodePackage
from codegraph.discovery.packages import Package
from codegraph.discovery.starter import starter_settings
from codegraph.discovery.tsconfig import TsConfig

__all__ = [
    "Inventory",
    "ModuleConfig",
    "NodePackage",
    "Package",
    "SourceFile",
    "TsConfig",
    "Undecodable",
    "check_content",
    "check_root",
    "decode",
    "discover",
    "folder_filter",
    "has_minified_name",
    "language_reader",
    "list_files",
    "read_source",
    "size_limit",
    "starter_settings",
]
