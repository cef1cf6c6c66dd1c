"""Every parameter of the fifteen tools, as it was always written, on a real package."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

import codegraph
from codegraph.errors import AmbiguousError, NotFoundError, UsageError
from codegraph.tools.index import Index
from codegraph.tools.registry import TOOLS, tool

PACKAGE = "rich"


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """A package as it is published, indexed once."""
    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.submodule_search_locations
    root = tmp_path_factory.mktemp("real").resolve()
    source = Path(next(iter(spec.submodule_search_locations)))
    shutil.copytree(source, root / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text(
        '[project]\nname = "rich"\nversion = "1"\ndependencies = ["pygments>=2", "markdown-it-py"]\n'
        '[project.scripts]\nshow = "rich.__main__:make_test_card"\n'
    )
    (root / "tests").mkdir()
    (root / "tests" / "test_console.py").write_text(
        "from rich.console import Console\n\n\ndef test_prints():\n    Console().print('x')\n"
    )
    codegraph.index(root, embeddings=False).close()
    return Index.open(root)


def ask(index: Index, name: str, **given: Any) -> dict[str, Any]:
    """The answer of a tool to arguments as they come over the wire, as JSON."""
    one = tool(name)
    answer = one.module.run(index, msgspec.convert(given, one.request_type, strict=False))
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return found


# --- codebase_map ---


def test_map_lists_the_level_that_is_asked_for(real: Index) -> None:
    for written, number in (("L1_Package", 1), ("L2_Module", 2), ("L3_Symbol", 3), ("module", 2), (2, 2)):
        answer = ask(real, "codebase_map", level=written)
        assert answer["level"] == number
        assert {entry["level"] for entry in answer["entries"]} == {number}
    assert ask(real, "codebase_map")["level"] == 1
    with pytest.raises(UsageError, match="level"):
        ask(real, "codebase_map", level="L9_Galaxy")


def test_map_metrics_are_there_when_asked_for(real: Index) -> None:
    plain = ask(real, "codebase_map", level="L2_Module")["entries"][0]
    full = ask(real, "codebase_map", level="L2_Module", include_metrics=True)["entries"][0]
    assert (plain["loc"], plain["cyclomatic"]) == (None, None)
    assert full["loc"] > 0
    assert full["cyclomatic"] is not None


def test_map_keeps_to_its_root_and_its_limit(real: Index) -> None:
    whole = ask(real, "codebase_map", level="L3_Symbol", max_entries=5)
    part = ask(real, "codebase_map", level="L3_Symbol", root_fqn="rich/console.py", max_entries=5)
    assert len(whole["entries"]) == len(part["entries"]) == whole["limit"] == 5
    assert whole["truncated"]
    assert 0 < part["total"] < whole["total"]
    assert {entry["path"] for entry in part["entries"]} == {"rich/console.py"}
    assert part["totals"]["module"] == 1
    assert set(whole["totals"]) >= {"node", "package", "module", "symbol"}


# --- package_summary ---


def test_package_parts_are_there_when_asked_for(real: Index) -> None:
    answer = ask(real, "package_summary", fqn="rich")
    assert (answer["name"], answer["truncated"]) == ("rich", True)
    assert answer["file_count"] > 70
    assert answer["symbol_count"] > 1000
    assert any(entry["name"] == "show" for entry in answer["entry_points"])
    assert {entry["name"] for entry in answer["dependencies"]} >= {"pygments", "markdown-it-py"}
    assert len(answer["public_exports"]) == 50
    less = ask(real, "package_summary", fqn="rich", include_public_exports=False, include_dependencies=False)
    assert (less["public_exports"], less["dependencies"]) == ([], [])
    assert len(ask(real, "package_summary", fqn="rich", max_exports=3)["public_exports"]) == 3


# --- symbol_detail ---

EXPANDED = {
    "Members": "members",
    "Inheritance": "subclasses",
    "Callers": "top_callers",
    "Callees": "top_callees",
    "ParentChain": "parent_chain",
    "Decorators": "decorators",
    "Statements": "statements",
    "PublicExports": "public_exports",
}
SHOWN = {
    "Members": "rich.console.Console",
    "Inheritance": "rich.jupyter.JupyterMixin",
    "Callers": "rich.console.Console.print",
    "Callees": "rich.console.Console.print",
    "ParentChain": "rich.console.Console.print",
    "Decorators": "rich/console.py::Console.size",
    "Statements": "rich.console.Console.print",
    "PublicExports": "rich/console.py",
}


@pytest.mark.parametrize("flag", EXPANDED)
def test_detail_expands_what_is_asked_for(real: Index, flag: str) -> None:
    name, part = SHOWN[flag], EXPANDED[flag]
    assert not ask(real, "symbol_detail", fqn=name)[part]
    assert ask(real, "symbol_detail", fqn=name, expand=[flag])[part]
    assert ask(real, "symbol_detail", fqn=name, expand=flag)[part]
    assert flag == "Statements" or ask(real, "symbol_detail", fqn=name, expand=["All"])[part]
    assert not ask(real, "symbol_detail", fqn=name, expand=["None"])[part]


def test_detail_leaves_out_what_is_not_wanted(real: Index) -> None:
    name = "rich.console.Console.print"
    answer = ask(real, "symbol_detail", fqn=name)
    assert answer["signature"].startswith("def print(")
    assert answer["doc_comment"]
    assert answer["summary_short"] == "Print to the console."
    assert answer["body"] == {}
    less = ask(real, "symbol_detail", fqn=name, include_signature=False, include_doc=False)
    assert (less["signature"], less["doc_comment"]) == ("", "")
    assert ask(real, "symbol_detail", fqn=name, include_body_metrics=True)["body"]["cyclomatic"] > 3


def test_detail_cuts_its_lists(real: Index) -> None:
    answer = ask(
        real, "symbol_detail", fqn="rich.console.Console", expand=["Members", "Callers"], max_children=4
    )
    assert len(answer["members"]) == 4
    assert len(answer["top_callers"]) <= 10
    assert answer["totals"]["members"] > 50
    assert (answer["truncated"], answer["limit"]) == (True, 4)


# --- symbol_source ---


def test_source_modes_show_more_and_more(real: Index) -> None:
    name = "rich/console.py::Console.size"
    lengths = []
    for mode in ("SignatureOnly", "SignatureAndDoc", "SignatureAndBody"):
        answer = ask(real, "symbol_source", fqn=name, mode=mode)
        lengths.append(len(answer["source"]))
        assert answer["virtual_file_path"] == answer["path"] == "rich/console.py"
        assert answer["short_sha"] == answer["sha256"][:8]
        assert answer["stable"]
        assert f"sha256:{answer['short_sha']}" in answer["markdown_ready_block"]
        assert answer["source"] in answer["markdown_ready_block"]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[2]
    assert ask(real, "symbol_source", fqn=name, mode="FullSpan")["source"].lstrip().startswith("@property")
    default = ask(real, "symbol_source", fqn=name)
    assert default == ask(real, "symbol_source", fqn=name, mode="SignatureAndBody", max_lines=40)


def test_source_is_really_cut(real: Index) -> None:
    answer = ask(real, "symbol_source", fqn="rich.console.Console", max_lines=5)
    assert answer["source"].count("\n") == 4
    assert answer["end_line"] - answer["start_line"] == 4
    assert (answer["truncated"], answer["limit"]) == (True, 5)
    assert ask(real, "symbol_source", fqn="rich.console.Console")["limit"] == 40


def test_source_shows_one_statement(real: Index) -> None:
    (hit, *_) = ask(
        real, "statement_query", parent_fqns=["rich.console.Console.print"], kinds=["For", "ForOf"]
    )["hits"]
    answer = ask(
        real,
        "symbol_source",
        fqn="rich.console.Console.print",
        mode="StatementSpan",
        statement_id=hit["statement_id"],
        max_lines=200,
    )
    assert (answer["start_line"], answer["end_line"]) == (hit["start_line"], hit["end_line"])
    assert answer["source"].lstrip().startswith("for ")


# --- codebase_search ---


def hits(index: Index, **given: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(index, "codebase_search", **given)["hits"]
    return found


@pytest.mark.parametrize("mode", ["Lexical", "Hybrid", "Vector"])
def test_search_takes_every_mode(real: Index, mode: str) -> None:
    answer = ask(real, "codebase_search", query="print to the console", mode=mode)
    assert answer["hits"]
    assert answer["mode"] in (mode.lower(), "lexical")
    assert {"fqn", "score", "summary_short", "signature", "match_origin"} <= set(answer["hits"][0])
    assert answer["total_candidates"] >= len(answer["hits"])


def test_search_filters_hold_before_the_limit(real: Index) -> None:
    common = {"query": "style", "mode": "Lexical", "top_k": 20}
    assert {hit["level"] for hit in hits(real, **common, levels=["L3_Symbol"])} == {3}
    assert {hit["level"] for hit in hits(real, **common, levels=["L2_Module"])} == {2}
    assert {hit["kind"] for hit in hits(real, **common, filter_kinds=["Class"])} == {"class"}
    assert {hit["kind"] for hit in hits(real, **common, filter_kinds="Class,Function")} == {
        "class",
        "function",
    }
    assert len(hits(real, **common, filter_kinds=["Method"])) == 20
    assert hits(real, **common, filter_packages=["rich"])
    assert not hits(real, **common, filter_packages=["no_such_package"])
    assert hits(real, **common, filter_languages=["Python"])
    assert not hits(real, **common, filter_languages=["rust"])
    assert {hit["path"] for hit in hits(real, **common, filter_paths=["rich/style.py"])} == {"rich/style.py"}
    tests = {"query": "prints", "mode": "Lexical"}
    assert {hit["is_test"] for hit in hits(real, **tests, tests=True)} == {True}
    assert not any(hit["is_test"] for hit in hits(real, **tests, tests=False))
    tagged = hits(real, query="make test card", mode="Lexical", filter_tags=["entry-point"])
    assert "make_test_card" in {hit["name"] for hit in tagged}
    assert not hits(real, query="make test card", mode="Lexical", filter_tags=["http-endpoint"])


def test_search_limits_scores_and_signatures(real: Index) -> None:
    assert len(hits(real, query="console", mode="Lexical")) == 10
    assert len(hits(real, query="console", mode="Lexical", top_k=3)) == 3
    assert all(hit["score"] >= 0.5 for hit in hits(real, query="console", mode="Lexical", min_score=0.5))
    assert not hits(real, query="Console", mode="Lexical")[0]["signature"]
    assert hits(real, query="Console", mode="Lexical", include_signature=True)[0]["signature"]
    assert hits(real, query="") == []
    assert hits(real, query=r"def print\(", regex=True)[0]["match_origin"] == "text"
    assert hits(real, query=r"DEF PRINT\(", regex=True, ignore_case=True)
    assert hits(real, like="rich.console.Console.print", query="")


# --- dependency_graph and sub_graph ---


@pytest.mark.parametrize("scope", ["L1_Package", "L2_Module", "L3_Symbol"])
def test_graph_shows_each_level(real: Index, scope: str) -> None:
    answer = ask(real, "dependency_graph", scope=scope, edge_kinds=["Imports", "Calls"], max_nodes=30)
    assert answer["metrics"]["node_count"] == len(answer["nodes"]) <= 30
    assert set(answer["metrics"]) == {"node_count", "edge_count", "cycle_count", "avg_fan_in", "avg_fan_out"}
    assert answer["mermaid_flowchart"]
    assert answer["dot"] is None
    names = {node["fqn"] for node in answer["nodes"]}
    assert all(edge["from"] in names and edge["to"] in names for edge in answer["edges"])


def test_graph_takes_its_parameters(real: Index) -> None:
    imports = ask(real, "dependency_graph", scope="L2_Module", edge_kinds=["Imports"], max_nodes=500)
    assert {edge["kind"] for edge in imports["edges"]} == {"imports"}
    assert imports["cycles"]
    assert len(imports["cycles"]) == imports["metrics"]["cycle_count"]
    outside = ask(real, "dependency_graph", scope="L2_Module", include_external=True, max_nodes=500)
    assert any(node["kind"] == "external" for node in outside["nodes"])
    assert not any(node["kind"] == "external" for node in imports["nodes"])
    inside = ask(real, "dependency_graph", scope="L3_Symbol", root_fqn="rich/color.py", include_dot=True)
    assert inside["dot"]
    assert {node["path"] for node in inside["nodes"]} == {"rich/color.py"}
    assert all(node["is_seed"] for node in inside["nodes"])
    bare = ask(real, "dependency_graph", include_mermaid=False)
    assert bare["mermaid_flowchart"] is None


def test_sub_graph_takes_its_parameters(real: Index) -> None:
    seed = "rich.console.Console.print"
    one = ask(real, "sub_graph", seeds=[seed], edge_kinds=["Calls"], depth=1)
    two = ask(real, "sub_graph", seeds=[seed], edge_kinds=["Calls"], depth=2, max_nodes=1000)
    assert one["total"] < two["total"]
    assert two["mermaid_flowchart"]
    back = ask(real, "sub_graph", seeds=[seed], direction="Backward", depth=1, include_mermaid=False)
    assert back["mermaid_flowchart"] is None
    assert any(node["path"] == "tests/test_console.py" for node in back["nodes"])
    cut = ask(real, "sub_graph", seeds=[seed], max_nodes=5)
    assert (len(cut["nodes"]), cut["limit"], cut["truncated"]) == (5, 5, True)


# --- flow_trace and impact_analysis ---


def test_trace_takes_its_parameters(real: Index) -> None:
    given = {"from": "test_prints", "to": "Text.append"}
    answer = ask(real, "flow_trace", **given, max_depth=6)
    (path,) = answer["paths"]
    assert path["length"] == len(path["fqns"]) - 1 == len(path["call_sites"])
    assert {"path", "start", "end", "sha"} <= set(path["call_sites"][0])
    assert len(path["call_sites"][0]["sha"]) == 40
    every = ask(real, "flow_trace", **given, include_all_paths=True, max_depth=6)
    assert len(every["paths"]) > 1
    cut = ask(real, "flow_trace", **given, include_all_paths=True, max_depth=6, max_paths=1)
    assert (len(cut["paths"]), cut["truncated"]) == (1, True)
    assert not ask(real, "flow_trace", **given, max_depth=1)["paths"]
    back = {"from": given["to"], "to": given["from"], "direction": "Backward"}
    assert ask(real, "flow_trace", **back, max_depth=6)["paths"]
    assert not ask(real, "flow_trace", **given, max_depth=6, edge_kinds=["Imports"])["paths"]
    assert ask(real, "flow_trace", **{"from": "test_prints"}, max_depth=2)["paths"]


def test_impact_takes_its_parameters(real: Index) -> None:
    answer = ask(real, "impact_analysis", target="rich.console.Console.print")
    assert answer["direct_impact"]
    assert answer["transitive_impact"]
    assert len(answer["top_callers"]) <= 10
    assert sum(answer["by_package"].values()) == answer["total"]
    assert answer["tests"]["total"] >= 1
    assert not ask(real, "impact_analysis", target="rich.console.Console.print", max_depth=1)[
        "transitive_impact"
    ]
    cut = ask(real, "impact_analysis", target="rich/console.py", max_nodes=7)
    assert len(cut["direct_impact"]) + len(cut["transitive_impact"]) == 7
    assert cut["truncated"]
    forward = ask(real, "impact_analysis", target="test_prints", direction="Forward")
    assert any("Console" in entry["fqn"] for entry in forward["direct_impact"])
    extends = ask(
        real, "impact_analysis", target="rich.jupyter.JupyterMixin", edge_kinds=["Extends"], max_depth=1
    )
    assert {entry["edge_kind"] for entry in extends["direct_impact"]} == {"extends"}
    sure = ask(real, "impact_analysis", target="rich.console.Console.print", include_tests=False)
    assert not any(entry["is_test"] for entry in sure["direct_impact"])


# --- complexity_report and statement_query ---


@pytest.mark.parametrize("metric", ["Cyclomatic", "NestingDepth", "FanOut", "LoC", "Callers", "PageRank"])
def test_complexity_ranks_by_every_metric(real: Index, metric: str) -> None:
    answer = ask(real, "complexity_report", metric=metric, top_n=4)
    values = [entry["value"] for entry in answer["top"]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 4
    assert answer["median"] <= answer["p95"] <= values[0]
    assert answer["evaluated_count"] > 500
    part = ask(real, "complexity_report", metric=metric, root_fqn="rich/console.py")
    assert part["evaluated_count"] < answer["evaluated_count"]


def test_statements_take_their_parameters(real: Index) -> None:
    answer = ask(real, "statement_query", parent_fqns=["rich/console.py"], kinds=["If", "Return"], top_k=7)
    assert {hit["kind"] for hit in answer["hits"]} <= {"if", "return"}
    assert len(answer["hits"]) == 7
    assert answer["truncated"]
    assert {
        "parent_fqn",
        "statement_id",
        "start_line",
        "end_line",
        "expression",
        "condition",
        "score",
    } <= set(answer["hits"][0])
    ranked = ask(
        real, "statement_query", parent_fqns=["rich/console.py"], semantic_query="raise an error", top_k=5
    )
    assert len(ranked["hits"]) == 5


# --- index_status, is_path_indexed ---


def test_status_tells_of_its_roots(real: Index) -> None:
    answer = ask(real, "index_status")
    (root,) = answer["roots"]
    assert {"virtual_root", "indexed_at", "node_count", "edge_count", "language_summary"} <= set(root)
    assert root["language_summary"]["python"] > 70
    assert (answer["dirty_count"], answer["dirty_paths"], answer["stale"]) == (0, [], False)
    assert ask(real, "index_status", accuracy=True, max_shapes=2)["accuracy"]["shapes"]


# --- all of them ---

ASKING: dict[str, dict[str, Any]] = {
    "codebase_map": {"root_fqn": "?"},
    "package_summary": {"fqn": "?"},
    "symbol_detail": {"fqn": "?"},
    "symbol_source": {"fqn": "?"},
    "codebase_search": {"like": "?"},
    "dependency_graph": {"root_fqn": "?"},
    "sub_graph": {"seeds": ["?"]},
    "flow_trace": {"from": "?"},
    "impact_analysis": {"target": "?"},
    "complexity_report": {"root_fqn": "?"},
    "statement_query": {"parent_fqns": ["?"]},
}


def with_name(given: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: [name] if isinstance(value, list) else name for key, value in given.items()}


@pytest.mark.parametrize("name", ASKING)
def test_an_unknown_name_comes_with_suggestions(real: Index, name: str) -> None:
    with pytest.raises(NotFoundError) as failed:
        ask(real, name, **with_name(ASKING[name], "rich.console.Consle"))
    assert 1 <= len(failed.value.suggestions) <= 3
    assert "rich::rich/console::Console" in failed.value.suggestions


@pytest.mark.parametrize("name", [name for name in ASKING if name != "package_summary"])
def test_an_ambiguous_name_comes_with_candidates(real: Index, name: str) -> None:
    with pytest.raises(AmbiguousError) as failed:
        ask(real, name, **with_name(ASKING[name], "__rich_console__"))
    assert len(failed.value.candidates) > 3


@pytest.mark.parametrize("one", [one for one in TOOLS if not one.builds], ids=lambda one: one.name)
def test_every_node_of_an_answer_has_its_place(real: Index, one: Any) -> None:
    given = with_name(ASKING.get(one.name, {}), "rich.console.Console.print")
    given |= {"is_path_indexed": {"virtual_path": str(real.root / "rich")}}.get(one.name, {})
    given |= {"expand": ["All"]} if one.name == "symbol_detail" else {}
    given |= {"root_fqn": "rich/console.py"} if "root_fqn" in given else {}
    request = msgspec.convert(given, one.request_type)
    answer = one.module.run(request) if one.rootless else one.module.run(real, request)
    for node in nodes_of(msgspec.to_builtins(answer)):
        assert {"path", "start_line", "end_line", "kind", "level"} <= set(node), node["fqn"]


def nodes_of(value: Any) -> list[dict[str, Any]]:
    """Everything in an answer that has a full name, but the steps of a proof, which have the place of the edge."""
    if isinstance(value, dict):
        own = [value] if "fqn" in value and "site" not in value else []
        return own + [node for part in value.values() for node in nodes_of(part)]
    return [node for part in value for node in nodes_of(part)] if isinstance(value, list) else []
