"""Reducers of a channel's projection, one per event type (INTERFACES § 6).

Each takes a channel's view and the payload of one event of the channel, and returns a changed copy of the view. Neither
argument is modified. Fields that a payload lacks stay unchanged.
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
from gateway.negotiation.views.clarification_reducers import CLARIFICATION_REDUCERS, end_review
from gateway.negotiation.views.payload_schema import Json, event_fields
from gateway.negotiation.views.schema import ChannelView, DemandStatus, OutcomeView, Phase, ReviewView


def apply_filter_completed(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.filter.completed`, with `candidates` set to those of the payload.

    If there are none, the phase becomes `after` and the channel's status `failed`; otherwise both stay as they are, but
    the phase `reviewing` becomes `filtering`.
    """
    candidates = invited_candidates(payload)
    changed: ChannelView = {**end_review(channel), "candidates": candidates}
    if candidates:
        return {**changed, "phase": "filtering"} if channel["phase"] == "reviewing" else changed
    return {**changed, "phase": "after", "channel_status": "failed"}


def apply_channel_created(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.channel.created`; the channel's status becomes `broadcasting`.

    `depth`, `max_rounds` and, of a subnet, `parent_channel_id` are set; one that the payload lacks stays as it is.
    """
    changed: ChannelView = {
        **channel,
        "channel_status": "broadcasting",
        "depth": payload.get("depth", channel["depth"]),
        "max_rounds": payload.get("max_rounds", channel["max_rounds"]),
    }
    parent = payload.get("parent_channel_id")
    return changed if parent is None else {**changed, "parent_channel_id": parent}


def apply_demand_broadcast(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.demand.broadcast`: the invitations have been sent.

    `deadline` is set; phase and channel status become `collecting`.
    """
    changed: ChannelView = {**channel, "phase": "collecting", "channel_status": "collecting"}
    return _set_deadline(changed, payload)


def apply_offer_submitted(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.offer.submitted`, with the candidate's `offer` set.

    In the phase `collecting`, the last missing answer, or a late one, ends the collection: phase and channel status
    become `aggregating`, or `after` and `failed` if there is no timely offer. Declining is an answer, too.
    """
    changed: ChannelView = {**channel, "candidates": add_offer(channel["candidates"], payload)}
    if channel["phase"] != "collecting" or not (have_all_answered(changed) or payload.get("late", False)):
        return changed
    if has_timely_offer(changed):
        return {**changed, "phase": "aggregating", "channel_status": "aggregating"}
    return {**changed, "phase": "after", "channel_status": "failed"}


def apply_point_raised(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.negotiation.bargain`, with the point appended to `bargains`.

    The point is the payload without COMMON_FIELDS.
    """
    return {**channel, "bargains": [*channel["bargains"], event_fields(payload)]}


PHASE_BY_ROUND_REASON: Mapping[str, Phase] = {
    "initial_proposal": "aggregating",
    "adjustment": "adjusting",
    "no_quorum": "negotiating",
}
"""Phase at the start of a round, by its reason; distributing the plan changes it to `negotiating`."""


def apply_round_started(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.negotiation.round_started`, with `round` and `max_rounds` set.

    Both stay as they are if the payload lacks them. The phase follows from `reason` by PHASE_BY_ROUND_REASON, and stays
    as it is for an unknown reason. The channel's status becomes `aggregating` for the reason `initial_proposal`, else
    `proposal_sent`.
    """
    reason = payload.get("reason", "")
    changed: ChannelView = {
        **channel,
        "round": payload.get("round", channel["round"]),
        "max_rounds": payload.get("max_rounds", channel["max_rounds"]),
        "phase": PHASE_BY_ROUND_REASON.get(reason, channel["phase"]),
    }
    return {**changed, "channel_status": "aggregating" if reason == "initial_proposal" else "proposal_sent"}


def apply_proposal_distributed(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.proposal.distributed`: a plan has been sent to participants.

    `proposal`, `review` and `deadline` are set; the phase becomes `asking` if a question about a limit is open, else
    `negotiating`, the channel's status `proposal_sent`. A new version goes to all participants, and starts a new review
    without answers. If `resent`, the same version goes to those without feedback, and the review keeps its recipients
    and answers.
    """
    resent, recipients = payload.get("resent", False), payload.get("participants", [])
    previous = channel["review"] if resent else None
    changed: ChannelView = {
        **channel,
        "phase": "asking" if channel.get("questions") else "negotiating",
        "channel_status": "proposal_sent",
        "proposal": payload.get("proposal", channel["proposal"]),
        "review": {
            "version": payload.get("version", 0),
            "round": payload.get("round", channel["round"]),
            "sent_to": previous["sent_to"] if previous else recipients,
            "asked": recipients,
            "answered": previous["answered"] if previous else [],
            "resent": resent,
        },
    }
    return _set_deadline(changed, payload)


def apply_proposal_feedback(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.proposal.feedback`, with a participant's feedback on the plan.

    The candidate's `feedback` is set and appended to `feedbacks`; the agent's id is added once to `answered` of the
    review, if there is one. In the phases `negotiating` and `asking`, the channel's status becomes `negotiating`.
    """
    changed: ChannelView = {
        **channel,
        "candidates": add_feedback(channel["candidates"], payload),
        "review": _add_answer(channel["review"], payload.get("agent_id", "")),
    }
    return {**changed, "channel_status": "negotiating"} if channel["phase"] in ("negotiating", "asking") else changed


def _add_answer(review: ReviewView | None, agent_id: str) -> ReviewView | None:
    if review is None or agent_id in review["answered"]:
        return review
    return {**review, "answered": [*review["answered"], agent_id]}


def apply_agent_withdrawn(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.agent.withdrawn`, with the withdrawal appended to `withdrawn`.

    The withdrawal is the payload without COMMON_FIELDS and `proposal`. The channel's `proposal` becomes that of the
    payload, if it has one: a new version of the agreed plan. `outcome` gets what this version is worth.
    """
    withdrawn = [*channel["withdrawn"], event_fields(payload, "proposal")]
    return {
        **channel,
        "withdrawn": withdrawn,
        "proposal": payload.get("proposal", channel["proposal"]),
        "outcome": update_outcome(channel["outcome"], payload),
    }


def update_outcome(outcome: OutcomeView | None, payload: Json) -> OutcomeView | None:
    """Return the outcome with `complete`, `needs` and `missing` of a later event's payload; it stays without them."""
    if outcome is None or payload.get("complete") is None:
        return outcome
    return {
        **outcome,
        "complete": payload["complete"],
        "needs": payload.get("needs", []),
        "missing": payload.get("missing", []),
    }


def apply_feedback_evaluated(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.feedback.evaluated`, with the evaluation appended to `evaluations`.

    The evaluation is the payload without COMMON_FIELDS. If its `decision` is `finalize`, `force_finalize` or `fail`,
    the phase becomes `after` and the channel's status `finalized`, `force_finalized` or `failed`; otherwise the phase
    stays and the channel's status becomes `negotiating`.
    """
    changed: ChannelView = {**channel, "evaluations": [*channel["evaluations"], event_fields(payload)]}
    match payload.get("decision"):
        case "finalize":
            return {**changed, "phase": "after", "channel_status": "finalized"}
        case "force_finalize":
            return {**changed, "phase": "after", "channel_status": "force_finalized"}
        case "fail":
            return {**changed, "phase": "after", "channel_status": "failed"}
        case _:
            return {**changed, "channel_status": "negotiating"}


def apply_proposal_finalized(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.proposal.finalized`: all agree on the plan.

    `status`, `channel_status` and the status of `outcome` become `finalized`, the phase `after`. `proposal` becomes
    the payload's `final_proposal`; `outcome` gets its other fields.
    """
    return _set_outcome(channel, payload, "finalized", "final_proposal")


def apply_force_finalized(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.negotiation.force_finalized`: the plan holds for those who accept it.

    `status`, `channel_status` and the status of `outcome` become `force_finalized`, the phase `after`. `proposal`
    becomes the payload's `final_proposal`; `outcome` gets its other fields.
    """
    return _set_outcome(channel, payload, "force_finalized", "final_proposal")


def apply_negotiation_failed(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.negotiation.failed`: no agreement, but a compromise is suggested.

    `status`, `channel_status` and the status of `outcome` become `failed`, the phase `after`. `proposal` becomes the
    payload's `last_proposal`, if it has one; `outcome` gets its other fields, with the compromise.
    """
    return _set_outcome(channel, payload, "failed", "last_proposal")


def close_channel(channel: ChannelView, status: DemandStatus) -> ChannelView:
    """Return a copy of the channel with the phase `closed`, and with `status` as its outcome unless it has one already.

    A channel whose own `status` is not `processing` keeps its outcome. Otherwise its `status`, `channel_status` and the
    status of `outcome` become the given `status`; if that is `processing`, only the phase changes.

    Used for `towow.demand.closed` and, with a subnet's channel, for `towow.subnet.completed`.
    """
    ended = end_review(channel)
    if channel["status"] != "processing" or status == "processing":
        return {**ended, "phase": "closed"}
    return {**ended, "phase": "closed", "status": status, "channel_status": status, "outcome": {"status": status}}


def _set_outcome(channel: ChannelView, payload: Json, status: DemandStatus, plan: str) -> ChannelView:
    return {
        **end_review(channel),
        "status": status,
        "phase": "after",
        "channel_status": status if status != "processing" else channel["channel_status"],
        "proposal": payload.get(plan, channel["proposal"]),
        "outcome": cast("OutcomeView", {**event_fields(payload, plan), "status": status}),
    }


def _set_deadline(channel: ChannelView, payload: Json) -> ChannelView:
    deadline = payload.get("deadline")
    return channel if deadline is None else {**channel, "deadline": deadline}


CHANNEL_REDUCERS: Mapping[str, Callable[[ChannelView, Json], ChannelView]] = {
    **CLARIFICATION_REDUCERS,
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
"""Reducers by event type, for a demand's own channel and for its subnets' alike."""
