"""Changes of a plan by findings of the critic that add no task: hours, load, measure and scope."""

from dataclasses import replace
from datetime import timedelta

from deliberation.contracts.critique import CritiqueFinding
from deliberation.simulated.plan.fault import ReadFault
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.plan_draft import is_added, needed_tasks
from deliberation.simulated.plan.plan_limit import reduce_scope, whole_end
from deliberation.simulated.plan.revision import Revision
from deliberation.simulated.plan.task_addition import add_check
from deliberation.simulated.plan.time_budget import TimeBudget
from deliberation.simulated.plan.work_plan import round_hours, scale_hours
from deliberation.simulated.text_variants import format_date, format_duration, render
from shared.core.language import join_items, join_sentences


def state_measure(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision whose goal says by what it is reached."""
    query = revision.query
    measure = query.match.domain.measure[query.language] if query.match else short_goal(query)
    goal = render("goal.measured", query.language, goal=revision.work.goal, measure=measure)
    text = render("answer.measured", query.language, measure=measure)
    return replace(revision, work=replace(revision.work, goal=goal)).with_answer(finding, text)


def move_to_practice(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with hours moved from study to practice."""
    work, language = revision.work, revision.query.language
    learning = [task for task in work.tasks if task.kind == "learn"]
    practice = [task for task in work.tasks if task.kind in ("practise", "make")]
    if not learning or not practice:
        return add_check(revision, finding, fault)
    giver, taker = max(learning, key=lambda task: task.hours), max(practice, key=lambda task: task.hours)
    doing = sum(task.hours for task in work.tasks if task.kind in ("practise", "make", "check"))
    wanted = round_hours(0.5 * work.total_hours - doing)
    givable = {id(task): max(0.0, task.hours - 0.5) for task in learning}
    moved = min(wanted, sum(givable.values()))
    share = moved / max(0.5, sum(givable.values()))
    taken = {key: int(hours * share * 2) / 2 for key, hours in givable.items()}
    moved = sum(taken.values())
    hours = [task.hours - taken.get(id(task), 0.0) + (moved if task is taker else 0.0) for task in work.tasks]
    values = {"hours": format_duration(moved, language), "other": giver.title, "task": taker.title}
    text = render("answer.moved", language, **values)
    return replace(revision, work=work.map_hours(hours)).with_answer(finding, text)


def lower_load(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Lower the weekly hours to what is usual or bearable: a later end if no date is fixed, else fewer hours."""
    query, budget = revision.query, revision.budget
    match = query.match
    most = match.domain.most_weekly_hours if match and fault.key == "heavy" else budget.calendar.weekly_hours
    weeks = max(1.0, (revision.end - query.today).days / 7)
    work, end = revision.work, revision.end
    if budget.deadline is None and not budget.is_slow:
        end = query.today + timedelta(days=round(work.total_hours / most * 7))
    else:
        work = scale_hours(work, min(work.total_hours, most * weeks))
    weekly = work.total_hours / max(1.0, (end - query.today).days / 7)
    values = {
        "weekly": format_duration(round(weekly * 2) / 2, query.language),
    }
    text = render("answer.fewer_hours", query.language, **values)
    return replace(revision, work=work, end=end).with_answer(finding, text)


def cut_to_capacity(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision cut to the hours that are there."""
    capacity = revision.budget.calendar.capacity(revision.end)
    changed = replace(revision, work=scale_hours(revision.work, min(revision.work.total_hours, 0.95 * capacity)))
    return lower_load(changed, finding, fault)


def name_what_goes(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Mark the task that is dropped, or kept, when time runs short."""
    query, work = revision.query, revision.work
    tasks = needed_tasks(query, query.match.domain) if query.match else ()
    vital = {task.title[query.language] for _, task in tasks if task.why}
    doing = [task for task in work.tasks if task.kind in ("learn", "make", "practise")] or list(work.tasks)
    spare = [task for task in doing if task.title not in vital] or doing
    is_dropped = fault.key == "tight"
    chosen = spare[-1] if is_dropped else max(doing, key=lambda task: task.hours)
    title = render("task.dropped_first" if is_dropped else "task.kept_first", query.language, title=chosen.title)
    text = render("answer.tight" if is_dropped else "answer.keep_first", query.language, task=chosen.title)
    phases = tuple(
        replace(phase, tasks=tuple(replace(task, title=title) if task is chosen else task for task in phase.tasks))
        for phase in work.phases
    )
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, text)


def firm_key(budget: TimeBudget) -> str:
    """Return the key of the answer to somebody who attacks a date again."""
    return "answer.firm_fixed" if budget.is_date_fixed else "answer.firm_again"


def reduce(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Plan openly for the part that fits, and say when the whole would be done."""
    query, budget = revision.query, revision.budget
    if query.match is None and finding.answer is not None:
        day = format_date(budget.deadline or revision.end, query.today, query.language)
        return revision.with_answer(finding, render(firm_key(budget), query.language, date=day), "rebutted")
    changed = reduce_scope(revision)
    key = f"answer.reduced{budget.case}" if query.match is not None else "answer.reduced_unknown"
    key = "answer.reduced_count" if is_counted(query) else key
    values = {
        "date": format_date(budget.deadline or revision.end, query.today, query.language),
        "total": format_duration(changed.work.total_hours, query.language),
        "later": format_date(whole_end(query, budget), query.today, query.language),
    }
    text = render(key, query.language, **values)
    left = [task.title for task in changed.work.tasks]
    gone = [task.title for task in revision.work.tasks if is_added(query, task.title) and task.title not in left]
    if gone:
        more = render("answer.dropped", query.language, tasks=join_items(gone, query.language))
        text = join_sentences((text, more), query.language)
    return changed.with_answer(finding, text)
