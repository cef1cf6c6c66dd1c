"""Runs a BERT-like sentence encoder on the processor with ONNX Runtime; needs no network.

One text a run, unpadded: the int8 graph takes one scale over all that is in a run, so in a batch a text's
vector would depend on its neighbours. Alone it is a function of the text, bit for bit, whatever the number of
threads. One thread inside ONNX Runtime and one Python thread a core is the quickest way to do that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.embed.model_files import (
    BUNDLED_FOLDER,
    BUNDLED_NAME,
    MODEL_FILE,
    TOKENIZER_FILE,
    advice,
    model_fingerprint,
    read_checked,
)
from codegraph.errors import MissingPartError, SettingsError
from codegraph.model import EMBEDDING_DIMENSIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.config import Embedding
    from codegraph.embed.provider import Vectors

CHARS_PER_TOKEN = 8
"""What is tokenized at all: code has about 3.5 characters a token, so nothing is lost but time."""

_TOKENIZE_AT_ONCE = 4096


class OnnxProvider:
    """The bundled model, or one in a folder with ``model.onnx`` and ``tokenizer.json``.

    A model of one's own needs the same interface: CLS pooling and vectors of 384 numbers.

    Raises:
        SettingsError: the settings name a model that is not bundled, and no folder.
    """

    dimensions = EMBEDDING_DIMENSIONS

    def __init__(self, settings: Embedding) -> None:
        if not settings.model_path and settings.model != BUNDLED_NAME:
            raise SettingsError(
                f'embedding.model: only {BUNDLED_NAME} is bundled, not "{settings.model}"; '
                "set embedding.model_path to its folder"
            )
        self.folder = Path(settings.model_path).expanduser() if settings.model_path else BUNDLED_FOLDER
        self.name = settings.model if settings.model != BUNDLED_NAME else self.folder.name
        self.threads = settings.threads or available_cores()
        self._settings = settings

    @cached_property
    def fingerprint(self) -> str:
        """The model's files and all else that a vector depends on besides the text.

        Raises:
            MissingPartError: a file of a model of one's own is missing.
        """
        files = model_fingerprint(self.folder)
        return f"{self.name}:{files}:{self._settings.max_tokens}:{self._settings.document_prefix}"

    def embed_documents(self, texts: Sequence[str], on_done: Callable[[int], None] | None = None) -> Vectors:
        """See ``EmbeddingProvider``. Long texts are worked on first, so that no thread ends late.

        Raises:
            MissingPartError: a file of the model is missing or damaged.
        """
        import numpy as np

        vectors = np.empty((len(texts), self.dimensions), np.float16)
        for start in range(0, len(texts), _TOKENIZE_AT_ONCE):
            part = texts[start : start + _TOKENIZE_AT_ONCE]
            tokens = self._tokenize([self._settings.document_prefix + text for text in part])
            order = sorted(range(len(tokens)), key=lambda i: -tokens[i].shape[1])
            for i, vector in self._run_all(tokens, order):
                vectors[start + i] = vector
                if on_done:
                    on_done(start + i)
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """See ``EmbeddingProvider``."""
        return self._run_once()(self._tokenize([self._settings.query_prefix + text])[0])

    def _run_all(self, tokens: list[NDArray[np.int64]], order: list[int]) -> Iterator[tuple[int, Vectors]]:
        run = self._run_once()  # loads the model before the threads start, so that they share it
        pool = ThreadPoolExecutor(self.threads, thread_name_prefix="embed")
        try:
            yield from zip(order, pool.map(run, (tokens[i] for i in order)), strict=True)
        finally:
            # After an interrupt only the texts that are being worked on are waited for: milliseconds.
            pool.shutdown(wait=True, cancel_futures=True)

    def _run_once(self) -> Callable[[NDArray[np.int64]], Vectors]:
        import numpy as np

        session = self._session
        has_types = any(entry.name == "token_type_ids" for entry in session.get_inputs())

        def run(tokens: NDArray[np.int64]) -> Vectors:
            feeds = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
            if has_types:
                feeds["token_type_ids"] = np.zeros_like(tokens)
            first = session.run(None, feeds)[0][0, 0]
            vector: Vectors = (first / np.linalg.norm(first)).astype(np.float16)
            return vector

        return run

    def _tokenize(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        import numpy as np

        limit = CHARS_PER_TOKEN * self._settings.max_tokens
        # The model does not see white space, so it should not use up the limit.
        cut = [" ".join(text.split())[:limit] for text in texts]
        encodings = self._tokenizer.encode_batch_fast(cut)
        return [np.asarray([encoding.ids], np.int64) for encoding in encodings]

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        data = read_checked(self.folder, TOKENIZER_FILE)
        try:
            tokenizer = Tokenizer.from_str(data.decode())
        except Exception as error:  # tokenizers raises plain Exception
            raise self._unusable(TOKENIZER_FILE, error) from error
        tokenizer.enable_truncation(self._settings.max_tokens)
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        data = read_checked(self.folder, MODEL_FILE)
        try:
            session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's exceptions share no base class of their own
            raise self._unusable(MODEL_FILE, error) from error
        width = session.get_outputs()[0].shape[-1]
        if width != self.dimensions:
            raise MissingPartError(
                f"{self.folder / MODEL_FILE} gives {width} numbers a text; the index needs {self.dimensions}"
            )
        return session

    def _unusable(self, name: str, error: Exception) -> MissingPartError:
        reason = " ".join(str(error).split())[:200]
        return MissingPartError(f"{self.folder / name} can't be loaded: {reason}; {advice(self.folder)}")


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
