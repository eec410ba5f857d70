"""What does the list of demands say of one?"""

from gateway.core.listing import item
from tests.unit.gateway.written_log import CHANNEL, DEMAND, WrittenLog


def test_what_is_not_known_yet_is_not_in_it() -> None:
    assert item(WrittenLog().submitted()) == {
        "demand_id": DEMAND,
        "channel_id": CHANNEL,
        "status": "processing",
        "user_id": "user_alice",
        "created_at": "2026-01-22T10:00:01.000Z",
        "round": 0,
    }


def test_a_demand_that_ended_has_its_words_its_status_and_its_end() -> None:
    log = WrittenLog()
    log.agreed("bob", "amy")
    view = log.tell("demand.closed", status="finalized", rounds=1)
    assert item(view) == {
        "demand_id": DEMAND,
        "channel_id": CHANNEL,
        "status": "finalized",
        "surface_demand": "A meetup",
        "user_id": "user_alice",
        "created_at": "2026-01-22T10:00:01.000Z",
        "closed_at": view["updated_at"],
        "round": 1,
    }
