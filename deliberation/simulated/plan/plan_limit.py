"""Limit of a plan to the part of a goal that fits, said openly, and the day by which the whole would be reached."""

from dataclasses import replace
from datetime import date, timedelta

from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.health_task import with_health_task
from deliberation.simulated.plan.plan_draft import is_added, reduced_tasks
from deliberation.simulated.plan.revision import Revision
from deliberation.simulated.plan.time_budget import MOST_USE, TimeBudget
from deliberation.simulated.plan.work_plan import STEP_H
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, render, upper_first

LEAST_OWN = 2
"""Tasks of the field for which a reduced plan keeps room beside those that were added."""


def says_reduced(query: UserQuery, goal: str) -> bool:
    """Return whether the goal of a plan says that it is a part of the user's goal only."""
    lead = render("goal.reduced", query.language, date="\n", goal="\n").split("\n")
    return all(part in goal for part in lead if part)


def reduce_scope(revision: Revision) -> Revision:
    """Return the revision with a plan for the part that fits; itself if it is reduced already."""
    query, budget = revision.query, revision.budget
    if says_reduced(query, revision.work.goal) or query.match is None:
        # Of a field that is not known only the first steps are planned anyway.
        return revision
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
    goal = render("goal.reduced", query.language, date=day, goal=short_goal(query))
    head = upper_first(short_goal(query))
    title = render("title.reduced", query.language, head=head, date=day)
    return replace(revision, work=replace(part, title=title, goal=goal), end=budget.end)


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
