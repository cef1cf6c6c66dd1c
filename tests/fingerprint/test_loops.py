"""Routes that are declared in loops over literals, in the languages that write them."""

from __future__ import annotations

import json

import pytest

from tests.fingerprint.reading import look

CASES: dict[str, tuple[str, str, list[str]]] = {
    "a block of a list of words": (
        "ruby",
        """
        # file: config/routes.rb
        Rails.application.routes.draw do
          %w[help terms].each do |name|
            get "/pages/#{name}", to: "pages##{name}"
          end
          [[:carts, "c"], [:orders, "o"]].each { |name, short| resources name, only: :index, path: short }
          { "a" => "help", "b" => "terms" }.each { |path, action| post path, to: "pages##{action}" }
        end
        # file: app/controllers/pages_controller.rb
        class PagesController < ApplicationController
          def help; end
          def terms; end
        end
        """,
        [
            "GET /c -> ",
            "GET /o -> ",
            "GET /pages/help -> help",
            "GET /pages/terms -> terms",
            "POST /a -> help",
            "POST /b -> terms",
        ],
    ),
    "a group in a loop": (
        "ruby",
        """
        # file: config/routes.rb
        Rails.application.routes.draw do
          [:v1, :v2].each do |version|
            namespace(version) { get "carts", to: "carts#index" }
          end
        end
        """,
        ["GET /v1/carts -> ", "GET /v2/carts -> "],
    ),
    "a table of structs, with and without the names of their fields": (
        "go",
        """
        package main
        import "net/http"
        type route struct {
            Method, Path string
            Handler      http.HandlerFunc
        }
        var routes = []route{
            {"GET", "/carts", list},
            {Method: "PUT", Path: "/carts/{id}", Handler: change},
        }
        func list(w http.ResponseWriter, r *http.Request)   {}
        func change(w http.ResponseWriter, r *http.Request) {}
        func main() {
            for _, r := range routes {
                http.HandleFunc(r.Method+" "+r.Path, r.Handler)
            }
            for path, handler := range map[string]http.HandlerFunc{"/a": list} {
                http.HandleFunc(path, handler)
            }
        }
        """,
        ["ANY /a -> list", "GET /carts -> list", "PUT /carts/{id} -> change"],
    ),
    "elements that are taken apart": (
        "typescript",
        """
        import express from "express";
        const app = express();
        const list = (req, res) => {};
        const show = (req, res) => {};
        const routes = [{ path: "/a", handler: list }, { path: "/b", handler: show }];
        for (const route of routes) app.get(route.path, route.handler);
        routes.forEach(({ path, handler }) => app.post(path, handler));
        for (const [path, handler] of [["/c", list]]) app.put(path, handler);
        """,
        ["GET /a -> list", "GET /b -> show", "POST /a -> list", "POST /b -> show", "PUT /c -> list"],
    ),
    "a tuple": (
        "python",
        """
        from flask import Flask
        app = Flask(__name__)
        def alive(): ...
        def ready(): ...
        for path, view in [("/alive", alive), ("/ready", ready)]:
            app.add_url_rule(path, view_func=view)
        for name in ("x", "y"):
            app.add_url_rule(f"/{name}", view_func=alive, methods=["POST"])
        """,
        ["GET /alive -> alive", "GET /ready -> ready", "POST /x -> alive", "POST /y -> alive"],
    ),
    "keys and values": (
        "php",
        r"""
        <?php
        use Illuminate\Support\Facades\Route;
        class PageController { public function help() {} public function terms() {} }
        foreach (['help', 'terms'] as $name) {
            Route::get("/pages/$name", [PageController::class, $name]);
        }
        foreach (['x' => 'help', 'y' => 'terms'] as $path => $method) {
            Route::post($path, [PageController::class, $method]);
        }
        """,
        ["GET /pages/help -> help", "GET /pages/terms -> terms", "POST /x -> help", "POST /y -> terms"],
    ),
    "a list of attributes": (
        "rust",
        """
        use axum::{routing::get, Router};
        async fn show() {}
        fn app() -> Router {
            let mut router = Router::new();
            for path in ["/a", "/b"] {
                router = router.route(path, get(show));
            }
            router
        }
        """,
        ["GET /a -> show", "GET /b -> show"],
    ),
    "minimal APIs": (
        "csharp",
        """
        using Microsoft.AspNetCore.Builder;
        var app = WebApplication.Create(args);
        foreach (var path in new[] { "/a", "/b" })
        {
            app.MapGet(path, Show);
        }
        static string Show() => "";
        """,
        ["GET /a -> Show", "GET /b -> Show"],
    ),
}


def routes(code: str, language: str) -> list[str]:
    """Each endpoint with the names of its handlers."""
    found = look(code, language).found
    handles = {node["fqn"]: [] for node in found.nodes}
    for edge in found.edges:
        if edge["kind"] == "handles":
            handles[edge["src"]].append(edge["dst"].rpartition("::")[2])
    return sorted(
        f"{node['name']} -> {', '.join(handles[node['fqn']])}"
        for node in found.nodes
        if not json.loads(node["attributes"]).get("dynamic")
    )


@pytest.mark.parametrize("name", CASES)
def test_a_route_in_a_loop_is_declared_for_each_element_of(name: str) -> None:
    language, code, wanted = CASES[name]
    assert routes(code, language) == wanted


def test_a_loop_over_something_unknown_declares_a_route_that_is_not_known() -> None:
    code = """
    from flask import Flask
    from elsewhere import names
    app = Flask(__name__)
    def alive(): ...
    for name in names:
        app.add_url_rule(f"/{name}", view_func=alive)
    """
    assert routes(code, "python") == []
    assert len(look(code).found.nodes) == 1
