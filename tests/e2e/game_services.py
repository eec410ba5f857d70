"""GameHive over real services: a gateway process, worker processes of its roles, and a game server of the test."""

import asyncio
import json
import subprocess
import time
from collections.abc import Collection, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx2

from shared.store.redis.connect import connect as connect_store
from tests.e2e.distributed import Distributed
from tests.e2e.server_game import ServerGame
from tests.support.callback_server import CallbackServer
from tests.support.cli_runner import close, wait_for_result

ROLES = ("game_host", "game_agent", "game_search", "game_callback")
ENTRY = "/LMMRunning/add/"

Event = dict[str, Any]


class GameServices:
    """A running system, and the game server that uses it."""

    def __init__(self, services: Distributed, url: str, callback: CallbackServer) -> None:
        self.services = services
        self.url = url
        self.callback = callback

    def ask(self, fields: Mapping[str, Any], *, as_json: bool = False, language: str = "") -> httpx2.Response:
        """Send a game server's request."""
        sent: dict[str, Any] = {"json": fields} if as_json else {"data": fields}
        headers = {"accept-language": language} if language else {}
        return httpx2.post(self.url + ENTRY, **sent, headers=headers, timeout=10)

    def request(self, game: ServerGame, allowed_ms: int = 30_000, *, as_json: bool = False) -> str:
        """Request the next move of a game, and return the request's id."""
        answer = self.ask(game.fields(allowed_ms), as_json=as_json)
        assert answer.status_code == 200, answer.text
        assert answer.json()["accepted"] is True
        return answer.json()["request_id"]

    def request_all(self, games: Collection[ServerGame], allowed_ms: int = 30_000) -> list[str]:
        """Request the next moves of games at the same time, and return the requests' ids in the order of the games."""
        with ThreadPoolExecutor(len(games)) as pool:
            return list(pool.map(self.request, games, [allowed_ms] * len(games)))

    def view(self, game: ServerGame) -> dict[str, Any]:
        """Return the gateway's view of a game."""
        answer = httpx2.get(f"{self.url}/api/v1/games/{game.game_id}", timeout=10)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def events(self, *games: ServerGame) -> list[Event]:
        """Return the logs of games, each event as its type's last word and its payload."""
        return asyncio.run(self._events([game.game_id for game in games]))

    def wait_for(
        self, kind: str, *games: ServerGame, count: int = 1, limit_s: float = 60, **fields: Any
    ) -> list[Event]:
        """Return the logs once each has so many events of a type, with these fields. AssertionError after `limit_s`."""
        until = time.monotonic() + limit_s
        while True:
            events = self.events(*games)
            found = [each for each in select(events, kind) if fields.items() <= each.items()]
            if len(found) >= count * len(games):
                return events
            assert time.monotonic() < until, f"{len(found)} {kind} within {limit_s:g} s: {events[-5:]}"
            time.sleep(0.1)

    async def _events(self, game_ids: list[str]) -> list[Event]:
        store = await connect_store(self.services.store, self.services.topology.namespace)
        try:
            logs = await asyncio.gather(*(store.read_log(game_id, 0, 10_000) for game_id in game_ids))
        finally:
            await store.close()
        entries = [json.loads(each.data) for log in logs for each in log]
        return [{"type": each["event_type"].rpartition(".")[2], **each["payload"]} for each in entries]


def select(events: list[Event], kind: str) -> list[Event]:
    """Return the events of a type."""
    return [each for each in events if each["type"] == kind]


@contextmanager
def serving_games(services: Distributed, callback: CallbackServer, **environment: str) -> Generator[GameServices]:
    """Run a gateway process over initialized services; workers are started by the test."""
    prepared = services.inside("init")
    assert prepared.code == 0, prepared.err
    process = services.start("gateway", "--port", "0", TOWOW_RATE_LIMIT_PER_MINUTE="0", **environment)
    try:
        url = wait_for_result(process, b"ready ").split()[1].decode()
        yield GameServices(services, url, callback)
    finally:
        process.kill()
        close(process)


@contextmanager
def game_workers(
    running: GameServices, *groups: tuple[str, ...], **environment: str
) -> Generator[list[subprocess.Popen[bytes]]]:
    """Run a worker process for each group of roles; by default one for each role."""
    told = {"TOWOW_GAME_ENGINE_TIME": "0.05", "TOWOW_GAME_CALLBACK_URL": running.callback.url, **environment}
    with ExitStack() as stack:
        chosen = groups or tuple((role,) for role in ROLES)
        yield [stack.enter_context(running.services.working(*roles, **told)) for roles in chosen]
