"""Handlers of functions in the files of serverless services."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import look, write

SERVERLESS = """
service: shop
functions:
  list:
    handler: src/users.list
    events: [{ httpApi: "GET /users" }]
  computed:
    handler: ${file(x.yml):handler}
  outside:
    handler: ../../other.handler
  image:
    image: shop
"""
TEMPLATE = """
Globals:
  Function:
    CodeUri: app/
Resources:
  Show:
    Type: AWS::Serverless::Function
    Properties:
      Handler: show.lambda_handler
      Role: !GetAtt Role.Arn
  Save:
    Type: AWS::Lambda::Function
    Properties:
      CodeUri: save/
      Handler: index.handler
  Table:
    Type: AWS::DynamoDB::Table
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("api/serverless.yml", SERVERLESS, [("list", "api/src/users.list")]),
        ("serverless.yaml", "functions:\n  - a: { handler: a.run }\n  - b", [("a", "a.run")]),
        (
            "template.yaml",
            TEMPLATE,
            [("Show", "app/show.lambda_handler"), ("Save", "save/index.handler")],
        ),
        ("template.yaml", "{{ if .Values }}\n- : {", []),
        ("serverless.yml", "functions: 1", []),
    ],
)
def test_functions_are_entry_points(
    tmp_path: Path, name: str, text: str, expected: list[tuple[str, str]]
) -> None:
    write(tmp_path, {name: text, "package.json": '{"name": "shop"}'})
    found = look(tmp_path)
    entries = [entry for declaration in found.declarations for entry in declaration.entries]
    assert [(entry.name, entry.target) for entry in entries] == expected
    assert {entry.kind for entry in entries} <= {"function"}
    assert found.skipped == []
    assert found.declarations[0].ecosystems == ("npm",)
