"""Embedder at an HTTP endpoint with the request and response of OpenAI's and Voyage's `/v1/embeddings`."""

from collections.abc import Sequence

import httpx2
import numpy as np
from pydantic import BaseModel, Field, SecretStr, ValidationError

from shared.embedding.port import EmbeddingModel, EmbeddingUnavailable, Vectors, normalize

TIMEOUT_S = 10.0
BATCH = 128
"""Texts in one request; both providers take more."""

MAX_CHARACTERS = 2000
"""Characters of a text that are sent: endpoints reject a request that is too long, with all its texts."""


class _Row(BaseModel):
    index: int = Field(ge=0)
    embedding: tuple[float, ...]


class _Response(BaseModel):
    data: tuple[_Row, ...]


class HttpEmbedder:
    """Embedder whose texts are sent to an endpoint. It does not retry: a caller goes on without vectors."""

    def __init__(self, url: str, model: EmbeddingModel, key: SecretStr | None = None) -> None:
        """Open no connection yet.

        Args:
            url: URL of the embeddings resource, such as `https://api.voyageai.com/v1/embeddings`.
            model: Name of the model as the endpoint knows it, and the dimension that its vectors must have.
            key: Key, sent as `Authorization: Bearer KEY`; None or empty: no such header.
        """
        headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key and key.get_secret_value() else {}
        self._client = httpx2.AsyncClient(headers=headers, timeout=TIMEOUT_S)
        self._url, self._model = url, model

    @property
    def model(self) -> EmbeddingModel:
        """The model at the endpoint."""
        return self._model

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, with one request per BATCH of them."""
        rows = [await self._request(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(rows) if rows else np.empty((0, self._model.dimension), dtype=np.float32)

    async def _request(self, texts: Sequence[str]) -> Vectors:
        body = {"model": self._model.name, "input": [text[:MAX_CHARACTERS] for text in texts]}
        try:
            response = await self._client.post(self._url, json=body)
            response.raise_for_status()
            data = _Response.model_validate_json(response.content).data
        except httpx2.HTTPStatusError as error:
            raise EmbeddingUnavailable(f"the embedder answered {error.response.status_code}") from None
        except httpx2.HTTPError as error:
            raise EmbeddingUnavailable(f"the embedder did not answer: {type(error).__name__}") from None
        except ValidationError as error:
            raise EmbeddingUnavailable(
                f"the embedder's answer is no list of vectors: {error.errors()[0]['msg']}"
            ) from None
        if sorted(row.index for row in data) != list(range(len(texts))):
            raise EmbeddingUnavailable(f"the embedder gave {len(data)} vectors for {len(texts)} texts")
        ordered = sorted(data, key=lambda row: row.index)
        if any(len(row.embedding) != self._model.dimension for row in ordered):
            lengths = sorted({len(row.embedding) for row in ordered})
            raise EmbeddingUnavailable(f"the embedder gave vectors of {lengths} components, not those of {self._model}")
        return normalize(np.array([row.embedding for row in ordered], dtype=np.float32), self._model)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()
