"""LuaRocks: the rocks that a rockspec depends on, as far as they are literal; the file is never run."""

from __future__ import annotations

import re

from codegraph.discovery.dependencies.reading import Context, Reading, text_of
from codegraph.discovery.documents import parse_text
from codegraph.model import Dependency, Group

ECOSYSTEM = "luarocks"
_TABLE = re.compile(r"^[ \t]*(build_|test_)?dependencies\s*=\s*\{([^{}]*)\}", re.MULTILINE)
_ITEM = re.compile(r"""["']\s*([\w.-]+(?:/[\w.-]+)?)\s*([^"'\n]*)["']""")
_COMMENT = re.compile(r"--[^\n]*")
_VERSION = re.compile(r"""^version\s*=\s*["']([^"'\n]+)["']""", re.MULTILINE)
_SUMMARY = re.compile(r"""\bsummary\s*=\s*["']([^"'\n]+)["']""")
_GROUPS = {"build_": Group.BUILD, "test_": Group.TEST, "": Group.RUNTIME}


def rockspec(context: Context, path: str) -> Reading | None:
    """The dependencies of a rock; Lua itself is none."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    found = []
    for table in _TABLE.finditer(text):
        body = _COMMENT.sub(lambda match: " " * len(match[0]), table[2])
        for item in _ITEM.finditer(body):
            if item[1] != "lua":
                line = text.count("\n", 0, table.start(2) + item.start()) + 1
                group = _GROUPS[table[1] or ""]
                found.append(
                    Dependency(text_of(item[1]), text_of(item[2].strip()), group, ECOSYSTEM, path, line)
                )
    version, summary = _VERSION.search(text), _SUMMARY.search(text)
    return Reading(found, text_of(version[1]) if version else "", text_of(summary[1]) if summary else "")
