"""A cross-encoder: reads a question and a text together and says how well they fit; slower and finer than vectors."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegraph.embed.model_files import model_at
from codegraph.embed.model_spec import MEAN, MOST_TOKENS, ModelSpec
from codegraph.embed.providers.encoder import IDS, MASK, TYPES, Encoder, cut_to
from codegraph.embed.providers.onnx import available_cores
from codegraph.errors import MissingPartError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class CrossEncoder(Encoder):
    """A model in a local folder (``model.onnx``, ``tokenizer.json``) that gives one logit, or two, for a pair.

    Args:
        folder: where the model lies; nothing is read before it is used.
        max_tokens: what the question and the text may have together.
    """

    def __init__(self, folder: Path, max_tokens: int = MOST_TOKENS) -> None:
        super().__init__(model_at(folder), ModelSpec(MEAN, 0, max_tokens, "", ""))
        self._limit = max_tokens

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the query, 0 to 1, in their order; the pairs are worked on on all cores.

        Raises:
            MissingPartError: a file of the model is missing or damaged, or it is no cross-encoder.
        """
        session = self._session
        pairs = [(query, text) for text in cut_to(texts, self._limit)]
        encodings = self._encoded(pairs, self._limit)
        asked = {entry.name for entry in session.get_inputs()}
        with ThreadPoolExecutor(available_cores()) as pool:
            return list(pool.map(lambda encoding: self._score(session, encoding, asked), encodings))

    def _score(self, session: Any, encoding: Any, asked: set[str]) -> float:
        import numpy as np

        feeds = {
            IDS: np.asarray([encoding.ids], np.int64),
            MASK: np.asarray([encoding.attention_mask], np.int64),
            TYPES: np.asarray([encoding.type_ids], np.int64),
        }
        logits: NDArray[np.float32] = session.run(None, {name: feeds[name] for name in asked})[0]
        if logits.ndim != 2 or logits.shape[1] > 2:
            raise MissingPartError(
                f"{self._model.folder} is no cross-encoder: it gives {logits.shape} for a pair, not one or two logits"
            )
        values = logits[0].astype(np.float64)
        return float(1 / (1 + np.exp(values[0] - values[1] if len(values) == 2 else -values[0])))
