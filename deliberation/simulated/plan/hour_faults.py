"""Faults of a plan's hours: too few until the date, too many for the days, or none that the request names."""

import re
from collections.abc import Iterator
from datetime import date

from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import Domain
from deliberation.simulated.plan.fault import Fault
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.plan_figures import PlanFigures
from deliberation.simulated.plan.time_budget import TimeBudget
from deliberation.simulated.plan.work_plan import STEP_H
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import (
    format_date,
    format_days,
    format_duration,
)
from shared.core.language import Language

OVERLOAD = 1.02
"""Factor of the available hours above which a plan asks for too much; less is rounding."""

FULL_SHARE = 0.96

LEAST_SLACK_DAYS = 2
"""Share of the hours that are used, and days before the date, by which a plan counts as full."""

_HOUR = re.compile(r"小时|半天|分钟|\b(?:hours?|hrs?|minutes|half a day|half days?)\b", re.IGNORECASE)

OPTIMISM = 1.3
"""Factor of the usual weekly hours above which an assumption is bold."""

FEWEST_DAYS = 5


def time_faults(query: UserQuery, budget: TimeBudget) -> Iterator[Fault]:
    """Yield the faults by which a goal cannot be reached by its deadline, or only just."""
    effort, language = budget.effort, query.language
    if budget.deadline is None:
        return
    values = {
        "goal": short_goal(query),
        "date": format_date(budget.deadline, query.today, language),
        "low": format_duration(effort.low if effort else 0.5, language),
        "capacity": format_duration(max(0.5, round(budget.capacity * 2) / 2), language),
        "least": format_days(effort.min_days if effort else 1, language),
        "left": format_days(max(1, (budget.deadline - query.today).days), language),
    }
    if budget.lacks_hours:
        yield Fault("short_hours", "high", values, blocks=True, is_other=budget.case == "_fixed")
    elif budget.lacks_days:
        yield Fault("short_days", "high", values, blocks=True)
    elif budget.is_too_soon:
        yield Fault("too_soon", "high", values, blocks=True)
    elif budget.is_tight:
        yield Fault("tight", "medium", values, is_other=budget.lacks_slack_days)
    if effort is not None and effort.is_amount_unknown and query.amount is not None and not budget.is_short:
        yield Fault("rate", "medium", {"amount": query.amount.words, "date": values["date"]})


def lacks_hours(query: UserQuery, budget: TimeBudget) -> bool:
    """Return whether it matters that a query names no hours: not for first steps, nor where it is impossible anyway."""
    return budget.is_assumed and not budget.is_short and query.match is not None and budget.days > FEWEST_DAYS


def hours_fault(query: UserQuery) -> Fault:
    """Return that a query does not say how much time there is."""
    is_partly_said = bool(query.time.days or query.time.times or _HOUR.search(query.text))
    return Fault("hours", "medium", {"goal": short_goal(query)}, is_other=is_partly_said)


def overload_faults(query: UserQuery, plan: Plan, budget: TimeBudget) -> Iterator[Fault]:
    """Yield the first day by which more is due than the stated hours allow."""
    if budget.is_assumed:
        return
    due: dict[date, float] = {}
    for task in (task for phase in plan.phases for task in phase.tasks):
        day = date.fromisoformat(task.deadline)
        due[day] = due.get(day, 0.0) + task.estimated_hours
    asked = 0.0
    for day in sorted(due):
        asked += due[day]
        capacity = budget.calendar.capacity(day)
        if asked > OVERLOAD * capacity + STEP_H:
            values = {
                "date": format_date(day, query.today, query.language),
                "asked": format_duration(asked, query.language),
                "capacity": format_duration(max(STEP_H, capacity), query.language),
            }
            yield Fault("over", "high", values)
            return


def is_full(figures: PlanFigures, budget: TimeBudget) -> bool:
    """Return whether a plan with a date to keep uses its hours up, without reserve and without days before the date."""
    if budget.deadline is None or budget.is_assumed or figures.reserve or figures.days < FEWEST_DAYS:
        return False
    has_days = (budget.deadline - figures.end).days > LEAST_SLACK_DAYS
    return not has_days and figures.total >= FULL_SHARE * budget.calendar.capacity(figures.end)


def load_faults(query: UserQuery, domain: Domain, figures: PlanFigures, budget: TimeBudget) -> Iterator[Fault]:
    """Yield that a week holds more than is usual, or than is bearable."""
    language = query.language
    weekly, usual = figures.weekly, budget.calendar.weekly_hours
    if budget.is_short or figures.days < 7:
        return
    if budget.is_assumed and weekly > OPTIMISM * usual:
        values = {"weekly": _half_hours(weekly, language), "usual": format_duration(usual, language)}
        yield Fault("optimistic", "medium", values)
    elif weekly > 1.1 * domain.most_weekly_hours:
        most = format_duration(domain.most_weekly_hours, language)
        yield Fault("heavy", "medium", {"weekly": _half_hours(weekly, language), "most": most})


def _half_hours(hours: float, language: Language) -> str:
    return format_duration(round(hours * 2) / 2, language)
