"""Faults of a plan and of what was said about it, found by code from a query's labels alone."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Literal

from deliberation.contracts.plan import Plan
from deliberation.core.date_tools import parse_date
from deliberation.core.plan_quality import PlanFault, PlanLimits, check_plan
from shared.core.language import Language
from towow.evaluation.deliberation_query import DomainWords, EvaluationQuery

EvaluationFault = PlanFault | Literal["no_plan", "empty_title"]

LOAD_TOLERANCE = 1.1
"""Share of the available time that a plan may take before it counts as too much."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")


def find_plan_faults(plan: Plan | None, query: EvaluationQuery) -> list[EvaluationFault]:
    """Return what is wrong with a plan: sums, dates, deadline, load. Each fault once."""
    if plan is None:
        return ["no_plan"]
    deadline = None if query.deadline is None else date.fromisoformat(query.deadline)
    limits = PlanLimits(date.fromisoformat(query.today), deadline)
    found: list[EvaluationFault] = [finding.fault for finding in check_plan(plan, limits)]
    if _is_overloaded(plan, query):
        found.append("overload")
    if not all(task.title.strip() for phase in plan.phases for task in phase.tasks):
        found.append("empty_title")
    return list(dict.fromkeys(found))


def _is_overloaded(plan: Plan, query: EvaluationQuery) -> bool:
    """Return whether the hours exceed what the user has until the end, counted in days, the first and last included.

    The labels give hours a week, and no weekdays as `PlanLimits` has them.
    """
    tasks = [task for phase in plan.phases for task in phase.tasks]
    days = [day for day in (parse_date(task.deadline) for task in tasks) if day is not None]
    if query.hours_per_week is None or not days:
        return False
    weeks = (max(days) - date.fromisoformat(query.today) + timedelta(days=1)).days / 7
    hours = sum(task.estimated_hours for task in tasks)
    return hours > LOAD_TOLERANCE * query.hours_per_week * max(weeks, 1 / 7) + 0.5


def find_foreign_words(texts: Iterable[str], query: EvaluationQuery, words: DomainWords) -> list[str]:
    """Return the words of other domains that stand in the texts and not in the query.

    A Chinese word is found as a substring, another one as a whole word, whatever its case.
    """
    text, asked = "\n".join(texts), query.query
    foreign = [
        word
        for domain, by_language in words.items()
        if domain != query.domain
        for language, listed in by_language.items()
        for word in listed
        if _contains(text, word, language) and not _contains(asked, word, language)
    ]
    return list(dict.fromkeys(foreign))


def _contains(text: str, word: str, language: Language) -> bool:
    if language == "zh":
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def is_in_language(texts: Sequence[str], query: EvaluationQuery) -> bool:
    """Return whether the texts, without what they quote of the query, are in the query's language."""
    text = "".join(texts).replace(query.query, "")
    letters = len(_LETTER.findall(text))
    share = len(_CHINESE.findall(text)) / letters if letters else 0.0
    return share > 0.5 if query.language == "zh" else share < 0.1
