"""First draft of a plan for a field that the rules know, by the user's level, goal and what is there already."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deliberation.simulated.knowledge.domain_match import find_levels
from deliberation.simulated.knowledge.domain_table import Domain, DomainTask, Texts
from deliberation.simulated.plan.start_date import is_start_named, tasks_to_start
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import render

_EXAM = re.compile(
    r"考级|考试|报考|考(?=[A-Z\d一二三四五六七八九])|\b(?:exam|test|grade \d|certificate|JLPT|TOPIK|DELE|DELF)\b",
    re.IGNORECASE,
)
"""Words of an exam; nobody enters for one of a level from nothing."""


_CONDITION = re.compile(r"^(?:如果|要是|万一|若|有.{1,8}先)|^(?:if|in case|should)\b|\bfirst with\b", re.IGNORECASE)
"""Beginning of advice for a case that may not arise; it is no task with a date."""

_STANDING = re.compile(
    r"现在|目前|已经|平时|能(?:跑|游|弹|写|做|说)|\b(?:current(?:ly)?|now|already|at the moment|i(?:'m| am) at|i can|i (?:run|swim|ride|play|read|speak))\b",
    re.IGNORECASE,
)
"""Words of a clause that says where the user stands."""

_CLAUSE = re.compile(r"[,，。.;；!！?？]\s*")

DAYS_A_MONTH = 30.4

LEAST_TASKS = 3
"""Tasks below which a plan keeps what its days hardly allow."""


@dataclass(frozen=True)
class DraftChoice:
    """Choice of what a first draft leaves out.

    Attributes:
        missing: Number of the indispensable task that is left out; None for none.
        has_reserve: Whether time is held back at the end.
        has_checks: Whether the later checks are in.
    """

    missing: int | None = None
    has_reserve: bool = True
    has_checks: bool = True


def draft_plan(query: UserQuery, domain: Domain, total: float, choice: DraftChoice) -> WorkPlan:
    """Return the outline of a plan for a query with `total` hours, without dates and title."""
    chosen = [task for _, task in needed_tasks(query, domain)]
    essentials = [task for task in chosen if task.why is not None]
    left_out = essentials[choice.missing % len(essentials)] if choice.missing is not None and essentials else None
    phases: list[WorkPhase] = []
    last_phase = len(domain.phases) - 1
    for number, phase in enumerate(domain.phases):
        tasks = [task for task in phase.tasks if task in chosen and task is not left_out]
        tasks = [task for task in tasks if choice.has_reserve or task.kind != "rest"]
        if not choice.has_checks and number > 0:
            tasks = [task for task in tasks if task.kind != "check"]
        if tasks:
            works = [_work_task(query, task, number, last_phase) for task in tasks]
            phases.append(WorkPhase(phase.name[query.language], tuple(works)))
    work = WorkPlan("", "", tuple(phases))
    return work.map_hours(share_out([task.hours for task in work.tasks], total))


def needed_tasks(query: UserQuery, domain: Domain) -> Iterator[tuple[int, DomainTask]]:
    """Yield the tasks of a field that a query needs and that its days allow, with their phases."""
    relevant = list(relevant_tasks(query, domain))
    days = days_left(query)
    lasting = [pair for pair in relevant if days is None or not outlasts(pair[1], days)]
    yield from lasting if len(lasting) >= LEAST_TASKS else relevant


def relevant_tasks(query: UserQuery, domain: Domain) -> Iterator[tuple[int, DomainTask]]:
    """Yield the tasks of a field that a query needs, with their phases: not what is done, not wanted or known."""
    knows_basics = not starts_from_nothing(query, domain)
    most = tasks_to_start(domain) if is_start_named(query) else None
    for number, task in list(domain.tasks())[:most]:
        is_known = task.for_beginners and knows_basics
        is_needed = task.only is None or _says(query, task.only)
        is_done = task.done is not None and _says(query, task.done)
        is_advice = any(_CONDITION.search(title) for title in task.title.values())
        if is_needed and not is_known and not is_done and not is_advice and not is_unwanted(_title(task, query), query):
            yield number, task


def _title(task: DomainTask, query: UserQuery) -> str:
    return task.title[query.language]


def days_left(query: UserQuery) -> int | None:
    """Return the days until the deadline; None without one."""
    day = query.deadline.day if query.deadline else None
    return None if day is None else max(1, (day - query.today).days)


def starts_from_nothing(query: UserQuery, domain: Domain) -> bool:
    """Return whether a query is taken to start from nothing.

    It says so; or it says no level, names none as its own, and enters for no exam of one.
    """
    if query.statements.level is not None:
        return query.statements.level == "beginner"
    if any(_STANDING.search(clause) and find_levels(domain, clause) for clause in _CLAUSE.split(query.text)):
        return False
    return not (_EXAM.search(query.text) and find_levels(domain, query.goal))


def _says(query: UserQuery, patterns: Texts) -> bool:
    return any(re.search(words, query.text, re.IGNORECASE) for words in patterns.values())


def is_unwanted(title: str, query: UserQuery) -> bool:
    """Return whether a task shares a word with what the user does not want."""
    words = [word for words in query.statements.not_wanted for word in _content(words)]
    return any(word in title.lower() for word in words)


def _content(words: str) -> Sequence[str]:
    if has_chinese(words):
        return [words[start : start + 2] for start in range(len(words) - 1)]
    return [word for word in re.findall(r"[a-z]{5,}", words.lower()) if word not in ("about", "again", "anything")]


def _work_task(query: UserQuery, task: DomainTask, phase: int, last_phase: int) -> WorkTask:
    """Return a task with its weight for hours; a check says how much of the goal's amount it asks for."""
    title, amount = task.title[query.language], query.amount
    if task.is_monthly_sum and amount is not None and amount.kind == "money" and (days := days_left(query)):
        months = max(1, round(days / DAYS_A_MONTH))
        texts = {"sum": amount.per_month(months), "whole": amount.part(1.0), "months": str(months)}
        return WorkTask(render("task.monthly_sum", query.language, title=title, **texts), task.kind, task.share)
    is_reached_by_parts = amount is not None and (
        amount.kind in ("words", "money") or (amount.kind == "length" and _is_trained(query))
    )
    if task.kind == "check" and amount is not None and is_reached_by_parts and phase > 0:
        share = 1.0 if phase == last_phase else 0.5
        if share < 1.0 or phase > 1:
            title = render("task.milestone", query.language, title=title, amount=amount.part(share))
    return WorkTask(title, task.kind, task.share)


def _is_trained(query: UserQuery) -> bool:
    return query.match is not None and query.match.domain.kind in ("skill", "habit")


_PERIODS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (
        28,
        re.compile(
            r"每四周|每(?:个)?月|\b(?:monthly|a month|each month|every (?:month|fourth|four weeks))\b", re.IGNORECASE
        ),
    ),
    (14, re.compile(r"每两周|两周不|\b(?:every (?:two|other) weeks?|fortnightly|two flat weeks)\b", re.IGNORECASE)),
    (7, re.compile(r"每周|一周[一二两三四五六]|\b(?:a week|weekly|per week|each week|every week)\b", re.IGNORECASE)),
    (1, re.compile(r"每天|每日|\b(?:every day|daily|each day|every morning|every evening)\b", re.IGNORECASE)),
)
"""Days of one turn of what is repeated, by the words of a task, the longest first."""

LEAST_TURNS = 2
"""Turns that something repeated has at least."""

FEW_DAYS = 7
"""Days up to which a plan is one for the last moment."""


def outlasts(task: DomainTask, days: int) -> bool:
    """Return whether a task is repeated in turns that are too long for a plan of so many days."""
    title = " ".join(task.title.values())
    period = next((period for period, pattern in _PERIODS if pattern.search(title)), 0)
    return LEAST_TURNS * period > days


def reduced_tasks(query: UserQuery, domain: Domain, total: float, days: int) -> WorkPlan:
    """Return the outline of what fits into too few hours: the indispensable tasks first, the greatest first.

    Of few days the last phase is kept first, which is about the end itself, and nothing that is repeated over weeks.
    """
    tasks = list(needed_tasks(query, domain))
    if days <= FEW_DAYS:
        ranked = sorted(tasks, key=lambda pair: (-pair[0], pair[1].why is None, pair[1].kind == "rest"))
    else:
        ranked = sorted(tasks, key=lambda pair: (pair[1].why is None, pair[1].kind == "rest", -pair[1].share))
    count = max(2, min(len(ranked), int(total / 1.0), 8))
    kept = {id(task) for _, task in ranked[:count]}
    phases = [
        WorkPhase(
            phase.name[query.language],
            tuple(
                WorkTask(task.title[query.language], task.kind, task.share) for task in phase.tasks if id(task) in kept
            ),
        )
        for phase in domain.phases
    ]
    work = WorkPlan("", "", tuple(phase for phase in phases if phase.tasks))
    return work.map_hours(share_out([task.hours for task in work.tasks], total))


def is_added(query: UserQuery, title: str) -> bool:
    """Return whether a task is none of the field's own, but was added for the user's words or a finding."""
    if query.match is None:
        return False
    own = [task.title[query.language] for _, task in query.match.domain.tasks()]
    return not any(each in title for each in own) and render("task.reserve", query.language) != title


def hours_of(task: DomainTask, domain: Domain, total: float) -> float:
    """Return the hours that a task gets in a plan of `total` hours."""
    whole = sum(each.share for _, each in domain.tasks())
    return max(0.5, round(2 * task.share / whole * total) / 2)
