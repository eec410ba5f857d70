"""Does an agent know more than it is told? Its answers, alone in a process and beside others whose names change."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.money import money_of_units
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Gap, Milestone, Proposal, Timeline
from negotiation.contracts.terms import Terms
from negotiation.registry.profile import Profile
from tests.support.task_fixtures import NOW, demand, person, submission_context
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.simulated.rules import answer_invitation, review_proposal

ROOT = Path(__file__).parents[4]
DAY = "2026-02-14"
TEMPERAMENTS = ("even", "generous", "eager", "cautious", "busy", "proud", "stubborn")
PEOPLE = tuple(
    person(
        f"agent_{temperament}",
        capabilities=["场地" if number % 2 else "演讲"],
        price=600 + 100 * number,
        capacity=40,
        constraints=["需付三成定金", "未经同意不录像", "至少提前10天"],
        temperament=temperament,
        free_dates=[DAY],
    )
    for number, temperament in enumerate(TEMPERAMENTS)
)
WANTED = demand("场地提供", "演讲嘉宾", expected_attendees=60, date=DAY).model_copy(
    update={"limits": DemandLimits(dates=(DAY,), budget=money_of_units(3000, "CNY"))}
)

ALONE = """
import sys
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.simulated.rules import answer_invitation, review_proposal
offer, review = sys.stdin.read().splitlines()
print(answer_invitation(OfferFacts.model_validate_json(offer)).model_dump_json())
print(review_proposal(FeedbackFacts.model_validate_json(review)).model_dump_json())
"""


def invitation(profile: Profile, demand_id: str, wanted: DemandUnderstanding = WANTED) -> OfferFacts:
    return OfferFacts(
        demand_id=demand_id,
        channel_id="collab-a",
        agent_id=profile.agent_id,
        setting=submission_context(),
        profile=profile,
        demand=wanted,
        raw_input="办一场沙龙",
        round=1,
        filter_reason="",
        match_score=80,
    )


def plan(parts: Sequence[Assignment], gaps: Sequence[Gap] = ()) -> Proposal:
    return Proposal(
        proposal_id="prop_1",
        demand_id="d-a",
        version=1,
        summary="沙龙",
        assignments=tuple(parts),
        timeline=Timeline(milestones=(Milestone(name="当天", date=DAY),)),
        gaps=tuple(gaps),
        created_at=NOW,
    )


def part(profile: Profile, **fields: object) -> Assignment:
    role = "场地提供" if "场地" in profile.capabilities else "演讲嘉宾"
    return Assignment.model_validate(
        {"agent_id": profile.agent_id, "display_name": profile.display_name, "role": role, **fields}
    )


def review(profile: Profile, proposal: Proposal, demand_id: str) -> FeedbackFacts:
    said = answer_invitation(invitation(profile, demand_id))
    offer = Offer.model_validate(
        {
            **said.model_dump(include=Offer.model_fields.keys() & type(said).model_fields.keys()),
            "offer_id": "offer_1",
            "agent_id": profile.agent_id,
            "display_name": profile.display_name,
            "demand_id": demand_id,
            "submitted_at": NOW,
        }
    )
    return FeedbackFacts(
        demand_id=demand_id,
        channel_id="collab-a",
        agent_id=profile.agent_id,
        setting=submission_context(),
        profile=profile,
        demand=WANTED,
        proposal=proposal,
        proposal_version=1,
        round=1,
        max_rounds=5,
        your_assignment=next((each for each in proposal.assignments if each.agent_id == profile.agent_id), None),
        your_offer=offer,
    )


def answers_alone(facts: tuple[OfferFacts, FeedbackFacts]) -> tuple[object, object]:
    """The answers of one agent in a process of its own, whose hashes of texts are others."""
    told = "\n".join(each.model_dump_json() for each in facts)
    run = subprocess.run(
        [sys.executable, "-c", ALONE],
        input=told,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "random", "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=True,
    )
    offer, feedback = run.stdout.splitlines()
    return json.loads(offer), json.loads(feedback)


def test_every_agent_in_a_process_of_its_own_gives_the_same_answers() -> None:
    proposal = plan([part(profile) for profile in PEOPLE])
    facts = [(invitation(profile, "d-12"), review(profile, proposal, "d-12")) for profile in PEOPLE]
    together = [
        (answer_invitation(offer).model_dump(mode="json"), review_proposal(feedback).model_dump(mode="json"))
        for offer, feedback in facts
    ]
    with ThreadPoolExecutor(max_workers=2) as pool:
        assert list(pool.map(answers_alone, facts)) == together
    assert len({feedback["feedback_type"] for _, feedback in together}) > 1


@pytest.mark.parametrize("gaps", [(), tuple(Gap(gap_type=tag, importance=90) for tag in ("场地提供", "演讲嘉宾"))])
def test_other_names_of_the_others_change_no_answer(gaps: tuple[Gap, ...]) -> None:
    kinds: set[str] = set()
    for number in range(40):
        demand_id = f"d-{number}"
        for own in PEOPLE:
            others = [part(other) for other in PEOPLE if other != own][: number % 6]
            before = plan([part(own), *others], gaps)
            renamed = [
                each.model_copy(update={"agent_id": f"agent_x{number}{at}", "display_name": f"某人{at}"})
                for at, each in enumerate(others)
            ]
            said = review_proposal(review(own, before, demand_id))
            assert review_proposal(review(own, plan([part(own), *renamed], gaps), demand_id)) == said
            kinds.add(said.feedback_type)
    assert {"accept", "negotiate"} <= kinds


def test_the_number_of_others_changes_no_decision() -> None:
    """With one role each, so that nobody shares a role."""
    for number in range(40):
        for own in PEOPLE:
            others = [part(other, role=f"其他{other.temperament}") for other in PEOPLE if other != own]
            said = {
                (reply.feedback_type, reply.adjustment_request)
                for count in (0, 1, 3, 6)
                for reply in [review_proposal(review(own, plan([part(own), *others[:count]]), f"d-{number}"))]
            }
            assert len(said) == 1


def test_most_people_whose_requests_are_never_granted_give_way_or_leave_within_five_rounds() -> None:
    """And those who hold out do so by their temperament."""
    held_out: set[str] = set()
    for number in range(20):
        for own in PEOPLE:
            facts = review(own, plan([part(own)]), f"d-{number}")
            for version in range(1, 6):
                said = review_proposal(facts)
                if said.feedback_type == "withdraw":
                    break
                feedback = {"agent_id": own.agent_id, "round": version, "proposal_version": version}
                told = [*facts.your_feedback, {**said.model_dump(), **feedback}]
                facts = FeedbackFacts.model_validate(
                    {**facts.model_dump(), "your_feedback": told, "proposal_version": version + 1}
                )
            else:
                if facts.your_feedback[-1].feedback_type != "accept":
                    held_out.add(own.temperament)
    assert held_out <= {"cautious", "stubborn"}


def test_whoever_gets_what_they_offered_accepts_the_first_plan() -> None:
    for number in range(40):
        for own in PEOPLE:
            facts = review(own, plan([part(own)]), f"d-{number}")
            offer = facts.your_offer
            if offer is None or offer.decision == "decline" or offer.terms is None:
                continue
            granted = part(own, terms=offer.terms)
            said = review_proposal(review(own, plan([granted]), f"d-{number}"))
            mentioned = {*offer.conditions, *(point.desired_value for point in offer.negotiation_points)}
            assert said.feedback_type == "accept" or not any(
                text in (said.adjustment_request or "") for text in mentioned
            )


def test_a_fee_below_the_lowest_one_is_not_accepted_at_once() -> None:
    proud = next(each for each in PEOPLE if each.temperament == "proud").model_copy(update={"price": 2000})
    offers = [answer_invitation(invitation(proud, f"d-{number}")) for number in range(40)]
    asking = [
        number for number, offer in enumerate(offers) if any(p.terms and p.terms.fee for p in offer.negotiation_points)
    ]
    assert asking
    low = part(proud, terms=Terms(fee=money_of_units(1500, "CNY")))
    for number in asking:
        assert review_proposal(review(proud, plan([low]), f"d-{number}")).feedback_type in ("negotiate", "withdraw")
