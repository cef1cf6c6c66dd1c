"""Which projects a server answers for, and which of them a call means; nothing outside of them is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

from codegraph.errors import AmbiguousError, NotIndexedError, UsageError
from codegraph.tools.index import find_root


class Roots:
    """The folders that a server was given.

    Args:
        folders: absolute; later ones inside of earlier ones are kept as well.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.folders = tuple(dict.fromkeys(folder.resolve() for folder in folders))

    def holds(self, path: Path) -> bool:
        """Whether a path lies in one of the folders, links followed."""
        place = path.resolve()
        return any(place == folder or folder in place.parents for folder in self.folders)

    def folder(self, word: str) -> Path:
        """The folder that a call means: one of the roots by its path or last part, or a folder inside of one.

        Raises:
            UsageError: it lies outside, there is no such folder, or no root was given.
            AmbiguousError: there are several and none is named, or the name fits several.
        """
        if not self.folders:
            raise UsageError("this server was given no folder; start it as codegraph mcp --root DIR")
        if not word.strip():
            if len(self.folders) > 1:
                raise AmbiguousError("several projects are served; name one as root", self.names)
            return self.folders[0]
        named = [folder for folder in self.folders if folder.name == word]
        if len(named) > 1:
            raise AmbiguousError(f"{word} is the name of several projects", [str(folder) for folder in named])
        found = named[0] if named else self.inside(word)
        with _as_path(word):
            there = found.is_dir()
        if not there:
            raise UsageError(f"there is no folder {word}; served are {', '.join(self.names)}")
        return found

    def inside(self, word: str) -> Path:
        """A path, absolute or relative to the only root.

        Raises:
            UsageError: it lies outside of all roots, or can't be a path.
        """
        with _as_path(word):
            path = Path(word.replace("\\", "/")) if "\\" in word and not Path(word).exists() else Path(word)
            if not path.is_absolute() and self.folders:
                path = next(
                    (root / path for root in self.folders if (root / path).exists()), self.folders[0] / path
                )
            held = self.holds(path)
        if not held:
            raise UsageError(f"{word} lies outside of the folders that are served: {', '.join(self.names)}")
        return path

    def indexed(self, word: str) -> Path:
        """The project with an index that a call means: the folder, or the nearest above it that is served.

        Raises:
            NotIndexedError: there is no index.
            UsageError, AmbiguousError: as ``folder``.
        """
        folder = self.folder(word)
        advice = f'call index_codebase with {{"root_path": "{folder.as_posix()}"}} first'
        try:
            root = find_root(folder)
        except NotIndexedError:
            raise NotIndexedError(f"{folder} is not indexed; {advice}") from None
        if not self.holds(root):
            raise NotIndexedError(f"{folder} has no index of its own; {advice}")
        return root

    @property
    def names(self) -> list[str]:
        """The folders as text."""
        return [str(folder) for folder in self.folders]


@contextmanager
def _as_path(word: str) -> Iterator[None]:
    """Tell whoever gave a word that the system takes it for no path: it is too long, or its links go in a circle."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{word[:100]!r} can't be a path ({reason})") from None


def default_folders(given: Sequence[Path], current: Path, home: Path) -> list[Path]:
    """The folders of a server: those it was started with, else the current one unless that is the home or the top."""
    if given:
        return list(given)
    place = current.resolve()
    return [] if place in (home.resolve(), Path(place.anchor)) else [place]


def folders_of_uris(uris: Iterable[str]) -> list[Path]:
    """The folders that a client's roots name; what is no folder here is left out."""
    found = []
    for uri in uris:
        parts = urlparse(uri)
        if parts.scheme == "file" and parts.netloc in ("", "localhost"):
            folder = Path(url2pathname(parts.path))
            found += [folder] if folder.is_dir() else []
    return found
