"""Variables by the call that makes their value, and what is declared with a type."""

from __future__ import annotations

import pytest

from codegraph.fingerprint import Rules
from tests.fingerprint.reading import framework, look

NPM = 'framework = "mine"\nlanguage = "typescript"\necosystem = "npm"\n'


def tagged(when: str, code: str, language: str = "python") -> list[str]:
    head = {"head": NPM} if language == "typescript" else {}
    rules = Rules((framework(f"[[rule]]\ntags = ['found']\nwhen = {{ {when} }}", **head),))
    return sorted(look(code, language, rules).tags)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("users = Table('users')", True),
        ("users: object = Table('users')", True),
        ("users = Table('users').alias('u')", True),
        ("users = [Table('users')]", False),
        ("users = wrap(Table('users'))", False),
        ("users = unknown.wrap(Table('users'))", False),
        ("users = Table", False),
        ("users = lambda: Table('users')", False),
    ],
)
def test_a_variable_counts_when_its_value_begins_with_the_call(line: str, found: bool) -> None:
    code = f"from store import Table\nfrom tools import wrap\nother = 1\n{line}\n"
    assert tagged("value = ['store::Table']", code) == (["example::users"] if found else [])


def test_a_field_counts_and_what_decorates_it_does_not_stand_in_the_way() -> None:
    code = """
import { input, Mark } from 'kit';
export class Price {
  @Mark() amount = input<number>(0);
  unit = this.find(input());
}
"""
    assert tagged("value = ['kit::input']", code, "typescript") == ["example.ts::Price::amount"]


def test_each_of_two_variables_on_a_line_has_its_own_value() -> None:
    code = "import { make } from 'kit';\nimport { other } from 'else';\nconst a = other(), b = make();\n"
    assert tagged("value = ['kit::make']", code, "typescript") == ["example.ts::b"]


def test_what_is_declared_with_a_type_counts_and_what_only_uses_it_does_not() -> None:
    code = """
import { Guard, Routes } from 'kit';
export const signedIn: Guard = (route) => true;
export const open: Routes = [];
export class Shop { entry: Guard; }
export function make(): Guard { return signedIn; }
export const list: Array<Guard> = [];
export const plain = (guard: Guard) => { const other: Guard = guard; return other; };
"""
    assert tagged("type = ['kit::{Guard,Routes}']", code, "typescript") == [
        "example.ts::Shop::entry",
        "example.ts::open",
        "example.ts::signedIn",
    ]


def test_a_variable_in_a_parameter_hands_on_its_call_and_one_in_the_body_does_not() -> None:
    code = """
from kit import Needs
from typing import Annotated

Session = Annotated[object, Needs("session")]

def first(session: Session): ...

def second():
    return Session
"""
    assert tagged("call = ['kit::Needs']", code) == ["example::first"]
