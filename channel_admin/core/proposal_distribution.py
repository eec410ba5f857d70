"""How a plan comes about and goes out: drawn up, adjusted, checked, sent (TW-504, 506, 344…349)."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from channel_admin.core import fallback_content, outcome
from channel_admin.core.proposal_versions import proposal_id, remove_agents, with_vacancies
from channel_admin.core.state import Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import ProposalDistributed, RoundReason, RoundStarted
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    ProposalAdjusted,
    ProposalAggregated,
    ProposalReview,
)
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Proposal, ProposalDraft
from negotiation.contracts.text_limits import MAX_ASSIGNMENTS
from shared.core.timestamps import seconds


def ask_plan(step: Transition, *, again: bool = False) -> None:
    """Prompt 4: a plan of everything that was offered."""
    answer_by = step.wait_for_task("aggregation", again=again)
    state = step.state
    step.send(
        "skills",
        state.channel_id,
        AggregateOffers(
            **step.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            offers=tuple(state.responses[agent] for agent in state.on_board),
        ),
    )


def ask_adjustment(step: Transition, *, again: bool = False) -> None:
    """Prompt 6: the plan changed so that more can accept it."""
    answer_by = step.wait_for_task("adjustment", again=again)
    state = step.state
    step.send(
        "skills",
        state.channel_id,
        AdjustProposal(
            **step.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            proposal=_without_leavers(step),
            round=state.current_round,
            feedback=tuple(state.feedback.values()),
            offers=tuple(state.responses[agent] for agent in state.on_board),
            left=state.left,
        ),
    )


def _without_leavers(step: Transition) -> Proposal:
    """What prompt 6 starts from: no role is held by somebody who is gone."""
    return remove_agents(step.state.proposal, set(step.state.left))


def aggregated(step: Transition, body: ProposalAggregated) -> None:
    """The first plan is there."""
    step.count_fallback(body)
    if not step.state.on_board:
        outcome.fail(step, Failure(reason="no_participants", detail="all_left"))
        return
    step.set(current_round=1)
    start_round(step, "initial_proposal")
    distribute(step, body.draft, body)


def merged_without_model(step: Transition) -> None:
    """No task answered: the offers side by side (TW-522)."""
    offers = [step.state.responses[agent] for agent in step.state.on_board]
    draft = fallback_content.merge_offers(step.state.demand, offers, step.state.setting.language)
    aggregated(step, ProposalAggregated(**step.ids, draft=draft, fallback=True))


def adjusted(step: Transition, body: ProposalAdjusted) -> None:
    """The changed plan is there."""
    step.count_fallback(body)
    distribute(step, body.draft, body, failed=body.adjustment_failed)


def unchanged(step: Transition) -> None:
    """No task answered: the plan as it was, marked so (TW-349)."""
    draft = fallback_content.unchanged(step.state.proposal)
    answer = ProposalAdjusted(
        **step.ids,
        base_version=step.state.proposal_version,
        draft=draft,
        adjustment_failed=True,
        fallback=True,
    )
    adjusted(step, answer)


def start_round(step: Transition, reason: RoundReason) -> None:
    """Tell that a round begins (AC-9, TWC-26)."""
    step.emit(
        RoundStarted(**step.ids, round=step.state.current_round, max_rounds=step.state.limits.max_rounds, reason=reason)
    )


def distribute(
    step: Transition, draft: ProposalDraft, answer: ProposalAggregated | ProposalAdjusted, *, failed: bool = False
) -> None:
    """Send a new version to everybody on board; whoever left meanwhile is out of it."""
    if not step.state.on_board:
        outcome.fail(step, Failure(reason="no_participants", detail="all_left"))
        return
    if step.state.status is Status.AGGREGATING:
        step.transition_to(Status.PROPOSAL_SENT)
    proposal = _versioned(step, draft, fallback=answer.fallback, failed=failed)
    step.set(
        current_proposal=proposal,
        past_feedback=(*step.state.past_feedback, *step.state.feedback.values()),
        feedback={},
        unanswered=(),
        sent_to=step.state.on_board,
        resends=0,
    )
    send_review(step, step.state.sent_to, answer=answer)


def send_review(
    step: Transition,
    agents: tuple[str, ...],
    *,
    answer: ProposalAggregated | ProposalAdjusted | None = None,
) -> None:
    """Ask these agents for their feedback; without `answer` it is the same plan again, to the silent."""
    state = step.state
    deadline = min(step.now + seconds(state.rules.feedback_collection_timeout), state.deadline)
    step.set(phase_deadline=deadline)
    event = ProposalDistributed(
        **step.ids,
        proposal=state.proposal,
        participants=agents,
        round=state.current_round,
        version=state.proposal_version,
        resent=answer is None,
        deadline=deadline,
    )
    if answer is not None:
        event = event.model_copy(update={"fallback": answer.fallback, "usage": answer.usage})
    step.emit(event)
    ask_feedback(step, agents)
    step.arm_timer("feedback", (step.now + deadline) // 2)


def ask_feedback(step: Transition, agents: Sequence[str]) -> None:
    """Ask each for its answer to the current version (TW-124)."""
    for agent in agents:
        step.send("user_agent", agent, _review(step, agent))


def _review(step: Transition, agent: str) -> ProposalReview:
    state = step.state
    mine = (a for a in state.proposal.assignments if a.agent_id == agent)
    return ProposalReview(
        **step.ids,
        setting=state.setting,
        answer_by=state.phase_deadline,
        demand=state.demand,
        proposal=state.proposal,
        round=state.current_round,
        max_rounds=state.limits.max_rounds,
        your_assignment=next(mine, None),
        your_offer=state.responses.get(agent),
        your_feedback=tuple(f for f in state.past_feedback if f.agent_id == agent),
    )


def _versioned(step: Transition, draft: ProposalDraft, *, fallback: bool, failed: bool) -> Proposal:
    state = step.state
    version = state.proposal_version + 1
    held, wanted = _held(step, draft), _wanted(step, draft)
    roles = {a.role for a in held}
    filled = wanted.keys() & roles
    vacant = tuple(a for role, a in wanted.items() if role not in filled)
    open_gaps = [gap for gap in draft.gaps if gap.gap_type not in filled]
    step.set(vacant=vacant)
    unsure = fallback or any(state.responses[agent].fallback for agent in state.on_board)
    return Proposal(
        **_fields(draft),
        adjustment_summary=_summary(step, draft),
        assignments=held,
        gaps=with_vacancies(open_gaps, vacant, roles),
        confidence="low" if unsure else draft.confidence,
        proposal_id=proposal_id(state.channel_id, version),
        demand_id=state.demand_id,
        version=version,
        round=state.current_round,
        adjusted=version > 1 and not failed,
        adjustment_failed=failed,
        created_at=step.now,
    )


def _fields(draft: ProposalDraft) -> dict[str, Any]:
    kept = set(ProposalDraft.model_fields) - {"assignments", "gaps", "confidence", "adjustment_summary"}
    return {name: getattr(draft, name) for name in kept}


def _summary(step: Transition, draft: ProposalDraft) -> AdjustmentSummary | None:
    """What was changed, under the round that it was changed for."""
    said = draft.adjustment_summary
    return said.model_copy(update={"round": step.state.current_round}) if said else None


def _held(step: Transition, draft: ProposalDraft) -> tuple[Assignment, ...]:
    """The assignments of people on board, unconfirmed."""
    held = (a for a in draft.assignments if a.agent_id in step.state.on_board)
    return tuple(
        a.model_copy(update={"is_confirmed": False, "display_name": step.state.name_of(a.agent_id)})
        for a in islice(held, MAX_ASSIGNMENTS)
    )


def _wanted(step: Transition, draft: ProposalDraft) -> dict[str, Assignment]:
    """The roles, by name, whose holder is not on board (any more); a required one stays required."""
    before = step.state.current_proposal.assignments if step.state.current_proposal else ()
    here = step.state.on_board
    lost = [a for a in (*step.state.vacant, *before, *draft.assignments) if a.agent_id not in here]
    return {a.role: a for a in sorted(lost, key=lambda a: a.required)}
