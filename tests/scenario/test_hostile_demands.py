"""Does nobody get assigned to what they cannot do when a demand is nonsense, an attack, a word, a picture, or Arabic?

`able` in the table: the shipped agents whose profile can do it; empty: nobody can, so that only a question or a refusal
is honest.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from negotiation.contracts import events as event_types
from tests.support.case_tables import load_cases
from tests.support.shipped_setup import shipped_setup
from towow.evaluation.corpus import CORPUS_TODAY
from towow.evaluation.corpus_runner import CORPUS_START
from towow.evaluation.demand_file import EvaluationDemand
from towow.evaluation.result import last_plan, parse_event
from towow.evaluation.runner import run_in_virtual_time

DEMANDS: list[dict[str, Any]] = load_cases(__file__, "hostile")


@pytest.mark.parametrize("row", DEMANDS, ids=[row["id"] for row in DEMANDS])
def test_a_hostile_demand_is_agreed_only_with_people_who_are_able(row: Mapping[str, Any]) -> None:
    events = negotiate(row["raw_input"])
    closed = events[-1]
    assert isinstance(closed, event_types.DemandClosed)
    if closed.status == "failed":
        assert any(isinstance(event, event_types.NegotiationFailed) and event.compromise_suggestion for event in events)
        return
    plan = last_plan(events)
    assert plan is not None
    holders = {each.agent_id for each in plan.assignments if each.is_confirmed}
    assert holders, "agreed, and nobody does anything"
    assert holders <= set(row["able"])


def negotiate(raw_input: str) -> list[event_types.ChannelEvent]:
    """Return the events of the demand's own channel."""
    demand = EvaluationDemand(1, f"hostile {raw_input}", raw_input, "user_evaluate", CORPUS_TODAY)
    events = [parse_event(event) for event in run_in_virtual_time(shipped_setup(), demand, CORPUS_START)]
    return [event for event in events if event.channel_id == events[0].channel_id]


def test_the_table_has_forty_demands_of_five_kinds() -> None:
    kinds = Counter(row["kind"] for row in DEMANDS)
    assert kinds.keys() == {"one-word", "nonsense", "injection", "emoji", "arabic"}
    assert kinds.total() == len({row["raw_input"] for row in DEMANDS}) == 40
