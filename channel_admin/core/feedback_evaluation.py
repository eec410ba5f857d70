"""What people say of a plan, and what follows from it: feedback, withdrawal, verdict (TW-125, 208, 330…349, TWC-05)."""

from channel_admin.core import outcome, proposal_distribution
from channel_admin.core.acceptance import RoundContext, Tally, Verdict, judge
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import (
    AgentWithdrawn,
    EvaluationDecision,
    FeedbackEvaluated,
    NegotiationPointRaised,
    ProposalFeedbackEvent,
)
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import ProposalFeedback


def counts(state: ChannelState, body: ProposalFeedback) -> bool:
    """Does this feedback concern the version under review, and is it its sender's first?"""
    return (
        state.waiting == "feedback"
        and body.proposal_version == state.proposal_version
        and body.agent_id in state.silent
    )


def record_feedback(step: Transition, body: ProposalFeedback) -> None:
    """A feedback that counts."""
    if step.state.status is Status.PROPOSAL_SENT:
        step.transition_to(Status.NEGOTIATING)
    _record(step, body)
    if body.feedback_type == "negotiate":
        step.emit(_bargain(step, body))
    judge_if_complete(step)


def withdrawn(step: Transition, body: ProposalFeedback) -> None:
    """Somebody leaves for good, whenever it comes; an agreed plan gets a new version with the gap."""
    reviewing = step.state.waiting == "feedback"
    if reviewing and step.state.status is Status.PROPOSAL_SENT:
        step.transition_to(Status.NEGOTIATING)
    _record(step, body)
    step.set(left=step.state.in_order((*step.state.left, body.agent_id)))
    if step.state.status in (Status.FINALIZED, Status.FORCE_FINALIZED):
        outcome.remove_participant(step, body.agent_id)
    step.emit(
        AgentWithdrawn(
            **step.ids,
            agent_id=body.agent_id,
            display_name=step.state.name_of(body.agent_id),
            reason=body.reasoning,
            round=body.round,
            proposal=step.state.proposal if step.state.status is not Status.FAILED and step.state.final else None,
        )
    )
    if reviewing:
        judge_if_complete(step)


def mark_unavailable(step: Transition, agent_id: str) -> None:
    """The reviewer's task failed for good: it is silent, and nobody waits for it (DESIGN § 6)."""
    step.set(unanswered=step.state.in_order((*step.state.unanswered, agent_id)))
    judge_if_complete(step)


def judge_if_complete(step: Transition) -> None:
    """Take the verdict when nobody is left to wait for."""
    if not step.state.awaited:
        take_verdict(step)


def take_verdict(step: Transition, *, last: bool = False) -> None:
    """Judge the version and act on it. `last`: as in the last round, whatever round it is."""
    tally = tally_of(step.state)
    verdict = judge(tally, _stage(step, last=last or step.state.out_of_budget))
    if step.state.status is Status.PROPOSAL_SENT:
        step.transition_to(Status.NEGOTIATING)
    step.set(accept_rate=float(tally.rate) if tally.rate is not None else None)
    step.emit(_evaluated(step, tally, verdict))
    _act(step, verdict)


def _act(step: Transition, verdict: Verdict) -> None:
    match verdict.kind:
        case "finalize":
            outcome.finalize(step)
        case "force_finalize":
            outcome.force_finalize(step)
        case "resend":
            _next_round(step)
            step.set(resends=step.state.resends + 1, unanswered=())
            proposal_distribution.start_round(step, "no_quorum")
            proposal_distribution.send_review(step, step.state.silent)
        case "adjust":
            _next_round(step)
            proposal_distribution.start_round(step, "adjustment")
            proposal_distribution.ask_adjustment(step)
        case "fail":
            outcome.fail(step, Failure(reason=verdict.reason or "low_acceptance", detail=verdict.detail))


def _next_round(step: Transition) -> None:
    step.transition_to(Status.PROPOSAL_SENT)
    step.set(current_round=step.state.current_round + 1)


def tally_of(state: ChannelState) -> Tally:
    """How the version stands now. Who left counts as withdrawn, whatever was said before."""
    said = {agent: state.feedback.get(agent) for agent in state.sent_to}
    staying = [f for agent, f in said.items() if f and agent not in state.left]

    def count(kind: str) -> int:
        return sum(f.feedback_type == kind for f in staying)

    return Tally(
        sent=len(state.sent_to),
        accepts=count("accept"),
        negotiates=count("negotiate"),
        rejects=count("reject"),
        withdraws=sum(agent in state.left for agent in state.sent_to),
        real_accepts=sum(f.feedback_type == "accept" and not f.fallback for f in staying),
    )


def _stage(step: Transition, *, last: bool) -> RoundContext:
    state = step.state
    return RoundContext(
        round=state.limits.max_rounds if last else state.current_round,
        max_rounds=state.limits.max_rounds,
        resends=state.resends,
        max_resends=state.rules.max_silent_resends,
        high=state.rules.high,
        low=state.rules.low,
        grace_rounds=state.rules.low_accept_grace_rounds,
        required_role_vacant=any(a.required for a in state.vacant) or _required_holder_gone(state),
    )


def _required_holder_gone(state: ChannelState) -> bool:
    gone = outcome.departed(state)
    return any(a.required and a.agent_id in gone for a in state.proposal.assignments)


def _evaluated(step: Transition, tally: Tally, verdict: Verdict) -> FeedbackEvaluated:
    decisions: dict[str, EvaluationDecision] = {
        "finalize": "finalize",
        "force_finalize": "force_finalize",
        "resend": "renegotiate",
        "adjust": "renegotiate",
        "fail": "fail",
    }
    return FeedbackEvaluated(
        **step.ids,
        round=step.state.current_round,
        proposal_version=step.state.proposal_version,
        sent=tally.sent,
        answered=tally.answers + tally.withdraws,
        silent=tally.silent,
        accepts=tally.accepts,
        rejects=tally.rejects,
        negotiates=tally.negotiates,
        withdraws=tally.withdraws,
        accept_rate=float(tally.rate) if tally.rate is not None else None,
        decision=decisions[verdict.kind],
        rule=verdict.rule,
    )


def _record(step: Transition, body: ProposalFeedback) -> None:
    """Keep a feedback, in the order of the candidates, and tell it."""
    step.count_fallback(body)
    kept = _kept(step, body)
    known = {**step.state.feedback, body.agent_id: kept}
    step.set(feedback={agent: known[agent] for agent in step.state.invited if agent in known})
    step.emit(
        ProposalFeedbackEvent(
            **step.ids,
            agent_id=kept.agent_id,
            display_name=kept.display_name,
            feedback_type=kept.feedback_type,
            reasoning=kept.reasoning,
            adjustment_request=kept.adjustment_request,
            concerns=kept.concerns,
            confidence=kept.confidence,
            round=kept.round,
            proposal_version=kept.proposal_version,
            answered_by=body.answered_by,
            fallback=body.fallback,
            usage=body.usage,
        )
    )


def _kept(step: Transition, body: ProposalFeedback) -> Feedback:
    return Feedback(
        agent_id=body.agent_id,
        display_name=body.display_name or step.state.name_of(body.agent_id),
        feedback_type=body.feedback_type,
        reasoning=body.reasoning,
        adjustment_request=body.adjustment_request,
        concerns=body.concerns,
        confidence=body.confidence,
        round=body.round,
        proposal_version=body.proposal_version,
        fallback=body.fallback,
    )


def _bargain(step: Transition, body: ProposalFeedback) -> NegotiationPointRaised:
    return NegotiationPointRaised(
        **step.ids,
        agent_id=body.agent_id,
        display_name=step.state.name_of(body.agent_id),
        bargain_type="proposal",
        content=body.adjustment_request or body.reasoning,
        round=body.round,
    )
