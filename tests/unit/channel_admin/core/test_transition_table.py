"""What does each message do in each status? A row for every pair, and a failure when one is missing (DESIGN § 2)."""

from itertools import product
from typing import get_args

import pytest

from channel_admin.core.channel import ChannelMessage, ChannelNotFound, decide
from channel_admin.core.status import Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.messages import ProposalAdjusted, ProposalAggregated
from negotiation.contracts.proposal import ProposalDraft
from shared.core.address import Address
from tests.support.case_tables import load_cases
from tests.unit.channel_admin.core.channel_harness import ROOT, WAITS
from tests.unit.channel_admin.core.transition_table import MESSAGES, SITUATIONS, describe, outcome

NOTHING = "nothing happens"
"""The key of a situation's messages that change nothing there: not even an event."""

TABLE: dict[str, dict[str, str]] = load_cases(__file__, "table")
"""Status, what it waits for: message → status, what it waits for then: what is sent → what is told."""


def rows() -> dict[tuple[str, str], str]:
    """The table, with one row per situation and message."""
    told = {
        (where, message): what for where, row in TABLE.items() for message, what in row.items() if message != NOTHING
    }
    quiet = [(where, message) for where, row in TABLE.items() if NOTHING in row for message in row[NOTHING].split(", ")]
    assert len(quiet) == len(set(quiet)), "a message is listed twice"
    assert not told.keys() & set(quiet), "a message does something and nothing"
    return {**told, **dict.fromkeys(quiet, "nothing")}


def test_the_transition_table_covers_every_status_and_message() -> None:
    types = {body.type for body in get_args(ChannelMessage)}
    assert {message.partition(" ")[0] for message in MESSAGES} == types
    waits = {f"{status}, {waiting}" for status in Status for waiting in WAITS[status]}
    assert {", ".join(name.split(", ")[:2]) for name in SITUATIONS} == {"no channel"} | waits
    assert rows().keys() == set(product(SITUATIONS, MESSAGES))


def test_only_broadcasting_waits_for_no_message() -> None:
    """BROADCASTING and COLLECTING are entered in one step (DESIGN § 7), so no message can meet it."""
    assert [status for status in Status if not WAITS[status]] == [Status.BROADCASTING]


@pytest.mark.parametrize(("situation", "message"), sorted(rows()))
def test_a_message_has_the_effect_of_its_table_row(situation: str, message: str) -> None:
    expected = rows()[situation, message]
    if expected == "refused":
        with pytest.raises(ChannelNotFound):
            outcome(situation, message)
    else:
        assert outcome(situation, message) == expected


@pytest.mark.parametrize(
    ("situation", "effect"),
    [
        (
            "aggregating, aggregation",
            "proposal_sent, feedback: proposal_review -> negotiation.round_started proposal.distributed",
        ),
        ("proposal_sent, adjustment", "proposal_sent, feedback: proposal_review*2 -> proposal.distributed"),
    ],
)
def test_a_plan_that_gives_nobody_a_part_is_replaced_by_the_fallback(situation: str, effect: str) -> None:
    world = SITUATIONS[situation]()
    state = world.states[ROOT]
    ids = {"demand_id": state.demand_id, "channel_id": state.channel_id}
    empty = ProposalDraft(summary="nobody is left")
    is_first = state.status is Status.AGGREGATING
    body = (
        ProposalAggregated.model_validate({**ids, "draft": empty})
        if is_first
        else ProposalAdjusted.model_validate({**ids, "base_version": state.proposal_version, "draft": empty})
    )
    decision = decide(NegotiationRules(), state, world.say(body, sender=Address("skills", ROOT)), world.now)
    assert decision is not None
    assert describe(decision) == effect
    assert decision.state.proposal.assignments
    assert decision.state.proposal.adjustment_failed != is_first
