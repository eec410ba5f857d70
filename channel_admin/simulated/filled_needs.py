"""Needs of a demand that somebody is ready to meet, and whether a need takes somebody on the spot."""

from channel_admin.prompts import CompromiseFacts
from negotiation.contracts.demand import Need
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import need_tag
from negotiation.understanding.need_head import cut_after_head, find_head
from shared.core.language import Language


def willing_offers(facts: CompromiseFacts) -> tuple[Offer, ...]:
    """Return the offers of those who are still there: they neither declined nor left, nor rejected the plan."""
    gone = {*facts.left, *(each.agent_id for each in facts.feedback if each.feedback_type in ("reject", "withdraw"))}
    return tuple(offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in gone)


def reserve_ids(facts: CompromiseFacts) -> frozenset[str]:
    """Return the agents that the plan has only in reserve."""
    parts = facts.proposal.assignments if facts.proposal else ()
    return frozenset(part.agent_id for part in parts if part.reserve) - {
        part.agent_id for part in parts if not part.reserve
    }


def holders(facts: CompromiseFacts, need: Need) -> tuple[str, ...]:
    """Return the names of those who are ready to meet a need, by the plan or by what they offer."""
    willing = {offer.agent_id: offer for offer in willing_offers(facts)}
    tag = need_tag(need, facts.setting.language)
    parts = facts.proposal.assignments if facts.proposal else ()
    planned = [part.agent_id for part in parts if part.agent_id in willing and _meets(part, need, tag)]
    offered = [agent_id for agent_id, offer in willing.items() if _covers(offer, need, tag)]
    return tuple(willing[agent_id].display_name for agent_id in dict.fromkeys([*planned, *offered]))


def unfilled_needs(facts: CompromiseFacts) -> tuple[Need, ...]:
    """Return the needs that fewer people are ready to meet than are asked for."""
    return tuple(need for need in facts.demand.needs if len(holders(facts, need)) < need.count)


def is_done_on_the_spot(need: Need, language: Language) -> bool:
    """Return whether a need takes somebody, or something, that is there: a nanny, a plumber, a venue.

    A need whose words or head the thesaurus does not know counts as one: nobody knows that it can be done from afar.
    """
    find = load_thesaurus("skills").find_exact
    names = (need.need, need_tag(need, language), cut_after_head(need.need), find_head(need.need))
    term = next((found for name in names if (found := find(name))), None)
    return term is None or term.bound or term.in_person


def _meets(part: Assignment, need: Need, tag: str) -> bool:
    if part.reserve:
        return False
    if part.need is not None:
        return part.need == need.id
    return load_thesaurus("skills").are_synonyms(part.role, tag)


def _covers(offer: Offer, need: Need, tag: str) -> bool:
    """Return whether the first clause of an offer's contribution, which names its skills, names that of a need."""
    clause = (offer.contribution or "").replace("；", ";").split(";")[0]
    same = load_thesaurus("skills").are_synonyms
    return same(tag, clause) or same(need.need, clause)
