"""Which language a file is written in, by its name or its first line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_SHEBANG = re.compile(rb"#!\s*(\S+)(?:[ \t]+(.*))?")
_VERSION = re.compile(r"[\d.]+$")


@dataclass(frozen=True, slots=True)
class LanguageTable:
    """What all adapters together recognise.

    Args:
        by_extension: extension with its dot to language (``".py"`` → ``"python"``); it may hold several dots.
        by_filename: whole file name to language.
        shared: extensions that a second language has as well, with both languages; which it is, other files tell.
        by_shebang: interpreter to language; ``python`` also stands for ``python3`` and ``python3.12``.
    """

    by_extension: Mapping[str, str] = field(default_factory=dict)
    by_filename: Mapping[str, str] = field(default_factory=dict)
    by_shebang: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def languages(self) -> frozenset[str]:
        """The names of all languages in the table."""
        tables = (self.by_extension, self.by_filename, self.by_shebang)
        return frozenset(language for table in tables for language in table.values())

    def language_of(self, path: str, read_first_line: Callable[[], bytes]) -> str | None:
        """The language of a file, or None.

        Args:
            path: the file's path; only its last part matters.
            read_first_line: called for a name without extension that the table does not know; ``b""`` for
                a file that is not a script.
        """
        name = path.rpartition("/")[2]
        language = self.by_filename.get(name)
        if language is not None:
            return language
        dot = name.find(".", 1)  # a dot at the beginning hides a file, it begins no extension
        if dot < 0:
            return self._of_shebang(read_first_line()) if self.by_shebang else None
        while dot >= 0:
            extension = name[dot:]
            language = self.by_extension.get(extension) or self.by_extension.get(extension.lower())
            if language is not None:
                return language
            dot = name.find(".", dot + 1)
        return None

    def _of_shebang(self, line: bytes) -> str | None:
        match = _SHEBANG.match(line)
        if match is None:
            return None
        words = [match[1].rpartition(b"/")[2], *(match[2] or b"").split()]
        if words[0] == b"env":  # env takes options and NAME=value before the program
            words = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
        program = words[0].rpartition(b"/")[2].decode(errors="replace") if words else ""
        return self.by_shebang.get(program) or self.by_shebang.get(_VERSION.sub("", program))
