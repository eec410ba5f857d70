"""What a viewer must be able to believe: no plan for nothing, no money nobody named, no wish called agreed that is open."""

from collections.abc import Sequence

import pytest

from negotiation.contracts.events import (
    FilterCompleted,
    ForceFinalized,
    GapIdentified,
    NegotiationFailed,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
    SubnetTriggered,
)
from negotiation.contracts.money import add_money
from negotiation.contracts.proposal import Proposal
from negotiation.search.synonyms import load_thesaurus
from shared.core.message_base import EventPayload
from tests.support.demand_harness import run_demand
from tests.unit.negotiation.simulated.test_demand_outcomes import OTHERS, SEED_DEMAND, root

NONSENSE = ["阿巴阿巴", "asdf qwer", "help", "nothing in particular", "我需要反重力装置调校"]
NAMED = {
    "I need a haiku translator": "translation",
    "translate my poems into English": "translation",
    "教10个孩子画画": "绘画",
    "learn Python": "programming",
    "A book club in London for 20 people": "book club host",
    "想在杭州办一场读书会，15人": "读书会带领",
}
SEEDS = range(12)


def courses(text: str) -> list[list[EventPayload]]:
    language = "en" if text.isascii() else "zh"
    return [root(run_demand(text, f"d-honest{number}", language=language)) for number in SEEDS]


def plans(events: Sequence[EventPayload]) -> list[Proposal]:
    return [event.proposal for event in events if isinstance(event, ProposalDistributed)]


@pytest.mark.parametrize("text", NONSENSE)
def test_an_unintelligible_demand_always_fails_and_suggests_a_clearer_text(text: str) -> None:
    for events in courses(text):
        offers = [event for event in events if isinstance(event, OfferSubmitted)]
        assert all(offer.decision == "decline" and offer.decline_reason for offer in offers)
        (failed,) = [event for event in events if isinstance(event, NegotiationFailed)]
        assert failed.compromise_proposal
        assert failed.compromise_proposal.relax == ()
        sign = "请说清楚", "换个", "Please say", "more common"
        assert any(word in failed.compromise_suggestion for word in sign)


@pytest.mark.parametrize("text", NAMED)
def test_everyday_demands_are_agreed_only_with_the_needed_skills(text: str) -> None:
    skill, agreed = NAMED[text], 0
    for events in courses(text):
        ends = [event.final_proposal for event in events if isinstance(event, ProposalFinalized)]
        agreed += len(ends)
        for plan in ends:
            gaps = [gap.gap_type for event in events if isinstance(event, GapIdentified) for gap in event.gaps]
            held = any(load_thesaurus("skills").are_synonyms(skill, part.role) for part in plan.assignments)
            assert held or skill in gaps
    assert agreed >= len(SEEDS) // 2


def test_the_reason_of_a_fallback_candidate_contains_no_excuse() -> None:
    for text in NONSENSE:
        for events in courses(text)[:3]:
            (chosen,) = [event for event in events if isinstance(event, FilterCompleted)]
            for one in chosen.candidates:
                assert "繁忙" not in one.reason
                assert "gave no answer" not in one.reason


def test_every_fee_that_a_holder_offered_is_in_each_plan_and_its_totals() -> None:
    """Without a budget, too; no reason speaks of a budget that nobody named."""
    seen = 0
    for events in courses(SEED_DEMAND):
        fees = {
            event.agent_id: event.terms.fee for event in events if isinstance(event, OfferSubmitted) and event.terms
        }
        for plan in plans(events):
            held = {part.agent_id: part for part in reversed(plan.assignments) if not part.reserve}
            stated = [part.terms.fee for part in held.values() if part.terms and part.terms.fee]
            assert [part.terms and part.terms.fee for part in held.values()] == [fees.get(agent) for agent in held]
            assert add_money(stated) == plan.totals
            seen += len(stated)
            summary = plan.adjustment_summary
            assert not any("预算里还放得下" in change.reason for change in (summary.changes_made if summary else ()))
    assert seen > len(SEEDS)


@pytest.mark.parametrize("text", [SEED_DEMAND, *(text for _, text in OTHERS)])
def test_declined_requests_are_not_in_the_agreed_terms(text: str) -> None:
    agreed = {"zh": "（已商定）", "en": " (agreed)"}["en" if text.isascii() else "zh"]
    for events in courses(text):
        asked = {
            event.agent_id: event.adjustment_request
            for event in events
            if isinstance(event, ProposalFeedbackEvent) and event.adjustment_request
        }
        for plan in plans(events):
            for part in plan.assignments if plan.adjustment_summary else ():
                refused = [said.request for said in plan.adjustment_summary.requests_declined]  # pyright: ignore[reportOptionalMemberAccess]
                wish = asked.get(part.agent_id)
                if wish and f"{part.display_name}: {wish}" in refused:
                    assert wish not in part.notes.split(agreed)[0] or agreed not in part.notes


def test_a_reserve_is_unpaid_names_a_holder_and_leaves_no_subnet() -> None:
    seen = 0
    for text in (SEED_DEMAND, OTHERS[2][1]):
        for events in courses(text):
            for plan in plans(events):
                for part in (part for part in plan.assignments if part.reserve):
                    seen += 1
                    assert "顶上才付费" in part.responsibility or "unpaid" in part.responsibility
                    holders = [each for each in plan.assignments if each.role == part.role and not each.reserve]
                    assert any(each.display_name in part.responsibility for each in holders) or not holders
                    assert not part.required
            reserves = {part.role for plan in plans(events)[-1:] for part in plan.assignments if part.reserve}
            assert not any(event.gap_type in reserves for event in events if isinstance(event, SubnetTriggered))
    assert seen > len(SEEDS)


def test_every_round_changes_the_proposal() -> None:
    for text in (SEED_DEMAND, *(text for _, text in OTHERS)):
        for events in courses(text):
            said: dict[int, list[tuple[str, str]]] = {}
            for event in events:
                if isinstance(event, ProposalFeedbackEvent):
                    said.setdefault(event.proposal_version, []).append((event.agent_id, event.feedback_type))
            for summary in (plan.adjustment_summary for plan in plans(events)):
                assert summary is None or all(change.before != change.after for change in summary.changes_made)
            asking = [tuple(sorted(pair)) for pair in said.values() if any(kind != "accept" for _, kind in pair)]
            assert all(asking.count(one) <= 3 for one in asking)


def test_only_demanded_skills_are_important_gaps() -> None:
    for events in courses("想在杭州办一场读书会，15人"):
        for event in events:
            for gap in event.gaps if isinstance(event, GapIdentified) else ():
                assert gap.importance < 60 or gap.gap_type.startswith("读书会")


def test_no_text_of_a_proposal_is_repeated() -> None:
    long = "我们打算在北京办一场AI主题聚会，" + "大家都很期待，" * 20 + "需要场地和嘉宾"
    for events in (*courses(long), *courses("learn Python")):
        ends = [event.final_proposal for event in events if isinstance(event, ProposalFinalized | ForceFinalized)]
        for plan in (*plans(events), *ends):
            assert len(plan.summary) < 160
            assert "1人分担" not in plan.summary
            assert "shared by 1" not in plan.summary
            assert all(part.responsibility and ": " not in part.responsibility for part in plan.assignments)


def test_a_bare_fee_is_not_repeated_as_condition() -> None:
    for events in courses(SEED_DEMAND):
        for offer in (event for event in events if isinstance(event, OfferSubmitted)):
            assert not any(condition.removesuffix("元").isdigit() for condition in offer.conditions)
            asked = [point.desired_value for point in offer.negotiation_points or () if "元" in point.desired_value]
            assert not any(value in (offer.contribution or "") for value in asked)


def test_a_proposal_that_lacks_most_skills_is_not_agreed() -> None:
    for events in courses("在上海给40人办公司年会，预算2000元，3月7日，需要场地、主持人和餐饮"):
        for event in events:
            for gap_plan in [event.final_proposal] if isinstance(event, ProposalFinalized) else []:
                grave = [gap for gap in gap_plan.gaps if gap.importance >= 60]
                assert len(grave) <= len({part.role for part in gap_plan.assignments})
