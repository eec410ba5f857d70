"""Omissions: fits that are not wanted, and why an able agent is not invited: not wanted, too far, another language."""

from collections.abc import Sequence
from dataclasses import replace

from negotiation.contracts.candidate import OmissionReason
from negotiation.contracts.demand import Need
from negotiation.registry.port import SearchHit, SearchOptions
from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import NEARBY_KM, distance_km
from negotiation.search.need_fits import is_same_ability
from negotiation.search.scoring import language_term
from negotiation.search.tokenizer import normalize


def drop_refused(not_wanted: Sequence[str], needs: Sequence[Need], hit: SearchHit) -> SearchHit | None:
    """Return a hit without the fits that are not wanted; None if it has nothing else to offer.

    A text that is not wanted although it names the skill of a need, such as a string quartet where a band is wanted,
    refuses only abilities of the same words.
    """
    kinds = [refused for refused in not_wanted if not any(is_same_ability(refused, need.need) for need in needs)]
    words = {normalize(refused) for refused in not_wanted}
    fits = tuple(fit for fit in hit.fits if not (_is_refused(fit.matched, kinds) or normalize(fit.matched) in words))
    if not fits and (hit.fits or can_only(hit.profile, not_wanted)):
        return None
    return replace(hit, fits=fits)


def can_only(profile: Profile, not_wanted: Sequence[str]) -> bool:
    """Return whether all capabilities of a profile, at least one, are not wanted."""
    return bool(profile.capabilities) and all(_is_refused(own, not_wanted) for own in profile.capabilities)


def find_omission_reason(profile: Profile, options: SearchOptions) -> OmissionReason | None:
    """Return why an able agent does not suit a search with these options; None if nothing in them speaks against it."""
    near, language = options.get("near"), options.get("language")
    km = distance_km(near, profile.location) if near and profile.location else None
    if can_only(profile, options.get("not_wanted", ())):
        return "not_wanted"
    if km is not None and km > NEARBY_KM and not profile.remote:
        return "too_far"
    if language and profile.languages and language_term(language) not in map(language_term, profile.languages):
        return "language"
    return None


def _is_refused(ability: str, not_wanted: Sequence[str]) -> bool:
    return any(is_same_ability(refused, ability) for refused in not_wanted)
