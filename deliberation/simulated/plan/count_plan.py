"""Plan for a goal that is reached by counting: its parts divided by the days, with a check half-way and days to spare."""

import math
from dataclasses import dataclass, replace

from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_number_known
from deliberation.simulated.plan.time_budget import TimeBudget
from deliberation.simulated.plan.work_plan import STEP_H, WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.amount import Amount
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_days, render

RESERVE_PART = 10
"""One of so many days is held in reserve, one at least."""

FEWEST_DAYS = 4
"""Days below which a day in reserve, or a check half-way, has no room."""

MOST_PIECES = 6
"""Pieces up to which a goal of a field that is known is said to be done when all of them are."""

RESERVE_WEIGHT = 0.08
FIRST_SHARE = 0.05
"""Share of the number that is timed first, if the part of a day is greater."""


@dataclass(frozen=True)
class CountDays:
    """Days of a counted plan: those on which something is done, and of them those in reserve."""

    working: int
    reserve: int

    @property
    def counted(self) -> int:
        """Days among which the parts are divided."""
        return max(1, self.working - self.reserve)


def count_days(budget: TimeBudget) -> CountDays:
    """Return the days until the end on which there are hours, and how many of them are held in reserve."""
    working = max(1, sum(hours > 0 for _, hours in budget.calendar.days(budget.end)))
    return CountDays(working, max(1, working // RESERVE_PART) if working >= FEWEST_DAYS else 0)


def name_count(query: UserQuery, work: WorkPlan) -> WorkPlan:
    """Return the plan whose last practice names the few pieces of the goal, so that not fewer are planned silently."""
    amount = query.amount
    if amount is None or amount.kind != "pieces" or not 2 <= amount.number <= MOST_PIECES or query.match is None:
        return work
    doing = [task for task in work.tasks if task.kind == "practise"] or [t for t in work.tasks if t.kind == "make"]
    sign = render("task.counted", query.language, title="", amount=amount.part(1.0))
    if not doing or query.match.domain.kind in ("event", "exam") or any(sign in task.title for task in work.tasks):
        return work
    title = render("task.counted", query.language, title=doing[-1].title, amount=amount.part(1.0))
    phases = tuple(
        replace(phase, tasks=tuple(replace(task, title=title) if task is doing[-1] else task for task in phase.tasks))
        for phase in work.phases
    )
    return replace(work, phases=phases)


def portion_title(query: UserQuery, budget: TimeBudget) -> str:
    """Return the title of the first task: to divide the number by the days, or to look it up first."""
    name = "count.divide" if is_number_known(query) else "count.look_up"
    return render(name, query.language, **_values(query, budget))


def draft_count_plan(query: UserQuery, budget: TimeBudget) -> WorkPlan:
    """Return the outline of a plan that counts, without dates and title."""
    language, values = query.language, _values(query, budget)
    ending = "known" if is_number_known(query) else "unknown"

    def task(name: str) -> str:
        return render(f"count.{name}_{ending}", language, **values)

    days = count_days(budget)
    total = max(STEP_H, budget.total)
    daily = 1 / days.working
    brief = min(0.02, STEP_H / total)
    opening = [WorkTask(portion_title(query, budget), "check", brief), WorkTask(task("first"), "make", daily)]
    halves = [WorkTask(task("half"), "make", 0.5)]
    if days.working >= FEWEST_DAYS:
        halves.append(WorkTask(render("count.check", language, **values), "check", brief))
    ends = [WorkTask(task("rest"), "make", 0.5)]
    if days.reserve:
        ends.append(WorkTask(render("count.reserve", language, **values), "rest", RESERVE_WEIGHT))
    phases = (
        WorkPhase(render("phase.count_start", language), tuple(opening)),
        WorkPhase(render("phase.count_half", language), tuple(halves)),
        WorkPhase(render("phase.count_end", language), tuple(ends)),
    )
    work = WorkPlan("", "", phases)
    return work.map_hours(share_out([each.hours for each in work.tasks], total))


def _values(query: UserQuery, budget: TimeBudget) -> dict[str, str]:
    days, amount = count_days(budget), query.amount
    return {
        "goal": short_goal(query),
        "all": amount.words if amount else "",
        "portion": _portion(query, amount, days.counted) if amount else "",
        "first": amount.part(min(FIRST_SHARE, _daily(amount, days.counted) / amount.number)) if amount else "",
        "half": amount.part(0.5) if amount else "",
        "days": format_days(days.counted, query.language) if days.counted < 14 else _count(query, days.counted),
        "reserve": _count(query, days.reserve),
    }


def _daily(amount: Amount, days: int) -> float:
    """Return the number of parts of a day, rounded up, so that they reach the whole; at least one."""
    value = max(1.0, amount.number / days)
    step = 10 ** max(0, len(str(int(value))) - 2)
    return math.ceil(value / step - 1e-9) * step


def _portion(query: UserQuery, amount: Amount, days: int) -> str:
    """Return the part of each day, or the days that there are for one part if they are more than the parts."""
    portion = amount.part(_daily(amount, days) / amount.number)
    if amount.number > days:
        return render("count.daily", query.language, portion=portion)
    every = int(days / amount.number)
    return render(
        "count.daily" if every < 2 else "count.every", query.language, portion=portion, days=_count(query, every)
    )


def _count(query: UserQuery, days: int) -> str:
    return render("count.day" if days == 1 else "count.days", query.language, number=days)
