"""Pseudo-random numbers and choices that depend on a seed only (TW-002)."""

from collections.abc import Sequence
from typing import TypeVar

from shared.core.ids import digest

T = TypeVar("T")

_DIGITS = "abcdefghijklmnopqrstuvwxyz234567"


def seeded_fraction(*seed: object) -> float:
    """Return a number in [0, 1), evenly distributed over seeds; it depends on the text of the parts of `seed` only."""
    value = 0
    for digit in digest(*seed, length=10):
        value = value * 32 + _DIGITS.index(digit)
    return value / 32**10


def seeded_choice(options: Sequence[T], *seed: object) -> T:
    """Return one of `options`; the same options and parts of `seed`, as text, give the same one.

    Raises:
        IndexError: There are no options.
    """
    return options[int(seeded_fraction(*seed) * len(options))]
