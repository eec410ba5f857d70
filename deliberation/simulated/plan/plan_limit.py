"""Limit of a plan to the part of a goal that fits, said openly, and the day by which the whole would be reached."""

from dataclasses import replace
from datetime import date, timedelta

from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.health_task import with_health_task
from deliberation.simulated.plan.plan_draft import is_added, reduced_tasks
from deliberation.simulated.plan.revision import Revision
from deliberation.simulated.plan.time_budget import MOST_USE, TimeBudget
from deliberation.simulated.plan.work_plan import STEP_H, WorkPhase, WorkPlan, WorkTask
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, format_days, format_duration, render, upper_first

LEAST_OWN = 2
"""Tasks of the field for which a reduced plan keeps room beside those that were added."""

_GOALS = ("goal.reduced", "goal.reduced_fixed", "goal.reduced_impossible")
"""Goals of plans for a part only: of the part that fits, of what comes first, of what is not possible."""


def says_reduced(query: UserQuery, goal: str) -> bool:
    """Return whether the goal of a plan says that it is a part of the user's goal only."""
    leads = (render(key, query.language, date="\n", goal="\n").split("\n") for key in _GOALS)
    return any(all(part in goal for part in lead if part) for lead in leads)


def reduce_scope(revision: Revision) -> Revision:
    """Return the revision with a plan for the part that fits; itself if it is reduced already."""
    query, budget = revision.query, revision.budget
    if says_reduced(query, revision.work.goal) or query.match is None:
        # Of a field that is not known only the first steps are planned anyway.
        return revision
    if budget.is_impossible:
        return replace(revision, work=_impossible_plan(query, budget), end=budget.end)
    capacity = budget.capacity
    total = MOST_USE * capacity if capacity >= 6 else capacity
    total = min(total, budget.effort.low) if budget.effort else total
    hours = max(0.5, int(total * 2) / 2)
    kept = [task for task in revision.work.tasks if is_added(query, task.title)]
    kept = kept[: max(0, int(hours / STEP_H) - LEAST_OWN)]
    part = reduced_tasks(query, query.match.domain, hours - STEP_H * len(kept), budget.days)
    opening, titles = part.phases[0], {task.title for task in part.tasks}
    first = tuple(replace(task, hours=STEP_H) for task in kept if task.title not in titles)
    part = replace(part, phases=(replace(opening, tasks=(*first, *opening.tasks)), *part.phases[1:]))
    part = with_health_task(query, part)
    day = format_date(budget.deadline or revision.end, query.today, query.language)
    goal = render(f"goal.reduced{budget.case}", query.language, date=day, goal=short_goal(query))
    head = upper_first(short_goal(query))
    title = render(f"title.reduced{budget.case}", query.language, head=head, date=day)
    return replace(revision, work=replace(part, title=title, goal=goal), end=budget.end)


def _impossible_plan(query: UserQuery, budget: TimeBudget) -> WorkPlan:
    """Return the plan for what is not possible: the choice of another goal, and no work towards the whole."""
    language, goal = query.language, short_goal(query)
    day = format_date(budget.deadline or budget.end, query.today, language)
    task = WorkTask(render(f"task.reduced{budget.case}", language), "arrange", STEP_H)
    return with_health_task(
        query,
        WorkPlan(
            render("title.reduced_impossible", language, head=upper_first(goal), date=day),
            render("goal.reduced_impossible", language, goal=goal, date=day),
            (WorkPhase(render("phase.reduced_impossible", language), (task,)),),
        ),
    )


def name_lack(query: UserQuery, budget: TimeBudget) -> dict[str, str]:
    """Return what a goal takes at least and what there is until its date, in hours or in days, as texts."""
    language = query.language
    if budget.effort is None:
        return {"need": "", "there": ""}
    if budget.lacks_hours_by_factor or not budget.is_impossible:
        need, there = budget.effort.low, max(STEP_H, int(budget.capacity * 2 + 1e-6) / 2)
        return {"need": format_duration(round(need) or need, language), "there": format_duration(there, language)}
    left = max(1, (budget.deadline - query.today).days) if budget.deadline else budget.days
    return {"need": format_days(budget.effort.min_days, language), "there": format_days(left, language)}


def whole_end(query: UserQuery, budget: TimeBudget) -> date:
    """Return when the whole goal would be reached with the same hours a week."""
    effort = budget.effort
    if effort is None:
        return budget.end
    weekly = budget.calendar.weekly_hours
    if budget.is_assumed and query.match is not None:
        weekly = query.match.domain.weekly_hours
    days = round(effort.between(0.4) / max(weekly, 0.1) * 7 / 0.92)
    return query.today + timedelta(days=min(4000, max(days, effort.min_days)))
