"""What the tests of search share."""

import pytest

from codegraph.embed import EmbeddingProvider, open_provider
from codegraph.graph.view import GraphView
from tests.search.sample import publish_shop


@pytest.fixture(scope="session")
def provider() -> EmbeddingProvider:
    """The bundled model."""
    found = open_provider()
    assert found is not None
    return found


@pytest.fixture(scope="session")
def embedded_shop(provider: EmbeddingProvider, tmp_path_factory: pytest.TempPathFactory) -> GraphView:
    """The shop with all its vectors."""
    return publish_shop(tmp_path_factory.mktemp("embedded"), provider)
