"""Tasks for the user's own words: what makes it hard, and what nothing else in the plan uses."""

from collections.abc import Callable
from dataclasses import replace

from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.plan import Plan
from deliberation.simulated.plan.clause_words import MOST_TOLD, is_recurrent
from deliberation.simulated.plan.fault import ReadFault
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.health_task import health_title
from deliberation.simulated.plan.revision import Revision, add_task, name_task, take_hours
from deliberation.simulated.plan.shared_words import shares_subject, shares_word
from deliberation.simulated.plan.task_addition import add_titled
from deliberation.simulated.plan.work_plan import STEP_H, WorkTask, round_hours
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_duration, render
from shared.core.language import Language, join_items


def add_obstacle(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task for what makes it hard."""
    query, subject = revision.query, fault.subject
    used = _tell_or_stress(revision, finding, subject)
    if used is not None:
        return used
    if not is_recurrent(subject) or revision.work.total_hours < STEP_H * (len(revision.work.tasks) + 1):
        return _leave(revision, finding)
    title = render("task.obstacle", query.language, (query.text, subject), obstacle=subject)
    return add_titled(revision, finding, title, "arrange", 0, _after_first_check(revision))


def add_unused(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision in which words of the user stress a task that is about them, are told, or are not used."""
    return _tell_or_stress(revision, finding, fault.subject) or _leave(revision, finding)


def _leave(revision: Revision, finding: CritiqueFinding) -> Revision:
    """Return the revision that says that the words are not used; the report lists them."""
    return revision.with_answer(finding, render("answer.not_used", revision.query.language), "rebutted")


def _tell_or_stress(revision: Revision, finding: CritiqueFinding, words: str) -> Revision | None:
    """Return the revision that tells words of the user to who is asked, or stresses a task; None if neither fits."""
    if revision.query.match is None and not is_counted(revision.query):
        return _tell(revision, finding, words)
    return _stress(revision, finding, words)


def _tell(revision: Revision, finding: CritiqueFinding, clause: str) -> Revision:
    """Return the revision in which the user's words are told to whoever is asked: one task for all of them."""
    query, work, language = revision.query, revision.work, revision.query.language
    lead = render("task.tell", language, facts="")
    told = next((task for task in work.tasks if task.title.startswith(lead)), None)
    if told is None:
        title = render("task.tell", language, facts=clause)
        if work.total_hours < STEP_H * (len(work.tasks) + 1):
            return _leave(revision, finding)
        revision = add_task(revision, finding, WorkTask(title, "arrange", STEP_H), 0, None)
        return replace(revision, answers=revision.answers[:-1]).with_answer(finding, _told(query, clause))
    if clause not in told.title and len(told.title) + len(clause) > MOST_TOLD:
        return _leave(revision, finding)
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
    title = _stressed_title(about.title, obstacle, language)
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


def _stressed_title(title: str, words: str, language: Language) -> str:
    """Return a title with what it is done with an eye on, joined to what was said there before."""
    lead, end = render("task.stressed", language, title="", obstacle="\n").split("\n")
    if lead in title and title.endswith(end):
        return join_items((title.removesuffix(end), words), language) + end
    return render("task.stressed", language, title=title, obstacle=words)


def _is_about(revision: Revision, task: WorkTask, words: str) -> bool:
    is_open = task.kind != "rest" and task.title != health_title(revision.query)
    return is_open and (shares_word(task.title, words) or shares_subject(task.title, words))


def _after_first_check(revision: Revision) -> int:
    return 1 if revision.work.phases[0].tasks[0].kind == "check" else 0
