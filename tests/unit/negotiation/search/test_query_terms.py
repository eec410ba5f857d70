import pytest

from negotiation.search.query_terms import CONTEXT_WEIGHT, parse_query_terms


def said(*words: str) -> list[str]:
    return [wish.text for wish in parse_query_terms(words)]


def asked(*words: str) -> list[str]:
    return [wish.text for wish in parse_query_terms(words) if wish.is_required]


def test_a_repeated_concept_is_one_query_term() -> None:
    assert said("场地", "venue", "会场", "北京", "Beijing") == ["场地", "北京"]


def test_a_query_term_contains_all_synonyms() -> None:
    (wish,) = parse_query_terms(["摄影"])
    assert {("摄影",), ("photographer",), ("拍照",)} <= set(wish.synonyms)
    assert wish.weight == 1


def test_known_words_weigh_more_than_unknown_ones() -> None:
    found = parse_query_terms(["We are looking for a photographer and a nice lighthouse near Beijing"])
    assert [wish.text for wish in found if wish.is_required] == ["photographer"]
    assert {wish.text: wish.weight for wish in found} == {
        "photographer": 1.0,
        "Beijing": CONTEXT_WEIGHT,
        "nice": CONTEXT_WEIGHT,
        "lighthouse": CONTEXT_WEIGHT,
        "near": CONTEXT_WEIGHT,
    }


def test_an_unknown_short_entry_is_searched_verbatim() -> None:
    assert asked("养蜂", "Falconry") == ["养蜂", "Falconry"]


def test_an_entry_with_known_words_is_searched_by_them_and_verbatim() -> None:
    assert asked("AI主题演讲") == ["AI", "主题演讲", "AI主题演讲"]


def test_a_known_name_is_not_split_into_words() -> None:
    assert said("Somebody to juggle in Los Angeles") == ["Los Angeles", "somebody", "juggle"]


@pytest.mark.parametrize("nothing", ["", "  ", "！？"])
def test_an_empty_query_has_no_terms(nothing: str) -> None:
    assert parse_query_terms([nothing]) == ()
