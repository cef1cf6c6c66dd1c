"""Finds out what has to be resolved again: the files that changed, where others can't tell the difference.

A change inside of a function, of a comment or of a position is nothing that other files could ask about; neither is a
new name that none of them mentions. Whenever that is not sure, all files are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from codegraph.languages.facts import Export, Import, ImportFlag
from codegraph.model import NodeKind
from codegraph.resolve.keeping import GONE, Kept, KeptFile, kept_file
from codegraph.resolve.naming import Same
from codegraph.resolve.outline import Outline, Path, has_bases, kind_in, outline

if TYPE_CHECKING:
    from codegraph.languages.facts import FileFacts
    from codegraph.languages.spec import AdapterSpec
    from codegraph.resolve.project import FileInput, Module, Project

MOST = 0.2
"""Where a larger part of all files changed, there is little to spare."""
SPREADING = int(ImportFlag.GLOBAL)
UNNAMED = frozenset(int(kind) for kind in (Import.STAR, Import.BARE, Import.CHILD))
FLAGS = 4  # of an import in an outline
BY_NAME = frozenset(int(kind) for kind in (Export.NAME, Export.FROM, Export.NAMESPACE))
LISTED, WHOLE, SPREAD = int(Export.LISTED), int(Export.WHOLE), int(Export.SPREAD)
DEFAULT = "default"
FIELD = tuple(NodeKind).index(NodeKind.FIELD)
ORDER: Path = ("order",)
FILE: Path = ("file",)


class Before:
    """The resolution before, and which files have other facts since.

    Args:
        kept: what it found.
        facts: the facts that a file had then, by its path; None where they are not known any more.
    """

    def __init__(self, kept: Kept, facts: Callable[[str], FileFacts | None]) -> None:
        self.kept = kept
        self._facts = facts
        self._files = {file.path: file for file in kept.files}
        self._now: dict[str, FileFacts] = {}

    def watch(self, files: Iterable[FileInput]) -> Iterator[FileInput]:
        """The same files; the facts of those that changed are noted on the way."""
        for file in files:
            old = self._files.get(file.path)
            if file.facts is not None and old is not None and old.hash != file.facts.hash:
                self._now[file.path] = file.facts
            yield file

    def changed(self, project: Project, same: Same) -> dict[int, list[int]] | None:
        """The modules to resolve again, each with the new place of each definition that it had; None for all modules.

        Args:
            project: the project now.
            same: which of its files did not change.
        """
        kept = self.kept
        pairs = [
            (module, old)
            for module, old, is_same in zip(project.modules, kept.files, same.modules, strict=True)
            if not is_same
        ]
        if len(pairs) > MOST * len(kept.files) + 1 or not all(_same_place(*pair) for pair in pairs):
            return None
        places: dict[int, list[int]] = {}
        new_names: set[str] = set()
        for module, _ in pairs:
            compared = self._compare(module)
            if compared is None:
                return None
            places[module.index], names = compared
            new_names |= names
        return None if _mentioned(new_names, project.modules, places) else places

    def same(self, modules: Sequence[Module]) -> Same | None:
        """What is known of the definitions of files that did not change; None where there are other files.

        What a file is called may depend on those beside it.
        """
        kept = self.kept
        if [module.path for module in modules] != [old.path for old in kept.files]:
            return None
        same = [kept_file(module) == old for module, old in zip(modules, kept.files, strict=True)]
        return Same(kept.named, kept.definitions, same)

    def _compare(self, module: Module) -> tuple[list[int], set[str]] | None:
        """Where the definitions of a module are now, and names that are new in it; None if others may notice more."""
        before, now = self._facts(module.path), self._now.get(module.path)
        if before is None or now is None or module.spec.members.reads == "call":
            return None
        known: dict[Any, int] = {}
        old, new = outline(before, known), outline(now, known)
        added = _added(old, new, module.spec)
        if added is None:
            return None
        place = {path: number for number, path in enumerate(new.definitions)}
        return [place.get(path, GONE) for path in old.definitions], added


def _same_place(module: Module, old: KeptFile) -> bool:
    return (module.path, module.language, module.package) == (old.path, old.language, old.package)


def _added(old: Outline, new: Outline, spec: AdapterSpec) -> set[str] | None:
    """The names of what a file has that it did not have; None if that is not all that others may notice."""
    if old.entries == new.entries:
        return set()
    if not _by_plain_names(spec):
        return None
    added = new.entries.keys() - old.entries.keys()
    if any(_is_noticed(path, old, new, added, spec) for path in added):
        return None
    if not old.entries.keys() <= new.entries.keys():
        return None
    for path, told in old.entries.items():
        if path == ORDER:
            if [other for other in new.entries[path] if other in old.entries] != list(told):
                return None
        elif path == FILE:
            if not _only_more_imports(told, new.entries[path]):
                return None
        elif told != new.entries[path]:
            return None
    return {path[-1][0] for path in added}


def _is_noticed(path: Path, old: Outline, new: Outline, added: AbstractSet[Path], spec: AdapterSpec) -> bool:
    """Whether others may notice a new thing without its name: by a word of the language, or as one of all there are."""
    name = path[-1][0]
    if path[0] == "export":
        kind = path[1]
        kinds = {other[1] for other in old.entries if other[0] == "export"}
        if kind == LISTED:
            return kind not in kinds  # what is not listed was public
        return kind not in BY_NAME or name == DEFAULT or WHOLE in kinds or SPREAD in kinds
    owner = path[:-1] if path[0] == "definition" else path[2:-1]
    if owner in added:
        return False
    if not name.isidentifier() or _is_asked_for(name, spec):
        return True
    # a tuple of fields is taken apart by their order; what has no bases is none
    is_field = path[0] == "definition" and kind_in(new.entries[path]) == FIELD
    return is_field and bool(spec.members.records) and owner in new.entries and has_bases(new.entries[owner])


def _is_asked_for(name: str, spec: AdapterSpec) -> bool:
    """Whether a member of that name is asked for where no file has its name: by calls, loops, ``with`` and the like."""
    members = spec.members
    by_language = (members.applied, members.step, members.stepper, members.stands_for, members.prototype)
    return (
        (name.startswith("__") and name.endswith("__"))
        or name in members.constructors
        or name in members.companion
        or name in by_language
    )


def _only_more_imports(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    """Whether a file has the imports that it had, in their order, and more of those that bind names."""
    (old_status, old_rows), (new_status, new_rows) = old, new
    rest = iter(old_rows)
    following = next(rest, None)
    for row in new_rows:
        if row == following:
            following = next(rest, None)
        elif row[0] in UNNAMED or row[FLAGS] & SPREADING:
            return False
    return following is None and old_status == new_status


def _by_plain_names(spec: AdapterSpec) -> bool:
    """Whether names of a language mean something else only to files that mention them just as they are."""
    return (
        spec.units.kind == "none"
        and not spec.paths.roots
        and not spec.scopes.implicit_receiver
        and not spec.scopes.receivers
        and not spec.members.heirs
        and not spec.members.overloads
        and not spec.members.decorator_suffix
    )


def _mentioned(names: set[str], modules: Sequence[Module], but: Mapping[int, object]) -> bool:
    """Whether any module, but those of some numbers, has one of these names in it."""
    return bool(names) and not all(
        module.index in but or names.isdisjoint(module.strings) for module in modules
    )
