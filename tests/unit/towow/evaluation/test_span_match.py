"""Are labelled and understood needs matched by the words they cover, one to one, and as many as can be?"""

import pytest

from negotiation.contracts.demand import Span
from towow.evaluation.span_match import find_span, match_spans, overlaps


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((0, 4), (2, 6), True),  # half of each
        ((0, 4), (3, 7), False),
        ((0, 20), (5, 7), True),  # the shorter lies within the longer
        ((0, 4), (4, 8), False),
        ((3, 3), (0, 8), False),
    ],
)
def test_spans_overlap_from_half_of_the_shorter_one(one: Span, other: Span, expected: bool) -> None:
    assert overlaps(one, other) is overlaps(other, one) is expected


def test_each_need_is_matched_once() -> None:
    assert match_spans([(0, 10)], [(0, 5), (5, 10)]) == {0: 0}
    assert match_spans([(0, 5), (5, 10)], [(0, 10)]) == {0: 0}


def test_a_match_makes_way_for_one_that_has_no_other() -> None:
    wide, narrow = (0, 10), (0, 4)
    assert match_spans([wide, narrow], [(0, 4), (6, 10)]) == {0: 1, 1: 0}


def test_a_need_without_a_span_matches_nothing() -> None:
    assert match_spans([(0, 5)], [None]) == {}


def test_words_are_found_without_regard_to_case() -> None:
    assert find_span("PLUMBER", "A plumber") == (2, 9)
    assert find_span("tailor", "A plumber") is None
    assert find_span("", "A plumber") is None
