"""Faults that the rules find: of a goal before there is a plan, and of a plan by the query and the field."""

import re
from collections.abc import Iterable, Iterator

from deliberation.contracts.critique import Severity
from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import DomainRisk
from deliberation.simulated.plan.clause_words import raised_obstacles, unused_clauses
from deliberation.simulated.plan.count_plan import portion_title
from deliberation.simulated.plan.event_days import comes_after
from deliberation.simulated.plan.fault import Fault
from deliberation.simulated.plan.generic_plan import decision_title, expert_title, short_goal
from deliberation.simulated.plan.goal_shape import is_counted, is_number_known
from deliberation.simulated.plan.health_task import find_health_words, has_health_task
from deliberation.simulated.plan.hour_faults import (
    FEWEST_DAYS,
    hours_fault,
    is_full,
    lacks_hours,
    load_faults,
    overload_faults,
    time_faults,
)
from deliberation.simulated.plan.open_goal import OpenGoal, find_open_goal, goal_text
from deliberation.simulated.plan.plan_draft import days_left, hours_of, needed_tasks, outlasts
from deliberation.simulated.plan.plan_figures import PlanFigures, measure_plan
from deliberation.simulated.plan.plan_limit import says_reduced
from deliberation.simulated.plan.start_date import is_start_named, last_phase_to_start
from deliberation.simulated.plan.time_budget import TimeBudget, budget_time
from deliberation.simulated.plan.work_plan import WorkPlan, read_plan
from deliberation.simulated.query.budget import find_budget
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import (
    format_date,
    format_duration,
    format_share,
    lower_first,
    render,
)

LEAST_PRACTICE = 0.45
"""Share of practice, making and checks below which a plan is too much theory."""

SHORT_PLAN_DAYS = 21
"""Days below which a plan has no weeks to look back on."""

MOST_UNUSED = 3
"""Most clauses of the user that are raised."""

_MONEY = re.compile(
    r"预算|费用|花费|报价|开销|要花的钱|\b(?:budget|costs?|quotes?|prices?|expenses|has to be paid for)\b",
    re.IGNORECASE,
)


def find_goal_faults(query: UserQuery) -> Iterator[Fault]:
    """Yield what is wrong with a goal before there is a plan, the most severe first."""
    if name := find_open_goal(query):
        yield _open_goal(query, name)
        return
    budget = budget_time(query)
    yield from time_faults(query, budget)
    if query.match is None:
        yield from _count_faults(query, budget) if is_counted(query) else (_unknown(query, "medium"),)
    if find_health_words(query):
        yield _health(query)
    if query.deadline is not None and query.deadline.day is None:
        yield Fault("date", "medium", {"words": query.deadline.words})
    yield from (Fault("obstacle", "medium", {"obstacle": obstacle}) for obstacle in raised_obstacles(query)[:2])
    if money := find_budget(query.text):
        yield Fault("budget", "medium", {"money": money}, is_other=True)
    yield from (
        Fault("unused", "medium", {"clause": clause}, is_other=True) for clause in unused_clauses(query)[:MOST_UNUSED]
    )
    known = [risk for risk in query.match.domain.risks if not _is_too_late(query, risk)] if query.match else []
    risks = sorted(known, key=lambda risk: risk.severity != "high")
    yield from (_risk(query, risk) for risk in risks[:1])
    if lacks_hours(query, budget):
        yield hours_fault(query)
    yield from (_risk(query, risk) for risk in risks[1:])
    if _is_vague(query):
        yield _vague(query)


def find_plan_faults(query: UserQuery, plan: Plan) -> list[Fault]:
    """Return what is wrong with a plan, by the query and the field, the most severe first."""
    if name := find_open_goal(query):
        return [] if plan.goal == goal_text(query, name) else [_open_goal(query, name)]
    work, figures = read_plan(plan, query.language), measure_plan(plan, query)
    budget = budget_time(query)
    if says_reduced(query, plan.goal):
        # What fits is all that is asked of it, and that nothing of weight is left out of it.
        return [*_health_faults(query, work), *overload_faults(query, plan, budget)]
    found = [
        *_time(query, work, budget),
        *_health_faults(query, work),
        *overload_faults(query, plan, budget),
        *_missing(query, work, figures),
        *_structure(query, work, figures, budget),
        *_open_goal_points(query, plan, work, budget),
    ]
    order: dict[Severity, int] = {"high": 0, "medium": 1, "low": 2}
    return sorted(found, key=lambda fault: order[fault.severity])


def _open_goal(query: UserQuery, name: OpenGoal) -> Fault:
    values = {"goal": short_goal(query)}
    return Fault(name, "high" if name == "beyond" else "medium", values, blocks=name == "beyond")


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


def has_task(work: WorkPlan, title: str) -> bool:
    """Return whether a plan has a task of that title, also as part of a longer one."""
    return any(title in task.title for task in work.tasks)


def hours_check_title(query: UserQuery) -> str:
    """Return the title of the task that compares planned and real hours; a date that is fixed is not moved."""
    return render("task.hours_check" if days_left(query) is None else "task.hours_check_short", query.language)


def _missing(query: UserQuery, work: WorkPlan, figures: PlanFigures) -> Iterator[Fault]:
    """Yield the indispensable tasks that a plan lacks; a plan for a few days cannot hold them all."""
    if query.match is None:
        if not is_counted(query) and not has_task(work, expert_title(query)):
            yield _unknown(query, "high")
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


def _unknown(query: UserQuery, severity: Severity) -> Fault:
    return Fault("unknown", severity, {"topic": short_goal(query)})


def _count_faults(query: UserQuery, budget: TimeBudget) -> Iterator[Fault]:
    """Yield what is not known of a goal that is counted: the number of its parts, or how long one of them takes."""
    if is_number_known(query):
        day = format_date(budget.end, query.today, query.language)
        words = query.amount.words if query.amount else ""
        yield Fault("pace", "medium", {"amount": words, "date": day})
    else:
        yield Fault("amount", "medium", {"goal": short_goal(query)})


def _is_met(fault: Fault, query: UserQuery, work: WorkPlan, budget: TimeBudget) -> bool:
    """Return whether a plan measures the pace, or looks the number up."""
    if fault.key == "amount":
        return has_task(work, portion_title(query, budget))
    return has_task(work, render("task.rate", query.language, amount=fault.values["amount"]))


def deals_with_money(titles: Iterable[str]) -> bool:
    """Return whether a task is about what things cost."""
    return any(_MONEY.search(title) for title in titles)


def _structure(query: UserQuery, work: WorkPlan, figures: PlanFigures, budget: TimeBudget) -> Iterator[Fault]:
    language = query.language
    if is_counted(query):
        if figures.check is None and figures.days >= FEWEST_DAYS:
            yield Fault("no_check", "medium")
        yield from (fault for fault in _count_faults(query, budget) if not _is_met(fault, query, work, budget))
        return
    if query.match is None:
        if not has_task(work, decision_title(query)):
            yield Fault("open_end", "medium")
        return
    if is_full(figures, budget):
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
    yield from load_faults(query, domain, figures, budget)


def _open_goal_points(query: UserQuery, plan: Plan, work: WorkPlan, budget: TimeBudget) -> Iterator[Fault]:
    """Yield what the query itself raises and the plan leaves open."""
    for obstacle in raised_obstacles(query)[:2]:
        if not has_task(work, obstacle):
            yield Fault("obstacle", "medium", {"obstacle": obstacle})
    if query.deadline is not None and query.deadline.day is None and not has_task(work, query.deadline.words):
        yield Fault("date", "medium", {"words": query.deadline.words})
    money = find_budget(query.text)
    if money and not deals_with_money(task.title for task in work.tasks):
        yield Fault("budget", "medium", {"money": money})
    for clause in unused_clauses(query)[:MOST_UNUSED]:
        if not has_task(work, clause):
            yield Fault("unused", "medium", {"clause": clause})
    if lacks_hours(query, budget) and not has_task(work, hours_check_title(query)):
        yield hours_fault(query)
    if _is_vague(query) and query.match is not None and query.match.domain.measure[query.language] not in plan.goal:
        yield _vague(query)
    for risk in query.match.domain.risks if query.match else ():
        is_possible = budget.days >= SHORT_PLAN_DAYS or not outlasts(risk.remedy, budget.days)
        is_possible = is_possible and not _is_too_late(query, risk)
        if is_possible and not has_task(work, risk.remedy.title[query.language]):
            yield _risk(query, risk)


def _risk(query: UserQuery, risk: DomainRisk) -> Fault:
    values = {"risk": lower_first(risk.text[query.language]), "impact": risk.impact[query.language]}
    return Fault("risk", risk.severity, values)


def _is_too_late(query: UserQuery, risk: DomainRisk) -> bool:
    """Return whether what meets a risk belongs to the time after the day that ends the plan."""
    if query.match is not None and is_start_named(query) and risk.phase >= last_phase_to_start(query.match.domain):
        return True
    is_dated = query.deadline is not None and query.deadline.day is not None
    return is_dated and any(map(comes_after, risk.remedy.title.values()))


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
