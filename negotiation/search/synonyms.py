"""Which words mean the same: skills and places in both languages, found in running text (synonyms.json, TW-1103)."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from negotiation.search.keyword_matcher import KeywordMatcher, normalize

Kind = Literal["skills", "places"]


class Term(BaseModel):
    """One skill or place: all words for it, the usual one first.

    `many`: several people can hold it side by side. `bound`: it cannot be brought from elsewhere. `area`: of a place,
    the part of the world in which one travels for a day's work.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: tuple[str, ...]
    en: tuple[str, ...]
    many: bool = False
    bound: bool = False
    area: str = ""

    def say(self, language: Literal["zh", "en"]) -> str:
        """The usual word for it."""
        return self.zh[0] if language == "zh" else self.en[0]

    @property
    def words(self) -> tuple[str, ...]:
        """All words for it, in both languages."""
        return (*self.zh, *self.en)


@dataclass(frozen=True, slots=True)
class TermOccurrence:
    """A term, the word that named it, and where in the text that word begins."""

    term: Term
    word: str
    at: int


class Thesaurus:
    """The synonyms of one kind (skills, or places)."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = tuple(terms)
        self._by_word = {normalize(word): term for term in terms for word in term.words}
        self._spotting = KeywordMatcher(self._by_word)
        self._meant = lru_cache(maxsize=8192)(self._meanings)
        self._found = lru_cache(maxsize=8192)(self._find)

    def of(self, word: str) -> Term | None:
        """The term that `word` is, or the first one that it contains."""
        exact = self._by_word.get(normalize(word))
        return exact or next((found.term for found in self.found_in(word)), None)

    def found_in(self, text: str) -> tuple[TermOccurrence, ...]:
        """The terms that `text` names, each once, in the order of the text; the longest word wins."""
        return self._found(text)

    def _find(self, text: str) -> tuple[TermOccurrence, ...]:
        first: dict[str, TermOccurrence] = {}
        for word, said, at in self._spotting.found_in(text):
            found = TermOccurrence(self._by_word[word], said, at)
            first.setdefault(found.term.en[0], found)
        return tuple(first.values())

    def say(self, word: str, language: Literal["zh", "en"]) -> str:
        """`word` as one says it in `language`; itself when it is no known one."""
        term = self._by_word.get(normalize(word))
        return term.say(language) if term else word

    def bound(self, word: str) -> bool:
        """Whether `word` names something that cannot be brought from elsewhere."""
        term = self.of(word)
        return term is not None and term.bound

    def apart(self, one: str, other: str) -> bool:
        """Whether two places lie in different parts of the world; of unknown ones nobody can say."""
        a, b = self.of(one), self.of(other)
        return a is not None and b is not None and a.area != b.area

    def same(self, one: str, other: str) -> bool:
        """Whether two wordings mean the same or one names the other."""
        a, b = normalize(one), normalize(other)
        if not (a and b):
            return False
        return _within(a, b) or _within(b, a) or bool(self._meant(one) & self._meant(other))

    def _meanings(self, text: str) -> frozenset[str]:
        exact = self._by_word.get(normalize(text))
        found = (exact,) if exact else (found.term for found in self.found_in(text))
        return frozenset(term.en[0] for term in found)


@lru_cache(maxsize=2)
def known(kind: Kind) -> Thesaurus:
    """The shipped synonyms."""
    rows = json.loads(files("negotiation.search").joinpath("synonyms.json").read_text("utf-8"))
    return Thesaurus([Term.model_validate(row) for row in rows[kind]])


def tokens(text: str) -> tuple[str, ...]:
    """What a text is indexed by: lower-cased words, and pairs of neighbouring Chinese characters."""
    out: list[str] = []
    for run in _RUNS.findall(text.lower()):
        if not _CJK.match(run):
            out.append(_singular(run))
        elif len(run) == 1:
            out.append(run)
        else:
            out.extend(run[at : at + 2] for at in range(len(run) - 1))
    return tuple(dict.fromkeys(out))


_CJK = re.compile(r"[\u3400-\u9fff]")
_RUNS = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _within(word: str, text: str) -> bool:
    """Whether `text` holds `word` (both plain): Chinese anywhere, others as whole words (no "AI" in "first aid")."""
    return word in text and bool(_CJK.search(word) or re.search(rf"(?<![a-z0-9]){re.escape(word)}s?(?![a-z0-9])", text))
