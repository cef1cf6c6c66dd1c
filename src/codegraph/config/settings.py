"""Every setting with its type, its limits, its default and one line that says what it does."""

# Annotations are evaluated here: keys.py reads the limits and descriptions from them at start-up.
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DEFAULT_EXCLUDE = (
    # other people's code, installed
    "node_modules/",
    "bower_components/",
    "jspm_packages/",
    "site-packages/",
    ".venv/",
    "venv/",
    ".yarn/",
    ".pnpm-store/",
    # what builds, tests and tools write
    "dist/",
    "__pycache__/",
    ".eggs/",
    "*.egg-info/",
    ".tox/",
    ".nox/",
    ".mypy_cache/",
    ".pytest_cache/",
    ".ruff_cache/",
    ".hypothesis/",
    ".ipynb_checkpoints/",
    ".next/",
    ".nuxt/",
    ".output/",
    ".svelte-kit/",
    ".angular/",
    ".turbo/",
    ".nx/",
    ".parcel-cache/",
    ".nyc_output/",
    ".gradle/",
    ".terraform/",
    # other version control systems and editors
    ".hg/",
    ".svn/",
    ".idea/",
    ".vs/",
)
"""Left out of every index, tracked or not, unless a pattern with ``!`` takes it back.

On this list stand names that nobody gives to a folder of sources. Build folders whose names are sources
elsewhere (``bin``, ``obj``, ``target``, ``build``, ``vendor``) are left out by discovery beside the manifest
that makes them so.
"""

Count = Annotated[int, Meta(ge=1, le=1_000_000)]


OWN = {"project_may": ()}
"""Marks a setting that a project's own file can't make: where code goes, and at what cost, is for its reader to say."""

ServerAddress = Annotated[
    str, Meta(description='Address of the server for openai or ollama; "" for the usual one.', extra=OWN)
]
RequestsPerMinute = Annotated[
    int, Meta(ge=0, le=1_000_000, description="Requests that a server gets a minute; 0: no limit.", extra=OWN)
]
TokensPerMinute = Annotated[
    int,
    Meta(ge=0, le=1_000_000_000, description="Tokens that a server gets a minute; 0: no limit.", extra=OWN),
]

MODELS_OWN = "auto"
"""Stands for what the model's own files say."""


class Embedding(msgspec.Struct, frozen=True, kw_only=True):
    """How texts become vectors."""

    provider: Annotated[
        Literal["onnx", "openai", "ollama", "none"],
        Meta(
            description="Who embeds: a model here (onnx), an OpenAI-compatible server, Ollama, or nobody (none).",
            extra={"project_may": ("onnx", "none")},
        ),
    ] = "onnx"
    model: Annotated[
        str,
        Meta(
            min_length=1,
            description="Name of the embedding model; `codegraph model list` shows the local ones.",
        ),
    ] = "bge-small-en-v1.5-int8"
    model_path: Annotated[
        str,
        Meta(
            description='Folder of a model of your own (model.onnx, tokenizer.json); "" for the one that is named.',
            extra=OWN,
        ),
    ] = ""
    base_url: ServerAddress = ""
    dimensions: Annotated[
        int,
        Meta(ge=0, le=16_384, description="Numbers in a vector; 0 for as many as the model gives."),
    ] = 0
    pooling: Annotated[
        Literal["auto", "cls", "mean"],
        Meta(description="How a model of your own makes one vector of its tokens'; auto: as its files say."),
    ] = "auto"
    max_tokens: Annotated[
        int, Meta(ge=8, le=512, description="Tokens of a piece of code that the model sees.")
    ] = 128
    max_text_chars: Annotated[
        int, Meta(ge=100, le=100_000, description="Characters of a text that are handed to the tokenizer.")
    ] = 2000
    path: Annotated[bool, Meta(description="Texts begin with the path of their file.")] = True
    windows: Annotated[
        int,
        Meta(ge=0, le=100, description="Further texts of a long function, for what the first has no room."),
    ] = 0
    threads: Annotated[int, Meta(ge=0, le=256, description="Threads that embed; 0 means one a core.")] = 0
    batch_size: Annotated[
        int, Meta(ge=1, le=2048, description="Texts in one request to a server.", extra=OWN)
    ] = 64
    requests_per_minute: RequestsPerMinute = 0
    tokens_per_minute: TokensPerMinute = 0
    timeout: Annotated[
        float, Meta(gt=0, le=3600, description="Seconds that a server may take for an answer.", extra=OWN)
    ] = 60.0
    document_prefix: Annotated[
        str, Meta(description='Put before each text that is indexed; "auto": what the model\'s files say.')
    ] = MODELS_OWN
    query_prefix: Annotated[
        str, Meta(description='Put before each query; "auto": what the model\'s files say.')
    ] = MODELS_OWN


class Documents(msgspec.Struct, frozen=True, kw_only=True):
    """Which documents are part of the index."""

    enable: Annotated[
        bool, Meta(description="Index README files, Markdown, reStructuredText, AsciiDoc and plain text.")
    ] = True


class Chunking(msgspec.Struct, frozen=True, kw_only=True):
    """How documents are cut into the texts that are embedded."""

    size: Annotated[int, Meta(ge=1, le=100_000, description="Characters of a chunk at most.")] = 600
    overlap: Annotated[
        int,
        Meta(ge=0, le=99_999, description="Characters of it that the next one may repeat; less than size."),
    ] = 80
    rules: Annotated[
        tuple[str, ...],
        Meta(
            description='Who cuts which files: "GLOB: CHUNKER [SIZE [OVERLAP]]", the first that fits counts.'
        ),
    ] = ()


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """How search ranks."""

    mode: Annotated[
        Literal["hybrid", "vector", "lexical"],
        Meta(description="By words and meaning, by meaning, or by words."),
    ] = "hybrid"
    top_k: Annotated[int, Meta(ge=1, le=1000, description="Hits that are shown.")] = 10
    fusion: Annotated[
        Literal["convex", "rrf"], Meta(description="How both rankings are merged: by scores or by ranks.")
    ] = "convex"
    rrf_k: Annotated[int, Meta(ge=1, le=10_000, description="Constant of reciprocal rank fusion.")] = 60
    reranker: Annotated[
        str,
        Meta(
            description='Folder of a cross-encoder (model.onnx, tokenizer.json) that orders the best hits; "": none.',
            extra=OWN,
        ),
    ] = ""
    rerank_top: Annotated[int, Meta(ge=1, le=1000, description="Hits that the reranker reads.")] = 20


class Vectors(msgspec.Struct, frozen=True, kw_only=True):
    """Where vectors are searched, see docs/stores.md. What needs a key takes it from the environment alone."""

    store: Annotated[
        str,
        Meta(
            min_length=1,
            description="Store that vectors are mirrored to and searched in; lancedb is the index's own.",
            extra={"project_may": ("lancedb",)},
        ),
    ] = "lancedb"
    url: Annotated[
        str,
        Meta(
            description='Address of the store, or its file or folder; "" for one in the index\'s.', extra=OWN
        ),
    ] = ""
    namespace: Annotated[
        str, Meta(description='Name of the index in the store; "" for one made of its path.', extra=OWN)
    ] = ""
    index: Annotated[
        Literal["hnsw", "ivfflat", "exact"],
        Meta(description="How postgres (or redis, without ivfflat) finds what is near.", extra=OWN),
    ] = "hnsw"
    schema: Annotated[str, Meta(min_length=1, description="Schema of the tables in postgres.", extra=OWN)] = (
        "public"
    )
    exact_rows: Annotated[
        int,
        Meta(
            ge=1000,
            le=100_000_000,
            description="Vectors above which lancedb builds an index in place of comparing all.",
        ),
    ] = 200_000
    expand: Annotated[
        bool, Meta(description="Also find what is near to the nearest, with a lower score.")
    ] = False


class Summarizer(msgspec.Struct, frozen=True, kw_only=True):
    """Who writes summaries; nobody unless the user says so, for the code goes there."""

    provider: Annotated[
        str,
        Meta(
            min_length=1,
            description="Who sums code up: an OpenAI-compatible server (openai), ollama, or nobody (none).",
            extra={"project_may": ("none",)},
        ),
    ] = "none"
    model: Annotated[str, Meta(description="Name of the language model.", extra=OWN)] = ""
    base_url: ServerAddress = ""
    max_tokens: Annotated[
        int, Meta(ge=16, le=100_000, description="Tokens that a summary may have.", extra=OWN)
    ] = 200
    max_input_tokens: Annotated[
        int,
        Meta(ge=100, le=1_000_000, description="Tokens of code that are sent for one summary.", extra=OWN),
    ] = 3000
    concurrency: Annotated[
        int, Meta(ge=1, le=64, description="Summaries that are asked for at once.", extra=OWN)
    ] = 5
    requests_per_minute: RequestsPerMinute = 0
    tokens_per_minute: TokensPerMinute = 0
    timeout: Annotated[
        float, Meta(gt=0, le=3600, description="Seconds that a server may be silent.", extra=OWN)
    ] = 120.0


class Freshness(msgspec.Struct, frozen=True, kw_only=True):
    """When changed files are brought into the index."""

    mode: Annotated[
        Literal["lazy", "manual", "watch"],
        Meta(description="Before each answer, only by `codegraph index`, or as files change."),
    ] = "lazy"
    debounce_ms: Annotated[
        int,
        Meta(
            ge=0, le=600_000, description="Milliseconds within which changed files are not looked for again."
        ),
    ] = 2000
    budget_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=3_600_000,
            description="Milliseconds that an answer waits for changed files; then the old index answers.",
        ),
    ] = 5000


class Fingerprints(msgspec.Struct, frozen=True, kw_only=True):
    """Which framework rules are applied."""

    enable: Annotated[
        bool | tuple[str, ...], Meta(description="All frameworks (true), none (false), or a list of names.")
    ] = True
    extra: Annotated[tuple[str, ...], Meta(description="Further rule files, relative to the root.")] = ()


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """How much a picture may hold."""

    max_nodes: Annotated[Count, Meta(description="Nodes of a diagram; the most connected stay.")] = 200
    max_edges: Annotated[Count, Meta(description="Edges of a diagram; Mermaid draws at most 500.")] = 400


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How far an answer may go."""

    max_depth: Annotated[int, Meta(ge=1, le=100, description="Steps that a traversal may take.")] = 12
    max_nodes: Annotated[Count, Meta(description="Nodes that a traversal may collect.")] = 1000
    max_top_k: Annotated[Count, Meta(description="Hits that one search may ask for.")] = 50
    max_source_lines: Annotated[Count, Meta(description="Lines of source in one answer.")] = 200
    max_children: Annotated[Count, Meta(description="Children of a node in one answer.")] = 200


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. Where a number may be 0, 0 means "choose for me"."""

    root_alias: Annotated[
        str, Meta(description="The repository's name in the graph; \"\" for its folder's.")
    ] = ""
    languages: Annotated[
        tuple[str, ...], Meta(description="Languages to index, by name or extension; empty for all.")
    ] = ()
    exclude: Annotated[
        tuple[str, ...],
        Meta(
            description='Paths to leave out, as in .gitignore, beside the defaults; "!dist/" takes one back.'
        ),
    ] = DEFAULT_EXCLUDE
    respect_gitignore: Annotated[bool, Meta(description="Leave out what git ignores.")] = True
    include_statements: Annotated[bool, Meta(description="Index statements too (level L4).")] = False
    max_file_bytes: Annotated[
        int, Meta(ge=1, le=100_000_000, description="Bytes above which a file is skipped.")
    ] = 1_000_000
    max_mean_line: Annotated[
        int,
        Meta(
            ge=1,
            le=100_000_000,
            description="Bytes a line, on average, above which a file counts as minified.",
        ),
    ] = 500
    parse_timeout: Annotated[
        float, Meta(gt=0, le=3600, description="Seconds after which the parse of a file is given up.")
    ] = 10.0
    workers: Annotated[int, Meta(ge=0, le=256, description="Processes that parse; 0 means one a core.")] = 0
    index_dir: Annotated[
        str, Meta(min_length=1, description="Folder of the index, relative to the root.")
    ] = ".codegraph/index"
    documents: Documents = Documents()
    chunking: Chunking = Chunking()
    embedding: Embedding = Embedding()
    search: Search = Search()
    vectors: Vectors = Vectors()
    summarizer: Summarizer = Summarizer()
    freshness: Freshness = Freshness()
    fingerprints: Fingerprints = Fingerprints()
    export: Export = Export()
    limits: Limits = Limits()
