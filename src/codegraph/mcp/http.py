"""The server over streamable HTTP: for this machine alone unless told otherwise, with a token when asked for."""

from __future__ import annotations

import hmac
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from codegraph.errors import UsageError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
_PATIENCE = 3
"""Seconds that clients have, once the server is told to end, before their connections are closed."""
_LOCAL_HOSTS = ["127.0.0.1:*", "localhost:*", "[::1]:*"]
_LOCAL_ORIGINS = [f"http://{host}" for host in _LOCAL_HOSTS]


class BearerToken:
    """Lets through only requests with the token; the others get 401.

    Args:
        app: what answers them.
        token: the token.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(given, self._wanted):
                headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        await self._app(scope, receive, send)


def is_local(host: str) -> bool:
    """Whether a host is this machine seen from itself."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_every_address(host: str) -> bool:
    """Whether a host stands for all addresses of this machine."""
    try:
        return ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def serve_http(folders: Sequence[Path], *, host: str, port: int, token: str) -> None:
    """Serve until the process is told to end.

    Args:
        folders: the projects that are served.
        host, port: where; port 0 takes a free one, and stderr says which.
        token: what clients must send as ``Authorization: Bearer``; "" for none.

    Raises:
        UsageError: other machines could connect and there is no token, or the port is taken.
    """
    import socket

    import uvicorn

    if not is_local(host) and not token:
        raise UsageError(f"{host} can be reached from other machines; give a token with --token-env NAME")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # who connects before the server is up waits
    except OSError as error:
        raise UsageError(f"{host}:{port} can't be served ({error.strerror}); give another --port") from error
    bound = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host

    class Announced(uvicorn.Server):
        """Says where it serves once it listens to signals as well: none is lost from then on."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                print(f"codegraph serves http://{shown}:{bound}{PATH}", file=sys.stderr, flush=True)

    with suppress(KeyboardInterrupt):  # a signal that ends the server comes once more when it has ended
        config = uvicorn.Config(
            application(folders, shown, bound, token),
            log_level="warning",
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=_PATIENCE,
        )
        Announced(config).run(sockets=[listening])


def application(folders: Sequence[Path], host: str, port: int, token: str) -> ASGIApp:
    """The server as an ASGI application, which refuses hosts and origins that are not its own.

    One that listens at every address can't know its names: there the token alone decides, which no page in a browser
    has that was led to this machine by a false name.
    """
    from mcp.server.transport_security import TransportSecuritySettings

    from codegraph.mcp.server import CodegraphServer

    own = [f"{host}:{port}"]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=not (token and is_every_address(host)),
        allowed_hosts=[*_LOCAL_HOSTS, *own],
        allowed_origins=[*_LOCAL_ORIGINS, *(f"http://{name}" for name in own)],
    )
    server = CodegraphServer(folders)
    app: ASGIApp = server.protocol.streamable_http_app(
        streamable_http_path=PATH, transport_security=security, host=host
    )
    return BearerToken(app, token) if token else app
