"""What is a search really for? Its words, each with every name the synonyms know for it (TW-1103)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from negotiation.search.synonyms import known, tokens

LONGEST_WORD = 16
"""Longer entries of a search are sentences: what is looked for are the known words in them."""

ASIDE = 0.3
"""How much a place counts, or a word that merely stands in a sentence, beside what was asked for."""

_SMALL_WORDS = """
a an and are as at be by can do for from have i in is it like looking me my need of on one or our people
some someone that the them there this to want we who will with would you
"""
NOTHING_SAID = frozenset(_SMALL_WORDS.split())
"""English words that tell nothing of what is looked for."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One thing looked for: how it was said, every wording of it as tokens, and how much it counts.

    `asked`: it tells what somebody must be able to do or know; a place does not, nor does a stray word.
    """

    said: str
    wordings: tuple[tuple[str, ...], ...]
    weight: float
    asked: bool


def wishes(words: Sequence[str]) -> tuple[QueryTerm, ...]:
    """What these entries look for, each thing once, in their order; of a sentence, the known words in it."""
    found: dict[frozenset[tuple[str, ...]], QueryTerm] = {}
    for word in words:
        for wish in _of(word.strip()):
            meant = frozenset(wish.wordings)
            if meant and not any(meant <= other for other in found):
                found[meant] = wish
    return tuple(found.values())


def _of(word: str) -> Iterable[QueryTerm]:
    terms = [(found, True) for found in known("skills").found_in(word)]
    terms += [(found, False) for found in known("places").found_in(word)]
    for found, asked in sorted(terms, key=lambda term: term[0].at):
        yield _wish(found.word, found.term.words, asked=asked)
    if len(word) > LONGEST_WORD:
        named = {token for found, _ in terms for token in tokens(found.word)}
        for token in tokens(word):
            if token.isascii() and len(token) > 1 and token not in named | NOTHING_SAID:
                yield _wish(token, (token,), asked=False)
    elif not any(found.word == word for found, _ in terms):
        yield _wish(word, (word,), asked=True)


def _wish(said: str, words: Iterable[str], *, asked: bool) -> QueryTerm:
    wordings = {wording for word in words if (wording := tokens(word))}
    return QueryTerm(said, tuple(sorted(wordings)), 1.0 if asked else ASIDE, asked)
