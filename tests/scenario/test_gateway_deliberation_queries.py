"""Reads of sessions over HTTP: view, state before the host has one, plan, to-dos as files, lists, termination."""

import asyncio
from typing import Any

import pytest

from deliberation.contracts.messages import StartDeliberation, TerminateDeliberation
from gateway.deliberation.routes.plans import accepted_format
from gateway.deliberation.views.session_projection import SessionProjection, fold
from shared.core.envelope import Envelope, decode_envelope
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.port import Delivery
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import ALICE, BOB, KEYS, ROOT, gateway_harness
from tests.support.ics_parser import read_calendar
from tests.support.session_events import SessionLogWriter, sample_plan
from tests.support.session_gateway import SessionGateway, session_gateway, start_body


async def opened(running: SessionGateway, body: Any = None, who: Any = None) -> SessionLogWriter:
    """The log of a new session."""
    async with running.start(body, who) as stream:
        return running.log(stream.headers["x-session-id"])


async def test_the_view_is_the_fold_of_the_events_at_every_moment(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        for event in [None, *log.discussion(), log.ended()]:
            if event is not None:
                await log.append(event, close=event.type.endswith("session_ended"))
            folded: SessionProjection | None = None
            for row in await log.events():
                folded = fold(folded, row.data)
            assert folded is not None
            answer = await running.get(f"/{log.session_id}")
            assert answer.text == folded.view.model_dump_json(by_alias=True)
            assert answer.headers["cache-control"] == "no-store"


async def test_a_session_that_waits_for_its_host_has_a_state(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        state = (await running.get(f"/{log.session_id}/state")).json()
        assert (state["session_id"], state["version"], state["status"]) == (log.session_id, 0, "in_progress")
        assert (state["current_round"], state["max_rounds"], state["mode"]) == (0, 5, "multi_agent")
        assert set(state["agents"]) == {"planner", "critic", "host", "reporter"}
        assert {agent["status"] for agent in state["agents"].values()} == {"idle"}
        assert state["created_at"] == state["updated_at"] == "2026-01-22T10:00:00.000Z"
        assert (state["history"], state["consensus_trend"], state["end_reason"]) == ([], [], None)


async def test_the_plan_is_the_best_so_far(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        missing = await running.get(f"/{log.session_id}/plan", {"accept-language": "zh"})
        assert (missing.status_code, missing.json()["error_code"]) == (404, "E019")
        assert missing.json()["details"] == "还没有计划"
        await log.append(log.plan())
        assert (await running.get(f"/{log.session_id}/plan")).json()["title"] == "IELTS in six weeks"
        await log.append(log.report(sample_plan("final")))
        plan = (await running.get(f"/{log.session_id}/plan")).json()
        assert plan == sample_plan("final").model_dump(mode="json")


async def test_the_todos_are_json_a_calendar_or_markdown(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        path = f"/{log.session_id}/todos"
        await log.append(log.plan())
        missing = await running.get(path)
        assert (missing.status_code, missing.json()["error_code"]) == (404, "E019")
        await log.append(log.report())
        items = (await running.get(path)).json()["items"]
        assert [(item["title"], item["due"], item["done"]) for item in items] == [
            ("Mock test", "2026-02-01", False),
            ("Write two essays", "2026-02-08", False),
        ]
        by_query, by_header = (
            await running.get(path, format="ics"),
            await running.get(path, {"accept": "text/calendar"}),
        )
        assert by_query.content == by_header.content
        assert by_query.headers["content-type"] == "text/calendar; charset=utf-8"
        assert by_query.headers["content-disposition"] == f'attachment; filename="todos-{log.session_id}.ics"'
        events = read_calendar(by_query.content).parts
        assert [event["SUMMARY"].text for event in events] == ["Mock test", "Write two essays"]
        assert events[0]["URL"].value == f"http://gateway/deliberations/{log.session_id}"
        markdown = await running.get(path, format="md")
        assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
        assert markdown.headers["content-disposition"].endswith('.md"')
        assert "- [ ] Mock test" in markdown.text
        assert (await running.get(path, format="pdf")).json()["error_code"] == "E001"


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        *(("", "json"), ("*/*", "json"), ("text/calendar", "ics"), ("text/markdown;q=0.9, */*", "md")),
        *(("text/html, text/markdown", "md"), ("application/json, text/calendar", "json"), ("TEXT/CALENDAR", "ics")),
    ],
)
def test_the_first_known_media_type_is_chosen(accept: str, chosen: str) -> None:
    assert accepted_format(accept) == chosen


async def test_a_report_without_a_plan_has_no_todos(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        await log.append(log.report(has_plan=False))
        assert (await running.get(f"/{log.session_id}/todos")).json() == {"items": []}
        assert (await running.get(f"/{log.session_id}/plan")).status_code == 404


async def test_a_list_has_the_users_sessions_newest_first(clock: VirtualClock) -> None:
    async with session_gateway(clock, sessions=None) as running:
        logs: list[SessionLogWriter] = []
        for number in range(5):
            logs.append(await opened(running, start_body(f"plan {number}", conversation=f"c{number}")))
            await asyncio.sleep(1)
        await opened(running, start_body(user="user_bob"))
        await logs[1].append(*logs[1].discussion())
        await logs[1].end()
        await logs[2].append(logs[2].plan(), logs[2].plan(2))
        items = (await running.get(user_id="user_alice")).json()["items"]
        assert [item["session_id"] for item in items] == [log.session_id for log in reversed(logs)]
        assert [item["user_query"] for item in items] == [f"plan {number}" for number in (4, 3, 2, 1, 0)]
        assert [(item["status"], item["rounds"]) for item in items[2:4]] == [("in_progress", 2), ("converged", 2)]
        assert "ended_at" in items[3]
        assert "ended_at" not in items[2]
        assert (await running.get()).json() == {"items": []}


async def test_a_list_comes_in_pages_without_gaps(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        started = [(await opened(running, start_body(conversation=f"c{number}"))).session_id for number in range(6)]
        for limit in (1, 2, 4, 6, 7):
            found: list[str] = []
            query: dict[str, Any] = {"user_id": "user_alice", "limit": limit}
            for _ in range(20):
                page = (await running.get("", None, **query)).json()
                assert len(page["items"]) <= limit
                found += [item["session_id"] for item in page["items"]]
                if "next" not in page:
                    break
                query["before"] = page["next"]
            assert sorted(found) == sorted(started)
            assert len(set(found)) == len(found)
        bad = await running.get(user_id="user_alice", before="nonsense!")
        assert (bad.status_code, bad.json()["error_code"]) == (400, "E001")
        assert (await running.get(user_id="user_alice", limit=0)).status_code == 400


async def test_a_list_shows_long_queries_shortened(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        await opened(running, start_body("长" * 5000))
        (item,) = (await running.get(user_id="user_alice")).json()["items"]
        assert item["user_query"] == "长" * 199 + "…"


async def test_with_keys_a_list_is_the_callers(clock: VirtualClock) -> None:
    async with session_gateway(clock, keys=KEYS) as running:
        alice = await opened(running, who=ALICE)
        bob = await opened(running, start_body(user="user_bob"), BOB)

        async def listed(who: Any, **query: Any) -> list[str]:
            return [item["session_id"] for item in (await running.get("", who, **query)).json()["items"]]

        assert await listed(ALICE) == await listed(ALICE, user_id="user_alice") == [alice.session_id]
        assert await listed(ALICE, user_id="user_bob") == []
        assert await listed({}) == await listed({}, user_id="user_alice") == []
        assert await listed(ROOT, user_id="user_bob") == [bob.session_id]


async def test_a_termination_is_sent_once_and_named_after_the_caller(clock: VirtualClock) -> None:
    async with session_gateway(clock, keys=KEYS) as running:
        log = await opened(running, who=ALICE)
        sent: list[Envelope] = []

        async def receive(delivery: Delivery) -> None:
            sent.append(decode_envelope(delivery.message.data))
            await delivery.ack()

        consumer = await running.context.transport.consume("deliberation_host", receive, 10)
        for _ in range(3):
            answer = await running.post(f"/{log.session_id}/terminate", who=ALICE)
            assert answer.status_code == 202
            assert answer.json() == {"session_id": log.session_id, "status": "terminating"}
        await asyncio.sleep(2)
        await consumer.stop()
        assert [envelope.type for envelope in sent] == [StartDeliberation.type, TerminateDeliberation.type]
        assert sent[1].body == {"session_id": log.session_id, "terminated_by": "user_alice"}
        assert StartDeliberation.model_validate(sent[0].body).context.query == "plan my IELTS"


@pytest.mark.parametrize(("reason", "status"), [("consensus", "converged"), ("user", "terminated")])
async def test_after_the_end_a_termination_conflicts(reason: str, status: str, clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await opened(running)
        await log.end(reason, status)
        answer = await running.post(f"/{log.session_id}/terminate")
        assert (answer.status_code, answer.json()["error_code"]) == (409, "E014")
        assert answer.json()["details"] == {"id": log.session_id, "status": status}


async def test_sessions_and_demands_do_not_show_in_each_others_lists(clock: VirtualClock) -> None:
    slow = RuleBasedModel(ANSWERS, 60_000, 0)
    async with gateway_harness(clock, model=slow) as running:
        demand = await running.submit("user_alice")
        log = SessionLogWriter(running.system.store)
        await log.start("user_alice")
        queries: list[dict[str, Any]] = [{}, {"user_id": "user_alice"}, {"limit": 1}]
        for query in queries:
            demands = (await running.get("/demands", **query)).json()
            assert [item["demand_id"] for item in demands["items"]] == [demand["demand_id"]]
        sessions = (await running.get("/deliberations", user_id="user_alice")).json()["items"]
        assert [item["session_id"] for item in sessions] == [log.session_id]
        channels = (await running.get("/admin/channels")).json()
        assert [item["demand_id"] for item in channels["items"]] == [demand["demand_id"]]
        assert channels["total"] == 1
        assert (await running.get(f"/demands/{log.session_id}")).json()["error_code"] == "E002"
        assert (await running.get(f"/deliberations/{demand['demand_id']}")).json()["error_code"] == "E019"
