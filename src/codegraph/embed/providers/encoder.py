"""A sentence encoder in memory: its tokenizer, its graph, and the step from tokens to one vector."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from codegraph.embed.model_files import check_file, read_checked
from codegraph.embed.model_spec import MEAN
from codegraph.errors import MissingPartError
from codegraph.memory import give_memory_back

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codegraph.embed.model_files import LocalModel
    from codegraph.embed.model_spec import ModelSpec
    from codegraph.embed.provider import Vectors

    Tokens = NDArray[np.int64]

CHARS_PER_TOKEN = 8
"""What is tokenized at all: code has about 3.5 characters a token, so nothing is lost but time."""

IDS, MASK, TYPES = "input_ids", "attention_mask", "token_type_ids"
_TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")


def cut_to(texts: Sequence[str], limit: int) -> list[str]:
    """What of texts is tokenized where ``limit`` tokens are read; the model sees no white space, so it uses none up."""
    return [" ".join(text.split())[: CHARS_PER_TOKEN * limit] for text in texts]


def _runtime() -> Any:
    """ONNX Runtime, which since 1.29 tells its makers how it is used unless it is kept from that before it starts."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


class Encoder:
    """One model, loaded when it is first used; safe to use from several threads.

    Raises (all methods):
        MissingPartError: a file of the model is missing, damaged, or no model of the kind that is known here.
    """

    def __init__(self, model: LocalModel, spec: ModelSpec) -> None:
        self._model = model
        self._spec = spec
        self._lock = threading.Lock()

    @property
    def width(self) -> int:
        """How many numbers the graph gives for a text, before any are left out."""
        return len(self._pool()(self.tokenize(["a"], 8)[0]))

    def tokenize(self, texts: Sequence[str], limit: int) -> list[Tokens]:
        """Token ids of each text, shape (1, n) with n at most ``limit``, special tokens included."""
        import numpy as np

        limit = min(limit, self._spec.max_tokens)
        return [np.asarray([one.ids], np.int64) for one in self._encoded(cut_to(texts, limit), limit)]

    def runner(self) -> Callable[[Tokens], Vectors]:
        """What turns the tokens of one text into its vector, float16 of length 1; the model is loaded by then."""
        import numpy as np

        pool, wanted = self._pool(), self._spec.dimensions
        self._check_width(wanted)

        def run(tokens: Tokens) -> Vectors:
            pooled = pool(tokens)
            part = pooled[:wanted] if wanted else pooled
            vector: Vectors = (part / np.linalg.norm(part)).astype(np.float16)
            return vector

        return run

    def _check_width(self, wanted: int) -> None:
        width = self._session.get_outputs()[self._output].shape[-1]
        if type(width) is int and width < wanted:
            raise self._unusable(
                self._model.graph, f"it gives {width} numbers a text, and {wanted} are expected of it"
            )

    def _pool(self) -> Callable[[Tokens], NDArray[np.float32]]:
        """Runs the graph: the first token's vector, the mean of all, or what the graph makes itself."""
        import numpy as np

        session = self._session
        output = session.get_outputs()[self._output].name
        asked = {entry.name for entry in session.get_inputs()}
        mean = self._spec.pooling == MEAN

        def pool(tokens: Tokens) -> NDArray[np.float32]:
            feeds = {IDS: tokens}
            if MASK in asked:
                feeds[MASK] = np.ones_like(tokens)
            if TYPES in asked:
                feeds[TYPES] = np.zeros_like(tokens)
            try:
                found: NDArray[np.float32] = session.run([output], feeds)[0][0]
            except Exception as error:  # the runtime's exceptions share no base class of their own
                raise self._unusable(self._model.graph, f"it fails at a text: {error}") from error
            if found.ndim == 1:
                return found
            pooled: NDArray[np.float32] = found.mean(axis=0) if mean else found[0]
            return pooled

        return pool

    @cached_property
    def _output(self) -> int:
        """Which output counts: the one of the tokens' vectors, else the first."""
        names = [entry.name for entry in self._session.get_outputs()]
        return next((names.index(name) for name in _TOKEN_OUTPUTS if name in names), 0)

    def _encoded(self, inputs: Sequence[str] | Sequence[tuple[str, str]], limit: int) -> list[Any]:
        """The tokenizer's encodings of texts, or of pairs of texts, each cut to ``limit`` tokens."""
        with self._lock:  # one tokenizer for all limits: each would hold the vocabulary, 8 MB, once more
            self._tokenizer.enable_truncation(limit)
            return list(self._tokenizer.encode_batch_fast(inputs))

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        data = read_checked(self._model, self._model.tokenizer)
        try:
            tokenizer = Tokenizer.from_str(data.decode())
        except Exception as error:  # tokenizers raises plain Exception
            raise self._unusable(self._model.tokenizer, str(error)) from error
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        onnxruntime = _runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        source = self._graph()
        try:
            session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's exceptions share no base class of their own
            raise self._unusable(self._model.graph, str(error)) from error
        self._check_interface(session)
        give_memory_back()
        return session

    def _graph(self) -> str:
        """The path of the checked graph: read from there it is not in memory a second time, as its bytes would be."""
        for name in self._model.data:
            check_file(self._model, name)
        return str(check_file(self._model, self._model.graph))

    def _check_interface(self, session: Any) -> None:
        inputs = [entry.name for entry in session.get_inputs()]
        unknown = [name for name in inputs if name not in (IDS, MASK, TYPES)]
        if unknown or IDS not in inputs:
            raise self._unusable(
                self._model.graph,
                f"it takes {', '.join(inputs) or 'nothing'}; known are {IDS}, {MASK} and {TYPES}",
            )
        ranks = [len(entry.shape) for entry in session.get_outputs()]
        if not any(rank in (2, 3) for rank in ranks):
            raise self._unusable(self._model.graph, "none of its outputs is a vector a token or a text")

    def _unusable(self, name: str, reason: str) -> MissingPartError:
        short = " ".join(reason.split())[:200]
        return MissingPartError(f"{self._model.folder / name} can't be loaded: {short}; {self._model.advice}")
