"""Publication of outputs: each is reviewed first, then stored and emitted, in the order of roles (DL-145, DL-161)."""

from typing import Any, cast

from deliberation.contracts.agent_output import AGENT_OUTPUT, AgentOutput, DiscussantOutput, HostOutput, ReporterOutput
from deliberation.contracts.critique import Critique
from deliberation.contracts.events import AgentSpoke, ToolCalled
from deliberation.contracts.messages import ContentReviewed, ReviewContent
from deliberation.contracts.plan import Plan
from deliberation.contracts.roles import ROLES
from deliberation.contracts.session import RoundHistory
from deliberation.contracts.tools import ToolExchange
from deliberation.contracts.turns import LastStatement
from deliberation.host.core.findings import record_answers, record_critique
from deliberation.host.core.plan_versions import record_verdict
from deliberation.host.core.state import PendingReview, PlanVersion, SessionState, StandingPosition
from deliberation.host.core.transition import SessionTransition
from shared.core.usage import NO_USAGE, Usage

MAX_REVIEW_ATTEMPTS = 3
"""Times that a review is requested; without any verdict the output is not published."""


def submit_for_review(
    transition: SessionTransition,
    output: AgentOutput,
    *,
    key: str,
    exchanges: tuple[ToolExchange, ...] = (),
    usage: Usage = NO_USAGE,
    ignored_directive: bool = False,
) -> None:
    """Request the review of an output, and hold it back until the verdict; `key` names it in the session."""
    due = transition.due_in(transition.state.settings.deliberation_tool_timeout)
    review = PendingReview(
        key=key, output=output, exchanges=exchanges, usage=usage, ignored_directive=ignored_directive, due=due
    )
    transition.update(reviews=(*transition.state.reviews, review))
    _send_review(transition, review)


def repeat_review(transition: SessionTransition, review: PendingReview) -> bool:
    """Request a review again that got no verdict in time; return False if it was requested often enough."""
    if review.attempt >= MAX_REVIEW_ATTEMPTS:
        return False
    due = transition.due_in(transition.state.settings.deliberation_tool_timeout)
    again = review.model_copy(update={"attempt": review.attempt + 1, "due": due})
    transition.update(reviews=tuple(again if each.key == review.key else each for each in transition.state.reviews))
    _send_review(transition, again)
    return True


def _send_review(transition: SessionTransition, review: PendingReview) -> None:
    output = review.output
    published = [output.model_dump(mode="json"), *(each.model_dump(mode="json") for each in review.exchanges)]
    body = ReviewContent(
        session_id=transition.session_id,
        agent=output.agent_id,
        round=output.round,
        text="\n".join(list_texts(published)),
        key=review.key,
        answer_by=review.due,
    )
    transition.send("deliberation_skills", body)


def take_review(transition: SessionTransition, key: str) -> PendingReview | None:
    """Remove and return the review with this key; None if it is not awaited."""
    found = next((each for each in transition.state.reviews if each.key == key), None)
    transition.update(reviews=tuple(each for each in transition.state.reviews if each.key != key))
    return found


def redact_output(output: AgentOutput, verdict: ContentReviewed) -> AgentOutput:
    """Return the output with every replacement of the verdict made in each of its texts."""
    if not verdict.replacements:
        return output
    return AGENT_OUTPUT.validate_python(_replace(output.model_dump(), verdict.replacements))


def redact_exchanges(review: PendingReview, verdict: ContentReviewed) -> PendingReview:
    """Return the review with every replacement of the verdict made in the calls of tools that are published with it."""
    if not verdict.replacements:
        return review
    exchanges = tuple(
        ToolExchange.model_validate(_replace(each.model_dump(), verdict.replacements)) for each in review.exchanges
    )
    return review.model_copy(update={"exchanges": exchanges})


def list_texts(value: object) -> list[str]:
    """Return every text in a structure of mappings and sequences, in order; keys, codes and dates excluded."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return [text for name, each in fields.items() if not _is_code(name, each) for text in list_texts(each)]
    if isinstance(value, list | tuple):
        return [text for each in cast("list[Any]", value) for text in list_texts(each)]
    return []


_CODE_FIELDS = frozenset(
    {
        *(
            "agent_id",
            "output_type",
            "timestamp",
            "id",
            "finding",
            "decision",
            "severity",
            "priority",
            "deadline",
            "code",
        ),
        *("stance", "target_agent", "target", "role", "action", "next_agents", "next_step", "end_reason"),
        *("consensus_level", "agents", "stubborn_agents", "unargued_changes", "stale_agents", "participating_agents"),
        *("method", "embedder", "veto", "tool", "error"),
    }
)
"""Fields that hold codes or dates, which are nobody's words: they are neither reviewed nor replaced."""


def _is_code(name: str, value: object) -> bool:
    return name in _CODE_FIELDS and isinstance(value, str | list | tuple)


def _replace(value: object, replacements: tuple[tuple[str, str], ...]) -> object:
    if isinstance(value, str):
        for word, substitute in replacements:
            value = value.replace(word, substitute)
        return value
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {name: each if _is_code(name, each) else _replace(each, replacements) for name, each in fields.items()}
    if isinstance(value, list | tuple):
        return [_replace(each, replacements) for each in cast("list[Any]", value)]
    return value


def publish_turn(transition: SessionTransition, review: PendingReview, output: DiscussantOutput) -> None:
    """Store and emit the output of a discussant, its calls of tools before it, and what follows for the state."""
    for exchange in review.exchanges:
        transition.emit(
            ToolCalled(
                session_id=transition.session_id,
                agent=output.agent_id,
                round=output.round,
                tool=exchange.call.tool,
                call=exchange.call,
                result=exchange.result,
            )
        )
    position = output.metadata.position
    transition.emit(
        AgentSpoke(
            session_id=transition.session_id,
            agent=output.agent_id,
            round=output.round,
            output_type=output.output_type,
            content=output.content,
            position=position,
            metadata=output.metadata.model_dump(mode="json", exclude={"position"}),
            stance=position.stance,
            fallback=output.fallback,
            usage=review.usage,
        )
    )
    append_history(transition, output)
    transition.set_status(output.agent_id, "completed")
    _record_output(transition, output)
    if review.ignored_directive:
        ignored = (*transition.state.ignored, output.agent_id)
        transition.update(ignored=tuple(dict.fromkeys(ignored)))


def append_history(transition: SessionTransition, output: AgentOutput) -> None:
    """Add an output to the history of its round, in the order planner, critic, host, reporter (DL-109)."""
    history = list(transition.state.history)
    if not history or history[-1].round != output.round:
        history.append(RoundHistory(round=output.round))
    outputs = sorted((*history[-1].outputs, output), key=lambda each: ROLES.index(each.agent_id))
    history[-1] = RoundHistory(round=output.round, outputs=tuple(outputs))
    transition.update(history=tuple(history))


def _record_output(transition: SessionTransition, output: DiscussantOutput) -> None:
    match output.output_type:
        case "plan":
            is_changed = is_new_plan(transition.state, output.metadata.plan)
            answers = [each for each in output.metadata.answers if is_changed or each.decision == "rebutted"]
            _record_plan(transition, output.metadata.plan, output.round)
            transition.update(findings=record_answers(transition.state.findings, answers, output.round))
        case "critique":
            _record_critique(transition, output.metadata.critique, output.round)
        case "position":
            statement = LastStatement(
                agent=output.agent_id,
                uncertainties=output.metadata.uncertainties,
                worst_case=output.metadata.worst_case,
            )
            if output.metadata.position.stance is None:
                transition.update(statements=(*transition.state.statements, statement))
    _record_position(transition, output)


def is_new_plan(state: SessionState, plan: Plan) -> bool:
    """Return whether a plan differs from the last one; an accepted finding that changes nothing is not answered."""
    return not state.plans or state.plans[-1].plan != plan


def _record_plan(transition: SessionTransition, plan: Plan, round: int) -> None:
    transition.update(plans=(*transition.state.plans, PlanVersion(round=round, plan=plan)))


def _record_critique(transition: SessionTransition, critique: Critique, round: int) -> None:
    findings = record_critique(transition.state.findings, critique, round)
    plans = transition.state.plans
    if critique.target_round > 0:
        plans = record_verdict(plans, critique.validity_check, findings)
    transition.update(findings=findings, plans=plans)


def _record_position(transition: SessionTransition, output: DiscussantOutput) -> None:
    """Let the position stand, and keep the one before for the comparison.

    A devil's advocate's does not stand (DL-125), nor that of a last statement: nothing is compared with it any more.
    """
    state, agent = transition.state, output.agent_id
    if output.metadata.position.stance is not None or state.stage == "convergence":
        return
    earlier = state.positions.get(agent)
    if earlier is not None:
        transition.update(earlier_positions={**state.earlier_positions, agent: earlier})
    standing = StandingPosition(position=output.metadata.position, round=output.round)
    transition.update(positions={**transition.state.positions, agent: standing})


def is_discussant_output(output: AgentOutput) -> bool:
    """Return whether the output is a discussant's, not the host's or the reporter's."""
    return not isinstance(output, HostOutput | ReporterOutput)


def last_critique(state: SessionState) -> Critique | None:
    """Return the critic's last critique; None if it has written none."""
    for held in reversed(state.history):
        for output in held.outputs:
            if output.output_type == "critique":
                return output.metadata.critique
    return None
