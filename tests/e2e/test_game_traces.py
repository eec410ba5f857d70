"""Spans of a decision over RabbitMQ and Redis: those of all processes reach a collector as one tree."""

import pytest

from tests.e2e.distributed import distributed
from tests.e2e.game_services import game_workers, serving_games
from tests.e2e.server_game import ServerGame
from tests.support.callback_server import callback_server
from tests.support.compiled_engines import compile_engines
from tests.support.otlp_collector import CollectedSpan, otlp_collector

pytestmark = pytest.mark.requires("services")

SERVICES = ("gateway", "game_host-game_callback", "game_agent-game_search")


def find_trace(spans: list[CollectedSpan]) -> list[CollectedSpan]:
    """Return the spans of the trace with the decision; none before it has come."""
    trace_id = next((each.trace_id for each in spans if each.name == "agent.decision"), None)
    return [each for each in spans if each.trace_id == trace_id]


def is_whole(trace: list[CollectedSpan]) -> bool:
    """Return whether the last step has come, and every parent."""
    parents = {each.parent_id for each in trace} - {each.span_id for each in trace}
    return parents == {""} and any(each.name == "game_host decision_delivered" for each in trace)


def test_the_spans_of_three_processes_are_one_tree() -> None:
    compile_engines("gomoku8")
    with otlp_collector() as collector, distributed() as services, callback_server() as callback:
        tracing = {
            "TOWOW_TRACES": "otlp",
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
        }
        groups = (("game_host", "game_callback"), ("game_agent", "game_search"))
        with (
            serving_games(services, callback, **tracing) as running,
            game_workers(running, *groups, **tracing),
        ):
            game = ServerGame("gomoku8", 1, moves=((3, 3), (3, 4), (2, 2)))
            running.request(game)
            callback.wait(game.number, 1)
            trace = find_trace(collector.wait_for(lambda found: is_whole(find_trace(found))))
    assert [each.name for each in trace if not each.parent_id] == ["gateway request_decision"]
    ids = [each.span_id for each in trace]
    assert len(set(ids)) == len(ids)
    assert {each.parent_id for each in trace} <= {"", *ids}
    assert {each.service for each in trace} == {f"towow-{service}" for service in SERVICES}
    assert sum(each.name == "agent.run_loop_llm_turn" for each in trace) == sum(
        each.name == "game_agent take_turn" for each in trace
    )
