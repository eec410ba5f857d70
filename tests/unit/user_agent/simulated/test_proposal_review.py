from collections.abc import Sequence

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.money import money_of_units
from negotiation.contracts.offer import NegotiationPoint, Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, Gap, Milestone, Proposal, Timeline
from negotiation.contracts.terms import Terms
from negotiation.registry.profile import Profile
from tests.support.task_fixtures import NOW, demand, person, submission_context
from user_agent.core.answer_normalization import FeedbackReply
from user_agent.prompts import FeedbackFacts
from user_agent.simulated.rules import review_proposal

DAY = "2026-02-14"
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


def plan(mine: Assignment | None = MINE, *, day: str = DAY, version: int = 1, **fields: object) -> Proposal:
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


def paid(fee: int) -> Assignment:
    """The part of the person for a fee in yuan."""
    return MINE.model_copy(update={"terms": Terms(fee=money_of_units(fee, "CNY"))})


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
    """Terms say so, whatever the notes are: those are for people."""
    granted = MINE.model_copy(update={"terms": Terms(fee=money_of_units(800, "CNY"))})
    assert judged(plan(granted), own=offer(FEE)).feedback_type == "accept"
    noted = MINE.model_copy(update={"notes": "已商定：费用：800元"})
    assert judged(plan(noted), own=offer(FEE)).feedback_type == "negotiate"


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
    proud = person(capabilities=["场地"], temperament="proud")
    version = plan(paid(800), version=2, adjustment_summary=met)
    reply = judged(version, said("negotiate", "费用：800元"), own=offer(FEE), profile=proud)
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


@pytest.mark.parametrize("others", [0, 1, 7])
@pytest.mark.parametrize("temperament", ["even", "generous", "eager", "cautious", "busy", "proud", "stubborn"])
def test_whoever_has_an_open_request_says_so_however_many_others_there_are(others: int, temperament: str) -> None:
    people = [Assignment(agent_id=f"agent_{n}", display_name=f"n{n}", role="演讲嘉宾") for n in range(others)]
    proposal = plan().model_copy(update={"assignments": (MINE, *people), "risks": ()})
    profile = person(capabilities=["场地"], temperament=temperament, free_dates=[DAY])
    said = [judged(proposal, own=offer(FEE), profile=profile, demand_id=f"d-{n}") for n in range(30)]
    assert {reply.feedback_type for reply in said} == {"negotiate"}
    assert all(reply.terms == Terms(fee=money_of_units(800, "CNY")) for reply in said)
    content = [judged(proposal, profile=profile, demand_id=f"d-{n}").feedback_type for n in range(30)]
    assert set(content) == {"accept"}


def test_a_constraint_that_the_offer_did_not_mention_becomes_a_request_for_some() -> None:
    def share(temperament: str) -> float:
        profile = person(capabilities=["场地"], temperament=temperament, constraints=["现场要有钢琴"], free_dates=[DAY])
        said = [judged(plan(), profile=profile, demand_id=f"d-{n}") for n in range(200)]
        asked = [reply for reply in said if reply.feedback_type == "negotiate"]
        assert all("钢琴" in (reply.adjustment_request or "") for reply in asked)
        return len(asked) / len(said)

    assert 0.4 < share("generous") < 0.6
    assert 0.8 < share("stubborn") < 1


GAPS = tuple(Gap(gap_type=tag, importance=80) for tag in ("餐饮", "音响", "主持人"))
WANTED = demand("场地提供", "演讲嘉宾", "餐饮", "音响", "主持人")


@pytest.mark.parametrize("temperament", ["generous", "even", "stubborn", "busy"])
def test_whoever_agrees_to_their_own_part_does_so_whatever_else_a_plan_lacks(temperament: str) -> None:
    profile = person(capabilities=["场地"], temperament=temperament, free_dates=[DAY])
    for number in range(30):
        reply = judged(plan(gaps=GAPS), profile=profile, wanted=WANTED, demand_id=f"d-{number}")
        assert reply.feedback_type == "accept"
        assert "餐饮" in reply.reasoning


def test_even_in_a_plan_that_lacks_much_nobody_accepts_a_day_on_which_they_cannot_come() -> None:
    profile = person(capabilities=["场地"], busy_weekdays=[5])
    said = [judged(plan(gaps=GAPS), profile=profile, wanted=WANTED, demand_id=f"d-{n}") for n in range(30)]
    assert {reply.feedback_type for reply in said} == {"negotiate"}


@pytest.mark.parametrize(
    ("holder", "words"),
    [("场地提供", {"位置给了别人", "接手", "更合适"}), ("演讲嘉宾", {"分工", "这个安排", "轮不到"})],
)
def test_whoever_loses_a_part_says_that_another_has_it_only_if_so(holder: str, words: set[str]) -> None:
    other = Assignment(agent_id="agent_other", display_name="别人", role=holder)
    dropped = plan(None).model_copy(update={"assignments": (other,)})
    own = offer(FEE).model_copy(update={"contribution": "场地提供由我来；最多40人"})
    for number in range(10):
        reply = judged(dropped, said("negotiate", "日期：2026-03-01"), own=own, demand_id=f"d-{number}")
        assert reply.feedback_type == "withdraw"
        assert any(word in reply.reasoning for word in words)


def test_whoever_has_no_part_and_cannot_come_keeps_no_day_free() -> None:
    away = person(capabilities=["场地"], busy_weekdays=[5])
    for number in range(20):
        reply = judged(plan(None), profile=away, demand_id=f"d-{number}")
        assert reply.feedback_type == "accept"
        assert any(word in reply.reasoning for word in ("来不了", "不在"))


def test_a_reserve_stands_by_whatever_its_role_is_called() -> None:
    reserve = MINE.model_copy(update={"reserve": True})
    assert judged(plan(reserve), own=offer(FEE)).feedback_type == "accept"
    away = judged(plan(reserve), own=offer(FEE), profile=person(capabilities=["场地"], busy_weekdays=[5]))
    assert away.feedback_type == "withdraw"
    named = MINE.model_copy(update={"role": "场地提供（候补）"})
    assert judged(plan(named), own=offer(FEE)).feedback_type == "negotiate"


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
    own = offer(FEE, conditions=["现场有一名帮手"])
    stubborn = person(capabilities=["场地"], temperament="stubborn")
    version = plan(paid(800), version=2)
    reply = judged(version, said("negotiate", "费用：800元"), own=own, profile=stubborn)
    assert (reply.feedback_type, "帮手" in (reply.adjustment_request or "")) == ("negotiate", True)
    assert judged(version, said("negotiate", "费用：800元"), own=own).feedback_type == "accept"


def test_a_partly_granted_fee_does_not_satisfy_an_agent_that_lowers_nothing() -> None:
    version = plan(paid(640), version=2)
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
    granted = MINE.model_copy(update={"terms": Terms(people=40)})
    assert judged(plan(granted, version=2), refused[0], own=own, profile=host, wanted=crowd).feedback_type == "accept"


def test_a_shared_role_is_requested_only_where_the_plan_has_a_reserve_for_it() -> None:
    """Which the plan says; whether somebody asks for it at all is by temperament and chance."""
    mine = MINE.model_copy(update={"role": "演讲嘉宾"})
    reserve = Assignment(agent_id="agent_joe", display_name="joe", role="演讲嘉宾", reserve=True)
    host = person(capabilities=["演讲"], temperament="cautious", free_dates=[DAY])
    crowd = demand("演讲嘉宾", expected_attendees=80)

    def asked(*parts: Assignment) -> set[str | None]:
        proposal = plan().model_copy(update={"assignments": parts})
        replies = [judged(proposal, profile=host, wanted=crowd, demand_id=f"d-{n}") for n in range(30)]
        return {reply.adjustment_request for reply in replies}

    assert asked(mine) == {None}
    assert asked(mine, reserve) == {None, "人手：演讲嘉宾由两个人分担"}
    assert asked(mine, reserve.model_copy(update={"reserve": False})) == {None}
