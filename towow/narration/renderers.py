"""Renderer of each event type, in the demand's language (TW-812)."""

from collections.abc import Callable, Mapping
from typing import Any

from negotiation.contracts import events
from towow.narration import clarification, invitation, offers, outcome, rounds
from towow.narration.context import NarrationContext
from towow.narration.parsed_event import ParsedEvent
from towow.narration.rendered_event import RenderedEvent, build_paragraph

RENDERERS: Mapping[type[events.ChannelEvent], Callable[[Any, NarrationContext], RenderedEvent]] = {
    events.DemandSubmitted: invitation.render_submission,
    events.DemandUnderstoodEvent: invitation.render_understanding,
    events.QuestionOpened: clarification.render_question,
    events.QuestionAnswered: clarification.render_answer,
    events.DemandRevised: clarification.render_revision,
    events.FilterCompleted: invitation.render_candidates,
    events.ChannelCreated: invitation.render_channel,
    events.DemandBroadcast: invitation.render_broadcast,
    events.OfferSubmitted: offers.render_offer,
    events.NegotiationPointRaised: offers.render_negotiation_point,
    events.RoundStarted: rounds.render_round_start,
    events.ProposalDistributed: rounds.render_distribution,
    events.ProposalFeedbackEvent: rounds.render_feedback,
    events.AgentWithdrawn: rounds.render_withdrawal,
    events.FeedbackEvaluated: rounds.render_evaluation,
    events.ProposalFinalized: outcome.render_finalized,
    events.ForceFinalized: outcome.render_force_finalized,
    events.NegotiationFailed: outcome.render_failure,
    events.GapIdentified: outcome.render_gaps,
    events.SubnetTriggered: outcome.render_subnet_start,
    events.SubnetCompleted: outcome.render_subnet_result,
    events.DemandCancelled: outcome.render_cancellation,
    events.DemandClosed: outcome.render_closure,
}
"""Renderer of each event class."""


def render(event: ParsedEvent, context: NarrationContext) -> RenderedEvent:
    """Render an event as a sign, a headline and lines below, in the language of the context.

    Args:
        event: The event; of an unknown type only the name is rendered.
        context: Context that already includes the event (see `update_context`); it is not changed.
    """
    if event.payload is None:
        return build_paragraph("?", "dim", [event.type, (context.text("unknown_event"), "dim")])
    return RENDERERS[type(event.payload)](event.payload, context)
