"""Who can share a role, or take it over: a second person for whoever asks, another one for whoever refuses (TW-506)."""

from collections.abc import Sequence
from dataclasses import dataclass

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import request_parser
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import say
from negotiation.contracts.proposal import Assignment, Change
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import money_in
from shared.core.language import Language


@dataclass(frozen=True, slots=True)
class RoleShare:
    """One request for company in a role, that role, and who comes in beside the one who asked."""

    request: ParticipantRequest
    role: str
    second: Assignment


def wants_company(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Whether a second person would meet a request: it asks for one, or so many are more than one can serve."""
    return request.about == "hands" or not request.suits(facts.demand.context.expected_attendees)


def share_for(facts: AdjustmentFacts, request: ParticipantRequest) -> RoleShare | None:
    """Whoever stands by for the role of the one who asks, when the role can be shared and the budget bears both."""
    mine = next((part for part in facts.proposal.assignments if part.agent_id == request.agent_id), None)
    if mine is None or known("skills").bound(mine.role):
        return None
    second = in_reserve(facts, mine.role)
    return RoleShare(request, mine.role, second) if second and _affordable(facts, second) else None


def in_reserve(facts: AdjustmentFacts, role: str) -> Assignment | None:
    """Who stands by for a role, the first one of those still here."""
    waiting = say("backup", facts.setting.language, role=role)
    here = (part for part in facts.proposal.assignments if part.agent_id not in facts.left)
    return next((part for part in here if part.role == waiting), None)


def with_seconds(facts: AdjustmentFacts, parts: Sequence[Assignment], shares: Sequence[RoleShare]) -> list[Assignment]:
    """The plan in which everybody who was called in holds the role beside the one who asked."""
    called = {share.second.agent_id: share for share in shares}
    return [_beside(facts, part, called[part.agent_id]) if part.agent_id in called else part for part in parts]


def share_change(facts: AdjustmentFacts, share: RoleShare) -> Change:
    """What a second person changes, and for whom."""
    language, first, second = facts.setting.language, share.request.name, share.second.display_name
    return Change(
        aspect=say("aspect role", language),
        before=say("alone", language, name=first, role=share.role),
        after=say("both", language, name=first, other=second, role=share.role),
        reason=say("called in", language, name=first, wish=share.request.text),
        requested_by=(share.request.agent_id,),
    )


def replaced(
    facts: AdjustmentFacts, parts: Sequence[Assignment], declined: Sequence[ParticipantRequest]
) -> tuple[list[Assignment], list[Change]]:
    """A role goes to whoever stands by for it when its holder refuses the plan over something that cannot be had."""
    plan, said = list(parts), list[Change]()
    refusing = {each.agent_id for each in facts.feedback if each.feedback_type == "reject"}
    for request in declined:
        if any(tag in request.text for tag in facts.demand.capability_tags):
            continue  # it misses somebody else, nothing of its own
        mine = next((part for part in plan if part.agent_id == request.agent_id), None)
        other = in_reserve(facts, mine.role) if mine and request.agent_id in refusing else None
        if mine is None or other is None or other not in plan:
            continue
        plan = [part for part in plan if part is not mine]
        plan[plan.index(other)] = _in_place_of(mine, other, facts.setting.language)
        said.append(_handed_over(mine, other, request, facts.setting.language))
    return plan, said


def _in_place_of(mine: Assignment, other: Assignment, language: Language) -> Assignment:
    return mine.model_copy(
        update={
            "agent_id": other.agent_id,
            "display_name": other.display_name,
            "responsibility": say("does", language, role=mine.role),
            "notes": taken_up(other.notes, language),
        }
    )


def _handed_over(mine: Assignment, other: Assignment, request: ParticipantRequest, language: Language) -> Change:
    return Change(
        aspect=say("aspect role", language),
        before=f"{mine.display_name}: {mine.role}",
        after=f"{other.display_name}: {mine.role}",
        reason=say("replaced", language, name=mine.display_name, other=other.display_name, wish=request.text),
    )


def _beside(facts: AdjustmentFacts, part: Assignment, share: RoleShare) -> Assignment:
    duty = say("shares", facts.setting.language, role=share.role, holder=share.request.name)
    return part.model_copy(
        update={"role": share.role, "responsibility": duty, "notes": taken_up(part.notes, facts.setting.language)}
    )


def taken_up(notes: str, language: Language) -> str:
    """The terms of somebody in reserve, once they are called in: what was to be settled then holds now."""
    terms = notes.removeprefix(say("later", language, wishes=""))
    return say("granted", language, wishes=terms) if terms and terms != notes else notes


def _affordable(facts: AdjustmentFacts, second: Assignment) -> bool:
    budget = money_in(facts.demand.context.budget or "")
    working = {part.agent_id for part in facts.proposal.assignments if not _waits(facts, part)}
    paid = {second.agent_id, *working}
    return (
        budget is None or sum(request_parser.fee_of(each) for each in facts.offers if each.agent_id in paid) <= budget
    )


def _waits(facts: AdjustmentFacts, part: Assignment) -> bool:
    return part.role in {say("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
