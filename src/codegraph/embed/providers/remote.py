"""Embeds with a server that speaks OpenAI's protocol, or with Ollama: code goes there, so its user has to name it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.config.settings import MODELS_OWN
from codegraph.embed.model_files import BUNDLED_NAME
from codegraph.errors import ServiceError, SettingsError
from codegraph.service import CHARS_PER_TOKEN, OLLAMA_URL, OPENAI_URL, Clock, JsonClient, Pace, key_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.config import Embedding
    from codegraph.embed.provider import Vectors

KEY_VARIABLE = "CODEGRAPH_EMBEDDING_API_KEY"

_MINUTE = 60.0
_QUERY_ATTEMPTS = 2
"""Somebody waits for the answer to a search, and words alone can answer, too."""


class Service(NamedTuple):
    """What tells one protocol from another; ``read`` gives the vectors of an answer in the order of the texts."""

    name: str
    url: str
    path: str
    extra: Mapping[str, Any]
    read: Callable[[Any], list[Any]]


def _openai(answer: Any) -> list[Any]:
    rows = sorted(answer["data"], key=lambda row: row["index"])
    if [row["index"] for row in rows] != list(range(len(rows))):
        raise ValueError("its vectors are not numbered")
    return [row["embedding"] for row in rows]


def _ollama(answer: Any) -> list[Any]:
    found: list[Any] = answer["embeddings"]
    return found


SERVICES = {
    "openai": Service("openai", OPENAI_URL, "/embeddings", {"encoding_format": "float"}, _openai),
    "ollama": Service("ollama", OLLAMA_URL, "/api/embed", {"truncate": True}, _ollama),
}


class RemoteProvider:
    """A model behind a server.

    Raises:
        SettingsError: no model is named, or the address makes no sense.
    """

    def __init__(
        self, settings: Embedding, environ: Mapping[str, str] = os.environ, clock: Clock | None = None
    ) -> None:
        if settings.model == BUNDLED_NAME:
            raise SettingsError(
                f"embedding.model: {settings.provider} needs the name of one of the server's models"
            )
        self._service = SERVICES[settings.provider]
        self._settings = settings
        clock = clock or Clock()
        url = settings.base_url or self._service.url
        self._client = JsonClient(
            url,
            key=key_for(url, KEY_VARIABLE, environ),
            timeout=settings.timeout,
            pace=Pace(settings.requests_per_minute, settings.tokens_per_minute, clock),
            clock=clock,
            setting="embedding.base_url",
        )
        self.name = f"{settings.model} at {self._client.host}"
        self.step_size = settings.batch_size
        self._dimensions = settings.dimensions
        self._document_prefix, self._query_prefix = (
            "" if prefix == MODELS_OWN else prefix
            for prefix in (settings.document_prefix, settings.query_prefix)
        )

    @property
    def fingerprint(self) -> str:
        """The server, the model, and all else that a vector depends on besides the text; asks nobody."""
        settings = self._settings
        parts = (
            settings.model, settings.provider, self._client.base_url, settings.dimensions, settings.max_tokens,
            self._document_prefix,
        )  # fmt: skip
        return ":".join(map(str, parts))

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; the server is asked once if the settings don't say it.

        Raises:
            ServiceError: it can't be asked.
        """
        if not self._dimensions:
            self._ask(["dimensions"], _QUERY_ATTEMPTS)
        return self._dimensions

    def estimate_seconds(self, tokens: int) -> float | None:
        """The time that the limits of the settings ask for; None without one: a server's speed is not known."""
        limit = self._settings.tokens_per_minute
        return tokens / limit * _MINUTE if limit else None

    def embed_documents(
        self,
        texts: Sequence[str],
        on_done: Callable[[int], None] | None = None,
        limits: Sequence[int] = (),
    ) -> Vectors:
        """See ``EmbeddingProvider``.

        Raises:
            ServiceError: the server can't be reached, refuses, or answers with something else.
        """
        import numpy as np

        size = self._settings.batch_size
        cut = [
            self._document_prefix + self._cut(text, limit)
            for text, limit in zip(texts, limits or [0] * len(texts), strict=True)
        ]
        parts = []
        for start in range(0, len(cut), size):
            parts.append(self._ask(cut[start : start + size]))
            for position in range(start, min(start + size, len(cut))):
                if on_done:
                    on_done(position)
        return np.concatenate(parts) if parts else np.empty((0, self._dimensions), np.float16)

    def embed_query(self, text: str) -> Vectors:
        """See ``EmbeddingProvider``.

        Raises:
            ServiceError: the server can't be reached, refuses, or answers with something else.
        """
        vector: Vectors = self._ask([self._query_prefix + self._cut(text, 0)], _QUERY_ATTEMPTS)[0]
        return vector

    def _cut(self, text: str, limit: int) -> str:
        return " ".join(text.split())[: CHARS_PER_TOKEN * (limit or self._settings.max_tokens)]

    def _ask(self, texts: list[str], attempts: int | None = None) -> Vectors:
        content = {"model": self._settings.model, "input": texts, **self._service.extra}
        if self._settings.dimensions:
            content["dimensions"] = self._settings.dimensions
        tokens = sum(len(text) // CHARS_PER_TOKEN + 1 for text in texts)
        tries = {} if attempts is None else {"attempts": attempts}
        answer = self._client.post(self._service.path, content, tokens=tokens, **tries)
        return self._normalised(self._matrix(answer, len(texts)))

    def _matrix(self, answer: Any, count: int) -> NDArray[np.float64]:
        """The vectors of an answer, once there is one of the right length for each text."""
        import numpy as np

        try:
            rows = self._service.read(answer)
            matrix = np.asarray(rows, dtype=np.float64)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._odd("the answer holds no vectors of numbers") from error
        if matrix.ndim != 2 or len(matrix) != count:
            raise self._odd(f"{count} texts were sent, and {len(rows)} vectors came back")
        if self._dimensions and matrix.shape[1] != self._dimensions:
            wanted = "embedding.dimensions says" if self._settings.dimensions else "before they had"
            raise self._odd(f"its vectors have {matrix.shape[1]} numbers, {wanted} {self._dimensions}")
        self._dimensions = matrix.shape[1]
        return matrix

    def _normalised(self, matrix: NDArray[np.float64]) -> Vectors:
        import numpy as np

        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise self._odd("a vector has no direction")
        vectors: Vectors = (matrix / lengths).astype(np.float16)
        return vectors

    def _odd(self, what: str) -> ServiceError:
        return ServiceError(f"{self._client.host}: {what} (model {self._settings.model})")
