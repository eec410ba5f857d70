"""How a temperament behaves: how much it asks for, how long it insists, how it leaves (simulated agents only)."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Temperament:
    """One temperament.

    `asks`: the most conditions of an offer, and how many wishes follow one upon the other. `insists`: how often it
    asks again before it gives way or ends it by `ends`; `stays`: after its no it neither gives way nor goes.
    `discount`: the share of its price it can do without. `unwilling`: how often it simply has no time. `stretch`: up
    to which multiple of its share of the budget it still talks about money. `firm`: it speaks up even when the plan
    has enough open points already. `haggles`: it makes its price a point where no budget is named; the others just
    say it. `particular`: how often it makes a condition of something at all. `travels`: how often it comes from
    elsewhere when the way is paid for. `shares`: how often it wants a second pair of hands for a big role.
    """

    asks: int = 1
    insists: int = 1
    ends: Literal["accept", "reject", "withdraw"] = "accept"
    stays: bool = False
    discount: float = 0.1
    unwilling: float = 0.06
    stretch: float = 2.0
    firm: bool = False
    haggles: bool = False
    particular: float = 0.55
    travels: float = 0.3
    shares: float = 0.3


EVEN = Temperament()
_KNOWN = {
    "even": EVEN,
    "generous": Temperament(
        asks=1, insists=1, discount=0.3, unwilling=0.03, stretch=3.0, particular=0.35, travels=0.6, shares=0.15
    ),
    "eager": Temperament(
        asks=1, insists=1, discount=0.2, unwilling=0.02, stretch=2.5, particular=0.4, travels=0.7, shares=0.1
    ),
    "cautious": Temperament(
        asks=2,
        insists=2,
        ends="reject",
        stays=True,
        unwilling=0.08,
        stretch=1.8,
        haggles=True,
        particular=0.9,
        travels=0.1,
        shares=0.6,
    ),
    "busy": Temperament(
        ends="withdraw", discount=0.05, unwilling=0.28, stretch=1.8, haggles=True, travels=0.0, shares=0.6
    ),
    "proud": Temperament(
        asks=2,
        insists=2,
        ends="reject",
        discount=0.0,
        unwilling=0.1,
        stretch=1.6,
        haggles=True,
        particular=0.8,
        shares=0.0,
    ),
    "stubborn": Temperament(
        asks=3,
        insists=3,
        ends="reject",
        stays=True,
        discount=0.0,
        unwilling=0.08,
        stretch=1.5,
        firm=True,
        haggles=True,
        particular=1.0,
        travels=0.0,
        shares=0.0,
    ),
}


def character(temperament: str) -> Temperament:
    """The behaviour behind one word; an unknown word behaves evenly."""
    return _KNOWN.get(temperament.strip().lower(), EVEN)
