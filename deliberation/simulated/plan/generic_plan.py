"""First steps in a field that the rules do not know: whom to ask, what to ask, one small try, and when to decide."""

import re
from typing import Literal

from deliberation.simulated.plan.clause_words import MOST_TOLD
from deliberation.simulated.plan.goal_shape import find_shape
from deliberation.simulated.plan.health_task import find_health_words, has_animal
from deliberation.simulated.plan.plan_draft import DraftChoice
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.amount import Amount
from deliberation.simulated.query.clauses import cut_words
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, render
from shared.core.language import join_items

_MAKE = re.compile(
    r"做(?!手术|完手术|好人)|造|写|画|建|刻|印|拍|编|翻译|录|种|搭|缝|织|"
    r"\b(?:mak\w+|build\w*|writ\w+|draw\w*|paint\w*|carv\w+|record\w*|print\w*|translat\w+|photograph\w*|compil\w+|map|plant\w*|sew\w*|creat\w+|produc\w+|design\w*|knit\w*|assembl\w+)\b",
    re.IGNORECASE,
)

_HOME = re.compile(
    r"租|房东|物业|楼|卫生间|厨房|屋顶|水管|老房|\b(?:rent(?:ing|ed)?|landlord|landlady|flat|apartment|neighbours?|tap|kitchen|bathroom|roof|boiler)\b",
    re.IGNORECASE,
)
"""Words of a repair in a building, which concerns its management too."""

MOST_LEAD = 50
"""Characters that the task of telling has beside the facts."""

MOST_WORDS = 60
"""Most characters of a goal that a title quotes whole."""


def draft_generic_plan(query: UserQuery, total: float, choice: DraftChoice) -> WorkPlan:
    """Return first steps of `total` hours in a field that the rules do not know, without dates and title.

    Nobody could say what follows before somebody who knows was asked, so that there are no hours for it.
    """
    language = query.language
    asking = [WorkTask(expert_title(query), "arrange", 2), WorkTask(questions_title(query), "arrange", 1)]
    if facts := _facts(query):
        title = render("task.tell", language, facts=join_items(facts, language))
        asking.append(WorkTask(title, "arrange", 1))
    step = _step(query)
    trying = [WorkTask(render(f"generic.step.{step}", language, **_values(query)), _STEP_KINDS[step], 4)]
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
    if _is_care_of_health(query):
        return render("generic.ask.health", query.language, words=find_health_words(query))
    shape = find_shape(query)
    is_at_home = shape == "repair" and _HOME.search(query.text) is not None
    return render("generic.ask.repair_home" if is_at_home else f"generic.ask.{shape}", query.language)


def _is_care_of_health(query: UserQuery) -> bool:
    """Return whether a goal is itself about illness or treatment of a person."""
    words = find_health_words(query)
    shape = find_shape(query)
    is_meant = words.lower() in query.goal.lower() or shape in ("care", "arrange") or _is_open(query)
    return bool(words) and is_meant and not has_animal(query)


def _step(query: UserQuery) -> str:
    """Return the kind of the first small step; nothing is made on trial that is not made or learned."""
    if _is_care_of_health(query):
        return "health"
    return "any" if _is_open(query) else find_shape(query)


def _is_open(query: UserQuery) -> bool:
    """Return whether the words of a goal tell no kind of undertaking."""
    return find_shape(query) == "make" and not _MAKE.search(query.goal)


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


def _values(query: UserQuery) -> dict[str, object]:
    amount = query.amount or Amount(4, "", "", "pieces")
    parts = {"first": 0.05}
    return {
        "goal": short_goal(query),
        "topic": short_goal(query) if query.match is None else query.topic,
        "all": amount.words,
        **{name: amount.part(share) for name, share in parts.items()},
    }


_STEP_KINDS: dict[str, Literal["practise", "make", "arrange", "check"]] = {
    "learn": "practise", "exam": "practise", "make": "make", "count": "make", "repair": "check", "care": "practise",
    "arrange": "arrange", "talk": "practise", "health": "arrange", "any": "arrange",
}  # fmt: skip
"""Kind of work of the first small step."""
