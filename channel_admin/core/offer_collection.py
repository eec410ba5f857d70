"""Who offers what: answers to the invitation are collected until all are in or the time is up (TW-314, 315, TWC-32)."""

from channel_admin.core import outcome, proposal_distribution
from channel_admin.core.state import Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import NegotiationPointRaised, OfferSubmitted
from negotiation.contracts.messages import OfferResponse
from negotiation.contracts.offer import Offer
from shared.core.ids import digest


def answered(step: Transition, body: OfferResponse) -> None:
    """An invited agent answered for the first time; after the phase it is late, and joins with the next plan."""
    late = step.state.waiting != "offers"
    step.count_fallback(body)
    offer = _kept(step, body, late=late)
    _remember(step, offer)
    step.emit(_submitted(step, body, offer), *_bargains(step, offer))
    if not late:
        close_if_complete(step)


def unable(step: Transition, agent_id: str) -> None:
    """The agent's task failed for good: it counts as declined, but it is no opinion (DESIGN § 6)."""
    step.set(unavailable=step.state.in_order((*step.state.unavailable, agent_id)))
    if step.state.waiting == "offers":
        close_if_complete(step)


def close_if_complete(step: Transition) -> None:
    """Go on when nobody is left to wait for."""
    if not step.state.unheard:
        close(step)


def close(step: Transition) -> None:
    """The phase is over: make a plan of what there is, or say why there is nothing."""
    failure = _nothing_to_plan(step)
    if failure:
        outcome.fail(step, failure)
        return
    step.transition_to(Status.AGGREGATING)
    proposal_distribution.ask_plan(step)


def _nothing_to_plan(step: Transition) -> Failure | None:
    state = step.state
    if state.on_board:
        return None
    if state.out_of_budget:
        return Failure(reason="timeout", detail="budget")
    if not state.responses and not state.unavailable:
        return Failure(reason="timeout", detail="no_response")
    if any(offer.decision != "decline" for offer in state.responses.values()):
        return Failure(reason="no_participants", detail="all_left")
    return Failure(reason="no_participants", detail="all_declined")


def _kept(step: Transition, body: OfferResponse, *, late: bool) -> Offer:
    return Offer(
        offer_id="offer_" + digest("offer", step.state.channel_id, body.agent_id, length=12),
        agent_id=body.agent_id,
        display_name=body.display_name or step.state.name_of(body.agent_id),
        demand_id=step.state.demand_id,
        response_type=body.response_type,
        decision=body.decision,
        contribution=body.contribution,
        conditions=body.conditions,
        negotiation_points=body.negotiation_points,
        reasoning=body.reasoning,
        decline_reason=body.decline_reason,
        confidence=body.confidence,
        fallback=body.fallback,
        late=late,
        submitted_at=step.now,
    )


def _remember(step: Transition, offer: Offer) -> None:
    """Keep the offers in the order of the candidates, whatever the order they came in."""
    known = {**step.state.responses, offer.agent_id: offer}
    step.set(responses={agent: known[agent] for agent in step.state.invited if agent in known})


def _submitted(step: Transition, body: OfferResponse, offer: Offer) -> OfferSubmitted:
    return OfferSubmitted(
        **step.ids,
        offer_id=offer.offer_id,
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        response_type=offer.response_type,
        decision=offer.decision,
        contribution=offer.contribution,
        conditions=offer.conditions,
        negotiation_points=offer.negotiation_points,
        negotiation_summary=body.negotiation_summary,
        reasoning=offer.reasoning,
        decline_reason=offer.decline_reason,
        confidence=offer.confidence,
        late=True if offer.late else None,
        answered_by=body.answered_by,
        fallback=body.fallback,
        usage=body.usage,
    )


def _bargains(step: Transition, offer: Offer) -> list[NegotiationPointRaised]:
    return [
        NegotiationPointRaised(
            **step.ids,
            agent_id=offer.agent_id,
            display_name=offer.display_name,
            bargain_type=point.aspect,
            content=point.reason or point.desired_value,
            current_value=point.current_value or None,
            desired_value=point.desired_value or None,
            round=max(1, step.state.current_round),
        )
        for point in offer.negotiation_points
    ]
