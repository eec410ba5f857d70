"""Head of a need: the noun that names what others must bring, without what describes it."""

import re

from negotiation.search.tokenizer import contains_cjk

_AFTER_HEAD_PATTERN = re.compile(
    r"\s(?:of|for|with|who|that|which|to|in|on|at|from|by|into|over|about|after|before|during)\s.*$", re.IGNORECASE
)
_WORD_PATTERN = re.compile(r"[^\W_](?:[\w'’-]*[^\W_])?")


def find_head(need: str) -> str:
    """Return the head of a noun phrase in lower case: "photos" of "photos of everyone", 厨师 of 会做川菜的厨师.

    Chinese: what follows the last 的, else all of it. English: the last word before the first preposition or relative
    pronoun. Empty if there is no word.
    """
    phrase = " ".join(need.lower().split())
    if contains_cjk(phrase):
        return phrase.rpartition("的")[2] or phrase
    words = _WORD_PATTERN.findall(cut_after_head(phrase))
    return words[-1] if words else ""


def cut_after_head(need: str) -> str:
    """Return an English need without what follows its head: "photos" of "photos of everyone"."""
    return _AFTER_HEAD_PATTERN.sub("", " ".join(need.split()))
