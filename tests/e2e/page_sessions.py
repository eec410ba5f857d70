"""Sessions that a browser looks at: their scenario, how they are started, their events, a line that is cut."""

import json
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx2
import yaml

from tests.e2e.page_systems import Served
from tests.support.cli_runner import PATIENCE

QUERY = "帮我制定创业开咖啡馆的计划"
USER = "user_page"
SCENARIO = {
    "query": QUERY,
    "planner": [
        {"conclusion": "三月租下店面开业", "reasons": ["地段好"], "hours": 200, "deadline": "2027-03-31"},
        {"conclusion": "三月租下店面开业", "reasons": ["地段好", "租约可以只签一年"], "hours": 220},
        {"conclusion": "先试营业三个月再签长约", "reasons": ["租约可以只签一年"], "deadline": "2027-04-30"},
    ],
    "critic": [
        {"conclusion": "不租店面，先摆摊", "reasons": ["租金太高"], "risks": ["现金撑不过半年"]},
        {"conclusion": "现在不应开店", "reasons": ["周边已有五家咖啡馆"], "content": "站在反方：现在开店会亏。"},
        {"conclusion": "先试营业三个月再签长约", "reasons": ["试营业能验证客流"], "risks": []},
    ],
    "similarity": [0.70, None, 0.93],
}
"""A devil's advocate in the second round, an agreement in the third."""

LATENCY = 0.4
"""Seconds of each turn: the page is open before there are so many events that it folds them at once."""


def scenario(folder: Path, **changes: Any) -> Path:
    """Write SCENARIO with its pace and `changes`; return the file."""
    chosen: dict[str, Any] = SCENARIO | changes
    paced = {name: [_paced(turn) for turn in chosen[name]] for name in ("planner", "critic")}
    path = folder / "deliberation.yaml"
    path.write_text(yaml.safe_dump(chosen | paced, allow_unicode=True), encoding="utf-8")
    return path


def start(system: Served, conversation: str = "") -> str:
    """Start a session over HTTP, leave its stream, and return its id."""
    body = {
        "message": QUERY,
        "mode": "multi_agent",
        "userId": USER,
        "conversationId": conversation or f"page-{monotonic()}",
    }
    with httpx2.stream("POST", f"{system.url}/api/v1/deliberations", json=body, timeout=PATIENCE) as answer:
        assert answer.status_code == 200, answer.read()
        return answer.headers["x-session-id"]


def log(system: Served, session_id: str) -> list[dict[str, Any]]:
    """Return all events of a session, once it has ended."""
    url = f"{system.url}/api/v1/deliberations/{session_id}/stream"
    with httpx2.stream("GET", url, timeout=PATIENCE) as answer:
        data = [line.removeprefix("data: ") for line in answer.iter_lines() if line.startswith("data: ")]
    assert data[-1] == "[DONE]"
    return [json.loads(each) for each in data[:-1]]


def view(system: Served, session_id: str) -> dict[str, Any]:
    """Return the gateway's view of a session."""
    answer = httpx2.get(f"{system.url}/api/v1/deliberations/{session_id}", timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _paced(turn: dict[str, Any] | str) -> dict[str, Any] | str:
    return turn | {"after": LATENCY} if isinstance(turn, dict) else turn


class Line:
    """A line to a gateway that can be cut: it breaks what is open and refuses what is new, until it is mended."""

    def __init__(self, url: str) -> None:
        self._to = (urlsplit(url).hostname or "", urlsplit(url).port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break it."""
        self._is_cut = True
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let new connections pass."""
        self._is_cut = False

    def close(self) -> None:
        """Break it for good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self._to)
                self._open |= {near, far}
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(system: Served) -> Generator[Line]:
    """A line to the gateway of a system."""
    line = Line(system.url)
    try:
        yield line
    finally:
        line.close()
