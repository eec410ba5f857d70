"""Do submit, watch, cancel, events, agents and doctor work over RabbitMQ and Redis, with workers as processes?"""

import json
import signal
from typing import Any

import pytest

from tests.e2e.distributed import Distributed
from tests.support.cli_runner import DEMAND, stop, types, wait_for
from towow.bootstrap.applications import QUEUES

pytestmark = pytest.mark.requires("services")


def test_worker_processes_negotiate_a_demand_and_every_reader_gets_the_same_bytes(
    running_workers: Distributed,
) -> None:
    offers = running_workers.start("events", "towow.offer.*.*", "--json")
    everything = running_workers.start("events", "--json")
    for process in (offers, everything):
        wait_for(process, b"listening to ")
    told = running_workers.run("submit", DEMAND, "--watch", "--json")
    lines = told.out.splitlines()
    assert (told.code, told.err) == (0, "")
    assert [row["seq"] for row in told.rows] == list(range(1, len(lines) + 1))
    assert types(told.rows)[-1] == "demand.closed"
    seen, _ = stop_reading(everything, lines)
    assert sorted(set(seen)) == sorted(lines)
    offered = [line for line, row in zip(lines, told.rows, strict=True) if row["event_type"] == "towow.offer.submitted"]
    assert offered
    seen, code = stop_reading(offers, offered)
    assert (sorted(set(seen)), code) == (sorted(offered), 130)


def stop_reading(process: Any, lines: list[str]) -> tuple[list[str], int]:
    """What a subscriber printed once all of `lines` are there, and how it ends when interrupted."""
    seen: list[str] = []
    while set(lines) - set(seen):
        seen.append(process.stdout.readline().decode().rstrip("\n"))
    ended, seconds = stop(process, signal.SIGINT)
    assert seconds < 2.5
    return seen + ended.out.splitlines(), ended.code


def test_a_distributed_demand_is_submitted_watched_and_cannot_be_cancelled_after_its_end(
    running_workers: Distributed,
) -> None:
    (answer,) = running_workers.inside("submit", "a meetup in Beijing", "--json").rows
    assert list(answer) == ["demand_id", "channel_id", "status", "understanding", "model", "requester_token"]
    assert answer["understanding"]["surface_demand"]
    watched = running_workers.inside("watch", answer["demand_id"], "--json")
    assert (watched.code, types(watched.rows)[-1]) == (0, "demand.closed")
    assert running_workers.inside("watch", answer["demand_id"], "--json", "--after", "5").rows == watched.rows[5:]
    late = running_workers.inside("cancel", answer["demand_id"])
    assert (late.code, late.err[:6]) == (1, "E014: ")
    unknown = running_workers.inside("watch", "d-0000000000000")
    assert (unknown.code, unknown.err[:6]) == (1, "E002: ")


def test_events_narrates_the_events_of_one_demand_and_ignores_malformed_messages(running_workers: Distributed) -> None:
    process = running_workers.start("events", "#.d-x")
    wait_for(process, b"listening to #.d-x")
    running_workers.publish_event("towow.offer.submitted.d-y", b"{}")
    running_workers.publish_event("towow.offer.submitted.d-x", b"\x1b[31mnonsense")
    assert b"\x1b" not in wait_for(process, b"ignored a message that is not an event of ToWow")
    event = {"seq": 7, "event_id": "evt-1", "event_type": "towow.offer.submitted", "timestamp": "2026-01-22T10:00:00Z"}
    payload = {"demand_id": "d-x", "display_name": "Bo\x1b[31mb"}
    running_workers.publish_event("towow.offer.submitted.d-x", json.dumps({**event, "payload": payload}).encode())
    assert process.stdout is not None
    shown = process.stdout.readline().decode()
    process.kill()
    process.communicate()
    assert shown.split() == ["2026-01-22T10:00:00Z", "d-x", "7", "towow.offer.submitted", "Bo␛[31mb"]


def test_events_exits_with_0_when_its_reader_closes_the_pipe(running_workers: Distributed) -> None:
    process = running_workers.start("events", "--json")
    wait_for(process, b"listening to ")
    assert process.stdout is not None
    process.stdout.close()
    running_workers.run("submit", "a meetup in Beijing", "--json")
    assert process.wait(timeout=20) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()


def test_processes_share_the_registry(running_workers: Distributed) -> None:
    path = running_workers.folder / "more.jsonl"
    path.write_text('{"agent_id": "agent_new", "display_name": "Nova"}\n', encoding="utf-8")
    before = len(running_workers.inside("agents", "list", "--json").rows)
    assert before >= 20  # `towow init` put the shipped ones there
    told = running_workers.inside("agents", "import", str(path), "--json")
    assert told.rows == [{"imported": 1, "updated": 0, "rejected": 0, "errors": []}]
    assert (told.code, told.err) == (0, "")
    assert running_workers.inside("agents", "import", str(path), "--json").rows[0]["updated"] == 1
    assert len(running_workers.inside("agents", "list", "--json").rows) == before + 1
    again = running_workers.inside("init")
    assert (again.code, again.out) == (0, "")
    assert f"registry: {before + 1} agents" in again.err


def test_doctor_finds_nothing_wrong_in_a_distributed_system(running_workers: Distributed) -> None:
    told = running_workers.inside("doctor", "--json")
    (report,) = told.rows
    found = {check["name"]: check["detail"] for check in report["checks"]}
    assert (told.code, report["ok"]) == (0, True)
    assert found.keys() >= {"services", "broker", "store", "registry", "workers", "negotiation"}
    assert running_workers.topology.namespace in found["broker"]
    assert "user_agent 0" in found["broker"]  # nothing waits
    assert "schema" not in found["store"]
    assert "dead letters: " in found["store"]
    assert "user_agent 1" in found["workers"]
    assert "guest:guest" not in told.out


def test_doctor_without_init_and_workers_says_what_to_start(services: Distributed) -> None:
    (report,) = services.inside("doctor", "--json").rows
    unwell = {check["name"]: check for check in report["checks"] if not check["ok"]}
    assert list(unwell) == ["broker", "store", "registry", "workers"]
    assert all("towow init" in unwell[name]["hint"] for name in ("broker", "store", "registry"))
    assert f"no worker for {', '.join(QUEUES)}" in unwell["workers"]["detail"]
    assert "towow worker" in unwell["workers"]["hint"]
    # It only looked.
    assert services.inside("init").code == 0
    (report,) = services.inside("doctor", "--json").rows
    assert [check["name"] for check in report["checks"] if not check["ok"]] == ["workers"]
