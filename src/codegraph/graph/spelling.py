"""How people write the name of a node: what a query's text can mean, and how a node may be written.

A node is written by its FQN, or by the path of its file with ``::`` and its symbols. In the loose reading
dots cut as ``::`` and ``/`` do, the file's extension is there or not, and a module that stands for its folder
(``__init__.py``, ``index.ts``) may be written as the folder.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from itertools import compress
from pathlib import Path
from typing import NamedTuple

from codegraph.model import SEPARATOR
from codegraph.store.names import FOLDER_MODULES, bare, without_extension

Atoms = tuple[str, ...]
Fold = Callable[[str], str]

MAX_TAILS = 24
_CUT = re.compile(r"::|[/.]")
_AT_LINE = re.compile(r"(.+?):([0-9]{1,9})(?::[0-9]+)?", re.DOTALL)


class Query(NamedTuple):
    """What was asked for: as written and tidied up, and its path and line if it ends in a line number."""

    texts: tuple[str, ...]
    path: str = ""
    line: int | None = None

    @property
    def leaves_root(self) -> bool:
        """Whether its path leads out of the root, where nothing is indexed."""
        return self.texts[-1].startswith("../") or self.texts[-1] == ".."


def read_query(text: str, root: Path | None = None, *, literal: bool = False) -> Query:
    """Tidy up a query's path, make it relative to ``root``, split off a line number.

    Unless it is ``literal``, blanks around it mean nothing and a backslash means a slash.

    >>> read_query("./src//a.ts:12")
    Query(texts=('./src//a.ts:12', 'src/a.ts:12'), path='src/a.ts', line=12)
    """
    text = text if literal else text.strip()
    texts = tuple(dict.fromkeys((text, tidy_path(text, root, literal=literal))))
    if found := _AT_LINE.fullmatch(text):
        return Query(texts, tidy_path(found[1], root, literal=literal), int(found[2]))
    return Query(texts)


def tidy_path(text: str, root: Path | None = None, *, literal: bool = False) -> str:
    """``text`` with its path relative to the root, with single ``/`` and without ``.`` and ``..``.

    The root itself becomes ``.``; what follows the first ``::`` stays as it is.
    """
    path, separator, symbols = text.partition(SEPARATOR)
    if not literal:
        path = path.replace("\\", "/")
    if root is not None:
        path = _below(path, root)
    if path:
        path = posixpath.normpath(path).replace("//", "/")
    return path + separator + symbols


def atoms(text: str) -> Atoms:
    """The words of a name in the loose reading.

    >>> atoms("django/db.models::Q")
    ('django', 'db', 'models', 'Q')
    """
    return tuple(word for word in _CUT.split(text) if word)


def tails(text: str) -> list[str]:
    """What may be the last word of a query, the shortest first: a name may itself hold dots and slashes.

    >>> tails("lib/user.service.ts")
    ['ts', 'service.ts', 'user.service.ts', 'lib/user.service.ts']
    """
    cuts = [found.end() for found in _CUT.finditer(text)][-MAX_TAILS:]
    return [*(text[cut:] for cut in reversed(cuts) if cut < len(text)), text]


def letters(text: str) -> str:
    """A case-folded text without what is neither letter nor digit.

    >>> letters("get_userName()")
    'getusername'
    """
    folded = text.casefold()
    return folded if folded.isalnum() else "".join(compress(folded, map(str.isalnum, folded)))


class Name(NamedTuple):
    """One node's own names; ``module`` is the FQN of its module, "" where it lies in none."""

    fqn: str
    module: str
    path: str

    @property
    def symbols(self) -> str:
        """What the FQN has beyond the module's."""
        return self.fqn[len(self.module) + len(SEPARATOR) :] if self.module else ""

    def fits_literally(self, text: str, fold: Fold) -> bool:
        """Whether ``text`` is the end of the FQN or of ``path::symbols``, cut at ``::`` or ``/``."""
        place = f"{self.path}{SEPARATOR}{self.symbols}" if self.symbols else self.path
        return _is_tail(fold(self.fqn), fold(text)) or _is_tail(fold(place), fold(text))

    def fits_loosely(self, text: str, fold: Fold) -> bool:
        """Whether ``text`` is a tail in the loose reading."""
        return self._fits(atoms(self.symbols), text, fold)

    def fits_bare(self, text: str, fold: Fold) -> bool:
        """Whether ``text`` is a loose tail once parameter types and numbers are left out."""
        short = [word for segment in self.symbols.split(SEPARATOR) for word in atoms(bare(segment))]
        return self._fits(tuple(short), text, fold)

    def _fits(self, symbols: Atoms, text: str, fold: Fold) -> bool:
        wanted = atoms(fold(text))
        for base in _bases(fold(self.module or self.fqn), fold(self.path)):
            name = base + tuple(map(fold, symbols))
            if wanted and name[-len(wanted) :] == wanted:
                return True
        return False


def _bases(fqn: str, path: str) -> list[Atoms]:
    """A module by its FQN and its path: without extension, with it, and as the folder that it stands for."""
    file = path.rpartition("/")[2]
    extension = file.removeprefix(without_extension(file))
    forms: list[Atoms] = []
    for full in (fqn, path):
        stem = atoms(full.removesuffix(extension) if extension else full)
        forms += [stem, stem + atoms(extension)]
        if stem and stem[-1] in FOLDER_MODULES:
            forms.append(stem[:-1])
    return forms


def _is_tail(name: str, text: str) -> bool:
    if name == text:
        return True
    return bool(text) and name.endswith(text) and name[: -len(text)].endswith((SEPARATOR, "/"))


def _below(path: str, root: Path) -> str:
    """``path`` relative to ``root`` if it is an absolute path in it, else unchanged.

    The root is tried as it was given and with links followed: shells show the one, tools the other.
    """
    for base in (root.absolute().as_posix(), root.resolve().as_posix()):
        if path.rstrip("/") == base.rstrip("/"):
            return "."
        if path.startswith(base.rstrip("/") + "/"):
            return path[len(base.rstrip("/")) + 1 :]
    return path
