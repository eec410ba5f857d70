"""Gateway with data, for the fuzz test of its OpenAPI document."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.system_clock import SystemClock
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import GatewayHarness, gateway_harness
from tests.support.sample_questions import question
from tests.support.session_events import SessionLogWriter


@dataclass(frozen=True)
class GatewayUnderTest:
    """URL of a running gateway, existing ids by path parameter, and access to its log entries by event."""

    url: str
    names: dict[str, list[str]]
    logged: Callable[[str], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def gateway_under_test() -> Iterator[GatewayUnderTest]:
    """Start a gateway with its system in a thread with an event loop of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    stack = AsyncExitStack()
    try:
        yield asyncio.run_coroutine_threadsafe(_start(stack), loop).result(30)
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result(30)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _write_sessions(running: GatewayHarness) -> list[str]:
    """Write the logs of an ended and of a running session; return their ids."""
    ended, open_now = (SessionLogWriter(running.system.store, session_id=f"s-{letter * 26}") for letter in "ab")
    for log in (ended, open_now):
        await log.start()
        await log.append(log.plan(), log.critique(), log.decision())
    await ended.append(ended.report())
    await ended.end()
    return [ended.session_id, open_now.session_id]


async def _start(stack: AsyncExitStack) -> GatewayUnderTest:
    running = await stack.enter_async_context(
        gateway_harness(SystemClock(), model=RuleBasedModel(ANSWERS), sockets=True, max_open_channels=1_000_000)
    )
    ended, open_now = await running.submit("user_alice"), await running.submit("user_bob")
    await running.ended(ended["demand_id"])
    names = {
        "demand_id": [ended["demand_id"], open_now["demand_id"]],
        "channel_id": [ended["channel_id"], open_now["channel_id"]],
        "agent_id": ["amy", "bob", "cai"],
        "question_id": ["ask_1", "ask_2"],
        "session_id": await _write_sessions(running),
    }
    attending = running.system.attending
    for agent, identifier in product(names["agent_id"], names["question_id"]):
        pending = question(await attending.now(), identifier, agent, wait=10**7)
        await attending.add_question(pending.model_copy(update={"demand_id": open_now["demand_id"]}))
    return GatewayUnderTest(str(running.http.base_url), names, running.system.logged)
