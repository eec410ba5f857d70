"""How a negotiation reads while it happens: every event type as a paragraph in the demand's language (TW-812)."""

from collections.abc import Callable, Mapping
from typing import Any

from negotiation.contracts import events
from towow.narration import invitation, offers, outcome, rounds
from towow.narration.context import NarrationContext
from towow.narration.event import ParsedEvent
from towow.narration.paragraph import RenderedEvent, paragraph

TELLERS: Mapping[type[events.ChannelEvent], Callable[[Any, NarrationContext], RenderedEvent]] = {
    events.DemandSubmitted: invitation.submitted,
    events.DemandUnderstoodEvent: invitation.understood,
    events.FilterCompleted: invitation.chosen,
    events.ChannelCreated: invitation.created,
    events.DemandBroadcast: invitation.broadcast,
    events.OfferSubmitted: offers.offered,
    events.NegotiationPointRaised: offers.bargained,
    events.RoundStarted: rounds.started,
    events.ProposalDistributed: rounds.distributed,
    events.ProposalFeedbackEvent: rounds.answered,
    events.AgentWithdrawn: rounds.withdrew,
    events.FeedbackEvaluated: rounds.evaluated,
    events.ProposalFinalized: outcome.finalized,
    events.ForceFinalized: outcome.forced,
    events.NegotiationFailed: outcome.failed,
    events.GapIdentified: outcome.identified,
    events.SubnetTriggered: outcome.triggered,
    events.SubnetCompleted: outcome.completed,
    events.DemandCancelled: outcome.cancelled,
    events.DemandClosed: outcome.closed,
}
"""Who tells which event."""


def render(told: ParsedEvent, scene: NarrationContext) -> RenderedEvent:
    """The event as a paragraph; `scene` is what is known with it. Of an unknown type only its name is said."""
    if told.says is None:
        unknown = scene.localized("（此版本不认识的事件）", " (an event this version does not know)")
        return paragraph("?", "dim", [told.type, (unknown, "dim")])
    return TELLERS[type(told.says)](told.says, scene)
