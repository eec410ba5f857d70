"""Plan under revision: tasks are added with hours from the time to spare or from the others, and answers collected."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from deliberation.contracts.critique import CritiqueFinding, FindingAnswer
from deliberation.contracts.plan import Plan
from deliberation.simulated.plan.count_plan import name_count
from deliberation.simulated.plan.event_days import event_day
from deliberation.simulated.plan.frame_kind import find_frame_kind
from deliberation.simulated.plan.plan_dates import write_plan
from deliberation.simulated.plan.plan_draft import is_added
from deliberation.simulated.plan.repeated_work import gather_repeated
from deliberation.simulated.plan.time_budget import TimeBudget
from deliberation.simulated.plan.work_plan import (
    STEP_H,
    WorkPlan,
    WorkTask,
    last_day,
    read_plan,
    round_hours,
    scale_hours,
)
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_duration, render

Verdict = Literal["accepted", "rebutted"]
AnswerText = str | Callable[[Plan], str]
"""Text of an answer, or what makes it of the plan when its dates are known."""

MOST_TASKS = 12
"""Most tasks of a phase."""

LEAST_OWN_TASKS = 3
"""Tasks of the field from which one gives way to what was raised."""

SETUP_DAYS = 14
"""Days within which a habit is set up, if nobody said which hours there are."""

URGENT_DAYS = 6
"""Days within which a damage is looked after, or the care of somebody is arranged."""

LEAST_SPARE = 0.04
"""Share of a plan that stays as time to spare when a task is added."""

MOST_OF_PLAN = 0.15
"""Share of a plan that one added task takes at most."""


@dataclass(frozen=True)
class Revision:
    """Plan under revision with its answers so far.

    Attributes:
        query: The query.
        budget: Its time budget.
        work: The plan.
        end: Last day of the plan.
        answers: Answers to findings; those that name a date are rendered when the dates are known.
    """

    query: UserQuery
    budget: TimeBudget
    work: WorkPlan
    end: date
    answers: tuple[tuple[str, "Verdict", "AnswerText"], ...] = ()

    @property
    def spare(self) -> float:
        """Hours until the end that no task uses."""
        return max(0.0, self.budget.calendar.capacity(self.end) - self.work.total_hours)

    def with_answer(self, finding: CritiqueFinding, text: "AnswerText", verdict: "Verdict" = "accepted") -> "Revision":
        """Return the revision with the answer to a finding."""
        return replace(self, answers=(*self.answers, (finding.id, verdict, text)))


def begin_revision(query: UserQuery, budget: TimeBudget, plan: Plan) -> Revision:
    """Return the revision of a plan before anything is changed."""
    return Revision(query, budget, read_plan(plan, query.language), last_day(plan))


def date_plan(query: UserQuery, budget: TimeBudget, work: WorkPlan, end: date) -> Plan:
    """Return a plan with its dates: by the day of an event, and what sets a habit up in its first days."""
    work = gather_repeated(query, work if budget.is_short else name_count(query, work))
    return write_plan(work, budget.calendar, end, query.language, event_day(query), _setup_days(query, budget))


def _setup_days(query: UserQuery, budget: TimeBudget) -> int:
    """Return the days for what comes first: few for what is urgent, two weeks for a habit; 0 if the hours decide."""
    if query.match is None:
        return URGENT_DAYS if find_frame_kind(query) in ("damage", "health") else 0
    return SETUP_DAYS if query.match.domain.kind == "habit" and budget.is_assumed else 0


def finish_revision(revision: Revision) -> tuple[Plan, tuple[FindingAnswer, ...]]:
    """Return the dated plan and the answers."""
    plan = date_plan(revision.query, revision.budget, revision.work, revision.end)
    return plan, tuple(_answer(revision, plan, *each) for each in revision.answers)


def _answer(revision: Revision, plan: Plan, finding: str, verdict: Verdict, text: AnswerText) -> FindingAnswer:
    """Return an answer by the finished plan: what was accepted, but is not in it, is said to have no room."""
    written = text if isinstance(text, str) else text(plan)
    if written:
        return FindingAnswer(finding=finding, decision=verdict, text=written)
    total = format_duration(revision.work.total_hours, revision.query.language)
    written = render("answer.no_room", revision.query.language, total=total)
    return FindingAnswer(finding=finding, decision="rebutted", text=written)


def add_task(
    revision: Revision, finding: CritiqueFinding, task: WorkTask, phase: int | None, place: int | None = None
) -> Revision:
    """Return the revision with a task more, whose hours come from the time to spare or from the others."""
    query, work = revision.query, revision.work
    present = next((each for each in work.tasks if task.title in each.title), None)
    if present is not None:
        return revision.with_answer(finding, lambda plan: name_task(plan, query, present.title, "answer.already"))
    number = min(phase if phase is not None else 0, len(work.phases) - 1)
    if len(work.phases[number].tasks) >= MOST_TASKS and number + 1 < len(work.phases):
        number, place = number + 1, 0
    work = _with_room(query, work)
    hours = min(task.hours, max(0.5, round_hours(work.total_hours * MOST_OF_PLAN)))
    name = work.phases[number].name
    source, work = take_hours(replace(revision, work=work), hours)
    # A phase whose tasks gave up all of their hours is gone.
    number = next(
        (index for index, each in enumerate(work.phases) if each.name == name), min(number, len(work.phases) - 1)
    )
    tasks = list(work.phases[number].tasks)
    tasks.insert(len(tasks) if place is None else place, replace(task, hours=hours))
    changed = replace(revision, work=work.with_tasks(number, tasks[:MOST_TASKS]))
    return changed.with_answer(finding, lambda plan: name_task(plan, query, task.title, "answer.added", source=source))


def _with_room(query: UserQuery, work: WorkPlan) -> WorkPlan:
    """Return a plan in which one step of hours is left for another task: the least of the field's own tasks goes."""
    own = [task for task in work.tasks if not is_added(query, task.title)]
    if work.total_hours >= STEP_H * (len(work.tasks) + 1) or len(own) < LEAST_OWN_TASKS or query.match is None:
        return work
    least = min(own, key=lambda task: (task.kind != "rest", task.hours))
    taker = max((task for task in work.tasks if task is not least), key=lambda task: task.hours)
    return work.map_hours([0.0 if task is least else task.hours + least.hours * (task is taker) for task in work.tasks])


def take_hours(revision: Revision, hours: float) -> tuple[str, WorkPlan]:
    """Return where the hours come from, in words, and the plan after they were taken."""
    language, work = revision.query.language, revision.work
    if revision.spare - hours >= LEAST_SPARE * work.total_hours:
        return render("source.slack", language), work
    return render("source.moved", language), scale_hours(work, max(STEP_H, work.total_hours - hours))


def name_task(plan: Plan, query: UserQuery, title: str, key: str, **values: str) -> str:
    """Return an answer that names a task of the plan, which has its hours and dates; "" if it is not in the plan."""
    task = next((each for phase in plan.phases for each in phase.tasks if title in each.title), None)
    if task is None:
        return ""
    return render(key, query.language, task=title, **values)
