"""Turn of the simulated critic: risks of the goal before it sees a plan, then real faults of the plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from deliberation.contracts.critique import (
    SEVERITIES,
    CritiqueDraft,
    CritiqueFinding,
    RiskDraft,
    SuggestionDraft,
    ValidityCheck,
)
from deliberation.contracts.plan import Plan
from deliberation.contracts.replies import CritiqueReply, CritiqueTurn
from deliberation.contracts.turns import CriticFacts
from deliberation.simulated.critic_position import agree, as_sentence, critic_seed, dissent, doubt_goal, limits_of
from deliberation.simulated.plan.clause_words import unnamed_words
from deliberation.simulated.plan.fault import RISKS, Fault, FaultKey, ReadFault, read_fault
from deliberation.simulated.plan.goal_shape import is_counted, is_number_known
from deliberation.simulated.plan.hour_faults import time_faults
from deliberation.simulated.plan.open_goal import find_open_goal
from deliberation.simulated.plan.plan_faults import find_goal_faults, find_plan_faults
from deliberation.simulated.plan.plan_limit import says_reduced
from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.plan.work_plan import STEP_H, last_day
from deliberation.simulated.query.query_reader import UserQuery, read_query
from deliberation.simulated.temperament import CriticTemper, critic_temper
from deliberation.simulated.text_variants import format_date, format_duration, lower_first, render
from shared.core.language import join_sentences

_MOST_FIRST: Mapping[CriticTemper, int] = {"strict": 4, "plain": 3, "mild": 2, "conformist": 1}
_MOST_NEW: Mapping[CriticTemper, int] = {"strict": 4, "plain": 3, "mild": 2, "conformist": 0}
"""Findings that a critic raises about the goal, and about the first plan that it sees."""

_ORDER: tuple[FaultKey, ...] = (
    *(
        "health",
        "obstacle",
        "budget",
        "unused",
        "amount",
        "pace",
        "rate",
        "open_end",
        "optimistic",
        "theory",
        "no_check",
        "reserve",
        "heavy",
        "date",
        "hours",
        "vague",
        "risk",
    ),
)
"""Faults of equal weight in the order in which they are raised: the user's own words first."""

MOST_SERIOUS = 2
"""Serious faults that are raised at once."""

MOST_REPEATS = 2
"""Rounds after which a point of medium weight that was argued against is no longer repeated."""

LAST_LISTED = 2
"""Last round in which words of the user are raised anew."""

LESS_CONFIDENCE = 0.1
_LISTED: frozenset[FaultKey] = frozenset(("unused", "obstacle"))
"""Words of the user that the report lists if no task uses them; that settles the point."""

_UNREALISTIC: frozenset[FaultKey] = frozenset(("tight", "heavy", "over", "optimistic", "rate", "pace"))
_INCOMPLETE: frozenset[FaultKey] = frozenset(
    ("missing", "unknown", "no_check", "unused", "health", "open_end", "budget", "amount")
)


@dataclass(frozen=True)
class _Raised:
    """Fault that is raised, with the id of the earlier finding that it repeats."""

    fault: Fault
    repeats: str | None = None


def write_critique(facts: CriticFacts) -> CritiqueReply:
    """Answer the critic's prompt by rules: what is really wrong, or that nothing of weight is.

    The same facts give the same answer. A finding that the plan meets is dropped, another one is repeated.
    """
    query = read_query(facts.context.query, facts.context.language, date.fromisoformat(facts.context.today))
    turn = _judge_goal(facts, query) if facts.plan is None else _judge_plan(facts, query, facts.plan)
    return CritiqueReply(turn=turn)


def _judge_goal(facts: CriticFacts, query: UserQuery) -> CritiqueTurn:
    faults = list(find_goal_faults(query))
    blocking = [fault for fault in faults if fault.blocks]
    others = [fault for fault in faults if not fault.blocks]
    most = max(1, _MOST_FIRST[critic_temper(facts.context)] - len(blocking))
    # The user's own words and their health are raised however mild the critic is.
    always = [fault for fault in others[most:] if fault.key in ("unused", "health", "budget")]
    raised = [_Raised(fault) for fault in (*blocking, *others[:most], *always)]
    position = doubt_goal(facts, query, [each.fault for each in raised])
    is_known = not blocking and not limits_of(query) and not is_counted(query)
    validity = ValidityCheck(feasible=not blocking, realistic=is_known, complete=False)
    content = render("content.critic.goal", query.language, critic_seed(facts), conclusion=position.conclusion)
    content = join_sentences((content, *limits_of(query)), query.language)
    return CritiqueTurn(
        content=_with_points(content, raised, facts, query),
        position=position,
        critique=_critique(raised, facts, query, validity),
    )


def _judge_plan(facts: CriticFacts, query: UserQuery, plan: Plan) -> CritiqueTurn:
    raised = _raise_faults(facts, query, plan)
    if any(each.fault.severity != "low" for each in raised):
        is_repeated = raised[0].repeats is not None
        position = dissent(facts, query, [each.fault for each in raised], is_repeated=is_repeated)
    else:
        position = agree(facts, query, plan)
    if facts.own_position is not None and any(each.action == "update_command" for each in facts.directives):
        lower = round(facts.own_position.confidence - LESS_CONFIDENCE, 2)
        position = position.model_copy(update={"confidence": max(0.1, min(position.confidence, lower))})
    content = render(
        "content.critic.plan",
        query.language,
        critic_seed(facts),
        round=facts.plan_round,
        conclusion=position.conclusion,
    )
    content = join_sentences((content, *limits_of(query, plan)), query.language)
    if not raised and facts.findings:
        content += "\n\n" + render("content.critic.settled", query.language, count=len(facts.findings))
    return CritiqueTurn(
        content=_with_points(content, raised, facts, query),
        position=position,
        critique=_critique(raised, facts, query, _validity(query, plan, raised)),
    )


def _raise_faults(facts: CriticFacts, query: UserQuery, plan: Plan) -> Sequence[_Raised]:
    """Return what is raised about a plan: what still stands, then what is new, the weightiest first."""
    found = [*find_plan_faults(query, plan), *_lost(facts, query, plan)]
    repeated = _repeat(facts, query, found)
    known = [each.fault for each in repeated]
    fresh = [
        fault
        for fault in found
        if fault not in known
        and not any(_is_same(fault, finding, query) for finding in facts.findings)
        # The user's words were raised with the goal; after the first answer the report lists what is left of them.
        and not (fault.key in _LISTED and facts.round > LAST_LISTED)
    ]
    is_challenged = any(each.action in ("challenge", "update_command") for each in facts.directives)
    raised = [*repeated, *map(_Raised, _choose(facts, fresh, is_challenged=is_challenged))]
    if is_challenged and not raised:
        end = format_date(last_day(plan), query.today, query.language)
        return [_Raised(Fault("half", "high", {"end": end}))]
    return sorted(raised, key=lambda each: -SEVERITIES.index(each.fault.severity))


def _lost(facts: CriticFacts, query: UserQuery, plan: Plan) -> Iterator[Fault]:
    """Yield what was accepted, but has gone from a plan that was cut to what fits."""
    if not says_reduced(query, plan.goal):
        return
    titles = [task.title for phase in plan.phases for task in phase.tasks]
    for finding in facts.findings:
        read = read_fault(finding.text, query.language)
        if read is None or finding.answer is None or finding.answer.decision != "accepted":
            continue
        kept = _kept_words(read, query)
        if kept and not any(kept in title for title in titles):
            yield Fault(read.key, finding.severity, {**_details(read, query, plan), **read.values})


def _details(read: ReadFault, query: UserQuery, plan: Plan) -> Mapping[str, str]:
    """Return what the proposal names beside the finding itself."""
    if query.match is None:
        return {}
    language, domain = query.language, query.match.domain
    if read.key == "risk":
        risks = (each for each in domain.risks if lower_first(each.text[language]) == read.subject)
        return next(({"impact": each.impact[language]} for each in risks), {"impact": ""})
    names = (
        domain.phases[number].name[language] for number, task in domain.tasks() if task.title[language] == read.subject
    )
    return {"phase": next(names, plan.phases[0].phase_name), "hours": format_duration(STEP_H, language)}


def _kept_words(read: ReadFault, query: UserQuery) -> str:
    """Return the words of the task that meets a finding; "" if no one task does."""
    if read.key in ("obstacle", "unused", "missing", "budget"):
        return read.subject
    risks = query.match.domain.risks if query.match and read.key == "risk" else ()
    met = (
        each.remedy.title[query.language] for each in risks if lower_first(each.text[query.language]) == read.subject
    )
    return next(met, "")


def _choose(facts: CriticFacts, fresh: Sequence[Fault], *, is_challenged: bool) -> Sequence[Fault]:
    """Return what of the new faults is raised.

    The first plan is judged whole. After that the critic does not come up with points that it could have raised
    before, unless they are serious.
    """
    temper = critic_temper(facts.context)
    serious = [fault for fault in fresh if fault.severity == "high"]
    if any(finding.raised_in > 1 for finding in facts.findings):
        return serious[:1]
    most = max(1, _MOST_NEW[temper]) if is_challenged else _MOST_NEW[temper]
    others = sorted((fault for fault in fresh if fault.severity != "high"), key=_rank)
    chosen = [*serious[:MOST_SERIOUS], *others][:most]
    chosen += [fault for fault in fresh if fault.key in ("unused", "health", "budget") and fault not in chosen]
    if temper in ("strict", "plain") and chosen and chosen[0].severity == "medium" and chosen[0].key != "unused":
        # Who judges a plan as a whole says which point has to be settled first.
        chosen[0] = replace(chosen[0], severity="high")
    return chosen


def _rank(fault: Fault) -> tuple[int, int]:
    place = _ORDER.index(fault.key) if fault.key in _ORDER else 0
    return -SEVERITIES.index(fault.severity), place


def _repeat(facts: CriticFacts, query: UserQuery, found: Sequence[Fault]) -> Sequence[_Raised]:
    """Return the faults that were raised before and still stand; small ones that were argued against are dropped."""
    is_yielding = critic_temper(facts.context) in ("mild", "conformist")
    raised: list[_Raised] = []
    for finding in facts.findings:
        fault = next((each for each in found if _is_same(each, finding, query)), None)
        if fault is None or any(each.fault is fault for each in raised):
            continue
        is_rebutted = finding.answer is not None and finding.answer.decision == "rebutted"
        if is_rebutted and fault.key in _LISTED:
            continue
        is_worn_out = is_yielding or finding.repeated_in - finding.raised_in >= MOST_REPEATS
        if not is_rebutted or fault.severity == "high" or (fault.severity == "medium" and not is_worn_out):
            raised.append(_Raised(fault, finding.id))
    return raised


def _is_same(fault: Fault, finding: CritiqueFinding, query: UserQuery) -> bool:
    """Return whether an earlier finding is about a fault."""
    read = read_fault(finding.text, query.language)
    return read is not None and read.key == fault.key and (not fault.subject or read.subject == fault.subject)


def _validity(query: UserQuery, plan: Plan, raised: Sequence[_Raised]) -> ValidityCheck:
    keys = {each.fault.key for each in raised}
    is_short = any(fault.blocks for fault in time_faults(query, budget_time(query)))
    if find_open_goal(query):
        return ValidityCheck(feasible="beyond" not in keys, realistic=not keys, complete=False)
    is_feasible = says_reduced(query, plan.goal) or not is_short
    effort = budget_time(query).effort
    is_unknown = effort is not None and effort.is_amount_unknown and query.deadline is not None
    is_unknown = is_unknown or (is_counted(query) and not is_number_known(query))
    is_realistic = is_feasible and not keys & _UNREALISTIC and (says_reduced(query, plan.goal) or not is_unknown)
    is_known = query.match is not None or (is_counted(query) and is_number_known(query))
    titles = (task.title for phase in plan.phases for task in phase.tasks)
    is_complete = is_known and not keys & _INCOMPLETE and not unnamed_words(query, titles)
    return ValidityCheck(feasible=is_feasible, realistic=is_realistic, complete=is_complete)


def _critique(
    raised: Sequence[_Raised], facts: CriticFacts, query: UserQuery, validity: ValidityCheck
) -> CritiqueDraft:
    seed, language = critic_seed(facts), query.language
    risks: list[RiskDraft] = []
    suggestions: list[SuggestionDraft] = []
    for fault, repeats in ((each.fault, each.repeats) for each in raised):
        text, more = fault.text(language, seed), fault.consequence(language)
        if fault.key in RISKS:
            risks.append(RiskDraft(risk=text, severity=fault.severity, impact=more, repeats=repeats))
        else:
            draft = SuggestionDraft(issue=text, solution=more, priority=fault.severity, repeats=repeats)
            suggestions.append(draft)
    return CritiqueDraft(risks=tuple(risks), suggestions=tuple(suggestions), validity_check=validity)


def _with_points(content: str, raised: Sequence[_Raised], facts: CriticFacts, query: UserQuery) -> str:
    if len(raised) < 2:
        return content
    texts = (each.fault.text(query.language, critic_seed(facts)) for each in raised)
    points = (f"- {as_sentence(text, query.language)}" for text in texts)
    return "\n".join((content, "", render("content.critic.points", query.language), *points))
