"""First steps in a field that the rules do not know: whom to ask, what to ask, one small try, and when to decide."""

from typing import Literal

from deliberation.simulated.plan.goal_shape import Shape, find_shape
from deliberation.simulated.plan.plan_draft import DraftChoice
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.amount import Amount
from deliberation.simulated.query.clauses import cut_words
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, render
from shared.core.language import join_items

MOST_WORDS = 60
"""Most characters of a goal that a title quotes whole."""


def draft_generic_plan(query: UserQuery, total: float, choice: DraftChoice) -> WorkPlan:
    """Return first steps of `total` hours in a field that the rules do not know, without dates and title.

    Nobody could say what follows before somebody who knows was asked, so that there are no hours for it.
    """
    language, shape = query.language, find_shape(query)
    asking = [WorkTask(expert_title(query), "arrange", 2), WorkTask(questions_title(query), "arrange", 1)]
    if query.statements.possessions:
        facts = join_items(query.statements.possessions[:2], language)
        asking.append(WorkTask(render("task.tell", language, facts=facts), "arrange", 1))
    trying = [WorkTask(render(f"generic.step.{shape}", language, **_values(query)), _STEP_KINDS[shape], 4)]
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
    return render(f"generic.ask.{find_shape(query)}", query.language, **_values(query))


def questions_title(query: UserQuery) -> str:
    """Return the title of the task that fixes what is asked."""
    key = "generic.questions" if query.deadline is None or query.deadline.day is None else "generic.questions_dated"
    day = query.deadline.day if query.deadline else None
    text = format_date(day, query.today, query.language) if day else ""
    return render(key, query.language, date=text)


def decision_title(query: UserQuery) -> str:
    """Return the title of the task that ends the first steps: to decide how to go on."""
    return render("generic.decide", query.language)


def short_goal(query: UserQuery) -> str:
    """Return the goal as a title quotes it."""
    goal = query.goal
    return goal if len(goal) <= MOST_WORDS else cut_words(goal, MOST_WORDS - 1) + "…"


def _values(query: UserQuery) -> dict[str, object]:
    amount = query.amount or Amount(4, "", "", "pieces")
    parts = {"first": 0.05}
    return {
        "goal": short_goal(query),
        "topic": short_goal(query) if query.match is None else query.topic,
        "all": amount.words,
        **{name: amount.part(share) for name, share in parts.items()},
    }


_STEP_KINDS: dict[Shape, Literal["practise", "make", "arrange", "check"]] = {
    "learn": "practise", "exam": "practise", "make": "make", "count": "make", "repair": "check", "care": "practise",
    "arrange": "arrange", "talk": "practise",
}  # fmt: skip
"""Kind of work of the first small step."""
