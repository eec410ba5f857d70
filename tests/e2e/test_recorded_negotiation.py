"""Stored data of d4af1f8: a negotiation that it left open goes on and ends, and what it closed can still be read.

`tests/golden/compatibility/open-negotiation.*.jsonl` hold the Redis keys and the RabbitMQ messages of a namespace whose
broker and workers were killed while agents answered a plan (recorded by `tests/support/record_open_negotiation.py`).
"""

import asyncio
import json
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from tests.e2e.distributed import Distributed, distributed
from tests.support.cli_runner import close, types, wait_for_result
from tests.support.moved_clock import moved_now
from tests.support.namespace_snapshot import Row, publish_messages, read_keys, read_rows, write_keys
from tests.support.preloaded_process import PreloadedProcess

pytestmark = pytest.mark.requires("services")

HOME = Path(__file__).resolve().parents[2]
FOLDER = HOME / "tests" / "golden" / "compatibility"
ABOUT, *KEYS = read_rows(FOLDER / "open-negotiation.redis.jsonl")
MESSAGES = read_rows(FOLDER / "open-negotiation.rabbitmq.jsonl")
OPEN, CLOSED = str(ABOUT["open_demand"]), str(ABOUT["closed_demand"])
LIMIT_S = 60


def value_of(rows: list[Row], ending: str) -> Any:
    """Return the value of the only key that ends so."""
    (found,) = [row["value"] for row in rows if row["key"].endswith(ending)]
    return found


def log_of(demand: str) -> list[str]:
    """Return the recorded events of a demand, as JSON."""
    return [fields["data"] for _, fields in value_of(KEYS, f":log:{demand}")]


class Restored:
    """The recorded namespace under another name, and the commands of this version at the time of the recording."""

    def __init__(self, towow: Distributed) -> None:
        self.namespace = towow.topology.namespace
        self._environment = towow.environment({})
        self._client: Any = redis.Redis.from_url(towow.store)  # pyright: ignore[reportUnknownMemberType]
        seconds, microseconds = self._client.time()
        self._offset: int = ABOUT["now"] - (seconds * 1000 + microseconds // 1000)
        self._towow = (sys.executable, "-m", "tests.support.moved_clock", str(self._offset))
        write_keys(self._client, self.namespace, KEYS)

    def rows(self) -> list[Row]:
        """Return what the namespace holds now."""
        return read_keys(self._client, self.namespace)

    def run(self, *arguments: str) -> list[dict[str, Any]]:
        """Return the rows that a command prints; its exit code must be 0."""
        command = [*self._towow, *arguments]
        with PreloadedProcess(
            command, cwd=HOME, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            out, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0, err.decode()
        return [json.loads(line) for line in out.splitlines()]

    def close(self) -> None:
        """Delete the Functions whose clock was moved; `distributed` removes the namespace."""
        moved = moved_now(self._offset)
        for library in self._client.execute_command("FUNCTION", "LIST", "WITHCODE"):
            if moved in library[b"library_code"].decode():
                self._client.function_delete(library[b"library_name"].decode())
        self._client.close()

    @contextmanager
    def running(self, *arguments: str, **environment: str) -> Generator[str]:
        """A command in the background; yields the line in which it says that it is ready."""
        process = PreloadedProcess(
            [*self._towow, *arguments],
            cwd=HOME,
            env={**self._environment, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            yield wait_for_result(process, b"ready ").decode().removeprefix("ready ").strip()
        finally:
            process.kill()
            close(process)


@pytest.fixture(scope="module")
def restored() -> Iterator[Restored]:
    with distributed() as towow:
        found = Restored(towow)
        try:
            prepared = towow.inside("init")
            assert prepared.code == 0, prepared.err
            asyncio.run(publish_messages(towow.broker, towow.topology.namespace, MESSAGES))
            yield found
        finally:
            found.close()


@pytest.fixture(scope="module")
def gateway(restored: Restored) -> Iterator[str]:
    with restored.running("gateway", "--port", "0") as url:
        yield f"{url}/api/v1"


@pytest.fixture(scope="module")
def events(restored: Restored, gateway: str) -> list[dict[str, Any]]:
    """All events of the negotiation that was open, once workers have brought it to its end."""
    with ExitStack() as held:
        for roles in (("coordinator", "channel_admin", "skills"), ("user_agent",)):
            held.enter_context(restored.running("worker", *roles))
        rows = restored.run("watch", OPEN, "--json")
        until = time.monotonic() + LIMIT_S
        while any(":due:" in row["key"] for row in restored.rows()):
            assert time.monotonic() < until, "something is still due"
            time.sleep(0.2)
        return rows


def ask(url: str, **query: str) -> Any:
    """Return the JSON that a GET answers."""
    with urllib.request.urlopen(f"{url}?{urllib.parse.urlencode(query)}", timeout=LIMIT_S) as answer:
        return json.loads(answer.read())


def test_the_recording_shows_a_negotiation_in_the_middle() -> None:
    recorded = types([json.loads(event) for event in log_of(OPEN)])
    assert recorded[-2:] == ["proposal.feedback"] * 2
    assert "feedback.evaluated" not in recorded
    assert [row["queue"] for row in MESSAGES] == ["user_agent"] * len(MESSAGES)
    assert len(MESSAGES) > 1
    assert len(value_of(KEYS, ":mail:user_agent")) == 2, "answers in the outbox that were never published"
    assert len(value_of(KEYS, ":due:channel_admin")) == 1, "a timer"
    assert {row["type"] for row in KEYS} == {"string", "hash", "set", "zset", "stream"}


def test_the_recorded_open_negotiation_is_continued_and_ends(events: list[dict[str, Any]]) -> None:
    recorded = [json.loads(event) for event in log_of(OPEN)]
    assert events[: len(recorded)] == recorded
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert {event["payload"]["demand_id"] for event in events} == {OPEN}
    assert [place for place, kind in enumerate(types(events), 1) if kind == "demand.closed"] == [len(events)]


def test_the_recorded_log_is_only_appended_to(restored: Restored, events: list[dict[str, Any]]) -> None:
    log = value_of(restored.rows(), f":log:{OPEN}")
    assert log[: len(log_of(OPEN))] == value_of(KEYS, f":log:{OPEN}")
    assert [entry for entry, _ in log] == [f"{event['seq']}-0" for event in events]


def test_every_agent_answers_the_recorded_plan_once(events: list[dict[str, Any]]) -> None:
    """Those in the outbox, those whose request waits in RabbitMQ and those in the log: nobody is missing or asked twice."""
    (sent,) = [
        row for row in events if row["event_type"] == "towow.proposal.distributed" and row["payload"]["round"] == 1
    ]
    answers = [
        event["payload"]["agent_id"]
        for event in events
        if event["event_type"] == "towow.proposal.feedback" and event["payload"]["round"] == 1
    ]
    assert sorted(answers) == sorted(sent["payload"]["participants"])
    assert not any(event["payload"].get("fallback") for event in events)


def test_a_recorded_model_answer_is_not_paid_again(restored: Restored, events: list[dict[str, Any]]) -> None:
    recorded, now = value_of(KEYS, f":memo:{OPEN}"), value_of(restored.rows(), f":memo:{OPEN}")
    assert {question: now[question] for question in recorded} == recorded
    assert int(value_of(restored.rows(), f":spent:{OPEN}")["calls"]) == len(now)


def test_no_message_becomes_a_dead_letter(restored: Restored, events: list[dict[str, Any]]) -> None:
    letters = restored.run("dead-letters", "list", "--json")
    assert [letter["id"] for letter in letters] == list(value_of(KEYS, "{dead}:letters"))
    assert [letter["reason"] for letter in letters] == ["undecodable"]


def test_the_gateway_shows_both_negotiations(gateway: str, events: list[dict[str, Any]]) -> None:
    items = ask(f"{gateway}/demands")["items"]
    assert [item["demand_id"] for item in items] == [OPEN, CLOSED]
    for demand, last in ((OPEN, events[-1]), (CLOSED, json.loads(log_of(CLOSED)[-1]))):
        view = ask(f"{gateway}/demands/{demand}")
        assert (view["phase"], view["last_seq"], view["status"]) == ("closed", last["seq"], last["payload"]["status"])
    assert ask(f"{gateway}/demands/{CLOSED}/events")["events"] == [json.loads(event) for event in log_of(CLOSED)]


def test_a_recorded_closed_negotiation_stays_closed(restored: Restored) -> None:
    """It was submitted before there were requester tokens: without keys, only the command line may ask to cancel it."""
    with restored.running("gateway", "--port", "0", TOWOW_API_KEYS="key-of-root:root:admin") as url:
        for headers, refusal in (({}, (403, "E013")), ({"Authorization": "Bearer key-of-root"}, (409, "E014"))):
            path = f"{url}/api/v1/demands/{CLOSED}/cancel"
            request = urllib.request.Request(
                path, data=b"{}", method="POST", headers={"Content-Type": "application/json", **headers}
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=LIMIT_S)
            with refused.value as answer:
                assert (answer.code, json.loads(answer.read())["error_code"]) == refusal


def test_the_recorded_registry_is_read_and_searched(restored: Restored, gateway: str) -> None:
    recorded = value_of(KEYS, "{registry}:profiles")
    listed = restored.run("agents", "list", "--json")
    assert sorted(profile["agent_id"] for profile in listed) == sorted(recorded)
    for profile in map(json.loads, list(recorded.values())[::50]):
        found = [agent["agent_id"] for agent in ask(f"{gateway}/agents", q=profile["display_name"])["items"]]
        assert profile["agent_id"] in found
