"""Is the view that is folded from a log what the channel itself remembers, after each of its steps (TW-610…617)?"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from channel_admin.actors import channel_entity
from channel_admin.core.state import ChannelState
from channel_admin.settings import NegotiationRules
from gateway.negotiation.views.channel_view import ChannelResponse, build_channel_response
from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.schema import DemandView
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.memory.store import MemoryStore
from tests.simulation.state_replay import decide_again
from tests.support.event_log import NAMES, path_of
from towow.bootstrap.embedded import EmbeddedSystem
from towow.config.demand_logger import build_logger
from towow.scenario.loader import load_scenario
from towow.scenario.runner import START, build_scenario_system, play_scenario

SILENT_MOVES = {
    ("collecting", "aggregating"),
    ("collecting", "failed"),
    ("created", "failed"),
    ("aggregating", "failed"),
}
"""What no event tells: (the view's status, the channel's). Not everybody answered and time is up; or it has failed
before any verdict, and its outcome waits for the compromise."""


def lived(name: str) -> tuple[Sequence[bytes], Mapping[str, Sequence[bytes]], NegotiationRules]:
    """A scenario's log, and the journal of each of its channels."""
    scenario = load_scenario(path_of(name))
    scenario = scenario.model_copy(update={"settings": {**scenario.settings, "journal": True}})
    log: list[bytes] = []
    journals: dict[str, Sequence[bytes]] = {}
    rules: list[NegotiationRules] = []

    async def main(clock: VirtualClock) -> None:
        place, accept = build_scenario_system(scenario, clock, build_logger("error"))
        rules.append(place.settings.section(NegotiationRules))
        system = EmbeddedSystem(place)
        assert isinstance(system.store, MemoryStore)
        await system.start()
        log.extend([event.data async for event in play_scenario(system, scenario, accept())])
        for event in log:
            channel_id = json.loads(event)["payload"]["channel_id"]
            journals[channel_id] = system.store.read_journal(f"channel/{channel_id}")
        await system.stop()

    run_virtually(main, START)
    return log, journals, rules[0]


def steps(journal: Sequence[bytes], rules: NegotiationRules) -> Iterator[tuple[ChannelState, int]]:
    """The state after each step of a channel, and how many events the step emitted."""
    state: ChannelState | None = None
    for line in journal:
        decision = decide_again(state, json.loads(line), channel_entity(rules))
        if decision is not None:
            state = decision.state
            yield state, len(decision.events)


def views_of(log: Sequence[bytes], channel_id: str) -> Sequence[DemandView]:
    """The view after each event of this channel."""
    view: DemandView | None = None
    found: list[DemandView] = []
    for event in log:
        view = fold(view, event)
        if json.loads(event)["payload"]["channel_id"] == channel_id:
            found.append(view)
    return found


def compare(shown: ChannelResponse, state: ChannelState) -> None:
    assert shown["status"] == state.status or (shown["status"], state.status) in SILENT_MOVES
    assert shown["expected_responses"] == list(state.invited_agents)
    assert {who: said["offer_id"] for who, said in shown["responses"].items()} == {
        who: offer.offer_id for who, offer in state.responses.items()
    }
    assert {who: said["feedback_type"] for who, said in shown["feedback"].items()} == {
        who: said.feedback_type for who, said in state.feedback.items()
    }
    assert shown["current_round"] == state.current_round
    assert shown["depth"] in (state.depth, 0)
    assert shown["subnet_ids"] == [subnet.channel_id for subnet in state.subnets]
    assert shown["withdraw_count"] == len(set(state.left) & set(state.sent_to))
    if state.candidates:
        assert shown["max_rounds"] == state.limits.max_rounds
        assert shown.get("parent_channel_id") == (state.parent.channel_id if state.parent else None)
    if state.waiting != "compromise":  # the plan is settled with the verdict, and told with the outcome
        assert shown["current_proposal"] == as_json(state.current_proposal)


def as_json(record: Any) -> Any:
    return record.model_dump(mode="json") if record is not None else None


@pytest.mark.parametrize("name", NAMES)
def test_the_channel_view_equals_the_channel_state_after_each_step(name: str) -> None:
    log, journals, rules = lived(name)
    compared = 0
    for channel_id, journal in journals.items():
        seen = views_of(log, channel_id)
        told = 0 if json.loads(log[0])["payload"]["channel_id"] != channel_id else 1
        for state, events in steps(journal, rules):
            told += events
            if told:
                shown = build_channel_response(seen[told - 1], channel_id)
                assert shown is not None
                compare(shown, state)
                compared += 1
    assert compared >= 2
