"""Versions of a plan: ids, next version, removal of agents whose roles become gaps (DESIGN § 7, TWC-03, TWC-16)."""

from collections.abc import Sequence, Set

from channel_admin.core.fallback_content import render_text
from channel_admin.settings import REQUIRED_ROLE_IMPORTANCE, VACANT_BACKUP_IMPORTANCE, VACANT_ROLE_IMPORTANCE
from negotiation.contracts.proposal import Assignment, Gap, Proposal
from shared.core.ids import digest
from shared.core.language import Language


def add_vacancy_gaps(
    gaps: Sequence[Gap], vacant: Sequence[Assignment], held: Set[str] = frozenset()
) -> tuple[Gap, ...]:
    """Return the gaps with one added for each role of `vacant`; it replaces a gap of the same type.

    Args:
        gaps: Gaps of the plan so far.
        vacant: Assignments whose roles have no holder any more.
        held: Roles that have a holder; "<role> (…)" is a backup of one of them.

    Returns:
        The new gaps first; importance 100 for a required role, 50 for a backup of a held role, 70 for any other. The
            leaving of a reserve leaves none.
    """
    vacated = {a.role: a for a in vacant if not a.reserve}
    others = tuple(gap for gap in gaps if gap.gap_type not in vacated)
    return (*(_vacancy_gap(a, held) for a in vacated.values()), *others)


def _vacancy_gap(assignment: Assignment, held: Set[str]) -> Gap:
    importance = VACANT_BACKUP_IMPORTANCE if _is_backup_role(assignment.role, held) else VACANT_ROLE_IMPORTANCE
    return Gap(
        gap_type=assignment.role,
        importance=REQUIRED_ROLE_IMPORTANCE if assignment.required else importance,
        reason=f"{assignment.display_name or assignment.agent_id}: {assignment.responsibility}".rstrip(": "),
        suggested_capability_tags=(assignment.role,),
    )


def _is_backup_role(role: str, held: Set[str]) -> bool:
    """Return whether the role is a held one with an addition in brackets, such as "venue (backup)"."""
    return role.endswith((")", "）")) and any(role != other and role.startswith(other) for other in held)


def remove_agents(plan: Proposal, agents: Set[str], language: Language) -> Proposal:
    """Return a copy of the plan without the assignments and confirmations of `agents` (ids).

    The roles that they held become gaps; texts of the plan that name them are dropped or rewritten in `language`.
    Version number and id stay (see `next_version`). Ids not in the plan are ignored.
    """
    removed = [a for a in plan.assignments if a.agent_id in agents]
    held = frozenset(a.role for a in plan.assignments if a.agent_id not in agents and not a.reserve)
    plan = _without_names(plan, {a.display_name for a in removed if a.display_name}, language)
    return plan.model_copy(
        update={
            "assignments": tuple(a for a in plan.assignments if a.agent_id not in agents),
            "gaps": add_vacancy_gaps(plan.gaps, removed, held),
            "confirmed_participants": tuple(a for a in plan.confirmed_participants if a not in agents),
            "optional_participants": tuple(a for a in plan.optional_participants if a not in agents),
        }
    )


def _without_names(plan: Proposal, names: Set[str], language: Language) -> Proposal:
    """Return the plan without texts that name people who are gone: risks, and whom others stand in for."""

    def is_named(text: str) -> bool:
        return any(name in text for name in names)

    def refresh(part: Assignment) -> Assignment:
        if not is_named(part.responsibility):
            return part
        text = render_text("stands_in", language, role=part.role) if part.reserve else part.role
        return part.model_copy(update={"responsibility": text})

    return plan.model_copy(
        update={
            "risks": tuple(risk for risk in plan.risks if not is_named(risk)),
            "assignments": tuple(refresh(part) for part in plan.assignments),
        }
    )


def proposal_id(channel_id: str, version: int) -> str:
    """Return the id of a version (from 1) of a channel's plan: `prop_` and 12 base32 characters (TW-036).

    The same arguments give the same id.
    """
    return "prop_" + digest("proposal", channel_id, version, length=12)


def next_version(plan: Proposal, channel_id: str, now: int) -> Proposal:
    """Return a copy of the plan with the next version number and its id, created at `now` (ms since the epoch)."""
    version = plan.version + 1
    return plan.model_copy(
        update={"version": version, "proposal_id": proposal_id(channel_id, version), "created_at": now}
    )
