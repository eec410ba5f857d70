"""First steps in a field that the rules do not know: whom to ask, what to ask, one small try, and when to decide."""

from deliberation.simulated.plan.clause_words import MOST_TOLD
from deliberation.simulated.plan.frame_kind import find_frame_kind, first_tasks, next_tasks
from deliberation.simulated.plan.goal_shape import find_shape
from deliberation.simulated.plan.health_task import find_health_words
from deliberation.simulated.plan.plan_draft import DraftChoice
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.clauses import cut_words
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, render
from shared.core.language import join_items

MOST_LEAD = 50
"""Characters that the task of telling has beside the facts."""

MOST_WORDS = 60
"""Most characters of a goal that a title quotes whole."""


def draft_generic_plan(query: UserQuery, total: float, choice: DraftChoice) -> WorkPlan:
    """Return first steps of `total` hours in a field that the rules do not know, without dates and title.

    Nobody could say what follows before somebody who knows was asked, so that there are no hours for it.
    """
    language = query.language
    asking = [*first_tasks(query), WorkTask(expert_title(query), "arrange", 2)]
    if find_frame_kind(query) != "visit":
        asking.append(WorkTask(questions_title(query), "arrange", 1))
    if facts := _facts(query):
        title = render("task.tell", language, facts=join_items(facts, language))
        asking.append(WorkTask(title, "arrange", 1))
    trying = next_tasks(query)
    if choice.has_checks:
        trying.append(WorkTask(decision_title(query), "check", 1))
    phases = (
        WorkPhase(render("phase.start", language), tuple(asking)),
        WorkPhase(render("phase.trial", language), tuple(trying)),
    )
    work = WorkPlan("", "", phases)
    return work.map_hours(share_out([task.hours for task in work.tasks], total))


def expert_title(query: UserQuery) -> str:
    """Return the title of the task without which such a plan stays guesswork: to ask somebody who knows the field."""
    kind = find_frame_kind(query)
    if kind == "health":
        words = find_health_words(query)
        return render("generic.ask.health" if words else "generic.ask.clinic", query.language, words=words)
    kind = find_shape(query) if kind == "any" else kind
    return render(f"generic.ask.{'make' if kind == 'count' else kind}", query.language)


def _facts(query: UserQuery) -> list[str]:
    """Return what is told to whoever is asked, as far as one task names it."""
    said = (*query.statements.possessions[:2], *query.statements.obstacles, *query.unused)
    facts: list[str] = []
    for clause in dict.fromkeys(said):
        if sum(map(len, facts)) + len(clause) <= MOST_TOLD - MOST_LEAD:
            facts.append(clause)
    return facts


def questions_title(query: UserQuery) -> str:
    """Return the title of the task that fixes what is asked."""
    key = "generic.questions" if query.deadline is None or query.deadline.day is None else "generic.questions_dated"
    day = query.deadline.day if query.deadline else None
    text = format_date(day, query.today, query.language) if day else ""
    return render(key, query.language, date=text)


def decision_title(query: UserQuery) -> str:
    """Return the title of the task that ends the first steps: to decide how to go on."""
    is_dated = query.deadline is not None and query.deadline.day is not None
    return render("generic.decide_dated" if is_dated else "generic.decide", query.language)


def short_goal(query: UserQuery) -> str:
    """Return the goal as a title quotes it."""
    goal = query.goal
    return goal if len(goal) <= MOST_WORDS else cut_words(goal, MOST_WORDS - 1) + "…"
