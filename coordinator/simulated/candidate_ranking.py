"""Who of the agents shown fits a demand, how well, and for which reason (TW-1104, TW-1105, simulated filter)."""

from collections.abc import Sequence
from dataclasses import dataclass

from coordinator.prompts import AgentSummary, FilterFacts
from coordinator.simulated.demand_parser import topics_in
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import money_in
from shared.core.language import Language
from shared.llm.seeded_random import chance

PER_SKILL = 3
"""How many are asked for one skill: enough for a choice, few enough for all the others."""

MOST = 10
_TEXT: dict[str, dict[Language, str]] = {
    "can": {"zh": "能做{skills}", "en": "can do {skills}"},
    "here": {"zh": "就在{place}", "en": "is in {place}"},
    "wire": {"zh": "可以远程", "en": "can work remotely"},
    "there": {"zh": "人在{place}，要看能不能过来", "en": "is in {place} and would have to travel"},
    "topic": {"zh": "熟悉{topics}", "en": "knows about {topics}"},
    "size": {"zh": "容得下{people}人", "en": "has room for {people} people"},
    "tight": {"zh": "平时最多{most}人，要商量", "en": "usually takes {most} people, to be discussed"},
    "price": {"zh": "价格在预算之内", "en": "is within the budget"},
    "perhaps": {"zh": "也许能帮上忙", "en": "might be able to help"},
}


@dataclass(frozen=True, slots=True)
class CandidateScore:
    """One agent's fit: which wanted skills and topics it has, whether it can be there, and the score (0–100).

    `apart`: it would have to come from another part of the world.
    """

    card: AgentSummary
    skills: tuple[str, ...]
    topics: tuple[str, ...]
    near: bool
    apart: bool
    score: int
    reason: str


def ranked(facts: FilterFacts) -> list[CandidateScore]:
    """The agents worth inviting, best first; the unfit are left out. Asked again, it is less strict.

    Somebody from elsewhere is worth asking for a skill that nobody nearby has; from another part of the world, for
    one that nobody in this part has.
    """
    about = topics_in(facts.raw_input, facts.demand.capability_tags, facts.setting.language)
    fits = [_fit(facts, card, about) for card in facts.profiles]
    covered = {skill for fit in fits if fit.near for skill in fit.skills}
    around = {skill for fit in fits if not fit.apart for skill in fit.skills}
    right = [
        fit
        for fit in fits
        if fit.skills and (fit.near or not (around if fit.apart else covered).issuperset(fit.skills))
    ]
    if facts.call > 1 or not facts.demand.capability_tags:
        right = [fit for fit in fits if fit.skills or (fit.topics and fit.near)]
    return _spread(sorted(right, key=lambda fit: (-fit.score, fit.card.agent_id)), facts.demand.capability_tags)


def _spread(fits: Sequence[CandidateScore], wanted: Sequence[str]) -> list[CandidateScore]:
    """Some for every skill before many for one."""
    if not wanted:
        return list(fits[:MOST])
    taken: dict[str, CandidateScore] = {}
    for place in range(PER_SKILL):
        for skill in wanted:
            able = [fit for fit in fits if skill in fit.skills]
            for fit in able[place : place + 1]:
                taken.setdefault(fit.card.agent_id, fit)
    rest = [fit for fit in fits if not fit.skills]
    kept = [*taken.values(), *rest][:MOST]
    return sorted(kept, key=lambda fit: (-fit.score, fit.card.agent_id))


def _fit(facts: FilterFacts, card: AgentSummary, about: Sequence[str]) -> CandidateScore:
    language, demand = facts.setting.language, facts.demand
    same = known("skills").same
    knows = (*card.tags, *card.capabilities, card.summary)
    topics = tuple(topic for topic in about if any(same(topic, own) for own in knows if own))
    place = demand.context.location
    here = not place or not card.location or known("places").same(place, card.location)
    skills = tuple(tag for tag in demand.capability_tags if _able(card, tag, here=here))
    reasons = [*_about(skills, topics, language), *_where(card, place, here, language)]
    sized, size_reason = _size(card, demand.context.expected_attendees, language)
    paid, price_reason = _price(card, demand.context.budget, language)
    score = 34 + 24 * bool(skills) + 6 * (len(skills) > 1) + 10 * bool(topics) + 8 * here + sized + paid
    score += round(12 * chance(facts.demand_id, card.agent_id, "eye"))
    return CandidateScore(
        card,
        skills,
        topics,
        here or card.remote,
        not (here or card.remote) and known("places").apart(place or "", card.location or ""),
        max(5, min(score, 98)),
        ("；" if language == "zh" else "; ").join([*reasons, *size_reason, *price_reason]),
    )


def _able(card: AgentSummary, tag: str, *, here: bool) -> bool:
    skills = known("skills")
    return (here or not skills.bound(tag)) and any(skills.same(tag, own) for own in card.capabilities)


def _about(skills: Sequence[str], topics: Sequence[str], language: Language) -> list[str]:
    between = "、" if language == "zh" else ", "
    said = [_TEXT["can"][language].format(skills=between.join(skills))] if skills else []
    if topics:
        said.append(_TEXT["topic"][language].format(topics=between.join(topics)))
    return said or [_TEXT["perhaps"][language]]


def _where(card: AgentSummary, place: str | None, here: bool, language: Language) -> list[str]:
    if not place or not card.location:
        return []
    if not here and card.remote:
        return [_TEXT["wire"][language]]
    key = "here" if here else "there"
    return [_TEXT[key][language].format(place=known("places").say(card.location, language))]


def _size(card: AgentSummary, people: int | None, language: Language) -> tuple[int, list[str]]:
    if not people or not card.capacity:
        return 0, []
    if people <= card.capacity:
        return 6, [_TEXT["size"][language].format(people=people)]
    return -12, [_TEXT["tight"][language].format(most=card.capacity)]


def _price(card: AgentSummary, budget: str | None, language: Language) -> tuple[int, list[str]]:
    limit = money_in(budget or "")
    if limit is None or card.price is None:
        return 0, []
    return (5, [_TEXT["price"][language]]) if card.price <= limit else (-15, [])
