"""Pseudo-random numbers and choices that depend on a seed only (TW-002)."""

from collections.abc import Sequence
from typing import TypeVar

from shared.core.ids import digest

T = TypeVar("T")

_DIGITS = "abcdefghijklmnopqrstuvwxyz234567"


def seeded_fraction(*seed: object) -> float:
    """Return a pseudo-random number in [0, 1), evenly distributed over seeds.

    It depends only on the texts (`str(part)`) of the parts of `seed` and their order: equal seeds give the same number.
    """
    value = 0
    for digit in digest(*seed, length=10):
        value = value * 32 + _DIGITS.index(digit)
    return value / 32**10


def seeded_choice(options: Sequence[T], *seed: object) -> T:
    """Return one of `options`, each equally likely over seeds; equal options and seeds give the same one.

    Args:
        options: Values to choose from.
        seed: Parts of the seed, compared as text (`str(part)`) and in order.

    Raises:
        IndexError: There are no options.
    """
    return options[int(seeded_fraction(*seed) * len(options))]
