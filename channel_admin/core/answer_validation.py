"""Which names in a skill's answer are real: people and gaps that the channel never had are dropped (TWQ-10)."""

from collections.abc import Collection, Iterable, Sequence

from negotiation.contracts.compromise import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import Gap, ProposalDraft


def with_real_people(draft: ProposalDraft, here: Collection[str], spoke: Collection[str]) -> ProposalDraft:
    """Assignments only to those who are `here`, changes only at the request of those who `spoke`."""
    kept = tuple(part for part in draft.assignments if part.agent_id in here)
    summary = draft.adjustment_summary
    if summary:
        changes = tuple(
            change.model_copy(update={"requested_by": tuple(who for who in change.requested_by if who in spoke)})
            for change in summary.changes_made
        )
        summary = summary.model_copy(update={"changes_made": changes})
    return draft.model_copy(update={"assignments": kept, "adjustment_summary": summary})


def for_real_gaps(wanted: Iterable[SubDemand], gaps: Sequence[Gap], limit: int) -> tuple[SubDemand, ...]:
    """One demand per gap that there is, at most `limit`, none of them empty."""
    open_gaps = {gap.gap_type for gap in gaps}
    kept: dict[str, SubDemand] = {}
    for sub in wanted:
        if sub.gap_type in open_gaps and sub.raw_input.strip():
            kept.setdefault(sub.gap_type, sub)
    return tuple(kept.values())[:limit]


def with_real_participants(compromise: Compromise, here: Collection[str]) -> Compromise:
    """Only those who are `here` can still do something; without anybody nothing is feasible now."""
    proposal = compromise.proposal
    can = tuple(part for part in proposal.participants if part.agent_id in here)
    feasible = proposal.feasible and bool(can)
    changed = proposal.model_copy(update={"participants": can, "feasible": feasible})
    return compromise.model_copy(update={"proposal": changed})
