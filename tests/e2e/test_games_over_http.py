"""Whole games over HTTP with the real host: started, played and streamed to the end, and for a game server."""

import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any

import pytest

from tests.support.cli_runner import PATIENCE, CommandRunner, close, wait_for_result
from tests.support.compiled_engines import compile_engines

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Points of each line of a 3×3 board, numbered row by row."""

REQUEST = {
    "gameId": "17",
    "userId": "4",
    "currentMap": "100\n000\n000\n",
    "LLMFlag": "2",
    "gameType": "井字棋",
    "gameRule": "",
    "historySteps": "step1:玩家在(0,0)下棋",
    "gridSize": "3",
    "allowedTimeout": "60000",
}
"""The person has a corner: only the centre does not lose."""


class GameServer:
    """HTTP server that receives decisions; it answers each with the next of `statuses`, then 200."""

    def __init__(self) -> None:
        self.received: Queue[tuple[str, str, dict[str, str]]] = Queue()
        self.statuses: list[int] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                fields = dict(urllib.parse.parse_qsl(body, keep_blank_values=True, strict_parsing=True))
                server.received.put((self.path, self.headers["content-type"], fields))
                self.send_response(server.statuses.pop(0) if server.statuses else 200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Print nothing."""

        self._http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class Gateway:
    """Client of one gateway."""

    def __init__(self, url: str) -> None:
        self._url = url

    def post(self, path: str, body: Mapping[str, Any], *, form: bool = False) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of an answer."""
        data = urllib.parse.urlencode(body).encode() if form else json.dumps(body).encode()
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        request = urllib.request.Request(self._url + path, data, {"content-type": kind})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def get(self, path: str) -> dict[str, Any]:
        with urllib.request.urlopen(self._url + path, timeout=PATIENCE) as answer:
            return json.load(answer)

    def stream(self, game_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the type's last word and the payload of each event, to the end of the stream."""
        path = f"{self._url}/api/v1/games/{game_id}/stream"
        with urllib.request.urlopen(path, timeout=PATIENCE) as answer:
            for line in answer:
                if line.startswith(b"data:"):
                    event = json.loads(line[5:])
                    yield event["event_type"].rpartition(".")[2], event["payload"]


@pytest.fixture(scope="module")
def game_server() -> Iterator[GameServer]:
    server = GameServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, game_server: GameServer) -> Generator[Gateway]:
    compile_engines("tictactoe")
    towow = CommandRunner(tmp_path_factory.mktemp("games"))
    environment = {"TOWOW_GAME_CALLBACK_URL": game_server.url, "TOWOW_SIMULATED_LATENCY_MS": "0"}
    process = towow.start("demo", "--idle", "--port", "0", **environment)
    try:
        yield Gateway(wait_for_result(process, b"ready").decode().split()[-1])
    finally:
        process.kill()
        close(process)


def persons_move(board: list[str]) -> tuple[int, int]:
    """Return a move of side 1 that wins, else one that blocks, else the first empty point."""
    cells = "".join(board)
    for stone in "12":
        for line in LINES:
            if sorted(cells[point] for point in line) == ["0", stone, stone]:
                return divmod(next(point for point in line if cells[point] == "0"), 3)
    return divmod(cells.index("0"), 3)


def test_a_whole_game_is_played_over_http_and_streamed_to_its_end(gateway: Gateway) -> None:
    status, view = gateway.post("/api/v1/games", {"game": "tictactoe", "human": "first", "user_id": "user_alice"})
    assert (status, view["status"]) == (201, "running")
    game_id, seen = view["game_id"], list[str]()
    board, plies, agents = ["000"] * 3, 0, set[str]()
    for kind, payload in gateway.stream(game_id):
        seen.append(kind)
        if kind == "move_played":
            board, plies = payload["board"], payload["ply"]
            if payload["by"] == "team":
                assert payload["reason"]
                agents.add(payload["agent"])
        is_persons_turn = plies % 2 == 0 and plies < 9 and kind in ("started", "move_played")
        if is_persons_turn:
            x, y = persons_move(board)
            move = {"x": x, "y": y, "ply": plies + 1}
            assert gateway.post(f"/api/v1/games/{game_id}/move", move)[0] == 202
    assert (seen[0], seen[-1]) == ("started", "ended")
    assert seen.count("move_played") == plies == 9  # neither side errs
    assert {"agent_spoke", "tool_called", "tool_answered", "rules_interpreted", "move_proposed"} <= set(seen)
    assert "strategist" in agents
    after = gateway.get(f"/api/v1/games/{game_id}")
    assert (after["status"], after["plies"], after["board"]) == ("ended", 9, board)
    assert after["outcome"]["reason"] == "full_board"
    status, error = gateway.post(f"/api/v1/games/{game_id}/move", {"x": 0, "y": 0, "ply": 10})
    assert (status, error["error_code"]) == (409, "E014")


def test_a_game_server_gets_the_decision_at_its_callback_and_once(gateway: Gateway, game_server: GameServer) -> None:
    game_server.statuses[:] = [503]
    status, answer = gateway.post("/LMMRunning/add/", REQUEST, form=True)
    assert (status, answer["accepted"]) == (200, True)
    # The server fails once and gets the same decision again.
    deliveries = [game_server.received.get(timeout=PATIENCE) for _ in range(2)]
    assert deliveries[0] == deliveries[1]
    path, kind, fields = deliveries[0]
    assert (path, kind) == ("/api/pk/receive/LMM/move/", "application/x-www-form-urlencoded")
    reason = fields.pop("reason")
    assert fields == {"user_id": "4", "x": "1", "y": "1", "model_name": "towow"}
    assert any("\u4e00" <= character <= "\u9fff" for character in reason)
    assert gateway.post("/LMMRunning/add/", REQUEST) == (200, answer)

    # The next request of the game has the team's move in its history; JSON is understood, too.
    later = REQUEST | {
        "currentMap": "110\n020\n000\n",
        "historySteps": "step1:玩家在(0,0)下棋\nstep2:AI在(1,1)下棋\nstep3:玩家在(0,1)下棋",
    }
    status, second = gateway.post("/LMMRunning/add/", later)
    assert status == 200
    assert second["request_id"] != answer["request_id"]
    _, _, fields = game_server.received.get(timeout=PATIENCE)
    assert (fields["x"], fields["y"]) == ("0", "2")  # all else loses
    assert game_server.received.empty()


def test_a_short_time_is_decided_by_the_engine_alone(gateway: Gateway, game_server: GameServer) -> None:
    status, _ = gateway.post("/LMMRunning/add/", REQUEST | {"gameId": "18", "allowedTimeout": "5000"}, form=True)
    assert status == 200
    _, _, fields = game_server.received.get(timeout=PATIENCE)
    assert (fields["x"], fields["y"]) == ("1", "1")
    assert "引擎" in fields["reason"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"currentMap": "120\n000\n000\n"}, "currentMap"),
        ({"currentMap": "1000\n0000\n0000\n0000\n", "gridSize": "4"}, "gridSize"),
        ({"gameType": "chess"}, "gameType"),
        ({"historySteps": "step1:玩家在(3,0)下棋"}, "historySteps"),
        ({"allowedTimeout": "0"}, "allowedTimeout"),
        ({"allowedTimeout": "-5"}, "allowedTimeout"),
        ({"LLMFlag": "3"}, "LLMFlag"),
    ],
)
def test_a_wrong_request_is_refused_and_nothing_is_delivered(
    gateway: Gateway, game_server: GameServer, changes: dict[str, str], field: str
) -> None:
    status, error = gateway.post("/LMMRunning/add/", REQUEST | {"gameId": "19"} | changes, form=True)
    assert (status, error["error_code"]) == (400, "E001")
    assert field in {problem["field"] for problem in error["details"]}
    assert game_server.received.empty()
