"""The names of settings: which there are, other spellings of them, and what a value has to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from codegraph.config.settings import Settings

if TYPE_CHECKING:
    from msgspec import inspect

# Keys of the system that codegraph stands in for, where ours differ by more than upper case.
_ALIASES = {
    "embedding.local.modelpath": "embedding.model_path",
    "embedding.local.maxconcurrency": "embedding.threads",
    "defaulttopk": "search.top_k",
    "topk": "search.top_k",
}
_VALUES = {"embedding.provider": {"local": "onnx", "off": "none", "disabled": "none"}}
# ... and those that nothing here depends on, with the reason for the user.
_WITHOUT_USE = {
    "enabled": "codegraph runs when it is called",
    "enrichwithllm": "summaries are asked for one by one; see `codegraph summarize`",
    "indexmode": "an index is always updated",
    "embedding.apikey": "a key is read from the variable CODEGRAPH_EMBEDDING_API_KEY and from nowhere else",
    "summarizer.apikey": "a key is read from the variable CODEGRAPH_SUMMARIZER_API_KEY and from nowhere else",
    "vectorstore": "see vectors.store",
    "cache": "the cache lies in the index folder",
    "validatecitations": "citations are always checked",
}


class Key(NamedTuple):
    """One setting."""

    name: str
    """Dotted: ``embedding.provider``."""
    annotation: Any
    default: object

    @property
    def description(self) -> str:
        """One line on what the setting does."""
        found: str = next(meta.description for meta in self.annotation.__metadata__ if meta.description)
        return found

    @property
    def project_may(self) -> tuple[object, ...] | None:
        """The values that a project's own file may give; None for any.

        A project may come from anywhere, so it must not decide where its reader's code is sent, or what is loaded.
        """
        extras = [meta.extra for meta in self.annotation.__metadata__ if meta.extra]
        found: tuple[object, ...] | None = extras[0].get("project_may") if extras else None
        return found

    @property
    def expected(self) -> str:
        """What a user has to write, in words."""
        from msgspec import inspect

        return _expected(inspect.type_info(self.annotation))


def _keys(struct: type[msgspec.Struct], prefix: str = "") -> Iterator[Key]:
    defaults = struct()
    for name, hint in struct.__annotations__.items():
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            yield from _keys(hint, f"{prefix}{name}.")
        else:
            yield Key(prefix + name, hint, getattr(defaults, name))


def _expected(kind: inspect.Type) -> str:
    from msgspec import inspect

    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return "a text" if not kind.min_length else "a text that is not empty"
        case inspect.IntType():
            return f"a whole number from {kind.ge} to {kind.le}"
        case inspect.FloatType():
            return f"a number above {kind.gt:g} and up to {kind.le:g}"
        case inspect.LiteralType():
            return "one of " + ", ".join(f'"{value}"' for value in kind.values)
        case inspect.VarTupleType():
            return "a list of texts"
        case inspect.UnionType():
            return " or ".join(_expected(part) for part in kind.types)
    raise TypeError(f"settings of type {kind} need words for what is expected")


KEYS = {key.name: key for key in _keys(Settings)}
SECTIONS = frozenset(name.partition(".")[0] for name in KEYS if "." in name)
_BY_FOLDED = {name.replace("_", ""): name for name in KEYS}


class Unknown(str):
    """A key that no setting has; the text says what is known about it."""


def find_key(written: str) -> Key | Unknown:
    """The setting that a dotted name means, in whatever case and with or without ``_`` and ``-``."""
    folded = written.lower().replace("_", "").replace("-", "")
    name = _BY_FOLDED.get(folded) or _ALIASES.get(folded)
    if name is not None:
        return KEYS[name]
    section = folded.partition(".")[0]
    reason = _WITHOUT_USE.get(folded) or _WITHOUT_USE.get(section)
    if reason is not None:
        return Unknown(f"has no use here ({reason})")
    near = _nearest(written.lower())
    return Unknown(f"unknown key; did you mean {near}?" if near else "unknown key")


def _nearest(written: str) -> str | None:
    """The setting that was probably meant: one of the same table, or the same key in another table."""
    import difflib

    section, _, last = written.rpartition(".")
    if section in SECTIONS:
        siblings = [name.rpartition(".")[2] for name in KEYS if name.startswith(f"{section}.")]
        near = [f"{section}.{key}" for key in difflib.get_close_matches(last, siblings, n=1)]
    else:
        near = difflib.get_close_matches(written, KEYS, n=1)
    elsewhere = [name for name in KEYS if name.rpartition(".")[2] == last]
    return next(iter(near + elsewhere), None)


def translate_value(key: Key, value: object) -> object:
    """Another system's word for a value in ours."""
    words = _VALUES.get(key.name)
    return words.get(value.lower(), value) if words and isinstance(value, str) else value
