"""Effort that a goal takes: hours and days by what the rules know of its field, and what had to be assumed."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from deliberation.simulated.knowledge.domain_match import find_levels, find_word
from deliberation.simulated.knowledge.domain_table import Domain
from deliberation.simulated.plan.plan_draft import relevant_tasks, starts_from_nothing
from deliberation.simulated.plan.rate_limit import least_days_by_rate
from deliberation.simulated.query.numerals import parse_chinese_number
from deliberation.simulated.query.query_reader import UserQuery

Basis = Literal["level", "score", "units", "usual"]
"""What an estimate rests on: a level or score that the goal names, the number of its units, or the usual scope."""

LEVEL_FACTORS = {"beginner": 1.0, "some": 0.65, "advanced": 0.4}
_SUMS = frozenset(("saving_money", "debt", "fundraising"))
"""Fields whose amounts are of money, whatever the unit is called."""

LEAST_PART = 0.15
"""Least part of the way to a level that is left, however high the start."""

DEFAULT_STEPS = 2
"""Steps of a score below the target at which somebody starts who does not say where."""

_CURRENT = re.compile(
    r"现在|目前|已经|刚过|刚考|上次|水平|大概|从|只有|"
    r"\b(?:current(?:ly)?|now|already|at the moment|i'm|i am|scored|got|last time|from|have|passed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Effort:
    """Effort of a goal.

    Attributes:
        low: Hours that it takes at least.
        high: Hours that it usually takes at most.
        min_days: Fewest days in which it can be done.
        basis: What the estimate rests on.
        start: Score from which the user starts, if it had to be assumed.
        is_start_known: Whether the query says where the user stands.
        is_level_below_assumed: Whether the level below the goal is taken to be reached.
        per_unit: Hours for one unit of the result, low and high; None if it is not counted.
        is_rate_limited: Whether no number of hours makes it faster than `min_days`.
        is_amount_unknown: Whether the goal names an amount of which no rate is known.
    """

    low: float
    high: float
    min_days: int
    basis: Basis
    start: float | None = None
    is_start_known: bool = False
    is_level_below_assumed: bool = False
    per_unit: tuple[float, float] | None = None
    is_rate_limited: bool = False
    is_amount_unknown: bool = False

    def between(self, share: float) -> float:
        """Return the hours at a share of the way from low to high."""
        return self.low + share * (self.high - self.low)


def estimate_effort(query: UserQuery) -> Effort | None:
    """Return the effort of a query's goal; None if the rules do not know its field."""
    if query.match is None:
        return None
    domain = query.match.domain
    effort = _by_level(query, domain) or _by_score(query, domain) or _by_units(query, domain) or _usual(query, domain)
    factor = domain.native.get(query.language, 1.0)
    effort = replace(effort, low=effort.low * factor, high=effort.high * factor)
    least = least_days_by_rate(query)
    if least is not None:
        return replace(effort, min_days=max(effort.min_days, least), is_rate_limited=least > effort.min_days)
    is_measured = query.amount is not None and (query.amount.kind in ("length", "words", "money") or domain.id in _SUMS)
    return replace(effort, is_amount_unknown=effort.basis == "usual" and is_measured)


def _usual(query: UserQuery, domain: Domain) -> Effort:
    is_learned = domain.kind in ("skill", "exam")
    factor = LEVEL_FACTORS[query.statements.level or "beginner"] if is_learned else _scope(query, domain)
    low, high = domain.hours
    return Effort(low * factor, high * factor, round(domain.min_days * factor), "usual")


def _scope(query: UserQuery, domain: Domain) -> float:
    """Return the share of the field's work that the query needs: less if only a part is to be renovated."""
    needed = sum(task.share for _, task in relevant_tasks(query, domain))
    return max(LEAST_PART, needed / sum(task.share for _, task in domain.tasks()))


def _by_level(query: UserQuery, domain: Domain) -> Effort | None:
    """Return the effort from the level that the query names as its own to the one that is its goal."""
    goal_levels = find_levels(domain, query.goal)
    clauses = [clause for clause in re.split(r"[,，。.;；!！?？]\s*", query.text) if clause.strip()]
    current = [level for clause in clauses if _CURRENT.search(clause) for level in find_levels(domain, clause)]
    if not goal_levels:
        others = [level for level in find_levels(domain, query.text) if level not in current]
        goal_levels = others
    if not goal_levels:
        return None
    target = max(goal_levels, key=lambda level: level.hours)
    starts = [level for level in current if level.hours < target.hours]
    low, high = target.hours
    if starts:
        start = max(starts, key=lambda level: level.hours)
        least = LEAST_PART * low
        low, high = max(least, low - start.hours[1]), max(2 * least, high - start.hours[0])
        return Effort(low, high, max(14, target.min_days - start.min_days), "level", is_start_known=True)
    below = [level for level in domain.levels if level.hours < target.hours]
    if below and query.statements.level is None and not starts_from_nothing(query, domain):
        # Nobody enters for an exam of a level from nothing.
        start = max(below, key=lambda level: level.hours)
        low, high = max(LEAST_PART * low, low - start.hours[1]), max(2 * LEAST_PART * low, high - start.hours[0])
        return Effort(low, high, max(14, target.min_days - start.min_days), "level", is_level_below_assumed=True)
    factor = LEVEL_FACTORS[query.statements.level or "beginner"]
    return Effort(low * factor, high * factor, round(target.min_days * factor), "level")


def _by_score(query: UserQuery, domain: Domain) -> Effort | None:
    if domain.score is None:
        return None
    score = domain.score
    targets = [value for value in _numbers(query.goal) if score.lowest <= value <= score.highest]
    if not targets:
        return None
    target = max(targets)
    clauses = [clause for clause in re.split(r"[,，。;；!！?？]|\.(?=\s|$)", query.text) if _CURRENT.search(clause)]
    known = [value for clause in clauses for value in _numbers(clause) if score.lowest <= value < target]
    start = max(known, default=max(score.lowest, target - DEFAULT_STEPS * score.step))
    steps = max(1.0, (target - start) / score.step)
    low, high = score.hours
    days = round(domain.min_days * min(2.0, max(0.5, steps / DEFAULT_STEPS)))
    return Effort(steps * low, steps * high, days, "score", None if known else start, bool(known))


def _numbers(text: str) -> list[float]:
    """Return the numbers of a text that are no time and no date."""
    found = re.findall(
        r"(?<![\d.:/])(\d+(?:\.\d)?)(?![\d:/]|\s*(?:小时|个?月|周|天|年|号|日|分钟|hours?|weeks?|months?|days?|min|h\b))",
        text,
    )
    return [float(number) for number in found]


def _by_units(query: UserQuery, domain: Domain) -> Effort | None:
    """Return the effort of a number of pieces or words; what the query has already is taken off."""
    amount = query.amount
    if amount is None:
        return None
    for unit in domain.units:
        if any(find_word(word, amount.unit) for word in unit.words):
            number = max(0.2 * amount.number, amount.number - _written(query, amount.unit))
            low, high = (hours * number for hours in unit.hours)
            return Effort(low, high, min(domain.min_days, max(3, round(low / 6))), "units", per_unit=unit.hours)
    return None


def _written(query: UserQuery, unit: str) -> float:
    """Return how many of a unit the query says are there already."""
    for clause in re.split(r"[,，。;；!！?？]|\.(?=\s|$)", query.text):
        if (
            clause.strip()
            and query.goal not in clause
            and re.search(r"只有|已经?|写了|目前|have|written|already|so far", clause)
        ):
            match = re.search(rf"([\d,.]+[万千k]?)\s*{re.escape(unit)}", clause)
            value = parse_chinese_number(match[1]) if match else None
            if value:
                return value
    return 0.0
