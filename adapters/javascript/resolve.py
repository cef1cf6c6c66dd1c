"""How JavaScript and TypeScript find modules: relative paths, tsconfig paths, workspace packages, `#imports`.

The rules are those of Node.js and of the TypeScript compiler, taken together: code is looked at before it is built,
so a path to a built file also leads to its source.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from operator import attrgetter
from typing import Any

TYPED = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
UNTYPED = (".js", ".jsx", ".mjs", ".cjs")
DATA = (".json",)
SOURCES = {  # what a path to an emitted file may mean in the sources, by its extension
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_EMITTED = (".d.ts", ".d.mts", ".d.cts", *UNTYPED)
_PACKAGE = re.compile(r"(@[^/]+/[^/]+|[^@/.~#][^/]*)(?:/(.*))?")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(.*)")
_VERSION = re.compile(r"(?<=[^/])@[^/]*")


def candidates(specifier: str, importer: str, context: Any) -> Iterator[str]:
    """Paths of the files that a module specifier may mean, the best first; only files of the project.

    They are looked for one by one, as most often the first is taken.

    Args:
        specifier: as written: ``./a``, ``@scope/name/sub``, ``#alias``.
        importer: path of the importing file.
        context: what the project says: ``exists(path)``, its module settings in ``configs``, and ``memo``,
            where rules keep what they found out.
    """
    search = _Search(importer, context)
    seen: set[str] = set()
    for path in search.specifier(specifier):
        if path not in seen:
            seen.add(path)
            yield path
    if not seen and "?" in specifier:  # what bundlers are told about a file: ./icon.svg?raw
        yield from dict.fromkeys(search.specifier(specifier.partition("?")[0]))


def external(specifier: str) -> str:
    """The FQN of a module outside of the project, "" where a specifier can only mean a file in it.

    A package's name is one segment, a path below it follows segment by segment (``ext::npm::@nestjs/common``,
    ``ext::npm::lodash::fp``); modules of Node.js have no registry (``ext::node::fs::promises``).
    """
    scheme, name = "npm", specifier
    if match := _SCHEME.fullmatch(specifier):
        scheme, name = match[1], match[2].strip("/")
        if scheme in ("npm", "jsr"):
            name = _VERSION.sub("", name)
    elif specifier in _standard_library():
        scheme = "node"
    if scheme not in ("npm", "jsr"):
        return "::".join(["ext", scheme, *(part for part in name.split("/") if part)])
    match = _PACKAGE.fullmatch(name)
    if match is None:
        return ""
    below = _without_extension(match[2] or "")
    return "::".join(["ext", scheme, match[1], *(part for part in below.split("/") if part)])


@lru_cache(maxsize=1)
def _standard_library() -> frozenset[str]:
    raw = tomllib.loads(
        (files("codegraph.adapters") / "javascript" / "adapter.toml").read_text(encoding="utf-8")
    )
    return frozenset(raw["standard_library"])


def _without_extension(path: str) -> str:
    return next(
        (path[: -len(end)] for end in (*_EMITTED, ".ts", ".tsx", ".mts", ".cts") if path.endswith(end)), path
    )


def _join(folder: str, path: str) -> str | None:
    """A path below a folder in plain form, None if it leads out of the root."""
    parts = [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _folders(path: str) -> Iterator[str]:
    """The folders at and above a file, the deepest first; the root is ""."""
    while path:
        path = path.rpartition("/")[0]
        yield path


def _package_of(context: Any, path: str) -> Any:
    """The nearest package.json at or above a file, None if there is none."""
    found = context.configs.node_folders
    return next((found[folder] for folder in _folders(path) if folder in found), None)


def _config_of(context: Any, path: str) -> Any:
    """The nearest tsconfig.json at or above a file, None if there is none."""
    key = "tsconfig", path.rpartition("/")[0]
    if key not in context.memo:
        context.memo[key] = _nearest_config(context.configs.tsconfigs, path)
    return context.memo[key]


def _nearest_config(configs: Any, path: str) -> Any:
    for folder in _folders(path):
        place = bisect_left(configs, folder, key=attrgetter("folder"))
        if place < len(configs) and configs[place].folder == folder:
            return configs[place]
    return None


def _matches(patterns: Mapping[str, list[str]], name: str) -> list[str] | None:
    """The targets of the best pattern for a name: the exact one, else the one with the longest text before its ``*``.

    Returns:
        The targets with the star filled in, None if no pattern fits.
    """
    if name in patterns:
        return patterns[name]
    best: tuple[int, str, str] | None = None
    for pattern in patterns:
        before, star, after = pattern.partition("*")
        fits = (
            star
            and name.startswith(before)
            and name.endswith(after)
            and len(name) >= len(before) + len(after)
        )
        if fits and (best is None or len(before) > best[0]):
            best = (len(before), pattern, name[len(before) : len(name) - len(after)])
    return None if best is None else [target.replace("*", best[2]) for target in patterns[best[1]]]


class _Search:
    """One look-up on behalf of one file."""

    def __init__(self, importer: str, context: Any) -> None:
        self.importer = importer
        self.folder = importer.rpartition("/")[0]
        self.context = context
        self.exists = context.exists
        self.typed = importer.endswith((".ts", ".tsx", ".mts", ".cts"))
        self.extensions = (*TYPED, *UNTYPED, *DATA) if self.typed else (*UNTYPED, *DATA, *TYPED)

    def specifier(self, name: str) -> Iterator[str]:
        """All files that a specifier may mean."""
        if name.startswith(("./", "../")) or name in (".", ".."):
            yield from self._relative(name)
        elif name.startswith("#"):
            yield from self._alias(name)
        elif not name.startswith("/"):
            yield from self._bare(name)

    # --- kinds of specifiers ---

    def _relative(self, name: str) -> Iterator[str]:
        path = _join(self.folder, name)
        if path is None:
            return
        if name.endswith("/") or name.rpartition("/")[2] in (".", ".."):
            yield from self._directory(path)
            return
        yield from self._file(path)
        yield from self._directory(path)
        config = _config_of(self.context, self.importer)
        for root in config.root_dirs if config is not None else ():
            if path.startswith(f"{root}/"):
                for other in config.root_dirs:
                    if other != root:
                        yield from self._file(other + path[len(root) :])

    def _alias(self, name: str) -> Iterator[str]:
        package = _package_of(self.context, self.importer)
        if package is None:
            return
        for target in _matches(package.imports, name) or ():
            yield from self._file(target)
        for other in _matches(package.import_packages, name) or ():
            yield from self._package(other)
        yield from self._configured(name)

    def _bare(self, name: str) -> Iterator[str]:
        yield from self._configured(name)
        yield from self._package(name)

    def _configured(self, name: str) -> Iterator[str]:
        """By the nearest tsconfig's ``paths``, then by its ``baseUrl``."""
        config = _config_of(self.context, self.importer)
        if config is None:
            return
        for target in _matches(config.paths, name) or ():
            yield from self._file(target)
            yield from self._directory(target)
        if config.base_url is not None:
            path = _join(config.base_url, name)
            if path is not None:
                yield from self._file(path)
                yield from self._directory(path)

    def _package(self, name: str) -> Iterator[str]:
        """By the name of a package of this project: another one of the workspace, or the importer's own."""
        match = _PACKAGE.fullmatch(name)
        if match is None:
            return
        package = self.context.configs.node_packages.get(match[1])
        if package is None:
            own = _package_of(self.context, self.importer)
            if own is None or own.name != match[1] or not own.exports:
                return
            package = own
        below = match[2] or ""
        targets = _matches(package.exports, f"./{below}" if below else ".")
        for target in targets or ():
            yield from self._file(target)
        if targets == []:
            return  # closed on purpose
        if below:
            yield from self._places(package.folder, (below, f"src/{below}"))
        else:
            for entry in package.entries:
                yield from self._file(entry)
                yield from self._index(entry)
            yield from self._places(package.folder, ("index", "src/index", "lib/index"))

    def _places(self, folder: str, paths: Iterable[str]) -> Iterator[str]:
        for place in paths:
            path = _join(folder, place)
            if path is not None:
                yield from self._file(path)
                yield from self._directory(path)

    # --- files ---

    def _file(self, path: str) -> Iterator[str]:
        """A path as it stands, as its source, and with each extension."""
        for end, sources in SOURCES.items():
            if path.endswith(end):
                options = [path[: -len(end)] + source for source in sources]
                options.insert(0 if not self.typed else len(options), path)
                yield from filter(self.exists, options)
                break
        else:
            if path.endswith((*self.extensions, *DATA)):
                yield from filter(self.exists, (path,))
        yield from filter(self.exists, (path + extension for extension in self.extensions))
        yield from filter(self.exists, (path,))
        yield from self._unbuilt(path)

    def _unbuilt(self, path: str) -> Iterator[str]:
        """The sources of a path that lies where the compiler writes."""
        config = _config_of(self.context, path)
        out = config.out_dir if config is not None else None
        if not out or not path.startswith(f"{out}/"):
            return
        rest = _without_extension(path[len(out) + 1 :])
        roots = (
            [config.root_dir] if config.root_dir is not None else [_join(config.folder, "src"), config.folder]
        )
        for root in roots:
            base = _join(root or "", rest)
            if base is not None:
                yield from filter(self.exists, (base + extension for extension in self.extensions))

    def _directory(self, path: str) -> Iterator[str]:
        package = self.context.configs.node_folders.get(path)
        for entry in package.entries if package is not None and path else ():
            yield from self._file(entry)
            yield from self._index(entry)
        yield from self._index(path)

    def _index(self, folder: str) -> Iterator[str]:
        base = f"{folder}/index" if folder else "index"
        yield from filter(self.exists, (base + extension for extension in self.extensions))
