"""Single planner that corrects itself: what a deliberation is compared with, at equal tokens."""

from typing import TypeVar

from deliberation.contracts.critique import CritiqueDraft, CritiqueFinding
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position, PositionDraft
from deliberation.contracts.replies import CritiqueReply, PlanDraft, PlanReply
from deliberation.contracts.session import SessionContext
from deliberation.contracts.tools import MAX_TOOL_CALLS, ToolExchange
from deliberation.contracts.turns import CriticFacts, PlannerFacts, TurnFacts
from deliberation.core.date_tools import execute_tool
from deliberation.core.plan_checks import correct_plan
from deliberation.critic.prompts import build_critique_prompt
from deliberation.host.core.findings import list_to_address, number_findings, record_critique
from deliberation.planner.prompts import build_plan_prompt
from shared.llm.port import UnusableAnswer
from towow.evaluation.deliberation_quality import find_plan_faults
from towow.evaluation.deliberation_query import EvaluationQuery
from towow.evaluation.deliberation_result import SinglePlannerResult
from towow.evaluation.metered_model import MeteredModel

F = TypeVar("F", bound=TurnFacts)

MAX_CORRECTIONS = 5
"""Corrections after which it stops, whatever tokens are left: as many as a deliberation has rounds."""


async def run_single_planner(
    model: MeteredModel, context: SessionContext, query: EvaluationQuery, budget_tokens: int
) -> SinglePlannerResult:
    """Let one model plan, look for faults in its own plan and correct it, until the tokens are used up.

    It is told the same as planner and critic are, but hears nobody else: no host, no devil's advocate, no veto. It
    stops when it finds nothing of high or medium severity any more.

    Args:
        model: Model to ask; its tokens are counted.
        context: The session.
        query: The query, by whose labels the plan is judged.
        budget_tokens: Tokens that the deliberation used.
    """
    start, turn, corrections = model.tokens, None, 0
    findings: tuple[CritiqueFinding, ...] = ()
    while corrections <= MAX_CORRECTIONS and model.tokens - start < budget_tokens:
        try:
            turn = await _plan(model, context, turn, findings, corrections + 1)
            findings = await _review(model, context, turn, corrections + 1)
        except UnusableAnswer:
            break
        if not findings:
            break
        corrections += 1
    plan = None if turn is None else _corrected(turn.plan, context)
    faults = tuple(find_plan_faults(plan, query))
    return SinglePlannerResult(plan=plan, tokens=model.tokens - start, corrections=corrections, faults=faults)


def _corrected(plan: Plan, context: SessionContext) -> Plan:
    return correct_plan(plan, context.today, context.language)[0]


async def _plan(
    model: MeteredModel,
    context: SessionContext,
    last: PlanDraft | None,
    findings: tuple[CritiqueFinding, ...],
    round: int,
) -> PlanDraft:
    facts = PlannerFacts(
        context=context,
        round=round,
        max_rounds=MAX_CORRECTIONS,
        own_position=None if last is None else _position(last.position),
        own_plan=None if last is None else _corrected(last.plan, context),
        findings=findings,
    )
    while True:
        reply: PlanReply = (await model.answer(build_plan_prompt(facts))).output
        if reply.turn is not None:
            return reply.turn
        facts = _with_results(facts, reply)


async def _review(
    model: MeteredModel, context: SessionContext, turn: PlanDraft, round: int
) -> tuple[CritiqueFinding, ...]:
    facts = CriticFacts(
        context=context,
        round=round,
        max_rounds=MAX_CORRECTIONS,
        other_position=_position(turn.position),
        plan=_corrected(turn.plan, context),
        plan_round=round,
        answers=turn.answers,
    )
    while True:
        reply: CritiqueReply = (await model.answer(build_critique_prompt(facts))).output
        if reply.turn is not None:
            return _findings(reply.turn.critique, round)
        facts = _with_results(facts, reply)


def _with_results(facts: F, reply: PlanReply | CritiqueReply) -> F:
    room = MAX_TOOL_CALLS - len(facts.exchanges)
    if room <= 0:
        raise UnusableAnswer("it goes on calling tools")
    exchanges = [ToolExchange(call=call, result=execute_tool(call, facts.context)) for call in reply.tool_calls[:room]]
    done = (*facts.exchanges, *exchanges)
    return facts.model_copy(update={"exchanges": done, "may_call_tools": len(done) < MAX_TOOL_CALLS})


def _position(draft: PositionDraft) -> Position:
    return Position(**draft.model_dump(exclude={"changes_from_last_round"}))


def _findings(critique: CritiqueDraft, round: int) -> tuple[CritiqueFinding, ...]:
    """Return what it found of high or medium severity, the most severe first."""
    numbered = number_findings(critique, round, (), target_round=round)
    return tuple(list_to_address(record_critique((), numbered, round)))
