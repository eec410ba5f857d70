"""In which order a log tells a negotiation (INTERFACES § 6): true of every scenario, whatever happens in it."""

from itertools import pairwise

import pytest

from tests.support.event_log import NAMES, LogEntry, by_channel, payloads, root_events

OUTCOMES = {"proposal.finalized", "negotiation.force_finalized", "negotiation.failed"}
AGREED = {"proposal.finalized", "negotiation.force_finalized"}
CLARIFICATION = {"question.asked", "question.answered", "demand.revised"}
"""What may stand between the understanding and the candidates, and nowhere else."""

OPENING = ("demand.understood", "filter.completed", "channel.created", "demand.broadcast")


def following(events: list[LogEntry], place: int, count: int) -> list[LogEntry]:
    return events[place + 1 : place + 1 + count]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_starts_with_submitted_ends_with_closed_and_has_no_gap(name: str) -> None:
    events = payloads(name)
    types = [event.type for event in events]
    assert types[0] == "demand.submitted"
    assert types[-1] == "demand.closed"
    assert types.count("demand.submitted") == types.count("demand.closed") == 1
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert len({event.event_id for event in events}) == len(events)
    assert [event.timestamp for event in events] == sorted(event.timestamp for event in events)


@pytest.mark.parametrize("name", NAMES)
def test_a_channel_opens_in_order_before_anything_else_happens(name: str) -> None:
    for events in by_channel(payloads(name)).values():
        told = [event.type for event in events if event.type != "demand.submitted"]
        invited = told.index("channel.created") if "channel.created" in told else len(told)
        # Questions about the demand come before anybody is invited, those about a limit with the plan that leaves it.
        clarified = [place for place, kind in enumerate(told[:invited]) if kind in CLARIFICATION]
        assert clarified == list(range(1, 1 + len(clarified)))
        types = [kind for kind in told if kind not in CLARIFICATION]
        opening = [kind for kind in types if kind in OPENING]
        assert opening == list(OPENING[: len(opening)])
        assert types[: len(opening)] == opening


@pytest.mark.parametrize("name", NAMES)
def test_a_negotiation_point_follows_its_offer_or_feedback_directly(name: str) -> None:
    for events in by_channel(payloads(name)).values():
        explained = 0
        for place, event in enumerate(events):
            wishes = 0
            if event.type == "offer.submitted":
                wishes = len(event.payload["negotiation_points"])
            if event.type == "proposal.feedback" and event.says("feedback_type") == "negotiate":
                wishes = 1
            for bargain in following(events, place, wishes):
                assert (bargain.type, bargain.says("agent_id")) == ("negotiation.bargain", event.says("agent_id"))
            explained += wishes
        assert explained == sum(event.type == "negotiation.bargain" for event in events)


@pytest.mark.parametrize("name", NAMES)
def test_a_withdrawal_event_follows_its_feedback_directly(name: str) -> None:
    for events in by_channel(payloads(name)).values():
        for before, after in pairwise(events):
            leaving = before.type == "proposal.feedback" and before.says("feedback_type") == "withdraw"
            assert leaving == (after.type == "agent.withdrawn")
            if leaving:
                assert before.says("agent_id") == after.says("agent_id")


@pytest.mark.parametrize("name", NAMES)
def test_a_later_round_begins_directly_after_the_verdict_that_asks_for_it(name: str) -> None:
    """`round_started(k)` stands in the same commit as the verdict: no event of any channel between them."""
    for before, after in pairwise(payloads(name)):
        later = after.type == "negotiation.round_started" and after.payload["round"] > 1
        again = before.type == "feedback.evaluated" and before.says("decision") == "renegotiate"
        assert later == again
        if later:
            assert before.channel == after.channel
            assert after.payload["round"] == before.payload["round"] + 1
            expected = "no_quorum" if before.payload["rule"] == 4 else "adjustment"
            assert after.payload["reason"] == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_proposal_is_distributed_in_a_started_round(name: str) -> None:
    for events in by_channel(payloads(name)).values():
        rounds = [event.payload["round"] for event in events if event.type == "negotiation.round_started"]
        assert rounds == list(range(1, len(rounds) + 1))
        started = 0
        versions: list[int] = []
        for event in events:
            if event.type == "negotiation.round_started":
                started = event.payload["round"]
            if event.type == "proposal.distributed":
                assert event.payload["round"] == started
                assert event.payload["resent"] == (event.payload["version"] in versions)
                versions.append(event.payload["version"])
        assert versions == sorted(versions)


@pytest.mark.parametrize("name", NAMES)
def test_a_feedback_evaluation_counts_the_feedback_events(name: str) -> None:
    for events in by_channel(payloads(name)).values():
        for event in events:
            if event.type == "feedback.evaluated":
                said = event.payload
                answers = said["accepts"] + said["rejects"] + said["negotiates"]
                assert said["answered"] == answers + said["withdraws"]
                assert said["sent"] == said["answered"] + said["silent"]
                assert said["accept_rate"] == (said["accepts"] / answers if answers else None)


@pytest.mark.parametrize("name", NAMES)
def test_a_channel_has_at_most_one_outcome_and_it_follows_its_verdict(name: str) -> None:
    events = payloads(name)
    for channel, part in by_channel(events).items():
        outcomes = [event for event in part if event.type in OUTCOMES]
        assert len(outcomes) <= 1
        for before, after in pairwise(part):
            if before.type == "feedback.evaluated" and before.payload["decision"] == "finalize":
                assert after.type == "proposal.finalized"
        if channel == events[0].channel and events[-1].payload["status"] != "cancelled":
            assert len(outcomes) == 1


@pytest.mark.parametrize("name", NAMES)
def test_gaps_and_subnets_come_after_the_outcome(name: str) -> None:
    events = root_events(payloads(name))
    types = [event.type for event in events]
    cancelled = "demand.cancelled" in types
    assert ("gap.identified" in types) <= bool(AGREED & set(types))
    if AGREED & set(types) and not cancelled:
        assert types.count("gap.identified") == 1
    assert types.count("subnet.triggered") == types.count("subnet.completed")
    order = ("gap.identified", "subnet.triggered", "subnet.completed", "demand.closed")
    places = [order.index(kind) for kind in types if kind in order]
    assert places == sorted(places)


@pytest.mark.parametrize("name", NAMES)
def test_only_invited_agents_have_events(name: str) -> None:
    events = payloads(name)
    invited = {
        channel: set(event.payload["invited_agents"])
        for channel, part in by_channel(events).items()
        for event in part
        if event.type == "channel.created"
    }
    for event in events:
        if "agent_id" in event.payload:
            # A subnet's members review the plan that it is merged into.
            is_merged = event.type in ("proposal.feedback", "negotiation.bargain", "agent.withdrawn")
            known = set[str]().union(*invited.values()) if is_merged else invited[event.channel]
            assert event.payload["agent_id"] in known
    root = invited.pop(events[0].channel, set[str]())
    assert all(root.isdisjoint(others) for others in invited.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_totals_of_the_closing_event_equal_the_spending(name: str) -> None:
    """No call that was paid is missing, whatever became of its answer."""
    payload = payloads(name)[-1].payload
    totals, spent = payload["totals"], payload["spent"]
    assert totals["model_calls"] == spent["calls"]
    assert totals["input_tokens"] + totals["output_tokens"] == spent["tokens"]
    assert totals["cost_usd"] == spent["usd"]
