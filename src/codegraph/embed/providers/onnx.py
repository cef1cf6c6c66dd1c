"""Runs a BERT-like sentence encoder on the processor with ONNX Runtime; needs no network.

One text a run, unpadded: the int8 graph takes one scale over all that is in a run, so in a batch a text's
vector would depend on its neighbours. Alone it is a function of the text, bit for bit, whatever the number of
threads. One thread inside ONNX Runtime and one Python thread a core is the quickest way to do that.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

from codegraph.embed.model_files import model_fingerprint
from codegraph.embed.model_spec import ModelSpec, read_spec
from codegraph.embed.providers.encoder import Encoder
from codegraph.embed.registry import find_model

if TYPE_CHECKING:
    from codegraph.config import Embedding
    from codegraph.embed.provider import Vectors
    from codegraph.embed.providers.encoder import Tokens

_TOKENIZE_AT_ONCE = 4096
_TRIAL_TOKENS = 64


class OnnxProvider:
    """The bundled model, one that is registered under a name, or one in the folder that the settings name.

    Raises:
        SettingsError: the settings name a model that there is not.
    """

    step_size = 256

    def __init__(self, settings: Embedding) -> None:
        self.model = find_model(settings)
        self.name = self.model.name
        self.threads = settings.threads or available_cores()
        self._settings = settings

    @cached_property
    def fingerprint(self) -> str:
        """The model's files and all else that a vector depends on besides the text.

        Raises:
            MissingPartError: a file of a model of one's own is missing, or asks for what is not known here.
        """
        spec, settings = self._spec, self._settings
        parts = [self.name, model_fingerprint(self.model), settings.max_tokens, spec.document_prefix]
        if not self.model.is_bundled or settings.dimensions or settings.pooling != "auto":
            parts += [spec.pooling, settings.dimensions, spec.max_tokens]
        return ":".join(map(str, parts))

    @cached_property
    def dimensions(self) -> int:
        """How many numbers a vector has; a model whose files don't say so is loaded to see.

        Raises:
            MissingPartError: a file of the model is missing or damaged.
        """
        return self._spec.dimensions or self._encoder.width

    def estimate_seconds(self, tokens: int) -> float:
        """How long so many tokens take, from a short text that is timed; the model is loaded first.

        Raises:
            MissingPartError: a file of the model is missing or damaged.
        """
        run = self._encoder.runner()
        trial = self._encoder.tokenize(["word " * _TRIAL_TOKENS], _TRIAL_TOKENS)[0]
        run(trial)
        begun = time.perf_counter()
        run(trial)
        seconds = time.perf_counter() - begun
        return seconds * tokens / int(trial.shape[1]) / self.threads

    def embed_documents(
        self,
        texts: Sequence[str],
        on_done: Callable[[int], None] | None = None,
        limits: Sequence[int] = (),
    ) -> Vectors:
        """See ``EmbeddingProvider``. Long texts are worked on first, so that no thread ends late.

        Raises:
            MissingPartError: a file of the model is missing or damaged.
        """
        import numpy as np

        vectors = np.empty((len(texts), self.dimensions), np.float16)
        for start in range(0, len(texts), _TOKENIZE_AT_ONCE):
            part = slice(start, start + _TOKENIZE_AT_ONCE)
            tokens = self._tokenize(texts[part], limits[part])
            order = sorted(range(len(tokens)), key=lambda i: -tokens[i].shape[1])
            for i, vector in self._run_all(tokens, order):
                vectors[start + i] = vector
                if on_done:
                    on_done(start + i)
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """See ``EmbeddingProvider``."""
        tokens = self._encoder.tokenize([self._spec.query_prefix + text], self._settings.max_tokens)
        return self._encoder.runner()(tokens[0])

    @cached_property
    def _spec(self) -> ModelSpec:
        return read_spec(self.model, self._settings)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder(self.model, self._spec)

    def _tokenize(self, texts: Sequence[str], limits: Sequence[int]) -> list[Tokens]:
        """The tokens of texts in their order; those with the same limit are tokenized together."""
        prefix = self._spec.document_prefix
        wanted = [limit or self._settings.max_tokens for limit in limits or [0] * len(texts)]
        tokens: dict[int, Tokens] = {}
        for limit in sorted(set(wanted)):
            places = [i for i, one in enumerate(wanted) if one == limit]
            found = self._encoder.tokenize([prefix + texts[i] for i in places], limit)
            tokens.update(zip(places, found, strict=True))
        return [tokens[i] for i in range(len(texts))]

    def _run_all(self, tokens: list[Tokens], order: list[int]) -> Iterator[tuple[int, Vectors]]:
        run = self._encoder.runner()  # loads the model before the threads start, so that they share it
        pool = ThreadPoolExecutor(self.threads, thread_name_prefix="embed")
        try:
            yield from zip(order, pool.map(run, (tokens[i] for i in order)), strict=True)
        finally:
            # After an interrupt only the texts that are being worked on are waited for: milliseconds.
            pool.shutdown(wait=True, cancel_futures=True)


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
