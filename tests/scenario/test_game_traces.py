"""Traces of decisions: the spans of all workers are one tree, and the log tells the same story (GH-232…249)."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable

import pytest
from opentelemetry.sdk.trace import ReadableSpan

from gamehive.contracts.messages import PlayMove, StartGame
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage
from tests.support.faulty_broker import BrokerFaults, PublishFault
from tests.support.game_harness import GameHarness, decision_request
from tests.support.span_tree import SpanMemory, children, names, root_of_tree

OPENING = ((3, 3), (3, 4), (2, 2))


class EveryMessageTwice:
    """The broker stores each command twice."""

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        return PublishFault(copies=2) if message.exchange == "commands" else None

    def on_delivery(self, queue: str, message: BrokerMessage) -> None:
        return None


async def decide(clock: VirtualClock, faults: BrokerFaults | None = None) -> tuple[GameHarness, SpanMemory]:
    """Have the team of two workers decide a move."""
    harness = GameHarness(clock, faults=faults, spans=(spans := SpanMemory()))
    second = harness.build_worker(MemoryTransport(harness.broker))
    async with harness:
        await second.start()
        await harness.request(decision_request("gomoku8", OPENING, now=clock.now(), game_rule="My own rule text."))
        await harness.wait_for("move_played")
        await asyncio.sleep(5)
        await second.stop()
    return harness, spans


def attribute(span: ReadableSpan, name: str) -> object:
    return (span.attributes or {}).get(name)


@pytest.mark.parametrize("faults", [lambda: None, EveryMessageTwice])
async def test_a_decision_is_one_tree_below_the_request(
    clock: VirtualClock, faults: Callable[[], BrokerFaults | None]
) -> None:
    harness, spans = await decide(clock, faults())
    trace = spans.trace_with("agent.decision")
    root = root_of_tree(trace)
    found = names(trace)
    assert root.name == "gateway request_decision"
    assert [span.name for span in children(trace, root)] == ["game_host request_decision"]
    assert found["agent.decision"] == found["agent.run_loop_prepare"] == 1
    assert found["agent.final_decision"] >= 1
    assert {"agent.init", "agent.hook_execute", "agent.run_loop_llm_turn", "agent.tool_call"} <= found.keys()
    assert {"game_agent take_turn", "game_search search_move", "game_host turn_taken"} <= found.keys()
    assert found["agent.run_loop_llm_turn"] == found["game_agent take_turn"]
    called = [each["call_id"] for each in await harness.events() if each["type"] == "tool_called"]
    traced = [attribute(span, "call_id") for span in trace if span.name == "agent.tool_call"]
    assert Counter(traced) == Counter(called)
    for span in trace:
        if span.name.startswith("agent."):
            assert attribute(span, "game.id") == "g-1"
            assert attribute(span, "game.epoch") == 1
            assert attribute(span, "game.ply") == 4


async def test_a_task_agents_steps_are_below_the_call_of_the_persona(clock: VirtualClock) -> None:
    _, spans = await decide(clock)
    trace = spans.trace_with("agent.decision")
    calls = [span for span in trace if attribute(span, "tool") == "call_task_agent"]
    assert calls
    for call in calls:
        turns = [span for span in children(trace, call) if span.name == "agent.run_loop_llm_turn"]
        assert turns
        for turn in turns:
            assert [span.name for span in children(trace, turn)] == ["game_agent take_turn"]


async def test_moves_of_a_person_are_traces_of_their_own(clock: VirtualClock) -> None:
    async with GameHarness(clock, spans=(spans := SpanMemory())) as harness:
        await harness.start_game(StartGame(game_id="g-1", game="tictactoe", seats=("human", "team"), language="en"))
        await harness.submit(PlayMove(game_id="g-1", ply=1, x=1, y=1), "first")
        await harness.wait_for("move_played", 2)
        await asyncio.sleep(1)
    roots = sorted(root_of_tree(trace).name for trace in spans.by_trace().values())
    assert roots == ["gateway play_move", "gateway start_game"]
    assert names(spans.trace_with("gateway play_move"))["agent.decision"] == 1


async def test_the_log_of_a_decision_is_json_with_game_and_trace(clock: VirtualClock) -> None:
    harness, spans = await decide(clock)
    trace = spans.trace_with("agent.decision")
    assert trace[0].context is not None
    lines = [json.loads(line) for line in harness.lines.getvalue().splitlines()]
    told = [line for line in lines if line.get("game_id") == "g-1"]
    assert {line["trace_id"] for line in told} == {f"{trace[0].context.trace_id:032x}"}
    events = Counter((line["level"], line["event"]) for line in told)
    turns = names(trace)["game_agent take_turn"]
    assert events["debug", "model_input"] >= turns
    assert events["debug", "model_output"] >= turns
    assert events["info", "decided"] == 1
    (given, *_) = [line for line in told if line["event"] == "model_input"]
    assert {"system", "user", "board", "prompt"} <= given.keys()
    assert not any("My own rule" in json.dumps(line) for line in lines if line["level"] != "debug")


async def test_nothing_of_traces_changes_what_is_decided(clock: VirtualClock) -> None:
    request = decision_request("gomoku8", OPENING, now=clock.now())
    moves = list[tuple[int, int]]()
    for spans in (None, SpanMemory()):
        async with GameHarness(clock, spans=spans) as harness:
            await harness.request(request)
            played = await harness.wait_for("move_played")
            moves.append((played["x"], played["y"]))
    assert moves[0] == moves[1]
