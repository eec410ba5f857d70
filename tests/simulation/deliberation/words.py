"""Words that tell the answers of a model apart, wherever they are quoted: `w` and six letters, one word per answer."""

import re
from collections.abc import Iterable

LETTERS = "bcdfghjklm"
WORD = re.compile(rf"w[{LETTERS}]{{6}}")


def word_of(number: int) -> str:
    """Return the word of an answer by its number."""
    return "w" + "".join(LETTERS[int(digit)] for digit in f"{number:06}")


def words_in(text: str) -> Iterable[str]:
    """Return the words of all answers that a text is made of."""
    return WORD.findall(text)
