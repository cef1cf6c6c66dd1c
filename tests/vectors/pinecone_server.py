"""An imitation of Pinecone for tests: the published shape of its data plane, its limits, and its errors."""

from __future__ import annotations

import json
import threading
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np

from tests.serving import Handler, serving

KEY = "pc-test-key"
MAX_BODY = 2 << 20


class RefusedError(Exception):
    """A status with Pinecone's error object."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, "details": []}


class PineconeServer:
    """One index."""

    def __init__(self, url: str, dimension: int) -> None:
        self.url = url
        self.dimension = dimension
        self.spaces: dict[str, dict[str, dict[str, Any]]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.lock = threading.Lock()

    def handle(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Any:
        """The answer to a request."""
        parts = urlsplit(target)
        self.requests.append((parts.path, headers))
        if headers.get("api-key") != KEY:
            raise RefusedError(401, 16, "Malformed domain")
        if "x-pinecone-api-version" not in headers:
            raise RefusedError(400, 3, "no version")
        if len(body) > MAX_BODY:
            raise RefusedError(413, 11, "request too large")
        routes = {
            ("POST", "/vectors/upsert"): self.upsert,
            ("POST", "/vectors/delete"): self.delete,
            ("POST", "/query"): self.query,
            ("POST", "/describe_index_stats"): self.stats,
        }
        with self.lock:
            if (method, parts.path) == ("GET", "/vectors/fetch"):
                return self.fetch(parse_qs(parts.query))
            route = routes.get((method, parts.path))
            if route is None:
                raise RefusedError(404, 5, "Not found")
            return route(json.loads(body))

    def upsert(self, asked: dict[str, Any]) -> Any:
        vectors = asked["vectors"]
        if not 1 <= len(vectors) <= 1000:
            raise RefusedError(400, 3, f"{len(vectors)} vectors")
        for vector in vectors:
            if len(vector["values"]) != self.dimension:
                raise RefusedError(400, 3, f"Vector dimension {len(vector['values'])} does not match")
            if not vector["id"].isascii() or not 1 <= len(vector["id"]) <= 512:
                raise RefusedError(400, 3, "bad id")
            if len(json.dumps(vector["metadata"])) > 40 << 10:
                raise RefusedError(400, 3, "metadata too large")
        space = self.spaces.setdefault(asked.get("namespace", ""), {})
        space.update({vector["id"]: vector for vector in vectors})
        return {"upsertedCount": len(vectors)}

    def delete(self, asked: dict[str, Any]) -> Any:
        name = asked.get("namespace", "")
        if name not in self.spaces:
            raise RefusedError(404, 5, "Namespace not found")
        if asked.get("deleteAll"):
            del self.spaces[name]
            return {}
        if not 1 <= len(asked["ids"]) <= 1000:
            raise RefusedError(400, 3, "bad number of ids")
        for id_ in asked["ids"]:
            self.spaces[name].pop(id_, None)
        return {}

    def query(self, asked: dict[str, Any]) -> Any:
        if not 1 <= asked["topK"] <= 10_000:
            raise RefusedError(400, 3, "bad topK")
        if len(asked["vector"]) != self.dimension:
            raise RefusedError(400, 3, "dimension does not match")
        space = self.spaces.get(asked.get("namespace", ""), {})
        question = np.array(asked["vector"], np.float32)
        hits = [
            {
                "id": id_,
                "score": float(np.array(vector["values"], np.float32) @ question),
                "values": [],
                **({"metadata": vector["metadata"]} if asked.get("includeMetadata") else {}),
            }
            for id_, vector in space.items()
            if fits(vector["metadata"], asked.get("filter", {}))
        ]
        hits.sort(key=lambda hit: -hit["score"])
        return {
            "matches": hits[: asked["topK"]],
            "namespace": asked.get("namespace", ""),
            "usage": {"readUnits": 1},
        }

    def fetch(self, query: dict[str, list[str]]) -> Any:
        (name,) = query.get("namespace", [""])
        space = self.spaces.get(name, {})
        found = {id_: space[id_] for id_ in query.get("ids", []) if id_ in space}
        return {"vectors": found, "namespace": name, "usage": {"readUnits": 1}}

    def stats(self, _asked: dict[str, Any]) -> Any:
        namespaces = {name: {"vectorCount": len(space)} for name, space in self.spaces.items() if space}
        total = sum(space["vectorCount"] for space in namespaces.values())
        return {
            "namespaces": namespaces,
            "dimension": self.dimension,
            "indexFullness": 0,
            "totalVectorCount": total,
        }


def fits(metadata: dict[str, Any], where: dict[str, Any]) -> bool:
    """Whether metadata meets a filter: a list has a value when one of its members is it."""
    for field, condition in where.items():
        if field == "$and":
            if not all(fits(metadata, part) for part in condition):
                return False
            continue
        ((operator, wanted),) = condition.items()
        value = metadata[field]
        values = value if isinstance(value, list) else [value]
        if operator == "$in" and not any(one in wanted for one in values):
            return False
        if operator == "$eq" and wanted not in values:
            return False
        if operator not in ("$in", "$eq"):
            raise RefusedError(400, 3, f"unknown operator {operator}")
    return True


class _Handler(Handler):
    def do_GET(self) -> None:
        self._answer("GET", b"")

    def do_POST(self) -> None:
        self._answer("POST", self.read_body())

    def _answer(self, method: str, body: bytes) -> None:
        try:
            self.reply(200, self.server.app.handle(method, self.path, self.lower_headers, body))
        except RefusedError as error:
            self.reply(error.status, error.body)


def pinecone_imitation(dimension: int) -> AbstractContextManager[PineconeServer]:
    """A server on a free port of this machine."""
    return serving(_Handler, lambda url: PineconeServer(url, dimension))
