"""A small shop in Python and TypeScript, with the spans of its symbols, to be composed and searched."""

import textwrap
from pathlib import Path
from typing import Any

from codegraph.embed import EmbeddingProvider, compose_chunks
from codegraph.graph.view import GraphView
from codegraph.model import Columns
from codegraph.store.layout import LEXICAL_FILE, VECTORS_FILE
from codegraph.store.lexical import write_lexical
from codegraph.store.vectors_file import write_vectors_file
from tests.graphs import Row, graph_of, node, publish

FILES = {
    "shop/passwords.py": '''
        """Keeping secrets."""
        import hashlib

        ITERATIONS = 600_000

        def make_digest(secret, salt):
            """Derive what is stored instead of a password."""
            return hashlib.pbkdf2_hmac("sha256", secret, salt, ITERATIONS)

        def check_digest(secret, salt, stored):
            return make_digest(secret, salt) == stored
        ''',
    "shop/pages.py": '''
        class Paginator:
            """Cuts a list of results into pages."""

            per_page = 20

            def __init__(self, items):
                self.items = items

            def page(self, number):
                start = (number - 1) * self.per_page
                return self.items[start : start + self.per_page]

            @property
            def page_count(self):
                return -(-len(self.items) // self.per_page)
        ''',
    "shop/mail.py": """
        def send_receipt(order, smtp):
            lines = [f"{item.title}: {item.price}" for item in order.items]
            smtp.sendmail("shop@example.org", order.customer.email, "\\n".join(lines))
        """,
    "shop/urls.py": """
        import re

        def slugify(title):
            return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        """,
    "web/cart.ts": """
        export class CartService {
          private items: Item[] = [];

          addItem(item: Item): void {
            this.items.push(item);
          }

          total(): number {
            return this.items.reduce((sum, item) => sum + item.price, 0);
          }
        }
        """,
    "web/retry.ts": """
        /** Call again after an error, waiting twice as long each time. */
        export async function retryWithBackoff<T>(action: () => Promise<T>, attempts = 5): Promise<T> {
          for (let delay = 100; ; delay *= 2) {
            try {
              return await action();
            } catch (error) {
              if (--attempts === 0) throw error;
              await new Promise((resolve) => setTimeout(resolve, delay));
            }
          }
        }
        """,
    "tests/test_pages.py": """
        def test_the_last_page_of_results_is_short():
            assert len(Paginator(range(21)).page(2)) == 1
        """,
}

# kind, FQN, how the definition begins, further columns
SYMBOLS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("constant", "shop::shop/passwords::ITERATIONS", "ITERATIONS =", {}),
    (
        "function",
        "shop::shop/passwords::make_digest",
        "def make_digest",
        {"doc": "Derive what is stored instead of a password.", "exported": True, "fan_in": 1},
    ),
    ("function", "shop::shop/passwords::check_digest", "def check_digest", {"exported": True}),
    (
        "class",
        "shop::shop/pages::Paginator",
        "class Paginator",
        {"doc": "Cuts a list of results into pages.", "exported": True, "fan_in": 2},
    ),
    ("field", "shop::shop/pages::Paginator::per_page", "    per_page =", {}),
    ("constructor", "shop::shop/pages::Paginator::__init__", "    def __init__", {}),
    ("method", "shop::shop/pages::Paginator::page", "    def page(", {"fan_in": 1}),
    (
        "property",
        "shop::shop/pages::Paginator::page_count",
        "    @property",
        {"decorators": ["property"], "declared": "def page_count"},
    ),
    ("function", "shop::shop/mail::send_receipt", "def send_receipt", {"exported": True}),
    ("function", "shop::shop/urls::slugify", "def slugify", {"exported": True, "fan_in": 3}),
    ("class", "shop::web/cart.ts::CartService", "export class CartService", {"exported": True}),
    ("field", "shop::web/cart.ts::CartService::items", "  private items", {}),
    ("method", "shop::web/cart.ts::CartService::addItem", "  addItem(", {}),
    ("method", "shop::web/cart.ts::CartService::total", "  total(", {}),
    (
        "function",
        "shop::web/retry.ts::retryWithBackoff",
        "export async function",
        {"doc": "Call again after an error, waiting twice as long each time.", "exported": True},
    ),
    (
        "function",
        "shop::tests/test_pages::test_the_last_page_of_results_is_short",
        "def test_",
        {"is_test": True},
    ),
]


def sources() -> dict[str, bytes]:
    """The text of every file."""
    return {path: textwrap.dedent(text).lstrip("\n").encode() for path, text in FILES.items()}


def source_of(path: str) -> bytes:
    """The source of one file."""
    try:
        return sources()[path]
    except KeyError:
        raise FileNotFoundError(path) from None


def shop_nodes() -> Columns:
    """The shop's nodes: a package, its modules and their symbols."""
    texts = sources()
    rows: list[Row] = [
        node("shop", "package", ["@"]),
        node("ext::pypi::requests", "external"),
        node("ext::pypi::requests::get", "external"),
    ]
    for path in FILES:
        stem = path.removesuffix(".py")
        doc = "Keeping secrets." if stem == "shop/passwords" else ""
        rows.append(node(f"shop::{stem}", "module", [f"@{path}"], doc=doc, is_test=path.startswith("tests/")))
    for kind, fqn, head, extra in SYMBOLS:
        module = fqn.split("::")[1]
        path = module if module in texts else f"{module}.py"
        rows.append(node(fqn, kind, [f"@{path}"], **_span(texts[path].decode(), head, extra)))
    return graph_of(rows).nodes


def publish_shop(
    root: Path, provider: EmbeddingProvider | None = None, *, nodes: Columns | None = None, every: int = 1
) -> GraphView:
    """Publish the shop with its full-text index and, given a provider, vectors of every ``every``-th text.

    The LanceDB tables are left out: search does not read them.
    """
    nodes = nodes or shop_nodes()
    view = publish(root, graph_of(rows_of(nodes)))
    write_lexical(view.folder / LEXICAL_FILE, nodes, source_of)
    if provider is not None:
        chunks = compose_chunks(nodes, source_of)
        done = slice(None, None, every)
        matrix = provider.embed_documents(chunks["dense_text"][done])
        write_vectors_file(view.folder / VECTORS_FILE, chunks["node"][done], matrix)
        counts = {"chunks": len(chunks["id"]), "vectors": len(matrix), "model": provider.fingerprint}
        view.manifest["embeddings"] = counts
    return view


def rows_of(nodes: Columns) -> list[Row]:
    """The nodes as rows again; ``graph_of`` works out parents and order anew."""
    count = len(nodes["fqn"])
    return [{name: values[row] for name, values in nodes.items() if name != "parent"} for row in range(count)]


def _span(source: str, head: str, extra: dict[str, Any]) -> Row:
    """Where the definition that begins with ``head`` stands: to the last line that is indented deeper."""
    lines = source.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith(head))
    indent = len(head) - len(head.lstrip())
    declared = extra.get("declared", head.strip())
    name_line = next(number for number in range(first, len(lines)) if declared in lines[number])
    last = name_line
    for number in range(name_line + 1, len(lines)):
        depth = len(lines[number]) - len(lines[number].lstrip())
        if lines[number].strip() and depth <= indent:
            last = number if lines[number].strip() == "}" else last
            break
        last = number if lines[number].strip() else last
    begin = len("".join(lines[:first]).encode()) + indent
    end = len("".join(lines[: last + 1]).rstrip("\n").encode())
    return {
        "line": name_line + 1,
        "start_line": first + 1,
        "end_line": last + 1,
        "start_byte": begin,
        "end_byte": end,
        "signature": lines[name_line].strip().rstrip(":{ "),
    } | {column: value for column, value in extra.items() if column != "declared"}
