"""Facts of a demand's log about a question to a person: who else comes, and whether an answer still counts."""

from collections.abc import Sequence

from gateway.negotiation.views.candidate_projection import withdrawn_agents
from gateway.negotiation.views.schema import ChannelView, DemandView
from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.money import MAX_MINOR_UNITS, Money, money_of_units, units_of_money
from negotiation.registry.profile import Profile


def channel_of(view: DemandView, channel_id: str) -> ChannelView | None:
    """Return the channel of a demand's view with this id, the demand's own or a subnet's; None if there is none yet."""
    channels: Sequence[ChannelView] = (view, *(subnet["channel"] for subnet in view["subnets"]))
    return next((channel for channel in channels if channel["channel_id"] == channel_id), None)


def other_guests(view: DemandView, question: PendingQuestion) -> tuple[str, ...]:
    """Return the names of the others who are invited to what the question is about, without those who do not come."""
    channel = channel_of(view, question.channel_id)
    if channel is None:
        return ()
    gone = withdrawn_agents(channel)
    return tuple(
        candidate["display_name"]
        for candidate in channel["candidates"]
        if candidate["agent_id"] not in (question.agent_id, *gone)
        and (candidate["offer"] is None or candidate["offer"].get("decision") != "decline")
    )


def usual_fee(profile: Profile) -> Money | None:
    """Return what the agent of a profile asks for usually; None without a price, or if it is no sensible amount."""
    largest = units_of_money(Money(amount=MAX_MINOR_UNITS, currency=profile.currency))
    if profile.price is None or profile.price > largest:
        return None
    return money_of_units(profile.price, profile.currency)


def is_undecided(view: DemandView, question: PendingQuestion) -> bool:
    """Return whether another answer of the same person would still count, as far as the log tells.

    That is, for an invitation, as long as answers are collected; for a review as long as there is no verdict on the
    version, and the agent has not left.
    """
    channel = channel_of(view, question.channel_id)
    if channel is None or question.agent_id in withdrawn_agents(channel):
        return False
    if question.proposal is None:
        return channel["phase"] == "collecting"
    review = channel["review"]
    is_current = review is not None and review["version"] == question.proposal.version
    return is_current and channel["phase"] in ("negotiating", "asking")
