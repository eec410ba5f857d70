"""Starts of sessions over HTTP: the seed's body, bad input, one session per conversation, limits, idempotency."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

import pytest

from deliberation.settings import DeliberationSettings
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import Store
from tests.support.asgi_stream import frame_object
from tests.support.faulty_store import FaultyStore, ScriptedStoreFaults
from tests.support.gateway_harness import ALICE, BOB, KEYS, ROOT
from tests.support.session_gateway import SessionGateway, session_gateway, start_body

UNKNOWN = f"s-{'b' * 26}"


async def started(running: SessionGateway, body: Any = None, who: Mapping[str, str] | None = None) -> str:
    """Start a session, leave its stream, and return its id."""
    async with running.start(body, who) as stream:
        assert stream.status == 200, await stream.json()
        return stream.headers["x-session-id"]


async def test_the_answer_is_the_stream_itself(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running, running.start(start_body("帮我制定IELTS备考计划")) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-cache"
        assert stream.headers["x-accel-buffering"] == "no"
        assert await stream.frame() == b"retry: 3000"
        first = frame_object(await stream.frame() or b"")
        assert stream.headers["x-session-id"] == first["session_id"]
        assert (first["type"], first["seq"], first["user_query"]) == ("session_started", 1, "帮我制定IELTS备考计划")
        assert (first["user_id"], first["conversation_id"], first["mode"]) == ("user_alice", "c1", "multi_agent")
        assert (first["language"], first["today"], first["max_rounds"]) == ("zh", "2026-01-22", 5)


async def test_a_session_belongs_to_its_user_and_has_a_budget(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        session_id = await started(running)
        found = await running.context.store.get_correlation(session_id)
        assert found is not None
        assert (found.owner, found.private, found.closed_at) == ("user_alice", False, None)
        usage = await running.context.store.get_budget_usage(session_id)
        assert usage.budget_tokens == DeliberationSettings().session_budget_tokens


async def test_a_private_system_announces_sessions_to_gateways_only(clock: VirtualClock) -> None:
    async with session_gateway(clock, default_visibility="private") as running:
        found = await running.context.store.get_correlation(await started(running))
        assert found is not None
        assert found.private


BAD: dict[str, tuple[Any, str]] = {
    "blank": (start_body(" \n"), "message"),
    "empty": (start_body(""), "message"),
    "too long": (start_body("长" * 8001), "message"),
    "NUL": (start_body("a\x00"), "message"),
    "no message": ({k: v for k, v in start_body().items() if k != "message"}, "message"),
    "message of another type": ({**start_body(), "message": 5}, "message"),
    "unknown mode": ({**start_body(), "mode": "single_agent"}, "mode"),
    "no mode": ({k: v for k, v in start_body().items() if k != "mode"}, "mode"),
    "extra key": ({**start_body(), "max_rounds": 9}, "max_rounds"),
    "snake case": ({**start_body(), "user_id": "user_alice"}, "user_id"),
    "no user": ({k: v for k, v in start_body().items() if k != "userId"}, "userId"),
    "blank user": (start_body(user=" "), "userId"),
    "long user": (start_body(user="u" * 129), "userId"),
    "blank conversation": (start_body(conversation=""), "conversationId"),
    "conversation with a line break": (start_body(conversation="a\nb"), "conversationId"),
    "a list": ([start_body()], "body"),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_input_is_named_in_the_clients_language(name: str, clock: VirtualClock) -> None:
    body, field = BAD[name]
    async with session_gateway(clock) as running:
        for language in ("en", "zh"):
            answer = await running.post("", body, Accept_Language=language)
            assert (answer.status_code, answer.json()["error_code"]) == (400, "E001")
            assert answer.headers["content-language"] == language
            problems = answer.json()["details"]
            assert [problem["field"] for problem in problems] == [field]
            assert any("\u4e00" <= character <= "\u9fff" for character in problems[0]["problem"]) == (language == "zh")
        assert (await running.get(user_id="user_alice")).json()["items"] == []


async def test_a_message_of_8000_characters_is_accepted(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running, running.start(start_body("长" * 8000)) as stream:
        assert stream.status == 200


async def test_a_body_that_is_no_json_is_refused(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        broken = await running.ask("POST", "", content=b"{", headers={"content-type": "application/json"})
        assert (broken.status_code, broken.json()["error_code"]) == (400, "E001")
        other = await running.ask("POST", "", content=b"{}", headers={"content-type": "text/plain"})
        assert (other.status_code, other.json()["error_code"]) == (415, "E020")
        large = await running.post("", start_body("x" * 70_000))
        assert (large.status_code, large.json()["error_code"]) == (413, "E016")


async def test_a_second_start_in_an_active_conversation_names_the_running_session(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        first = await started(running)
        refused = await running.post("", start_body("something else"))
        assert (refused.status_code, refused.json()["error_code"]) == (409, "E014")
        assert refused.json()["details"] == {"id": first, "status": "in_progress"}
        other = await started(running, start_body(conversation="c2"))
        assert await started(running, start_body(user="user_bob")) not in (first, other)
        await running.log(first).end()
        assert await started(running) != first


async def test_two_gateways_race_for_a_conversation_and_one_wins(clock: VirtualClock) -> None:
    """Every call of the store takes a moment, so that each start is in the middle of all others."""

    def slow(store: Store) -> Store:
        return FaultyStore(store, ScriptedStoreFaults((), pause=0.005))

    async with (
        session_gateway(clock, store=slow) as one,
        session_gateway(clock, beside=one) as two,
        AsyncExitStack() as open_streams,
    ):
        streams = [gateway.start() for gateway in (one, two) for _ in range(5)]
        for stream in await asyncio.gather(*map(open_streams.enter_async_context, streams)):
            assert stream.status in (200, 409)
        (winner,) = [stream for stream in streams if stream.status == 200]
        for stream in streams:
            if stream is not winner:
                assert (await stream.json())["details"]["id"] == winner.headers["x-session-id"]


async def test_a_user_has_a_maximum_of_running_sessions(clock: VirtualClock) -> None:
    async with session_gateway(clock, sessions=DeliberationSettings(max_sessions_per_user=2)) as running:
        first = await started(running, start_body(conversation="c1"))
        await started(running, start_body(conversation="c2"))
        refused = await running.post("", start_body(conversation="c3"), Accept_Language="zh")
        assert (refused.status_code, refused.json()["error_code"]) == (429, "E017")
        assert "2" in refused.json()["details"]
        await started(running, start_body(user="user_bob", conversation="c3"))
        await running.log(first).end()
        await started(running, start_body(conversation="c3"))


async def test_without_a_maximum_any_number_runs(clock: VirtualClock) -> None:
    async with session_gateway(clock, sessions=DeliberationSettings(max_sessions_per_user=0)) as running:
        assert len({await started(running, start_body(conversation=str(number))) for number in range(20)}) == 20


async def test_an_overloaded_system_takes_no_session(clock: VirtualClock) -> None:
    async with session_gateway(clock, max_open_channels=1) as running:
        await started(running)
        refused = await running.post("", start_body(conversation="c2"))
        assert (refused.status_code, refused.json()["error_code"]) == (503, "E018")


async def test_starts_have_the_rate_limit_of_changes(clock: VirtualClock) -> None:
    async with session_gateway(clock, rate_limit_per_minute=2, rate_limit_per_address=2) as running:
        for number in range(2):
            await started(running, start_body(conversation=str(number)))
        refused = await running.post("", start_body(conversation="c9"))
        assert (refused.status_code, refused.json()["error_code"]) == (429, "E017")


async def test_a_caller_with_too_many_streams_starts_no_session(clock: VirtualClock) -> None:
    async with session_gateway(clock, keys=KEYS, max_streams_per_user=1) as running:
        async with running.start(who=ALICE) as stream:
            await stream.frames(1)
            refused = await running.post("", start_body(conversation="c2"), ALICE)
            assert (refused.status_code, refused.json()["error_code"]) == (429, "E017")
        assert len((await running.get("", ALICE)).json()["items"]) == 1


async def test_of_many_starts_at_once_none_starts_a_session_whose_stream_is_refused(clock: VirtualClock) -> None:
    def slow(store: Store) -> Store:
        return FaultyStore(store, ScriptedStoreFaults((), pause=0.005))

    async with session_gateway(clock, keys=KEYS, store=slow, max_streams_per_user=2) as running:
        streams = [running.start(start_body(conversation=f"c{number}"), ALICE) for number in range(8)]
        async with AsyncExitStack() as open_streams:
            opened = await asyncio.gather(*map(open_streams.enter_async_context, streams))
            accepted = [stream for stream in opened if stream.status == 200]
            assert {stream.status for stream in opened} == {200, 429}
        assert len((await running.get("", ALICE)).json()["items"]) == len(accepted) == 2


async def test_no_other_request_takes_the_slot_between_a_start_and_its_stream(clock: VirtualClock) -> None:
    def slow(store: Store) -> Store:
        return FaultyStore(store, ScriptedStoreFaults((), pause=0.02))

    async with session_gateway(clock, keys=KEYS, store=slow, max_streams_per_user=1) as running:

        async def start(number: int) -> int:
            await asyncio.sleep(number / 200)
            stream = await open_streams.enter_async_context(running.start(start_body(conversation=f"c{number}"), ALICE))
            return stream.status

        async with AsyncExitStack() as open_streams:
            statuses = await asyncio.gather(*map(start, range(60)))
        assert Counter(statuses) == {200: 1, 429: 59}
        assert len((await running.get("", ALICE)).json()["items"]) == 1


async def test_guests_start_sessions_of_an_open_gateway_and_use_them_by_their_id(clock: VirtualClock) -> None:
    async with session_gateway(clock, keys=KEYS, open=True) as running:
        guest = await started(running, start_body(user="guest-1"))
        assert (await running.get(f"/{guest}")).status_code == 200
        refused = await running.post("", start_body(user="user_alice", conversation="c2"))
        assert (refused.status_code, refused.json()["error_code"]) == (401, "E012")
        async with running.start(who=ALICE) as stream:
            own = stream.headers["x-session-id"]
        assert (await running.get(f"/{own}")).status_code == 404
        assert (await running.post(f"/{guest}/terminate")).status_code == 202


async def test_the_same_key_gives_the_same_sessions_stream(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        async with running.start(Idempotency_Key="k1") as stream:
            session_id = stream.headers["x-session-id"]
        async with running.start(Idempotency_Key="k1") as again:
            assert again.headers["x-session-id"] == session_id
            assert frame_object((await again.frames(1))[0])["seq"] == 1
        other = await running.post("", start_body("another text"), Idempotency_Key="k1")
        assert (other.status_code, other.json()["error_code"]) == (422, "E015")
        await running.log(session_id).end()
        await started(running)  # the conversation is free again, and taken
        async with running.start(Idempotency_Key="k1") as ended:
            assert ended.headers["x-session-id"] == session_id
            assert len(await ended.frames()) == 3
        assert len((await running.get(user_id="user_alice")).json()["items"]) == 2


async def test_a_start_whose_commit_got_no_answer_is_repeated_by_its_key(clock: VirtualClock) -> None:
    faults = ScriptedStoreFaults({"commit"}, moment="after")

    def faulty(store: Store) -> Store:
        return FaultyStore(store, faults)

    async with session_gateway(clock, store=faulty) as running:
        refused = await running.post("", start_body(), Idempotency_Key="k1")
        assert (refused.status_code, refused.json()["error_code"]) == (503, "E018")
        faults.active = False
        async with running.start(Idempotency_Key="k1") as stream:
            assert stream.status == 200
        assert len((await running.get(user_id="user_alice")).json()["items"]) == 1


@pytest.mark.parametrize("body", [start_body(), start_body(user="nobody")])
async def test_with_keys_a_session_is_started_by_its_user_only(body: Any, clock: VirtualClock) -> None:
    async with session_gateway(clock, keys=KEYS) as running:
        anonymous = await running.post("", body)
        assert (anonymous.status_code, anonymous.json()["error_code"]) == (401, "E012")
        stranger = await running.post("", body, BOB)
        assert (stranger.status_code, stranger.json()["error_code"]) == (403, "E013")
        assert "userId" in stranger.json()["details"]
        await started(running, body, ROOT)
        assert (await running.get("", BOB, user_id=body["userId"])).json()["items"] == []


READ: list[Callable[[str], str]] = [
    lambda session_id: f"/{session_id}",
    lambda session_id: f"/{session_id}/state",
    lambda session_id: f"/{session_id}/stream",
    lambda session_id: f"/{session_id}/plan",
    lambda session_id: f"/{session_id}/todos",
]


async def test_a_session_does_not_exist_for_strangers(clock: VirtualClock) -> None:
    """Every route answers them as for an unknown id, byte for byte."""
    async with session_gateway(clock, keys=KEYS) as running:
        session_id = await started(running, who=ALICE)
        await running.log(session_id).append(running.log(session_id).plan())
        await running.log(session_id).append(running.log(session_id).report())
        await running.log(session_id).end()
        for who in (BOB, {}):
            for path in READ:
                hidden, unknown = await running.get(path(session_id), who), await running.get(path(UNKNOWN), who)
                assert (hidden.status_code, hidden.json()["error_code"]) == (404, "E019")
                assert hidden.content == unknown.content
            hidden = await running.post(f"/{session_id}/terminate", who=who)
            unknown = await running.post(f"/{UNKNOWN}/terminate", who=who)
            assert (hidden.status_code, hidden.content) == (404, unknown.content)
        for who in (ALICE, ROOT):
            for path in READ:
                assert (await running.get(path(session_id), who)).status_code == 200


async def test_without_keys_whoever_knows_the_id_may_read_and_end_a_session(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        session_id = await started(running)
        assert (await running.get(f"/{session_id}")).status_code == 200
        assert (await running.post(f"/{session_id}/terminate")).status_code == 202
        for unknown in (UNKNOWN, "s-short", "d-aaaaaaaaaaaaa", "%20", f"S-{'A' * 26}"):
            assert (await running.get(f"/{unknown}")).status_code == 404
