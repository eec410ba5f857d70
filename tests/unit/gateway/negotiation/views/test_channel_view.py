"""What does a channel look like in the ledger's names, its own or a subnet's?"""

import pytest

from gateway.negotiation.views.channel_view import ChannelResponse, build_channel_response, demand_id_of
from gateway.negotiation.views.schema import DemandView
from tests.support.log_builder import CHANNEL, DEMAND, SUBNET, LogBuilder


def shown(view: DemandView, channel_id: str = CHANNEL) -> ChannelResponse:
    found = build_channel_response(view, channel_id)
    assert found is not None
    return found


def counts(found: ChannelResponse) -> tuple[int, int, int, int]:
    return found["accept_count"], found["reject_count"], found["negotiate_count"], found["withdraw_count"]


def test_a_channel_is_pending_until_somebody_is_invited() -> None:
    log = LogBuilder()
    pending = shown(log.submitted())
    assert (pending["pending"], pending["status"]) == (True, "created")
    assert (pending["demand_data"], pending["current_proposal"], pending["proposal_version"]) == (None, None, 0)
    assert not {"parent_channel_id"} & pending.keys()
    begun = shown(log.invited("bob"))
    assert (begun["pending"], begun["status"]) == (False, "collecting")


def test_a_channel_view_lists_the_invited_agents_and_their_answers() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    found = shown(log.says("bob", "negotiate"))
    assert (found["channel_id"], found["demand_id"], found["status"]) == (CHANNEL, DEMAND, "negotiating")
    assert found["demand_data"] == {"surface_demand": "A meetup", "capability_tags": []}
    assert found["candidates"][0].keys() == {
        "agent_id",
        "display_name",
        "reason",
        "relevance_score",
        "is_fallback",
    }
    assert found["expected_responses"] == ["bob", "amy"]
    assert list(found["responses"]) == ["bob", "amy"]
    assert found["current_proposal"] == {"summary": "plan 1", "version": 1}
    assert (found["proposal_version"], found["current_round"], found["max_rounds"]) == (1, 1, 5)
    assert list(found["feedback"]) == ["bob"]
    assert (found["depth"], found["subnet_ids"]) == (0, [])
    assert (found["created_at"], found["last_updated_at"]) == ("2026-01-22T10:00:01.000Z", "2026-01-22T10:00:10.000Z")


def test_a_channel_view_counts_the_feedback_of_the_current_version() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy", "eve", "joe")
    for agent, said in [("bob", "accept"), ("amy", "reject"), ("eve", "negotiate"), ("joe", "accept")]:
        view = log.says(agent, said)
    assert counts(shown(view)) == (2, 1, 1, 0)
    assert counts(shown(log.plan("bob", "amy", "eve", "joe", version=2, number=2))) == (0, 0, 0, 0)
    assert counts(shown(log.says("bob", "accept", version=2, number=2))) == (1, 0, 0, 0)


def test_an_agent_that_accepted_and_withdrew_counts_as_withdrawn() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    log.says("bob", "accept")
    log.says("bob", "withdraw")
    view = log.tell("agent.withdrawn", agent_id="bob", display_name="Bob", reason="", round=1)
    assert counts(shown(view)) == (0, 0, 0, 1)


def test_a_subnet_has_a_channel_view() -> None:
    log = LogBuilder()
    assert build_channel_response(log.agreed("bob"), SUBNET) is None
    log.tell("subnet.triggered", sub_channel_id=SUBNET, sub_demand_id=f"{DEMAND}-1", gap_type="host", depth=1)
    pending = log.view
    assert pending is not None
    found = shown(pending, SUBNET)
    assert (found["pending"], found["depth"], found.get("parent_channel_id")) == (True, 1, CHANNEL)
    view = log.invited("carl", channel=SUBNET)
    found = shown(view, SUBNET)
    assert (found["status"], found["expected_responses"], found["max_rounds"]) == ("collecting", ["carl"], 3)
    assert (found["demand_id"], found["subnet_ids"]) == (DEMAND, [])
    assert shown(view)["subnet_ids"] == [SUBNET]


@pytest.mark.parametrize(
    ("channel_id", "demand"),
    [
        (CHANNEL, DEMAND),
        (SUBNET, DEMAND),
        (CHANNEL + "-4", None),
        (DEMAND, None),
        (CHANNEL.upper(), None),
        (CHANNEL + "\n", None),
        ("", None),
    ],
)
def test_the_demand_id_is_derived_from_a_channel_id(channel_id: str, demand: str | None) -> None:
    assert demand_id_of(channel_id) == demand
