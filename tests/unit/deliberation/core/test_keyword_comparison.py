"""Comparison by keywords (DL-152): tokens, Jaccard index, the cap by polarity, and the labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.keyword_comparison import (
    POLARITY_CAP,
    compare_keywords,
    keyword_index,
    keyword_label,
    position_tokens,
)
from tests.support.position_fixtures import held

TEXTS = st.text(alphabet="学习计划不可行的 abc no 12.", min_size=1, max_size=30).filter(lambda text: text.strip() != "")


def test_tokens_are_stems_numbers_and_pairs_of_characters_without_function_words() -> None:
    assert position_tokens("The planned plans for 3 days") == {"plan", "3", "day"}
    assert position_tokens("学习计划的阶段") == {"学习", "习计", "计划", "阶段"}
    assert position_tokens("应该，可以！") == frozenset()


def test_the_index_is_the_share_of_common_tokens() -> None:
    first, second = held("Study grammar daily", "time is short"), held("Study vocabulary daily", "time is short")
    # study, daili, time, short of these and grammar, vocabulari
    assert keyword_index(first, second) == pytest.approx(4 / 6)
    assert compare_keywords([first, second]) == ((1.0, pytest.approx(4 / 6)), (pytest.approx(4 / 6), 1.0))


def test_another_polarity_caps_the_index() -> None:
    first, second = (
        held("The plan for six weeks is feasible", "time"),
        held("The plan for six weeks is not feasible", "time"),
    )
    assert keyword_index(first, second) == POLARITY_CAP
    assert keyword_index(held("六周计划可行", "时间够"), held("六周计划不可行", "时间够")) <= POLARITY_CAP


def test_positions_without_tokens_are_alike() -> None:
    assert keyword_index(held("应该", "可以"), held("可以", "应该")) == 1.0


@pytest.mark.parametrize(("index", "label"), [(0.6, "high"), (0.599, "medium"), (0.3, "medium"), (0.299, "low")])
def test_the_thresholds_of_keywords_are_reached_not_exceeded(index: float, label: str) -> None:
    assert keyword_label(index) == label


@given(TEXTS, TEXTS)
def test_the_index_is_symmetric_and_a_position_is_like_itself(first: str, second: str) -> None:
    one, two = held(first, second), held(second, first)
    assert keyword_index(one, two) == keyword_index(two, one)
    assert 0 <= keyword_index(one, two) <= 1
    assert keyword_index(one, one) == 1.0
