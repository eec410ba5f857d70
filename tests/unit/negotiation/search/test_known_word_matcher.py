"""Does a text name exactly the words that the rule says: the longest one, whole, wherever it begins?"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.search.known_word_matcher import KeywordMatcher
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import contains_cjk, normalize
from tests.support.case_tables import load_cases

WORDS = ["ai", "ai art", "art", "first aid", "摄影", "摄影师", "ai绘画", "a", "photo", "photo shoot", "演讲"]
GAP = r"[\s-]+"
PIECES = ["ai", "AI", "art", "artist", "first", "aid", "摄影", "师", "绘画", "演讲", "a", "Photo", "shoot", "-", "  ", " ", "\n", "é", "9"]  # fmt: skip


def by_the_rule(words: list[str], text: str) -> list[tuple[str, str, int]]:
    """As slow and plain as it can be said: one pattern, the longest word first."""
    parts = [
        re.escape(word)
        if contains_cjk(word)
        else "(?<![a-z0-9])" + GAP.join(map(re.escape, word.split(" "))) + "(?![a-z0-9])"
        for word in sorted(words, key=lambda word: (-len(word), word))
    ]
    pattern = re.compile("|".join(parts), re.IGNORECASE)
    return [(normalize(match[0]), match[0], match.start()) for match in pattern.finditer(text)]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_matcher_finds_the_same_keywords_as_a_regular_expression(text: str) -> None:
    assert list(KeywordMatcher(WORDS).find_all(text)) == by_the_rule(WORDS, text)


@given(st.text(max_size=60))
def test_every_found_keyword_is_part_of_the_text(text: str) -> None:
    for word, said, at in KeywordMatcher(WORDS).find_all(text):
        assert text[at : at + len(said)] == said
        assert normalize(said) == word


@pytest.mark.parametrize(("text", "words"), load_cases(__file__, "keywords_are_found_in_example_texts"))
def test_keywords_are_found_in_example_texts(text: str, words: list[str]) -> None:
    assert [word for word, _, _ in KeywordMatcher(WORDS).find_all(text)] == words


def test_every_synonym_is_found_as_itself() -> None:
    for kind in ("skills", "places"):
        for term in load_thesaurus(kind).terms:
            for word in term.words:
                assert [found.term for found in load_thesaurus(kind).find_all(f"“{word}”")] == [term]
