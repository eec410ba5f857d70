"""How a rule chooses without dice: evenly spread, and the same again for the same seed (TW-002)."""

from collections.abc import Sequence
from typing import TypeVar

from shared.core.ids import digest

T = TypeVar("T")

_DIGITS = "abcdefghijklmnopqrstuvwxyz234567"


def seeded_fraction(*seed: object) -> float:
    """A number from 0 (included) to 1 (excluded) that depends on every part of `seed`."""
    value = 0
    for letter in digest(*seed, length=10):
        value = value * 32 + _DIGITS.index(letter)
    return value / 32**10


def seeded_choice(options: Sequence[T], *seed: object) -> T:
    """One of `options`. Raises IndexError when there is none."""
    return options[int(seeded_fraction(*seed) * len(options))]
