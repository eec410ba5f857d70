"""Thesaurus of skills and places: synonyms in Chinese and English, found in running text (synonyms.json, TW-1103)."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from negotiation.search.known_word_matcher import KeywordMatcher
from negotiation.search.tokenizer import contains_cjk, normalize

TermKind = Literal["skills", "places"]


class Term(BaseModel):
    """One skill or place with all of its names, the usual one of each language first.

    `many`: several people can share the skill. `bound`: it is tied to a location, like a venue. `in_person`: it takes
    people who are there. `food`: it brings food or drink. `recording`: it takes pictures or sound. `area`: of a place,
    the region of the world within which people travel for a day's work. `lat` and `lon`: of a place, its latitude and
    longitude in degrees.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: tuple[str, ...]
    en: tuple[str, ...]
    many: bool = False
    bound: bool = False
    in_person: bool = False
    food: bool = False
    recording: bool = False
    area: str = ""
    lat: float | None = None
    lon: float | None = None

    def label(self, language: Literal["zh", "en"]) -> str:
        """Return the usual name of the term in a language, such as 北京 or Beijing."""
        return self.zh[0] if language == "zh" else self.en[0]

    @property
    def words(self) -> tuple[str, ...]:
        """All names of the term, Chinese ones first."""
        return (*self.zh, *self.en)


@dataclass(frozen=True, slots=True)
class TermOccurrence:
    """Occurrence of a term in a text: the matching text and its offset."""

    term: Term
    word: str
    offset: int


class Thesaurus:
    """Terms of one kind, found by any of their names."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = tuple(terms)
        self._by_word = {normalize(word): term for term in terms for word in term.words}
        self._matcher = KeywordMatcher(self._by_word)
        self._term_names = lru_cache(maxsize=8192)(self._find_term_names)
        self._occurrences = lru_cache(maxsize=8192)(self._find_occurrences)

    def find(self, word: str) -> Term | None:
        """Return the term with the name `word`, else the first term named in the text `word`; None without either.

        Names are those of both languages; case, hyphens and repeated spaces are ignored.
        """
        exact = self._by_word.get(normalize(word))
        return exact or next((found.term for found in self.find_all(word)), None)

    def find_exact(self, word: str) -> Term | None:
        """Return the term with the name `word`, of either language; None without one (see `find`)."""
        return self._by_word.get(normalize(word))

    def find_all(self, text: str) -> tuple[TermOccurrence, ...]:
        """Return the first occurrence of each term in a text, in text order; longer names win over shorter ones.

        Names of both languages count, in any case; those of Latin letters only as whole words. Empty without any.
        """
        return self._occurrences(text)

    def translate(self, word: str, language: Literal["zh", "en"]) -> str:
        """Return the usual name, in a language, of the term with the name `word`; `word` itself without such a term."""
        term = self._by_word.get(normalize(word))
        return term.label(language) if term else word

    def is_location_bound(self, word: str) -> bool:
        """Return whether the term of `word` is tied to a location, like a venue; False if `find` finds no term."""
        term = self.find(word)
        return term is not None and term.bound

    def are_in_different_areas(self, one: str, other: str) -> bool:
        """Return whether two places lie in different areas of the world, such as Europe and East Asia.

        The places are given by a name or a text that names them (see `find`); False if one of them is not found.
        """
        a, b = self.find(one), self.find(other)
        return a is not None and b is not None and a.area != b.area

    def are_synonyms(self, one: str, other: str) -> bool:
        """Return whether two texts name a common term, or one contains the other as a word; False if one is empty."""
        a, b = normalize(one), normalize(other)
        if not (a and b):
            return False
        return _contains_word(a, b) or _contains_word(b, a) or bool(self._term_names(one) & self._term_names(other))

    def _find_occurrences(self, text: str) -> tuple[TermOccurrence, ...]:
        first: dict[str, TermOccurrence] = {}
        for name, word, offset in self._matcher.find_all(text):
            found = TermOccurrence(self._by_word[name], word, offset)
            first.setdefault(found.term.en[0], found)
        return tuple(first.values())

    def _find_term_names(self, text: str) -> frozenset[str]:
        exact = self._by_word.get(normalize(text))
        terms = (exact,) if exact else (found.term for found in self.find_all(text))
        return frozenset(term.en[0] for term in terms)


@lru_cache(maxsize=2)
def load_thesaurus(kind: TermKind) -> Thesaurus:
    """Return the shipped thesaurus of skills or of places; loaded once, then the same object."""
    rows = json.loads(files("negotiation.search").joinpath("synonyms.json").read_text("utf-8"))
    return Thesaurus([Term.model_validate(row) for row in rows[kind]])


def _contains_word(word: str, text: str) -> bool:
    """Return whether a normalized text contains a word: Chinese anywhere, others as whole words, plural included."""
    return word in text and (
        contains_cjk(word) or bool(re.search(rf"(?<![a-z0-9]){re.escape(word)}s?(?![a-z0-9])", text))
    )
