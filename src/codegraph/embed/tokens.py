"""How many tokens a text has, counted with the tokenizer of the bundled model."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from codegraph.embed.model_files import TOKENIZER_FILE, bundled_model, read_checked


def count_tokens(text: str) -> int:
    """The tokens of a text; language models, which split words less, take somewhat fewer.

    Raises:
        MissingPartError: the bundled tokenizer is missing or damaged.
    """
    return len(_tokenizer().encode(text, add_special_tokens=False).ids) if text else 0


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(read_checked(bundled_model(), TOKENIZER_FILE).decode())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
