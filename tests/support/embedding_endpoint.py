"""An embeddings endpoint on this machine, which gives the vectors of LetterEmbedder and can be held."""

import asyncio
import json
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder

ENDPOINT_KEY = "canary-of-the-embedder"


class EmbeddingEndpoint:
    """The endpoint and what it was sent. From the request number `holds_from` on it waits until `release` is set."""

    def __init__(self, port: int) -> None:
        self.environment = {
            "TOWOW_EMBEDDER": "http",
            "TOWOW_EMBEDDER_URL": f"http://127.0.0.1:{port}/v1/embeddings",
            "TOWOW_EMBEDDER_MODEL": LETTER_MODEL.name,
            "TOWOW_EMBEDDER_DIMENSION": str(LETTER_MODEL.dimension),
            "TOWOW_EMBEDDER_KEY": ENDPOINT_KEY,
        }
        self.requests: list[list[str]] = []
        self.authorizations: set[str | None] = set()
        self.holds_from: int | None = None
        self.is_held, self.release = Event(), Event()

    @property
    def texts(self) -> list[str]:
        """The texts that were answered or are being held, in their order."""
        return [text for request in self.requests for text in request]

    def answer(self, authorization: str | None, body: bytes) -> bytes:
        request = json.loads(body)
        assert request["model"] == LETTER_MODEL.name
        self.authorizations.add(authorization)
        self.requests.append(request["input"])
        if self.holds_from is not None and len(self.requests) > self.holds_from:
            self.is_held.set()
            self.release.wait(30)
        rows = asyncio.run(LetterEmbedder().embed(request["input"]))
        return json.dumps({"data": [{"index": n, "embedding": row.tolist()} for n, row in enumerate(rows)]}).encode()


@contextmanager
def embedding_endpoint() -> Generator[EmbeddingEndpoint]:
    """A running endpoint."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = endpoint.answer(self.headers["Authorization"], body)
            try:
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the client was killed

        def log_message(self, format: str, *args: object) -> None:
            """Keep the tests' output."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        endpoint = EmbeddingEndpoint(server.server_port)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.release.set()
            server.shutdown()
            thread.join()
