"""Who can share a role, or take it over: a second person for whoever asks, another one for whoever refuses (TW-506)."""

from collections.abc import Sequence
from dataclasses import dataclass

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import request_parser
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import render_text
from negotiation.contracts.proposal import Assignment, Change
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language


@dataclass(frozen=True, slots=True)
class RoleShare:
    """One request for company in a role, that role, and who comes in beside the one who asked."""

    request: ParticipantRequest
    role: str
    second: Assignment


def needs_second_holder(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Whether a second person would meet a request: it asks for one, or so many are more than one can serve."""
    return request.topic == "hands" or not request.fits_attendance(facts.demand.context.expected_attendees)


def find_share(facts: AdjustmentFacts, request: ParticipantRequest) -> RoleShare | None:
    """Whoever stands by for the role of the one who asks, when the role can be shared and the budget bears both."""
    mine = next((part for part in facts.proposal.assignments if part.agent_id == request.agent_id), None)
    if mine is None or load_thesaurus("skills").is_bound(mine.role):
        return None
    second = find_backup(facts, mine.role)
    return RoleShare(request, mine.role, second) if second and _is_affordable(facts, second) else None


def find_backup(facts: AdjustmentFacts, role: str) -> Assignment | None:
    """Who stands by for a role, the first one of those still here."""
    waiting = render_text("backup", facts.setting.language, role=role)
    here = (part for part in facts.proposal.assignments if part.agent_id not in facts.left)
    return next((part for part in here if part.role == waiting), None)


def apply_shares(facts: AdjustmentFacts, parts: Sequence[Assignment], shares: Sequence[RoleShare]) -> list[Assignment]:
    """The plan in which everybody who was called in holds the role beside the one who asked."""
    called = {share.second.agent_id: share for share in shares}
    return [
        _as_second_holder(facts, part, called[part.agent_id]) if part.agent_id in called else part for part in parts
    ]


def build_share_change(facts: AdjustmentFacts, share: RoleShare) -> Change:
    """What a second person changes, and for whom."""
    language, first, second = facts.setting.language, share.request.name, share.second.display_name
    return Change(
        aspect=render_text("aspect role", language),
        before=render_text("alone", language, name=first, role=share.role),
        after=render_text("both", language, name=first, other=second, role=share.role),
        reason=render_text("called in", language, name=first, wish=share.request.text),
        requested_by=(share.request.agent_id,),
    )


def replace_holders(
    facts: AdjustmentFacts, parts: Sequence[Assignment], declined: Sequence[ParticipantRequest]
) -> tuple[list[Assignment], list[Change]]:
    """A role goes to whoever stands by for it when its holder refuses the plan over something that cannot be had."""
    plan, said = list(parts), list[Change]()
    refusing = {each.agent_id for each in facts.feedback if each.feedback_type == "reject"}
    for request in declined:
        if any(tag in request.text for tag in facts.demand.capability_tags):
            continue  # it misses somebody else, nothing of its own
        mine = next((part for part in plan if part.agent_id == request.agent_id), None)
        other = find_backup(facts, mine.role) if mine and request.agent_id in refusing else None
        if mine is None or other is None or other not in plan:
            continue
        plan = [part for part in plan if part is not mine]
        plan[plan.index(other)] = _assign_to_backup(mine, other, facts.setting.language)
        said.append(_build_handover_change(mine, other, request, facts.setting.language))
    return plan, said


def _assign_to_backup(held: Assignment, backup: Assignment, language: Language) -> Assignment:
    return held.model_copy(
        update={
            "agent_id": backup.agent_id,
            "display_name": backup.display_name,
            "responsibility": render_text("does", language, role=held.role),
            "notes": settle_terms(backup.notes, language),
        }
    )


def _build_handover_change(
    held: Assignment, backup: Assignment, request: ParticipantRequest, language: Language
) -> Change:
    return Change(
        aspect=render_text("aspect role", language),
        before=f"{held.display_name}: {held.role}",
        after=f"{backup.display_name}: {held.role}",
        reason=render_text("replaced", language, name=held.display_name, other=backup.display_name, wish=request.text),
    )


def _as_second_holder(facts: AdjustmentFacts, part: Assignment, share: RoleShare) -> Assignment:
    duty = render_text("shares", facts.setting.language, role=share.role, holder=share.request.name)
    return part.model_copy(
        update={"role": share.role, "responsibility": duty, "notes": settle_terms(part.notes, facts.setting.language)}
    )


def settle_terms(notes: str, language: Language) -> str:
    """The terms of somebody in reserve, once they are called in: what was to be settled then holds now."""
    terms = notes.removeprefix(render_text("later", language, wishes=""))
    return render_text("granted", language, wishes=terms) if terms and terms != notes else notes


def _is_affordable(facts: AdjustmentFacts, second: Assignment) -> bool:
    budget = parse_money(facts.demand.context.budget or "")
    working = {part.agent_id for part in facts.proposal.assignments if not _is_backup(facts, part)}
    paid = {second.agent_id, *working}
    return (
        budget is None
        or sum(request_parser.offered_fee(each) for each in facts.offers if each.agent_id in paid) <= budget
    )


def _is_backup(facts: AdjustmentFacts, part: Assignment) -> bool:
    return part.role in {
        render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags
    }
