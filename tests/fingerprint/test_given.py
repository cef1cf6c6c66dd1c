"""Tags for what calls are given."""

from __future__ import annotations

from codegraph.fingerprint import Rules
from tests.fingerprint.reading import framework, look
from tests.fingerprint.test_variables import NPM

PYTHON = (
    "[[rule]]\ntags = ['found']\nwhen.call = ['jobs::Clock::add']\ngiven = { position = 0, keyword = 'work' }"
)


def test_a_function_counts_however_an_argument_names_it() -> None:
    code = """
# file: work.py
def clean(): ...
def count(): ...
class Tidy:
    def run(self): ...
# file: main.py
import functools
import work
from jobs import Clock
from work import count as number
clock = Clock()
tidy = work.Tidy()

def start():
    clock.add(work.clean, every=3)
    clock.add(every=3, work=functools.partial(number, 1))
    clock.add(tidy.run)

def other():
    clock.remove(start)
"""
    assert look(code, chosen=Rules((framework(PYTHON),))).tags == {
        name: ["found", "mine"] for name in ("work::clean", "work::count", "work::Tidy::run")
    }


def test_each_function_of_a_table_counts_also_where_the_table_has_a_name() -> None:
    rule = "[[rule]]\ntags = ['found']\nwhen.call = ['kit::Server']\ngiven = { keyword = 'resolvers' }"
    code = """
// file: users.ts
export const users = { Query: { user: () => 1 } };
export function all() { return []; }
// file: main.ts
import { Server } from 'kit';
import { users, all } from './users';
const table = [users, { Query: { all, none() { return 0; } } }];
export const server = new Server({ resolvers: table, helper: () => 2 });
"""
    shown = look(code, "typescript", Rules((framework(rule, NPM),)))
    assert sorted(shown.tags) == ["main.ts::none", "users.ts::all", "users.ts::users::user"]
