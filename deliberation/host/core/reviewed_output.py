"""Outputs after their review: published, redacted, or withheld (DL-161)."""

from deliberation.contracts.agent_output import AgentOutput, HostOutput, ReporterOutput
from deliberation.contracts.control import Constraints
from deliberation.contracts.events import HostDecided
from deliberation.contracts.messages import ContentReviewed
from deliberation.host.core import conclusion, rounds
from deliberation.host.core.host_texts import render_host_text
from deliberation.host.core.publication import (
    append_history,
    redact_exchanges,
    redact_output,
    repeat_review,
    take_review,
)
from deliberation.host.core.state import PendingReview
from deliberation.host.core.transition import SessionTransition

MAX_BLOCKS = 2
"""Blocked outputs after which a session ends."""


def handle_verdict(transition: SessionTransition, verdict: ContentReviewed) -> bool:
    """Publish or withhold the output that the verdict is about; return False if none is awaited."""
    review = take_review(transition, verdict.key)
    if review is None:
        return False
    if verdict.verdict == "block":
        _withhold(transition, review, verdict.detail)
    else:
        release(transition, redact_exchanges(review, verdict), redact_output(review.output, verdict))
    return True


def handle_missing_verdict(transition: SessionTransition, key: str) -> bool:
    """Request a review that gave up again, or withhold its output; return False if it is not awaited."""
    review = next((each for each in transition.state.reviews if each.key == key), None)
    if review is None:
        return False
    repeat_or_withhold(transition, review)
    return True


def repeat_or_withhold(transition: SessionTransition, review: PendingReview) -> None:
    """Request a review again, or withhold the output if that was done often enough: nothing goes out unreviewed."""
    if repeat_review(transition, review):
        return
    take_review(transition, review.key)
    match review.output:
        case HostOutput() as output:
            _publish_decision(transition, _without_words(transition, output))
        case ReporterOutput():
            conclusion.end_without_report(transition)
        case output:
            rounds.fail_turn(transition, output.agent_id, "no_verdict")


def release(transition: SessionTransition, review: PendingReview, output: AgentOutput) -> None:
    """Publish a reviewed output, and go on with what waited for it."""
    match output:
        case HostOutput():
            _publish_decision(transition, output)
        case ReporterOutput():
            conclusion.publish_report(transition, review, output)
        case _:
            rounds.release_output(transition, review, output)


def _publish_decision(transition: SessionTransition, output: HostOutput) -> None:
    decision, analysis = output.metadata.decision, output.metadata.analysis
    append_history(transition, output)
    transition.set_status("host", "completed")
    transition.update(decisions=(*transition.state.decisions, decision))
    transition.emit(
        HostDecided(
            session_id=transition.session_id,
            round=output.round,
            action=decision.action,
            reason=decision.reason,
            content=output.content,
            consensus=analysis.consensus_level,
            next_agents=decision.next_agents,
            constraints=decision.constraints,
            directives=decision.directives,
            rounds_remaining=decision.rounds_remaining,
            analysis=analysis,
            thresholds=analysis.thresholds,
            end_reason=decision.end_reason,
        )
    )
    rounds.follow_decision(transition, decision)


def _withhold(transition: SessionTransition, review: PendingReview, detail: str) -> None:
    """Count a blocked output, and go on without it; after the second one the session ends."""
    transition.update(blocks=transition.state.blocks + 1)
    if transition.state.blocks >= MAX_BLOCKS:
        conclusion.end_by_moderation(transition)
        return
    output = review.output
    match output:
        case HostOutput():
            _publish_decision(transition, _without_words(transition, output))
        case ReporterOutput():
            conclusion.submit_template(transition)
        case _:
            rounds.fail_turn(transition, output.agent_id, "blocked", detail)


def _without_words(transition: SessionTransition, output: HostOutput) -> HostOutput:
    """Return the host's output without the texts that it quotes."""
    text = render_host_text("withheld", transition.state.context.language)
    decision = output.metadata.decision.model_copy(update={"reason": text, "constraints": Constraints()})
    metadata = output.metadata.model_copy(update={"decision": decision})
    return output.model_copy(update={"content": text, "metadata": metadata})
