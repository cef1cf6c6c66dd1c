"""How much of a text the model reads."""

import pytest

from codegraph.embed.limits import token_limit
from codegraph.model import Level, NodeKind


@pytest.mark.parametrize(
    ("level", "kind", "language", "tokens"),
    [
        (Level.SYMBOL, NodeKind.FUNCTION, "python", 128),
        (Level.MODULE, NodeKind.MODULE, "python", 128),
        (Level.MODULE, NodeKind.MODULE, "markdown", 256),
        (Level.SYMBOL, NodeKind.SECTION, "python", 256),
        (Level.PACKAGE, NodeKind.PACKAGE, "", 256),
        (Level.REPOSITORY, NodeKind.MONOREPO, "", 256),
    ],
)
def test_prose_gets_twice_the_tokens_of_code(
    level: Level, kind: NodeKind, language: str, tokens: int
) -> None:
    assert token_limit(level, kind, language) == tokens
