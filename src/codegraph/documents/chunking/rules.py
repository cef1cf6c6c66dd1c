"""Which chunker cuts which file: the settings' rules first, then plug-ins by their patterns, then the file's format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.documents.chunking.built_in import BUILT_IN, BY_LANGUAGE, built_in
from codegraph.documents.chunking.protocol import Chunk, FileChunker, Window
from codegraph.errors import SettingsError
from codegraph.globs import path_matcher

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from codegraph.config import Chunking

ENTRY_POINTS = "codegraph.chunkers"
_RULE = re.compile(
    r"(?P<glob>.*\S)\s*:\s*(?P<name>[\w.-]+)(?:\s+(?P<size>-?\d+)(?:\s+(?P<overlap>-?\d+))?)?\s*"
)


class _Rule(NamedTuple):
    fits: Callable[[str], bool]
    chunker: FileChunker
    text: str


class Chunkers:
    """Cuts files as settings say.

    Raises:
        SettingsError: a rule can't be read, names a chunker that there is not, or has an impossible window.
    """

    def __init__(self, settings: Chunking) -> None:
        self._window = Window(settings.size, settings.overlap).checked("chunking")
        self._rules = [self._rule(text) for text in settings.rules]
        self._formats = {language: _known(name, self._window) for language, name in BY_LANGUAGE.items()}

    @property
    def version(self) -> str:
        """Changes whenever settings or chunkers that they name could give other chunks.

        Plug-ins that are chosen by their patterns are not looked for: that takes longer than to see that nothing
        changed. A newer one counts from the next build that publishes.
        """
        rules = [f"{rule.text}={rule.chunker.name} {rule.chunker.version}" for rule in self._rules]
        formats = [f"{language} {chunker.version}" for language, chunker in self._formats.items()]
        return "\n".join([f"{self._window.size} {self._window.overlap}", *rules, *formats])

    @cached_property
    def _plugins(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points

        return {point.name: point for point in entry_points(group=ENTRY_POINTS)}

    @cached_property
    def _by_pattern(self) -> list[_Rule]:
        """The plug-ins with the files that they are for."""
        opened = [
            self._open(name, self._window, f"chunking: plug-in {name}") for name in sorted(self._plugins)
        ]
        return [_Rule(_matcher(chunker.patterns), chunker, "") for chunker in opened]

    def chunk(self, path: str, language: str, text: str) -> Sequence[Chunk]:
        """The chunks of a document.

        Raises:
            SettingsError: a plug-in fails on it.
        """
        rules = (*self._rules, *self._by_pattern)
        chunker = next((rule.chunker for rule in rules if rule.fits(path)), self._formats[language])
        try:
            return chunker.chunk(path, text)
        except Exception as error:
            if chunker.name in BUILT_IN:
                raise
            raise SettingsError(
                f"chunking: the chunker {chunker.name} failed on {path} ({type(error).__name__}: {error})"
            ) from error

    def _rule(self, text: str) -> _Rule:
        found = _RULE.fullmatch(text)
        where = f'chunking.rules: "{text}"'
        if found is None:
            raise SettingsError(f"{where}: expected GLOB: CHUNKER, and after it a size and an overlap")
        size = int(found["size"]) if found["size"] else self._window.size
        if found["overlap"]:
            overlap = int(found["overlap"])
        else:
            overlap = min(self._window.overlap, size // 7) if found["size"] else self._window.overlap
        window = Window(size, overlap).checked(where)
        return _Rule(path_matcher([found["glob"]]), self._open(found["name"], window, where), text)

    def _open(self, name: str, window: Window, where: str) -> FileChunker:
        chunker = built_in(name, window)
        if chunker is not None:
            return chunker
        if name not in self._plugins:
            known = ", ".join(sorted({*BUILT_IN, *self._plugins}))
            raise SettingsError(f'{where}: there is no chunker "{name}"; known are {known}')
        factory: Any = self._plugins[name].load()
        made: FileChunker = factory(window)
        return made


def _matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Patterns as plug-ins give them: one without a slash is for files in any folder."""
    return path_matcher([p if "/" in p else f"**/{p}" for p in patterns]) if patterns else lambda _: False


def _known(name: str, window: Window) -> FileChunker:
    chunker = built_in(name, window)
    assert chunker is not None, name  # noqa: S101 (a table of ours names it)
    return chunker
