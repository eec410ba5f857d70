"""Deliberations over RabbitMQ and Redis: the same as embedded, through the death of a worker, and many at once."""

import asyncio
import signal
import time
from contextlib import ExitStack

import pytest

from tests.e2e.distributed import Distributed
from tests.e2e.session_desk import EndedSession, SessionDesk, session_desk
from tests.support.cli_runner import stop as stop_process

pytestmark = pytest.mark.requires("services")

ROLES = ("deliberation_host", "deliberation_skills", "planner", "critic", "reporter")
QUERY = "帮我制定IELTS备考计划，三个月，每天2小时"


def assert_whole(ended: EndedSession) -> None:
    """A session with a report, its last event once and last, and no turn skipped."""
    names = [name for name, _ in ended.events]
    assert names[0] == "session_started"
    assert names[-1] == "session_ended"
    assert names.count("session_ended") == 1
    assert names.count("final_report") == 1
    assert ended.of("agent_skipped") == []
    assert ended.of("error") == []


def test_a_session_over_services_has_the_events_of_an_embedded_one(services: Distributed) -> None:
    services.inside("init")
    embedded = services.inside(
        "deliberate", QUERY, "--today", "2026-11-26", "--json", TOWOW_BROKER_URL="", TOWOW_STORE_URL=""
    )
    assert embedded.code == 0, embedded.err
    with services.working(*ROLES):
        distributed = services.inside("deliberate", QUERY, "--today", "2026-11-26", "--json")
    assert distributed.code == 0, distributed.err
    order = ("type", "round", "agent", "action")
    assert [[row.get(key) for key in order] for row in distributed.rows[:3]] == [
        [row.get(key) for key in order] for row in embedded.rows[:3]
    ]
    assert {row["type"] for row in distributed.rows} >= {
        "session_started",
        "agent_output",
        "host_decision",
        "final_report",
    }
    assert distributed.rows[-1]["type"] == "session_ended"


def test_a_planner_that_is_killed_in_its_turn_is_replaced(services: Distributed) -> None:
    """The broker hands the turn to the next planner; nothing is skipped, and no output comes twice."""
    services.inside("init")
    others = [role for role in ROLES if role != "planner"]

    async def run() -> EndedSession:
        with ExitStack() as stack:
            stack.enter_context(services.working(*others))
            first = stack.enter_context(services.working("planner", TOWOW_SIMULATED_LATENCY_MS="4000"))
            async with session_desk(services) as desk:
                session_id = await desk.start(QUERY, 1)
                await asyncio.sleep(1.5)  # it is in its turn
                first.kill()
                stack.enter_context(services.working("planner"))
                return await asyncio.wait_for(desk.wait(session_id), 60)

    ended = asyncio.run(run())
    assert_whole(ended)
    spoken = [(each["round"], each["agent"], each["output_type"]) for each in ended.of("agent_output")]
    assert len(spoken) == len(set(spoken))
    assert spoken[0] == (1, "planner", "plan")


SESSIONS, WITHIN = 200, 120.0


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.timeout(300)
def test_two_hundred_sessions_at_once_end_in_time_on_two_workers(services: Distributed) -> None:
    """200 sessions, two worker processes, 50 ms a model call: all end within 120 s, and no turn is skipped."""
    services.inside("init")

    async def run(desk: SessionDesk) -> tuple[list[EndedSession], float]:
        start = time.monotonic()
        ids = await asyncio.gather(*(desk.start(QUERY, number) for number in range(SESSIONS)))
        ended = await asyncio.wait_for(desk.wait_all(ids), 240)
        return ended, time.monotonic() - start

    async def main() -> tuple[list[EndedSession], float]:
        async with session_desk(services) as desk:
            return await run(desk)

    with ExitStack() as stack:
        workers = [stack.enter_context(services.working("all", TOWOW_SIMULATED_LATENCY_MS="50")) for _ in range(2)]
        ended, seconds = asyncio.run(main())
        for worker in workers:
            stop_process(worker, signal.SIGTERM)
    print(f"{SESSIONS} sessions in {seconds:.1f} s")  # noqa: T201 - the figure
    assert len(ended) == SESSIONS
    for each in ended:
        assert_whole(each)
    assert seconds < WITHIN
