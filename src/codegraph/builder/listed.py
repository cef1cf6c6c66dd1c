"""The inventory of the build before, taken over where nothing around the sources changed: only these are looked at.

What may be taken over is decided by ``tree.bin`` (folders and the files that were consulted) and by what git goes by
beside these. Whatever is not sure is listed anew.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Container, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from codegraph.discovery import Inventory, SourceFile, size_limit
from codegraph.discovery.dependencies.mentions import may_mention
from codegraph.discovery.git import find_git
from codegraph.discovery.prose import FORMATS
from codegraph.sealing import opened, sealed
from codegraph.store.tree import figures_of, has_changed, load_tree

if TYPE_CHECKING:
    from codegraph.config import Settings
    from codegraph.store.tree import Tree

FILE = "inventory.bin"
_GIT = ".git"
_GIVEN = frozenset({"GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"})
"""Variables that hold settings of git themselves."""


class _Kept(msgspec.Struct, array_like=True):
    """An inventory, under the name that the tree has for the listing that it comes from.

    Args:
        key: see ``listing_key``.
        listing: that name.
        inventory: what was found.
        mentioning: the figures of the files that were looked through for names of packages.
    """

    key: str
    listing: str
    inventory: Inventory
    mentioning: dict[str, tuple[int, int, int, int]]


def keep_inventory(folder: Path, inventory: Inventory, key: str, tree: Tree) -> None:
    """Keep an inventory for the next build, which does without where that can't be written.

    Args:
        folder: the one of what builds keep.
        inventory: what was found.
        key: see ``listing_key``; "" where it must not be taken over.
        tree: what lay around.
    """
    from codegraph.store.disk import write_whole

    nested = any(os.path.lexists(inventory.root / place / _GIT) for place in tree.folders if place)
    with suppress(OSError):
        if key and not nested:
            kept = _Kept(key, tree.listing, inventory, _mentioning(inventory))
            write_whole(folder / FILE, sealed(msgspec.msgpack.encode(kept, enc_hook=str)), synced=False)
        else:
            (folder / FILE).unlink(missing_ok=True)


def _mentioning(inventory: Inventory) -> dict[str, tuple[int, int, int, int]]:
    return {path: figures_of(inventory.root, path) for path in inventory.names if may_mention(path)}


def listing_key(root: Path, settings: Settings, languages: str) -> str:
    """Fingerprint of all that decides a listing besides the tree; "" where there may be more to it.

    Args:
        root: the project's folder, absolute.
        settings: the project's settings.
        languages: fingerprint of the adapters.
    """
    from codegraph.version import __version__

    if any((above / _GIT).exists() for above in root.parents):
        return ""  # ignore files above the root, which no tree knows
    git = root / _GIT
    if git.is_symlink() or (git.exists() and not git.is_dir()):
        return ""
    if _names_other_files(git / "config") or not _GIVEN.isdisjoint(os.environ):
        return ""
    home = Path("~").expanduser()
    own = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    given, of_all = os.environ.get("GIT_CONFIG_GLOBAL"), os.environ.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig")
    places = [*([home / ".gitconfig", own / "config"] if given is None else [Path(given)]), Path(of_all)]
    if any(_names_other_files(place) for place in places):
        return ""
    figures = [figures_of(place.parent, place.name) for place in (*places, git / "index", own / "ignore")]
    said = [__version__, languages, str(root), settings, figures, find_git(os.environ) or "", str(own)]
    return hashlib.blake2b(msgspec.json.encode(said), digest_size=16).hexdigest()


def _names_other_files(config: Path) -> bool:
    """Whether settings of git say that more files decide what it ignores, or can't be read."""
    try:
        text = config.read_bytes().lower()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return b"excludesfile" in text or b"include" in text


def take_over(
    root: Path, settings: Settings, index_dir: Path, folder: Path, key: str, languages: Container[str]
) -> Inventory | None:
    """The inventory that a listing would give now; None where only a listing can tell.

    Args:
        root: the project's folder, absolute.
        settings: the project's settings.
        index_dir: where the tree lies.
        folder: the one of what builds keep.
        key: see ``listing_key``.
        languages: those that there are adapters for.
    """
    if not key:
        return None
    try:
        data = opened((folder / FILE).read_bytes())
        kept = msgspec.msgpack.decode(data, type=_Kept, dec_hook=_path)
    except (OSError, ValueError):
        return None
    tree = load_tree(index_dir)
    if tree is None or kept.key != key or kept.listing != tree.listing or has_changed(root, tree):
        return None
    inventory = kept.inventory
    if not _holds_together(inventory, languages):
        return None
    files = _as_they_are(root, settings, inventory.files)
    documents = _as_they_are(root, settings, inventory.documents)
    if (
        files is None
        or documents is None
        or inventory.root != root
        or kept.mentioning != _mentioning(inventory)
    ):
        return None
    return inventory._replace(files=files, documents=documents)


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise TypeError


def _holds_together(inventory: Inventory, languages: Container[str]) -> bool:
    """Whether files are of packages and languages that there are; only a stranger's are not."""
    count = len(inventory.packages)
    files = (*inventory.files, *inventory.documents)
    return (
        count == len(inventory.declarations) > 0
        and all(0 <= package < count for package in {file.package for file in files})
        and all(language in languages for language in {file.language for file in inventory.files})
        and FORMATS.issuperset({file.language for file in inventory.documents})
    )


def _as_they_are(root: Path, settings: Settings, files: Sequence[SourceFile]) -> list[SourceFile] | None:
    """The files with their present sizes and times; None where one of them may be left out now, or be another."""
    found: list[SourceFile] = []
    prefix, lstat, regular = f"{root}{os.sep}", os.lstat, stat.S_ISREG
    for file in files:
        parts = file.path.split("/")
        if not {"", ".", ".."}.isdisjoint(parts):
            return None  # nobody but a stranger writes such paths
        try:
            info = lstat(prefix + file.path)
        except (OSError, ValueError):
            return None
        now = info.st_size, info.st_mtime_ns, info.st_ino, info.st_ctime_ns
        if now == (file.size, file.mtime_ns, file.inode, file.ctime_ns):
            found.append(file)
            continue
        by_first_line = "." not in parts[-1]
        if not regular(info.st_mode) or info.st_size > size_limit(file.path, settings) or by_first_line:
            return None
        size, mtime_ns, inode, ctime_ns = now
        found.append(file._replace(size=size, mtime_ns=mtime_ns, inode=inode, ctime_ns=ctime_ns))
    return found
