"""Position of the simulated critic: what stands against a goal or a plan, or that the plan holds."""

from collections.abc import Iterator, Sequence

from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.turns import CriticFacts
from deliberation.simulated.plan.fault import Fault, FaultKey, matches
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_counted, is_number_known
from deliberation.simulated.plan.open_goal import find_open_goal
from deliberation.simulated.plan.plan_figures import measure_plan
from deliberation.simulated.plan.plan_limit import says_reduced
from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.planner_position import conclusion_name, position_texts
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.temperament import critic_temper
from deliberation.simulated.text_variants import format_date, format_duration, lower_first, render, wordings
from shared.core.language import Language

REASONS = 3
HARSH_ROUNDS = 2
"""Rounds in which a strict critic says what is wrong without a word on what is right."""

_ADDITIONS: frozenset[FaultKey] = frozenset(
    (
        *("tight", "rate", "risk", "hours", "obstacle", "vague", "date", "reserve", "no_check", "theory"),
        *("optimistic", "heavy", "unused", "open_end", "budget", "amount", "pace"),
    )
)
"""Faults that are mended by something more in the plan, and do not speak against it as a whole."""

FIT_TOLERANCE_H = 0.5


def critic_seed(facts: CriticFacts) -> tuple[object, ...]:
    """Return the seed of the critic's wordings."""
    return facts.context.session_id, "critic"


def doubt_goal(facts: CriticFacts, query: UserQuery, faults: Sequence[Fault]) -> PositionDraft:
    """Return the position before there is a plan; `faults` are those that are raised, the first the weightiest."""
    seed, language, top = critic_seed(facts), query.language, faults[0]
    is_harsh = critic_temper(facts.context) == "strict"
    reasons = [] if is_harsh or find_open_goal(query) else [_goal_reason(query)]
    reasons += [as_sentence(top.consequence(language), language)]
    reasons += [as_sentence(fault.text(language, seed), language) for fault in faults[1:REASONS]]
    return PositionDraft(
        conclusion=_against("critic.blind", top, query, seed, seed, is_harsh=is_harsh),
        key_reasons=tuple(reasons[:REASONS]),
        assumptions=tuple(_goal_assumptions(query)),
        confidence=0.85 if top.blocks else 0.6,
    )


def dissent(facts: CriticFacts, query: UserQuery, faults: Sequence[Fault], *, is_repeated: bool) -> PositionDraft:
    """Return the position against a plan.

    Args:
        facts: Facts of the turn.
        query: The query.
        faults: Faults that are raised, the weightiest first.
        is_repeated: Whether the first of them was raised before.
    """
    seed, language, top = critic_seed(facts), query.language, faults[0]
    is_harsh = critic_temper(facts.context) == "strict" and facts.round <= HARSH_ROUNDS
    reasons = [as_sentence(top.consequence(language), language)]
    if is_repeated:
        reasons.append(render("critic.reason.unanswered", language))
    reasons += [as_sentence(fault.text(language, seed), language) for fault in faults[1:REASONS]]
    return PositionDraft(
        conclusion=_lacks(top, query, (*seed, facts.round))
        if top.key in _ADDITIONS
        else _against("critic.dissent", top, query, seed, (*seed, facts.round), is_harsh=is_harsh),
        key_reasons=tuple(reasons[:REASONS]),
        assumptions=(render("critic.assume.plan", language),),
        confidence=0.8 if top.blocks else 0.7,
    )


def _lacks(top: Fault, query: UserQuery, seed: Sequence[object]) -> str:
    """Return a conclusion that says what a plan lacks, and does not speak against the rest of it."""
    risks = query.match.domain.risks if query.match else ()
    remedies = (
        each.remedy.title[query.language]
        for each in risks
        if lower_first(each.text[query.language]) == top.values.get("risk")
    )
    addition = top.addition(query.language, next(remedies, ""))
    return render("critic.lacks", query.language, seed, goal=short_goal(query), addition=addition)


def agree(facts: CriticFacts, query: UserQuery, plan: Plan) -> PositionDraft:
    """Return the position for a plan: the decision that it stands for, with the critic's own reasons."""
    if name := find_open_goal(query):
        return PositionDraft(
            conclusion=render(f"critic.agree_{name}", query.language, goal=short_goal(query)),
            key_reasons=(render(f"reason.{name}", query.language),),
            assumptions=(render("critic.assume.goal", query.language, goal=short_goal(query)),),
            confidence=0.8,
        )
    language, budget, figures = query.language, budget_time(query), measure_plan(plan, query)
    texts = position_texts(query, budget, figures)
    reasons: list[str] = []
    if not budget.is_assumed and figures.total <= budget.calendar.capacity(figures.end) + FIT_TOLERANCE_H:
        reasons.append(render("critic.reason.load", language, **texts))
    elif budget.effort is not None and budget.effort.low <= figures.total <= budget.effort.high:
        reasons.append(render("critic.reason.within", language, **texts))
    if query.match is None:
        reasons.append(render("critic.reason.count" if is_counted(query) else "critic.reason.expert", language))
    if figures.check is not None:
        reasons.append(render("critic.reason.check", language, date=texts["check_date"], task=texts["check"]))
    if figures.is_main_work and query.match is not None:
        reasons.append(render("critic.reason.focus", language, **texts))
    if figures.reserve:
        reasons.append(render("critic.reason.reserve", language, hours=texts["reserve"]))
    reasons = reasons or [render("critic.reason.sound", language, **texts)]
    return PositionDraft(
        conclusion=render(_agreement_key(facts, query, plan), language, **texts),
        key_reasons=tuple(reasons[:REASONS]),
        assumptions=(render("critic.assume.plan", language),),
        confidence=0.62 if query.match is None else 0.8,
    )


def as_sentence(text: str, language: Language) -> str:
    """Return a text that begins and ends as a sentence does."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith(("。", ".", "！", "!")) else text + ("。" if language == "zh" else ".")


def _against(
    key: str, top: Fault, query: UserQuery, seed: Sequence[object], turn_seed: Sequence[object], *, is_harsh: bool
) -> str:
    """Return a conclusion against a goal or plan. A harsh one, or one whose fault names the goal, does not repeat it."""
    text = top.text(query.language, seed)
    if top.key in ("beyond", "nameless"):
        key = f"critic.{top.key}"
    elif top.blocks:
        key = "critic.infeasible_fixed" if budget_time(query).case == "_fixed" else "critic.infeasible"
    elif not is_harsh and short_goal(query) not in text:
        key = f"{key}_goal"
    return render(key, query.language, turn_seed, fault=lower_first(text), goal=short_goal(query))


def _goal_reason(query: UserQuery) -> str:
    """Return what can be said of the goal's time before there is a plan."""
    language, budget = query.language, budget_time(query)
    if budget.effort is None and not budget.is_short:
        return render("critic.count_goal" if is_counted(query) else "critic.open_goal", language)
    if budget.effort is not None:
        low, high = (format_duration(round(hours), language) for hours in (budget.effort.low, budget.effort.high))
        return render("critic.reason.usual", language, goal=short_goal(query), low=low, high=high)
    values = {
        "goal": short_goal(query),
        "weekly": format_duration(budget.calendar.weekly_hours, language),
        "capacity": format_duration(max(0.5, int(budget.capacity * 2 + 1e-6) / 2), language),
        "end": format_date(budget.end, query.today, language),
    }
    return render("critic.reason.capacity" if budget.days < 7 else "critic.reason.weekly", language, **values)


def _goal_assumptions(query: UserQuery) -> Iterator[str]:
    language, effort = query.language, budget_time(query).effort
    yield render("critic.assume.goal", language, goal=short_goal(query))
    if effort is None:
        yield render("critic.assume.none", language)
    else:
        low, high = (format_duration(round(hours), language) for hours in (effort.low, effort.high))
        yield render("critic.assume.usual", language, low=low, high=high)


def _agreement_key(facts: CriticFacts, query: UserQuery, plan: Plan) -> str:
    """Return the wording of an agreement: the one that takes up what the other side said."""
    if query.match is None:
        name = "open" if not is_counted(query) else "count" if is_number_known(query) else "count_open"
    else:
        budget = budget_time(query)
        name = f"reduced{budget.case}" if says_reduced(query, plan.goal) else conclusion_name(budget)
    said = facts.other_position.conclusion if facts.other_position else ""
    options = wordings(f"plan.{name}")
    taken = next((each for each in options if matches(said, each, query.language)), options[0])
    other = "critic.agree" if name == "conclusion" else f"critic.agree_{name}"
    return taken.replace(f"plan.{name}", other)


def limits_of(query: UserQuery, plan: Plan | None = None) -> list[str]:
    """Return sentences on what the critic does not know of a goal, or of a plan, and therefore does not vouch for."""
    effort = budget_time(query).effort
    limits: list[str] = []
    if find_open_goal(query):
        return limits
    if is_counted(query):
        if not is_number_known(query):
            limits.append(render("critic.count_open", query.language))
    elif query.match is None:
        limits.append(render("critic.open" if plan is not None else "critic.open_goal", query.language))
    is_whole = plan is None or not says_reduced(query, plan.goal)
    if effort is not None and effort.is_amount_unknown and query.amount is not None and query.deadline and is_whole:
        limits.append(render("critic.rate_unknown", query.language, amount=query.amount.words))
    return limits
