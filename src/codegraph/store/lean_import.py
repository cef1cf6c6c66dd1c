"""Imports lancedb without the clients of its network services, which cost more than all the rest of it.

``lance_namespace_urllib3_client`` holds some three hundred pydantic models and the classes that send them, all
made when it is imported. A local database never uses one: lancedb only names them in annotations. So, while
``lean_imports`` is open, lancedb gets stand-ins, which act as the real classes as soon as they are called or
asked for anything. The command line opens it, for a process of its own; a library must not change what its
host imports.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from types import ModuleType
from typing import Any

from codegraph.memory import share_arenas

LEFT_OUT = ("lance_namespace_urllib3_client", "lancedb.remote", "lancedb.namespace")
_USERS = ("lancedb", "lance_namespace")
"""The packages whose modules keep what they import of those."""
_PREFIXES = tuple(f"{name}." for name in LEFT_OUT)
_VARIABLES = {
    # These threads are for linear algebra, of which an index needs none; each spins a while before it sleeps.
    "OPENBLAS_NUM_THREADS": "1",
    # Tables are made once and written: Arrow's own allocator would take 50 MB more than the system's for them.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""What numpy and pyarrow read when they are loaded; what the user has set is left alone."""

_open = False


@contextmanager
def lean_imports() -> Iterator[None]:
    """In the body, ``import_lancedb`` leaves network services out, and numpy, pyarrow and threads take less."""
    global _open  # noqa: PLW0603  (what a process imports is global)
    was_open, _open = _open, True
    added = {name: value for name, value in _VARIABLES.items() if name not in os.environ}
    os.environ.update(added)
    share_arenas()
    try:
        yield
    finally:
        _open = was_open
        for name in added:
            os.environ.pop(name, None)


def import_lancedb() -> ModuleType:
    """The module ``lancedb``; a version that can't do with stand-ins is imported as usual.

    Raises:
        ImportError: it can't be imported at all.
    """
    if _open and not any(name in sys.modules for name in ("lancedb", *LEFT_OUT)):
        before = set(sys.modules)
        try:
            with _standing_in():
                return importlib.import_module("lancedb")
        except Exception:  # whatever another version does with the client: it shall have the real one
            _forget(set(sys.modules) - before)
    return importlib.import_module("lancedb")


def _forget(names: set[str]) -> None:
    """Let Python modules that may hold stand-ins be imported anew; native ones can't be, and hold none."""
    for name in names:
        native = isinstance(getattr(sys.modules[name].__spec__, "loader", None), ExtensionFileLoader)
        if name.partition(".")[0] in _USERS and not native:
            del sys.modules[name]


@contextmanager
def _standing_in() -> Iterator[None]:
    """In the body the modules left out are empty and give a stand-in for whatever is asked of them."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_left_out(name)]:
            del sys.modules[name]


class _Finder(MetaPathFinder, Loader):
    """Finds the modules that are left out, and only those."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002  (the protocol's)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """A specification of the empty module, None for modules that are not left out."""
        return ModuleSpec(fullname, self, is_package=True) if _is_left_out(fullname) else None

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its one function."""

        def stand_in(name: str) -> type:
            if name.startswith("__"):
                raise AttributeError(name)
            return _StandIn(name, (), {"__module__": module.__name__})

        module.__getattr__ = stand_in  # type: ignore[method-assign]  # as PEP 562 has it


class _StandIn(type):
    """A class that lends its name to annotations, and is for the rest the one that it stands for."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls._real()(*args, **kwargs)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(cls._real(), name)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls._real())

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls._real())

    def _real(cls) -> Any:
        return getattr(importlib.import_module(cls.__module__), cls.__name__)


def _is_left_out(module: str) -> bool:
    return f"{module}.".startswith(_PREFIXES)
