"""Collection of offers until every invited agent has answered or the time is up (TW-314, 315, TWC-32)."""

from channel_admin.core import outcome, proposal_lifecycle
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import NegotiationPointRaised, OfferSubmitted
from negotiation.contracts.messages import OfferResponse
from negotiation.contracts.offer import Offer
from negotiation.contracts.size_limit import MAX_OFFER_BYTES, limit_size
from shared.core.ids import digest


def record_offer(transition: Transition, body: OfferResponse) -> None:
    """Store an invited agent's offer and emit `towow.offer.submitted`; end the phase if no other is pending.

    The caller checks that it is the agent's first, or a revision (`is_admissible`). Each of the offer's negotiation
    points emits `towow.negotiation.bargain`. An offer after the phase is marked as late and counts from the next plan
    version. The phase ends as by `end_collection`: status AGGREGATING and `AggregateOffers` sent, or FAILED.
    """
    is_late = transition.state.waiting != "offers"
    transition.count_fallback(body)
    offer = _build_offer(transition, body, late=is_late)
    _store_offer(transition, offer)
    transition.emit(_offer_submitted_event(transition, body, offer), *_negotiation_point_events(transition, offer))
    if not is_late:
        transition.update(person_revisions=transition.state.with_author(body))
        end_collection_if_complete(transition)


def is_admissible(state: ChannelState, body: OfferResponse) -> bool:
    """Return whether an offer is the first of an invited agent, or, as long as offers are collected, a revision.

    Late first offers are admitted until nothing is awaited.
    """
    if state.waiting in ("understanding", "clarification", "review", "filtering", "nothing"):
        return False
    if body.agent_id not in state.responses:
        return body.agent_id in state.invited_agents
    return state.waiting == "offers" and body.agent_id not in state.left and state.is_revision(body)


def mark_unavailable(transition: Transition, agent_id: str) -> None:
    """Record that an agent's offer task failed for good, so that its offer is no longer pending (DESIGN § 6).

    An offer that has arrived stays. If the offer phase is not over and no other offer is pending, it ends as by
    `end_collection`: status AGGREGATING and `AggregateOffers` sent, or FAILED.
    """
    transition.update(unavailable=transition.state.in_candidate_order((*transition.state.unavailable, agent_id)))
    if transition.state.waiting == "offers":
        end_collection_if_complete(transition)


def end_collection_if_complete(transition: Transition) -> None:
    """End the offer phase if the offer of no invited agent is pending; else change nothing.

    It calls `end_collection`: the status becomes AGGREGATING and `AggregateOffers` is sent to the skills, or, if no
    agent takes part, it becomes FAILED and `WriteCompromise` is sent.
    """
    if not transition.state.pending_agents:
        end_collection(transition)


def end_collection(transition: Transition) -> None:
    """End the offer phase: set the status to AGGREGATING and send `AggregateOffers` to the skills for a plan.

    If no agent takes part (all declined, withdrew or did not answer), set the status to FAILED and send
    `WriteCompromise` instead (see `outcome.fail`). AGGREGATING emits no event.
    """
    failure = _collection_failure(transition)
    if failure:
        outcome.fail(transition, failure)
        return
    transition.transition_to(Status.AGGREGATING)
    proposal_lifecycle.request_aggregation(transition)


def _collection_failure(transition: Transition) -> Failure | None:
    state = transition.state
    if state.participants:
        return None
    if state.out_of_budget:
        return Failure(reason="timeout", detail="budget")
    if not state.responses and not state.unavailable:
        return Failure(reason="timeout", detail="no_response")
    if any(offer.decision != "decline" for offer in state.responses.values()):
        return Failure(reason="no_participants", detail="all_left")
    return Failure(reason="no_participants", detail="all_declined")


def _build_offer(transition: Transition, body: OfferResponse, *, late: bool) -> Offer:
    offer = Offer(
        offer_id="offer_" + digest("offer", transition.state.channel_id, body.agent_id, length=12),
        agent_id=body.agent_id,
        display_name=body.display_name or transition.state.display_name(body.agent_id),
        demand_id=transition.state.demand_id,
        response_type=body.response_type,
        decision=body.decision,
        contribution=body.contribution,
        conditions=body.conditions,
        negotiation_points=body.negotiation_points,
        terms=body.terms,
        reasoning=body.reasoning,
        decline_reason=body.decline_reason,
        confidence=body.confidence,
        fallback=body.fallback,
        late=late,
        submitted_at=transition.now,
    )
    return limit_size(offer, MAX_OFFER_BYTES)


def _store_offer(transition: Transition, offer: Offer) -> None:
    """Store the offer; offers are in the order of the candidates, independent of their arrival."""
    by_agent = {**transition.state.responses, offer.agent_id: offer}
    transition.update(
        responses={agent: by_agent[agent] for agent in transition.state.invited_agents if agent in by_agent}
    )


def _offer_submitted_event(transition: Transition, body: OfferResponse, offer: Offer) -> OfferSubmitted:
    return OfferSubmitted(
        **transition.ids,
        offer_id=offer.offer_id,
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        response_type=offer.response_type,
        decision=offer.decision,
        contribution=offer.contribution,
        conditions=offer.conditions,
        negotiation_points=offer.negotiation_points,
        terms=offer.terms,
        negotiation_summary=body.negotiation_summary,
        reasoning=offer.reasoning,
        decline_reason=offer.decline_reason,
        confidence=offer.confidence,
        late=True if offer.late else None,
        answered_by=body.answered_by,
        fallback=body.fallback,
        usage=body.usage,
    )


def _negotiation_point_events(transition: Transition, offer: Offer) -> list[NegotiationPointRaised]:
    return [
        NegotiationPointRaised(
            **transition.ids,
            agent_id=offer.agent_id,
            display_name=offer.display_name,
            bargain_type=point.aspect,
            content=point.reason or point.desired_value,
            current_value=point.current_value or None,
            desired_value=point.desired_value or None,
            terms=point.terms,
            round=max(1, transition.state.current_round),
        )
        for point in offer.negotiation_points
    ]
