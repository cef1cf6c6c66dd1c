"""A run from a project's files to figures: staging, indexing, reading the graph, scoring."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

import msgspec
import pytest

from benchmarks.accuracy import bring, gold, report
from benchmarks.accuracy.__main__ import RESULTS, measure, prefixes
from benchmarks.accuracy.gold import Archive
from benchmarks.accuracy.matching import Figures, Verdict
from tests.benchmarks.sets import wanted
from tests.projects import write

PROJECT = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "from shop.till import Till\n",
    "shop/till.py": (
        "class Base:\n    pass\n\n\n"
        "class Till(Base):\n    @property\n    def total(self):\n        return add()\n\n\n"
        "def add():\n    return Till()\n"
    ),
    "shop/unjudged.py": "from shop.till import add\nadd()\n",
}
DEFINITIONS = [
    gold.Definition("class", "Base", "Base", "shop/till.py", 1, 1, 2),
    gold.Definition("class", "Till", "Till", "shop/till.py", 5, 5, 8),
    gold.Definition("method", "total", "Till.total", "shop/till.py", 7, 6, 8, parent=5),
    gold.Definition("function", "add", "add", "shop/till.py", 11, 11, 12),
]
EDGES = [
    wanted("calls", "shop/till.py:7 Till.total", "shop/till.py:11 add"),
    wanted("calls", "shop/till.py:11 add", "shop/till.py:5 Till"),
    wanted("calls", "shop/till.py:11 add", "shop/till.py:1 Base"),  # one that is not found
    wanted("imports", "shop/__init__.py", "shop/till.py"),
    wanted("extends", "shop/till.py:5 Till", "shop/till.py:1 Base"),
]


def store(folder: Path, archive: Archive | None = None) -> Path:
    meta = gold.Meta("python", "by hand", ("shop/__init__.py", "shop/till.py"), archive)
    encode = msgspec.json.Encoder().encode_lines
    (folder / "shop.meta.json").write_bytes(msgspec.json.encode(meta))
    (folder / "shop.jsonl").write_bytes(encode(EDGES))
    (folder / "shop.defs.jsonl").write_bytes(encode(DEFINITIONS))
    return folder / "shop"


def pack(path: Path) -> str:
    with tarfile.open(path, "w:gz") as tar:
        for name, text in PROJECT.items():
            entry = tarfile.TarInfo(f"shop-1/{name}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pack_zip(path: Path, top: str) -> str:
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in PROJECT.items():
            packed.writestr(top + name, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check(verdicts: dict[str, Verdict]) -> None:
    assert {kind: verdict.figures for kind, verdict in verdicts.items()} == {
        "calls": Figures(2, 0, 2, 3),
        "imports": Figures(1, 0, 1, 1),
        "extends": Figures(1, 0, 1, 1),
        "implements": Figures(0, 0, 0, 0),
        "inherits": Figures(1, 0, 1, 1),
        "defines": Figures(4, 0, 4, 4),
    }


def test_a_project_is_indexed_and_scored(tmp_path: Path) -> None:
    source = write(tmp_path / "source", PROJECT)
    check(measure(store(tmp_path), source, None))
    assert not (source / ".codegraph").exists()


def test_an_archive_that_was_kept_is_not_fetched_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    checksum = pack(kept / "shop-1.tar.gz")
    archive = Archive("pypi", "shop", "1", checksum)
    check(measure(store(tmp_path, archive), None, kept))


@pytest.mark.parametrize(
    ("registry", "package", "top"),
    [("go", "example.org/shop", "example.org/shop@1/"), ("maven", "org.example:shop", "")],
)
def test_a_zip_begins_where_its_registry_lets_it(
    tmp_path: Path, registry: str, package: str, top: str
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    checksum = pack_zip(kept / "shop.zip", top)
    check(measure(store(tmp_path, Archive(registry, package, "1", checksum)), None, kept))


def test_an_archive_is_taken_from_where_the_client_put_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "home" / "registry" / "cache" / "index-1"
    cache.mkdir(parents=True)
    crate = pack(cache / "shop-1.crate")
    module = pack_zip(tmp_path / "home" / "shop.zip", "shop@1/")
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "home"))
    commands = []

    def client(command: list[str], folder: Path) -> str:
        commands.append(" ".join(command))
        return json.dumps({"Zip": str(tmp_path / "home" / "shop.zip")})

    monkeypatch.setattr(bring, "_run", client)
    for archive in (Archive("cargo", "shop", "1", crate), Archive("go", "shop", "1", module)):
        root = bring.unpacked(archive, tmp_path / archive.registry)
        assert (root / "shop" / "till.py").is_file()
    assert commands == ["cargo info -q shop@1", "go mod download -json shop@1"]


def test_a_jar_of_sources_and_the_other_packages_are_asked_for_by_name() -> None:
    assert "-Dartifact=org.example:shop:1:jar:sources" in bring.command(
        Archive("maven", "org.example:shop", "1", "")
    )
    assert bring.command(Archive("npm", "shop", "1", ""))[-1] == "shop@1"
    assert bring.command(Archive("pypi", "shop", "1", ""))[-1] == "shop==1"


def test_a_check_runs_only_what_has_a_record() -> None:
    every = {path.name for path in prefixes([], [], recorded_only=False)}
    checked = {path.name for path in prefixes([], [], recorded_only=True)}
    assert checked == every & set(report.recorded(RESULTS))
    assert [path.name for path in prefixes(["python-rich"], [], recorded_only=True)] == ["python-rich"]


def test_only_judged_files_and_the_build_configuration_are_staged(tmp_path: Path) -> None:
    source = write(tmp_path / "source", PROJECT)
    repository = tmp_path / "repository"
    repository.mkdir()
    bring.stage(gold.load(store(tmp_path)), source, repository)
    files = {path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file()}
    assert {name for name in files if not name.startswith(".git/")} == set(PROJECT) - {"shop/unjudged.py"}


def test_sources_of_another_version_are_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "source", {"shop/__init__.py": ""})
    with pytest.raises(SystemExit, match=r"1 files that shop judges are not in .*shop/till\.py"):
        measure(store(tmp_path), source, None)


def test_a_set_without_an_archive_wants_its_sources(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="--source shop=FOLDER"):
        measure(store(tmp_path), None, None)


def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nothing is no gold set"):
        gold.load(tmp_path / "nothing")
