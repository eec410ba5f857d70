"""What does each event change of a demand's view? One test per event type, and what it leaves alone."""

import json
from typing import Any

import pytest

from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.schema import DemandView
from tests.support.log_builder import AGREED, CHANNEL, DEMAND, SUBNET, LogBuilder


def moved(view: DemandView) -> tuple[str, str, str]:
    """Where it stands."""
    return view["phase"], view["channel_status"], view["status"]


def test_the_submitted_event_sets_user_and_raw_input() -> None:
    view = LogBuilder().submitted()
    assert (view["demand_id"], view["channel_id"], view["last_seq"]) == (DEMAND, CHANNEL, 1)
    assert (view["raw_input"], view["user_id"], view["visibility"]) == ("a meetup", "user_alice", "public")
    assert (view["language"], view["model"], view["timezone"]) == ("en", "scenario", "Asia/Shanghai")
    assert (view["round"], view["max_rounds"]) == (0, 5)
    assert view["limits"] == {"max_rounds": 5, "budget_tokens": 1000}
    assert (view["understanding"], view["proposal"], view["review"], view["outcome"]) == (None, None, None, None)
    assert moved(view) == ("understanding", "created", "processing")
    assert view["created_at"] == view["updated_at"] == "2026-01-22T10:00:01.000Z"
    assert view["cost"] == {"calls": 1, "tokens": 10, "usd": 0.001}
    assert not {"closed_at", "cancelled", "deadline", "is_complete", "parent_channel_id"} & view.keys()


def test_a_demand_without_visibility_is_private() -> None:
    log = LogBuilder()
    assert log.tell("demand.submitted", raw_input="a meetup")["visibility"] == "private"


def test_an_understanding_sets_the_demand_fields() -> None:
    log = LogBuilder()
    log.submitted()
    view = log.tell("demand.understood", surface_demand="A meetup", usage={"calls": 1}, fallback=True)
    assert view["understanding"] == {"surface_demand": "A meetup", "fallback": True}
    assert moved(view) == ("filtering", "created", "processing")
    assert view["updated_at"] == "2026-01-22T10:00:02.000Z"


def test_invited_candidates_are_listed_with_their_reasons() -> None:
    view = LogBuilder().invited("bob", "amy")
    assert [who["agent_id"] for who in view["candidates"]] == ["bob", "amy"]
    assert view["candidates"][0] == {
        "agent_id": "bob",
        "display_name": "Bob",
        "reason": "fits",
        "relevance_score": 90,
        "is_fallback": False,
        "offer": None,
        "feedback": None,
        "feedbacks": [],
    }
    assert moved(view) == ("collecting", "collecting", "processing")
    assert view.get("deadline") == "2026-01-22T10:05:00.000Z"


def test_a_demand_without_candidates_waits_for_its_outcome() -> None:
    log = LogBuilder()
    log.submitted()
    assert moved(log.tell("filter.completed", candidates=[])) == ("after", "failed", "processing")


def test_a_created_channel_sets_the_maximum_of_rounds() -> None:
    log = LogBuilder()
    log.submitted()
    view = log.tell("channel.created", max_rounds=7, depth=0)
    assert (view["max_rounds"], view["depth"], view["channel_status"]) == (7, 0, "broadcasting")


def test_an_offer_is_stored_with_its_candidate() -> None:
    log = LogBuilder()
    log.invited("bob", "amy")
    view = log.offer("amy", contribution="a talk", usage={"calls": 1})
    bob, amy = view["candidates"]
    assert bob["offer"] is None
    assert amy["offer"] == {
        "agent_id": "amy",
        "display_name": "Amy",
        "decision": "participate",
        "contribution": "a talk",
    }
    assert view["phase"] == "collecting"


@pytest.mark.parametrize(
    ("answers", "then"),
    [
        (["participate", "decline"], "aggregating"),
        (["conditional", "participate"], "aggregating"),
        (["decline", "decline"], "after"),
    ],
)
def test_the_last_offer_ends_the_collecting_phase(answers: list[str], then: str) -> None:
    log = LogBuilder()
    log.invited("bob", "amy")
    assert log.offer("bob", answers[0])["phase"] == "collecting"
    view = log.offer("amy", answers[1])
    assert view["phase"] == then
    assert view["channel_status"] == ("aggregating" if then == "aggregating" else "failed")


def test_a_late_offer_ends_the_collecting_phase() -> None:
    log = LogBuilder()
    log.invited("bob", "amy", "eve")
    log.offer("bob")
    assert log.offer("amy", late=True)["phase"] == "aggregating"


def test_a_channel_whose_only_offer_is_late_has_failed() -> None:
    log = LogBuilder()
    log.invited("bob", "amy")
    assert moved(log.offer("bob", late=True)) == ("after", "failed", "processing")


def test_a_channel_whose_only_offer_is_withdrawn_is_over() -> None:
    log = LogBuilder()
    log.invited("bob", "amy")
    log.offer("bob")
    log.tell("agent.withdrawn", agent_id="bob", display_name="Bob", reason="ill", round=1)
    assert log.offer("amy", "decline")["phase"] == "after"


def test_a_late_offer_in_review_changes_no_phase() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    before = log.says("bob", "negotiate")
    view = log.offer("amy", late=True)
    assert moved(view) == moved(before) == ("negotiating", "negotiating", "processing")


def test_events_of_uninvited_agents_change_no_candidate() -> None:
    log = LogBuilder()
    before = log.in_review("bob")
    log.offer("mallory")
    assert log.says("mallory", "reject")["candidates"] == before["candidates"]


def test_negotiation_points_are_listed() -> None:
    log = LogBuilder()
    log.in_review("bob")
    wish: dict[str, Any] = {"agent_id": "bob", "bargain_type": "time", "content": "later", "round": 1}
    log.tell("negotiation.bargain", **wish)
    assert log.tell("negotiation.bargain", **wish, desired_value="9 pm")["bargains"] == [
        wish,
        {**wish, "desired_value": "9 pm"},
    ]


@pytest.mark.parametrize(
    ("reason", "phase", "status"),
    [
        ("initial_proposal", "aggregating", "aggregating"),
        ("adjustment", "adjusting", "proposal_sent"),
        ("no_quorum", "negotiating", "proposal_sent"),
    ],
)
def test_round_started_sets_the_round(reason: str, phase: str, status: str) -> None:
    log = LogBuilder()
    log.in_review("bob")
    view = log.tell("negotiation.round_started", round=2, max_rounds=4, reason=reason)
    assert (view["round"], view["max_rounds"]) == (2, 4)
    assert moved(view) == (phase, status, "processing")


def test_a_distributed_proposal_starts_a_review() -> None:
    view = LogBuilder().in_review("bob", "amy")
    assert view["proposal"] == {"summary": "plan 1", "version": 1}
    assert view["review"] == {
        "version": 1,
        "round": 1,
        "sent_to": ["bob", "amy"],
        "asked": ["bob", "amy"],
        "answered": [],
        "resent": False,
    }
    assert view.get("deadline") == "2026-01-22T10:02:00.000Z"
    assert moved(view) == ("negotiating", "proposal_sent", "processing")


def test_a_resent_proposal_keeps_all_its_recipients() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    log.says("bob", "accept")
    view = log.plan("amy", number=2, resent=True)
    assert view["review"] == {
        "version": 1,
        "round": 2,
        "sent_to": ["bob", "amy"],
        "asked": ["amy"],
        "answered": ["bob"],
        "resent": True,
    }
    assert view["channel_status"] == "proposal_sent"


def test_feedback_is_the_last_one_and_listed_with_the_earlier_ones() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    log.says("bob", "negotiate")
    view = log.says("bob", "accept", version=2, number=2)
    bob, amy = view["candidates"]
    assert bob["feedback"] is not None
    assert (bob["feedback"]["feedback_type"], bob["feedback"]["proposal_version"]) == ("accept", 2)
    assert [said["feedback_type"] for said in bob["feedbacks"]] == ["negotiate", "accept"]
    assert (amy["feedback"], amy["feedbacks"]) == (None, [])
    assert view["channel_status"] == "negotiating"


def test_an_answer_counts_once_per_version() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    log.says("bob", "accept")
    view = log.says("bob", "withdraw")
    assert view["review"] is not None
    assert view["review"]["answered"] == ["bob"]
    view = log.plan("amy", version=2, number=2)
    assert view["review"] is not None
    assert view["review"]["answered"] == []


def test_a_withdraw_while_the_plan_is_adjusted_changes_no_status() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    before = log.tell("negotiation.round_started", round=2, max_rounds=5, reason="adjustment")
    assert moved(log.says("bob", "withdraw")) == moved(before)


def test_an_agent_that_withdraws_in_review_is_listed() -> None:
    log = LogBuilder()
    before = log.in_review("bob", "amy")
    view = log.tell("agent.withdrawn", agent_id="bob", display_name="Bob", reason="ill", round=1)
    assert view["withdrawn"] == [{"agent_id": "bob", "display_name": "Bob", "reason": "ill", "round": 1}]
    assert view["proposal"] == before["proposal"]


def test_an_agent_that_withdraws_after_the_outcome_is_not_in_the_next_version() -> None:
    log = LogBuilder()
    log.agreed("bob", "amy")
    view = log.tell("agent.withdrawn", agent_id="bob", display_name="Bob", reason="", round=1, proposal={"version": 2})
    assert view["proposal"] == {"version": 2}
    assert "proposal" not in view["withdrawn"][0]
    assert moved(view) == ("after", "finalized", "finalized")


@pytest.mark.parametrize(
    ("decision", "phase", "status"),
    [
        ("renegotiate", "negotiating", "negotiating"),
        ("finalize", "after", "finalized"),
        ("force_finalize", "after", "force_finalized"),
        ("fail", "after", "failed"),
    ],
)
def test_an_evaluation_is_the_outcome_of_the_channel_and_not_yet_of_the_demand(
    decision: str, phase: str, status: str
) -> None:
    log = LogBuilder()
    log.in_review("bob")
    view = log.verdict(decision, 7)
    assert view["evaluations"] == [{"decision": decision, "rule": 7, "round": 1, "accept_rate": None}]
    assert moved(view) == (phase, status, "processing")
    assert view["outcome"] is None


def test_proposal_finalized_ends_the_channel_with_its_plan() -> None:
    view = LogBuilder().agreed("bob", "amy")
    assert moved(view) == ("after", "finalized", "finalized")
    assert view["outcome"] == {"status": "finalized", "rounds_taken": 1, **AGREED}
    assert view["proposal"] == {"summary": "plan 1", "version": 1, "confirmed_participants": ["bob", "amy"]}


def test_force_finalized_ends_the_channel_with_its_plan() -> None:
    log = LogBuilder()
    log.in_review("bob")
    final = {"version": 1, "is_forced": True}
    view = log.tell("negotiation.force_finalized", final_proposal=final, rounds_taken=5, compromise_suggestion="so")
    assert moved(view) == ("after", "force_finalized", "force_finalized")
    assert view["outcome"] == {"status": "force_finalized", "rounds_taken": 5, "compromise_suggestion": "so"}
    assert view["proposal"] == final


@pytest.mark.parametrize(("plan", "left"), [({"last_proposal": {"version": 3}}, 3), ({}, 1)])
def test_negotiation_failed_keeps_the_last_proposal(plan: dict[str, Any], left: int) -> None:
    log = LogBuilder()
    log.in_review("bob")
    why: dict[str, Any] = {"reason": "timeout", "detail": "no_feedback", "error_code": "E006", "accept_rate": None}
    view = log.tell("negotiation.failed", **why, **plan, fallback=True)
    assert moved(view) == ("after", "failed", "failed")
    assert view["outcome"] == {"status": "failed", "fallback": True, **why}
    assert view["proposal"] is not None
    assert view["proposal"]["version"] == left


@pytest.mark.parametrize("gaps", [[], [{"gap_type": "photographer", "importance": 70}]])
def test_identified_gaps_are_listed(gaps: list[dict[str, Any]]) -> None:
    log = LogBuilder()
    log.agreed("bob")
    view = log.tell("gap.identified", gaps=gaps, is_complete=not gaps)
    assert (view["gaps"], view.get("is_complete"), view["phase"]) == (gaps, not gaps, "after")


def with_subnet() -> LogBuilder:
    log = LogBuilder()
    log.agreed("bob")
    log.tell(
        "subnet.triggered",
        sub_demand="find a photographer",
        sub_demand_id=f"{DEMAND}-1",
        sub_channel_id=SUBNET,
        gap_type="photographer",
        depth=1,
        fallback=False,
    )
    return log


def test_a_triggered_subnet_has_a_channel_of_its_own() -> None:
    view = with_subnet().view
    assert view is not None
    (subnet,) = view["subnets"]
    assert (subnet["sub_demand_id"], subnet["sub_channel_id"]) == (f"{DEMAND}-1", SUBNET)
    assert (subnet["gap_type"], subnet["sub_demand"], subnet["depth"]) == ("photographer", "find a photographer", 1)
    assert (subnet["status"], subnet["participants"], subnet["fallback"]) == ("processing", [], False)
    part = subnet["channel"]
    assert (part["channel_id"], part["phase"], part["round"], part["max_rounds"]) == (SUBNET, "understanding", 0, 0)


def test_the_events_of_a_subnet_change_only_its_channel() -> None:
    log = with_subnet()
    before = log.view
    assert before is not None
    log.invited("carl", channel=SUBNET)
    view = log.offer("carl", channel=SUBNET)
    part = view["subnets"][0]["channel"]
    assert (part["phase"], part["max_rounds"], part.get("parent_channel_id")) == ("aggregating", 3, CHANNEL)
    assert [who["agent_id"] for who in part["candidates"]] == ["carl"]
    assert part["updated_at"] == view["updated_at"]
    own = {"subnets", "last_seq", "updated_at", "cost"}
    assert {key for key in view if view.get(key) != before.get(key)} == own


def test_a_completed_subnet_extends_the_proposal() -> None:
    log = with_subnet()
    log.tell("negotiation.force_finalized", channel=SUBNET, final_proposal={"version": 1}, rounds_taken=1)
    view = log.tell(
        "subnet.completed",
        sub_channel_id=SUBNET,
        status="force_finalized",
        participants=["carl"],
        proposal={"version": 2},
    )
    (subnet,) = view["subnets"]
    assert (subnet["status"], subnet["participants"]) == ("force_finalized", ["carl"])
    assert (subnet["channel"]["phase"], subnet["channel"]["status"]) == ("closed", "force_finalized")
    assert subnet["channel"]["proposal"] == {"version": 1}
    assert view["proposal"] == {"version": 2}
    assert moved(view) == ("after", "finalized", "finalized")


def test_a_timed_out_subnet_has_the_status_its_parent_reports() -> None:
    view = with_subnet().tell("subnet.completed", sub_channel_id=SUBNET, status="failed", participants=[])
    part = view["subnets"][0]["channel"]
    assert (part["status"], part["channel_status"], part["outcome"]) == ("failed", "failed", {"status": "failed"})


def test_a_cancellation_before_the_outcome_is_the_outcome() -> None:
    log = LogBuilder()
    log.in_review("bob")
    view = log.tell("demand.cancelled", cancelled_by="user_alice", reason="rain")
    assert view.get("cancelled") == {"cancelled_by": "user_alice", "reason": "rain"}
    assert view["outcome"] == {"status": "cancelled"}
    assert moved(view) == ("after", "cancelled", "cancelled")


def test_a_cancellation_after_the_outcome_keeps_it() -> None:
    log = LogBuilder()
    before = log.agreed("bob")
    view = log.tell("demand.cancelled", cancelled_by="user_alice")
    assert view.get("cancelled") == {"cancelled_by": "user_alice"}
    assert (view["outcome"], moved(view)) == (before["outcome"], moved(before))


def test_the_closing_event_sets_the_totals() -> None:
    log = LogBuilder()
    before = log.agreed("bob")
    view = log.tell("demand.closed", status="finalized", rounds=1, totals={"model_calls": 9})
    assert (view["phase"], view["status"], view["outcome"]) == ("closed", "finalized", before["outcome"])
    assert view.get("closed_at") == view["updated_at"]
    assert view["cost"].get("totals") == {"model_calls": 9}
    assert view["cost"]["calls"] == len(log.events)


def test_an_unknown_event_type_advances_only_the_last_seq() -> None:
    log = with_subnet()
    before = log.view
    assert before is not None
    for kind, channel in [("agent.sang", CHANNEL), ("agent.sang", SUBNET), ("offer.submitted", "collab-elsewhere")]:
        view = log.tell(kind, channel=channel, agent_id="bob")
        changed = {key for key in view if view.get(key) != before.get(key)}
        assert changed - {"subnets"} == {"last_seq", "updated_at", "cost"}
    assert view["subnets"][0]["channel"]["phase"] == "understanding"


def test_an_event_may_be_folded_as_bytes() -> None:
    log = LogBuilder()
    read = log.submitted()
    assert fold(None, json.dumps(log.events[0]).encode()) == read


@pytest.mark.parametrize(("event", "error"), [(b"no JSON", ValueError), (b"{}", KeyError)])
def test_invalid_events_are_refused(event: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        fold(None, event)
