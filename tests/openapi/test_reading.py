"""Which files are OpenAPI documents, and what they declare."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from codegraph.openapi import reading
from codegraph.openapi.reading import Specification, read_specifications

from ..projects import write

OPENAPI = """\
openapi: 3.0.3
info: {title: Shop, version: "1"}
servers:
  - url: https://{region}.shop.example/{stage}/v1
    variables: {region: {default: eu}, stage: {default: live}}
  - url: /v1
paths:
  /orders/{id}:
    summary: one order
    parameters: []
    get: {operationId: read}
    DELETE:
      responses: {}
  /status:
    servers: [{url: "//ops.example"}]
    get: {}
    put: {servers: [{url: ""}]}
  x-note: {get: {}}
"""
SWAGGER = {
    "info": {"title": "Old"},
    "basePath": "/api/",
    "paths": {"/pets": {"post": {"operationId": "addPet"}, "parameters": []}},
    "swagger": "2.0",
}


def read(root: Path, files: Mapping[str, str]) -> tuple[list[Specification], dict[str, str]]:
    write(root, files)
    return read_specifications(root, [(path, len(text)) for path, text in sorted(files.items())])


def test_operations_come_with_their_places_and_their_servers(tmp_path: Path) -> None:
    ((found,), broken) = read(tmp_path, {"api/openapi.yaml": OPENAPI})
    assert (found.file, found.version, found.title, broken) == ("api/openapi.yaml", "3.0.3", "Shop", {})
    assert [(op.method, op.path, op.name, op.line, op.bases) for op in found.operations] == [
        ("GET", "/orders/{id}", "read", 11, ("/live/v1", "/v1")),
        ("DELETE", "/orders/{id}", "", 12, ("/live/v1", "/v1")),
        ("GET", "/status", "", 16, ("",)),
        ("PUT", "/status", "", 17, ("",)),
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_swagger_2_in_json_has_a_base_path(tmp_path: Path, indent: int | None) -> None:
    ((found,), _) = read(tmp_path, {"swagger.json": json.dumps(SWAGGER, indent=indent)})
    (operation,) = found.operations
    assert (found.version, found.title) == ("2.0", "Old")
    assert (operation.method, operation.path, operation.bases, operation.name) == (
        "POST",
        "/pets",
        ("/api",),
        "addPet",
    )
    assert operation.line == (8 if indent else 1)


def test_paths_may_lie_in_other_files(tmp_path: Path) -> None:
    files = {
        "spec/main.yaml": "openapi: 3.1.0\npaths:\n  /a:\n    $ref: paths/a.yaml\n  /b/{id}:\n"
        "    $ref: 'paths/all.json#/items/~1b~1%7Bid%7D'\n  /c: {$ref: '#/components/pathItems/c'}\n"
        "  /d: {$ref: ../../outside.yaml}\n  /e: {$ref: missing.yaml}\n  /f: {$ref: 'https://x.org/f.yaml'}\n"
        "  /g: {$ref: '#/paths/~1g'}\n"
        "components:\n  pathItems:\n    c:\n      head: {}\n",
        "spec/paths/a.yaml": "\nget: {operationId: a}\n",
        "spec/paths/all.json": '{"items": {"/b/{id}": {\n"patch": {}}}}',
    }
    ((found,), broken) = read(tmp_path, files)
    assert [(op.method, op.path, op.file, op.line) for op in found.operations] == [
        ("GET", "/a", "spec/paths/a.yaml", 2),
        ("PATCH", "/b/{id}", "spec/paths/all.json", 2),
        ("HEAD", "/c", "spec/main.yaml", 15),
    ]
    assert broken == {}


def test_all_paths_may_lie_in_another_file(tmp_path: Path) -> None:
    files = {
        "a.yaml": "openapi: 3.0.0\npaths: {$ref: b.yaml}\n",
        "b.yaml": "/x:\n  $ref: c.yaml\n",
        "c.yaml": "get: {}\n",
    }
    ((found,), _) = read(tmp_path, files)
    assert [(op.path, op.file) for op in found.operations] == [("/x", "c.yaml")]


def test_other_files_are_none_and_not_reported(tmp_path: Path) -> None:
    files = {
        "a.json": '{"dependencies": {"openapi": "3.0.1"}, "paths": {}}',
        "b.yaml": "openapi: 3.0.0\ncomponents: {}\n",
        "c.yaml": "kind: openapi\npaths: [",
        "d.yaml": "spec:\n  openapi: 3.0.0\n  paths: {/x: {get: {}}}\n",
        "e.json": '{"openapi": "4.0", "paths": {"/x": {"get": {}}}}',
    }
    assert read(tmp_path, files) == ([], {})


def test_broken_documents_are_reported_and_skipped(tmp_path: Path) -> None:
    files = {
        "a.json": '{"openapi": "3.0.0", "paths": {',
        "b.yaml": "openapi: 3.0.0\npaths: [\n",
        "c.yaml": "openapi: 3.0.0\npaths: {/x: {$ref: d.yaml}}\n",
        "d.yaml": "get: {",
        "e.yaml": 'swagger: "2.0"\npaths: {/ok: {get: {}}}\n',
    }
    found, broken = read(tmp_path, files)
    assert [(spec.file, len(spec.operations)) for spec in found] == [("c.yaml", 0), ("e.yaml", 1)]
    assert set(broken) == {"a.json", "b.yaml", "d.yaml"}
    assert broken["a.json"].startswith("not valid JSON")
    assert broken["b.yaml"] == "not valid YAML: did not find expected node content in line 3"


def test_a_document_that_is_too_large_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 100)
    found, broken = read(tmp_path, {"big.yaml": OPENAPI, "other.yaml": "x: 1\n" * 100})
    assert (found, broken) == ([], {"big.yaml": "larger than 100 bytes"})


def test_a_link_out_of_the_root_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"out/openapi.yaml": OPENAPI})
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "openapi.yaml").symlink_to(tmp_path / "out" / "openapi.yaml")
    assert read_specifications(tmp_path / "root", [("openapi.yaml", len(OPENAPI))]) == ([], {})
