"""RubyGems: the gems that a Gemfile or a gemspec names literally; neither is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegraph.discovery.dependencies.reading import Context, Reading, group_of, text_of
from codegraph.discovery.documents import parse_text
from codegraph.discovery.paths import inside, parent
from codegraph.model import Dependency, EntryPoint, Group

ECOSYSTEM = "rubygems"
_GEM = re.compile(r"""^[ \t]*gem[ \t(]*+["']([\w.-]+)["']([^\n]*)""")
_ADDED = re.compile(
    r"""^[ \t]*\w+\.add_(runtime_|development_)?dependency[ \t(]*+(?:["']|%q[<(\[{])([\w.-]+)["'>)\]}]([^\n]*)"""
)
_TEXT = re.compile(r"""["']([^"'\n]*)["']""")
_PATH = re.compile(r"""\bpath(?::|["']?\s*=>)\s*["']([^"'\n]+)["']""")
_GROUP = re.compile(r"""\bgroups?(?::|["']?\s*=>)\s*(\[[^\]\n]*\]|:\w+|["']\w+["'])""")
_NO_REQUIRE = re.compile(r"\brequire(?::|\s*=>)\s*false\b")
_REQUIRE = re.compile(r"""\brequire(?::|\s*=>)\s*["']([^"'\n]+)["']""")
_SYMBOL = re.compile(r"""[:"'](\w+)""")
_OPENS = re.compile(
    r"^[ \t]*(?:if|unless|case|begin|while|until|def|class|module)\b|\bdo[ \t]*(?:\|[^|\n]*\|)?[ \t]*$"
)
_BLOCK = re.compile(r"^[ \t]*group[ \t(]+([^\n]*?)\)?[ \t]+do\b")
_CLOSES = re.compile(r"^[ \t]*end\b")
_COMMENT = re.compile(r"""^((?:[^#"'\n]|"[^"\n]*+"|'[^'\n]*+')*+)#.*""")
_VERSION = re.compile(r"""^[ \t]*\w+\.version[ \t]*=[ \t]*["']([^"'#\n]+)["']""", re.MULTILINE)
_SUMMARY = re.compile(r"""^[ \t]*\w+\.summary[ \t]*=[ \t]*(?:["']|%q[<(\[{])([^"'>)\]}\n]+)""", re.MULTILINE)
_PROGRAMS = re.compile(r"""^[ \t]*\w+\.executables[ \t]*(?:<<|\+?=)[ \t]*([^\n]+)""", re.MULTILINE)
_WORDS = re.compile(r"""["']([\w.-]+)["']|%w[\[({<]([^\])}>\n]*)""")


def gemspec(context: Context, path: str) -> Reading | None:
    """What a gem depends on."""
    text = context.documents.load(path, parse_text)
    if text is None:
        return None
    dependencies = []
    for number, line in enumerate(text.splitlines(), 1):
        if found := _ADDED.match(_bare(line)):
            group = Group.DEV if found[1] == "development_" else Group.RUNTIME
            dependencies.append(Dependency(found[2], _range(found[3]), group, ECOSYSTEM, path, number))
    version, summary, programs = (pattern.search(text) for pattern in (_VERSION, _SUMMARY, _PROGRAMS))
    names = [
        name
        for match in _WORDS.finditer(programs[1] if programs else "")
        for name in ([match[1]] if match[1] else match[2].split())
    ]
    return Reading(
        dependencies,
        text_of(version[1]) if version else "",
        text_of(summary[1]) if summary else "",
        tuple(EntryPoint("bin", text_of(name), "") for name in names),
    )


def gemfile(context: Context, path: str) -> Reading | None:
    """The gems of an application, each with the groups that it is in."""
    text = context.documents.load(path, parse_text)
    return None if text is None else Reading(list(_gems(text, path)))


def _gems(text: str, path: str) -> Iterator[Dependency]:
    blocks: list[list[str]] = []
    for number, written in enumerate(text.splitlines(), 1):
        line = _bare(written)
        if found := _GEM.match(line):
            own = _GROUP.search(found[2])
            groups = [
                *(name for block in blocks for name in block),
                *(_SYMBOL.findall(own[1]) if own else ()),
            ]
            place, feature = _PATH.search(found[2]), _REQUIRE.search(found[2])
            yield Dependency(
                found[1],
                _range(found[2]),
                _group(groups),
                ECOSYSTEM,
                path,
                number,
                text_of(" ".join(groups)),
                names=(text_of(feature[1]),) if feature else (),
                place=inside(parent(path), place[1]) if place else None,
                mentioned=_NO_REQUIRE.search(found[2]) is not None,
            )
        if _OPENS.search(line):
            block = _BLOCK.match(line)
            blocks.append(_SYMBOL.findall(block[1]) if block else [])
        elif _CLOSES.match(line) and blocks:
            blocks.pop()


def _group(groups: list[str]) -> Group:
    kinds = {group_of(name, Group.RUNTIME) for name in groups if name != "default"}
    if not kinds or Group.RUNTIME in kinds:
        return Group.RUNTIME
    return Group.TEST if kinds == {Group.TEST} else Group.DEV


def _range(rest: str) -> str:
    """The versions among the arguments: the texts before the first named one."""
    plain = re.split(r"\w+:\s|:\w+\s*=>|[\"']\w+[\"']\s*=>", rest, maxsplit=1)[0]
    return text_of(", ".join(text for text in _TEXT.findall(plain) if text))


def _bare(line: str) -> str:
    """A line without its comment."""
    found = _COMMENT.match(line[:2000])
    return found[1] if found else line[:2000]
