"""Faults that the rules find: of a goal before there is a plan, and of a plan by the query and the field."""

import re
from collections.abc import Iterator
from datetime import date

from deliberation.contracts.critique import Severity
from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import Domain, DomainRisk
from deliberation.simulated.phrasing import format_date, format_days, format_duration, format_share, lower_first, render
from deliberation.simulated.plan.fault import Fault
from deliberation.simulated.plan.generic_plan import decision_title, expert_title, short_goal
from deliberation.simulated.plan.health_task import find_health_words, has_health_task
from deliberation.simulated.plan.plan_draft import days_left, hours_of, needed_tasks, outlasts
from deliberation.simulated.plan.plan_figures import PlanFigures, measure_plan
from deliberation.simulated.plan.plan_limit import says_reduced
from deliberation.simulated.plan.time_budget import TimeBudget, budget_time
from deliberation.simulated.plan.work_plan import STEP_H, WorkPlan, read_plan
from deliberation.simulated.query.query_reader import UserQuery
from shared.core.language import Language

LEAST_PRACTICE = 0.45
"""Share of practice, making and checks below which a plan is too much theory."""

OVERLOAD = 1.02
"""Factor of the available hours above which a plan asks for too much; less is rounding."""

FULL_SHARE = 0.96
LEAST_SLACK_DAYS = 2
"""Share of the hours that are used, and days before the date, by which a plan counts as full."""

FEWEST_DAYS = 5
SHORT_PLAN_DAYS = 21
"""Days below which a plan has no weeks to look back on."""

MOST_UNUSED = 3
"""Most clauses of the user that are raised."""

_HOUR = re.compile(r"小时|半天|分钟|\b(?:hours?|hrs?|minutes|half a day|half days?)\b", re.IGNORECASE)

OPTIMISM = 1.3
"""Factor of the usual weekly hours above which an assumption is bold."""


def find_goal_faults(query: UserQuery) -> Iterator[Fault]:
    """Yield what is wrong with a goal before there is a plan, the most severe first."""
    budget = budget_time(query)
    yield from time_faults(query, budget)
    if query.match is None:
        yield Fault("unknown", "medium", {"topic": short_goal(query)})
    if find_health_words(query):
        yield _health(query)
    if query.deadline is not None and query.deadline.day is None:
        yield Fault("date", "medium", {"words": query.deadline.words})
    yield from (Fault("obstacle", "medium", {"obstacle": obstacle}) for obstacle in query.statements.obstacles[:2])
    yield from (
        Fault("unused", "medium", {"clause": clause}, is_other=True) for clause in unused_clauses(query)[:MOST_UNUSED]
    )
    risks = sorted(query.match.domain.risks, key=lambda risk: risk.severity != "high") if query.match else []
    yield from (_risk(query, risk) for risk in risks[:1])
    if lacks_hours(query, budget):
        yield _hours(query)
    yield from (_risk(query, risk) for risk in risks[1:])
    if _is_vague(query):
        yield _vague(query)


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
        yield Fault("short_hours", "high", values, blocks=True)
    elif budget.lacks_days:
        yield Fault("short_days", "high", values, blocks=True)
    elif budget.is_too_soon:
        yield Fault("too_soon", "high", values, blocks=True)
    elif budget.is_tight:
        yield Fault("tight", "medium", values, is_other=budget.lacks_slack_days)
    if effort is not None and effort.is_amount_unknown and query.amount is not None and not budget.is_short:
        yield Fault("rate", "medium", {"amount": query.amount.words, "date": values["date"]})


def find_plan_faults(query: UserQuery, plan: Plan) -> list[Fault]:
    """Return what is wrong with a plan, by the query and the field, the most severe first."""
    work, figures = read_plan(plan, query.language), measure_plan(plan, query)
    budget = budget_time(query)
    if says_reduced(query, plan.goal):
        # What fits is all that is asked of it, and that nothing of weight is left out of it.
        return [*_health_faults(query, work), *_overload(query, plan, budget)]
    found = [
        *_time(query, work, budget),
        *_health_faults(query, work),
        *_overload(query, plan, budget),
        *_missing(query, work, figures),
        *_structure(query, work, figures, budget),
        *_open_goal_points(query, plan, work, budget),
    ]
    order: dict[Severity, int] = {"high": 0, "medium": 1, "low": 2}
    return sorted(found, key=lambda fault: order[fault.severity])


def _time(query: UserQuery, work: WorkPlan, budget: TimeBudget) -> Iterator[Fault]:
    """Yield the faults of the time; one that is just enough is none if the plan says what goes first."""
    is_settled = has_task(work, render("task.dropped_first", query.language, title=""))
    is_measured = query.amount is not None and has_task(
        work, render("task.rate", query.language, amount=query.amount.words)
    )
    met = {key for key, is_met in (("tight", is_settled), ("rate", is_measured)) if is_met}
    yield from (fault for fault in time_faults(query, budget) if fault.key not in met)


def _health(query: UserQuery) -> Fault:
    return Fault("health", "high", {"words": find_health_words(query)})


def _health_faults(query: UserQuery, work: WorkPlan) -> Iterator[Fault]:
    """Yield that nobody who treats people is asked, although the request speaks of illness, treatment or pain."""
    if find_health_words(query) and not has_health_task(work):
        yield _health(query)


def unused_clauses(query: UserQuery) -> tuple[str, ...]:
    """Return the clauses of a request that nothing was read from."""
    return tuple(getattr(query, "unused", ()))


def lacks_hours(query: UserQuery, budget: TimeBudget) -> bool:
    """Return whether it matters that a query names no hours: not for first steps, nor where it is impossible anyway."""
    return budget.is_assumed and not budget.is_short and query.match is not None and budget.days > FEWEST_DAYS


def _hours(query: UserQuery) -> Fault:
    is_partly_said = bool(query.time.days or query.time.times or _HOUR.search(query.text))
    return Fault("hours", "medium", {"goal": short_goal(query)}, is_other=is_partly_said)


def has_task(work: WorkPlan, title: str) -> bool:
    """Return whether a plan has a task of that title, also as part of a longer one."""
    return any(title in task.title for task in work.tasks)


def hours_check_title(query: UserQuery) -> str:
    """Return the title of the task that compares planned and real hours."""
    left = days_left(query)
    return render(
        "task.hours_check" if left is None or left >= SHORT_PLAN_DAYS else "task.hours_check_short", query.language
    )


def _overload(query: UserQuery, plan: Plan, budget: TimeBudget) -> Iterator[Fault]:
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


def _missing(query: UserQuery, work: WorkPlan, figures: PlanFigures) -> Iterator[Fault]:
    """Yield the indispensable tasks that a plan lacks; a plan for a few days cannot hold them all."""
    if query.match is None:
        if not has_task(work, expert_title(query)):
            yield Fault("unknown", "high", {"topic": short_goal(query)})
        return
    domain = query.match.domain
    if figures.total < len(list(domain.tasks())) / 2:
        return
    for number, task in needed_tasks(query, domain):
        if task.why is not None and not has_task(work, task.title[query.language]):
            values = {
                "task": task.title[query.language],
                "why": task.why[query.language],
                "phase": domain.phases[number].name[query.language],
                "hours": format_duration(hours_of(task, domain, figures.total), query.language),
            }
            yield Fault("missing", "high", values)


def _structure(query: UserQuery, work: WorkPlan, figures: PlanFigures, budget: TimeBudget) -> Iterator[Fault]:
    language = query.language
    if query.match is None:
        if not has_task(work, decision_title(query)):
            yield Fault("open_end", "medium")
        return
    if _is_full(figures, budget):
        hours = format_duration(max(0.5, round(figures.total * 0.08 * 2) / 2), language)
        capacity = format_duration(budget.calendar.capacity(figures.end), language)
        values = {"end": format_date(figures.end, query.today, language), "hours": hours, "capacity": capacity}
        yield Fault("reserve", "medium", values)
    if figures.check is None and figures.days >= FEWEST_DAYS:
        yield Fault("no_check", "medium")
    domain = query.match.domain
    doing = sum(task.hours for task in work.tasks if task.kind in ("practise", "make", "check"))
    if domain.kind in ("skill", "exam") and doing < LEAST_PRACTICE * figures.total:
        moved = format_duration(max(0.5, round((0.6 * figures.total - doing) * 2) / 2), language)
        yield Fault("theory", "medium", {"share": format_share(doing, figures.total, language), "hours": moved})
    yield from _load(query, domain, figures, budget)


def _is_full(figures: PlanFigures, budget: TimeBudget) -> bool:
    """Return whether a plan with a date to keep uses its hours up, without reserve and without days before the date."""
    if budget.deadline is None or budget.is_assumed or figures.reserve or figures.days < FEWEST_DAYS:
        return False
    has_days = (budget.deadline - figures.end).days > LEAST_SLACK_DAYS
    return not has_days and figures.total >= FULL_SHARE * budget.calendar.capacity(figures.end)


def _load(query: UserQuery, domain: Domain, figures: PlanFigures, budget: TimeBudget) -> Iterator[Fault]:
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


def _open_goal_points(query: UserQuery, plan: Plan, work: WorkPlan, budget: TimeBudget) -> Iterator[Fault]:
    """Yield what the query itself raises and the plan leaves open."""
    for obstacle in query.statements.obstacles[:2]:
        if not has_task(work, obstacle):
            yield Fault("obstacle", "medium", {"obstacle": obstacle})
    if query.deadline is not None and query.deadline.day is None and not has_task(work, query.deadline.words):
        yield Fault("date", "medium", {"words": query.deadline.words})
    for clause in unused_clauses(query)[:MOST_UNUSED]:
        if not has_task(work, clause):
            yield Fault("unused", "medium", {"clause": clause})
    if lacks_hours(query, budget) and not has_task(work, hours_check_title(query)):
        yield _hours(query)
    if _is_vague(query) and query.match is not None and query.match.domain.measure[query.language] not in plan.goal:
        yield _vague(query)
    for risk in query.match.domain.risks if query.match else ():
        is_possible = budget.days >= SHORT_PLAN_DAYS or not outlasts(risk.remedy, budget.days)
        if is_possible and not has_task(work, risk.remedy.title[query.language]):
            yield _risk(query, risk)


def _risk(query: UserQuery, risk: DomainRisk) -> Fault:
    values = {"risk": lower_first(risk.text[query.language]), "impact": risk.impact[query.language]}
    return Fault("risk", risk.severity, values)


def _is_vague(query: UserQuery) -> bool:
    """Return whether a goal does not say by what it is reached: it has no number, and it is no event."""
    if query.match is None or query.match.domain.kind == "event":
        return False
    is_appointment = query.deadline is not None and query.deadline.is_event
    if is_appointment or query.match.domain.id in ("presentation", "interview"):
        return False
    return query.amount is None and not any(sign.isdigit() for sign in query.goal)


def _vague(query: UserQuery) -> Fault:
    assert query.match is not None
    measure = query.match.domain.measure[query.language]
    return Fault("vague", "low", {"goal": short_goal(query), "measure": measure})
