"""Traces of negotiations and deliberations: a span for every step, in one tree per demand or session."""

import asyncio
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem
from tests.support.faulty_broker import PublishFault
from tests.support.span_tree import SpanMemory, children, names, root_of_tree
from towow.bootstrap.embedded import EmbeddedSystem
from towow.config.demand_logger import build_logger
from towow.scenario.deliberation_runner import build_session_system, play_session
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.loader import load_any_scenario

SESSION = Path(__file__).parents[2] / "examples" / "scenarios" / "deliberation-challenged-critic.yaml"


class EveryMessageTwice:
    """The broker stores each command twice."""

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        return PublishFault(copies=2) if message.exchange == "commands" else None

    def on_delivery(self, queue: str, message: BrokerMessage) -> None:
        return None


async def test_the_spans_of_a_demand_are_one_tree_whichever_worker_did_a_step(clock: VirtualClock) -> None:
    system = FaultyEmbeddedSystem(clock, publish=EveryMessageTwice(), spans=(spans := SpanMemory()))
    second = system.build_worker(MemoryTransport(system.broker))
    async with system:
        await second.start()
        demand = await system.submit()
        await system.finished(demand)
        await asyncio.sleep(60)
        steps = len(system.logged("step"))
        await second.stop()
    root = root_of_tree(spans.spans)
    found = names(spans.spans)
    assert root.name == "channel"
    assert [span.name for span in children(spans.spans, root)] == ["gateway submit_demand"]
    assert found.total() == steps + 2
    assert found["coordinator understand_demand"] == 1
    assert (found["user_agent proposal_review"], found["channel_admin proposal_feedback"]) == (6, 6)
    assert all(span.start_time <= span.end_time for span in spans.spans if span.start_time and span.end_time)


async def test_a_step_that_failed_has_one_span_once_it_succeeded(clock: VirtualClock) -> None:
    failures = iter([RuntimeError("once")])

    def fail_once(facts: Any) -> BaseModel:
        for failure in failures:
            raise failure
        return ANSWERS["demand_understanding"](facts)

    model = RuleBasedModel({**ANSWERS, "demand_understanding": fail_once})
    async with FaultyEmbeddedSystem(clock, model=model, spans=(spans := SpanMemory())) as system:
        await system.finished(await system.submit())
    root_of_tree(spans.spans)
    (understood,) = [span for span in spans.spans if span.name == "coordinator understand_demand"]
    assert understood.attributes is not None
    assert understood.attributes["towow.attempt"] == 2


async def test_the_spans_of_a_session_are_one_tree(clock: VirtualClock) -> None:
    scenario = load_any_scenario(SESSION)
    assert isinstance(scenario, DeliberationScenario)
    dependencies, build_start = build_session_system(scenario, clock, build_logger("error", "json", StringIO()))
    system = EmbeddedSystem(replace(dependencies, spans=(spans := SpanMemory())))
    await system.start()
    events = [event async for event in play_session(system, scenario, build_start())]
    await asyncio.sleep(1)
    await system.stop()
    root = root_of_tree(spans.spans)
    assert (root.name, events[-1].type) == ("deliberation", "towow.deliberation.session_ended")
    assert names(spans.spans)["gateway start_deliberation"] == 1
    assert {"planner", "critic", "deliberation_host"} <= {name.split()[0] for name in names(spans.spans)}
