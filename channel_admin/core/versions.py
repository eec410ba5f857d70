"""Which version of a plan is meant: every version has its own number, id and instant (TW-605, TWC-33)."""

from negotiation.contracts.proposal import Proposal
from shared.core.ids import digest


def proposal_id(channel_id: str, version: int) -> str:
    """The id of a channel's plan number `version` (TW-036: `prop_…`)."""
    return "prop_" + digest("proposal", channel_id, version, length=12)


def next_version(plan: Proposal, channel_id: str, now: int) -> Proposal:
    """The same plan as its next version, made at `now` (ms)."""
    version = plan.version + 1
    return plan.model_copy(
        update={"version": version, "proposal_id": proposal_id(channel_id, version), "created_at": now}
    )
