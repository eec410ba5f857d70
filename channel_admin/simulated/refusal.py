"""Refusal of an invitation: what stood in the way, with its values, by the terms and the reason of a declined offer."""

from dataclasses import dataclass
from datetime import date

from negotiation.contracts.demand import DemandUnderstanding, PeopleRange, SubmissionContext
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.understanding.mentions import find_mentions


@dataclass(frozen=True, slots=True)
class Refusal:
    """Subject of the reason of a declined offer; all empty if it is about something else.

    Attributes:
        offer: The declined offer.
        fee: What its agent asks, if the money stood in the way.
        people: The most people that its agent can serve, if these are too many.
        dates: Demanded dates that are not possible.
        places: Where its agent is, if that is somewhere else.
    """

    offer: Offer
    fee: Money | None = None
    people: int | None = None
    dates: tuple[str, ...] = ()
    places: tuple[Term, ...] = ()

    @property
    def name(self) -> str:
        """Display name of the agent."""
        return self.offer.display_name


def read_refusal(offer: Offer, demand: DemandUnderstanding, setting: SubmissionContext) -> Refusal:
    """Return what stood in the way of an offer that declines.

    The reason says which it is, since an agent's terms hold whatever the reason; values come from the terms, from the
    reason only where there are none. What the reason repeats of the demand is left out.
    """
    terms, reason, limits = offer.terms or NO_TERMS, offer.decline_reason or "", demand.limits
    mentions = find_mentions(reason, setting.language, date.fromisoformat(setting.today))
    amounts = [each.value for each in mentions if isinstance(each.value, Money)]
    asked = next((amount for amount in amounts if amount != limits.budget and amount.amount), None)
    counts = [each.value.max for each in mentions if isinstance(each.value, PeopleRange)]
    most = limits.people.max if limits.people else None
    smaller = next((count for count in counts if most and count < most), None)
    days = {day for each in mentions if each.kind == "dates" and isinstance(each.value, tuple) for day in each.value}
    places = load_thesaurus("places")
    elsewhere = [found.term for found in places.find_all(reason) if not _is_place(limits.place, found.term)]
    return Refusal(
        offer,
        fee=(terms.fee or asked) if amounts else None,
        people=(terms.people or smaller) if counts and most and (terms.people or smaller or most) < most else None,
        dates=tuple(day for day in limits.dates if day in days),
        places=tuple(elsewhere) if limits.place else (),
    )


def _is_place(place: str | None, term: Term) -> bool:
    return place is not None and load_thesaurus("places").are_synonyms(place, term.en[0])
