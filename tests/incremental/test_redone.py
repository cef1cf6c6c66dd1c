"""What a build does again when something else than the files changed: exactly that, and it says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

import codegraph
from codegraph.builder import changes, reasons
from codegraph.model import SCHEMA_VERSION
from codegraph.store.layout import INDEX_DIR, MARKER

if TYPE_CHECKING:
    from codegraph.builder import BuildReport

FILES = {
    "shop/cart.py": "from flask import Flask\nfrom shop.money import add\n\napp = Flask(__name__)\n\n\n"
    "@app.route('/total')\ndef total():\n    return add(1, 2)\n",
    "shop/money.py": 'def add(a, b):\n    """Add two amounts."""\n    return a + b\n',
    "shop/__init__.py": "",
    "web/cart.js": "export function total(rows) { return rows.length }\n",
    "README.md": "# Shop\n\nIt adds money.\n",
}


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        place = tmp_path / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    index(tmp_path)
    return tmp_path


def index(root: Path, **options: object) -> BuildReport:
    with codegraph.index(root, **{"embeddings": False, **options}) as graph:  # type: ignore[arg-type]
        return graph.indexed.report


def work(report: BuildReport) -> tuple[int, int]:
    return report.files_parsed, report.files_resolved


def test_a_first_build_and_one_after_an_edit_have_nothing_to_say(project: Path) -> None:
    (project / "shop/money.py").write_text(FILES["shop/money.py"] + "\n# more\n")
    report = index(project)
    assert report.redone == []
    assert work(report) == (1, 1)
    assert index(project).redone == []


def test_another_index_format_builds_everything_again(project: Path) -> None:
    marker = {"format": "codegraph-index", "schema_version": SCHEMA_VERSION - 1}
    (project / INDEX_DIR / MARKER).write_text(json.dumps(marker))
    report = index(project)
    assert report.redone == [
        f"index format {SCHEMA_VERSION - 1} → {SCHEMA_VERSION}: everything is built again"
    ]
    assert report.changed
    assert report.files_parsed == 0, "facts do not depend on it"
    assert index(project).redone == []


def test_a_damaged_index_says_so(project: Path) -> None:
    place = project / INDEX_DIR / "generations/1/graph.bin"
    place.write_bytes(place.read_bytes()[:-8])
    report = index(project)
    assert report.redone == [
        "the index was damaged (a file of generation 1 is not as it was written): everything is built again"
    ]


Change = Callable[[pytest.MonkeyPatch], None]


def another_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("codegraph.version.__version__", "9.9.9")


def another_adapter(patch: pytest.MonkeyPatch) -> None:
    from codegraph.languages import adapter, shelf

    digest, read = shelf._digest, adapter.read_adapter
    patch.setattr(shelf, "_digest", lambda folder: digest(folder) + ("x" if folder.name == "python" else ""))

    def other(folder, *args, **kwargs):
        found = read(folder, *args, **kwargs)
        return (
            structs.replace(found, fingerprint=f"{found.fingerprint}x") if folder.name == "python" else found
        )

    patch.setattr("codegraph.languages.registry.read_adapter", other)


def another_adapter_of_no_file(patch: pytest.MonkeyPatch) -> None:
    from codegraph.languages import shelf

    digest = shelf._digest
    patch.setattr(shelf, "_digest", lambda folder: digest(folder) + ("x" if folder.name == "ruby" else ""))


def other_rules(patch: pytest.MonkeyPatch) -> None:
    from codegraph.fingerprint import registry

    patch.setattr(registry, "RULES_VERSION", registry.RULES_VERSION + 1)


def other_words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("codegraph.store.layout.LEXICAL_FORMAT", 99)


def other_texts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("codegraph.embed.TEXT_VERSION", 99)


@pytest.mark.parametrize(
    ("change", "said", "done"),
    [
        (another_version, ["codegraph {version} → 9.9.9: 4 files parsed again"], (4, 4)),
        (another_adapter, ["adapter python changed: 3 files parsed again"], (3, 4)),
        (another_adapter_of_no_file, [], (0, 0)),
        (other_rules, ["fingerprints changed: 4 files resolved again"], (0, 4)),
        (other_words, ["format of the full-text index 3 → 99: it is made again"], (0, 0)),
        (other_texts, ["how texts are composed changed: texts are composed again, 0 embedded"], (0, 0)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_change_of_version_makes_exactly_what_depends_on_it(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Change,
    said: list[str],
    done: tuple[int, int],
) -> None:
    version = codegraph.__version__
    with monkeypatch.context() as patch:
        change(patch)
        report = index(project)
        again = index(project)
    assert report.redone == [line.format(version=version) for line in said]
    assert work(report) == done
    assert (again.redone, work(again)) == ([], (0, 0))


def test_another_model_embeds_all_texts_again_and_parses_nothing(project: Path) -> None:
    first = index(project, embeddings=True)
    assert first.texts_embedded > 0
    with codegraph.index(project, **{"embedding.max_tokens": 64}) as graph:
        report = graph.indexed.report
    assert work(report) == (0, 0)
    assert report.texts_embedded == first.texts_embedded
    assert len(report.redone) == 1
    assert report.redone[0].endswith(f": {report.texts_embedded:,} texts embedded again")


def test_the_command_prints_one_line(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from codegraph.cli import main

    marker = {"format": "codegraph-index", "schema_version": 1}
    (project / INDEX_DIR / MARKER).write_text(json.dumps(marker))
    assert main(["index", "--no-embeddings", str(project)]) == 0
    lines = [line for line in capfd.readouterr().out.splitlines() if "index format" in line]
    assert lines == [f"index format 1 → {SCHEMA_VERSION}: everything is built again"]


def test_every_fingerprint_has_words(project: Path) -> None:
    """What a build depends on is told by the doctor and by builds; nothing is left without a word."""
    known = {*reasons._WHY, *reasons._OTHERS, "version", "words"}
    kept = json.loads(next((project / INDEX_DIR).glob("generations/*/manifest.json")).read_bytes())
    names = {name for name in kept["fingerprints"] if not name.startswith(changes.ADAPTER)}
    assert names <= known
