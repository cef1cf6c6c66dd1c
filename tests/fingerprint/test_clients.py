"""Requests that code sends, by the rules of every client library."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import msgspec
import pytest

from codegraph.fingerprint import Rules
from codegraph.fingerprint.prefix_rules import Prefix
from tests.fingerprint.reading import look, rules

if TYPE_CHECKING:
    from codegraph.fingerprint.client_rules import Client
    from codegraph.fingerprint.schema import Framework

CLIENTS = [(framework, number) for framework in rules().frameworks for number in range(len(framework.client))]
NAMES = [f"{framework.framework}-{number + 1}" for framework, number in CLIENTS]


def alone(framework: Framework, client: Client) -> Rules:
    """One rule, with all that is known of the libraries of all frameworks."""
    others = [
        msgspec.structs.replace(other, rule=[], client=[], topic=[], prefix=Prefix())
        for other in rules().frameworks
        if other.framework != framework.framework
    ]
    return Rules((msgspec.structs.replace(framework, rule=[], client=[client], topic=[]), *others))


@pytest.mark.parametrize(("framework", "number"), CLIENTS, ids=NAMES)
def test_a_client_sends_what_its_rule_says(framework: Framework, number: int) -> None:
    client = framework.client[number]
    assert client.matches
    for example in client.matches:
        shown = look(example.code, framework.language, alone(framework, client), example.declares)
        assert shown.requests == sorted(example.requests), example.code
        assert all({framework.framework, "http-client"} <= set(tags) for tags in shown.tags.values())


@pytest.mark.parametrize(("framework", "number"), CLIENTS, ids=NAMES)
def test_what_only_looks_like_a_client_sends_nothing(framework: Framework, number: int) -> None:
    client = framework.client[number]
    assert client.ignores
    for code in client.ignores:
        shown = look(code, framework.language, alone(framework, client))
        assert (shown.requests, shown.tags) == ([], {}), code


LINKS = {
    "a class's methods send what it is asked for": (
        {
            "server/app.py": """
                from fastapi import FastAPI
                app = FastAPI()
                @app.get("/stock/{item}")
                def stock(item): ...
                @app.put("/stock/{item}/take")
                def take(item): ...
            """,
            "shop/stock.py": """
                import requests
                class Stock:
                    def __init__(self, root):
                        self.root = root
                    def ask(self, method, path):
                        return requests.request(method, self.root + path)
                    def of(self, item):
                        return self.ask("GET", f"/stock/{item}")
                    def take(self, item):
                        return self.ask("PUT", f"/stock/{item}/take")
            """,
        },
        [
            "shop/stock::Stock::of -> GET /stock/{item} (client-wrapper, inferred)",
            "shop/stock::Stock::take -> PUT /stock/{item}/take (client-wrapper, inferred)",
        ],
    ),
    "functions around functions, and what is taken apart": (
        {
            "server/app.py": """
                from fastapi import FastAPI
                app = FastAPI()
                @app.post("/api/carts")
                def add(): ...
                @app.get("/api/carts/{cart}")
                def show(cart): ...
            """,
            "web/http.ts": """
                export async function send({ url, method = "GET", ...more }: Options) {
                    return fetch("/api" + url, { method, ...more });
                }
                export const load = (url: string) => send({ url, method: "GET" });
            """,
            "web/carts.ts": """
                import { load, send } from "./http";
                export const show = (cart: number) => load(`/carts/${cart}`);
                export const add = () => send({ url: "/carts", method: "POST" });
            """,
        },
        [
            "web/carts.ts::add -> POST /api/carts (client-wrapper, inferred)",
            "web/carts.ts::show -> GET /api/carts/{cart} (client-wrapper, inferred)",
        ],
    ),
    "what is sent to others leads nowhere": (
        {
            "app.py": """
                import requests
                from fastapi import FastAPI
                app = FastAPI()
                @app.get("/users")
                def users():
                    return requests.get("https://api.example.com/users").json()
                def own():
                    return requests.get("http://localhost:8000/users").json()
            """,
        },
        ["app::own -> GET /users (client, inferred)"],
    ),
    "a parameter that is only a part of the address makes no wrapper": (
        {
            "server/app.py": """
                from fastapi import FastAPI
                app = FastAPI()
                @app.get("/users/{number}")
                def user(number): ...
            """,
            "web/users.js": """
                import axios from "axios";
                export const user = (number) => axios.get(`/users/${number}`);
                export const first = () => user(1);
                export const named = () => user("1");
            """,
        },
        ["web/users.js::user -> GET /users/{number} (client, inferred)"],
    ),
    "pages": (
        {
            "server/app.py": """
                from fastapi import FastAPI
                app = FastAPI()
                @app.get("/users/{number}")
                def user(number): ...
            """,
            "web/User.vue": """
                <template><button @click="load(1)">{{ name }}</button></template>
                <script setup lang="ts">
                const name = "Ö"
                async function load(number: number) {
                  return (await fetch(`/users/${number}`)).json()
                }
                </script>
            """,
        },
        ["web/User.vue::load -> GET /users/{number} (client, inferred)"],
    ),
}


@pytest.mark.parametrize("name", LINKS)
def test_requests_lead_to_what_answers_them(name: str) -> None:
    files, wanted = LINKS[name]
    shown = look({path: dedent(text).lstrip() for path, text in files.items()})
    assert shown.linked == wanted


def test_a_function_says_which_requests_it_sends() -> None:
    shown = look(
        "import requests\n\ndef a():\n    requests.get('http://x/b')\n    requests.post('http://x/c')\n"
    )
    assert shown.attributes("example::a") == {
        "evidence": ["ext::pypi::requests::get", "ext::pypi::requests::post"],
        "requests": ["GET //x/b", "POST //x/c"],
    }
    assert shown.tags["example::a"] == ["http-client", "requests"]
