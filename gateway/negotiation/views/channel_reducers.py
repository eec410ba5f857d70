"""What does each event change of the channel it is about? One function per event type, as a table (INTERFACES § 6).

Every function gives the whole part back, changed; fields that an event lacks leave things as they are.
"""

from collections.abc import Callable, Mapping
from typing import cast

from gateway.negotiation.views.candidate_projection import (
    all_answered,
    invited,
    on_board_in_time,
    with_feedback,
    with_offer,
)
from gateway.negotiation.views.event_fields import Json, event_fields
from gateway.negotiation.views.schema import ChannelView, OutcomeView, Phase, ReviewView, Status


def understood(part: ChannelView, payload: Json) -> ChannelView:
    """The demand has a meaning; now somebody is looked for."""
    return {**part, "understanding": event_fields(payload), "phase": "filtering"}


def filtered(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody was found, or nobody: then it has failed, and only the outcome is still to come."""
    found = invited(payload)
    if found:
        return {**part, "candidates": found}
    return {**part, "candidates": found, "phase": "after", "channel_status": "failed"}


def created(part: ChannelView, payload: Json) -> ChannelView:
    """The channel is open."""
    opened: ChannelView = {
        **part,
        "channel_status": "broadcasting",
        "depth": payload.get("depth", part["depth"]),
        "max_rounds": payload.get("max_rounds", part["max_rounds"]),
    }
    parent = payload.get("parent_channel_id")
    return opened if parent is None else {**opened, "parent_channel_id": parent}


def broadcast(part: ChannelView, payload: Json) -> ChannelView:
    """The invitations are out."""
    asked: ChannelView = {**part, "phase": "collecting", "channel_status": "collecting"}
    return _until(asked, payload)


def offered(part: ChannelView, payload: Json) -> ChannelView:
    """An answer to the invitation. The last one, or a late one, shows that the collecting is over."""
    heard: ChannelView = {**part, "candidates": with_offer(part["candidates"], payload)}
    if part["phase"] != "collecting" or not (all_answered(heard) or payload.get("late", False)):
        return heard
    if on_board_in_time(heard):
        return {**heard, "phase": "aggregating", "channel_status": "aggregating"}
    return {**heard, "phase": "after", "channel_status": "failed"}


def bargained(part: ChannelView, payload: Json) -> ChannelView:
    """A wish."""
    return {**part, "bargains": [*part["bargains"], event_fields(payload)]}


ROUND_PHASE: Mapping[str, Phase] = {
    "initial_proposal": "aggregating",
    "adjustment": "adjusting",
    "no_quorum": "negotiating",
}
"""What it waits for when a round begins, by its reason; the plan that goes out makes it `negotiating`."""


def round_started(part: ChannelView, payload: Json) -> ChannelView:
    """A round begins; its plan may still have to be written."""
    reason = payload.get("reason", "")
    begun: ChannelView = {
        **part,
        "round": payload.get("round", part["round"]),
        "max_rounds": payload.get("max_rounds", part["max_rounds"]),
        "phase": ROUND_PHASE.get(reason, part["phase"]),
    }
    return {**begun, "channel_status": "aggregating" if reason == "initial_proposal" else "proposal_sent"}


def distributed(part: ChannelView, payload: Json) -> ChannelView:
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
    return _until(out, payload)


def answered(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody says what they think of the plan."""
    heard: ChannelView = {
        **part,
        "candidates": with_feedback(part["candidates"], payload),
        "review": _heard(part["review"], payload.get("agent_id", "")),
    }
    return {**heard, "channel_status": "negotiating"} if part["phase"] == "negotiating" else heard


def _heard(review: ReviewView | None, agent_id: str) -> ReviewView | None:
    if review is None or agent_id in review["answered"]:
        return review
    return {**review, "answered": [*review["answered"], agent_id]}


def withdrew(part: ChannelView, payload: Json) -> ChannelView:
    """Somebody leaves; of an agreed plan there is a next version."""
    gone: ChannelView = {**part, "withdrawn": [*part["withdrawn"], event_fields(payload, "proposal")]}
    return {**gone, "proposal": payload.get("proposal", part["proposal"])}


def evaluated(part: ChannelView, payload: Json) -> ChannelView:
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


def finalized(part: ChannelView, payload: Json) -> ChannelView:
    """It is agreed."""
    return _came_out(part, payload, "finalized", "final_proposal")


def force_finalized(part: ChannelView, payload: Json) -> ChannelView:
    """The plan stands with those who accept."""
    return _came_out(part, payload, "force_finalized", "final_proposal")


def failed(part: ChannelView, payload: Json) -> ChannelView:
    """There is no agreement; the compromise says what could be done instead."""
    return _came_out(part, payload, "failed", "last_proposal")


def ended(part: ChannelView, status: Status) -> ChannelView:
    """Nothing more will happen in this channel. An outcome that was told stands."""
    if part["status"] != "processing" or status == "processing":
        return {**part, "phase": "closed"}
    return {**part, "phase": "closed", "status": status, "channel_status": status, "outcome": {"status": status}}


def _came_out(part: ChannelView, payload: Json, status: Status, plan: str) -> ChannelView:
    return {
        **part,
        "status": status,
        "phase": "after",
        "channel_status": status if status != "processing" else part["channel_status"],
        "proposal": payload.get(plan, part["proposal"]),
        "outcome": cast("OutcomeView", {**event_fields(payload, plan), "status": status}),
    }


def _until(part: ChannelView, payload: Json) -> ChannelView:
    deadline = payload.get("deadline")
    return part if deadline is None else {**part, "deadline": deadline}


CHANNEL_CHANGES: Mapping[str, Callable[[ChannelView, Json], ChannelView]] = {
    "towow.demand.understood": understood,
    "towow.filter.completed": filtered,
    "towow.channel.created": created,
    "towow.demand.broadcast": broadcast,
    "towow.offer.submitted": offered,
    "towow.negotiation.bargain": bargained,
    "towow.negotiation.round_started": round_started,
    "towow.proposal.distributed": distributed,
    "towow.proposal.feedback": answered,
    "towow.agent.withdrawn": withdrew,
    "towow.feedback.evaluated": evaluated,
    "towow.proposal.finalized": finalized,
    "towow.negotiation.force_finalized": force_finalized,
    "towow.negotiation.failed": failed,
}
"""Root or subnet: the same event changes the same of its channel."""
