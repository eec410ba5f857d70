"""Sharing and replacement of role holders by backups in an adjusted plan (TW-506)."""

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
    """Role that the requesting holder shares with a second one, taken from its backups."""

    request: ParticipantRequest
    role: str
    second: Assignment


def needs_second_holder(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Return whether a second holder could meet the request: for help, or for fewer people than expected.

    It is also True for a minimum above the expected number.
    """
    return request.topic == "hands" or not request.fits_attendance(facts.demand.context.expected_attendees)


def find_share(facts: AdjustmentFacts, request: ParticipantRequest) -> RoleShare | None:
    """Return the requester's first role in the plan with the first backup that can share it.

    None if the requester has no role, the role is bound to its location, it has no backup, or the budget does not cover
    the backup's fee. Whether the request needs a second holder is not checked (see `needs_second_holder`).
    """
    held = next((part for part in facts.proposal.assignments if part.agent_id == request.agent_id), None)
    if held is None or load_thesaurus("skills").is_location_bound(held.role):
        return None
    second = find_backup(facts, held.role)
    return RoleShare(request, held.role, second) if second and _is_affordable(facts, second) else None


def find_backup(facts: AdjustmentFacts, role: str) -> Assignment | None:
    """Return the assignment of the first backup of `role` whose agent has not left; None if there is none.

    `role` is the name of the holder's role, without the addition that marks a backup.
    """
    backup_role = render_text("backup", facts.setting.language, role=role)
    remaining = (part for part in facts.proposal.assignments if part.agent_id not in facts.left)
    return next((part for part in remaining if part.role == backup_role), None)


def apply_shares(facts: AdjustmentFacts, parts: Sequence[Assignment], shares: Sequence[RoleShare]) -> list[Assignment]:
    """Return a copy of `parts` in which each share's second holder has the shared role instead of its backup role."""
    shares_by_agent = {share.second.agent_id: share for share in shares}
    return [
        _as_second_holder(facts, part, shares_by_agent[part.agent_id]) if part.agent_id in shares_by_agent else part
        for part in parts
    ]


def build_share_change(facts: AdjustmentFacts, share: RoleShare) -> Change:
    """Build the plan's record of a shared role: holders before and after, reason and requester."""
    language, first, second = facts.setting.language, share.request.name, share.second.display_name
    return Change(
        aspect=render_text("aspect.role", language),
        before=render_text("alone", language, name=first, role=share.role),
        after=render_text("both", language, name=first, other=second, role=share.role),
        reason=render_text("called_in", language, name=first, wish=share.request.text),
        requested_by=(share.request.agent_id,),
    )


def replace_holders(
    facts: AdjustmentFacts, parts: Sequence[Assignment], declined: Sequence[ParticipantRequest]
) -> tuple[list[Assignment], list[Change]]:
    """Give roles to their backups if the holder rejects the plan over one of the `declined` requests.

    Requests that name a demanded skill are ignored: they are about another role.

    Args:
        facts: Plan and feedback.
        parts: Assignments of the adjusted plan, backups included; not modified.
        declined: Declined requests of any participants.

    Returns:
        A pair: the assignments of `parts` without the replaced holders, whose roles their backups now hold, and one
            change for each replacement.
    """
    assignments, changes = list(parts), list[Change]()
    rejecting = {each.agent_id for each in facts.feedback if each.feedback_type == "reject"}
    for request in declined:
        if any(tag in request.text for tag in facts.demand.capability_tags):
            continue  # the request is about another role, not its own
        held = next((part for part in assignments if part.agent_id == request.agent_id), None)
        backup = find_backup(facts, held.role) if held and request.agent_id in rejecting else None
        if held is None or backup is None or backup not in assignments:
            continue
        assignments = [part for part in assignments if part is not held]
        assignments[assignments.index(backup)] = _assign_to_backup(held, backup, facts.setting.language)
        changes.append(_build_handover_change(held, backup, request, facts.setting.language))
    return assignments, changes


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
        aspect=render_text("aspect.role", language),
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
    """Return a backup's notes for its new role as holder: terms to be settled if called are marked as agreed.

    Notes that do not begin like those of a backup (`build_assignment`) are returned unchanged.
    """
    terms = notes.removeprefix(render_text("later", language, wishes=""))
    return render_text("granted", language, wishes=terms) if terms and terms != notes else notes


def _is_affordable(facts: AdjustmentFacts, second: Assignment) -> bool:
    budget = parse_money(facts.demand.context.budget or "")
    active_agents = {part.agent_id for part in facts.proposal.assignments if not _is_backup(facts, part)}
    paid_agents = {second.agent_id, *active_agents}
    return (
        budget is None
        or sum(request_parser.offered_fee(each) for each in facts.offers if each.agent_id in paid_agents) <= budget
    )


def _is_backup(facts: AdjustmentFacts, part: Assignment) -> bool:
    return part.role in {
        render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags
    }
