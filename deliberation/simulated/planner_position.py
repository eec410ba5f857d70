"""Position of the simulated planner: what its plan decides, why, what it assumes, and how certain it is."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionDraft
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_counted, is_number_known
from deliberation.simulated.plan.open_goal import OpenGoal, find_open_goal, goal_text
from deliberation.simulated.plan.plan_draft import DAYS_A_MONTH
from deliberation.simulated.plan.plan_faults import deals_with_money, hours_check_title
from deliberation.simulated.plan.plan_figures import PlanFigures, figure_texts, measure_plan
from deliberation.simulated.plan.plan_limit import name_lack, says_reduced, whole_end
from deliberation.simulated.plan.start_date import is_start_named
from deliberation.simulated.plan.time_budget import TimeBudget
from deliberation.simulated.plan.work_plan import STEP_H
from deliberation.simulated.query.budget import find_budget
from deliberation.simulated.query.money import find_payment
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, format_days, format_duration, render
from shared.core.language import join_items

REASONS = 3

_TRIED = re.compile(
    r"再考|重考|补考|上次|上回|去年|二战|三战|又(?!要)|还是没|没考过|没过|复考|"
    r"\b(?:again|re-?sit\w*|retake\w*|last time|last year|failed|second (?:try|attempt)|used to)\b",
    re.IGNORECASE,
)
"""Signs of earlier attempts, against which nobody starts from nothing."""


def take_position(
    query: UserQuery, budget: TimeBudget, plan: Plan, seed: Sequence[object], before: Plan | None = None
) -> PositionDraft:
    """Return the position that a plan stands for; `before` is the version that it revises."""
    figures = measure_plan(plan, query)
    texts = position_texts(query, budget, figures)
    reduced = says_reduced(query, plan.goal)
    key = (
        f"plan.reduced{budget.case}"
        if reduced
        else "plan.firm"
        if budget.is_short
        else f"plan.{conclusion_name(budget)}"
    )
    if query.match is None:
        key = "plan.open" if not is_counted(query) else "plan.count" if is_number_known(query) else "plan.count_open"
    if (name := find_open_goal(query)) and plan.goal == goal_text(query, name):
        return _open_position(query, name)
    return PositionDraft(
        conclusion=render(key, query.language, seed, **texts),
        key_reasons=(
            *_changes(query, budget, plan, before, texts, seed),
            *_reasons(query, budget, plan, figures, texts, seed),
        )[:REASONS],
        assumptions=tuple(list_assumptions(query, budget, plan)),
        confidence=_confidence(query, budget, plan, reduced=reduced),
    )


def conclusion_name(budget: TimeBudget) -> str:
    """Return the name of the conclusion of a plan for the whole goal: by hours, or by what each month brings."""
    return f"conclusion_{budget.pace}" if budget.pace else "conclusion"


def _open_position(query: UserQuery, name: OpenGoal) -> PositionDraft:
    """Return the position that there is nothing to plan until the user has answered."""
    return PositionDraft(
        conclusion=render(f"plan.{name}", query.language, goal=short_goal(query)),
        key_reasons=(render(f"reason.{name}", query.language),),
        assumptions=(render("critic.assume.goal", query.language, goal=short_goal(query)),),
        confidence=0.8,
    )


def position_texts(query: UserQuery, budget: TimeBudget, figures: PlanFigures) -> dict[str, str]:
    """Return the texts that conclusions and reasons name."""
    language, today = query.language, query.today
    texts = figure_texts(figures, query)
    texts["goal"] = short_goal(query)
    texts["topic"] = short_goal(query)
    capacity = budget.calendar.capacity(figures.end)
    texts["capacity"] = format_duration(max(0.5, int(capacity * 2 + 1e-6) / 2), language)
    texts["spare"] = format_duration(max(0.0, round((capacity - figures.total) * 2) / 2), language)
    texts["level"] = render(f"level.{query.statements.level or 'none'}", language)
    texts["date"] = format_date(budget.deadline or figures.end, today, language)
    texts["later"] = format_date(whole_end(query, budget), today, language)
    texts["payment"] = find_payment(query.text)
    texts["months"] = str(budget.months or "")
    texts |= name_lack(query, budget)
    if budget.effort is not None:
        texts["low"] = format_duration(_rough(budget.effort.low), language)
        texts["high"] = format_duration(_rough(budget.effort.high), language)
    return texts


def _rough(hours: float) -> float:
    """Return an estimate without false precision."""
    step = 0.5 if hours < 10 else 1 if hours < 40 else 5 if hours < 200 else 10 if hours < 1000 else 50
    return max(step, round(hours / step) * step)


def _reasons(
    query: UserQuery,
    budget: TimeBudget,
    plan: Plan,
    figures: PlanFigures,
    texts: dict[str, str],
    seed: Sequence[object],
) -> Iterator[str]:
    language = query.language
    reduced = says_reduced(query, plan.goal)
    if is_counted(query):
        yield render("reason.count" if is_number_known(query) else "reason.count_open", language, **texts)
        yield from _pace(query, budget)
    elif query.match is None:
        yield render("reason.expert", language, seed, **texts)
        yield render("reason.open", language)
        yield from _pace(query, budget)
    elif budget.is_short:
        yield render("reason.need_short", language, seed, **texts)
    elif budget.deadline is not None and not reduced and not budget.is_assumed:
        key = (
            "reason.capacity"
            if budget.calendar.capacity(figures.end) > 1.02 * figures.total
            else "reason.capacity_full"
        )
        yield render(key, language, seed, **texts)
    elif not reduced:
        yield render("reason.need", language, seed, **texts)
    else:
        yield render("reason.need_short", language, seed, **texts)
    yield from _per_month(query, figures)
    if figures.check is not None:
        values = {"date": texts["check_date"], "task": texts["check"], "left": texts["left"]}
        day = date.fromisoformat(figures.check.deadline)
        is_early = (figures.end - day).days * 3 >= figures.days
        yield render("reason.check_early" if is_early else "reason.check", language, seed, **values)
    is_used = any(
        possession in task.title
        for phase in plan.phases
        for task in phase.tasks
        for possession in query.statements.possessions[:1]
    )
    if is_used:
        yield render("reason.have", language, possession=query.statements.possessions[0])
    if figures.is_main_work and not reduced and query.match is not None:
        yield render("reason.focus", language, seed, **texts)
    if query.match is not None and budget.deadline is not None and _is_within(budget, figures):
        yield render("reason.need", language, seed, **texts)
    if query.deadline is not None and query.deadline.day is not None:
        yield render("reason.date_fixed", language, words=query.deadline.words)


def _changes(
    query: UserQuery, budget: TimeBudget, plan: Plan, before: Plan | None, texts: dict[str, str], seed: Sequence[object]
) -> Iterator[str]:
    """Yield what a plan adds to the version before it."""
    if before is None:
        return
    if says_reduced(query, plan.goal) and not says_reduced(query, before.goal):
        if not budget.case:
            yield render("reason.reduced_changed", query.language, **texts)
        return
    known = {task.title for phase in before.phases for task in phase.tasks}
    added = [task.title for phase in plan.phases for task in phase.tasks if task.title not in known]
    if added:
        names = join_items((f"“{title}”" for title in added[:2]), query.language)
        yield render("reason.changed", query.language, (*seed, len(added)), added=names, total=texts["total"])


def _is_within(budget: TimeBudget, figures: PlanFigures) -> bool:
    return budget.effort is not None and budget.effort.low <= figures.total <= budget.effort.high


def _pace(query: UserQuery, budget: TimeBudget) -> Iterator[str]:
    """Yield the pieces a week that a counted goal asks for by its deadline."""
    amount = query.amount
    if budget.deadline is None:
        return
    days = (budget.deadline - query.today).days
    weeks = days / 7
    if amount is not None and amount.kind in ("pieces", "words") and amount.number >= 10 and weeks >= 1:
        values = {
            "amount": amount.words, "span": format_days(days, query.language), "pace": amount.part(1 / weeks), "first": amount.part(0.05),
        }  # fmt: skip
        yield render("reason.pace", query.language, **values)


def _per_month(query: UserQuery, figures: PlanFigures) -> Iterator[str]:
    amount = query.amount
    months = round(figures.days / DAYS_A_MONTH)
    if amount is not None and amount.kind == "money" and months > 1:
        values = {
            "amount": amount.words, "months": format_days(figures.days, query.language), "monthly": amount.per_month(months),
        }  # fmt: skip
        yield render("reason.per_month", query.language, **values)


def list_assumptions(query: UserQuery, budget: TimeBudget, plan: Plan) -> Iterator[str]:
    """Yield what the plan takes for granted although the query does not say it."""
    language = query.language
    if is_start_named(query):
        yield render("assume.start_named", language, words=query.deadline.words if query.deadline else "")
    yield from _assumed_time(query, budget, plan)
    titles = [task.title for phase in plan.phases for task in phase.tasks]
    money = find_budget(query.text)
    if money and not deals_with_money(titles):
        yield render("assume.budget", language, money=money)
    effort = budget.effort
    if effort is not None and effort.start is not None:
        yield render("assume.start", language, start=f"{effort.start:g}")
    elif effort is not None and effort.is_level_below_assumed:
        yield render("assume.level_below", language)
    elif _assumes_level(query, budget):
        yield render("assume.level", language)
    if query.deadline is None:
        yield render(f"assume.end_{budget.pace}" if budget.pace else "assume.no_deadline", language)
    elif query.deadline.day is None:
        yield render("assume.unknown_date", language, words=query.deadline.words)
    if effort is not None and effort.per_unit is not None and query.amount is not None and query.amount.kind != "words":
        low, high = (format_duration(hours, language) for hours in effort.per_unit)
        yield render("assume.rate", language, unit=query.amount.unit, low=low, high=high)
    if effort is None:
        yield render("assume.count" if is_counted(query) else "assume.generic", language)


def _assumes_level(query: UserQuery, budget: TimeBudget) -> bool:
    if query.match is None or query.statements.level is not None or budget.effort is None:
        return False
    effort = budget.effort
    is_start_said = effort.is_start_known or effort.is_level_below_assumed or effort.basis == "units"
    return query.match.domain.kind in ("skill", "exam") and not is_start_said and not _TRIED.search(query.text)


def _assumed_time(query: UserQuery, budget: TimeBudget, plan: Plan) -> Iterator[str]:
    language, figures = query.language, measure_plan(plan, query)
    if not budget.is_assumed:
        if budget.days < 7:
            capacity = format_duration(max(0.5, int(budget.capacity * 2 + 1e-6) / 2), language)
            yield render("assume.stated_short", language, capacity=capacity)
            return
        weekly, used = budget.calendar.weekly_hours, _planned_weekly(budget, figures)
        values = {"weekly": format_duration(weekly, language), "used": format_duration(used, language)}
        yield render("assume.stated" if abs(weekly - used) < STEP_H else "assume.stated_used", language, **values)
        return
    has_check = any(hours_check_title(query) in task.title for phase in plan.phases for task in phase.tasks)
    weekly = _planned_weekly(budget, figures)
    if figures.days <= 6:
        yield render("assume.short_notice", language, daily=format_duration(weekly / 7, language))
    elif query.time.times:
        session = format_duration(max(0.25, round(4 * weekly / query.time.times) / 4), language)
        yield render("assume.session", language, session=session, times=f"{query.time.times:g}")
    elif query.time.days:
        days = render("days.weekend" if query.time.days == frozenset((5, 6)) else "days.named", language)
        yield render("assume.days", language, days=days, weekly=format_duration(weekly, language))
    else:
        yield render("assume.hours", language, weekly=format_duration(weekly, language))
    if has_check:
        yield render("assume.halved", language)


def _planned_weekly(budget: TimeBudget, figures: PlanFigures) -> float:
    """Return the hours a week that a plan counts on, in steps in which people say them."""
    if figures.days <= 6:
        return max(budget.calendar.weekly_hours, 0.5)
    weekly = figures.weekly
    return max(0.5, round(weekly * 2) / 2) if weekly >= 0.75 else max(0.25, round(weekly * 4) / 4)


def _confidence(query: UserQuery, budget: TimeBudget, plan: Plan, *, reduced: bool) -> float:
    """Return the confidence by what is known: field, hours, level, and time to spare."""
    value = 0.78
    if query.match is None:
        value -= 0.22
    if budget.is_short:
        value = 0.7 if reduced else 0.4
    elif budget.is_tight:
        value -= 0.12
    value -= 0.06 * budget.is_assumed + 0.05 * _assumes_level(query, budget)
    end = date.fromisoformat(max(task.deadline for phase in plan.phases for task in phase.tasks))
    capacity = budget.calendar.capacity(end)
    total = sum(task.estimated_hours for phase in plan.phases for task in phase.tasks)
    if capacity > 1.15 * total:
        value += 0.05
    return round(min(0.92, max(0.2, value)), 2)
