import pytest

from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import tokenize


def test_the_table_has_enough_groups_in_both_languages_and_no_word_in_two() -> None:
    terms = load_thesaurus("skills").terms
    assert 60 <= len(terms) + len(load_thesaurus("places").terms) < 500
    assert all(term.zh and term.en for term in terms)
    words = [
        word for term in (*terms, *load_thesaurus("places").terms) for word in {word.lower() for word in term.words}
    ]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("需要场地和嘉宾", ["venue", "speaker"]),
        ("a web-developer and live  music", ["web development", "live music"]),
        ("我们要做小红书", ["social media"]),
        ("the AId kit of Mars", []),
        ("", []),
    ],
)
def test_the_terms_of_a_text_are_found_in_order(text: str, named: list[str]) -> None:
    assert [found.term.en[0] for found in load_thesaurus("skills").find_all(text)] == named


def test_words_are_translated_to_the_other_language() -> None:
    assert load_thesaurus("skills").translate("venue", "zh") == "场地提供"
    assert load_thesaurus("places").translate("北京", "en") == "Beijing"
    assert load_thesaurus("skills").translate("养蜂", "en") == "养蜂"


def test_synonyms_compare_as_the_same() -> None:
    same = load_thesaurus("skills").are_synonyms
    assert same("场地", "venue")
    assert same("AI主题演讲", "speaker")
    assert not same("钢琴", "吉他")
    assert not same("", "venue")
    assert not same("AI", "first aid")
    assert same("stage", "stages and benches")


def test_tokens_are_words_and_character_bigrams() -> None:
    assert tokenize("AI主题聚会 Photos!") == ("ai", "主题", "题聚", "聚会", "photo")
    assert tokenize("茶") == ("茶",)
    assert tokenize("！？") == ()
