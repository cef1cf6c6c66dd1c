"""Summaries by a server that speaks OpenAI's protocol, or by Ollama: code goes there, so its user has to name it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.errors import ServiceError, SettingsError
from codegraph.service import CHARS_PER_TOKEN, OLLAMA_URL, OPENAI_URL, Clock, JsonClient, Pace, key_for
from codegraph.summaries.summarizer import Prompt, Reply

if TYPE_CHECKING:
    from codegraph.config.settings import Summarizer as SummarizerSettings

KEY_VARIABLE = "CODEGRAPH_SUMMARIZER_API_KEY"


class _Service(NamedTuple):
    """What tells one protocol from another: where, what to send for a limit of tokens, how to read the answer."""

    url: str
    path: str
    options: Callable[[int], dict[str, Any]]
    read: Callable[[Any], Reply]


def _read_openai(answer: Any) -> Reply:
    choice = answer["choices"][0]
    return Reply(str(choice["message"]["content"] or ""), choice.get("finish_reason") == "length")


def _read_ollama(answer: Any) -> Reply:
    return Reply(str(answer["message"]["content"] or ""), answer.get("done_reason") == "length")


SERVICES = {
    "openai": _Service(
        OPENAI_URL, "/chat/completions", lambda limit: {"max_tokens": limit, "temperature": 0}, _read_openai
    ),
    "ollama": _Service(
        OLLAMA_URL,
        "/api/chat",
        lambda limit: {"stream": False, "options": {"num_predict": limit, "temperature": 0}},
        _read_ollama,
    ),
}


class RemoteSummarizer:
    """A model behind a server.

    Raises:
        SettingsError: no model is named, or the address makes no sense.
    """

    def __init__(
        self,
        settings: SummarizerSettings,
        environ: Mapping[str, str] = os.environ,
        clock: Clock | None = None,
    ) -> None:
        if not settings.model:
            raise SettingsError(f"summarizer.model: {settings.provider} needs the name of a model")
        self._service = SERVICES[settings.provider]
        self._settings = settings
        clock = clock or Clock()
        url = settings.base_url or self._service.url
        self._client = JsonClient(
            url,
            key=key_for(url, KEY_VARIABLE, environ),
            setting="summarizer.base_url",
            timeout=settings.timeout,
            pace=Pace(settings.requests_per_minute, settings.tokens_per_minute, clock),
            clock=clock,
        )
        self.name = f"{settings.model} at {self._client.host}"

    @property
    def fingerprint(self) -> str:
        """The server, the model and the length of its answers."""
        settings = self._settings
        return f"{settings.provider}:{self._client.base_url}:{settings.model}:{settings.max_tokens}"

    def summarize(self, prompt: Prompt) -> Reply:
        """What the model says of a prompt, see ``Summarizer``."""
        limit = self._settings.max_tokens
        messages = [
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.content},
        ]
        content = {"model": self._settings.model, "messages": messages, **self._service.options(limit)}
        tokens = (len(prompt.system) + len(prompt.content)) // CHARS_PER_TOKEN + limit
        answer = self._client.post(self._service.path, content, tokens=tokens)
        try:
            reply = self._service.read(answer)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ServiceError(f"{self._client.host}: the answer holds no text") from error
        if not reply.text.strip():
            raise ServiceError(f"{self._client.host}: the model {self._settings.model} said nothing")
        return reply
