"""Makes questions of documentation: the first sentence of what a function says about itself asks for that function."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

from benchmarks.search.questions import Question, Target
from codegraph.text import first_sentence

MAX_QUESTIONS = 1000
MIN_WORDS, MAX_WORDS, MAX_CHARS = 4, 40, 300

_STRING = re.compile(r"^[rRbBuUfF]{0,2}(\"\"\"|'''|\"|')(.*?)\1$", re.DOTALL)
_COMMENT_MARK = re.compile(r"^\s*(?:/\*\*?|\*/|\*(?!\w)|//[/!]?)[ \t]?", re.MULTILINE)
_COMMENT_END = re.compile(r"\*+/\s*$")
_MARKUP = ((re.compile(r"\{@\w+\s+([^{}]*)\}"), r"\1"), (re.compile(r"</?[a-zA-Z][^<>]*>"), " "))
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_SAYS_NOTHING = re.compile(
    r"(?:todo|fixme|deprecated|see |same as |internal|@|\+|nolint|go:|copyright|implements? |hook |overrides? )|"
    r".*(?:inheritdoc|noqa|https?://)",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"[a-z][A-Z]|_")


def question_of(doc: str, symbol: str) -> str:
    """What the documentation of a function asks for; "" where it says too little, or the function's name."""
    name = symbol.rpartition(".")[2]
    sentence = first_sentence(plain(doc)).rstrip(".").replace("`", "")
    sentence = re.sub(rf"^(?:{re.escape(symbol)}|{re.escape(name)})\s+", "", sentence)
    named = _COMPOUND.search(name.strip("_")) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence)
    words = len(_WORDS.findall(sentence))
    fits = MIN_WORDS <= words <= MAX_WORDS and len(sentence) <= MAX_CHARS
    return sentence if fits and not named and not _SAYS_NOTHING.match(sentence) else ""


def plain(doc: str) -> str:
    """A doc comment or documentation string without its marks and markup."""
    if string := _STRING.match(doc.strip()):
        return string.group(2)
    text = "\n".join(_COMMENT_END.sub("", _COMMENT_MARK.sub("", line)).strip() for line in doc.split("\n"))
    for pattern, left in _MARKUP:
        text = pattern.sub(left, text)
    return _LINK.sub(r"\1", text)


def choose(asked: Iterable[tuple[str, Target]], name: str, limit: int = MAX_QUESTIONS) -> list[Question]:
    """The questions that only one function answers, in an order that only their texts decide, at most ``limit``."""
    every = [(text, target) for text, target in asked if text]
    times = Counter(text.lower() for text, _ in every)
    questions = []
    for text, target in every:
        key = f"{name}|{target.file}|{target.symbol}|{text}"
        if times[text.lower()] == 1:
            digest = hashlib.sha256(key.encode()).hexdigest()[:10]
            questions.append(Question(f"{name}-{digest}", text, (target,)))
    return sorted(questions)[:limit]
