"""A game server's end of the callback: keeps what it is sent, and answers each person's deliveries as it is told."""

import threading
import time
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import parse_qsl

Reaction = int | Literal["silence"]
"""Status of an answer, or none at all until the server is closed."""


@dataclass(frozen=True)
class Delivery:
    """A request at the callback: its path, its type, its fields, and when it came (s, monotonic)."""

    at: float
    path: str
    content_type: str
    fields: Mapping[str, str]

    @property
    def point(self) -> tuple[int, int]:
        """The move."""
        return int(self.fields["x"]), int(self.fields["y"])


class CallbackServer:
    """The deliveries by the person to whom they are addressed, and how they are answered."""

    def __init__(self) -> None:
        self.url = ""
        self.reactions: dict[int, Sequence[Reaction]] = {}
        """Answers to a person's deliveries, one after the other; the last one repeats. By default 200."""
        self._received: defaultdict[int, list[Delivery]] = defaultdict(list)
        self._changed = threading.Condition()
        self.closed = threading.Event()

    def take(self, delivery: Delivery) -> Reaction:
        """Keep a delivery, and return how it is answered."""
        person = int(delivery.fields["user_id"])
        with self._changed:
            self._received[person].append(delivery)
            reactions = self.reactions.get(person, (200,))
            number = len(self._received[person])
            self._changed.notify_all()
        return reactions[min(number, len(reactions)) - 1]

    def of(self, person: int) -> list[Delivery]:
        """Return the deliveries to a person so far."""
        with self._changed:
            return list(self._received[person])

    def wait(self, person: int, count: int = 1, limit_s: float = 30) -> list[Delivery]:
        """Return the deliveries to a person once there are so many. Raises AssertionError after `limit_s`."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self._received[person]) >= count, limit_s)
            assert came, f"{len(self._received[person])} of {count} deliveries to {person} within {limit_s:g} s"
            return list(self._received[person])


@contextmanager
def callback_server() -> Generator[CallbackServer]:
    """Run a game server's callback on a free port."""
    state = CallbackServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            at = time.monotonic()
            text = self.rfile.read(int(self.headers["content-length"])).decode()
            fields = dict(parse_qsl(text, keep_blank_values=True, strict_parsing=True))
            reaction = state.take(Delivery(at, self.path, self.headers["content-type"], fields))
            if reaction == "silence":
                state.closed.wait()
                return
            with suppress(OSError):  # the sender may be gone, killed by the test
                self.send_response(reaction)
                self.send_header("content-length", "0")
                self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield state
    finally:
        state.closed.set()
        server.shutdown()
        thread.join()
        server.server_close()
