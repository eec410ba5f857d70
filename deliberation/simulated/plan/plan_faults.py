"""Faults that the rules find: of a goal before there is a plan, and of a plan by the query and the field."""

from collections.abc import Iterator
from datetime import date

from deliberation.contracts.critique import Severity
from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import Domain, DomainRisk
from deliberation.simulated.phrasing import format_date, format_days, format_duration, format_share, lower_first, render
from deliberation.simulated.plan.fault import Fault
from deliberation.simulated.plan.generic_plan import expert_title, short_goal
from deliberation.simulated.plan.plan_draft import hours_of, needed_tasks
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

OPTIMISM = 1.3
"""Factor of the usual weekly hours above which an assumption is bold."""


def find_goal_faults(query: UserQuery) -> Iterator[Fault]:
    """Yield what is wrong with a goal before there is a plan, the most severe first."""
    budget = budget_time(query)
    yield from time_faults(query, budget)
    if query.match is None:
        yield Fault("unknown", "medium", {"topic": short_goal(query)})
    if query.deadline is not None and query.deadline.day is None:
        yield Fault("date", "medium", {"words": query.deadline.words})
    yield from (Fault("obstacle", "medium", {"obstacle": obstacle}) for obstacle in query.statements.obstacles[:2])
    risks = sorted(query.match.domain.risks, key=lambda risk: risk.severity != "high") if query.match else []
    yield from (_risk(query, risk) for risk in risks[:1])
    if budget.is_assumed and not budget.is_short:
        yield Fault("hours", "medium", {"goal": short_goal(query)})
    yield from (_risk(query, risk) for risk in risks[1:])
    if _is_vague(query):
        yield _vague(query)


def time_faults(query: UserQuery, budget: TimeBudget) -> Iterator[Fault]:
    """Yield the faults by which a goal cannot be reached by its deadline, or only just."""
    effort, language = budget.effort, query.language
    if effort is None or budget.deadline is None:
        return
    values = {
        "goal": short_goal(query),
        "date": format_date(budget.deadline, query.today, language),
        "low": format_duration(effort.low, language),
        "capacity": format_duration(max(0.5, budget.capacity), language),
        "least": format_days(effort.min_days, language),
        "left": format_days(max(1, (budget.deadline - query.today).days), language),
    }
    if budget.lacks_hours:
        yield Fault("short_hours", "high", values, blocks=True)
    elif budget.lacks_days:
        yield Fault("short_days", "high", values, blocks=True)
    elif budget.is_tight:
        yield Fault("tight", "medium", values)


def find_plan_faults(query: UserQuery, plan: Plan) -> list[Fault]:
    """Return what is wrong with a plan, by the query and the field, the most severe first."""
    work, figures = read_plan(plan, query.language), measure_plan(plan, query)
    budget = budget_time(query)
    if says_reduced(query, plan.goal):
        # What fits is all that is asked of it.
        return list(_overload(query, plan, budget))
    found = [
        *_time(query, work, budget),
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
    yield from (fault for fault in time_faults(query, budget) if fault.key != "tight" or not is_settled)


def has_task(work: WorkPlan, title: str) -> bool:
    """Return whether a plan has a task of that title, also as part of a longer one."""
    return any(title in task.title for task in work.tasks)


def hours_check_title(query: UserQuery) -> str:
    """Return the title of the task that compares planned and real hours."""
    return render("task.hours_check", query.language)


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
    if budget.deadline is not None and figures.reserve == 0 and figures.days >= 5:
        hours = format_duration(max(0.5, round(figures.total * 0.08 * 2) / 2), language)
        yield Fault("reserve", "medium", {"end": format_date(figures.end, query.today, language), "hours": hours})
    later = [task for phase in work.phases[1:] for task in phase.tasks]
    if len(work.phases) > 1 and not any(task.kind == "check" for task in later):
        yield Fault("no_check", "medium")
    if query.match is None:
        return
    domain = query.match.domain
    doing = sum(task.hours for task in work.tasks if task.kind in ("practise", "make", "check"))
    if domain.kind in ("skill", "exam") and doing < LEAST_PRACTICE * figures.total:
        moved = format_duration(max(0.5, round((0.6 * figures.total - doing) * 2) / 2), language)
        yield Fault("theory", "medium", {"share": format_share(doing, figures.total, language), "hours": moved})
    yield from _load(query, domain, figures, budget)


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
    if budget.is_assumed and not budget.is_short and not has_task(work, hours_check_title(query)):
        yield Fault("hours", "medium", {"goal": short_goal(query)})
    if _is_vague(query) and query.match is not None and query.match.domain.measure[query.language] not in plan.goal:
        yield _vague(query)
    for risk in query.match.domain.risks if query.match else ():
        if not has_task(work, risk.remedy.title[query.language]):
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
