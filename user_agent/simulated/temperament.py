"""Temperaments of simulated people: parameters of their requests, persistence and withdrawal."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Temperament:
    """Parameters of one temperament.

    Attributes:
        max_requests: Maximum number of conditions of an offer, and of requests one after another.
        max_repeats: Number of times a request is repeated before `final_answer`.
        final_answer: Feedback after the last repetition.
        holds_out: True if a rejection is followed by neither acceptance nor withdrawal.
        max_discount: Maximum share of the price that is waived.
        busy_probability: Probability to have no time at all on the days that a demand names; only of busy people.
        moves_dates: True if the person asks for another day rather than declining.
        bargains: True if the fee becomes a request when no budget is stated or it is above its share of it.
        condition_probability: Probability to make constraints conditions at all.
        helper_probability: Probability to request a helper for a large role.
        afterthought_probability: Probability to request in a review what the offer did not mention.
    """

    max_requests: int = 1
    max_repeats: int = 1
    final_answer: Literal["accept", "reject", "withdraw"] = "accept"
    holds_out: bool = False
    max_discount: float = 0.1
    busy_probability: float = 0.0
    moves_dates: bool = True
    bargains: bool = False
    condition_probability: float = 0.55
    helper_probability: float = 0.3
    afterthought_probability: float = 0.85


EVEN = Temperament()
_TEMPERAMENTS = {
    "even": EVEN,
    "generous": Temperament(
        max_requests=1,
        max_repeats=1,
        max_discount=0.3,
        condition_probability=0.35,
        helper_probability=0.15,
        afterthought_probability=0.5,
    ),
    "eager": Temperament(
        max_requests=1,
        max_repeats=1,
        max_discount=0.2,
        condition_probability=0.4,
        helper_probability=0.1,
        afterthought_probability=0.5,
    ),
    "cautious": Temperament(
        max_requests=2,
        max_repeats=2,
        final_answer="reject",
        holds_out=True,
        bargains=True,
        condition_probability=0.9,
        helper_probability=0.6,
        afterthought_probability=0.9,
    ),
    "busy": Temperament(
        final_answer="withdraw",
        moves_dates=False,
        max_discount=0.05,
        busy_probability=0.28,
        bargains=True,
        helper_probability=0.6,
    ),
    "proud": Temperament(
        max_requests=2,
        max_repeats=2,
        final_answer="reject",
        max_discount=0.0,
        bargains=True,
        condition_probability=0.8,
        helper_probability=0.0,
        afterthought_probability=0.85,
    ),
    "stubborn": Temperament(
        max_requests=3,
        max_repeats=3,
        final_answer="reject",
        holds_out=True,
        max_discount=0.0,
        moves_dates=False,
        bargains=True,
        condition_probability=1.0,
        helper_probability=0.0,
        afterthought_probability=0.9,
    ),
}


def find_temperament(temperament: str) -> Temperament:
    """Return the parameters of a temperament by its name, ignoring case; those of EVEN for an unknown name."""
    return _TEMPERAMENTS.get(temperament.strip().lower(), EVEN)
