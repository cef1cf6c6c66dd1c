"""The graph's vocabulary: levels, kinds, names, ids and the columns of every table. No I/O.

Tables travel as ``Columns``: one sequence per column, all of one length, described by the ``*_COLUMNS``
tuples below. The resolver fills them, LanceDB gets them as Arrow, the sidecar as memory-mapped arrays.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

SCHEMA_VERSION = 3
"""Version of the tables and of the sidecar; an index of another version is rebuilt, never read."""

Columns = Mapping[str, Sequence[Any]]


class Level(IntEnum):
    """How coarse a node is; L0 is the whole repository."""

    REPOSITORY = 0
    PACKAGE = 1
    MODULE = 2
    SYMBOL = 3
    STATEMENT = 4


class NodeKind(StrEnum):
    """What a node is. ``PROPERTY`` is an accessor with code, a data member is a ``FIELD``."""

    MONOREPO = "monorepo"
    PACKAGE = "package"
    MODULE = "module"
    CLASS = "class"
    INTERFACE = "interface"
    TRAIT = "trait"
    STRUCT = "struct"
    ENUM = "enum"
    RECORD = "record"
    TYPE = "type"
    NAMESPACE = "namespace"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    DESTRUCTOR = "destructor"
    OPERATOR = "operator"
    PROPERTY = "property"
    FIELD = "field"
    CONSTANT = "constant"
    VARIABLE = "variable"
    DECORATOR = "decorator"
    MACRO = "macro"
    ENDPOINT = "endpoint"
    SECTION = "section"
    EXTERNAL = "external"
    STATEMENT = "statement"
    UNKNOWN = "unknown"


TYPE_KINDS = frozenset(
    {
        NodeKind.CLASS,
        NodeKind.INTERFACE,
        NodeKind.TRAIT,
        NodeKind.STRUCT,
        NodeKind.ENUM,
        NodeKind.RECORD,
        NodeKind.TYPE,
    }
)
CALLABLE_KINDS = frozenset(
    {
        NodeKind.FUNCTION,
        NodeKind.METHOD,
        NodeKind.CONSTRUCTOR,
        NodeKind.DESTRUCTOR,
        NodeKind.OPERATOR,
        NodeKind.PROPERTY,
        NodeKind.MACRO,
    }
)


DOCUMENT_LANGUAGES = frozenset({"markdown", "rst", "asciidoc", "text"})
"""What a document is written in: modules in these are prose; all other modules are code."""

STATEMENT_KINDS = (
    "variable_decl", "constant_decl", "assignment", "destructuring", "if", "else", "else_if", "switch",
    "switch_case", "switch_default", "for", "for_of", "for_in", "while", "do_while", "return", "break",
    "continue", "throw", "early_return", "function_call", "method_call", "chained_call", "constructor_call",
    "await", "yield", "try_catch", "catch", "finally", "arrow_function", "closure", "callback", "promise",
    "assertion", "type_guard", "null_check", "pattern", "comment", "with", "delete", "unknown",
)  # fmt: skip
"""Kinds of statement nodes (L4); facts name them by position."""


class EdgeKind(StrEnum):
    """What one node has to do with another."""

    CONTAINS = "contains"
    IMPORTS = "imports"
    CALLS = "calls"
    INSTANTIATES = "instantiates"
    EXTENDS = "extends"
    IMPLEMENTS = "implements"
    OVERRIDES = "overrides"
    REFERENCES = "references"
    DECORATES = "decorates"
    HANDLES = "handles"
    REQUESTS = "requests"
    TESTS = "tests"
    DOCUMENTS = "documents"


class Confidence(StrEnum):
    """How sure an edge is: by the language's own rules, through an inferred type, or one of several."""

    CERTAIN = "certain"
    INFERRED = "inferred"
    POSSIBLE = "possible"


class Reason(StrEnum):
    """Why a reference has no target."""

    DYNAMIC = "dynamic"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"
    MACRO = "macro"


class ParseStatus(StrEnum):
    """Whether a file's syntax tree was whole, had error nodes, or could not be made."""

    OK = "ok"
    PARTIAL = "partial"
    FAILED = "failed"


class ChunkSource(StrEnum):
    """What a chunk is made of; what manifests say of a package may come with its README or without one."""

    CODE = "code"
    DOCUMENT = "document"
    METADATA = "metadata"
    METADATA_README = "metadata+readme"


class Visibility(StrEnum):
    """Who may use a symbol by its language's rules or conventions."""

    PUBLIC = "public"
    PROTECTED = "protected"
    PRIVATE = "private"
    INTERNAL = "internal"


class Skipped(NamedTuple):
    """A file that has no facts in the graph, and why (``too large``, ``timed out``, ``unreadable``, ...)."""

    path: str
    reason: str


INDEXED = "indexed"
"""State of a file that is in the graph; any other state says why it is not."""
UNREADABLE = "can't be read"
CRASHED = "the parser crashed"
OUT_OF_MEMORY = "the parser ran out of memory"
PASSING = (UNREADABLE, CRASHED, OUT_OF_MEMORY)
"""How the reason begins of a file that may have facts the next time, without having changed."""


class Group(StrEnum):
    """What a declared dependency is for."""

    RUNTIME = "runtime"
    OPTIONAL = "optional"
    PEER = "peer"
    DEV = "dev"
    TEST = "test"
    BUILD = "build"


class Dependency(NamedTuple):
    """A dependency as a manifest declares it."""

    name: str
    """As the registry has it; of a Maven artifact ``group:artifact``."""
    range: str
    """The versions, as written; "" for any, and for what is computed."""
    group: Group
    ecosystem: str
    manifest: str
    """Path of the file that declares it."""
    line: int
    """Where in the file, from 1; 0 where that is not known."""
    label: str = ""
    """The extra, feature, configuration, scope or platform that it belongs to, in the manifest's words."""
    names: tuple[str, ...] = ()
    """What code calls it, where the manifest says so: a rename, the modules of a Swift package."""
    place: str | None = None
    """The folder that it is taken from instead of the registry, relative to the root; "" for the root."""
    target: str = ""
    """The package of this repository that it means, by its unique name; "" for one from outside."""
    indirect: bool = False
    """Whether it is listed for the sake of another dependency."""
    mentioned: bool = False
    """Whether the manifest speaks of it elsewhere, such as in a script."""


class EntryPoint(NamedTuple):
    """Where a package is entered, by its manifest."""

    kind: str
    """``main``, ``bin``, ``script`` or ``function``: one that runs when a service is called."""
    name: str
    target: str
    """A file, a function or a command, as written; of a ``function`` its path from the root and its name."""


class Declaration(NamedTuple):
    """All that the manifests of a package say of it, apart from where its files lie."""

    version: str = ""
    description: str = ""
    entries: tuple[EntryPoint, ...] = ()
    provides: tuple[str, ...] = ()
    """Names of other packages that it stands for."""
    ecosystems: tuple[str, ...] = ()
    """Those whose dependencies were read, sorted."""
    incomplete: tuple[str, ...] = ()
    """Those of them of which some dependencies are computed, so that others may be declared as well."""
    folders: tuple[tuple[str, str], ...] = ()
    """Ecosystem and folder of each manifest, sorted: it speaks of the code in the folder and below."""
    dependencies: tuple[Dependency, ...] = ()
    """By ecosystem, group, name, label and place in the manifest."""
    topics: tuple[str, ...] = ()
    """Keywords, and what else the manifests say that it is about."""


# --- names ---------------------------------------------------------------------------------------------

SEPARATOR = "::"
EXTERNAL_ROOT = "ext"
REPOSITORY_MARK = "//"


def join_fqn(*parts: str) -> str:
    """Join the parts of a fully qualified name, leaving out empty ones."""
    return SEPARATOR.join(part for part in parts if part)


def fqn_segments(text: str) -> list[str]:
    """Split a name in any accepted spelling into its segments.

    ``pkg::a/b::C::m``, ``pkg.a.b.C.m`` and ``a/b.C.m`` give the same tail; look-ups compare segments from
    the right. A module's extension stays with its segment where it was written with ``/`` or ``::``.
    """
    segments: list[str] = []
    for part in text.replace("\\", "/").split(SEPARATOR):
        segments.extend(piece for piece in part.split("/") if piece)
    return segments


def node_id(fqn: str) -> int:
    """The 64-bit id of a node: the first 8 bytes of BLAKE2b of its FQN, as a signed integer."""
    return int.from_bytes(hashlib.blake2b(fqn.encode(), digest_size=8).digest(), "little", signed=True)


# --- tables --------------------------------------------------------------------------------------------


class Column(NamedTuple):
    """One column: its name and its Arrow type, written as in ``ARROW_TYPES``."""

    name: str
    type: str


NODE_COLUMNS = (
    Column("id", "int64"),
    Column("fqn", "string"),
    Column("name", "string"),  # the bare declared name; of a module its file name
    Column("level", "int8"),
    Column("kind", "dictionary"),
    Column("language", "dictionary"),  # "" for packages, externals and the repository
    Column("path", "string"),  # of a package its folder ("" for the root); "" for externals
    Column("line", "int32"),  # of the declared name, from 1; 0 for modules, packages and externals
    Column("column", "int32"),  # of the declared name, bytes from 0
    Column("start_line", "int32"),  # where the definition begins, decorators included; 0 as above
    Column("end_line", "int32"),
    Column("start_byte", "int32"),  # offsets in the file as it lies on disk after decoding to UTF-8
    Column("end_byte", "int32"),
    Column("parent", "int32"),  # row of the parent, -1 for the repository and external packages
    Column("signature", "string"),  # at most 500 characters, white space collapsed
    Column("doc", "string"),
    Column("visibility", "dictionary"),
    Column("modifiers", "list<string>"),
    Column("decorators", "list<string>"),  # as written, without the @
    Column("tags", "list<string>"),  # sorted
    Column("attributes", "string"),  # a JSON object of a fingerprint's attributes, "" for none
    Column("exported", "bool"),
    Column("is_test", "bool"),
    Column("content_hash", "string"),  # 16 hex digits of the definition's source
    Column("parse_status", "dictionary"),  # of modules; "" elsewhere
    Column("loc", "int32"),
    Column("cyclomatic", "int32"),  # 0 where there is no body
    Column("cognitive", "int32"),
    Column("parameters", "int32"),
    Column("nesting", "int32"),
    Column("fan_in", "int32"),
    Column("fan_out", "int32"),
)

EDGE_COLUMNS = (
    Column("src", "int32"),  # row of the node; LanceDB stores ids beside them
    Column("dst", "int32"),
    Column("kind", "dictionary"),
    Column("confidence", "dictionary"),
    Column("rule", "dictionary"),
    Column("type_only", "bool"),
    Column("dynamic", "bool"),
    Column("sites", "list<int32>"),  # line, column, line, column, ... in the source's file
)

UNRESOLVED_COLUMNS = (
    Column("src", "int32"),
    Column("kind", "dictionary"),  # an edge kind
    Column("text", "string"),  # at most 200 characters
    Column("path", "string"),
    Column("line", "int32"),
    Column("column", "int32"),
    Column("reason", "dictionary"),
    Column("candidates", "list<string>"),  # FQNs, sorted
)

TEXT_COLUMNS = (
    Column("id", "string"),  # <fqn>#<i>
    Column("node", "int32"),
    Column("index", "int32"),
    Column("path", "string"),
    Column("start_line", "int32"),
    Column("end_line", "int32"),
    Column("dense_text", "string"),
    Column("sparse_text", "string"),
    Column("context_text", "string"),
    Column("dense_text_hash", "string"),  # see embed.compose.text_hash
)
CHUNK_COLUMNS = (
    *TEXT_COLUMNS,
    Column("source", "dictionary"),  # what it is made of: a ``ChunkSource``
    Column("content_hash", "string"),  # of what it is made of: of a node's source, or of a README
    Column("commit", "string"),  # the commit that was checked out then, "" outside of git
)

VECTOR_COLUMNS = (
    Column("dense_text_hash", "string"),
    Column("model", "string"),
    Column("vector", "fixed_size_list<float16>"),  # as long as the model makes them
)

TABLES = {
    "nodes": NODE_COLUMNS,
    "edges": EDGE_COLUMNS,
    "unresolved": UNRESOLVED_COLUMNS,
    "chunks": CHUNK_COLUMNS,
    "vectors": VECTOR_COLUMNS,
}


class Graph(NamedTuple):
    """A whole graph as columns.

    ``nodes`` is sorted by FQN, so a node's row is its rank; ``edges`` is sorted by (src, kind, dst) and
    ``unresolved`` by (src, line, column, kind, text). Rows refer to nodes by row number.
    """

    nodes: Columns
    edges: Columns
    unresolved: Columns


class Lists(Sequence[list[int]]):
    """A column of lists of numbers in two arrays, which take a tenth of the memory; it makes the lists it is asked for.

    Args:
        offsets: where each list begins in ``values``, and one more: where the last one ends.
        values: the numbers of all lists.
    """

    def __init__(self, offsets: array[int], values: array[int]) -> None:
        self.offsets = offsets
        self.values = values

    @classmethod
    def of(cls, lists: Iterable[Sequence[int]]) -> Lists:
        """A column from its lists."""
        held = list(lists)
        offsets = array("i", accumulate(map(len, held), initial=0))
        return cls(offsets, array("i", chain.from_iterable(held)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, row: int) -> list[int]: ...

    @overload
    def __getitem__(self, row: slice) -> list[list[int]]: ...

    def __getitem__(self, row: int | slice) -> list[int] | list[list[int]]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        at = row if row >= 0 else range(len(self))[row]
        return self.values[self.offsets[at] : self.offsets[at + 1]].tolist()

    def __iter__(self) -> Iterator[list[int]]:
        values = self.values.tolist()
        return (values[start:end] for start, end in pairwise(self.offsets))


class Coded(Sequence[Any]):
    """A column of few different values: a small number for each row, and what the numbers stand for.

    Whoever asks it for rows makes a list of it, which it keeps.

    Args:
        codes: the number of each row, unsigned, one dimension.
        values: what each number stands for.
    """

    def __init__(self, codes: npt.NDArray[np.integer[Any]], values: Sequence[Any]) -> None:
        self.codes = codes
        self.values = values
        self._listed: list[Any] | None = None

    @classmethod
    def of(cls, items: Sequence[Any]) -> Coded:
        """A column from its values; one that is coded already stays as it is."""
        if isinstance(items, Coded):
            return items
        import numpy as np

        values = list(dict.fromkeys(items))
        numbers = {value: number for number, value in enumerate(values)}
        codes = np.fromiter(map(numbers.__getitem__, items), np.int32, len(items))
        return cls(narrow(codes, len(values)), values)

    def listed(self) -> list[Any]:
        """All rows as a list, which nobody changes."""
        if self._listed is None:
            import numpy as np

            values = np.empty(len(self.values), object)
            values[:] = self.values
            self._listed = values[self.codes].tolist()
        return self._listed

    def where(self, value: Any) -> npt.NDArray[np.bool_]:
        """Whether each row has a value."""
        import numpy as np

        fits = np.array([other == value for other in self.values] or [False], bool)
        found: npt.NDArray[np.bool_] = fits[self.codes]
        return found

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: Any) -> Any:
        return self.listed()[row]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed())


def narrow(codes: npt.NDArray[np.integer[Any]], count: int) -> npt.NDArray[np.integer[Any]]:
    """Numbers below ``count``, a byte for each where that is enough."""
    import numpy as np

    return codes.astype(np.uint8) if count <= 256 else codes.astype(np.int32)


class Listed(dict[str, Sequence[Any]]):
    """Columns of which those that are coded are given as lists, for whoever asks for row after row.

    Args:
        columns: the columns.
    """

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self._columns = columns

    def __missing__(self, name: str) -> Sequence[Any]:
        """A column that is asked for the first time."""
        column = self._columns[name]
        found = self[name] = column.listed() if isinstance(column, Coded) else column
        return found


def empty_columns(columns: Iterable[Column]) -> dict[str, list[Any]]:
    """Empty lists for each column, to be appended to."""
    return {column.name: [] for column in columns}


def arrow_schema(columns: Iterable[Column], dimensions: int = 0) -> pa.Schema:
    """The Arrow schema of a table's columns (imports pyarrow); vectors in it have ``dimensions`` numbers."""
    import pyarrow as pa

    types = {
        "int8": pa.int8(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "bool": pa.bool_(),
        "string": pa.string(),
        "dictionary": pa.dictionary(pa.int8(), pa.string()),
        "list<string>": pa.list_(pa.string()),
        "list<int32>": pa.list_(pa.int32()),
        "fixed_size_list<float16>": pa.list_(pa.float16(), dimensions),
    }
    return pa.schema([pa.field(column.name, types[column.type]) for column in columns])
