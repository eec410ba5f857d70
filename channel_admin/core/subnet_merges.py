"""Merging of a subnet's result into the plan, reviewed by those whom it touches (DESIGN § 7, TWC-20).

The members of the subnet's plan and the holders whose parts depend on it or contradict it answer the merged plan. Only
a member who accepts it is confirmed; whoever does not answer, or cannot on the plan's day, leaves the gap open.
"""

from collections.abc import Sequence

from channel_admin.core import outcome_texts, plan_review
from channel_admin.core.feedback_events import emit_feedback
from channel_admin.core.plan_checks import part_day
from channel_admin.core.proposal_versions import next_version, proposal_id
from channel_admin.core.state import ChannelState, MergeReview
from channel_admin.core.transition import Transition
from channel_admin.settings import SUBNET_ANSWER_TIMEOUT_S
from negotiation.contracts.events import SubnetCompleted
from negotiation.contracts.messages import ProposalFeedback, ProposalReview, SubnetEnded
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.contracts.terms import Terms
from negotiation.understanding.role_skill import find_need
from shared.core.timestamps import seconds_to_ms


def start(transition: Transition, ended: SubnetEnded) -> None:
    """Send the plan merged with a subnet's agreed result to those whom it touches; without one, complete it now."""
    departed = transition.state.departed_members
    members = tuple(agent for agent in _members(ended) if agent not in departed)
    if not members or transition.state.cancelled:
        _complete(transition, ended, confirmed=())
        return
    _store_members(transition, ended, members)
    merged = _number(transition, _merge(transition, ended, members))
    timeout = min(SUBNET_ANSWER_TIMEOUT_S, transition.state.rules.feedback_collection_timeout)
    review = MergeReview(
        ended=ended,
        proposal=merged,
        pending=tuple(dict.fromkeys((*members, *_touched_holders(transition.state, merged, ended)))),
        deadline=min(transition.now + seconds_to_ms(timeout), transition.state.subnets_deadline),
    )
    transition.update(merge_reviews=(*transition.state.merge_reviews, review))
    for agent in review.pending:
        transition.send("user_agent", agent, _review_request(transition, review, agent))


def _store_members(transition: Transition, ended: SubnetEnded, members: tuple[str, ...]) -> None:
    """Store the offers of a subnet's members, and these as candidates, unless another subnet brought them."""
    known = {offer.agent_id for offer in transition.state.member_offers}
    new_offers = tuple(offer for offer in ended.offers if offer.agent_id in members and offer.agent_id not in known)
    new = {offer.agent_id for offer in new_offers}
    transition.update(
        member_offers=(*transition.state.member_offers, *new_offers),
        member_candidates=(
            *transition.state.member_candidates,
            *(each for each in ended.candidates if each.agent_id in new),
        ),
    )


def _number(transition: Transition, merged: Proposal) -> Proposal:
    """Return a merged plan with a version number that no other review has."""
    version = max(merged.version, transition.state.reviewed_version + 1)
    transition.update(reviewed_version=version)
    identifier = proposal_id(transition.state.channel_id, version)
    return merged.model_copy(update={"version": version, "proposal_id": identifier})


def awaits(state: ChannelState, agent_id: str) -> bool:
    """Return whether an agent has not answered a merged plan."""
    return any(agent_id in review.pending for review in state.merge_reviews)


def record_feedback(transition: Transition, body: ProposalFeedback) -> bool:
    """Record feedback on a merged plan, and return whether that is all there is to do; the last completes the result.

    An accept confirms a member; a member can withdraw as long as the review runs, also after an accept. False for the
    withdrawal of a holder, which the caller has to handle as any other; every other answer of a holder leaves their
    part as it is.
    """
    joining = [review for review in transition.state.merge_reviews if _may_join(review, body.agent_id)]
    if body.feedback_type == "withdraw" and joining:
        _record_departure(transition, body, joining)
        return True
    review = _answered_review(transition.state, body)
    if review is None:
        return False
    if body.feedback_type == "withdraw":
        _answer(transition, review, body.agent_id, accepted=False)
        return False
    transition.count_fallback(body)
    emit_feedback(transition, body)
    is_accepted = body.feedback_type == "accept" and not body.fallback
    _answer(transition, review, body.agent_id, accepted=is_accepted)
    return True


def _record_departure(transition: Transition, body: ProposalFeedback, joining: Sequence[MergeReview]) -> None:
    """Record that a member withdraws: whoever leaves joins by none of the subnets."""
    transition.count_fallback(body)
    emit_feedback(transition, body)
    transition.update(departed_members=(*transition.state.departed_members, body.agent_id))
    for review in joining:
        remove_member(transition, review.ended.sub_channel_id, body.agent_id)


def _answered_review(state: ChannelState, body: ProposalFeedback) -> MergeReview | None:
    """Return the review of the version that feedback is on, if it awaits its sender."""
    return next(
        (
            review
            for review in state.merge_reviews
            if body.agent_id in review.pending and body.proposal_version == review.proposal.version
        ),
        None,
    )


def _may_join(review: MergeReview, agent_id: str) -> bool:
    """Return whether an agent is a member of the subnet that has accepted the merged plan, or still may."""
    return agent_id in _members(review.ended) and agent_id in (*review.pending, *review.accepted)


def record_silence(transition: Transition, agent_id: str) -> None:
    """Record that an agent's review of a merged plan failed for good: it counts as not answered."""
    review = next(each for each in transition.state.merge_reviews if agent_id in each.pending)
    _answer(transition, review, agent_id, accepted=False)


def remove_member(transition: Transition, sub_channel_id: str, agent_id: str) -> bool:
    """Drop a member that withdrew from the review of its subnet's result; return whether that review is running."""
    review = next((r for r in transition.state.merge_reviews if r.ended.sub_channel_id == sub_channel_id), None)
    if review is None or not _may_join(review, agent_id):
        return False
    without = review.model_copy(update={"accepted": tuple(each for each in review.accepted if each != agent_id)})
    _answer(transition, without, agent_id, accepted=False)
    return True


def expire(transition: Transition, *, everything: bool = False) -> None:
    """Complete the results whose review is over, or with `everything` all: whoever is silent is not confirmed."""
    for review in transition.state.merge_reviews:
        if everything or review.deadline <= transition.now:
            _finish(transition, review)


def _answer(transition: Transition, review: MergeReview, agent_id: str, *, accepted: bool) -> None:
    updated = review.model_copy(
        update={
            "pending": tuple(each for each in review.pending if each != agent_id),
            "accepted": (*review.accepted, agent_id) if accepted else review.accepted,
        }
    )
    if updated.pending:
        reviews = transition.state.merge_reviews
        is_same = [each.ended.sub_channel_id == review.ended.sub_channel_id for each in reviews]
        transition.update(
            merge_reviews=tuple(updated if same else each for each, same in zip(reviews, is_same, strict=True))
        )
    else:
        _finish(transition, updated)


def _finish(transition: Transition, review: MergeReview) -> None:
    others = (r for r in transition.state.merge_reviews if r.ended.sub_channel_id != review.ended.sub_channel_id)
    transition.update(merge_reviews=tuple(others))
    confirmed = tuple(agent for agent in _members(review.ended) if agent in review.accepted)
    _complete(transition, review.ended, confirmed)


def _complete(transition: Transition, ended: SubnetEnded, confirmed: tuple[str, ...]) -> None:
    """Merge the confirmed members into the plan as it stands now, and emit `towow.subnet.completed`."""
    confirmed = tuple(agent for agent in confirmed if agent not in transition.state.departed_members)
    if confirmed:
        merged = _merge(transition, ended, confirmed)
        transition.update(current_proposal=merged)
        plan_review.check_again(transition)
        transition.update(
            current_proposal=outcome_texts.rewrite_summary(
                transition.state, plan_review.outcome_fields(transition.state)
            )
        )
    state = transition.state
    transition.emit(
        SubnetCompleted(
            **transition.ids,
            sub_demand_id=ended.sub_demand_id,
            sub_channel_id=ended.sub_channel_id,
            gap_type=ended.gap_type,
            status=ended.status,
            participants=confirmed,
            proposal=state.proposal,
            **plan_review.outcome_fields(state),
        )
    )


def _members(ended: SubnetEnded) -> tuple[str, ...]:
    """Return the agents that hold a part of a subnet's agreed plan and confirmed it."""
    if ended.proposal is None or ended.status not in ("finalized", "force_finalized"):
        return ()
    parts = ended.proposal.assignments
    return tuple(dict.fromkeys(part.agent_id for part in parts if part.is_confirmed and not part.reserve))


def _merge(transition: Transition, ended: SubnetEnded, confirmed: tuple[str, ...]) -> Proposal:
    """Build the next version: with the parts of the `confirmed` members, without the gap that they close."""
    state = transition.state
    assert ended.proposal is not None
    plan = next_version(state.proposal, state.channel_id, transition.now)
    parts = tuple(
        _member_part(state, ended, part)
        for part in ended.proposal.assignments
        if part.agent_id in confirmed and not part.reserve
    )
    wanted = _gap_need(state, ended)
    is_closed = any(part.need == wanted for part in parts) if wanted else bool(parts)
    merged = plan.model_copy(
        update={
            "assignments": (*plan.assignments, *parts),
            "gaps": tuple(gap for gap in plan.gaps if not is_closed or gap.gap_type != ended.gap_type),
            "confirmed_participants": tuple(dict.fromkeys((*plan.confirmed_participants, *confirmed))),
            "optional_participants": tuple(a for a in plan.optional_participants if a not in confirmed),
        }
    )
    return plan_review.review_again(state, merged)


def _member_part(state: ChannelState, ended: SubnetEnded, part: Assignment) -> Assignment:
    """Return a part of the subnet's plan as one of the plan: with its terms, on the plan's day, for the plan's need."""
    need = _root_need(state, ended, part)
    terms = part.terms or Terms()
    day = state.proposal.day
    own_day = part_day(part, ended.proposal) if ended.proposal else None
    if day and own_day != day:  # their hours were those of another day
        terms = terms.model_copy(update={"start": day.isoformat(), "end": None})
    return part.model_copy(update={"need": need, "required": False, "terms": terms})


def _gap_need(state: ChannelState, ended: SubnetEnded) -> str | None:
    return find_need(ended.gap_type, state.demand.needs, state.setting.language)


def _root_need(state: ChannelState, ended: SubnetEnded, part: Assignment) -> str | None:
    """Return the need that a part of the subnet's plan meets: the one that its role names, else the gap's.

    Beside a part that meets what the subnet looks for, one that does not is only an addition, and meets no need.
    """
    needs, language = state.demand.needs, state.setting.language
    named = find_need(part.role, needs, language)
    wanted = _gap_need(state, ended)
    parts = ended.proposal.assignments if ended.proposal else ()
    is_told = any(each.need or find_need(each.role, needs, language) == wanted for each in parts)
    return named or (wanted if part.need or not is_told else None)


def _touched_holders(state: ChannelState, merged: Proposal, ended: SubnetEnded) -> tuple[str, ...]:
    """Return the holders of the plan whose parts depend on the closed gap, or contradict what closes it."""
    before = {(finding.kind, finding.text) for finding in state.proposal.findings}
    new = {
        finding.agent_id
        for finding in merged.findings
        if finding.kind == "contradiction" and (finding.kind, finding.text) not in before
    }
    return tuple(
        part.agent_id
        for part in state.proposal.assignments
        if part.is_confirmed and not part.reserve and (ended.gap_type in part.dependencies or part.agent_id in new)
    )


def _review_request(transition: Transition, review: MergeReview, agent: str) -> ProposalReview:
    state = transition.state
    own = (part for part in review.proposal.assignments if part.agent_id == agent)
    offers = {**{offer.agent_id: offer for offer in state.member_offers}, **state.responses}
    return ProposalReview(
        **transition.ids,
        setting=state.setting,
        answer_by=review.deadline,
        demand=state.demand,
        proposal=review.proposal,
        round=state.current_round,
        max_rounds=state.current_round,
        your_assignment=next(own, None),
        your_offer=offers.get(agent),
        your_feedback=tuple(f for f in state.past_feedback if f.agent_id == agent),
    )
