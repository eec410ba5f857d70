"""Whole sessions over HTTP with the real host: every ending, interruption, resumption, view and state (DL-141…144)."""

import asyncio
import json
from typing import Any

import pytest

from gateway.deliberation.session_frames import DONE_FRAME
from gateway.deliberation.views.session_projection import SessionProjection, fold
from shared.runtime.virtual_clock import VirtualClock
from tests.support.asgi_stream import AsgiStream, frame_object
from tests.support.gateway_harness import ALICE, BOB, KEYS
from tests.support.scripted_sessions import scripted_sessions
from tests.support.session_gateway import SessionGateway, start_body

DONE = DONE_FRAME.strip()

ENDINGS: dict[str, tuple[dict[str, Any], str, str]] = {
    "consensus": ({"similarity": [0.8, 0.95]}, "converged", "consensus"),
    "early stop": ({"similarity": [0.8, 0.81]}, "converged", "early_stop"),
    "no rounds left": ({"similarity": [0.75, 0.8, 0.85, 0.8, 0.85]}, "terminated", "max_rounds"),
    "no plan": ({"planner": ["error"]}, "terminated", "error"),
    "silent planner": ({"planner": ["silent"]}, "terminated", "error"),
    "moderation": ({"planner": ["block"], "critic": ["block"]}, "terminated", "moderation"),
    "silent critic": ({"critic": ["silent"], "settings": {"turn_timeout": 20}}, "terminated", "error"),
    "prose": ({"planner": ["prose"]}, "terminated", "error"),
    "endless calls": ({"planner": [{"tool_calls": "endless"}]}, "terminated", "error"),
    "500 calls": ({"planner": [{"tool_calls": 500}]}, "converged", "consensus"),
}


async def to_end(stream: AsgiStream) -> list[dict[str, Any]]:
    """All events of a stream; it must end with one `[DONE]`."""
    frames = await stream.frames()
    assert frames[-1] == DONE
    assert frames.count(DONE) == 1
    objects = [frame_object(frame) for frame in frames[:-1]]
    assert [each["seq"] for each in objects] == list(range(objects[0]["seq"], objects[0]["seq"] + len(objects)))
    assert objects[-1]["type"] == "session_ended"
    return objects


async def whole(running: SessionGateway) -> tuple[str, list[dict[str, Any]]]:
    """Id and events of a session."""
    async with running.start() as stream:
        return stream.headers["x-session-id"], await to_end(stream)


@pytest.mark.parametrize("name", ENDINGS)
async def test_done_comes_once_in_every_ending_and_view_and_state_agree(name: str, clock: VirtualClock) -> None:
    scenario, status, reason = ENDINGS[name]
    async with scripted_sessions(clock, **scenario) as running:
        session_id, events = await whole(running)
        end = events[-1]
        assert events[0]["type"] == "session_started"
        assert (end["status"], end["end_reason"]) == (status, reason)
        view = (await running.get(f"/{session_id}")).json()
        state = (await running.get(f"/{session_id}/state")).json()
        assert (view["status"], view["endReason"], view["lastSeq"]) == (end["status"], end["end_reason"], end["seq"])
        assert (state["status"], state["end_reason"]) == (end["status"], end["end_reason"])
        assert state["pending"] == []
        assert outputs_of_view(view) == outputs_of_state(state)
        assert (await running.get(f"/{session_id}/todos")).status_code == (200 if "finalReport" in view else 404)


def outputs_of_view(view: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Round, agent and text of everything in a view, sorted."""
    found = [
        (each["round"], output["agent"], output["content"]) for each in view["rounds"] for output in each["outputs"]
    ]
    found += [
        (each["round"], "host", each["hostDecision"]["reason"]) for each in view["rounds"] if "hostDecision" in each
    ]
    return sorted([*found, *([(0, "reporter", view["finalReport"]["content"])] if "finalReport" in view else [])])


def outputs_of_state(state: dict[str, Any]) -> list[tuple[int, str, str]]:
    """The same of a state."""
    found: list[tuple[int, str, str]] = []
    for held in state["history"]:
        for output in held["outputs"]:
            agent = output["agent_id"]
            text = output["metadata"]["decision"]["reason"] if agent == "host" else output["content"]
            found.append((0 if agent == "reporter" else held["round"], agent, text))
    return sorted(found)


async def test_the_view_is_the_fold_of_the_stream(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, similarity=[0.6, 0.8, 0.95]) as running:
        session_id, events = await whole(running)
        folded: SessionProjection | None = None
        for event in events:
            payload = {name: value for name, value in event.items() if name not in ("type", "seq", "ts")}
            entry = {"seq": event["seq"], "timestamp": event["ts"], "payload": payload}
            entry["event_type"] = f"towow.deliberation.{event['type']}"
            folded = fold(folded, json.dumps(entry).encode())
        assert folded is not None
        assert (await running.get(f"/{session_id}")).text == folded.view.model_dump_json(by_alias=True)


@pytest.mark.parametrize("after", range(0, 12, 3))
async def test_resumed_while_it_runs_a_stream_is_the_missing_suffix(after: int, clock: VirtualClock) -> None:
    async with scripted_sessions(clock, similarity=[0.8, 0.95], latency_ms=3000) as running:
        async with running.start() as stream:
            session_id = stream.headers["x-session-id"]
            first = await stream.frames(after)
        async with running.stream(session_id, last_event_id=str(after) if after else "") as stream:
            rest = await to_end(stream)
        assert [event["seq"] for event in rest] == list(range(len(first) + 1, len(first) + 1 + len(rest)))
        async with running.stream(session_id) as stream:
            everything = await to_end(stream)
        assert [*map(frame_object, first), *rest] == everything


@pytest.mark.parametrize("report_on_stop", [False, True])
async def test_an_interrupt_ends_a_session_within_two_seconds(report_on_stop: bool, clock: VirtualClock) -> None:
    """The model hangs for 30 s; what it says later is dropped."""
    settings = {"report_on_stop": report_on_stop}
    async with scripted_sessions(clock, latency_ms=30_000, settings=settings) as running, running.start() as stream:
        session_id = stream.headers["x-session-id"]
        await stream.frames(1)
        await asyncio.sleep(5)
        begun = clock.now()
        assert (await running.post(f"/{session_id}/terminate")).status_code == 202
        events = await to_end(stream)
        assert clock.now() - begun < 2000
        assert (events[-1]["end_reason"], events[-1]["terminated_by"]) == ("user", "user_alice")
        assert ("final_report" in [event["type"] for event in events]) == report_on_stop
        await asyncio.sleep(120)
        view = (await running.get(f"/{session_id}")).json()
        assert view["lastSeq"] == events[-1]["seq"]
        assert (await running.post(f"/{session_id}/terminate")).status_code == 409


async def test_an_interrupt_right_after_the_start_works_too(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, latency_ms=30_000) as running, running.start() as stream:
        begun = clock.now()
        assert (await running.post(f"/{stream.headers['x-session-id']}/terminate")).status_code == 202
        assert (await to_end(stream))[-1]["end_reason"] == "user"
        assert clock.now() - begun < 2000


async def test_a_conversation_is_free_again_after_its_session(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, latency_ms=1000) as running:
        async with running.start() as stream:
            first = stream.headers["x-session-id"]
            refused = await running.post("", start_body("another"))
            assert refused.json()["details"] == {"id": first, "status": "in_progress"}
            await to_end(stream)
        second, _ = await whole(running)
        assert second != first


async def test_a_state_shows_what_is_awaited_and_until_when(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, latency_ms=5000) as running, running.start() as stream:
        await stream.frames(1)
        await asyncio.sleep(1)
        state = (await running.get(f"/{stream.headers['x-session-id']}/state")).json()
        assert state["current_round"] == 1
        assert {(task["agent"], task["task"]) for task in state["pending"]} == {
            ("planner", "plan"),
            ("critic", "critique"),
        }
        assert all(task["due"] > "2026-01-22" for task in state["pending"])
        assert state["version"] >= 1
        await to_end(stream)


async def test_sessions_of_two_users_do_not_meet(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, keys=KEYS, latency_ms=100) as running:
        async with running.start(who=ALICE) as alice, running.start(start_body(user="user_bob"), BOB) as bob:
            ids = alice.headers["x-session-id"], bob.headers["x-session-id"]
            for stream, own in zip((alice, bob), ids, strict=True):
                assert {event["session_id"] for event in await to_end(stream)} == {own}
        assert (await running.get(f"/{ids[0]}", BOB)).status_code == 404
        assert [item["session_id"] for item in (await running.get("", ALICE)).json()["items"]] == [ids[0]]


async def test_twenty_sessions_at_once_all_end(clock: VirtualClock) -> None:
    async with scripted_sessions(clock, similarity=[0.8, 0.95], latency_ms=50) as running:

        async def run(number: int) -> str:
            async with running.start(start_body(user=f"user_{number}")) as stream:
                return (await to_end(stream))[-1]["status"]

        assert await asyncio.gather(*map(run, range(20))) == ["converged"] * 20
