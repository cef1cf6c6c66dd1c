"""Summaries of a project, by a real server of the tests' own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import codegraph
from codegraph.config import load_settings
from codegraph.config.settings import Summarizer
from codegraph.errors import NotFoundError, ServiceError, SettingsError, UsageError
from codegraph.service import Clock
from codegraph.summaries import Prompt, open_summarizer
from codegraph.summaries.remote import RemoteSummarizer
from tests.summaries.server import ModelServer, model_server

SOURCES = {
    "shop/prices.py": (
        'def total(items):\n    """Sum of all prices."""\n    return sum(items)\n\n\n'
        'class Cart:\n    """What is bought."""\n\n    def add(self, item):\n        self.items.append(item)\n'
    ),
    "shop/mail.py": "def send(text):\n    print(text)\n",
    "pyproject.toml": '[project]\nname = "shop"\n',
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    codegraph.index(root, embeddings=False).close()
    return root


@pytest.fixture
def project(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(indexed / "home"))
    (indexed / ".codegraph/index/summaries.sqlite").unlink(missing_ok=True)
    return indexed


def opened(project: Path, server: ModelServer, **settings: Any) -> codegraph.Codegraph:
    chosen = {"provider": "openai", "model": "m", "base_url": server.url, **settings}
    return codegraph.open(project, summarizer=chosen)


def test_nothing_leaves_the_machine_unless_somebody_is_named(project: Path, server: ModelServer) -> None:
    with codegraph.open(project) as graph, pytest.raises(SettingsError, match="no summarizer is set up"):
        graph.summarize("total")
    assert server.asked == []


def test_a_project_can_not_name_somebody(project: Path, server: ModelServer) -> None:
    settings = project / "codegraph.toml"
    settings.write_text(f'[summarizer]\nprovider = "openai"\nmodel = "m"\nbase_url = "{server.url}"\n')
    try:
        found, warnings = load_settings(project)
    finally:
        settings.unlink()
    assert found.summarizer == Summarizer()
    assert len(warnings) == 3


@pytest.mark.parametrize(("provider", "path"), [("openai", "/chat/completions"), ("ollama", "/api/chat")])
def test_a_symbol_is_summed_up_from_its_source(
    project: Path, server: ModelServer, provider: str, path: str
) -> None:
    server.say = lambda _: "Adds all prices [shop/prices.py:3]."
    with opened(project, server, provider=provider) as graph:
        found = graph.summarize("total")
    (summary,) = found.summaries
    assert summary.fqn == "shop::shop/prices::total"
    assert summary.summary == "Adds all prices [shop/prices.py:3]."
    assert [(cited.path, cited.line) for cited in summary.citations] == [("shop/prices.py", 3)]
    assert (summary.cut, summary.cached) == (False, False)
    assert found.summarizer == f"m at {server.url.removeprefix('http://')}"
    assert server.asked[0]["path"] == path
    assert "return sum(items)" in server.prompts[0]
    assert "class Cart" not in server.prompts[0]


def test_a_package_is_summed_up_from_an_outline(project: Path, server: ModelServer) -> None:
    with opened(project, server) as graph:
        graph.summarize("shop")
    assert "shop/prices.py:1 def total(items) -- Sum of all prices." in server.prompts[0]
    assert "file shop/mail.py" in server.prompts[0]
    assert "return sum" not in server.prompts[0]


def test_a_false_citation_is_left_out_and_told(project: Path, server: ModelServer) -> None:
    server.say = lambda _: "Adds prices [shop/prices.py:300] as [shop::shop/prices::Cart] needs."
    with opened(project, server) as graph:
        (summary,) = graph.summarize("total").summaries
    assert summary.summary == "Adds prices as [shop::shop/prices::Cart] needs."
    assert [(false.text, false.reason) for false in summary.dropped] == [
        ("shop/prices.py:300", "the file has 10 lines")
    ]


def test_what_was_said_is_not_asked_again_until_the_code_changes(project: Path, server: ModelServer) -> None:
    with opened(project, server) as graph:
        first = graph.summarize("total").summaries[0]
    with opened(project, server) as graph:
        again = graph.summarize("total").summaries[0]
        assert (first.cached, again.cached, len(server.asked)) == (False, True, 1)
        assert again.summary == first.summary
        graph.summarize("total", refresh=True)
        assert len(server.asked) == 2
    with opened(project, server, model="other") as graph:
        assert not graph.summarize("total").summaries[0].cached
    file = project / "shop/prices.py"
    try:
        file.write_text(SOURCES["shop/prices.py"].replace("sum(items)", "max(items)"))
        codegraph.index(project, embeddings=False).close()
        with opened(project, server) as graph:
            found = graph.summarize(["total", "Cart.add"]).summaries
        assert [summary.cached for summary in found] == [False, False]
        assert "max(items)" in server.prompts[-2] + server.prompts[-1]
    finally:
        file.write_text(SOURCES["shop/prices.py"])
        codegraph.index(project, embeddings=False).close()


def test_several_are_asked_for_at_once_but_no_more_than_allowed(project: Path, server: ModelServer) -> None:
    names = ["total", "Cart", "Cart.add", "send", "shop/mail.py", "shop/prices.py"]
    meeting = threading.Barrier(2, timeout=30)

    def say(_: str) -> str:
        meeting.wait()  # an answer comes only when two are asked for together
        return "Something."

    server.say = say
    with opened(project, server, concurrency=2) as graph:
        found = graph.summarize(names)
    assert [summary.name for summary in found.summaries] == [
        "total",
        "Cart",
        "add",
        "send",
        "mail.py",
        "prices.py",
    ]
    assert server.most_at_once == 2


def test_the_same_name_twice_is_asked_for_once(project: Path, server: ModelServer) -> None:
    with opened(project, server) as graph:
        assert len(graph.summarize(["total", "prices::total"]).summaries) == 2
    assert len(server.asked) == 1


def test_what_was_written_before_a_failure_is_kept(project: Path, server: ModelServer) -> None:
    server.say = lambda prompt: (400, {"error": {"message": "too odd"}}) if "send" in prompt else "Fine."
    with opened(project, server, concurrency=1) as graph:
        with pytest.raises(ServiceError, match="too odd"):
            graph.summarize(["total", "send"])
        server.say = lambda _: "Fine now."
        found = graph.summarize(["total", "send"]).summaries
    assert [(summary.summary, summary.cached) for summary in found] == [("Fine.", True), ("Fine now.", False)]


def test_long_code_is_cut_and_its_members_are_listed(project: Path, server: ModelServer) -> None:
    with opened(project, server, max_input_tokens=100, max_tokens=50) as graph:
        long = project / "long.py"
        long.write_text("x = 1\n" * 300 + "\n\ndef last():\n    pass\n")
        try:
            codegraph.index(project, embeddings=False).close()
            graph.summarize("long.py")
        finally:
            long.unlink()
            codegraph.index(project, embeddings=False).close()
    assert "(the rest is left out)" in server.prompts[0]
    assert "def last()" in server.prompts[0]
    assert len(server.prompts[0]) < 700
    assert server.asked[0]["max_tokens"] == 50


def test_an_answer_that_was_cut_off_says_so(project: Path, server: ModelServer) -> None:
    server.finish = "length"
    with opened(project, server) as graph:
        assert graph.summarize("total").summaries[0].cut


@pytest.mark.parametrize(
    "content",
    [{}, {"choices": []}, {"choices": [{"message": {}}]}, {"choices": [{"message": {"content": " "}}]}, []],
)
def test_an_answer_without_a_text_is_an_error(project: Path, server: ModelServer, content: Any) -> None:
    server.say = lambda _: (200, content)
    with opened(project, server) as graph, pytest.raises(ServiceError, match=r"no text|said nothing"):
        graph.summarize("total")


def test_a_busy_server_is_asked_again_and_the_pace_is_kept(server: ModelServer) -> None:
    answers = [(429, {"error": "slow down"})]
    server.say = lambda _: answers.pop() if answers else "Fine."
    now = [0.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    settings = Summarizer(provider="openai", model="m", base_url=server.url, requests_per_minute=1)
    summarizer = RemoteSummarizer(settings, {}, Clock(lambda: now[0], sleep))
    assert summarizer.summarize(Prompt("s", "c")).text == "Fine."
    assert sum(slept) == pytest.approx(60)
    assert len(server.asked) == 2


def test_a_key_comes_from_the_environment_and_goes_to_its_server_alone(server: ModelServer) -> None:
    settings = Summarizer(provider="openai", model="m", base_url=server.url)
    environment = {"CODEGRAPH_SUMMARIZER_API_KEY": "own", "OPENAI_API_KEY": "theirs"}
    RemoteSummarizer(settings, environment).summarize(Prompt("s", "c"))
    del environment["CODEGRAPH_SUMMARIZER_API_KEY"]
    RemoteSummarizer(settings, environment).summarize(Prompt("s", "c"))
    assert [headers.get("authorization") for headers in server.headers] == ["Bearer own", None]


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"summarizer\.model"):
        open_summarizer(Summarizer(provider="openai"), {})
    with pytest.raises(SettingsError, match="known are none, ollama, openai"):
        open_summarizer(Summarizer(provider="nobody", model="m"), {})
    with pytest.raises(SettingsError, match=r"summarizer\.base_url"):
        open_summarizer(Summarizer(provider="openai", model="m", base_url="file:///x"), {})


def test_names_are_looked_up_before_anybody_is_asked(project: Path, server: ModelServer) -> None:
    with opened(project, server) as graph:
        with pytest.raises(NotFoundError):
            graph.summarize(["total", "nothing_like_it"])
        with pytest.raises(UsageError, match="give the name"):
            graph.summarize([])
    assert server.asked == []


def test_the_command_prints_summaries_and_notes(
    project: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from codegraph.cli.program import main

    server.say = lambda _: "Adds all prices [shop/prices.py:3] [gone.py:1]."
    for name, value in (("PROVIDER", "ollama"), ("MODEL", "m"), ("BASE_URL", server.url)):
        monkeypatch.setenv(f"CODEGRAPH_SUMMARIZER__{name}", value)
    assert main(["summarize", "-C", str(project), "total"]) == 0
    output = capsys.readouterr()
    assert "Adds all prices [shop/prices.py:3]." in output.out
    assert "left out what it cites as gone.py:1: no such file in the index" in output.err
    assert main(["summarize", "-C", str(project), "total", "--json"]) == 0
    assert '"cached":true' in capsys.readouterr().out
