"""Marks inside lines: plain titles, and text without links' targets, images, comments and tags.

Every pattern has bounds, and no two parts of one can match the same text, so that none takes long on any input.
"""

from __future__ import annotations

import html
import re

from codegraph.text import collapse

MAX_TITLE = 160

_IMAGE = re.compile(
    r"!\[([^\[\]\n]{0,300})\](?:\([^()\s]{0,500}(?:\s[^()\n]{0,300})?\)|\[[^\[\]\n]{0,200}\])"
)
_LINKED_NOTHING = re.compile(r"\[\s{0,9}\](?:\([^()\s]{0,500}(?:\s[^()\n]{0,300})?\)|\[[^\[\]\n]{0,200}\])")
_LINK = re.compile(r"\[([^\[\]\n]{1,500})\](?:\([^()\s]{0,500}(?:\s[^()\n]{0,300})?\)|\[[^\[\]\n]{0,200}\])")
_DEFINITION = re.compile(r"^ {0,3}\[[^\[\]\n]{1,200}\]:[ \t]*\S{1,1000}.{0,300}$", re.MULTILINE)
_AUTOLINK = re.compile(r"<(?:https?|mailto|ftp):[^<>\s]{1,1000}>")
_IMG_ALT = re.compile(
    r"<img\b[^<>]{0,2000}?\balt\s{0,5}=\s{0,5}[\"']([^\"'<>]{1,200})[\"'][^<>]{0,2000}>", re.IGNORECASE
)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")
_ANCHOR = re.compile(r"\s*\{[#:][^{}\n]{0,100}\}\s*$")
_EMPHASIS = re.compile(r"(?<![\w*_])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\w*_])")

_RST_ROLE = re.compile(r":[a-zA-Z][\w:+.-]{0,60}:`[~!]?([^`\n<>]{1,300})(?:<[^`\n<>]{0,300}>)?`")
_RST_LINK = re.compile(r"`([^`\n<>]{1,300})<[^`\n<>]{1,500}>`_{1,2}")
_RST_REFERENCE = re.compile(r"`([^`\n]{1,300})`_{0,2}")
_RST_SUBSTITUTION = re.compile(r"\|([^|\n]{1,60})\|_{0,2}")
_RST_DIRECTIVE = re.compile(
    r"^[ \t]{0,40}\.\.[ \t]+(?:\|[^|\n]{1,60}\|[ \t]+)?(?:image|figure|_|index::|highlight::|currentmodule::|meta::"
    r"|contents::).{0,1000}(?:\n[ \t]{1,40}:[\w-]{1,40}:.{0,500}){0,20}",
    re.MULTILINE,
)
_ADOC_MACRO = re.compile(r"(?:link:|xref:|https?://)[^\s\[\]]{1,500}\[([^\[\]\n]{0,300})\]")
_ADOC_CROSS = re.compile(r"<<[^<>,\n]{1,200}(?:,\s{0,5}([^<>\n]{1,200}))?>>")
_ADOC_IMAGE = re.compile(r"image::?[^\s\[\]]{1,500}\[[^\[\]\n]{0,300}\]")
_ADOC_ATTRIBUTE = re.compile(r"^:[\w!-]{1,60}:.{0,500}$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def plain_title(text: str) -> str:
    """A heading's words: marks of emphasis, links, images and anchors are left out; "" when nothing is left."""
    text = _ANCHOR.sub("", text[:2000])
    words = without_links(_IMAGE.sub("", text))
    if not _TAG.sub("", words).strip():
        words = _IMG_ALT.sub(r"\1", _IMAGE.sub(r"\1", text))
    words = html.unescape(_TAG.sub("", words)).replace("`", "")
    return collapse(_EMPHASIS.sub("", words), MAX_TITLE)


def without_links(text: str) -> str:
    """Markdown links as their words."""
    return _LINK.sub(r"\1", _LINKED_NOTHING.sub("", text))


def plain_text(text: str, language: str) -> str:
    """Prose as people read it: no comments, images, badges, tags and targets of links; words and code stay."""
    cleaned = _CLEANERS.get(language, str)(text)
    lines = "\n".join(line.rstrip() for line in cleaned.split("\n"))
    return _BLANK_LINES.sub("\n\n", lines).strip("\n")


def _of_markdown(text: str) -> str:
    text = _AUTOLINK.sub("", _DEFINITION.sub("", _IMAGE.sub("", _without_comments(text))))
    return html.unescape(_TAG.sub("", without_links(text)))


def _without_comments(text: str) -> str:
    """Text without what stands between ``<!--`` and ``-->``; a comment that is not closed goes on to the end."""
    kept = []
    at = 0
    while (begin := text.find("<!--", at)) >= 0:
        kept.append(text[at:begin])
        end = text.find("-->", begin + 4)
        at = end + 3 if end >= 0 else len(text)
    return "".join([*kept, text[at:]])


def _of_rst(text: str) -> str:
    text = _RST_DIRECTIVE.sub("", text)
    text = _RST_LINK.sub(r"\1", _RST_ROLE.sub(r"\1", text))
    return _RST_REFERENCE.sub(r"\1", _RST_SUBSTITUTION.sub(r"\1", text)).replace("``", "`")


def _of_asciidoc(text: str) -> str:
    text = _ADOC_ATTRIBUTE.sub("", _ADOC_IMAGE.sub("", text))
    return _ADOC_CROSS.sub(lambda match: match[1] or "", _ADOC_MACRO.sub(r"\1", text))


_CLEANERS = {"markdown": _of_markdown, "rst": _of_rst, "asciidoc": _of_asciidoc}
