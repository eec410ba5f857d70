"""Validation of model answers: drops agents and gaps that the channel does not have (TWQ-10)."""

from collections.abc import Collection, Iterable, Sequence

from negotiation.contracts.compromise_suggestion import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import Gap, ProposalDraft


def drop_unknown_agents(
    draft: ProposalDraft, participants: Collection[str], reviewers: Collection[str]
) -> ProposalDraft:
    """Return a copy of the draft without assignments of agents that are not in `participants`.

    In its adjustment summary, requesters that are not in `reviewers` are removed from each change; the changes stay.
    Both arguments hold agent ids.
    """
    assignments = tuple(part for part in draft.assignments if part.agent_id in participants)
    summary = draft.adjustment_summary
    if summary:
        changes = tuple(
            change.model_copy(
                update={"requested_by": tuple(agent for agent in change.requested_by if agent in reviewers)}
            )
            for change in summary.changes_made
        )
        summary = summary.model_copy(update={"changes_made": changes})
    return draft.model_copy(update={"assignments": assignments, "adjustment_summary": summary})


def filter_sub_demands(requested: Iterable[SubDemand], gaps: Sequence[Gap], limit: int) -> tuple[SubDemand, ...]:
    """Return the usable sub-demands, at most `limit`: for each gap type the first with a non-blank text.

    Sub-demands for a type that no gap in `gaps` has are dropped; the order of `requested` is kept.
    """
    open_gaps = {gap.gap_type for gap in gaps}
    valid: dict[str, SubDemand] = {}
    for sub in requested:
        if sub.gap_type in open_gaps and sub.raw_input.strip():
            valid.setdefault(sub.gap_type, sub)
    return tuple(valid.values())[:limit]


def drop_unknown_participants(compromise: Compromise, participants: Collection[str]) -> Compromise:
    """Return a copy of the compromise without contributors that are not in `participants` (agent ids).

    If no contributor is left, the copy is marked as not feasible.
    """
    proposal = compromise.proposal
    contributions = tuple(part for part in proposal.participants if part.agent_id in participants)
    feasible = proposal.feasible and bool(contributions)
    changed = proposal.model_copy(update={"participants": contributions, "feasible": feasible})
    return compromise.model_copy(update={"proposal": changed})
