"""What does the list of demands say of one?"""

from gateway.negotiation.views.demand_summary import MAX_RAW_INPUT_CHARS, demand_item
from tests.support.log_builder import CHANNEL, DEMAND, LogBuilder


def test_unknown_fields_are_left_out_of_the_summary() -> None:
    assert demand_item(LogBuilder().submitted()) == {
        "demand_id": DEMAND,
        "channel_id": CHANNEL,
        "status": "processing",
        "raw_input": "a meetup",
        "user_id": "user_alice",
        "created_at": "2026-01-22T10:00:01.000Z",
        "round": 0,
    }


def test_a_summary_without_understanding_has_the_truncated_raw_input() -> None:
    long = demand_item(LogBuilder().submitted(raw_input="会" * 500))
    assert long.get("raw_input") == "会" * MAX_RAW_INPUT_CHARS


def test_a_follow_up_demand_names_the_demand_it_follows() -> None:
    assert demand_item(LogBuilder().submitted(follows="d-bbbbbbbbbbbbb")).get("follows") == "d-bbbbbbbbbbbbb"


def test_the_summary_of_an_ended_demand_has_surface_demand_status_and_end() -> None:
    log = LogBuilder()
    log.agreed("bob", "amy")
    view = log.tell("demand.closed", status="finalized", rounds=1)
    assert demand_item(view) == {
        "demand_id": DEMAND,
        "channel_id": CHANNEL,
        "status": "finalized",
        "surface_demand": "A meetup",
        "user_id": "user_alice",
        "created_at": "2026-01-22T10:00:01.000Z",
        "closed_at": view["updated_at"],
        "round": 1,
    }
