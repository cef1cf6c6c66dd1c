"""The search benchmark: documentation is found and blanked out, makes questions, and answers are scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search import ask, report
from benchmarks.search.__main__ import chosen, tables
from benchmarks.search.derived import choose, question_of
from benchmarks.search.documented import blanked, definitions
from benchmarks.search.questions import Question, Target, answers, read
from benchmarks.search.scores import figures
from benchmarks.search.sets import ASKED, SETS

SAMPLES = {
    "python": '''class Till:
    """Where money is kept."""

    @property
    def total(self):
        """Add up all that was paid."""
        return sum(self.paid)  # a comment stays
''',
    "typescript": """/** Where money is kept. */
export class Till {
  // stays
  /** Add up all that was paid. */
  @logged()
  total(): number { return 0; }
}
/** Say a price in words. */
export const spoken = (price: number) => `${price}`;
""",
    "go": """// Till is where money is kept.
type Till struct{ paid []int } // stays

// Total adds up
// all that was paid.
func (t *Till) Total() int { return 0 }
""",
    "java": """/** Where money is kept. */
class Till {
  /** Add up all that was paid. */
  @Override
  int total() { return 0; /* stays */ }
}
""",
    "rust": """/// Where money is kept.
#[derive(Debug)]
pub struct Till<T> { paid: Vec<T> }
impl<T> Till<T> {
    /// Add up all
    /// that was paid.
    #[inline]
    pub fn total(&self) -> u32 { 0 } // stays
}
""",
}
SUFFIXES = {"python": ".py", "typescript": ".ts", "go": ".go", "java": ".java", "rust": ".rs"}


@pytest.mark.parametrize("language", SAMPLES)
def test_documentation_is_blanked_out_and_nothing_else_moves(language: str) -> None:
    source = SAMPLES[language].encode()
    found = definitions(source, language, SUFFIXES[language])
    text = blanked(source, found, language)
    assert {one.symbol.lower() for one in found if one.docs} >= {"till", "till.total"}
    assert b"paid." not in text
    assert b"kept" not in text
    assert b"stays" in text
    assert len(text) == len(source)
    assert text.count(b"\n") == source.count(b"\n")
    again = definitions(text, language, SUFFIXES[language])
    assert [one.line for one in again] == [one.line for one in found]


def test_the_first_sentence_asks_for_the_function() -> None:
    assert question_of('"""Add up all that was paid. Slowly."""', "Till.total") == "Add up all that was paid"
    assert question_of("// Total adds up\n// all that was paid.", "Till.Total") == "adds up all that was paid"
    assert question_of("/**\n * Says a {@code price} in words.\n */", "spoken") == "Says a price in words"


@pytest.mark.parametrize(
    "doc",
    [
        '"""Do it."""',
        "// TODO: say what this is good for",
        "/** The value of total_paid in cents. */",
        "/** {@inheritDoc} */",
    ],
)
def test_what_says_too_little_or_names_the_answer_asks_nothing(doc: str) -> None:
    assert question_of(doc, "total_paid") == ""


def test_a_question_that_two_functions_answer_is_left_out() -> None:
    asked = [("what", Target("a.py", "f")), ("What", Target("b.py", "g")), ("who", Target("c.py", "h"))]
    assert [one.text for one in choose(asked, "shop")] == ["who"]


def test_an_answer_is_the_same_name_in_the_same_owner_and_file() -> None:
    question = Question("1", "what", (Target("a/till.java", "Till.total"), Target("a/till.java", "spoken")))
    assert answers("a/till.java", "shop::a/till::Till::total(int)", question) == 0
    assert answers("a/till.java", "shop::a/till::Till::total@2", question) == 0
    assert answers("a/till.java", "shop::a/till::spoken", question) == 1
    assert answers("a/till.java", "shop::a/till::Cart::total", question) is None
    assert answers("b/till.java", "shop::b/till::Till::total", question) is None


def test_figures_count_how_soon_an_answer_comes() -> None:
    one = figures([([None, 0], 1), ([0, 0], 1), ([None], 1), ([1, None, 0], 2)])
    assert one.mrr == pytest.approx((1 / 2 + 1 + 0 + 1) / 4)
    assert (one.recall_1, one.recall_5, one.questions) == (0.5, 0.75, 4)
    assert 0 < one.ndcg < 1
    assert figures([]).questions == 0


def test_what_was_measured_replaces_what_was_recorded(tmp_path: Path) -> None:
    first = figures([([0], 1)], milliseconds=3.0)
    report.write(tmp_path / "results.json", {"shop": {"lexical": first, "hybrid": first}})
    old = report.read(tmp_path / "results.json")
    assert old["shop"]["lexical"].milliseconds == 0
    new = report.merged(old, {"shop": {"hybrid": figures([([None], 1)])}})
    assert [new["shop"][way].mrr for way in ("lexical", "hybrid")] == [1.0, 0.0]


def test_a_table_stands_where_the_page_has_a_place_for_it(tmp_path: Path) -> None:
    page = tmp_path / "search.md"
    page.write_text("before\n<!-- tuned -->\nold\n<!-- end tuned -->\nafter\n", encoding="utf-8")
    every = {way.name: figures([([0], 1)]) for way in ask.WAYS}
    rows = tables({"django (9)": every, "django": {"lexical": every["lexical"]}})["tuned"]
    assert len(rows) == 3  # what was not asked in every way has no row
    report.publish(page, {"tuned": rows})
    assert "| django | 1 | 1.000 (1.00) |" in page.read_text(encoding="utf-8")
    assert "old" not in page.read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="no place"):
        report.publish(page, {"others": rows})


def test_every_set_is_found_by_its_name_and_has_its_questions() -> None:
    assert [one.name for one in chosen([])] == [one.name for one in SETS]
    with pytest.raises(SystemExit, match="there is no set nowhere"):
        chosen(["nowhere"])
    files = {path.stem for path in ASKED.glob("*.jsonl")}
    assert files <= {one.name for one in SETS if one.asked}
    assert sum(len(read(ASKED / f"{name}.jsonl")) for name in files) == 60


def test_a_question_file_may_name_several_answers(tmp_path: Path) -> None:
    also = [{"file": "b.py", "symbol": "g"}]
    line = json.dumps({"query": "what", "file": "a.py", "symbol": "f", "also": also})
    (tmp_path / "shop.jsonl").write_text(f"{line}\n", encoding="utf-8")
    targets = (Target("a.py", "f"), Target("b.py", "g"))
    assert read(tmp_path / "shop.jsonl") == [Question("shop-01", "what", targets)]
