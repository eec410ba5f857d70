"""Events of feedback on a plan, and of the change that it asks for (TW-207, TW-213)."""

from channel_admin.core.transition import Transition
from negotiation.contracts.events import NegotiationPointRaised, ProposalFeedbackEvent
from negotiation.contracts.messages import ProposalFeedback


def emit_feedback(transition: Transition, body: ProposalFeedback) -> None:
    """Emit `towow.proposal.feedback` and, for a `negotiate`, `towow.negotiation.bargain` directly after it."""
    name = body.display_name or transition.state.display_name(body.agent_id)
    transition.emit(_feedback_event(transition, body, name))
    if body.feedback_type == "negotiate":
        transition.emit(_negotiation_point_event(transition, body, name))


def _feedback_event(transition: Transition, body: ProposalFeedback, name: str) -> ProposalFeedbackEvent:
    return ProposalFeedbackEvent(
        **transition.ids,
        agent_id=body.agent_id,
        display_name=name,
        feedback_type=body.feedback_type,
        reasoning=body.reasoning,
        adjustment_request=body.adjustment_request,
        terms=body.terms,
        concerns=body.concerns,
        confidence=body.confidence,
        round=body.round,
        proposal_version=body.proposal_version,
        answered_by=body.answered_by,
        fallback=body.fallback,
        usage=body.usage,
    )


def _negotiation_point_event(transition: Transition, body: ProposalFeedback, name: str) -> NegotiationPointRaised:
    return NegotiationPointRaised(
        **transition.ids,
        agent_id=body.agent_id,
        display_name=name,
        bargain_type="proposal",
        content=body.adjustment_request or body.reasoning,
        terms=body.terms,
        round=body.round,
    )
