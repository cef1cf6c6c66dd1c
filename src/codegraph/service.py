"""A small client of JSON services: retried with patience, held to a pace, and led nowhere else by the server.

The standard library does all that is needed here: one request at a time, proxies as the environment names them.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from codegraph.errors import ServiceError, SettingsError

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_KEY_VARIABLE = "OPENAI_API_KEY"
OLLAMA_URL = "http://127.0.0.1:11434"
CHARS_PER_TOKEN = 4
"""A server's tokenizer is not at hand; code has 3.5 characters a token or more."""

ATTEMPTS = 6
MAX_WAIT = 120.0
"""Seconds; a server that asks for more is given up, so that nobody waits without knowing."""

MAX_ANSWER = 256 << 20
_FIRST_WAIT = 0.5
_LONGEST_BACKOFF = 30.0
_MINUTE = 60.0
_PASSING = frozenset({408, 429, 500, 502, 503, 504, 529})
"""Answers after which the same request may well succeed."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Clock(NamedTuple):
    """Time as the client sees it; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def key_for(url: str, variable: str, environ: Mapping[str, str]) -> str:
    """The key for a server, "" for none: the one in ``variable``, else OpenAI's where the server is OpenAI's.

    That key goes to no other server: it opens more than this.
    """
    key = environ.get(variable, "")
    if not key and url.rstrip("/") == OPENAI_URL:
        key = environ.get(OPENAI_KEY_VARIABLE, "")
    return key


class Pace:
    """Keeps requests and tokens below what a minute may have; 0 is no limit.

    Threads may share one: while one waits, the others queue behind it.
    """

    def __init__(self, requests: int = 0, tokens: int = 0, clock: Clock | None = None) -> None:
        self._requests = requests
        self._tokens = tokens
        self._clock = clock or Clock()
        self._sent: deque[tuple[float, int]] = deque()
        self._lock = threading.Lock()

    def wait(self, tokens: int) -> None:
        """Return once one more request of so many tokens fits into the last minute."""
        with self._lock:
            while (until := self._free_at(tokens)) > (now := self._clock.now()):
                self._clock.sleep(until - now)
            self._sent.append((self._clock.now(), tokens))

    def _free_at(self, tokens: int) -> float:
        """When the oldest requests that stand in the way are a minute old."""
        now = self._clock.now()
        while self._sent and self._sent[0][0] + _MINUTE <= now:
            self._sent.popleft()
        count, spent, until = len(self._sent), sum(number for _, number in self._sent), now
        for sent, number in self._sent:
            if not self._exceeds(count, spent + tokens):
                break
            count, spent, until = count - 1, spent - number, sent + _MINUTE
        return until

    def _exceeds(self, others: int, tokens: int) -> bool:
        too_many = bool(self._requests) and others >= self._requests
        return too_many or (bool(self._tokens) and others > 0 and tokens > self._tokens)


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would take code, and a key, to a place that nobody has named."""

    def redirect_request(self, *_: Any) -> None:
        return None


class JsonClient:
    """Sends JSON to one service.

    Args:
        base_url: where it is, ``http`` or ``https``.
        key: sent as a bearer token, or as it is in the header ``key_header``; "" for none. It never stands in a
            message.
        setting: the name of the setting that gave the address, for messages.
        timeout: seconds that the server may be silent.
        headers: sent with every request.

    Raises:
        SettingsError: the address makes no sense, or the key would cross a network unencrypted.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str,
        setting: str,
        timeout: float = 60.0,
        pace: Pace | None = None,
        clock: Clock | None = None,
        key_header: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.host = _checked_host(self.base_url, key, setting)
        self._key = key
        self._headers = {"Accept": "application/json", **(headers or {})}
        if key:
            self._headers |= {key_header: key} if key_header else {"Authorization": f"Bearer {key}"}
        self._timeout = timeout
        self._clock = clock or Clock()
        self._pace = pace or Pace(clock=self._clock)
        self._opener: OpenerDirector | None = None

    def post(self, path: str, content: dict[str, Any], *, tokens: int = 0, attempts: int = ATTEMPTS) -> Any:
        """The answer to a request, tried up to ``attempts`` times; ``tokens`` count for the pace.

        Raises:
            ServiceError: the server can't be reached, refuses, or answers with no JSON.
        """
        return self._send(path, content, tokens, attempts)

    def get(self, path: str, *, attempts: int = ATTEMPTS) -> Any:
        """The answer to a request without content, see ``post``.

        Raises:
            ServiceError: the server can't be reached, refuses, or answers with no JSON.
        """
        return self._send(path, None, 0, attempts)

    def _send(self, path: str, content: dict[str, Any] | None, tokens: int, attempts: int) -> Any:
        for attempt in range(attempts):
            self._pace.wait(tokens)
            try:
                return self._once(path, content)
            except _Passing as error:
                wait = (
                    error.wait if error.wait is not None else min(_FIRST_WAIT * 2**attempt, _LONGEST_BACKOFF)
                )
                if attempt == attempts - 1 or wait > MAX_WAIT:
                    asked = f"; it asks to wait {wait:.0f} s" if wait > MAX_WAIT else ""
                    raise ServiceError(f"{self.host}{path}: {error}{asked}; try again later") from error
                self._clock.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _once(self, path: str, content: dict[str, Any] | None) -> Any:
        request = Request(self.base_url + path, headers=self._headers)  # noqa: S310 (it was checked to be http or https)
        if content is not None:
            request.data = json.dumps(content).encode()  # which makes it a POST
            request.add_header("Content-Type", "application/json")
        self._opener = self._opener or build_opener(_NoRedirects)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                data, left = answer.read(MAX_ANSWER + 1), answer.length
        except HTTPError as error:
            with error:  # it is the answer, too, and holds the connection
                raise self._refused(path, error) from error
        except (URLError, OSError, HTTPException) as error:  # a timeout is an OSError
            raise _Passing(f"it can't be reached: {_reason(error)}", None) from error
        if len(data) > MAX_ANSWER:
            raise ServiceError(f"{self.host}{path}: the answer has more than {MAX_ANSWER >> 20} MB")
        if left:
            raise _Passing("the answer breaks off", None)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise ServiceError(f"{self.host}{path}: the answer is not JSON") from error

    def _refused(self, path: str, error: HTTPError) -> Exception:
        if 300 <= error.code < 400:
            return ServiceError(
                f"{self.host}{path}: it answers with a redirect ({error.code}), which is not followed; "
                "name the address that answers itself"
            )
        try:
            said = error.read(2000).decode("utf-8", "replace")
        except (OSError, HTTPException):
            said = ""
        text = f"HTTP {error.code}{self._told(said)}"
        if error.code in _PASSING:
            return _Passing(text, _retry_after(error.headers.get("Retry-After")))
        return ServiceError(f"{self.host}{path}: {text}")

    def _told(self, said: str) -> str:
        """What a server says of an error, in one short line without the key, which some of them repeat."""
        try:
            found = json.loads(said)
            found = found.get("error", found) if isinstance(found, dict) else found
            said = str(found.get("message", found) if isinstance(found, dict) else found)
        except (ValueError, RecursionError):
            pass
        if self._key:
            said = said.replace(self._key, "(the key)")
        line = " ".join(said.split())[:200]
        return f" ({line})" if line else ""


class _Passing(Exception):  # noqa: N818 (a state of the server, told to nobody)
    """What went wrong may be over soon; ``wait`` is how long the server wants to be left alone."""

    def __init__(self, message: str, wait: float | None) -> None:
        super().__init__(message)
        self.wait = wait


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return " ".join(str(reason).split())[:200] or type(error).__name__


def _retry_after(value: str | None) -> float | None:
    """Seconds, which RFC 9110 (section 10.2.3) lets a server give as a number or as a date."""
    if not value:
        return None
    try:
        return max(0.0, float(int(value)))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _checked_host(base_url: str, key: str, setting: str) -> str:
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise SettingsError(f"{setting}: {base_url!r} is no address: {error}") from error
    if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment:
        raise SettingsError(f"{setting}: expected an address such as https://host/v1, got {base_url!r}")
    if parts.username is not None or parts.password is not None:
        raise SettingsError(f"{setting}: an address with a user or password in it is not used")
    if key and parts.scheme == "http" and host not in _LOOPBACK:
        raise SettingsError(
            f"{setting}: a key is not sent unencrypted to {host}; use https, or unset the key"
        )
    return parts.netloc
