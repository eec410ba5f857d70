"""How a negotiation reads while it happens: every event type as a paragraph in the demand's language (TW-812)."""

from collections.abc import Callable, Mapping
from typing import Any

from negotiation.contracts import events
from towow.story import ending, offers, opening, rounds
from towow.story.paragraph import RenderedEvent, paragraph
from towow.story.scene import NarrationContext
from towow.story.told import ParsedEvent

TELLERS: Mapping[type[events.ChannelEvent], Callable[[Any, NarrationContext], RenderedEvent]] = {
    events.DemandSubmitted: opening.submitted,
    events.DemandUnderstoodEvent: opening.understood,
    events.FilterCompleted: opening.chosen,
    events.ChannelCreated: opening.created,
    events.DemandBroadcast: opening.broadcast,
    events.OfferSubmitted: offers.offered,
    events.NegotiationPointRaised: offers.bargained,
    events.RoundStarted: rounds.started,
    events.ProposalDistributed: rounds.distributed,
    events.ProposalFeedbackEvent: rounds.answered,
    events.AgentWithdrawn: rounds.withdrew,
    events.FeedbackEvaluated: rounds.evaluated,
    events.ProposalFinalized: ending.finalized,
    events.ForceFinalized: ending.forced,
    events.NegotiationFailed: ending.failed,
    events.GapIdentified: ending.identified,
    events.SubnetTriggered: ending.triggered,
    events.SubnetCompleted: ending.completed,
    events.DemandCancelled: ending.cancelled,
    events.DemandClosed: ending.closed,
}
"""Who tells which event."""


def render(told: ParsedEvent, scene: NarrationContext) -> RenderedEvent:
    """The event as a paragraph; `scene` is what is known with it. Of an unknown type only its name is said."""
    if told.says is None:
        unknown = scene.localized("（此版本不认识的事件）", " (an event this version does not know)")
        return paragraph("?", "dim", [told.type, (unknown, "dim")])
    return TELLERS[type(told.says)](told.says, scene)
