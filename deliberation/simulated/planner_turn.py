"""Turn of the simulated planner: a first draft from the query, then revisions by the findings that are open."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from deliberation.contracts.critique import CritiqueFinding, FindingAnswer
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.replies import PlanDraft, PlanReply
from deliberation.contracts.tools import DateOffset, ToolCall
from deliberation.contracts.turns import PlannerFacts
from deliberation.simulated.phrasing import format_days, format_duration, render, upper_first
from deliberation.simulated.plan.fault import read_fault
from deliberation.simulated.plan.generic_plan import draft_generic_plan, expert_title, short_goal
from deliberation.simulated.plan.plan_draft import DraftChoice, draft_plan
from deliberation.simulated.plan.plan_figures import focus_of, measure_plan
from deliberation.simulated.plan.plan_revision import accept_finding
from deliberation.simulated.plan.revision import begin_revision, finish_revision, name_task
from deliberation.simulated.plan.time_budget import TimeBudget, budget_time
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, write_plan
from deliberation.simulated.planner_position import take_position
from deliberation.simulated.query.query_reader import UserQuery, read_query
from deliberation.simulated.temperament import obeys_command, planner_temper
from shared.core.language import join_items
from shared.llm.seeded_random import seeded_choice, seeded_fraction

MOST_ANSWERS = 8
TIGHT_KEYS = ("short_hours", "short_days")
LEAST_STUDY = 0.18
"""Share of study from which a first draft may have too much of it."""

LESS_CONFIDENCE = 0.12
GIVING_IN_ROUND = 4
"""Round from which a stubborn planner that can be moved moves without a command."""


def draft_or_revise(facts: PlannerFacts) -> PlanReply:
    """Answer the planner's prompt by rules: dates from the tools first, then the plan with its position.

    The same facts give the same answer. Hours and dates come from the query, or are named as assumptions.
    """
    query = read_query(facts.context.query, facts.context.language, date.fromisoformat(facts.context.today))
    calls = _tool_calls(facts, query)
    if calls:
        return PlanReply(tool_calls=calls)
    if facts.own_plan is None:
        return PlanReply(turn=_first_turn(facts, query))
    return PlanReply(turn=_next_turn(facts, query, facts.own_plan))


def _tool_calls(facts: PlannerFacts, query: UserQuery) -> tuple[ToolCall, ...]:
    """Return the calls by which the first turn makes sure of its dates; none if they were made."""
    if facts.round > 1 or facts.own_plan is not None or facts.exchanges or not facts.may_call_tools:
        return ()
    deadline = query.deadline.day if query.deadline else None
    calls = [ToolCall(tool="get_now")]
    if deadline is not None:
        weeks, days = divmod((deadline - query.today).days, 7)
        offset = DateOffset(weeks=weeks, days=days)
        calls.append(ToolCall(tool="calculate_date", base_date=query.today.isoformat(), offset=offset))
    return tuple(calls)


def _seed(facts: PlannerFacts) -> tuple[object, ...]:
    return facts.context.session_id, "planner"


def _first_turn(facts: PlannerFacts, query: UserQuery) -> PlanDraft:
    seed = _seed(facts)
    share = 0.35 + 0.3 * seeded_fraction(*seed, "share")
    budget = budget_time(query, share, factor=_optimism(facts))
    plan = _draft(facts, query, budget)
    position = take_position(query, budget, plan, seed)
    content = _content(facts, query, plan, position, "content.plan.first", ())
    return PlanDraft(content=content, position=position, plan=plan)


def _optimism(facts: PlannerFacts) -> float:
    """Return the factor of the hours that a first draft assumes where the query names none."""
    return seeded_choice((1.0, 1.0, 1.0, 1.6), *_seed(facts), "optimism")


def _draft(facts: PlannerFacts, query: UserQuery, budget: TimeBudget) -> Plan:
    seed = _seed(facts)
    choice = DraftChoice(
        missing=int(seeded_fraction(*seed, "missing") * 97) if seeded_fraction(*seed, "complete") > 0.25 else None,
        has_reserve=seeded_fraction(*seed, "reserve") < 0.4,
        has_checks=seeded_fraction(*seed, "checks") < 0.75,
    )
    if query.match is None:
        work = draft_generic_plan(query, budget.total, choice)
    else:
        work = draft_plan(query, query.match.domain, budget.total, choice)
        if seeded_fraction(*seed, "theory") < 0.2 and query.match.domain.kind in ("skill", "exam"):
            work = _with_more_theory(work, budget.total)
    work = _with_possession(query, work)
    span = format_days(budget.days, query.language)
    title = render(
        "title", query.language, seed, goal=short_goal(query), head=upper_first(short_goal(query)), span=span
    )
    work = replace(work, title=title, goal=_goal(query))
    return write_plan(work, budget.calendar, budget.end, query.language)


def _goal(query: UserQuery) -> str:
    if query.deadline is None or query.deadline.day is None:
        return render("goal.plain", query.language, goal=query.goal)
    return render("goal.dated", query.language, goal=query.goal, date=query.deadline.day.isoformat())


def _with_more_theory(work: WorkPlan, total: float) -> WorkPlan:
    """Return the plan with twice the study, as first drafts often have it."""
    studied = sum(task.hours for task in work.tasks if task.kind == "learn")
    if studied < LEAST_STUDY * total:
        return work
    factors = [task.hours * (3.0 if task.kind == "learn" else 0.6) for task in work.tasks]
    whole = sum(factors)
    return work.map_hours([max(0.5, int(factor / whole * total * 2) / 2) for factor in factors])


def _with_possession(query: UserQuery, work: WorkPlan) -> WorkPlan:
    """Return a plan for an unknown field that begins with what the user has already."""
    if query.match is not None or not query.statements.possessions or work.total_hours < 4:
        return work
    title = render("task.possession", query.language, possession=query.statements.possessions[0])
    giver = max(work.tasks, key=lambda task: task.hours)
    if giver.hours < 1.5:
        return work
    work = work.map_hours([task.hours - 0.5 if task is giver else task.hours for task in work.tasks])
    first = work.phases[0]
    return replace(
        work, phases=(WorkPhase(first.name, (*first.tasks, WorkTask(title, "arrange", 0.5))), *work.phases[1:])
    )


def _next_turn(facts: PlannerFacts, query: UserQuery, own_plan: Plan) -> PlanDraft:
    temper, seed = planner_temper(facts.context), _seed(facts)
    budget = budget_time(query)
    is_commanded = any(each.action == "update_command" for each in facts.directives)
    open_findings = [finding for finding in facts.findings if finding.is_open][:MOST_ANSWERS]
    gives_in = obeys_command(facts.context) and (is_commanded or facts.round >= GIVING_IN_ROUND)
    if temper == "stubborn" and facts.own_position is not None and not gives_in:
        return _stubborn_turn(facts, query, own_plan, facts.own_position, open_findings)
    refused = [each for each in open_findings if temper == "firm" and _is_about_date(each, query)]
    revision = begin_revision(query, budget, own_plan)
    # A smaller scope comes first: it replaces the tasks that the other changes are made to.
    for finding in sorted(open_findings, key=lambda each: not _is_about_date(each, query)):
        if finding not in refused:
            revision = accept_finding(revision, finding)
    plan, answers = finish_revision(revision)
    answers = (*answers, *(_refuse(finding, query) for finding in refused))
    position = take_position(query, budget, plan, seed, own_plan)
    rebuttals = (_rebuttal(query, plan, seed),) if refused or is_commanded else ()
    if is_commanded and facts.own_position is not None:
        lower = min(position.confidence, round(facts.own_position.confidence - LESS_CONFIDENCE, 2))
        position = position.model_copy(update={"confidence": max(0.1, lower)})
    content = _content(facts, query, plan, position, "content.plan.next", answers)
    return PlanDraft(content=content, position=position, plan=plan, answers=answers, rebuttals=rebuttals)


def _is_about_date(finding: CritiqueFinding, query: UserQuery) -> bool:
    fault = read_fault(finding.text, query.language)
    return fault is not None and fault.key in TIGHT_KEYS


def _refuse(finding: CritiqueFinding, query: UserQuery) -> FindingAnswer:
    key = "answer.firm" if query.deadline is not None else "answer.firm_undated"
    words = query.deadline.words if query.deadline else ""
    return FindingAnswer(finding=finding.id, decision="rebutted", text=render(key, query.language, words=words))


def _stubborn_turn(
    facts: PlannerFacts, query: UserQuery, own_plan: Plan, own_position: PositionDraft, findings: Sequence[CritiqueFinding]
) -> PlanDraft:
    """Return a turn that changes nothing."""
    seed = _seed(facts)
    answers = tuple(_stand_firm(finding, query, own_plan, seed) for finding in findings)
    position = PositionDraft(
        conclusion=own_position.conclusion,
        key_reasons=own_position.key_reasons,
        assumptions=own_position.assumptions,
        confidence=own_position.confidence,
    )
    content = _content(facts, query, own_plan, position, "content.plan.same", answers)
    return PlanDraft(content=content, position=position, plan=own_plan, answers=answers)


def _stand_firm(finding: CritiqueFinding, query: UserQuery, own_plan: Plan, seed: Sequence[object]) -> FindingAnswer:
    """Answer a finding without a change: by the date of the request, by what the plan has already, or by a refusal."""
    fault = read_fault(finding.text, query.language)
    if fault is not None and fault.key in TIGHT_KEYS:
        return _refuse(finding, query)
    if fault is not None and fault.key == "unknown":
        text = name_task(own_plan, query, expert_title(query), "answer.already")
        return FindingAnswer(finding=finding.id, decision="accepted", text=text)
    text = render("answer.stubborn", query.language, (*seed, finding.id), focus=focus_of(query))
    return FindingAnswer(finding=finding.id, decision="rebutted", text=text)


def _rebuttal(query: UserQuery, plan: Plan, seed: Sequence[object]) -> str:
    weekly = format_duration(round(measure_plan(plan, query).weekly * 2) / 2 or 0.5, query.language)
    return render("rebuttal.stubborn", query.language, seed, weekly=weekly)


def _content(
    facts: PlannerFacts,
    query: UserQuery,
    plan: Plan,
    position: PositionDraft,
    key: str,
    answers: Sequence[FindingAnswer],
) -> str:
    """Return the turn as the user reads it: the decision, the phases, the answers."""
    language = query.language
    lines = [render(key, language, _seed(facts), conclusion=position.conclusion), ""]
    for number, phase in enumerate(plan.phases, 1):
        hours = format_duration(sum(task.estimated_hours for task in phase.tasks), language)
        tasks = join_items((task.title for task in phase.tasks[:4]), language) + ("…" if len(phase.tasks) > 4 else "")
        values = {
            "number": number,
            "name": phase.phase_name,
            "duration": phase.duration,
            "hours": hours,
            "tasks": tasks,
        }
        lines.append(render("content.phase", language, **values))
    if answers:
        lines += ["", render("content.answers", language), *(f"- {answer.text}" for answer in answers)]
    if query.match is None:
        lines += ["", render("content.unknown", language, topic=short_goal(query))]
    return "\n".join(lines)
