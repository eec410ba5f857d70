"""Ranking of candidates by skills, location, size and price, with reasons (TW-1104, TW-1105, simulated filter)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from coordinator.prompts import AgentSummary, FilterFacts
from coordinator.simulated.activity import find_topics
from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import Money, units_of_money
from negotiation.search.geographic_distance import distance_km, is_nearby
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.in_person_needs import is_met_in_person
from negotiation.understanding.derived_fields import need_tag
from shared.core.language import Language, join_clauses, join_items
from shared.core.text_catalog import TextCatalog
from shared.llm.seeded_random import seeded_fraction

CANDIDATES_PER_SKILL = 4
"""Number of candidates for one skill: enough to choose from, few enough to leave room for other skills."""

MAX_CANDIDATES = 10
"""Maximum number of candidates."""

MAX_ODDS_RATIO = 5.0
"""How many times better the odds of the best agent for a need may be than those of a further one that is chosen, too.

Whoever is clearly less probable lacks what tells the best one: a violinist beside an accordionist, both of live music.
"""

SKILL_POINTS = 36
"""Points of the score for a skill that an agent has for certain."""

CHANCE_POINTS = 3
"""Maximum points by chance, which vary the order of agents that are equally good."""

KIND_SHARE = 2 / 3
"""Factor for an ability that only contains the name of the wanted skill, such as underwater photography."""

_render_text = TextCatalog.load("coordinator.simulated").render


@dataclass(frozen=True, slots=True)
class CandidateScore:
    """Score of one agent.

    Attributes:
        agent: The agent.
        skills: Demanded skills that it has, with the probability of each.
        topics: Topics of the demand that it knows.
        is_reachable: True if it is at the location or near it, or works remotely at what needs nobody on the spot.
        is_in_other_area: True if it would have to come from another area of the world.
        speaks_language: True if it lists the language of the demand, or none.
        is_too_small: True if the demand is for more people than it can take.
        score: 0–100.
        reason: Reason for people, in the language of the demand.
    """

    agent: AgentSummary
    skills: Mapping[str, float]
    topics: tuple[str, ...]
    is_reachable: bool
    is_in_other_area: bool
    speaks_language: bool
    is_too_small: bool
    score: int
    reason: str


def rank_candidates(facts: FilterFacts) -> list[CandidateScore]:
    """Return the agents of `facts.profiles` that are worth inviting, by descending score, then agent_id.

    An agent has a skill if the search found that it meets the need; a skill that no need names, if one of its
    capabilities is called so. An agent is reachable if it is at the demand's location or at most NEARBY_KM from it, if
    one of both states no location, or if it works remotely: then only for skills that need nobody on the spot
    (`is_met_in_person`). An agent with a demanded skill is chosen if it is reachable; one from elsewhere only for a
    skill that no reachable agent has, one from another area of the world only for a skill that no agent of this area
    has, one that does not speak the demand's language only for a skill that no speaker has. Beside the best agent for a
    skill only those are chosen that have it nearly as surely (MAX_ODDS_RATIO), or as many as the need asks for, and those
    who cannot take so many people after all others. A skill tied to a place (a venue) counts only at the location. The second call (`facts.call`), and a demand without skills,
    drop the limits of place and language; for a demand without needs they add reachable agents that know a topic.
    Dates are not considered.

    At most MAX_CANDIDATES (10), and of the agents with a skill only the CANDIDATES_PER_SKILL (4) best for each skill.
    The score, 5 to 98, adds points for skills, topics, place, size and price, and a share by chance that is the same
    for the same demand and agent.
    """
    topics = find_topics(facts.raw_input, facts.demand, facts.setting.language)
    scores = [_score_candidate(facts, agent, topics) for agent in facts.profiles]
    reachable_skills = {skill for score in scores if score.is_reachable for skill in score.skills}
    area_skills = {skill for score in scores if not score.is_in_other_area for skill in score.skills}
    spoken_skills = {
        skill for score in scores if score.is_reachable and score.speaks_language for skill in score.skills
    }
    selected = [
        score
        for score in scores
        if score.skills
        and (
            score.is_reachable
            or not (area_skills if score.is_in_other_area else reachable_skills).issuperset(score.skills)
        )
        and (score.speaks_language or not spoken_skills.issuperset(score.skills))
    ]
    if facts.call > 1 or not facts.demand.capability_tags:
        by_topic = not facts.demand.needs
        selected = [score for score in scores if score.skills or (by_topic and score.topics and score.is_reachable)]
    return _balance_skills(
        sorted(selected, key=lambda score: (-score.score, score.agent.agent_id)),
        facts.demand.capability_tags,
        {need_tag(need, facts.setting.language): need.count for need in facts.demand.needs},
    )


def _balance_skills(
    scores: Sequence[CandidateScore], wanted: Sequence[str], counts: Mapping[str, int]
) -> list[CandidateScore]:
    """Return at most MAX_CANDIDATES, a few for every skill before more for one; for `counts` holders as many more."""
    if not wanted:
        return list(scores[:MAX_CANDIDATES])
    chosen: dict[str, CandidateScore] = {}
    most = max(counts.values(), default=1) - 1 + CANDIDATES_PER_SKILL
    for rank in range(min(most, MAX_CANDIDATES)):
        for skill in wanted:
            needed = counts.get(skill, 1)
            able = sorted((score for score in scores if skill in score.skills), key=lambda score: score.is_too_small)
            least = max((_odds(score.skills[skill]) for score in able), default=0.0) / MAX_ODDS_RATIO
            sure = [score for score in able if _odds(score.skills[skill]) >= least]
            skilled = [*sure, *(score for score in able if score not in sure)][: max(needed, len(sure))]
            enough = needed - 1 + CANDIDATES_PER_SKILL
            for score in skilled[rank : min(rank + 1, enough)]:
                chosen.setdefault(score.agent.agent_id, score)
    unskilled = [score for score in scores if not score.skills]
    balanced = [*chosen.values(), *unskilled][:MAX_CANDIDATES]
    return sorted(balanced, key=lambda score: (-score.score, score.agent.agent_id))


def _odds(probability: float) -> float:
    return probability / max(1 - probability, 1e-3)


def _score_candidate(facts: FilterFacts, agent: AgentSummary, demand_topics: Sequence[str]) -> CandidateScore:
    language, demand = facts.setting.language, facts.demand
    same = load_thesaurus("skills").are_synonyms
    knowledge = (*agent.tags, *agent.capabilities, agent.summary)
    topics = tuple(topic for topic in demand_topics if any(same(topic, own) for own in knowledge if own))
    location = demand.context.location
    is_local = not location or not agent.location or load_thesaurus("places").are_synonyms(location, agent.location)
    is_near = is_local or is_nearby(location or "", agent.location or "")
    skills = _find_skills(agent, demand, language, is_local=is_local)
    from_afar = {tag: score for tag, score in skills.items() if not _is_met_in_person(agent, demand, tag, language)}
    is_reachable = is_near or (agent.remote and bool(from_afar or not skills))
    is_from_afar = agent.remote and not is_near and bool(from_afar)
    skills = from_afar if is_from_afar else skills
    where = _location_reasons(agent, location, language, is_local=is_local, is_from_afar=is_from_afar)
    reasons = [*_skill_reasons(skills, topics, language), *where]
    size_score, size_reason = _score_size(agent, demand.context.expected_attendees, language)
    price_score, price_reason = _score_price(agent, demand.limits.budget, language)
    score = (
        34
        + round(SKILL_POINTS * max(skills.values(), default=0.0))
        + 6 * (len(skills) > 1)
        + 10 * bool(topics)
        + 8 * is_local
        + size_score
        + price_score
    )
    score += round(CHANCE_POINTS * seeded_fraction(facts.demand_id, agent.agent_id, "eye"))
    return CandidateScore(
        agent,
        skills,
        topics,
        is_reachable,
        not is_reachable and load_thesaurus("places").are_in_different_areas(location or "", agent.location or ""),
        not agent.languages or language in agent.languages,
        bool(agent.capacity) and (demand.context.expected_attendees or 0) > (agent.capacity or 0),
        max(5, min(score, 98)),
        join_clauses([*reasons, *size_reason, *price_reason], language),
    )


def _find_skills(
    agent: AgentSummary, demand: DemandUnderstanding, language: Language, *, is_local: bool
) -> Mapping[str, float]:
    """Return the demanded skills that an agent has where they are wanted, each with its probability."""
    thesaurus = load_thesaurus("skills")
    tags = {need.id: need_tag(need, language) for need in demand.needs}
    found = [(tags[fit.need], fit) for fit in agent.fits if fit.need in tags]
    scores = {tag: score for score, tag in sorted((_certainty(fit, tag, language), tag) for tag, fit in found)}
    own_names = {thesaurus.translate(own, language) for own in agent.capabilities}
    for tag in set(demand.capability_tags) - set(tags.values()):
        if any(thesaurus.are_synonyms(tag, own) for own in agent.capabilities):
            scores[tag] = 1.0 if tag in own_names else KIND_SHARE
    wanted = [tag for tag in demand.capability_tags if is_local or not thesaurus.is_location_bound(tag)]
    return {tag: scores[tag] for tag in wanted if tag in scores}


def _is_met_in_person(agent: AgentSummary, demand: DemandUnderstanding, tag: str, language: Language) -> bool:
    """Return whether a demanded skill, which an agent has, takes somebody on the spot."""
    need = next((need for need in demand.needs if need_tag(need, language) == tag), None)
    if need is None:
        return is_met_in_person(tag, "")
    return is_met_in_person(need.need, next((fit.matched for fit in agent.fits if fit.need == need.id), ""))


def _certainty(fit: NeedFit, tag: str, language: Language) -> float:
    """Return the probability of a fit, less if the ability only contains the name of the wanted skill."""
    thesaurus = load_thesaurus("skills")
    is_kind = thesaurus.are_synonyms(tag, fit.matched) and thesaurus.translate(fit.matched, language) != tag
    return fit.score * KIND_SHARE if is_kind else fit.score


def _skill_reasons(skills: Iterable[str], topics: Sequence[str], language: Language) -> list[str]:
    reasons = [_render_text("reason.can", language, skills=join_items(skills, language))] if skills else []
    if topics:
        reasons.append(_render_text("reason.topic", language, topics=join_items(topics, language)))
    return reasons or [_render_text("reason.perhaps", language)]


def _location_reasons(
    agent: AgentSummary, location: str | None, language: Language, *, is_local: bool, is_from_afar: bool
) -> list[str]:
    if not location or not agent.location:
        return []
    if is_from_afar:
        return [_render_text("reason.wire", language)]
    place = load_thesaurus("places").translate(agent.location, language)
    if not is_local and is_nearby(location, agent.location):
        return [_render_text("reason.near", language, place=place, km=distance_km(location, agent.location))]
    return [_render_text("reason.here" if is_local else "reason.there", language, place=place)]


def _score_size(agent: AgentSummary, people: int | None, language: Language) -> tuple[int, list[str]]:
    if not people or not agent.capacity:
        return 0, []
    if people <= agent.capacity:
        return 6, [_render_text("reason.size", language, people=people)]
    return -12, [_render_text("reason.tight", language, most=agent.capacity)]


def _score_price(agent: AgentSummary, budget: Money | None, language: Language) -> tuple[int, list[str]]:
    """Compare price and budget; prices in another currency are not compared."""
    if budget is None or agent.price is None or agent.currency != budget.currency:
        return 0, []
    is_affordable = agent.price <= units_of_money(budget)
    return (5, [_render_text("reason.price", language)]) if is_affordable else (-15, [])
