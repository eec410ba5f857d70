"""What does each message do in each status? A row for every pair, and a failure when one is missing (DESIGN § 2)."""

from itertools import product
from typing import get_args

import pytest

from channel_admin.core.channel import ChannelMessage, ChannelNotFound
from channel_admin.core.status import Status
from tests.unit.channel_admin.core.channel_harness import WAITS
from tests.unit.channel_admin.core.transition_table import MESSAGES, SITUATIONS, outcome

NOTHING = "nothing happens"
"""The key of a situation's messages that change nothing there: not even an event."""

# status, what it waits for: message → status, what it waits for then: what is sent → what is told
TABLE: dict[str, dict[str, str]] = {
    "no channel": {
        "submit_demand": "created, understanding: understand_demand -> -",
        "open_subnet": "created, understanding: understand_demand -> -",
        "demand_understood": "refused",
        "create_channel": "refused",
        "offer_response": "refused",
        "proposal_aggregated": "refused",
        "proposal_feedback accept": "refused",
        "proposal_feedback withdraw": "refused",
        "proposal_adjusted": "refused",
        "compromise_written": "refused",
        "gaps_identified": "refused",
        "recursion_decided": "refused",
        "subnet_ended": "refused",
        "cancel_demand": "refused",
        "task_failed handler_failed": "refused",
        "task_failed budget": "refused",
        "timer_fired": "refused",
    },
    "created, understanding": {
        "demand_understood": "created, filtering: choose_candidates -> demand.understood",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "created, filtering: choose_candidates -> demand.understood",
        "task_failed budget": "failed, compromise: write_compromise -> -",
        "timer_fired": "created, understanding: understand_demand -> -",
        NOTHING: "submit_demand, open_subnet, create_channel, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "created, filtering": {
        "create_channel": "collecting, offers: demand_offer -> filter.completed channel.created demand.broadcast",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "failed, compromise: write_compromise -> -",
        "task_failed budget": "failed, compromise: write_compromise -> -",
        "timer_fired": "created, filtering: choose_candidates -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "collecting, offers": {
        "offer_response": "collecting, offers: - -> offer.submitted",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "collecting, offers: - -> -",
        "task_failed budget": "collecting, offers: - -> -",
        "timer_fired": "collecting, offers: demand_offer*3 -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "aggregating, aggregation": {
        "offer_response": "aggregating, aggregation: - -> offer.submitted",
        "proposal_aggregated": "proposal_sent, feedback: proposal_review -> negotiation.round_started proposal.distributed",
        "proposal_feedback withdraw": "aggregating, aggregation: - -> proposal.feedback agent.withdrawn",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "proposal_sent, feedback: proposal_review -> negotiation.round_started proposal.distributed",
        "task_failed budget": "failed, compromise: write_compromise -> -",
        "timer_fired": "aggregating, aggregation: aggregate_offers -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_feedback accept, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "proposal_sent, feedback": {
        "offer_response": "proposal_sent, feedback: - -> offer.submitted",
        "proposal_feedback accept": "finalized, gaps: identify_gaps -> proposal.feedback feedback.evaluated proposal.finalized",
        "proposal_feedback withdraw": "failed, compromise: write_compromise -> proposal.feedback agent.withdrawn feedback.evaluated",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "proposal_sent, feedback: proposal_review -> feedback.evaluated negotiation.round_started proposal.distributed",
        "task_failed budget": "failed, compromise: write_compromise -> feedback.evaluated",
        "timer_fired": "proposal_sent, feedback: proposal_review -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "proposal_sent, adjustment": {
        "offer_response": "proposal_sent, adjustment: - -> offer.submitted",
        "proposal_feedback withdraw": "proposal_sent, adjustment: - -> proposal.feedback agent.withdrawn",
        "proposal_adjusted": "proposal_sent, feedback: proposal_review*2 -> proposal.distributed",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "proposal_sent, feedback: proposal_review*2 -> proposal.distributed",
        "task_failed budget": "force_finalized, compromise: write_compromise -> feedback.evaluated",
        "timer_fired": "proposal_sent, adjustment: adjust_proposal -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "negotiating, feedback": {
        "offer_response": "negotiating, feedback: - -> offer.submitted",
        "proposal_feedback accept": "proposal_sent, adjustment: adjust_proposal -> proposal.feedback feedback.evaluated negotiation.round_started",
        "proposal_feedback withdraw": "failed, compromise: write_compromise -> proposal.feedback agent.withdrawn feedback.evaluated",
        "cancel_demand": "cancelled, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "proposal_sent, feedback: proposal_review -> feedback.evaluated negotiation.round_started proposal.distributed",
        "task_failed budget": "failed, compromise: write_compromise -> feedback.evaluated",
        "timer_fired": "negotiating, feedback: proposal_review -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended",
    },
    "finalized, gaps": {
        "offer_response": "finalized, gaps: - -> offer.submitted",
        "proposal_feedback withdraw": "finalized, gaps: - -> proposal.feedback agent.withdrawn",
        "gaps_identified": "finalized, recursion: decide_recursion -> gap.identified",
        "cancel_demand": "finalized, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "finalized, nothing: - -> gap.identified demand.closed",
        "task_failed budget": "finalized, nothing: - -> gap.identified demand.closed",
        "timer_fired": "finalized, gaps: identify_gaps -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, recursion_decided, subnet_ended",
    },
    "finalized, recursion": {
        "offer_response": "finalized, recursion: - -> offer.submitted",
        "proposal_feedback withdraw": "finalized, recursion: - -> proposal.feedback agent.withdrawn",
        "recursion_decided": "finalized, subnets: open_subnet -> subnet.triggered",
        "cancel_demand": "finalized, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "finalized, nothing: - -> demand.closed",
        "task_failed budget": "finalized, nothing: - -> demand.closed",
        "timer_fired": "finalized, recursion: decide_recursion -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, gaps_identified, subnet_ended",
    },
    "finalized, subnets": {
        "offer_response": "finalized, subnets: - -> offer.submitted",
        "proposal_feedback withdraw": "finalized, subnets: - -> proposal.feedback agent.withdrawn",
        "subnet_ended": "finalized, nothing: - -> subnet.completed demand.closed",
        "cancel_demand": "finalized, subnets: cancel_demand -> demand.cancelled",
        "timer_fired": "finalized, nothing: - -> subnet.completed demand.closed",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, task_failed handler_failed, task_failed budget",
    },
    "finalized, nothing": {
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended, cancel_demand, task_failed handler_failed, task_failed budget, timer_fired",
    },
    "force_finalized, compromise": {
        "offer_response": "force_finalized, compromise: - -> offer.submitted",
        "proposal_feedback withdraw": "force_finalized, compromise: - -> proposal.feedback agent.withdrawn",
        "compromise_written": "force_finalized, gaps: identify_gaps -> negotiation.force_finalized",
        "cancel_demand": "force_finalized, nothing: - -> negotiation.force_finalized demand.cancelled demand.closed",
        "task_failed handler_failed": "force_finalized, gaps: identify_gaps -> negotiation.force_finalized",
        "task_failed budget": "force_finalized, gaps: identify_gaps -> negotiation.force_finalized",
        "timer_fired": "force_finalized, gaps: identify_gaps -> negotiation.force_finalized",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, gaps_identified, recursion_decided, subnet_ended",
    },
    "force_finalized, gaps": {
        "offer_response": "force_finalized, gaps: - -> offer.submitted",
        "proposal_feedback withdraw": "force_finalized, gaps: - -> proposal.feedback agent.withdrawn",
        "gaps_identified": "force_finalized, recursion: decide_recursion -> gap.identified",
        "cancel_demand": "force_finalized, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "force_finalized, recursion: decide_recursion -> gap.identified",
        "task_failed budget": "force_finalized, nothing: - -> gap.identified demand.closed",
        "timer_fired": "force_finalized, gaps: identify_gaps -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, recursion_decided, subnet_ended",
    },
    "force_finalized, recursion": {
        "offer_response": "force_finalized, recursion: - -> offer.submitted",
        "proposal_feedback withdraw": "force_finalized, recursion: - -> proposal.feedback agent.withdrawn",
        "recursion_decided": "force_finalized, subnets: open_subnet -> subnet.triggered",
        "cancel_demand": "force_finalized, nothing: - -> demand.cancelled demand.closed",
        "task_failed handler_failed": "force_finalized, nothing: - -> demand.closed",
        "task_failed budget": "force_finalized, nothing: - -> demand.closed",
        "timer_fired": "force_finalized, recursion: decide_recursion -> -",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, gaps_identified, subnet_ended",
    },
    "force_finalized, subnets": {
        "offer_response": "force_finalized, subnets: - -> offer.submitted",
        "proposal_feedback withdraw": "force_finalized, subnets: - -> proposal.feedback agent.withdrawn",
        "subnet_ended": "force_finalized, subnets: - -> subnet.completed",
        "cancel_demand": "force_finalized, subnets: cancel_demand*2 -> demand.cancelled",
        "timer_fired": "force_finalized, nothing: - -> subnet.completed subnet.completed demand.closed",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, task_failed handler_failed, task_failed budget",
    },
    "force_finalized, nothing": {
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended, cancel_demand, task_failed handler_failed, task_failed budget, timer_fired",
    },
    "failed, compromise": {
        "offer_response": "failed, compromise: - -> offer.submitted",
        "proposal_feedback withdraw": "failed, compromise: - -> proposal.feedback agent.withdrawn",
        "compromise_written": "failed, nothing: - -> negotiation.failed demand.closed",
        "cancel_demand": "failed, nothing: - -> negotiation.failed demand.cancelled demand.closed",
        "task_failed handler_failed": "failed, nothing: - -> negotiation.failed demand.closed",
        "task_failed budget": "failed, nothing: - -> negotiation.failed demand.closed",
        "timer_fired": "failed, nothing: - -> negotiation.failed demand.closed",
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, proposal_aggregated, proposal_feedback accept, proposal_adjusted, gaps_identified, recursion_decided, subnet_ended",
    },
    "failed, nothing": {
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended, cancel_demand, task_failed handler_failed, task_failed budget, timer_fired",
    },
    "cancelled, nothing": {
        NOTHING: "submit_demand, open_subnet, demand_understood, create_channel, offer_response, proposal_aggregated, proposal_feedback accept, proposal_feedback withdraw, proposal_adjusted, compromise_written, gaps_identified, recursion_decided, subnet_ended, cancel_demand, task_failed handler_failed, task_failed budget, timer_fired",
    },
}


def rows() -> dict[tuple[str, str], str]:
    """The table, with one row per situation and message."""
    told = {
        (where, message): what for where, row in TABLE.items() for message, what in row.items() if message != NOTHING
    }
    quiet = [(where, message) for where, row in TABLE.items() if NOTHING in row for message in row[NOTHING].split(", ")]
    assert len(quiet) == len(set(quiet)), "a message is listed twice"
    assert not told.keys() & set(quiet), "a message does something and nothing"
    return {**told, **dict.fromkeys(quiet, "nothing")}


def test_there_is_a_row_for_every_status_and_every_message() -> None:
    types = {body.type for body in get_args(ChannelMessage)}
    assert {message.partition(" ")[0] for message in MESSAGES} == types
    waits = {f"{status}, {waiting}" for status in Status for waiting in WAITS[status]}
    assert set(SITUATIONS) == {"no channel"} | waits
    assert rows().keys() == set(product(SITUATIONS, MESSAGES))


def test_only_broadcasting_is_never_rested_in() -> None:
    """BROADCASTING and COLLECTING are entered in one step (DESIGN § 7), so no message can meet it."""
    assert [status for status in Status if not WAITS[status]] == [Status.BROADCASTING]


@pytest.mark.parametrize(("situation", "message"), sorted(rows()))
def test_a_message_does_what_its_row_says(situation: str, message: str) -> None:
    expected = rows()[situation, message]
    if expected == "refused":
        with pytest.raises(ChannelNotFound):
            outcome(situation, message)
    else:
        assert outcome(situation, message) == expected
