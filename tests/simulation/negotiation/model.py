"""What the model of a simulated world answers: each demand takes a course."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from channel_admin.prompts import GapsReply, RecursionReply
from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import (
    DemandLimits,
    DemandUnderstanding,
    LimitName,
    Need,
    PeopleRange,
    QuestionOption,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.money import Money
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, Finding, Gap, ProposalDraft, Timeline
from negotiation.contracts.terms import Terms, merge_terms
from shared.core.ids import digest
from shared.llm.port import Prompt
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

PEOPLE = ("amy", "bob", "cai", "dee", "eve", "fay")
"""The first few of them are invited by demands, the others are left for subnets."""

SATURDAY, SUNDAY = "2026-02-07", "2026-02-08"
"""The day of plans, and that of those which leave it."""

BUDGET = Money(amount=15_000, currency="CNY")
"""Less than what the first two of the people ask for."""

FEES: Mapping[str, Terms] = {
    "amy": Terms(fee=Money(amount=10_000, currency="CNY")),
    "bob": Terms(fee=Money(amount=20_000, currency="CNY"), per="event"),
    "cai": Terms(fee=Money(amount=300, currency="CNY"), per="person"),
    "dee": Terms(fee=Money(amount=5_000, currency="CNY"), per="hour"),
    "eve": Terms(fee=Money(amount=9_000, currency="GBP")),
    "fay": Terms(),
}
LIMITS: Mapping[LimitName, DemandLimits] = {
    "budget": DemandLimits(budget=BUDGET),
    "dates": DemandLimits(dates=(SATURDAY,)),
    "people": DemandLimits(people=PeopleRange(min=40, max=50)),
}
"""The limits that courses leave; everybody serves fewer people than the last one."""

QUESTION = UnderstandingQuestion(
    aspect="place",
    text="Where is it?",
    options=(
        QuestionOption(id="here", text="here"),
        QuestionOption(id="there", text="there", changes=UnderstandingChanges(limits=DemandLimits(place="there"))),
    ),
    default="there",
)


@dataclass(frozen=True, slots=True)
class DemandScript:
    """How a demand goes, as far as its people and its model decide."""

    people: int = 3
    decliners: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    wishes: bool = False
    """Whether the first of them asks for a change of the first plan."""
    all_wish: bool = False
    """Whether all of them do, so that nobody accepts it."""
    rejects: frozenset[str] = frozenset()
    leaves: frozenset[str] = frozenset()
    gaps: int = 0
    broken: frozenset[str] = frozenset()
    """Prompts at whose every answer the adapter fails in a way nobody knows."""
    down: frozenset[str] = frozenset()
    """Prompts that never get an answer from the endpoint."""
    latency: float = 0.2
    budget: int = 300_000
    rounds: int = 3
    interactive: bool = False
    """Whether the requester answers, and changes what was understood."""
    asks: bool = False
    """Whether something is asked about the demand."""
    departs: LimitName | None = None
    """The limit of the demand that the first plan leaves."""
    gives_way: bool = False
    """Whether a later plan keeps what the requester keeps."""
    stubborn: bool = False
    """Whether the plan never changes."""
    required: frozenset[str] = frozenset()
    reserves: frozenset[str] = frozenset()
    members: Literal["accept", "refuse", "leave"] = "accept"
    """What those who join by a subnet do when they see the whole plan: say yes, say that they cannot, or leave first."""
    cancel_after: int = 0
    """After how many events the requester cancels; 0: never."""


def latency(course: DemandScript, prompt: Prompt[Any]) -> float:
    """How long (s) the model takes; some of whom it speaks for never answer."""
    facts: Any = prompt.facts
    if prompt.key == "response_generation" and facts.agent_id in course.silent:
        return 1000.0
    if is_member_review(course, prompt.key, facts) and course.members == "leave":
        return 4.0
    share = int(digest(prompt.user)[:4].encode().hex(), 16) % 100 / 100
    return course.latency * (0.5 + share)


def is_subnet(channel_id: str) -> bool:
    """Whether a channel is that of a subnet."""
    return channel_id.count("-") > 1


def is_member_review(course: DemandScript, key: str, facts: Any) -> bool:
    """Whether somebody is asked about the plan that they are to join by a subnet."""
    is_review = key == "proposal_feedback" and not is_subnet(facts.channel_id)
    return is_review and facts.agent_id not in PEOPLE[: course.people]


def _understanding(course: DemandScript, facts: Any, words: str) -> DemandUnderstanding:
    question = QUESTION if course.asks else None
    limits = LIMITS[course.departs] if course.departs and not is_subnet(facts.channel_id) else DemandLimits()
    return DemandUnderstanding(
        surface_demand=words,
        capability_tags=("venue",),
        needs=(Need(need="venue"), Need(need="speaker", required=course.people > 1)),
        limits=limits,
        question=question,
    )


def _adjustment(course: DemandScript, facts: Any, words: str) -> ProposalDraft:
    """Grant what is asked for in terms, and what the requester keeps."""
    plan = facts.proposal
    if course.stubborn:
        return ProposalDraft(summary=words, assignments=plan.assignments, timeline=plan.timeline)
    wishes: list[Feedback] = [each for each in facts.feedback if each.terms]
    kept: list[Finding] = [finding for finding in facts.kept if course.gives_way]
    is_dear = any(finding.aspect == "budget" for finding in kept)
    changes = (
        *(Change(aspect="wish", after=words, terms=wish.terms) for wish in wishes),
        *(Change(aspect=str(finding.aspect), after=words) for finding in kept),
    )
    has_moved = any(finding.aspect == "dates" for finding in kept)
    return ProposalDraft(
        summary=words,
        assignments=tuple(_adjusted(part, wishes, is_dear=is_dear) for part in plan.assignments),
        timeline=Timeline(start_date=SATURDAY) if has_moved else plan.timeline,
        adjustment_summary=AdjustmentSummary(changes_made=changes),
    )


def _adjusted(part: Assignment, wishes: list[Feedback], *, is_dear: bool) -> Assignment:
    terms = part.terms
    for wish in wishes:
        terms = merge_terms(terms, wish.terms) if wish.agent_id == part.agent_id else terms
    if is_dear and terms and terms.fee:
        terms = terms.model_copy(update={"fee": Money(amount=100, currency=BUDGET.currency), "per": None})
    return part.model_copy(update={"terms": terms})


def _compromise(course: DemandScript, facts: Any, words: str) -> Compromise:
    return Compromise(suggestion=words, proposal=CompromiseProposal())


def _filter(course: DemandScript, facts: Any, words: str) -> FilterReply:
    known = [card.agent_id for card in facts.profiles]
    invited = [agent for agent in PEOPLE if agent in known]
    count = 2 if is_subnet(facts.channel_id) else course.people
    return FilterReply(
        definitely_related=tuple(RelatedAgent(agent_id=a, reason=words, relevance_score=90) for a in invited[:count])
    )


def _offer(course: DemandScript, facts: Any, words: str) -> OfferReply:
    if facts.agent_id in course.decliners:
        return OfferReply(decision="decline", decline_reason=words)
    terms = FEES[facts.agent_id].model_copy(update={"people": 40 - PEOPLE.index(facts.agent_id)})
    if is_subnet(facts.channel_id) and course.members == "refuse":
        terms = terms.model_copy(update={"not_on": (SATURDAY,)})
    return OfferReply(decision="participate", contribution=words, terms=terms)


def _feedback(course: DemandScript, facts: Any, words: str) -> FeedbackReply:
    if facts.agent_id in course.leaves:
        return FeedbackReply(feedback_type="withdraw", reasoning=words)
    if facts.agent_id in course.rejects:
        return FeedbackReply(feedback_type="reject", reasoning=words)
    if is_member_review(course, "proposal_feedback", facts) and course.members == "refuse":
        return FeedbackReply(feedback_type="negotiate", adjustment_request=words)
    asks = course.all_wish or (course.wishes and facts.agent_id == PEOPLE[0])
    if asks and facts.proposal_version == 1:
        fee = Terms(fee=Money(amount=12_000, currency="CNY"))
        return FeedbackReply(feedback_type="negotiate", adjustment_request=words, terms=fee)
    return FeedbackReply(feedback_type="accept", reasoning=words)


def _plan(course: DemandScript, facts: Any, words: str) -> ProposalDraft:
    is_late = course.departs == "dates" and not is_subnet(facts.channel_id)
    return ProposalDraft(
        summary=words,
        assignments=tuple(
            _part(course, offer.agent_id, place, offer.terms) for place, offer in enumerate(facts.offers)
        ),
        timeline=Timeline(start_date=SUNDAY if is_late else SATURDAY),
    )


def _part(course: DemandScript, agent_id: str, place: int, terms: Terms | None) -> Assignment:
    """The first to offer is the venue, the second the speaker; whoever is in reserve stands in for the venue."""
    roles = ("venue", "speaker")
    is_reserve = agent_id in course.reserves
    role = roles[place] if place < len(roles) else f"role of {agent_id}"
    return Assignment(
        agent_id=agent_id,
        role=roles[0] if is_reserve else role,
        required=agent_id in course.required,
        reserve=is_reserve,
        # Some plans leave terms out: code adds the fee, whoever wrote the plan.
        terms=terms if place % 2 == 0 else None,
    )


def _gaps(course: DemandScript, facts: Any, words: str) -> GapsReply:
    return GapsReply(gaps=tuple(Gap(gap_type=f"gap {n}", importance=80, reason=words) for n in range(course.gaps)))


def _recursion(course: DemandScript, facts: Any, words: str) -> RecursionReply:
    subs = tuple(SubDemand(gap_type=gap.gap_type, raw_input=f"somebody for {gap.gap_type}") for gap in facts.gaps)
    return RecursionReply(should_recurse=True, sub_demands=subs)


ANSWERS: Mapping[str, Callable[[DemandScript, Any, str], BaseModel]] = {
    "demand_understanding": _understanding,
    "smart_filter": _filter,
    "response_generation": _offer,
    "proposal_aggregation": _plan,
    "proposal_feedback": _feedback,
    "proposal_adjustment": _adjustment,
    "gap_identification": _gaps,
    "recursion_decision": _recursion,
    "compromise": _compromise,
}
