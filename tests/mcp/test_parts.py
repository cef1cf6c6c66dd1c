"""Budget, roots, resources and prompts of the server, without a server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import codegraph
from codegraph.embed.tokens import count_tokens
from codegraph.errors import AmbiguousError, NotFoundError, NotIndexedError, UsageError
from codegraph.mcp.budget import cut_down, fit, harmless_value
from codegraph.mcp.prompts import PROMPTS, fill
from codegraph.mcp.resources import MAP, TEMPLATES, call_for, uri_of
from codegraph.mcp.roots import Roots, default_folders, folders_of_uris
from codegraph.tools import codebase_map, symbol_detail
from codegraph.tools.index import Index

from .conftest import make_project
from .talking import run, stdio_client


def test_tokens_are_counted() -> None:
    assert count_tokens("") == 0
    assert count_tokens("def alive(x): return helper(x)") > 8
    assert count_tokens("word " * 5000) == 5000


def test_an_answer_fits_its_budget_and_says_where_it_goes_on(project: Path) -> None:
    index = Index.open(project)
    request = codebase_map.CodebaseMapRequest(level="L3_Symbol")
    found = fit(lambda wanted: codebase_map.run(index, wanted), request, 600, frozenset())
    assert count_tokens(found.text) <= 600
    assert json.loads(found.text) == found.value
    assert found.value["truncated"]
    assert found.value["cursor"]
    assert not found.cut


def test_what_has_no_pages_is_cut_and_named(project: Path) -> None:
    index = Index.open(project)
    request = symbol_detail.SymbolDetailRequest(fqn="Cart")

    def ask(wanted: symbol_detail.SymbolDetailRequest) -> symbol_detail.SymbolDetail:
        answer = symbol_detail.run(index, wanted)
        answer.doc_comment = "much to say " * 2000
        return answer

    found = fit(ask, request, 1000, frozenset())
    assert count_tokens(found.text) <= 1000
    assert found.cut == ["doc_comment"]
    assert found.value["truncated"]
    msgspec.convert(found.value, symbol_detail.SymbolDetail)


def test_lists_are_cut_from_their_ends() -> None:
    found = cut_down({"errors": [f"file {n}: can't be read" for n in range(500)], "truncated": False}, 300)
    assert found.cut == ["errors"]
    assert found.value["errors"][0] == "file 0: can't be read"


def test_control_characters_do_no_harm() -> None:
    value = {"a\x1b": ["x\x1b[31my", "tab\tand\nline", {"b": "\ud800"}], "n": 1}
    assert harmless_value(value) == {"a\ufffd": ["x\ufffd[31my", "tab\tand\nline", {"b": "\ufffd"}], "n": 1}


def test_folders_outside_of_the_roots_are_refused(tmp_path: Path) -> None:
    one, two = make_project(tmp_path / "one"), make_project(tmp_path / "two")
    roots = Roots([one])
    assert roots.folder("") == one
    assert roots.folder("one") == one
    assert roots.folder(str(one / "shop")) == one / "shop"
    for word in (str(two), "..", "/", str(one / ".." / "two")):
        with pytest.raises(UsageError, match="lies outside"):
            roots.folder(word)
    (one / "link").symlink_to(two)
    with pytest.raises(UsageError, match="lies outside"):
        roots.folder("link")


def test_several_roots_need_a_name(tmp_path: Path) -> None:
    roots = Roots([make_project(tmp_path / "one"), make_project(tmp_path / "two")])
    with pytest.raises(AmbiguousError) as failed:
        roots.folder("")
    assert failed.value.candidates == tuple(roots.names)
    assert roots.folder("two").name == "two"


def test_an_index_above_the_roots_is_not_theirs(tmp_path: Path) -> None:
    make_project(tmp_path)
    codegraph.index(tmp_path, embeddings=False).close()
    assert Roots([tmp_path]).indexed("shop") == tmp_path.resolve()
    with pytest.raises(NotIndexedError, match="no index of its own"):
        Roots([tmp_path / "shop"]).indexed("")


def test_home_and_the_top_are_no_projects(tmp_path: Path) -> None:
    assert default_folders([], tmp_path, tmp_path) == []
    assert default_folders([], Path("/"), tmp_path) == []
    assert default_folders([], tmp_path / "x", tmp_path) == [tmp_path / "x"]
    with pytest.raises(UsageError, match="--root"):
        Roots([]).folder("")


def test_clients_name_their_roots_as_addresses(tmp_path: Path) -> None:
    place = tmp_path / "a folder"
    place.mkdir()
    assert folders_of_uris([place.as_uri(), "https://example.org/", "file:///no/such/place"]) == [place]
    coded = tmp_path / "100%41"
    coded.mkdir()
    assert folders_of_uris([coded.as_uri()]) == [coded]


@pytest.mark.parametrize("word", ["x" * 5000, "x" * 300 + "/y", "a\0b"])
def test_what_can_be_no_path_is_told_so(tmp_path: Path, word: str) -> None:
    roots = Roots([tmp_path])
    for asked in (roots.folder, roots.inside, roots.indexed):
        with pytest.raises(UsageError, match="can't be a path"):
            asked(word)


def test_addresses_of_resources_are_read_back() -> None:
    fqn = "shop::src/a b::Cart<T>::total@2"
    assert call_for(uri_of("symbol", fqn))[1]["fqn"] == fqn
    assert call_for(MAP)[0] == "codebase_map"
    assert call_for("codegraph://package/shop")[0] == "package_summary"
    assert call_for("codegraph://source/shop")[0] == "symbol_source"
    for uri in ("codegraph://nothing/x", "codegraph://symbol/", "file:///etc/passwd"):
        with pytest.raises(NotFoundError):
            call_for(uri)
    assert {template.uri.split("/")[2] for template in TEMPLATES} == {"symbol", "package", "source"}


def test_prompts_take_their_arguments() -> None:
    assert len(PROMPTS) == 4
    for prompt in PROMPTS:
        _, text = fill(prompt.name, {argument.name: "{x}" for argument in prompt.arguments})
        assert "{x}" in text
        assert not {"{area}", "{change}", "{task}", "{start}", "{end}"} & set(text.split())
    assert "the repository" in fill("orient", {})[1]
    with pytest.raises(UsageError, match="needs task"):
        fill("find_where_to_change", {})
    with pytest.raises(NotFoundError):
        fill("sing", {})


def test_resources_and_prompts_reach_a_client(project: Path) -> None:
    async def test() -> None:
        async with stdio_client(project) as client:
            uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
            assert uris == ["codegraph://map", "codegraph://changes", "codegraph://package/shop"]
            for uri in (*uris, "codegraph://symbol/Cart.total", "codegraph://source/Cart.total"):
                (contents,) = (await client.read_resource(uri)).contents
                assert json.loads(contents.text)  # type: ignore[union-attr]
            assert len((await client.list_resource_templates()).resource_templates) == len(TEMPLATES)
            prompts = (await client.list_prompts()).prompts
            assert [prompt.name for prompt in prompts] == [prompt.name for prompt in PROMPTS]
            got = await client.get_prompt("explain_flow", {"start": "Cart.total", "end": "price"})
            assert "from Cart.total to price" in got.messages[0].content.text  # type: ignore[union-attr]

    run(test)


def test_two_projects_are_told_apart(tmp_path: Path) -> None:
    one, two = make_project(tmp_path / "one"), make_project(tmp_path / "two")
    for root in (one, two):
        codegraph.index(root, embeddings=False).close()

    async def test() -> None:
        async with stdio_client(one, two) as client:
            states = await client.call_tool("index_status", {})
            shown = [root["virtual_root"] for root in states.structured_content["roots"]]
            assert shown == [str(one), str(two)]
            result = await client.call_tool("codebase_map", {})
            assert json.loads(result.content[0].text)["error"]["suggestions"] == [str(one), str(two)]  # type: ignore[union-attr]
            for root in (one, two):
                found = await client.call_tool("index_status", {"root": root.name})
                assert found.structured_content["roots"][0]["virtual_root"] == str(root)

    run(test)


def test_without_roots_of_its_own_a_server_takes_the_clients(project: Path) -> None:
    from mcp_types import ListRootsResult, Root

    async def roots(context: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=project.as_uri(), name="shop")])  # type: ignore[arg-type]

    async def test() -> None:
        async with stdio_client(mode="legacy", list_roots_callback=roots) as client:
            found = await client.call_tool("index_status", {})
            assert found.structured_content["roots"][0]["virtual_root"] == str(project)

    run(test)


def test_a_client_whose_roots_have_changed_is_asked_again(project: Path, tmp_path: Path) -> None:
    from mcp_types import ListRootsResult, Root, RootsListChangedNotification

    other = make_project(tmp_path / "other")
    codegraph.index(other, embeddings=False).close()
    named = [project]

    async def roots(context: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=root.as_uri()) for root in named])  # type: ignore[arg-type]

    async def test() -> None:
        async with stdio_client(mode="legacy", list_roots_callback=roots) as client:
            for root in (project, other, project):
                named[:] = [root]
                if seen:
                    await client.session.send_notification(RootsListChangedNotification())
                found = await client.call_tool("index_status", {})
                seen.append(found.structured_content["roots"][0]["virtual_root"])

    seen: list[str] = []
    run(test)
    assert seen == [str(project), str(other), str(project)]


def test_calls_that_come_together_all_get_the_clients_roots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from codegraph.mcp import server

    answered = asyncio.Event()

    async def folders(_: object) -> list[Path]:
        await answered.wait()
        return [tmp_path]

    async def test() -> None:
        served: Any = server.CodegraphServer([Path.home()], ask_client=True)
        calls = [asyncio.ensure_future(served._roots_of(None)) for _ in range(2)]
        await asyncio.sleep(0)
        answered.set()
        assert [roots.folders for roots in await asyncio.gather(*calls)] == [(tmp_path.resolve(),)] * 2

    monkeypatch.setattr(server, "_client_folders", folders)
    run(test)
