import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.contracts.demand import PeopleRange
from negotiation.contracts.money import Money
from negotiation.understanding.chinese_characters import simplify
from negotiation.understanding.chinese_mentions import find_chinese_mentions
from negotiation.understanding.chinese_numbers import join_range, parse_number, parse_range
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions

TODAY = date(2026, 3, 11)
TABLES: dict[str, list[tuple[str, list[Any]]]] = json.loads(
    Path(__file__).with_name("chinese_mentions.json").read_text("utf-8")
)
CASES = [(kind, text, expected) for kind, rows in TABLES.items() for text, expected in rows]


def plain(mention: Mention) -> Any:
    match mention.value:
        case PeopleRange():
            return [mention.value.min, mention.value.max]
        case Money():
            return [mention.value.amount, mention.value.currency]
        case other:
            return other


@pytest.mark.parametrize(("kind", "text", "expected"), CASES, ids=[f"{kind} {text}" for kind, text, _ in CASES])
def test_the_mentions_of_a_kind_are_found(kind: str, text: str, expected: list[Any]) -> None:
    found = [plain(mention) for mention in find_mentions(text, "zh", TODAY) if mention.kind == kind]
    assert found == expected


def test_a_mention_spans_the_words_that_belong_to_it() -> None:
    text = "在广州，除了周三都行，最好下午"
    found = [(text[slice(*each.span)], each.excluded, each.soft) for each in find_mentions(text, "zh", TODAY)]
    assert found == [("在广州", False, False), ("除了周三都行", True, False), ("最好下午", False, True)]


def test_values_keep_the_characters_of_the_text() -> None:
    text = "在臺北，下週六下午兩點"
    values = {each.kind: each.value for each in find_mentions(text, "zh", TODAY)}
    assert values == {"place": "臺北", "dates": ("2026-03-21",), "hours": "下午兩點"}


def test_words_of_an_impossible_date_are_in_no_mention() -> None:
    assert find_mentions("2月31日", "zh", TODAY) == ()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("三千五", 3500),
        ("一万二", 12000),
        ("1万2", 12000),
        ("1.5万", 15000),
        ("3,000", 3000),
        ("二十八", 28),
        ("三百零五", 305),
        ("十", 10),
        ("两百", 200),
        ("2w", 20000),
        ("二〇二六", 2026),
        ("十十", None),
        ("人", None),
    ],
)
def test_a_number_is_parsed(text: str, number: float | None) -> None:
    assert parse_number(text) == number


def test_ranges_share_the_scale_of_their_end() -> None:
    assert parse_range("三五千") == (3000, 5000)
    assert join_range("3", "5千") == (3000, 5000)
    assert join_range("800", "1000") == (800, 1000)
    assert join_range("5", "3") is None


@given(st.text(max_size=200))
def test_simplified_text_has_the_same_length(text: str) -> None:
    assert len(simplify(text)) == len(text)


@given(
    st.lists(
        st.sampled_from(
            [*"一二三四五六七八九十百千万年月日号周点到前后下个这每天人位块元在除了不0123456789，-", "周末", "预算"]
        ),
        max_size=40,
    ),
    st.dates(),
)
def test_mentions_lie_in_the_text_whatever_it_is(pieces: list[str], today: date) -> None:
    text = "".join(pieces)
    for mention in find_chinese_mentions(text, today):
        assert 0 <= mention.span[0] < mention.span[1] <= len(text)
