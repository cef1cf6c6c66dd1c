"""Small web projects that are indexed for real: what the rules find is what the tools are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import codegraph

from ..projects import write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FLASK = {
    "orders/pyproject.toml": '[project]\nname = "orders"\ndependencies = ["flask"]\n',
    "orders/store.py": """\
class Orders:
    def all(self):
        return [self.find(1)]

    def find(self, number):
        return number
""",
    "orders/app.py": """\
from flask import Blueprint, Flask

from store import Orders

orders = Blueprint("orders", __name__, url_prefix="/orders")
repo = Orders()


@orders.route("/", methods=["GET", "POST"])
def index():
    return repo.all()


@orders.get("/<int:number>")
def show(number):
    return repo.find(number)


def create_app(prefix):
    app = Flask(__name__)
    app.register_blueprint(orders)
    app.add_url_rule(prefix + "/health", view_func=health)
    return app


def health():
    return "ok"
""",
    "orders/tests/test_orders.py": """\
from flask import Flask

from store import Orders

app = Flask(__name__)


@app.get("/fake")
def fake():
    return Orders().find(1)


def test_find():
    assert Orders().find(1) == 1
""",
}
FASTAPI = {
    "billing/pyproject.toml": '[project]\nname = "billing"\ndependencies = ["fastapi"]\n',
    "billing/main.py": """\
from fastapi import FastAPI

from routes import router

service = FastAPI()
service.include_router(router, prefix="/v1")


@service.get("/health")
def health():
    return "ok"
""",
    "billing/routes.py": """\
from fastapi import APIRouter

router = APIRouter(prefix="/bills")


@router.get("/{bill_id}")
def read(bill_id: int):
    return bill_id


@router.delete("/{bill_id}")
def remove(bill_id: int):
    return None
""",
}
NESTJS = {
    "users/package.json": '{"name": "users", "dependencies": {"@nestjs/common": "10.0.0"}}',
    "users/src/users.controller.ts": """\
import { Controller, Get, Param, Post } from '@nestjs/common';
import { Users } from './users';

@Controller('users')
export class UsersController {
  constructor(private readonly users: Users) {}

  @Get(':id')
  find(@Param('id') id: string) {
    return this.users.find(id);
  }

  @Post()
  create() {
    return this.users.create();
  }
}
""",
    "users/src/users.ts": """\
export abstract class Users {
  abstract find(id: string): string;
  create(): string {
    return this.find('new');
  }
}
""",
    "users/src/users.service.ts": """\
import { Injectable } from '@nestjs/common';
import { Users } from './users';

@Injectable()
export class UsersService extends Users {
  find(id: string): string {
    return id;
  }
}
""",
    "users/src/users.spec.ts": """\
import { UsersService } from './users.service';

export function findsAnyone(): boolean {
  return new UsersService().find('1') === '1';
}
""",
}


def make_web(root: Path, *projects: Mapping[str, str]) -> Path:
    """Write the projects (all three by default) under ``root`` and index them."""
    for project in projects or (FLASK, FASTAPI, NESTJS):
        write(root, project)
    codegraph.index(root, embeddings=False, workers=1).close()
    return root


DOCUMENTS = {
    "docs/orders.yaml": """\
openapi: 3.0.3
info: {title: Orders, version: "1"}
servers: [{url: https://shop.example/api}]
paths:
  /orders:
    get: {operationId: listOrders}
    post: {operationId: createOrder}
    delete: {operationId: dropOrders}
  /orders/latest:
    get: {operationId: latestOrder}
""",
    "users/swagger.json": '{"swagger": "2.0", "basePath": "/", '
    '"paths": {\n"/users": {"post": {}},\n"/users/{x}": {"get": {}}}}',
    "docs/broken.yml": "openapi: 3.0.0\npaths: [\n",
    "vendor-api.json": '{"openapi": "3.1.0", "info": {"title": "Pets"}, "paths": {"/pets": {"get": {}}}}',
    ".gitignore": "generated/\n",
    "generated/openapi.yaml": "openapi: 3.0.0\npaths: {/never: {get: {}}}\n",
}
"""OpenAPI documents of the three projects, one that is broken, one of somebody else's API, and an ignored one."""
