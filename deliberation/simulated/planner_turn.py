"""Turn of the simulated planner: a first draft from the query, then revisions by the findings that are open."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from deliberation.contracts.critique import CritiqueFinding, FindingAnswer
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.replies import PlanDraft, PlanReply
from deliberation.contracts.tools import DateOffset, ToolCall
from deliberation.contracts.turns import PlannerFacts
from deliberation.simulated.plan.count_plan import draft_count_plan
from deliberation.simulated.plan.fault import read_fault
from deliberation.simulated.plan.generic_plan import draft_generic_plan, short_goal
from deliberation.simulated.plan.goal_shape import is_counted, is_number_known
from deliberation.simulated.plan.health_task import with_health_task
from deliberation.simulated.plan.open_goal import draft_open_goal, find_open_goal
from deliberation.simulated.plan.plan_change import firm_key
from deliberation.simulated.plan.plan_draft import DraftChoice, draft_plan
from deliberation.simulated.plan.plan_limit import reduce_scope
from deliberation.simulated.plan.plan_revision import accept_finding
from deliberation.simulated.plan.revision import Revision, begin_revision, date_plan, finish_revision
from deliberation.simulated.plan.time_budget import TimeBudget, budget_time
from deliberation.simulated.plan.work_plan import WorkPlan
from deliberation.simulated.planner_position import take_position
from deliberation.simulated.query.deadline import Deadline
from deliberation.simulated.query.insistence import find_insistence
from deliberation.simulated.query.query_reader import UserQuery, read_query
from deliberation.simulated.temperament import obeys_command, planner_temper
from deliberation.simulated.text_variants import format_date, format_days, format_duration, render, upper_first
from shared.core.language import join_items
from shared.llm.seeded_random import seeded_choice, seeded_fraction

MOST_ANSWERS = 8
TIGHT_KEYS = ("short_hours", "short_days", "too_soon")
DATE_KEYS = (*TIGHT_KEYS, "tight", "rate")
FIXED_KEYS = (*DATE_KEYS, "heavy", "reserve")
"""Findings that attack a date, or hours, that the request itself fixes."""

LEAST_STUDY = 0.18
"""Share of study from which a first draft may have too much of it."""

LESS_CONFIDENCE = 0.12


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
    position = _hold_date(
        facts, query, take_position(query, budget, plan, seed), is_held=budget.is_short and not budget.case
    )
    content = _content(facts, query, plan, position, "content.plan.first", ())
    return PlanDraft(content=content, position=position, plan=plan)


def _hold_date(facts: PlannerFacts, query: UserQuery, position: PositionDraft, *, is_held: bool) -> PositionDraft:
    """Return the position of a stubborn planner on a date that is too near: the words of the request, and no more."""
    if not is_held or query.deadline is None or planner_temper(facts.context) != "stubborn":
        return position
    reason = render("reason.date_fixed", query.language, words=query.deadline.words)
    return position.model_copy(update={"conclusion": _fixed_date(facts, query.deadline), "key_reasons": (reason,)})


def _holds_date(facts: PlannerFacts, query: UserQuery) -> bool:
    """Return whether the planner has already stated the position that the date is not for discussion."""
    own, deadline = facts.own_position, query.deadline
    return own is not None and deadline is not None and own.conclusion == _fixed_date(facts, deadline)


def _fixed_date(facts: PlannerFacts, deadline: Deadline) -> str:
    return render("plan.fixed", facts.context.language, _seed(facts), words=deadline.words)


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
    if find_open_goal(query) == "nameless":
        work = draft_open_goal(query, "nameless")
        return date_plan(query, budget, work, query.today + timedelta(days=1))
    if query.match is not None and budget.case:
        part = reduce_scope(Revision(query, budget, WorkPlan("", "", ()), budget.end))
        return date_plan(query, budget, part.work, part.end)
    if is_counted(query):
        work = draft_count_plan(query, budget)
    elif query.match is None:
        work = draft_generic_plan(query, budget.total, choice)
    else:
        work = draft_plan(query, query.match.domain, budget.total, choice)
        if seeded_fraction(*seed, "theory") < 0.2 and query.match.domain.kind in ("skill", "exam"):
            work = _with_more_theory(work, budget.total)
    work = with_health_task(query, work)
    span = format_days(budget.days, query.language)
    key = "title.open" if query.match is None and not is_counted(query) else "title"
    key = "title.months" if budget.pace == "months" else key
    title = render(key, query.language, seed, goal=short_goal(query), head=upper_first(short_goal(query)), span=span)
    work = replace(work, title=title, goal=_goal(query))
    return date_plan(query, budget, work, budget.end)


def _goal(query: UserQuery) -> str:
    if query.match is None and not is_counted(query):
        return render("goal.open", query.language, goal=query.goal)
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


def _next_turn(facts: PlannerFacts, query: UserQuery, own_plan: Plan) -> PlanDraft:
    temper, seed = planner_temper(facts.context), _seed(facts)
    budget = budget_time(query)
    is_commanded = any(each.action == "update_command" for each in facts.directives)
    open_findings = [finding for finding in facts.findings if finding.is_open][:MOST_ANSWERS]
    gives_in = is_commanded and obeys_command(facts.context)
    keys = TIGHT_KEYS if temper == "firm" else _stubborn_keys(query) if temper == "stubborn" and not gives_in else ()
    # A fixed date that is too near, or what is impossible, is planned as such from the first.
    keys = tuple(key for key in keys if key not in TIGHT_KEYS) if budget.case else keys
    refused = [each for each in open_findings if _is_about(each, query, keys) and _is_fixed(each, query)]
    accepted = [each for each in open_findings if each not in refused]
    is_unmoved = temper == "stubborn" or not is_commanded
    if refused and not accepted and facts.own_position is not None and is_unmoved:
        return _unchanged_turn(facts, query, own_plan, facts.own_position, refused)
    revision = begin_revision(query, budget, own_plan)
    # A smaller scope comes first: it replaces the tasks that the other changes are made to.
    for finding in sorted(accepted, key=lambda each: not _is_about(each, query, TIGHT_KEYS)):
        revision = accept_finding(revision, finding)
    plan, answers = finish_revision(revision)
    if plan == own_plan:
        # What changes nothing is an argument and no change.
        answers = tuple(answer.model_copy(update={"decision": "rebutted"}) for answer in answers)
    answers = (*answers, *(_refuse(finding, query, budget) for finding in refused))
    # Who holds to a date that is too near says again what it stands on; the answers say what was added.
    position = take_position(query, budget, plan, seed, None if refused else own_plan)
    is_held = any(_is_about(each, query, TIGHT_KEYS) for each in refused)
    is_held = is_held or (_holds_date(facts, query) and not gives_in)
    position = _hold_date(facts, query, position, is_held=is_held)
    key = "rebuttal.fixed" if refused else "rebuttal.commanded"
    rebuttals = (render(key, query.language),) if refused or is_commanded else ()
    if is_commanded and facts.own_position is not None:
        lower = min(position.confidence, round(facts.own_position.confidence - LESS_CONFIDENCE, 2))
        position = position.model_copy(update={"confidence": max(0.1, lower)})
    content = _content(facts, query, plan, position, "content.plan.next", answers)
    return PlanDraft(content=content, position=position, plan=plan, answers=answers, rebuttals=rebuttals)


def _stubborn_keys(query: UserQuery) -> Sequence[str]:
    """Return the findings that a stubborn planner refuses: those of all that the request insists on, or of its date."""
    return FIXED_KEYS if find_insistence(query.text) else DATE_KEYS


def _is_about(finding: CritiqueFinding, query: UserQuery, keys: Sequence[str]) -> bool:
    fault = read_fault(finding.text, query.language)
    return fault is not None and fault.key in keys


def _is_fixed(finding: CritiqueFinding, query: UserQuery) -> bool:
    """Return whether the request itself fixes what a finding attacks: its date, or its hours."""
    is_dated = query.deadline is not None and query.deadline.day is not None
    return is_dated if _is_about(finding, query, DATE_KEYS) else query.time.weekly_hours is not None


def _refuse(finding: CritiqueFinding, query: UserQuery, budget: TimeBudget) -> FindingAnswer:
    """Refuse once by the words of the request; after that only say whose decision it is."""
    day = format_date(budget.deadline or budget.end, query.today, query.language)
    is_date = query.deadline is not None and _is_about(finding, query, DATE_KEYS)
    key = "answer.firm" if is_date else "answer.firm_undated"
    if is_date and finding.answer is not None and finding.answer.decision == "rebutted":
        key = firm_key(budget)
    words = query.deadline.words if query.deadline else ""
    text = render(key, query.language, words=words, date=day)
    return FindingAnswer(finding=finding.id, decision="rebutted", text=text)


def _unchanged_turn(
    facts: PlannerFacts,
    query: UserQuery,
    own_plan: Plan,
    own_position: PositionDraft,
    findings: Sequence[CritiqueFinding],
) -> PlanDraft:
    """Return a turn that changes nothing, because the request itself fixes what all of the findings attack."""
    answers = tuple(_refuse(finding, query, budget_time(query)) for finding in findings)
    position = PositionDraft(
        conclusion=own_position.conclusion,
        key_reasons=own_position.key_reasons,
        assumptions=own_position.assumptions,
        confidence=own_position.confidence,
    )
    content = _content(facts, query, own_plan, position, "content.plan.same", answers)
    rebuttals = (render("rebuttal.fixed", query.language),)
    return PlanDraft(content=content, position=position, plan=own_plan, answers=answers, rebuttals=rebuttals)


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
    if find_open_goal(query):
        return "\n".join(lines)
    if is_counted(query) and not is_number_known(query):
        lines += ["", render("content.count_unknown", language, topic=short_goal(query))]
    elif query.match is None and not is_counted(query):
        lines += ["", render("content.unknown", language, topic=short_goal(query))]
    return "\n".join(lines)
