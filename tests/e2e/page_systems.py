"""The systems that a browser looks at: a scenario that takes its time, a gateway that can be killed, recorded logs."""

import asyncio
import hashlib
import json
import socket
import tempfile
import threading
from base64 import b32encode
from collections.abc import Coroutine, Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import yaml

from negotiation.contracts.events import DemandClosed
from shared.runtime.system_clock import SystemClock
from shared.store.port import Commit, NewEvent
from shared.transport.port import BrokerMessage
from tests.support.cli_runner import PATIENCE, CommandRunner, close, wait_for_result
from tests.support.embedded_system import FaultyEmbeddedSystem
from tests.support.event_log import path_of
from tests.support.gateway_harness import gateway_harness

T = TypeVar("T")

REQUESTER = "user_cli"
REVIEW_TIMEOUT_S = 1
"""Time for changes in the demands of demonstrations, unless they are about it: nobody has to wait for the default."""


@dataclass(frozen=True, slots=True)
class Served:
    """A gateway that answers at `url`."""

    url: str

    def submit(self, text: str, **more: Any) -> str:
        """A demand; its id."""
        body = {"raw_input": text, "user_id": REQUESTER, **more}
        answer = httpx2.post(f"{self.url}/api/v1/demand/submit?wait_s=0", json=body, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        return answer.json()["demand_id"]

    def events(self, demand_id: str) -> list[dict[str, Any]]:
        """The log as it is now."""
        found: list[dict[str, Any]] = []
        while True:
            query = {"after": len(found), "limit": 500}
            said = httpx2.get(f"{self.url}/api/v1/demands/{demand_id}/events", params=query, timeout=PATIENCE).json()
            found += said["events"]
            if len(found) >= said["last_seq"]:
                return found


def paced(name: str, folder: Path, latency_ms: int, **changes: Any) -> Path:
    """A copy of an example scenario whose answers take their time, and whose `changes` hold."""
    source = path_of(name)
    scenario = yaml.safe_load(source.read_text(encoding="utf-8")) | {"latency_ms": latency_ms} | changes
    if isinstance(scenario.get("profiles"), str):
        scenario["profiles"] = str(source.parent / scenario["profiles"])
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(scenario, allow_unicode=True), encoding="utf-8")
    return path


@contextmanager
def demonstration(scenario: Path | None = None, port: str = "0", **environment: str) -> Generator[Served]:
    """A `towow demo` process that waits for demands; with a scenario, every one of them goes as the file says.

    `port`: "0" = one that nobody uses.
    """
    named = {"TOWOW_REVIEW_TIMEOUT": str(REVIEW_TIMEOUT_S)}
    if scenario:
        named["TOWOW_LLM"] = f"scenario:{scenario}"
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        process = CommandRunner(Path(folder)).start("demo", "--port", port, "--idle", **named | environment)
        assert process.stderr is not None
        # Its log of many games would fill the pipe, and then it would wait for a reader.
        reader = threading.Thread(target=process.stderr.read)
        try:
            url = wait_for_result(process, b"ready ").split()[1].decode()
            reader.start()
            yield Served(url)
        finally:
            process.kill()
            if reader.ident is not None:
                reader.join()
            close(process)


class Killable:
    """A gateway process that is killed and comes back at the same address."""

    def __init__(self, towow: CommandRunner) -> None:
        self._towow = towow
        self.port = free_port()
        self.served = Served(f"http://127.0.0.1:{self.port}")
        self.start()

    def start(self) -> None:
        """Returns once it answers."""
        self._process = self._towow.start("gateway", "--port", str(self.port), TOWOW_RATE_LIMIT_PER_MINUTE="0")
        wait_for_result(self._process, b"ready ")

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        close(self._process)


def free_port() -> int:
    """One that nobody listens to at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Recorded:
    """A gateway before a store into which logs are put as they were recorded, or as a test writes them."""

    def __init__(self, url: str, system: FaultyEmbeddedSystem, loop: asyncio.AbstractEventLoop) -> None:
        self.served = Served(url)
        self.system = system
        self._store = system.store
        self._loop = loop
        self._known: dict[str, int] = {}

    def put(self, name: str, log: Iterable[Mapping[str, Any]]) -> str:
        """The events of a log, under a demand id of its own that `name` decides; gives that. Twice is once."""
        if (suffix := _suffix(name)) not in self._known:
            self.append(name, log)
        return f"d-{suffix}"

    def append(self, name: str, log: Iterable[Mapping[str, Any]]) -> None:
        """More events of the log of that name, after those that it has: it goes on."""
        suffix = _suffix(name)
        events = [_renamed(event, suffix) for event in log]
        known = self._known.get(suffix, 0)
        self.do(self._write(f"d-{suffix}", events, known + 1))
        self._known[suffix] = known + len(events)

    async def _write(self, demand_id: str, events: list[Mapping[str, Any]], first: int) -> None:
        for number, event in enumerate(events, first):
            payload = json.dumps(event["payload"], ensure_ascii=False).encode()
            await self._before(event, f"{demand_id}-{number}")
            new = NewEvent(event["event_id"], event["event_type"], event["timestamp"], payload)
            last = event["event_type"] == DemandClosed.type
            commit = Commit("gateway", demand_id, f"{demand_id}-{number}", events=[new], close=last)
            assert (await self._store.commit(commit)).status == "ok"
            # Whoever follows the log reads it now, and not when the next look at it is due.
            key = f"{new.type}.{demand_id}"
            await self.system.transport.publish(BrokerMessage("events", key, new.event_id, new.type, b""))

    async def _before(self, event: Mapping[str, Any], key: str) -> None:
        """What is in the store before an event is: nothing here. `key`: another one for each event."""

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work beside the gateway, in its thread, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


def _suffix(name: str) -> str:
    """Of the id of the demand that a name decides."""
    return b32encode(hashlib.sha256(name.encode()).digest()).decode().lower()[:13]


def _renamed(event: Mapping[str, Any], suffix: str) -> Mapping[str, Any]:
    """Every recording is of the same demand; here each is of one of its own."""
    demand = str(event["payload"].get("demand_id", "")).removeprefix("d-")
    return json.loads(json.dumps(event, ensure_ascii=False).replace(demand, suffix)) if demand else event


@contextmanager
def recorded_logs(**harness: Any) -> Generator[Recorded]:
    """A real gateway on a socket, in a thread of its own, for a browser that is driven from this one.

    `harness`: arguments of `gateway_harness`.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    with ExitStack() as held:
        held.callback(loop.close)
        held.callback(thread.join)
        held.callback(loop.call_soon_threadsafe, loop.stop)
        held.callback(lambda: asyncio.run_coroutine_threadsafe(_end_the_rest(), loop).result(30))
        coming = gateway_harness(SystemClock(), sockets=True, **harness)
        found = asyncio.run_coroutine_threadsafe(coming.__aenter__(), loop).result(30)
        held.callback(lambda: asyncio.run_coroutine_threadsafe(coming.__aexit__(None, None, None), loop).result(30))
        yield Recorded(str(found.http.base_url).rstrip("/"), found.system, loop)


async def _end_the_rest() -> None:
    """What still waits when the gateway has gone."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
