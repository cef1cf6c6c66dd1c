"""Laws of the extraction: whatever the bytes, there are facts, they are sound, and they depend on the bytes alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegraph.languages.facts import unpack
from codegraph.parse.checks import check_facts
from codegraph.parse.extract import extract
from tests.parse.reading import grammar, registry

ROOT = Path(__file__).parents[2]
KINDS = {
    (language, registry().grammar_for(language, extension)): f"a{extension}"
    for language, adapter in registry().adapters.items()
    for extension in reversed(adapter.spec.extensions)
}
NAMES = sorted(KINDS.values())  # one for each grammar of a language
LAW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def samples(name: str) -> list[bytes]:
    """Real code of a language: its samples, and for Python some of our own."""
    language = registry().table.language_of(name, lambda: b"")
    suffix = Path(name).suffix
    found = sorted((ROOT / "adapters" / str(language) / "cases").glob(f"patterns{suffix}"))
    if language == "python":
        found += sorted((ROOT / "src/codegraph/parse").glob("*.py"))
    return [path.read_bytes() for path in found] or [b"class A { m() { return this.f(x => x.y); } }\n"]


PIECES = {name: samples(name) for name in NAMES}
TOKENS = [
    *(
        b"(",
        b")",
        b"[",
        b"]",
        b"{",
        b"}",
        b'"',
        b"'",
        b"`",
        b'"""',
        b"\n",
        b"\r\n",
        b"    ",
        b"\t",
        b";",
        b":",
    ),
    *(
        b",",
        b".",
        b"=",
        b"=>",
        b"@",
        b"#",
        b"//",
        b"/*",
        b"*/",
        b"<",
        b">",
        b"...",
        b"\\",
        b"$",
        b"\0",
        b"\xff",
    ),
    *(b"def ", b"class ", b"lambda x: ", b"function ", b"async ", b"export default ", b"import ", b"from "),
    *(
        b"self.x = ",
        b"this.x = ",
        b"super().",
        b"return ",
        b"yield ",
        b"global x\n",
        b"=> {",
        b"${",
        "é".encode(),
    ),
]


def facts_are_sound(source: bytes, name: str) -> None:
    """Read a source with and without statements."""
    for statements in (False, True):
        blob = extract(source, grammar(name, statements))
        facts = unpack(blob)
        check_facts(facts)
        assert facts.size == len(source)
        assert extract(source, grammar(name, statements)) == blob


@st.composite
def mutated(draw: st.DrawFn, name: str) -> bytes:
    """Real code with parts cut out, doubled, swapped, or broken by tokens."""
    source = bytearray(draw(st.sampled_from(PIECES[name])))
    begin = draw(st.integers(0, max(len(source) - 1, 0)))
    source = source[begin : begin + 3000]
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(source)))
        length = draw(st.integers(0, 200))
        what = draw(st.sampled_from(["cut", "token", "double"]))
        if what == "cut":
            del source[at : at + length]
        elif what == "token":
            source[at:at] = draw(st.sampled_from(TOKENS)) * draw(st.integers(1, 3))
        else:
            to = draw(st.integers(0, len(source)))
            source[to:to] = source[at : at + length]
    return bytes(source)


@pytest.mark.parametrize("name", NAMES)
@LAW
@given(source=st.binary(max_size=300))
def test_any_bytes_have_sound_facts(name: str, source: bytes) -> None:
    facts_are_sound(source, name)


@pytest.mark.parametrize("name", NAMES)
@LAW
@given(data=st.data())
def test_any_text_of_tokens_has_sound_facts(name: str, data: st.DataObject) -> None:
    words = st.sampled_from([*TOKENS, b"a", b"b.c", b"f(", b"1", b" "])
    facts_are_sound(b"".join(data.draw(st.lists(words, max_size=60))), name)


@pytest.mark.parametrize("name", NAMES)
@LAW
@given(data=st.data())
def test_any_mutation_of_real_code_has_sound_facts(name: str, data: st.DataObject) -> None:
    facts_are_sound(data.draw(mutated(name)), name)


@pytest.mark.parametrize("name", NAMES)
def test_samples_have_sound_facts(name: str) -> None:
    for source in PIECES[name]:
        facts_are_sound(source, name)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.cc", b"x(t x():e(a,{}{"),
        ("a.cc", b"  ~Box(\n  explicit Box(int a, const T& b = T(), Color c = kRed) : Shape(a), b_{b} {}"),
    ],
)
def test_calls_in_code_that_breaks_off_have_sound_facts(name: str, source: bytes) -> None:
    for end in range(len(source) + 1):
        facts_are_sound(source[:end], name)
