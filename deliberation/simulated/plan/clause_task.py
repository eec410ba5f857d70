"""Tasks for the user's own words: what makes it hard, and what nothing else in the plan uses."""

from collections.abc import Callable
from dataclasses import replace

from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.plan import Plan
from deliberation.simulated.plan.fault import ReadFault
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.health_task import health_title
from deliberation.simulated.plan.plan_draft import shares_word
from deliberation.simulated.plan.revision import Revision, add_task, name_task, take_hours
from deliberation.simulated.plan.task_addition import add_titled
from deliberation.simulated.plan.work_plan import STEP_H, WorkTask, round_hours
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_duration, render
from shared.core.language import join_items

MOST_TOLD = 200
"""Characters up to which one task names what is to be told."""


def add_obstacle(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task for what makes it hard."""
    return _add_for_words(revision, finding, "task.obstacle", obstacle=fault.subject)


def add_unused(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task for words of the user that nothing used."""
    return _add_for_words(revision, finding, "task.unused", clause=fault.subject)


def _add_for_words(revision: Revision, finding: CritiqueFinding, key: str, **words: str) -> Revision:
    """Return the revision with a task for words of the user, unless a task is about them or nothing has room for one."""
    query, (subject,) = revision.query, words.values()
    if query.match is None and not is_counted(query):
        return _tell(revision, finding, subject)
    stressed = _stress(revision, finding, subject)
    if stressed is not None:
        return stressed
    if revision.work.total_hours < STEP_H * (len(revision.work.tasks) + 1):
        total = format_duration(revision.work.total_hours, query.language)
        return revision.with_answer(finding, render("answer.no_room", query.language, total=total), "rebutted")
    title = render(key, query.language, (query.text, subject), **words)
    return add_titled(revision, finding, title, "arrange", 0, _after_first_check(revision))


def _tell(revision: Revision, finding: CritiqueFinding, clause: str) -> Revision:
    """Return the revision in which the user's words are told to whoever is asked: one task for all of them."""
    query, work, language = revision.query, revision.work, revision.query.language
    lead = render("task.tell", language, facts="")
    told = next((task for task in work.tasks if task.title.startswith(lead)), None)
    if told is None:
        title = render("task.tell", language, facts=clause)
        revision = add_task(revision, finding, WorkTask(title, "arrange", STEP_H), 0, None)
        return replace(revision, answers=revision.answers[:-1]).with_answer(finding, _told(query, clause))
    if len(told.title) + len(clause) > MOST_TOLD:
        total = format_duration(work.total_hours, language)
        return revision.with_answer(finding, render("answer.no_room", language, total=total), "rebutted")
    title = told.title if clause in told.title else join_items((told.title, clause), language)
    phases = tuple(
        replace(phase, tasks=tuple(replace(task, title=title) if task is told else task for task in phase.tasks))
        for phase in work.phases
    )
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, _told(query, clause))


def _told(query: UserQuery, clause: str) -> Callable[[Plan], str]:
    return lambda plan: name_task(plan, query, clause, "answer.told", clause=clause)


def _stress(revision: Revision, finding: CritiqueFinding, obstacle: str) -> Revision | None:
    """Return the revision with more hours for the task that is about an obstacle; None if none is."""
    language, work = revision.query.language, revision.work
    about = next((task for task in work.tasks if _is_about(revision, task, obstacle)), None)
    if about is None:
        return None
    hours = round_hours(min(0.3 * about.hours, 0.1 * work.total_hours))
    _, work = take_hours(revision, hours)
    place = next(index for index, task in enumerate(revision.work.tasks) if task is about)
    if len(work.tasks) != len(revision.work.tasks):
        return None
    title = render("task.stressed", language, title=about.title, obstacle=obstacle)
    kept = work.tasks[place]
    phases = tuple(
        replace(
            phase,
            tasks=tuple(
                replace(task, title=title, hours=task.hours + hours) if task is kept else task for task in phase.tasks
            ),
        )
        for phase in work.phases
    )
    text = render("answer.stressed", language, task=about.title, hours=format_duration(hours, language))
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, text)


def _is_about(revision: Revision, task: WorkTask, words: str) -> bool:
    is_open = task.kind != "rest" and task.title != health_title(revision.query)
    return is_open and shares_word(task.title, words)


def _after_first_check(revision: Revision) -> int:
    return 1 if revision.work.phases[0].tasks[0].kind == "check" else 0
