"""The contract of embedders over an HTTP endpoint on this machine, and every answer that is none."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from pydantic import SecretStr

from shared.embedding.http import HttpEmbedder
from shared.embedding.local import DIMENSION, LocalEmbedder
from shared.embedding.port import Embedder, EmbeddingModel, EmbeddingUnavailable
from tests.contract.embedder_contract import EmbedderContract

Rows = list[dict[str, Any]]
MODEL = EmbeddingModel("some-model", DIMENSION)
LOCAL = LocalEmbedder()
KEY = "key-of-the-embedder"


def vectors_of(request: dict[str, Any]) -> Rows:
    """The endpoint's rows, last one first, as the local model makes them."""
    rows = asyncio.run(LOCAL.embed(request["input"]))
    return [{"index": index, "embedding": [float(each) for each in row]} for index, row in enumerate(rows)][::-1]


class Endpoint:
    """An endpoint that gives vectors, or the bytes that a test wants instead."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 200
        self.change: Callable[[Rows], Any] = lambda rows: {"data": rows, "usage": {"total_tokens": 1}}
        self.requests: list[tuple[str | None, dict[str, Any]]] = []

    def answer(self, authorization: str | None, body: bytes) -> bytes:
        request = json.loads(body)
        self.requests.append((authorization, request))
        answer = self.change(vectors_of(request))
        return answer if isinstance(answer, bytes) else json.dumps(answer).encode()


@contextmanager
def running_endpoint() -> Generator[Endpoint]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = endpoint.answer(self.headers["Authorization"], body)
            self.send_response(endpoint.status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the tests' output."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint = Endpoint(f"http://127.0.0.1:{server.server_port}/v1/embeddings")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            thread.join()


class TestHttpEmbedder(EmbedderContract):
    @asynccontextmanager
    async def open_embedder(self) -> AsyncGenerator[Embedder]:
        with running_endpoint() as endpoint:
            yield HttpEmbedder(endpoint.url, MODEL)


async def test_a_request_names_the_model_and_carries_the_key() -> None:
    with running_endpoint() as endpoint:
        embedder = HttpEmbedder(endpoint.url, MODEL, SecretStr(KEY))
        await embedder.embed(["a", "b"])
        await embedder.close()
    assert endpoint.requests == [(f"Bearer {KEY}", {"model": "some-model", "input": ["a", "b"]})]


def _with_embedding(rows: Rows, embedding: list[float]) -> Any:
    return {"data": [{**row, "embedding": embedding} for row in rows]}


UNUSABLE: dict[str, tuple[int, Callable[[Rows], Any], str]] = {
    "server error": (500, lambda rows: rows, "answered 500"),
    "wrong key": (401, lambda rows: rows, "answered 401"),
    "no JSON": (200, lambda _: b"<html>", "no list of vectors"),
    "no list": (200, lambda _: {"data": "none"}, "no list of vectors"),
    "one too few": (200, lambda rows: {"data": rows[1:]}, "1 vectors for 2 texts"),
    "one twice": (200, lambda rows: {"data": [rows[0], rows[0]]}, "2 vectors for 2 texts"),
    "cut off": (200, lambda rows: _with_embedding(rows, [0.1] * (DIMENSION - 1)), r"\[511\] components"),
    "no number": (200, lambda rows: _with_embedding(rows, [float("nan")] * DIMENSION), "no number"),
}


@pytest.mark.parametrize("case", UNUSABLE)
async def test_an_answer_without_fitting_vectors_is_unavailable(case: str) -> None:
    status, change, reason = UNUSABLE[case]
    with running_endpoint() as endpoint:
        endpoint.status, endpoint.change = status, change
        embedder = HttpEmbedder(endpoint.url, MODEL, SecretStr(KEY))
        with pytest.raises(EmbeddingUnavailable, match=reason) as raised:
            await embedder.embed(["a", "b"])
        await embedder.close()
    assert KEY not in str(raised.value)


async def test_an_endpoint_that_is_away_is_unavailable() -> None:
    embedder = HttpEmbedder("http://127.0.0.1:9/v1/embeddings", MODEL)
    with pytest.raises(EmbeddingUnavailable, match="did not answer: ConnectError"):
        await embedder.embed(["a"])
    await embedder.close()
