"""Whole routes of small projects: endpoint, handler, and what requests pass before it."""

from __future__ import annotations

import json

import pytest

from tests.fingerprint.reading import look

CASES: dict[str, tuple[str, str, list[str]]] = {
    "what is used before a group is passed first, what is used later is not": (
        "go",
        """
        package main
        import "github.com/gin-gonic/gin"
        func show(c *gin.Context) {}
        func log(c *gin.Context) {}
        func signed(c *gin.Context) {}
        func later(c *gin.Context) {}
        func main() {
            g := gin.New()
            g.Use(log)
            g.Group("/a").Use(signed).GET("/b", show)
            g.Use(later)
        }
        """,
        ["GET /a/b: log, signed -> show"],
    ),
    "a function that is given a router has what the router uses until then": (
        "go",
        """
        package main
        import "github.com/gin-gonic/gin"
        func show(c *gin.Context) {}
        func log(c *gin.Context) {}
        func routes(g *gin.Engine) { g.GET("/b", show) }
        func main() {
            g := gin.New()
            g.Use(log)
            routes(g)
        }
        """,
        ["GET /b: log -> show"],
    ),
    "filters that a constructor asks for are passed": (
        "php",
        r"""
        // file: app/Http/Controllers/CartController.php
        <?php
        namespace App\Http\Controllers;
        use Illuminate\Routing\Controller;
        class CartController extends Controller {
            public function __construct() {
                $this->middleware('auth')->only(['store']);
                $this->middleware('slow');
                $this->middleware('index')->except('index');
                $this->middleware('late', ['only' => ['index']]);
            }
            public function index() {}
            public function store() {}
        }
        // file: routes/web.php
        <?php
        use App\Http\Controllers\CartController;
        use Illuminate\Support\Facades\Route;
        Route::resource('carts', CartController::class)->only(['index', 'store']);
        """,
        ["GET /carts: slow, late -> index", "POST /carts: auth, slow, index -> store"],
    ),
    "filters of a class are passed, those of its bases first, but for methods that they leave out": (
        "ruby",
        """
        # file: config/routes.rb
        Rails.application.routes.draw do
          resources :carts, only: [:index, :show, :create]
          get "alive", to: "status#alive"
        end
        # file: app/controllers/application_controller.rb
        class ApplicationController < ActionController::Base
          before_action :log_in
          before_action :count, :elsewhere
          def log_in; end
          def count; end
        end
        # file: app/controllers/carts_controller.rb
        class CartsController < ApplicationController
          before_action :load, only: [:show]
          skip_before_action :count, except: :create
          prepend_before_action :trace, only: %i[index]
          before_action :odd, only: METHODS
          def index; end
          def show; end
          def create; end
          def load; end
          def trace; end
          def odd; end
        end
        # file: app/controllers/status_controller.rb
        class StatusController < ApplicationController
          skip_before_action :log_in, :count, :elsewhere
          def alive; end
        end
        """,
        [
            "GET /alive -> alive",
            "GET /carts/:id: log_in, elsewhere, load -> show",
            "GET /carts: trace, log_in, elsewhere -> index",
            "POST /carts: log_in, count, elsewhere -> create",
        ],
    ),
    "a function that works with a function makes the handler, one that holds it wraps it": (
        "go",
        """
        package main
        import "github.com/gin-gonic/gin"
        func show(c *gin.Context) {}
        func trim(text string) string { return text }
        func file(name string, convert func(string) string) gin.HandlerFunc {
            text := convert(name)
            return func(c *gin.Context) { c.String(200, text) }
        }
        func signed(next gin.HandlerFunc) gin.HandlerFunc {
            return func(c *gin.Context) { next(c) }
        }
        func main() {
            g := gin.New()
            g.GET("/file", file("a", trim))
            g.GET("/show", signed(show))
        }
        """,
        ["GET /file -> file", "GET /show: signed -> show"],
    ),
    "a router that a function gives back with an error is known, and so is what it is made of": (
        "go",
        """
        package main
        import "github.com/gin-gonic/gin"
        func build() (*gin.Engine, error) {
            g := gin.New()
            return g, nil
        }
        func main() {
            g, err := build()
            if err != nil { return }
            g.Group("/a").GET("/b", func(c *gin.Context) {})
        }
        """,
        ["GET /a/b -> (inline)"],
    ),
    "what tests set before routes is not set before them": (
        "go",
        """
        // file: routes.go
        package main
        import "github.com/gin-gonic/gin"
        func show(c *gin.Context) {}
        func routes(g *gin.RouterGroup) { g.GET("/b", show) }
        func main() { routes(gin.New().Group("/a")) }
        // file: routes_test.go
        package main
        import ("testing"; "github.com/gin-gonic/gin")
        func TestRoutes(t *testing.T) { routes(gin.New().Group("/test")) }
        """,
        ["GET /a/b -> show"],
    ),
    "what makes middleware is passed, not what it is made with": (
        "go",
        """
        package main
        import ("example.com/cors"; "github.com/gin-gonic/gin")
        type Log struct{}
        func open() *Log { return &Log{} }
        func options() cors.Options { return cors.Options{} }
        func logged(log *Log) gin.HandlerFunc { return func(c *gin.Context) { use(log) } }
        func show(c *gin.Context) {}
        func main() {
            log := open()
            g := gin.New()
            g.Use(logged(log), cors.New(options()))
            g.GET("/b", show)
        }
        """,
        ["GET /b: logged, cors.New(options()) -> show"],
    ),
    "a layer is around the routes before it, the last one outermost, those of a stack in their order": (
        "rust",
        """
        use axum::{middleware::from_fn, routing::get, Router};
        use tower::ServiceBuilder;
        async fn show() {}
        async fn first() {}
        async fn second() {}
        async fn third() {}
        fn app() -> Router {
            let stack = 1;
            Router::new()
                .route("/a", get(show))
                .layer(from_fn(third))
                .layer(ServiceBuilder::new().layer(from_fn(first)).layer(from_fn(second)))
                .route("/b", get(show))
        }
        """,
        ["GET /a: first, second, third -> show", "GET /b -> show"],
    ),
    "a router that may be one of two has the paths of both": (
        "rust",
        """
        use axum::{routing::get, Router};
        async fn show() {}
        fn app(path: &str) -> Router {
            let pages = Router::new().route("/a", get(show));
            let pages = if path.is_empty() { pages } else { Router::new().nest("/b", pages) };
            pages.limited()
        }
        """,
        ["GET /a -> show", "GET /b/a -> show"],
    ),
    "a method of the project that gives back what it is called on changes nothing": (
        "rust",
        """
        use axum::{middleware::from_fn, routing::get, Router};
        async fn show() {}
        async fn limit() {}
        trait Limits { fn limited(self) -> Self; }
        impl Limits for Router {
            fn limited(self) -> Self { self.layer(from_fn(limit)) }
        }
        fn app() -> Router {
            let pages = Router::new().route("/a", get(show)).limited();
            Router::new().nest("/b", pages)
        }
        """,
        ["GET /b/a -> show"],
    ),
    "a router behind an interface of the project is one, another thing behind it is none": (
        "go",
        """
        package main
        import ("net/http"; "github.com/go-chi/chi/v5")
        type Router interface { MethodFunc(method, path string, h http.HandlerFunc) }
        type Table struct{}
        func (t *Table) MethodFunc(method, path string, h http.HandlerFunc) {}
        func show(w http.ResponseWriter, r *http.Request) {}
        func routes(r Router) { r.MethodFunc("GET", "/b", show) }
        func other(r Router) { r.MethodFunc("GET", "/none", show) }
        func main() {
            mux := chi.NewRouter()
            mux.Route("/a", func(r chi.Router) { routes(r) })
            other(&Table{})
        }
        """,
        ["GET /a/b -> show"],
    ),
    "paths are put together by functions of the library": (
        "go",
        """
        package main
        import ("fmt"; "path"; "github.com/gin-gonic/gin")
        const root = "/admin"
        func show(c *gin.Context) {}
        func main() {
            g := gin.New()
            g.GET(path.Join(root, ""), show)
            g.GET(path.Join(root, "/a"), show)
            g.GET(fmt.Sprintf("%s/b%%/%d", root, root), show)
            g.GET(fmt.Sprintf("%s/%s", root, other()), show)
        }
        """,
        ["GET /admin -> show", "GET /admin/a -> show", "GET /admin/b%//admin -> show", "GET … -> show"],
    ),
    "a path that a function of the project makes is read with what it is given": (
        "go",
        """
        package main
        import ("fmt"; "github.com/gin-gonic/gin")
        type Kind int
        const (
            First Kind = iota
            Second
            Third
        )
        func (k Kind) String() string {
            switch k {
            case First:
                return "first"
            case Second, Third:
                return "second"
            default:
                return "other"
            }
        }
        func pathOf(kind Kind, names ...string) string {
            switch kind {
            case First:
                return fmt.Sprintf("/%s/%s", kind, names[0])
            case Second:
                return fmt.Sprintf("/%s/%s/%s", First, kind, names[1])
            default:
                return unknown()
            }
        }
        func show(c *gin.Context) {}
        func main() {
            g := gin.New()
            g.GET(pathOf(First, ":id"), show)
            g.GET(pathOf(Second, ":id", ":name"), show)
            g.GET(pathOf(Third, ":id"), show)
            g.GET(pathOf(chosen(), ":id"), show)
        }
        """,
        ["GET /first/:id -> show", "GET /first/second/:name -> show", "GET … -> show", "GET … -> show"],
    ),
    "what wraps a scope is around all of its routes": (
        "rust",
        """
        use actix_web::{middleware::from_fn, web, App};
        async fn show() {}
        async fn signed() {}
        async fn log() {}
        fn app() {
            App::new()
                .service(web::scope("/a").route("/b", web::get().to(show)).wrap(from_fn(signed)))
                .wrap(from_fn(log));
        }
        """,
        ["GET /a/b: log, signed -> show"],
    ),
}


def routes(code: str, language: str) -> list[str]:
    """Each endpoint with its handler, and with what requests pass before that."""
    found = look(code, language).found
    handlers: dict[str, list[str]] = {}
    for edge in found.edges:
        if edge["rule"] == "route":
            handlers.setdefault(edge["src"], []).append(edge["dst"].rpartition("::")[2])
    lines = []
    for node in found.nodes:
        attributes = json.loads(node["attributes"])
        passes = ", ".join(name.rpartition("::")[2] for name in attributes.get("middleware", ()))
        handler = ", ".join(handlers.get(node["fqn"], ())) or ("(inline)" if "inline" in attributes else "?")
        lines.append(f"{node['name']}{': ' if passes else ''}{passes} -> {handler}")
    return sorted(lines)


@pytest.mark.parametrize("name", CASES)
def test_routes_are_found_where(name: str) -> None:
    language, code, wanted = CASES[name]
    assert routes(code, language) == wanted


def test_an_endpoint_in_code_of_tests_is_of_tests() -> None:
    found = look(
        """
        use axum::{routing::get, Router};
        async fn show() {}
        fn app() -> Router { Router::new().route("/a", get(show)) }
        #[cfg(test)]
        mod tests {
            use axum::{routing::get, Router};
            fn app() -> Router { Router::new().route("/b", get(|| async {})) }
        }
        """,
        "rust",
    ).found
    assert {node["name"]: node["is_test"] for node in found.nodes} == {"GET /a": False, "GET /b": True}
