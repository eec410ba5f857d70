"""The contract of embedders over the library sentence-transformers, and what is said without it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.util import find_spec

import pytest

from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.port import Embedder
from shared.embedding.sentence_transformers import SentenceTransformersEmbedder
from tests.contract.embedder_contract import EmbedderContract

IS_INSTALLED = find_spec("sentence_transformers") is not None
MODEL = EmbeddingModel("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2", 384)
SHARED = SentenceTransformersEmbedder(MODEL)
"""One for all tests, because loading takes seconds."""


@pytest.mark.skipif(not IS_INSTALLED, reason="needs the extra sentence-transformers, which brings PyTorch")
class TestSentenceTransformersEmbedder(EmbedderContract):
    @asynccontextmanager
    async def open_embedder(self) -> AsyncGenerator[Embedder]:
        yield SHARED


@pytest.mark.skipif(IS_INSTALLED, reason="the extra sentence-transformers is installed")
async def test_without_the_package_the_extra_is_named() -> None:
    embedder = SentenceTransformersEmbedder(MODEL)
    assert (await embedder.embed([])).shape == (0, 384)
    with pytest.raises(EmbeddingUnavailable, match=r"pip install 'towow\[sentence-transformers\]'"):
        await embedder.embed(["a"])
