"""PostgreSQL: indexes, names and pools, against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import psycopg
import pytest

from codegraph.errors import VectorStoreError
from codegraph.vectors import Match, Point, State
from codegraph.vectors.postgres import PostgresStore, connect
from tests.vectors.samples import clustered, points, recall

ROWS = 3000
AXES = np.eye(4, dtype=np.float32)


class Pool:
    """Hands out one new connection after the other, and says what an index is used for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.handed_out = 0

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        self.handed_out += 1
        with psycopg.connect(self.url, options="-c enable_seqscan=off -c enable_sort=off") as connection:
            yield connection


def test_connections_come_from_the_pool_that_was_given(postgres_url: str, namespace: str) -> None:
    pool = Pool(postgres_url)
    store = PostgresStore(pool)
    store.upsert(namespace, [Point(id="a")], AXES[:1])
    assert store.search(namespace, AXES[0], 1) == [Match("a", 1.0)]
    assert pool.handed_out == 2
    store.close()
    store.drop(namespace)


@pytest.mark.parametrize("index", ["hnsw", "ivfflat"])
def test_an_index_answers_nearly_as_well_as_a_scan(postgres_url: str, namespace: str, index: str) -> None:
    matrix = clustered(ROWS)
    store = PostgresStore(Pool(postgres_url), index=index)
    store.upsert(namespace, points(ROWS), matrix)
    with psycopg.connect(postgres_url, options="-c enable_seqscan=off") as connection:
        literal = "[" + ",".join(map(str, matrix[0].tolist())) + "]"
        plan = connection.execute(
            f'EXPLAIN SELECT id FROM "codegraph_{namespace}" ORDER BY embedding <#> %s::halfvec(32) LIMIT 5',
            [literal],
        ).fetchall()
    assert f'Index Scan using "codegraph_{namespace}_{index[0]}"' in str(plan)
    assert recall(store, namespace, matrix, clustered(30, seed=8)) >= 0.95
    store.drop(namespace)


def test_lists_are_made_anew_when_there_is_much_more_to_cluster(postgres_url: str, namespace: str) -> None:
    store = PostgresStore(Pool(postgres_url), index="ivfflat")
    matrix = clustered(4500)
    lists = []
    for start, end in ((0, 900), (900, 1500), (1500, 2500), (2500, 4500)):
        store.upsert(namespace, points(4500)[start:end], matrix[start:end])
        with psycopg.connect(postgres_url) as connection:
            rows = connection.execute(
                "SELECT reloptions FROM pg_class WHERE relname = %s", [f"codegraph_{namespace}_i"]
            ).fetchall()
        lists.append([option for (options,) in rows for option in options])
    assert lists == [[], ["lists=1"], ["lists=1"], ["lists=4"]]
    store.drop(namespace)


def test_tables_lie_in_the_schema_and_under_the_prefix_that_are_given(postgres_url: str) -> None:
    store = PostgresStore(Pool(postgres_url), schema="Some_Schema", prefix="mine", index="exact")
    store.upsert("space", [Point(id="a")], AXES[:1])
    with psycopg.connect(postgres_url) as connection:
        found = connection.execute('SELECT id FROM "Some_Schema"."mine_space"').fetchall()
    assert found == [("a",)]
    store.drop("space")
    assert store.state("space") == State(0, 0)


@pytest.mark.parametrize("name", ["", "a b", 'a"b', "a;b", "1a", "x" * 64, "é"])
def test_names_that_would_need_care_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="schema"):
        PostgresStore(Pool(""), schema=name)
    with pytest.raises(ValueError, match="table"):
        PostgresStore(Pool(""), prefix=name)


def test_an_index_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="btree"):
        PostgresStore(Pool(""), index="btree")


def test_a_server_that_is_not_there_is_an_error_of_the_store(tmp_path: object) -> None:
    store = PostgresStore(Pool(f"postgresql:///nothing?host={tmp_path}"))
    with pytest.raises(VectorStoreError, match="PostgreSQL"):
        store.state("space")


def test_a_failed_call_leaves_nothing_half_done(postgres_url: str, namespace: str) -> None:
    store = PostgresStore(Pool(postgres_url))
    too_high = [Point(id="a"), Point(id="b", level=10**6)]
    with pytest.raises(VectorStoreError):
        store.upsert(namespace, too_high, AXES[:2])
    assert store.state(namespace) == State(0, 0)


def test_two_stores_may_make_one_table_at_once(postgres_url: str, namespace: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def put(number: int) -> None:
        store = connect(postgres_url)
        store.upsert(namespace, [Point(id=str(number))], AXES[:1])
        store.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(put, range(4)))
    store = connect(postgres_url)
    assert store.state(namespace) == State(4, 4)
    store.drop(namespace)
    store.close()
