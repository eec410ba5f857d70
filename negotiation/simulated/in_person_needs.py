"""Needs that are met in person only: by somebody who is at the place (simulated filter and agents)."""

from negotiation.search.synonyms import load_thesaurus


def is_met_in_person(need: str, ability: str) -> bool:
    """Return whether a need takes somebody on the spot: live music, catering, a venue; working remotely is no help then.

    The need's own words decide; if they name no known skill, those of the ability that meets it. False if neither does.

    Args:
        need: Words of the need.
        ability: Words of the ability that meets it; may be empty.
    """
    find = load_thesaurus("skills").find
    term = find(need) or (find(ability) if ability else None)
    return term is not None and (term.bound or term.in_person)
