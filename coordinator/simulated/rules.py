"""Rules of the simulated model for the coordinator: answers of prompts 1 and 2 from demand and profiles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from coordinator.prompts import FilterFacts, UnderstandingFacts
from coordinator.simulated.activity import Activity, detect_activity, detect_mood, is_about, is_bare_occasion
from coordinator.simulated.candidate_ranking import CandidateScore, rank_candidates
from coordinator.simulated.clarification import clarifying_question
from coordinator.simulated.contradiction import is_same_ability
from coordinator.simulated.demand_parser import blank, parse_demand
from coordinator.simulated.limit_choice import settle_limits
from coordinator.simulated.parsed_demand import ParsedDemand
from coordinator.simulated.requested_terms import read_terms
from coordinator.simulated.stated_change import find_dropped_needs, find_replaced
from negotiation.contracts.demand import (
    DeepUnderstanding,
    DemandContext,
    DemandLimits,
    DemandUnderstanding,
    Need,
    Span,
    TextSpan,
)
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.demand_travel_terms import find_paid_travel
from negotiation.simulated.quantities import CURRENCY_PATTERN, NO_BUDGET_PATTERN, parse_money
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.day_ranges import MIN_RANGE_DAYS
from negotiation.understanding.derived_fields import derive_tags, format_money
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions, overlaps
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.llm.rule_based_model import Rules

DEFINITE_SCORE = 75
"""Score from which a skilled agent is definitely related."""

MAX_PREFERENCES = 7
"""Maximum number of preferences; further ones are background."""

MAX_SURFACE_CHARACTERS = 200
"""Maximum length of `surface_demand`."""


_OPENING_PATTERN = re.compile(
    r"^(?:你好|您好|hello|hi)?[，,!！\s]*(?:我们?(?:想要?|要|打算|希望|计划|准备)|想要?|"
    r"(?:i|we)(?:'d| would)? (?:want|like|plan|hope|am looking|are looking)(?: to)?|please)\s*",
    re.IGNORECASE,
)
_BUDGET_PATTERN = re.compile(
    r"(?:预算|经费|费用|花费|花|budget(?: of| is)?|up to|spend|pay)\D{0,12}?"
    r"(?P<sum>[¥￥$€£]?\s?[\d一二两三四五六七八九十百千万][\d,.]{0,14}\s?[万千百十k]{0,3}\s?"
    rf"{CURRENCY_PATTERN}?)|"
    r"(?P<plain>[¥￥$€£]\s?\d[\d,.]{0,14}\s?k?|"
    rf"(?<!\d)\d[\d,.]{{0,14}}\s?[万千]?{CURRENCY_PATTERN})",
    re.IGNORECASE,
)
_CURRENCY_PATTERN = re.compile(rf"[¥￥$€£]|{CURRENCY_PATTERN}", re.IGNORECASE)
_DATE_LEAD = re.compile(r"^(?:(?:any ?time|some ?time|in|on|by|before|until|till|during)\s+)+", re.IGNORECASE)
"""Words before a stretch of days that "ready by" replaces."""

_render_text = TextCatalog.load("coordinator.simulated").render


def understand_demand(facts: UnderstandingFacts) -> DemandUnderstanding:
    """Answer the understanding prompt (1) without a language model, by a trained tagger and rules.

    Needs, limits, preferences and what is not wanted are read from `facts.raw_input`; `facts.requester` is not used. What
    the text does not state is absent. Relative dates count from `facts.setting.today`. The same facts give the same answer.
    """
    language, today = facts.setting.language, date.fromisoformat(facts.setting.today)
    text, replaced = _without_replaced(facts.raw_input, language, today)
    parsed = _with_occasion(text, parse_demand(text, language, find_mentions(text, language, today)))
    mentions = parsed.mentions
    activity = detect_activity(blank(text, find_paid_travel(text)))
    more = tuple(each.span for each in parsed.preferences[MAX_PREFERENCES:] if each.span)
    parsed = replace(parsed, limits=settle_limits(text, parsed.limits, mentions))
    parsed = replace(parsed, needs=tuple(_without_head_count(need, parsed.limits) for need in parsed.needs))
    context = _build_context(text, parsed.limits, mentions, language)
    return DemandUnderstanding(
        surface_demand=_summarize(facts.raw_input),
        deep_understanding=DeepUnderstanding(
            motivation=activity.why[language] if activity and is_about(parsed.topic, activity) else "",
            likely_preferences=_build_preferences(parsed, context, language),
            emotional_context=detect_mood(text, language, grave=parsed.tone == "grave"),
        ),
        capability_tags=_tags(parsed, activity, language),
        context=context,
        confidence="high" if parsed.needs else "low",
        needs=parsed.needs,
        limits=parsed.limits,
        preferences=tuple(each.text for each in parsed.preferences[:MAX_PREFERENCES]),
        not_wanted=parsed.not_wanted,
        background=(*replaced, *_background(text, language, (*parsed.claims, *more), mentions)),
        register=parsed.tone,
        title=parsed.title,
        terms=read_terms(text, parsed.limits, mentions, facts.setting.timezone),
        question=clarifying_question(text, parsed, mentions, language),
    )


def _without_replaced(text: str, language: Language, today: date) -> tuple[str, tuple[TextSpan, ...]]:
    """Return a text with spaces in place of what a change in it replaces or no longer wants, and the words of that."""
    spans = find_replaced(text, find_mentions(text, language, today))
    if spans:
        changed = blank(text, spans)
        parsed = parse_demand(changed, language, find_mentions(changed, language, today))
        spans = (*spans, *find_dropped_needs(text, parsed))
    return blank(text, spans), tuple(TextSpan(text=text[start:end], span=(start, end)) for start, end in spans)


def filter_candidates(facts: FilterFacts) -> FilterReply:
    """Answer the filter prompt (2) by fixed rules: the agents that `rank_candidates` chooses, with score and reason.

    It chooses at most MAX_CANDIDATES (10) of `facts.profiles` by skill and place: those at the demand's location or
    remote, others only for a skill that none of these has. Dates are not considered. Agents with a needed skill and a
    score of at least DEFINITE_SCORE (75 of 100) are definitely related, the others possibly; both lists are by
    descending score, then agent_id. Reasons are in `facts.setting.language`.
    """
    scores = rank_candidates(facts)
    definite = [score for score in scores if score.skills and score.score >= DEFINITE_SCORE]
    return FilterReply(
        definitely_related=tuple(map(_build_related_agent, definite)),
        possibly_related=tuple(_build_related_agent(score) for score in scores if score not in definite),
    )


RULES: Rules = {"demand_understanding": understand_demand, "smart_filter": filter_candidates}


def _build_related_agent(score: CandidateScore) -> RelatedAgent:
    return RelatedAgent(agent_id=score.agent.agent_id, reason=score.reason, relevance_score=score.score)


def _summarize(text: str) -> str:
    words = _OPENING_PATTERN.sub("", " ".join(text.split()), count=1) or text
    return words if len(words) <= MAX_SURFACE_CHARACTERS else words[: MAX_SURFACE_CHARACTERS - 1] + "…"


def _tags(parsed: ParsedDemand, activity: Activity | None, language: Language) -> tuple[str, ...]:
    """Return one tag a need; for a bare occasion the skills that it implies and the demand does not rule out."""
    translate = load_thesaurus("skills").translate
    is_bare = activity is not None and is_bare_occasion(parsed.needs, activity)
    implied = (translate(skill, language) for skill in (activity.implies if activity and is_bare else ()))
    wanted = (skill for skill in implied if not any(is_same_ability(each.text, skill) for each in parsed.not_wanted))
    return tuple(dict.fromkeys(wanted)) or derive_tags(parsed.needs, language)


def _with_occasion(text: str, parsed: ParsedDemand) -> ParsedDemand:
    """Return a demand that names nothing but an occasion as one that needs the occasion itself."""
    start = text.lower().find(parsed.topic.lower())
    if parsed.needs or not parsed.topic or start < 0 or detect_activity(parsed.topic) is None:
        return parsed
    span = (start, start + len(parsed.topic))
    claims = tuple(part for claim in parsed.claims for part in _cut(claim, span))
    return replace(parsed, needs=(Need(need=text[span[0] : span[1]], span=span),), claims=claims)


def _without_head_count(need: Need, limits: DemandLimits) -> Need:
    """Return a need whose number is that of the people who come ("50 people to feed") as a need for one."""
    people = limits.people
    is_head_count = people is not None and need.count > 1 and need.count in (people.min, people.max)
    return need.model_copy(update={"count": 1}) if is_head_count else need


def _cut(claim: Span, span: Span) -> Iterator[Span]:
    """Yield what is left of a claim beside a span."""
    for part in ((claim[0], min(claim[1], span[0])), (max(claim[0], span[1]), claim[1])):
        if part[0] < part[1]:
            yield part


def _build_context(text: str, limits: DemandLimits, mentions: Sequence[Mention], language: Language) -> DemandContext:
    """Return the limits as the context states them: the budget and a stretch of days in the text's words."""
    place = limits.place and load_thesaurus("places").translate(limits.place, language)
    return DemandContext(
        location=place,
        expected_attendees=limits.people and limits.people.max,
        date=_date_words(text, limits, mentions),
        budget=_budget_words(text, limits, mentions, language),
    )


def _date_words(text: str, limits: DemandLimits, mentions: Sequence[Mention]) -> str | None:
    """Return the first date of a demand, or the words of a stretch of days or of a period; None without any."""
    stated = [each for each in mentions if not (each.excluded or each.soft)]
    for each in stated:
        if each.kind == "dates" and isinstance(each.value, tuple) and len(each.value) >= MIN_RANGE_DAYS:
            return text[slice(*each.span)]
    period = next((each.value for each in mentions if each.kind == "period" and not each.excluded), None)
    return next(iter(limits.dates), None) or (period if isinstance(period, str) else None)


def _budget_words(text: str, limits: DemandLimits, mentions: Sequence[Mention], language: Language) -> str | None:
    """Return the budget in the text's own words, so that a relaxation can replace them; None without one."""
    if limits.budget is None:
        nothing = NO_BUDGET_PATTERN.search(text) or _states_zero(_BUDGET_PATTERN.search(text))
        return _render_text("no_budget", language) if nothing else None
    start, end = next((each.span for each in mentions if each.value == limits.budget), (0, len(text)))
    match = _BUDGET_PATTERN.search(text[start:end])
    amount = (match["sum"] or match["plain"]).strip(" ,.，。") if match else ""
    low_end = limits.budget.currency == "CNY" and (parse_money(amount) or 0) * 100 < limits.budget.amount
    if not amount or (language == "zh" and low_end):
        return format_money(limits.budget, language)
    return amount if _CURRENCY_PATTERN.search(amount) else _render_text("amount", language, amount=amount)


def _states_zero(match: re.Match[str] | None) -> bool:
    return match is not None and parse_money(match["sum"] or match["plain"]) == 0


def _background(
    text: str, language: Language, claims: Sequence[Span], mentions: Sequence[Mention]
) -> tuple[TextSpan, ...]:
    """Return the claimed words that state no limit, if they carry a meaning."""
    words = find_content_words(text, language)
    taken = [mention.span for mention in mentions]
    spans = [
        span
        for span in sorted(set(claims))
        if any(overlaps(span, word) and not any(overlaps(word, each) for each in taken) for word in words)
    ]
    return tuple(TextSpan(text=text[start:end], span=(start, end)) for start, end in spans)


def _build_preferences(parsed: ParsedDemand, context: DemandContext, language: Language) -> tuple[str, ...]:
    values = {
        "topic": parsed.topic,
        "near": context.location,
        "size": context.expected_attendees,
        "soon": context.date and _DATE_LEAD.sub("", context.date),
        "no_cost" if parse_money(context.budget or "") == 0 else "cheap": context.budget,
    }
    return tuple(_render_text(f"preference.{key}", language, what=value) for key, value in values.items() if value)
