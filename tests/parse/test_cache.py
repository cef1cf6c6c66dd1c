"""The cache of facts: what it gives is what was put in, whatever happened to its file in between."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegraph.errors import StorageError
from codegraph.languages.facts import TABLES, pack
from codegraph.parse import FactsCache, InputFile, ParsedFile, ParseOutcome, Status, content_id, parse_files
from codegraph.parse.cache import PACK, variant
from tests.parse import readers
from tests.parse.reading import registry

ROOT = Path(__file__).parents[2]
KIND = "00112233445566aa"
OTHER_KIND = "ffffffffffffffff"
TEXTS = {content_id(b"%d" % i): b"facts %d " % i * (i + 1) * 50 for i in range(6)}


def filled(folder: Path) -> Path:
    """A closed cache with ``TEXTS`` in it, what was missing added; its pack."""
    with FactsCache.open(folder) as cache:
        for content, facts in TEXTS.items():
            if cache.get(content, KIND) is None:
                cache.put(content, KIND, facts)
    return folder / PACK


def found(folder: Path) -> dict[str, bytes]:
    """What of ``TEXTS`` a newly opened cache has."""
    with FactsCache.open(folder) as cache:
        return {content: facts for content in TEXTS if (facts := cache.get(content, KIND)) is not None}


def test_facts_come_back_as_they_were_put_in(tmp_path: Path) -> None:
    filled(tmp_path)
    assert found(tmp_path) == TEXTS
    with FactsCache.open(tmp_path) as cache:
        assert cache.content_ids(KIND) == frozenset(TEXTS)
        assert cache.content_ids(OTHER_KIND) == frozenset()
        assert cache.get(next(iter(TEXTS)), OTHER_KIND) is None
        assert cache.get("", KIND) is None
        assert cache.dropped == 0


def test_facts_can_be_read_before_the_cache_is_closed(tmp_path: Path) -> None:
    with FactsCache.open(tmp_path) as cache:
        for content, facts in TEXTS.items():
            cache.put(content, KIND, facts)
            assert cache.get(content, KIND) == facts


def test_a_variant_tells_apart_all_that_decides_the_facts() -> None:
    adapter = registry().adapters["python"]
    variants = {
        variant(adapter, "python", ["tree-sitter=1"], statements=False),
        variant(adapter, "python", ["tree-sitter=1"], statements=True),
        variant(adapter, "python", ["tree-sitter=2"], statements=False),
        variant(adapter, "cython", ["tree-sitter=1"], statements=False),
    }
    assert len(variants) == 4


def test_a_half_written_record_is_cut_off_and_the_others_stay(tmp_path: Path) -> None:
    whole = filled(tmp_path).read_bytes()
    last = list(TEXTS)[-1]
    for length in range(len(whole) - len(TEXTS[last]) - 40, len(whole), 7):
        (tmp_path / PACK).write_bytes(whole[:length])
        left = found(tmp_path)
        assert left == {content: facts for content, facts in TEXTS.items() if content != last}
        with FactsCache.open(tmp_path) as cache:
            cache.put(last, KIND, TEXTS[last])
        assert found(tmp_path) == TEXTS


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_byte_never_gives_other_facts(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    path = filled(folder)
    raw = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(raw)
    left = found(folder)
    assert left.items() <= TEXTS.items()
    assert len(left) < len(TEXTS)
    filled(folder)
    assert found(folder) == TEXTS


def test_what_was_thrown_away_is_counted(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with path.open("ab") as file:
        file.write(b"half a record")
    with FactsCache.open(tmp_path) as cache:
        assert cache.dropped == 13
    path.write_bytes(b"something else altogether, of no use to anyone")
    with FactsCache.open(tmp_path) as cache:
        assert cache.dropped == 46
        assert cache.content_ids(KIND) == frozenset()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_is_replaced_and_what_it_leads_to_is_left_alone(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / PACK).symlink_to(victim)
    filled(inside)
    assert found(inside) == TEXTS
    assert victim.read_text() == "precious"

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "linked").symlink_to(elsewhere)
    filled(tmp_path / "linked")
    assert list(elsewhere.iterdir()) == []


def test_a_place_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"the cache can't be written at .*file"):
        FactsCache.open(tmp_path / "file")


def big(number: int) -> tuple[str, bytes]:
    """A text's id and 200 kB of facts."""
    return content_id(b"big %d" % number), b"%d" % number * 100_000


def test_a_pack_that_is_mostly_of_no_use_is_compacted(tmp_path: Path) -> None:
    with FactsCache.open(tmp_path) as cache:
        for number in range(10, 30):
            cache.put(*(content := big(number))[:1], KIND, content[1])
    size = (tmp_path / PACK).stat().st_size
    with FactsCache.open(tmp_path) as cache:
        for number in range(10, 13):
            cache.get(big(number)[0], KIND)
    assert (tmp_path / PACK).stat().st_size < size // 5
    with FactsCache.open(tmp_path) as cache:
        assert [cache.get(big(number)[0], KIND) for number in range(10, 13)] == [
            big(number)[1] for number in range(10, 13)
        ]
        assert cache.get(big(20)[0], KIND) is None
    assert [path.name for path in tmp_path.iterdir()] == [PACK]


def test_a_run_that_fails_compacts_nothing(tmp_path: Path) -> None:
    with FactsCache.open(tmp_path) as cache:
        for number in range(10, 30):
            cache.put(*(content := big(number))[:1], KIND, content[1])
    with pytest.raises(KeyboardInterrupt), FactsCache.open(tmp_path) as cache:
        raise KeyboardInterrupt
    with FactsCache.open(tmp_path) as cache:
        assert len(cache.content_ids(KIND)) == 20
        for number in range(10, 30):
            cache.get(big(number)[0], KIND)


@pytest.mark.parametrize("written", [1, 40, 300])
def test_a_writer_that_is_killed_leaves_a_sound_cache(tmp_path: Path, written: int) -> None:
    code = """
import sys
from pathlib import Path
from codegraph.parse import FactsCache, content_id
cache = FactsCache.open(Path(sys.argv[1]))
for number in range(1_000_000):
    cache.put(content_id(b"%d" % number), "00112233445566aa", b"%d " % number * 5000)
    print(number, flush=True)
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(written):
            process.stdout.readline()
        process.kill()
    with FactsCache.open(tmp_path) as cache:
        kept = cache.content_ids(KIND)
        for number in range(len(kept)):
            assert cache.get(content_id(b"%d" % number), KIND) == b"%d " % number * 5000


# --- with the phase ---


def parse(root: Path, files: list[InputFile], cache: FactsCache | None) -> ParseOutcome:
    """Parse with the tests' readers."""
    return parse_files(
        root,
        files,
        registry(),
        reader=readers.read,
        check=readers.check,
        cache=cache,
        workers=1,
        method="spawn",
    )


def test_a_text_is_parsed_once_wherever_it_lies(tmp_path: Path) -> None:
    root, folder = tmp_path / "root", tmp_path / "cache"
    root.mkdir()
    (root / "a.py").write_text("def f(): ...\n")
    (root / "b.py").write_text("def g(): ...\n")
    files = [InputFile("a.py", 13, "python"), InputFile("b.py", 13, "python")]
    with FactsCache.open(folder) as cache:
        first = parse(root, files, cache)
    assert first.count(Status.PARSED) == 2

    (root / "a.py").rename(root / "c.py")
    (root / "b.py").write_text("def h(): ...\n")
    with FactsCache.open(folder) as cache:
        second = parse(root, [InputFile("b.py", 13, "python"), InputFile("c.py", 13, "python")], cache)
    assert [file.status for file in second.files] == [Status.PARSED, Status.CACHED]
    assert second.files[1].unpacked() == first.files[0].unpacked()


def test_a_file_whose_content_is_known_is_not_even_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    with FactsCache.open(tmp_path / "cache") as cache:
        first = parse(tmp_path, [InputFile("a.py", 13, "python")], cache)
        (tmp_path / "a.py").unlink()
        known = InputFile("a.py", 13, "python", first.files[0].content_id)
        second = parse(tmp_path, [known], cache)
    assert second.files == [out_of_cache(first.files[0])]


@pytest.mark.parametrize("known", [True, False], ids=["content-known", "content-unknown"])
@pytest.mark.parametrize("forged", ["damaged", "out of range", "foreign"])
def test_facts_that_are_no_good_are_made_again(tmp_path: Path, forged: str, known: bool) -> None:
    text = b"def f(): ...\n"
    (tmp_path / "a.py").write_bytes(text)
    expected = parse(tmp_path, [InputFile("a.py", 13, "python")], None).files[0]
    tables: dict[str, list[list[int]]] = {name: [[] for _ in names] for name, names in TABLES.items()}
    if forged == "out of range":
        tables["references"] = [[0], [10], [-1], [1], [0]]
    head = {"status": "ok", "note": "", "size": 13, "lines": 1, "doc": "", "hash": "", "strings": []}
    blob = b"\xc1 no msgpack" if forged == "foreign" else pack(tables, **head)
    kind = variant(registry().adapters["python"], "python", versions(), statements=False)
    with FactsCache.open(tmp_path / "cache") as cache:
        cache.put(content_id(text), kind, blob)
    if forged == "damaged":
        path = tmp_path / "cache" / PACK
        raw = bytearray(path.read_bytes())
        raw[-1] ^= 1
        path.write_bytes(raw)
    with FactsCache.open(tmp_path / "cache") as cache:
        file = InputFile("a.py", 13, "python", content_id(text) if known else "")
        assert parse(tmp_path, [file], cache).files == [expected]
        assert parse(tmp_path, [file], cache).files == [out_of_cache(expected)]
    facts = expected.unpacked()
    assert facts is not None
    assert facts.lines == 1


def test_new_files_and_those_with_sound_and_unsound_facts_make_one_run(tmp_path: Path) -> None:
    names = [f"{letter}.py" for letter in "abcdef"]
    texts = {name: f"def {name[0]}(): ...\n".encode() for name in names}
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    plain = [InputFile(name, len(texts[name]), "python") for name in names]
    expected = parse(tmp_path, plain, None).files
    kind = variant(registry().adapters["python"], "python", versions(), statements=False)
    with FactsCache.open(tmp_path / "cache") as cache:
        parse(tmp_path, plain[:2], cache)
        for name in names[2:4]:
            cache.put(content_id(texts[name]), kind, b"\xc1 no msgpack")
        (tmp_path / "a.py").unlink()  # its facts are sound, so nobody asks for it
        known = [file._replace(content_id=content_id(texts[file.path])) for file in plain[:5]]
        found = parse(tmp_path, [*known, plain[5]], cache)
    statuses = [file.status for file in found.files]
    assert statuses == [Status.CACHED] * 2 + [Status.PARSED] * 4
    assert [file.unpacked() for file in found.files] == [file.unpacked() for file in expected]


def out_of_cache(file: ParsedFile) -> ParsedFile:
    """The same file as the cache has it."""
    return file._replace(status=Status.CACHED, facts=file.unpacked())


def versions() -> list[str]:
    """The versions of the grammars, as the phase asks for them."""
    from codegraph.languages.registry import grammar_versions

    return grammar_versions()


def test_adding_to_a_cache_that_was_removed_meanwhile_does_not_fail(tmp_path: Path) -> None:
    with FactsCache.open(tmp_path / "cache") as cache:
        if os.name != "nt":
            (tmp_path / "cache" / PACK).unlink()
        cache.put(*next(iter(TEXTS.items()))[:1], KIND, b"facts")
