"""Rules of the simulated model for the coordinator: answers of prompts 1 and 2 from demand and profiles."""

import re
from datetime import date

from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from coordinator.prompts import FilterFacts, UnderstandingFacts
from coordinator.simulated.candidate_ranking import CandidateScore, rank_candidates
from coordinator.simulated.date_parser import parse_date_or_period
from coordinator.simulated.demand_parser import (
    detect_activity,
    detect_mood,
    implied_skills,
    is_organized_by_requester,
    merge_skills,
    parse_needed_skills,
    parse_topics,
)
from coordinator.simulated.head_count import parse_head_count
from negotiation.contracts.demand import Confidence, DeepUnderstanding, DemandContext, DemandUnderstanding
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import CURRENCY_PATTERN, NO_BUDGET_PATTERN, parse_money
from shared.core.language import Language, join_items
from shared.core.text_catalog import TextCatalog
from shared.llm.rule_based_model import Rules

DEFINITE_SCORE = 75
"""Score from which a skilled agent is definitely related."""

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
_PLACE_PATTERN = re.compile(
    r"\b(?:[Ii]n|[Nn]ear|[Aa]cross|[Oo]utside|[Aa]round) (?P<place>[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})?)\b"
    r"(?<!English)(?<!Chinese)(?<!January)(?<!February)(?<!March)(?<!April)(?<!May)(?<!June)(?<!July)(?<!August)"
    r"(?<!September)(?<!October)(?<!November)(?<!December)(?<!Python)"
)
_render_text = TextCatalog.load("coordinator.simulated").render


def understand_demand(facts: UnderstandingFacts) -> DemandUnderstanding:
    """Answer the understanding prompt (1) by fixed rules: skills, place, date, head count, budget and motivation.

    All of it is parsed from `facts.raw_input`; `facts.requester` is not used. Parts of the context that the text does
    not state are None. Relative dates count from `facts.setting.today`. The same facts give the same answer.
    """
    text, language = facts.raw_input, facts.setting.language
    needs = parse_needed_skills(text, language)
    activity = detect_activity(text)
    own_doing = activity if is_organized_by_requester(text, needs) else None
    tags = merge_skills(needs, implied_skills(own_doing, needs, language, facts.demand_id))
    context = _parse_context(text, language, date.fromisoformat(facts.setting.today))
    return DemandUnderstanding(
        surface_demand=_summarize(text),
        deep_understanding=DeepUnderstanding(
            motivation=activity.why[language] if activity else _render_text("motivation", language),
            likely_preferences=_build_preferences(parse_topics(text, tags, language), context, language),
            emotional_context=detect_mood(text, language),
        ),
        capability_tags=tags,
        context=context,
        confidence=_rate_confidence(needs, tags, context),
    )


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


def _parse_context(text: str, language: Language, today: date) -> DemandContext:
    places = load_thesaurus("places").find_all(text)
    return DemandContext(
        location=places[0].term.label(language) if places else _parse_unknown_place(text),
        expected_attendees=parse_head_count(text),
        date=parse_date_or_period(text, today),
        budget=_parse_budget(text, language),
    )


def _parse_unknown_place(text: str) -> str | None:
    """Return a place that the thesaurus lacks, by English capitalization: "in Ushuaia"; None without one."""
    match = _PLACE_PATTERN.search(text)
    return match["place"] if match else None


def _parse_budget(text: str, language: Language) -> str | None:
    match = _BUDGET_PATTERN.search(text)
    if match:
        amount = (match["sum"] or match["plain"]).strip(" ,.，。")
        return amount if _CURRENCY_PATTERN.search(amount) else _render_text("amount", language, amount=amount)
    return _render_text("no_budget", language) if NO_BUDGET_PATTERN.search(text) else None


def _build_preferences(topics: tuple[str, ...], context: DemandContext, language: Language) -> tuple[str, ...]:
    values = {
        "topic": join_items(topics, language),
        "near": context.location,
        "size": context.expected_attendees,
        "soon": context.date,
        "no_cost" if parse_money(context.budget or "") == 0 else "cheap": context.budget,
    }
    return tuple(_render_text(f"preference.{key}", language, what=value) for key, value in values.items() if value)


def _rate_confidence(needs: tuple[str, ...], tags: tuple[str, ...], context: DemandContext) -> Confidence:
    stated = [context.location, context.expected_attendees, context.date, context.budget]
    if needs and sum(value is not None for value in stated) >= 2:
        return "high"
    return "medium" if tags else "low"
