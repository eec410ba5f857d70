"""What the tagger finds in demands that it was not trained with, and what it keeps to in any text."""

import time
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coordinator.simulated.demand_parser import parse_demand
from coordinator.simulated.demand_tagger import tag_demand
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.understanding.mentions import find_mentions
from shared.core.language import Language
from tests.support.cpu_slowdown import measure_slowdown
from towow.evaluation.corpus import CORPUS_TODAY, corpus_folder, read_corpus
from towow.evaluation.span_match import match_spans, overlaps

TODAY = date.fromisoformat(CORPUS_TODAY)


@dataclass
class Totals:
    """Needs of the validation demands of one language."""

    labelled: int = 0
    read: int = 0
    matched: int = 0
    counts_right: int = 0


def parse(text: str, language: Language) -> ParsedDemand:
    return parse_demand(text, language, find_mentions(text, language, TODAY))


@cache
def totals(language: Language) -> Totals:
    sums = Totals()
    for row in read_corpus(corpus_folder() / "validation.jsonl"):
        if row.language != language:
            continue
        needs = parse(row.raw_input, language).needs
        spans = [need.span for need in needs if need.span]
        pairs = match_spans([need.span for need in row.needs], spans)
        sums.labelled += len(row.needs)
        sums.read += len(needs)
        sums.matched += len(pairs)
        sums.counts_right += sum(row.needs[one].count == needs[other].count for one, other in pairs.items())
    return sums


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_finds_most_needs_of_demands_that_it_has_not_seen(language: Language) -> None:
    found = totals(language)
    assert found.matched >= 0.85 * found.labelled, found
    assert found.matched >= 0.72 * found.read, found
    assert found.counts_right >= 0.95 * found.matched, found


PLAIN = [
    ("I need a plumber and two waiters in Leeds", "en", {"plumber": 1, "waiters": 2}),
    (
        "Looking for a florist, a DJ and a photographer for our wedding",
        "en",
        {"florist": 1, "DJ": 1, "photographer": 1},
    ),
    ("我需要场地和嘉宾，预算4500元", "zh", {"场地": 1, "嘉宾": 1}),
    ("I need a hall in Leeds", "en", {"hall": 1}),
    ("photographer in Leeds", "en", {"photographer": 1}),
    ("Only a venue, nothing else", "en", {"venue": 1}),
    ("my kitchen tap is broken", "en", {"kitchen tap is broken": 1}),
    ("The boiler won't start", "en", {"boiler won't start": 1}),
    ("A caterer rather than a food truck", "en", {"caterer": 1}),
    ("I don't need a photographer, only a venue", "en", {"venue": 1}),
    ("I'm not looking for a babysitter but for a tutor", "en", {"tutor": 1}),
    ("Anything but a DJ for my son's birthday in London; a magician would be great", "en", {"magician": 1}),
    (
        "An illustrator for the cover and someone for social media",
        "en",
        {"illustrator for the cover": 1, "social media": 1},
    ),
    ("不是要买蛋糕，是要学做蛋糕", "zh", {"学做蛋糕": 1}),
    ("主持人和音响，不要摄影师", "zh", {"主持人": 1, "音响": 1}),
    ("想找三个服务员和一位摄影师", "zh", {"服务员": 3, "摄影师": 1}),
]


@pytest.mark.parametrize(("text", "language", "needs"), PLAIN)
def test_plain_requests_are_read_to_the_word(text: str, language: Language, needs: dict[str, int]) -> None:
    assert {need.need: need.count for need in parse(text, language).needs} == needs


def test_a_day_that_is_ruled_out_is_never_lost_in_a_story() -> None:
    text = "My viola's pegs slip. Edinburgh, £90. Also somebody to teach my nephew scales, any weekday but Thursday."
    assert parse(text, "en").limits.not_on == ("thursday",)


def test_no_need_crosses_from_an_item_of_a_list_to_the_next() -> None:
    text = "we need\n- a tent for 40\n- two strong people with a van\n- a band"
    needs = parse(text, "en").needs
    assert all("\n" not in need.need for need in needs)
    assert [need.count for need in needs if "people" in need.need] == [2]


@given(text=st.text(max_size=120), language=st.sampled_from(["en", "zh"]))
@settings(max_examples=60, deadline=None)
def test_spans_are_ordered_and_disjoint_in_any_text(text: str, language: Language) -> None:
    mentions = find_mentions(text, language, TODAY)
    tagged = tag_demand(text, language, mentions)
    assert tagged == tag_demand(text, language, mentions)
    spans = [each.span for each in tagged.spans]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert not any(overlaps(span, other) for span in spans for other in tagged.background)


@pytest.mark.parametrize("words", ["一二三四五", "需要摄影、", "two waiters, ", "a plumber. "])
def test_a_demand_of_8000_characters_is_read_in_time(words: str) -> None:
    text = (words * 8000)[:8000]
    parse(words, "en")
    slowdown = measure_slowdown()
    start = time.process_time()
    parse(text, "en" if words.isascii() else "zh")
    assert time.process_time() - start < 4 * slowdown
