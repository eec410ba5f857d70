"""What a plan lacks when somebody is gone: the roles they held become gaps (DESIGN § 7, TWC-03, TWC-16)."""

from collections.abc import Sequence, Set

from channel_admin.settings import GAP_OF_A_LOST_RESERVE, GAP_OF_A_LOST_ROLE, GAP_OF_A_REQUIRED_ROLE
from negotiation.contracts.proposal import Assignment, Gap, Proposal
from shared.core.ids import digest


def with_vacancies(gaps: Sequence[Gap], vacant: Sequence[Assignment], held: Set[str] = frozenset()) -> tuple[Gap, ...]:
    """The gaps, and one for every role that nobody holds any more: of importance 100 when it was required.

    Who only stood by for a role in `held` leaves no grave gap.
    """
    roles = {a.role: a for a in vacant}
    others = tuple(gap for gap in gaps if gap.gap_type not in roles)
    return (*(_vacancy(a, held) for a in roles.values()), *others)


def _vacancy(assignment: Assignment, held: Set[str]) -> Gap:
    spare = GAP_OF_A_LOST_RESERVE if _reserve(assignment.role, held) else GAP_OF_A_LOST_ROLE
    return Gap(
        gap_type=assignment.role,
        importance=GAP_OF_A_REQUIRED_ROLE if assignment.required else spare,
        reason=f"{assignment.display_name or assignment.agent_id}: {assignment.responsibility}".rstrip(": "),
        suggested_capability_tags=(assignment.role,),
    )


def _reserve(role: str, held: Set[str]) -> bool:
    """Whether a role is another one, still held, with something added in brackets: "venue (backup)"."""
    return role.endswith((")", "）")) and any(role != other and role.startswith(other) for other in held)


def remove_agents(plan: Proposal, out: Set[str]) -> Proposal:
    """The plan without these people; what they held becomes gaps."""
    lost = [a for a in plan.assignments if a.agent_id in out]
    held = frozenset(a.role for a in plan.assignments if a.agent_id not in out)
    return plan.model_copy(
        update={
            "assignments": tuple(a for a in plan.assignments if a.agent_id not in out),
            "gaps": with_vacancies(plan.gaps, lost, held),
            "confirmed_participants": tuple(a for a in plan.confirmed_participants if a not in out),
            "optional_participants": tuple(a for a in plan.optional_participants if a not in out),
        }
    )


def proposal_id(channel_id: str, version: int) -> str:
    """The id of a channel's plan number `version` (TW-036: `prop_…`)."""
    return "prop_" + digest("proposal", channel_id, version, length=12)


def next_version(plan: Proposal, channel_id: str, now: int) -> Proposal:
    """The same plan as its next version, made at `now` (ms)."""
    version = plan.version + 1
    return plan.model_copy(
        update={"version": version, "proposal_id": proposal_id(channel_id, version), "created_at": now}
    )
