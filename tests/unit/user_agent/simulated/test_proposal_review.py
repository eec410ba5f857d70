from collections.abc import Sequence

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import NegotiationPoint, Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, Milestone, Proposal, Timeline
from negotiation.registry.profile import Profile
from tests.support.task_fixtures import NOW, demand, person, submission_context
from user_agent.core.answer_normalization import FeedbackReply
from user_agent.prompts import FeedbackFacts
from user_agent.simulated.rules import review_proposal

FEE = NegotiationPoint(aspect="费用", desired_value="800元")
MINE = Assignment(agent_id="agent_bob", display_name="bob", role="场地提供")
OTHER = Assignment(agent_id="agent_amy", display_name="amy", role="演讲嘉宾")


def offer(*points: NegotiationPoint, conditions: Sequence[str] = ()) -> Offer:
    return Offer(
        offer_id="offer_1",
        agent_id="agent_bob",
        display_name="bob",
        demand_id="d-a",
        decision="conditional",
        negotiation_points=points,
        conditions=tuple(conditions),
        submitted_at=NOW,
    )


def plan(mine: Assignment | None = MINE, *, day: str = "2026-02-14", version: int = 1, **fields: object) -> Proposal:
    return Proposal.model_validate(
        {
            "proposal_id": "prop_1",
            "demand_id": "d-a",
            "version": version,
            "summary": "读书会",
            "assignments": [part for part in (mine, OTHER) if part],
            "timeline": Timeline(milestones=(Milestone(name="当天", date=day),)),
            "risks": ("bob的要求还没谈定：800元",),
            "created_at": NOW,
            **fields,
        }
    )


def said(kind: str, request: str | None = None, version: int = 1) -> Feedback:
    return Feedback(
        agent_id="agent_bob",
        feedback_type=kind,  # pyright: ignore[reportArgumentType]
        adjustment_request=request,
        round=version,
        proposal_version=version,
    )


def judged(
    proposal: Proposal,
    *before: Feedback,
    profile: Profile | None = None,
    own: Offer | None = None,
    demand_id: str = "d-a",
    wanted: DemandUnderstanding | None = None,
) -> FeedbackReply:
    mine = next((part for part in proposal.assignments if part.agent_id == "agent_bob"), None)
    return review_proposal(
        FeedbackFacts(
            demand_id=demand_id,
            channel_id="collab-a",
            agent_id="agent_bob",
            setting=submission_context(),
            profile=profile or person(capabilities=["场地"]),
            demand=wanted or demand("场地提供", "演讲嘉宾"),
            proposal=proposal,
            proposal_version=proposal.version,
            round=proposal.version,
            max_rounds=5,
            your_assignment=mine,
            your_offer=own,
            your_feedback=before,
        )
    )


def test_a_proposal_that_meets_all_requests_is_accepted() -> None:
    assert judged(plan()).feedback_type == "accept"


def test_an_open_request_is_repeated_concretely() -> None:
    reply = judged(plan(), own=offer(FEE))
    assert (reply.feedback_type, reply.adjustment_request) == ("negotiate", "费用：800元")


def test_a_term_granted_in_the_agents_assignment_is_not_requested_again() -> None:
    granted = MINE.model_copy(update={"notes": "已商定：费用：800元"})
    assert judged(plan(granted), own=offer(FEE)).feedback_type == "accept"


def test_an_unavailable_date_is_always_negotiated() -> None:
    profile = person(capabilities=["场地"], busy_weekdays=[5])
    reply = judged(plan(), profile=profile)
    assert (reply.feedback_type, reply.adjustment_request) == ("negotiate", "日期：2026-02-13")
    assert judged(plan(day="2026-02-13"), profile=profile).feedback_type == "accept"


def test_another_date_is_requested_within_the_demands_limits() -> None:
    """Asked for any Saturday, or not on 13 February, nobody asks for the Friday that would be the nearest free day."""
    profile = person(capabilities=["场地"], free_dates=["2026-02-13", "2026-02-18", "2026-02-21"])
    wanted = demand("场地提供", "演讲嘉宾")
    saturdays = wanted.model_copy(update={"limits": DemandLimits(weekdays=(5,))})
    not_that_day = wanted.model_copy(update={"limits": DemandLimits(not_on=("2026-02-13",))})
    two_dates = wanted.model_copy(update={"limits": DemandLimits(dates=("2026-02-14", "2026-02-21"))})
    asked = [judged(plan(), profile=profile, wanted=each) for each in (wanted, saturdays, not_that_day, two_dates)]
    days = ["2026-02-13", "2026-02-21", "2026-02-18", "2026-02-21"]
    assert [reply.adjustment_request for reply in asked] == [f"日期：{day}" for day in days]


def test_whoever_is_free_on_no_allowed_day_withdraws() -> None:
    """Nobody accepts a day on which they cannot come, because there is no other day to ask for."""
    profile = person(capabilities=["场地"], busy_weekdays=[5])
    saturdays = demand("场地提供", "演讲嘉宾").model_copy(update={"limits": DemandLimits(weekdays=(5,))})
    reply = judged(plan(), profile=profile, wanted=saturdays)
    assert (reply.feedback_type, reply.adjustment_request) == ("withdraw", None)
    assert "2026-02-14" in reply.reasoning


def test_agent_accepts_when_a_change_was_requested_by_it() -> None:
    met = AdjustmentSummary(round=2, changes_made=(Change(aspect="费用", requested_by=("agent_bob",)),))
    reply = judged(plan(version=2, adjustment_summary=met), said("negotiate", "费用：800元"), own=offer(FEE))
    assert reply.feedback_type == "accept"
    assert "800元" in reply.reasoning


def test_an_unmet_request_is_dropped_or_kept_by_temperament() -> None:
    def after(times: int, temperament: str) -> str:
        profile = person(capabilities=["场地"], temperament=temperament)
        before = [said("negotiate", "费用：800元", version) for version in range(1, times + 1)]
        return judged(plan(version=times + 1), *before, profile=profile, own=offer(FEE)).feedback_type

    assert after(1, "even") == "accept"
    assert [after(1, "proud"), after(2, "proud")] == ["negotiate", "reject"]
    assert [after(2, "stubborn"), after(3, "stubborn")] == ["negotiate", "reject"]
    assert after(1, "busy") == "withdraw"


def test_a_yielding_agent_lowers_its_fee_in_the_next_round() -> None:
    profile = person(capabilities=["场地"], temperament="cautious")
    reply = judged(plan(version=2), said("negotiate", "费用：800元"), profile=profile, own=offer(FEE))
    assert reply.adjustment_request == "费用：720元"


def test_an_agent_that_accepted_accepts_the_next_version_if_the_day_is_unchanged() -> None:
    profile = person(capabilities=["场地"], busy_weekdays=[6])
    assert judged(plan(version=2), said("accept"), profile=profile, own=offer(FEE)).feedback_type == "accept"
    moved = judged(plan(version=2, day="2026-02-15"), said("accept"), profile=profile)
    assert moved.feedback_type == "negotiate"


def test_an_agent_without_assignment_accepts_or_withdraws() -> None:
    assert judged(plan(None)).feedback_type == "accept"
    busy = person(capabilities=["场地"], temperament="busy")
    assert judged(plan(None), profile=busy).feedback_type == "withdraw"


def test_only_some_agents_negotiate_in_a_large_proposal() -> None:
    people = [Assignment(agent_id=f"agent_{n}", display_name=f"n{n}", role="演讲嘉宾") for n in range(7)]
    proposal = plan().model_copy(update={"assignments": (MINE, *people), "risks": ()})
    kinds = {judged(proposal, own=offer(FEE), demand_id=f"d-{n}").feedback_type for n in range(30)}
    assert kinds == {"accept", "negotiate"}
    stubborn = person(capabilities=["场地"], temperament="stubborn")
    firm = {judged(proposal, own=offer(FEE), profile=stubborn, demand_id=f"d-{n}").feedback_type for n in range(30)}
    assert firm == {"negotiate"}


def test_agent_accepts_a_proposal_in_which_only_it_is_assigned() -> None:
    alone = plan().model_copy(update={"assignments": (MINE,)})
    assert judged(alone, own=offer(FEE)).feedback_type == "accept"


def test_the_reasoning_of_two_participants_differs() -> None:
    people = [Assignment(agent_id=f"agent_{n}", display_name=f"n{n}", role="演讲嘉宾") for n in range(7)]
    proposal = plan(None).model_copy(update={"assignments": tuple(people), "risks": ()})
    for seed in range(20):
        said = [
            review_proposal(
                FeedbackFacts(
                    demand_id=f"d-{seed}",
                    channel_id="collab-a",
                    agent_id=each.agent_id,
                    setting=submission_context(),
                    profile=person(each.agent_id, capabilities=["演讲"]),
                    demand=demand("演讲嘉宾"),
                    proposal=proposal,
                    proposal_version=1,
                    round=1,
                    max_rounds=5,
                    your_assignment=each,
                )
            ).reasoning
            for each in people
        ]
        assert len(set(said)) == len(said)


def test_a_stubborn_agent_makes_its_next_request_when_one_is_granted() -> None:
    met = AdjustmentSummary(round=2, changes_made=(Change(aspect="费用", after="800元", requested_by=("agent_bob",)),))
    own = offer(FEE, conditions=["现场有一名帮手"])
    stubborn = person(capabilities=["场地"], temperament="stubborn")
    version = plan(version=2, adjustment_summary=met)
    reply = judged(version, said("negotiate", "费用：800元"), own=own, profile=stubborn)
    assert (reply.feedback_type, "帮手" in (reply.adjustment_request or "")) == ("negotiate", True)
    assert judged(version, said("negotiate", "费用：800元"), own=own).feedback_type == "accept"


def test_a_partly_granted_fee_does_not_satisfy_an_agent_that_lowers_nothing() -> None:
    met = AdjustmentSummary(round=2, changes_made=(Change(aspect="费用", after="640元", requested_by=("agent_bob",)),))
    version = plan(version=2, adjustment_summary=met)
    proud = person(capabilities=["场地"], temperament="proud")
    generous = person(capabilities=["场地"], temperament="generous")
    assert judged(version, said("negotiate", "费用：800元"), own=offer(FEE), profile=proud).feedback_type == "negotiate"
    assert judged(version, said("negotiate", "费用：800元"), own=offer(FEE), profile=generous).feedback_type == "accept"


@pytest.mark.parametrize("temperament", ["even", "eager", "generous", "proud"])
def test_a_too_small_room_is_never_accepted(temperament: str) -> None:
    limit = NegotiationPoint(aspect="人数", current_value="60人", desired_value="不超过40人", reason="")
    host = person(capabilities=["场地"], capacity=40, temperament=temperament)
    own, crowd = offer(limit), demand("场地提供", "演讲嘉宾", expected_attendees=60)
    first = judged(plan(), own=own, profile=host, wanted=crowd)
    assert (first.feedback_type, first.adjustment_request) == ("negotiate", "人数：不超过40人")
    refused = [said("negotiate", "人数：不超过40人", version) for version in (1, 2, 3)]
    last = judged(plan(version=4), *refused, own=own, profile=host, wanted=crowd)
    assert last.feedback_type == "withdraw"
    granted = MINE.model_copy(update={"notes": "人数：不超过40人（已商定）"})
    assert judged(plan(granted, version=2), refused[0], own=own, profile=host, wanted=crowd).feedback_type == "accept"
