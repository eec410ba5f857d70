"""Ranking of candidates by skills, location, size and price, with reasons (TW-1104, TW-1105, simulated filter)."""

from collections.abc import Sequence
from dataclasses import dataclass

from coordinator.prompts import AgentSummary, FilterFacts
from coordinator.simulated.demand_parser import parse_topics
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language, join_clauses, join_items
from shared.core.text_catalog import TextCatalog
from shared.llm.seeded_random import seeded_fraction

CANDIDATES_PER_SKILL = 3
"""Number of candidates for one skill: enough to choose from, few enough to leave room for other skills."""

MAX_CANDIDATES = 10
"""Maximum number of candidates."""

_render_text = TextCatalog.load("coordinator.simulated").render


@dataclass(frozen=True, slots=True)
class CandidateScore:
    """Score of one agent.

    Attributes:
        agent: The agent.
        skills: Demanded skills that it has.
        topics: Topics of the demand that it knows.
        is_reachable: True if it is at the location or works remotely.
        is_in_other_area: True if it would have to come from another area of the world.
        score: 0–100.
        reason: Reason for people, in the language of the demand.
    """

    agent: AgentSummary
    skills: tuple[str, ...]
    topics: tuple[str, ...]
    is_reachable: bool
    is_in_other_area: bool
    score: int
    reason: str


def rank_candidates(facts: FilterFacts) -> list[CandidateScore]:
    """Return the agents of `facts.profiles` that are worth inviting, by descending score, then agent_id.

    An agent is reachable if it is at the demand's location or works remotely, or if one of both states no location. An
    agent with a demanded skill is chosen if it is reachable; one from elsewhere only for a skill that no reachable
    agent has, one from another area of the world only for a skill that no agent of this area has. A skill tied to a
    place (a venue) counts only at the location. The second call (`facts.call`), and a demand without skills, drop these
    limits and add reachable agents that know a topic. Dates are not considered.

    At most MAX_CANDIDATES (10), and of the agents with a skill only the CANDIDATES_PER_SKILL (3) best for each skill.
    The score, 5 to 98, adds points for skills, topics, place, size and price, and a share by chance that is the same
    for the same demand and agent.
    """
    topics = parse_topics(facts.raw_input, facts.demand.capability_tags, facts.setting.language)
    scores = [_score_candidate(facts, agent, topics) for agent in facts.profiles]
    reachable_skills = {skill for score in scores if score.is_reachable for skill in score.skills}
    area_skills = {skill for score in scores if not score.is_in_other_area for skill in score.skills}
    selected = [
        score
        for score in scores
        if score.skills
        and (
            score.is_reachable
            or not (area_skills if score.is_in_other_area else reachable_skills).issuperset(score.skills)
        )
    ]
    if facts.call > 1 or not facts.demand.capability_tags:
        selected = [score for score in scores if score.skills or (score.topics and score.is_reachable)]
    return _balance_skills(
        sorted(selected, key=lambda score: (-score.score, score.agent.agent_id)), facts.demand.capability_tags
    )


def _balance_skills(scores: Sequence[CandidateScore], wanted: Sequence[str]) -> list[CandidateScore]:
    """Return at most MAX_CANDIDATES, a few for every skill before more for one."""
    if not wanted:
        return list(scores[:MAX_CANDIDATES])
    chosen: dict[str, CandidateScore] = {}
    for rank in range(CANDIDATES_PER_SKILL):
        for skill in wanted:
            skilled = [score for score in scores if skill in score.skills]
            for score in skilled[rank : rank + 1]:
                chosen.setdefault(score.agent.agent_id, score)
    unskilled = [score for score in scores if not score.skills]
    balanced = [*chosen.values(), *unskilled][:MAX_CANDIDATES]
    return sorted(balanced, key=lambda score: (-score.score, score.agent.agent_id))


def _score_candidate(facts: FilterFacts, agent: AgentSummary, demand_topics: Sequence[str]) -> CandidateScore:
    language, demand = facts.setting.language, facts.demand
    same = load_thesaurus("skills").are_synonyms
    knowledge = (*agent.tags, *agent.capabilities, agent.summary)
    topics = tuple(topic for topic in demand_topics if any(same(topic, own) for own in knowledge if own))
    location = demand.context.location
    is_local = not location or not agent.location or load_thesaurus("places").are_synonyms(location, agent.location)
    skills = tuple(tag for tag in demand.capability_tags if _has_skill(agent, tag, is_local=is_local))
    reasons = [*_skill_reasons(skills, topics, language), *_location_reasons(agent, location, is_local, language)]
    size_score, size_reason = _score_size(agent, demand.context.expected_attendees, language)
    price_score, price_reason = _score_price(agent, demand.context.budget, language)
    score = 34 + 24 * bool(skills) + 6 * (len(skills) > 1) + 10 * bool(topics) + 8 * is_local + size_score + price_score
    score += round(12 * seeded_fraction(facts.demand_id, agent.agent_id, "eye"))
    return CandidateScore(
        agent,
        skills,
        topics,
        is_local or agent.remote,
        not (is_local or agent.remote)
        and load_thesaurus("places").are_in_different_areas(location or "", agent.location or ""),
        max(5, min(score, 98)),
        join_clauses([*reasons, *size_reason, *price_reason], language),
    )


def _has_skill(agent: AgentSummary, tag: str, *, is_local: bool) -> bool:
    skills = load_thesaurus("skills")
    return (is_local or not skills.is_location_bound(tag)) and any(
        skills.are_synonyms(tag, own) for own in agent.capabilities
    )


def _skill_reasons(skills: Sequence[str], topics: Sequence[str], language: Language) -> list[str]:
    reasons = [_render_text("reason.can", language, skills=join_items(skills, language))] if skills else []
    if topics:
        reasons.append(_render_text("reason.topic", language, topics=join_items(topics, language)))
    return reasons or [_render_text("reason.perhaps", language)]


def _location_reasons(agent: AgentSummary, location: str | None, is_local: bool, language: Language) -> list[str]:
    if not location or not agent.location:
        return []
    if not is_local and agent.remote:
        return [_render_text("reason.wire", language)]
    key = "here" if is_local else "there"
    return [_render_text(f"reason.{key}", language, place=load_thesaurus("places").translate(agent.location, language))]


def _score_size(agent: AgentSummary, people: int | None, language: Language) -> tuple[int, list[str]]:
    if not people or not agent.capacity:
        return 0, []
    if people <= agent.capacity:
        return 6, [_render_text("reason.size", language, people=people)]
    return -12, [_render_text("reason.tight", language, most=agent.capacity)]


def _score_price(agent: AgentSummary, budget: str | None, language: Language) -> tuple[int, list[str]]:
    limit = parse_money(budget or "")
    if limit is None or agent.price is None:
        return 0, []
    return (5, [_render_text("reason.price", language)]) if agent.price <= limit else (-15, [])
