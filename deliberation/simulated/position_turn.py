"""Turn of the simulated agents with a position only: devil's advocate, or last statement before the report."""

import re
from collections.abc import Iterator
from datetime import date

from deliberation.contracts.position import PositionDraft
from deliberation.contracts.replies import PositionTurn
from deliberation.contracts.turns import PositionFacts
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.open_goal import find_open_goal
from deliberation.simulated.plan.plan_faults import SHORT_PLAN_DAYS
from deliberation.simulated.plan.time_budget import TimeBudget, budget_time
from deliberation.simulated.query.query_reader import UserQuery, read_query
from deliberation.simulated.temperament import critic_temper, planner_temper
from deliberation.simulated.text_variants import format_date, format_days, format_duration, render
from shared.core.language import join_sentences
from shared.llm.seeded_random import seeded_choice

MOST_REASONS = 4
MOST_UNCERTAIN = 4


def state_position(facts: PositionFacts) -> PositionTurn:
    """Answer the prompt of a position by rules; the same facts give the same answer."""
    query = read_query(facts.context.query, facts.context.language, date.fromisoformat(facts.context.today))
    return _oppose(facts, query) if facts.kind == "opposition" else _conclude(facts, query)


def _seed(facts: PositionFacts) -> tuple[object, ...]:
    return facts.context.session_id, facts.agent, facts.kind


def _oppose(facts: PositionFacts, query: UserQuery) -> PositionTurn:
    language, seed, budget = query.language, _seed(facts), budget_time(query)
    values = {"goal": short_goal(query), "date": format_date(budget.deadline or budget.end, query.today, language)}
    key = f"opposition.short{budget.case}" if budget.is_short else "opposition.conclusion" + _short(budget)
    conclusion = render(key, language, seed, **values)
    reasons = tuple(_opposing_reasons(query, budget))[:MOST_REASONS]
    position = PositionDraft(
        conclusion=conclusion,
        key_reasons=reasons,
        assumptions=(render("opposition.assume", language),),
        confidence=0.6,
    )
    content = render("content.opposition", language, conclusion=conclusion, reasons=join_sentences(reasons, language))
    return PositionTurn(
        content=content,
        position=position,
        uncertainties=tuple(_uncertainties(facts, query, budget))[:MOST_UNCERTAIN],
        worst_case=_worst_case(facts, query, budget),
    )


def _opposing_reasons(query: UserQuery, budget: TimeBudget) -> Iterator[str]:
    language, effort = query.language, budget.effort
    if is_counted(query):
        yield render("opposition.reason.count", language, topic=short_goal(query))
    elif query.match is None:
        yield render("opposition.reason.unknown", language, topic=short_goal(query))
    elif effort is not None:
        low, high = (format_duration(round(hours), language) for hours in (effort.low, effort.high))
        yield render("opposition.reason.need", language, low=low, high=high)
    if budget.is_assumed:
        yield render("opposition.reason.hours", language)
    elif budget.days >= SHORT_PLAN_DAYS:
        weekly = format_duration(budget.calendar.weekly_hours, language)
        yield render("opposition.reason.stated", language, weekly=weekly)
    for obstacle in query.statements.obstacles[:1]:
        yield render("opposition.reason.obstacle", language, obstacle=obstacle)
    if query.match is not None:
        risk = query.match.domain.risks[0]
        yield render("opposition.reason.risk", language, risk=risk.text[language], impact=risk.impact[language])
    yield render("opposition.reason.cost" + _short(budget), language, span=format_days(budget.days, language))


def _short(budget: TimeBudget) -> str:
    """Return the end of the key of a text for a plan that is too short to look back on weeks."""
    return "_short" if budget.days < SHORT_PLAN_DAYS else ""


def _conclude(facts: PositionFacts, query: UserQuery) -> PositionTurn:
    language, budget = query.language, budget_time(query)
    uncertain = tuple(_uncertainties(facts, query, budget))[:MOST_UNCERTAIN]
    worst = _worst_case(facts, query, budget)
    own = facts.own_position
    conclusion = own.conclusion if own else short_goal(query)
    position = PositionDraft(
        conclusion=conclusion,
        key_reasons=own.key_reasons if own else (worst,),
        assumptions=own.assumptions if own else (),
        confidence=own.confidence if own else 0.5,
    )
    content = render("content.convergence", language, conclusion=conclusion, first=uncertain[0] if uncertain else worst)
    return PositionTurn(content=content, position=position, uncertainties=uncertain, worst_case=worst)


def _uncertainties(facts: PositionFacts, query: UserQuery, budget: TimeBudget) -> Iterator[str]:
    """Yield what stays uncertain: open findings, then what each side leans on, different for the two."""
    language, own = query.language, facts.own_position
    for finding in facts.findings[:2]:
        yield render("uncertain.finding", language, finding=finding.text)
    if name := find_open_goal(query):
        yield render(f"uncertain.{name}", language)
        return
    if is_counted(query):
        yield render("uncertain.count", language, topic=short_goal(query))
    elif query.match is None:
        yield render("uncertain.topic", language, topic=short_goal(query))
    if facts.agent == "planner" and own is not None and own.assumptions:
        yield render("uncertain.assumption" + _short(budget), language, assumption=own.assumptions[0])
    elif budget.effort is not None:
        low, high = (format_duration(round(hours), language) for hours in (budget.effort.low, budget.effort.high))
        yield render("uncertain.range", language, low=low, high=high)
    if facts.agent == "critic" and query.match is not None and query.match.domain.id in _BODILY:
        yield render("uncertain.health", language)


_LOST_TIME = re.compile(
    r"坚持|放弃|没时间|没空|拖|动力|中断|忙|松懈|懈怠|断|反弹|厌|跟不上|来不及|"
    r"\b(?:giv\w+ up|motivat\w+|time|skip\w*|stops?|stopp\w+|bored?|boredom|break|busy|interrupt\w*|delay\w*|postpon\w*|behind|strict|rebound|quit\w*)\b",
    re.IGNORECASE,
)
"""Words of a risk that shows in hours that are not worked."""

_BODILY = frozenset(
    ("running", "swimming", "strength", "climbing", "cycling", "yoga", "dance", "team_sport", "hiking", "weight_loss", "sleep", "rehab", "quit_smoking")
)  # fmt: skip
"""Fields in which the body decides."""


def _worst_case(facts: PositionFacts, query: UserQuery, budget: TimeBudget) -> str:
    language = query.language
    if name := find_open_goal(query):
        return render(f"worst.{name}", language)
    if budget.is_short:
        date_text = format_date(budget.deadline or budget.end, query.today, language)
        return render(f"worst.short{budget.case}", language, date=date_text)
    if query.match is None:
        return render(
            "worst.count" if is_counted(query) else "worst.generic",
            language,
        )
    temper = planner_temper(facts.context) if facts.agent == "planner" else critic_temper(facts.context)
    risk = seeded_choice(query.match.domain.risks, *_seed(facts), temper)
    values = {"risk": risk.text[language], "impact": risk.impact[language]}
    is_slow = query.match.domain.kind in ("skill", "exam", "habit") and _LOST_TIME.search(" ".join(values.values()))
    return render("worst.risk" + _short(budget) if is_slow else "worst.plain", language, **values)
