"""What does each event change of the channel it is about? One function per event type, as a table (INTERFACES § 6).

Every function gives the whole part back, changed; fields that an event lacks leave things as they are.
"""

from collections.abc import Callable, Mapping
from typing import cast

from gateway.negotiation.views.candidate_projection import (
    add_feedback,
    add_offer,
    has_timely_offer,
    have_all_answered,
    invited_candidates,
)
from gateway.negotiation.views.event_fields import Json, event_fields
from gateway.negotiation.views.schema import ChannelView, DemandStatus, OutcomeView, Phase, ReviewView


def apply_demand_understood(part: ChannelView, payload: Json) -> ChannelView:
    """The demand has a meaning; now somebody is looked for."""
    return {**part, "understanding": event_fields(payload), "phase": "filtering"}


def apply_filter_completed(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody was found, or nobody: then it has failed, and only the outcome is still to come."""
    found = invited_candidates(payload)
    if found:
        return {**part, "candidates": found}
    return {**part, "candidates": found, "phase": "after", "channel_status": "failed"}


def apply_channel_created(part: ChannelView, payload: Json) -> ChannelView:
    """The channel is open."""
    opened: ChannelView = {
        **part,
        "channel_status": "broadcasting",
        "depth": payload.get("depth", part["depth"]),
        "max_rounds": payload.get("max_rounds", part["max_rounds"]),
    }
    parent = payload.get("parent_channel_id")
    return opened if parent is None else {**opened, "parent_channel_id": parent}


def apply_demand_broadcast(part: ChannelView, payload: Json) -> ChannelView:
    """The invitations are out."""
    asked: ChannelView = {**part, "phase": "collecting", "channel_status": "collecting"}
    return _set_deadline(asked, payload)


def apply_offer_submitted(part: ChannelView, payload: Json) -> ChannelView:
    """An answer to the invitation. The last one, or a late one, shows that the collecting is over."""
    heard: ChannelView = {**part, "candidates": add_offer(part["candidates"], payload)}
    if part["phase"] != "collecting" or not (have_all_answered(heard) or payload.get("late", False)):
        return heard
    if has_timely_offer(heard):
        return {**heard, "phase": "aggregating", "channel_status": "aggregating"}
    return {**heard, "phase": "after", "channel_status": "failed"}


def apply_point_raised(part: ChannelView, payload: Json) -> ChannelView:
    """A wish."""
    return {**part, "bargains": [*part["bargains"], event_fields(payload)]}


PHASE_BY_ROUND_REASON: Mapping[str, Phase] = {
    "initial_proposal": "aggregating",
    "adjustment": "adjusting",
    "no_quorum": "negotiating",
}
"""What it waits for when a round begins, by its reason; the plan that goes out makes it `negotiating`."""


def apply_round_started(part: ChannelView, payload: Json) -> ChannelView:
    """A round begins; its plan may still have to be written."""
    reason = payload.get("reason", "")
    begun: ChannelView = {
        **part,
        "round": payload.get("round", part["round"]),
        "max_rounds": payload.get("max_rounds", part["max_rounds"]),
        "phase": PHASE_BY_ROUND_REASON.get(reason, part["phase"]),
    }
    return {**begun, "channel_status": "aggregating" if reason == "initial_proposal" else "proposal_sent"}


def apply_proposal_distributed(part: ChannelView, payload: Json) -> ChannelView:
    """A plan goes out: a new version to everybody on board, or the same again to the silent."""
    resent, asked = payload.get("resent", False), payload.get("participants", [])
    again = part["review"] if resent else None
    out: ChannelView = {
        **part,
        "phase": "negotiating",
        "channel_status": "proposal_sent",
        "proposal": payload.get("proposal", part["proposal"]),
        "review": {
            "version": payload.get("version", 0),
            "round": payload.get("round", part["round"]),
            "sent_to": again["sent_to"] if again else asked,
            "asked": asked,
            "answered": again["answered"] if again else [],
            "resent": resent,
        },
    }
    return _set_deadline(out, payload)


def apply_proposal_feedback(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody says what they think of the plan."""
    heard: ChannelView = {
        **part,
        "candidates": add_feedback(part["candidates"], payload),
        "review": _add_answer(part["review"], payload.get("agent_id", "")),
    }
    return {**heard, "channel_status": "negotiating"} if part["phase"] == "negotiating" else heard


def _add_answer(review: ReviewView | None, agent_id: str) -> ReviewView | None:
    if review is None or agent_id in review["answered"]:
        return review
    return {**review, "answered": [*review["answered"], agent_id]}


def apply_agent_withdrawn(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody leaves; of an agreed plan there is a next version."""
    gone: ChannelView = {**part, "withdrawn": [*part["withdrawn"], event_fields(payload, "proposal")]}
    return {**gone, "proposal": payload.get("proposal", part["proposal"])}


def apply_feedback_evaluated(part: ChannelView, payload: Json) -> ChannelView:
    """The verdict. Unless another round follows, only the outcome is still to come."""
    judged: ChannelView = {**part, "evaluations": [*part["evaluations"], event_fields(payload)]}
    match payload.get("decision"):
        case "finalize":
            return {**judged, "phase": "after", "channel_status": "finalized"}
        case "force_finalize":
            return {**judged, "phase": "after", "channel_status": "force_finalized"}
        case "fail":
            return {**judged, "phase": "after", "channel_status": "failed"}
        case _:
            return {**judged, "channel_status": "negotiating"}


def apply_proposal_finalized(part: ChannelView, payload: Json) -> ChannelView:
    """It is agreed."""
    return _set_outcome(part, payload, "finalized", "final_proposal")


def apply_force_finalized(part: ChannelView, payload: Json) -> ChannelView:
    """The plan stands with those who accept."""
    return _set_outcome(part, payload, "force_finalized", "final_proposal")


def apply_negotiation_failed(part: ChannelView, payload: Json) -> ChannelView:
    """There is no agreement; the compromise says what could be done instead."""
    return _set_outcome(part, payload, "failed", "last_proposal")


def close_channel(part: ChannelView, status: DemandStatus) -> ChannelView:
    """Nothing more will happen in this channel. An outcome that was told stands."""
    if part["status"] != "processing" or status == "processing":
        return {**part, "phase": "closed"}
    return {**part, "phase": "closed", "status": status, "channel_status": status, "outcome": {"status": status}}


def _set_outcome(part: ChannelView, payload: Json, status: DemandStatus, plan: str) -> ChannelView:
    return {
        **part,
        "status": status,
        "phase": "after",
        "channel_status": status if status != "processing" else part["channel_status"],
        "proposal": payload.get(plan, part["proposal"]),
        "outcome": cast("OutcomeView", {**event_fields(payload, plan), "status": status}),
    }


def _set_deadline(part: ChannelView, payload: Json) -> ChannelView:
    deadline = payload.get("deadline")
    return part if deadline is None else {**part, "deadline": deadline}


CHANNEL_REDUCERS: Mapping[str, Callable[[ChannelView, Json], ChannelView]] = {
    "towow.demand.understood": apply_demand_understood,
    "towow.filter.completed": apply_filter_completed,
    "towow.channel.created": apply_channel_created,
    "towow.demand.broadcast": apply_demand_broadcast,
    "towow.offer.submitted": apply_offer_submitted,
    "towow.negotiation.bargain": apply_point_raised,
    "towow.negotiation.round_started": apply_round_started,
    "towow.proposal.distributed": apply_proposal_distributed,
    "towow.proposal.feedback": apply_proposal_feedback,
    "towow.agent.withdrawn": apply_agent_withdrawn,
    "towow.feedback.evaluated": apply_feedback_evaluated,
    "towow.proposal.finalized": apply_proposal_finalized,
    "towow.negotiation.force_finalized": apply_force_finalized,
    "towow.negotiation.failed": apply_negotiation_failed,
}
"""Root or subnet: the same event changes the same of its channel."""
