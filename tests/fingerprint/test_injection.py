"""Dependency injection: who gets what from a framework's container."""

from __future__ import annotations

import pytest

from tests.fingerprint.reading import framework, look

CASES: dict[str, tuple[str, str, list[str]]] = {
    "FastAPI calls what parameters ask for, by names of types too": (
        "python",
        """
        # file: deps.py
        from typing import Annotated
        from fastapi import Depends
        def session(): ...
        Session = Annotated[object, Depends(session)]
        def user(db: Session): ...
        # file: api.py
        from fastapi import APIRouter, Depends as Needs
        from deps import Session, user
        router = APIRouter()
        @router.get("/")
        def index(db: Session, who=Needs(user)): ...
        def plain(): ...
        """,
        ["index -> session", "index -> user", "user -> session"],
    ),
    "NestJS provides a class for an abstract one, and for a token": (
        "typescript",
        """
        // file: users.ts
        import { Controller, Get, Inject, Injectable, Module } from '@nestjs/common';
        export abstract class Users { abstract find(): string[]; }
        export interface Mail { send(): void; }
        export const MAIL = Symbol('mail');
        @Injectable()
        export class SqlUsers extends Users { find() { return []; } }
        export class Smtp implements Mail { send() {} }
        @Controller('users')
        export class UsersController {
          constructor(private readonly users: Users, @Inject(MAIL) private readonly mail: Mail) {}
          @Get()
          list() { this.mail.send(); return this.users.find(); }
        }
        @Module({ providers: [{ provide: Users, useClass: SqlUsers }, { provide: MAIL, useClass: Smtp }] })
        export class UsersModule {}
        """,
        ["list -> SqlUsers::find", "list -> Smtp::send"],
    ),
    "a Spring bean implements what another one has in its constructor": (
        "java",
        """
        // file: a/Owners.java
        package a;
        public interface Owners { String find(int id); }
        // file: a/JdbcOwners.java
        package a;
        import org.springframework.stereotype.Repository;
        @Repository
        class JdbcOwners implements Owners { public String find(int id) { return ""; } }
        // file: a/FakeOwners.java
        package a;
        class FakeOwners implements Owners { public String find(int id) { return ""; } }
        // file: a/OwnerController.java
        package a;
        import org.springframework.web.bind.annotation.RestController;
        @RestController
        class OwnerController {
          private final Owners owners;
          OwnerController(Owners owners) { this.owners = owners; }
          String show() { return owners.find(1); }
        }
        """,
        ["show -> JdbcOwners::find"],
    ),
    "an ASP.NET registration names a service and what implements it": (
        "csharp",
        """
        // file: Shop.cs
        using Microsoft.AspNetCore.Mvc;
        namespace Shop;
        public interface IStore { int Count(); }
        public interface IClock { int Now(); }
        public class SqlStore : IStore { public int Count() => 1; }
        public class Clock : IClock { public int Now() => 1; }
        public class OtherClock : IClock { public int Now() => 2; }
        public class ShopController : ControllerBase {
          private readonly IStore _store;
          private readonly IClock _clock;
          public ShopController(IStore store, IClock clock) { _store = store; _clock = clock; }
          public int Get() => _store.Count() + _clock.Now();
        }
        // file: Program.cs
        using Microsoft.Extensions.DependencyInjection;
        using Shop;
        static class Setup {
          static void Add(IServiceCollection services) {
            services.AddScoped<IStore, SqlStore>();
            services.AddSingleton<IClock>(provider => new Clock());
          }
        }
        """,
        ["Get -> Clock::Now", "Get -> SqlStore::Count"],
    ),
    "what no container makes is not injected": (
        "java",
        """
        // file: a/A.java
        package a;
        interface Store { void save(); }
        class Disk implements Store { public void save() {} }
        class Shop {
          private final Store store;
          Shop(Store store) { this.store = store; }
          void sell() { store.save(); }
        }
        """,
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_injection_leads_to_what_is_given(name: str) -> None:
    language, code, expected = CASES[name]
    edges = [edge for edge in look(code, language).found.edges if edge["rule"] == "injected"]
    shown = []
    for edge in edges:
        owner, _, member = edge["dst"].rpartition("::")
        owner = owner.rpartition("::")[2]
        member = (
            f"{owner}::{member}" if owner[:1].isupper() and "/" not in owner and "." not in owner else member
        )
        shown.append(f"{edge['src'].rpartition('::')[2]} -> {member}")
    assert sorted(shown) == sorted(expected)
    assert {(edge["kind"], edge["confidence"]) for edge in edges} <= {("calls", "inferred")}


def test_of_several_implementations_each_is_possible() -> None:
    code = """
    // file: a/A.java
    package a;
    import org.springframework.stereotype.Service;
    interface Pay { void go(); }
    @Service class Cash implements Pay { public void go() {} }
    @Service class Card implements Pay { public void go() {} }
    @Service class Till {
      private final Pay pay;
      Till(Pay pay) { this.pay = pay; }
      void ring() { pay.go(); }
    }
    """
    edges = [edge for edge in look(code, "java").found.edges if edge["rule"] == "injected"]
    assert [(edge["dst"].rpartition("::")[0].rpartition("::")[2], edge["confidence"]) for edge in edges] == [
        ("Card", "possible"),
        ("Cash", "possible"),
    ]


def test_a_rule_of_a_project_may_say_what_its_container_makes() -> None:
    from codegraph.fingerprint import Rules

    mine = framework(
        """
        [injection]
        asks = ["kit::wants"]

        [[rule]]
        tags = ["service"]
        when.decorator = ["kit::service"]
        """
    )
    code = """
    from kit import wants
    def database(): ...
    def handler(db=wants(database)): ...
    """
    edges = look(code, chosen=Rules((mine,))).found.edges
    assert [(edge["src"], edge["dst"], edge["rule"]) for edge in edges] == [
        ("p::example::handler", "p::example::database", "injected")
    ]
