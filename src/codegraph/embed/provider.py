"""What turns texts into vectors, and how the one that the settings name is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol, cast

from codegraph.config import Embedding
from codegraph.errors import SettingsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float16]

ENTRY_POINTS = "codegraph.embeddings"
BUILT_IN, NO_PROVIDER = "onnx", "none"
SERVERS = ("openai", "ollama")


class EmbeddingProvider(Protocol):
    """Maps texts to vectors of length 1; the vector of a text never depends on the texts beside it."""

    @property
    def name(self) -> str:
        """The model's name, for people."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text could get another vector; cheap to ask for."""
        ...

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; this may load the model or ask a server."""
        ...

    @property
    def step_size(self) -> int:
        """How many texts are worth storing at once: what an interruption may cost."""
        ...

    def estimate_seconds(self, tokens: int) -> float | None:
        """About how long so many tokens of texts take; None when that can't be known."""
        ...

    def embed_documents(
        self,
        texts: Sequence[str],
        on_done: Callable[[int], None] | None = None,
        limits: Sequence[int] = (),
    ) -> Vectors:
        """The vectors of texts that are to be found, float16, shape (len(texts), dimensions).

        ``on_done`` is called in the caller's thread with the position of each text that is finished. ``limits``
        are the tokens that count of each text; 0, or no limits at all, stands for ``embedding.max_tokens``.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """The vector of what somebody asks, float16, shape (dimensions,)."""
        ...


def open_provider(settings: Embedding | None = None) -> EmbeddingProvider | None:
    """The provider that the settings name (the defaults when None); None for ``none``.

    Nothing is loaded before the first text. ``onnx`` and servers are built in; others come from installed
    packages, which offer under the entry-point group ``codegraph.embeddings`` a function that takes the settings.

    Raises:
        SettingsError: no provider has this name, or it can't work with these settings.
    """
    settings = settings or Embedding()
    name: str = settings.provider
    if name == NO_PROVIDER:
        return None
    if name == BUILT_IN:
        from codegraph.embed.providers.onnx import OnnxProvider

        return OnnxProvider(settings)
    if name in SERVERS:
        from codegraph.embed.providers.remote import RemoteProvider

        return RemoteProvider(settings)
    found = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name not in found:
        known = ", ".join(sorted({BUILT_IN, NO_PROVIDER, *SERVERS, *found}))
        raise SettingsError(f'embedding.provider: there is no provider "{name}"; known are {known}')
    factory: Any = found[name].load()
    return cast("EmbeddingProvider", factory(settings))
