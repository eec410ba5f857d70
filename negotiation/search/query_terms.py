"""Query terms: the words of a search, each expanded by all of its known synonyms (TW-1103)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from negotiation.contracts.demand import Need
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.search.tokenizer import tokenize

MAX_WORD_CHARACTERS = 16
"""Maximum length of a query entry that is one term; of longer ones, sentences, only known words are terms."""

CONTEXT_WEIGHT = 0.3
"""Weight of a location, or of another word in a sentence, relative to a required term (1.0)."""

_ENGLISH_STOP_WORDS = """
a an and are as at be by can do for from have i in is it like looking me my need of on one or our people
some someone that the them there this to want we who will with would you
"""
STOP_WORDS = frozenset(_ENGLISH_STOP_WORDS.split())
"""English words that are no query terms."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One term of a query.

    Attributes:
        text: Text in the query.
        synonyms: Tokens of each synonym, the text's own included.
        weight: Factor of its score, above 0.
        is_required: True for a skill; False for a location or another word of a sentence.
    """

    text: str
    synonyms: tuple[tuple[str, ...], ...]
    weight: float
    is_required: bool


def parse_query_terms(words: Sequence[str]) -> tuple[QueryTerm, ...]:
    """Return the distinct terms of a search, in the order of `words`; none for blank entries.

    An entry of `words` of at most MAX_WORD_CHARACTERS is one term, together with the known skills and places in it; a
    longer one, a sentence, gives the known skills and places and the remaining English words. Skills and short entries
    are required terms of weight 1, places and words of a sentence optional ones of weight CONTEXT_WEIGHT (0.3).
    """
    terms: dict[frozenset[tuple[str, ...]], QueryTerm] = {}
    for word in words:
        for term in _parse_entry(word.strip()):
            synonyms = frozenset(term.synonyms)
            if synonyms and not any(synonyms <= other for other in terms):
                terms[synonyms] = term
    return tuple(terms.values())


def skill_query_term(skill: Term, weight: float) -> QueryTerm:
    """Return a known skill as a required query term."""
    return QueryTerm(skill.en[0], _tokenize_all(skill.words), weight, is_required=True)


def need_groups(terms: Sequence[QueryTerm], needs: Sequence[Need]) -> Sequence[frozenset[int]]:
    """Return for each need the numbers of the required terms that its words name; empty without any."""
    groups: list[frozenset[int]] = []
    for need in needs:
        named = {term.synonyms for term in parse_query_terms([need.need])}
        groups.append(
            frozenset(number for number, term in enumerate(terms) if term.is_required and term.synonyms in named)
        )
    return groups


def _parse_entry(entry: str) -> Iterable[QueryTerm]:
    occurrences = [(found, True) for found in load_thesaurus("skills").find_all(entry)]
    occurrences += [(found, False) for found in load_thesaurus("places").find_all(entry)]
    for found, is_required in sorted(occurrences, key=lambda occurrence: occurrence[0].offset):
        yield _build_term(found.word, found.term.words, is_required=is_required)
    if len(entry) > MAX_WORD_CHARACTERS:
        known_tokens = {token for found, _ in occurrences for token in tokenize(found.word)}
        for token in tokenize(entry):
            if token.isascii() and len(token) > 1 and token not in known_tokens | STOP_WORDS:
                yield _build_term(token, (token,), is_required=False)
    elif not any(found.word == entry for found, _ in occurrences):
        yield _build_term(entry, (entry,), is_required=True)


def _build_term(text: str, words: Iterable[str], *, is_required: bool) -> QueryTerm:
    return QueryTerm(text, _tokenize_all(tuple(words)), 1.0 if is_required else CONTEXT_WEIGHT, is_required)


@lru_cache(maxsize=1024)
def _tokenize_all(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the tokens of each word that has any, in order and without duplicates."""
    return tuple(sorted({tokens for word in words if (tokens := tokenize(word))}))
