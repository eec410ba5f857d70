"""Does a text ask for anything at all?"""

import pytest

from coordinator.simulated.request_classifier import MAX_SHORT_BYTES, asks_for_something, request_probability
from towow.evaluation.corpus import corpus_folder, read_corpus

REQUESTS = [
    "photographer",
    "wedding cake",
    "translate my poems into English",
    "修水管",
    "photographer in Leeds",
    "I need somebody who writes haiku",
    "水管工，苏州",
    "My gutter is hanging off and it rains into the porch, Hull",
    "Please, a cook for Sunday!!",
    "孩子想学游泳，周末，宁波",
    "I need a plumber and two waiters in Leeds",
    "会计",
]
NO_REQUESTS = [
    "Storm closes the coast road as plumbers and electricians wait for parts",
    "今日头条：婚庆公司与酒店之争进入第三周，双方各执一词",
    "月落乌啼霜满天，江枫渔火对愁眠",
    "The delivery was late again and nobody answers the phone. One star.",
]


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_is_one_however_short(text: str) -> None:
    assert asks_for_something(text)


@pytest.mark.parametrize("text", NO_REQUESTS)
def test_news_poems_and_rants_ask_for_nothing(text: str) -> None:
    assert not asks_for_something(text)


def test_the_end_of_a_very_long_text_does_not_count() -> None:
    text = "I need a plumber in Leeds. " * 50
    assert request_probability(text) == request_probability(text + "Storm closes the coast road.")


@pytest.mark.parametrize("name", ["open", "validation", "practice"])
def test_hardly_a_demand_is_lost_and_most_other_texts_are_noticed(name: str) -> None:
    rows = read_corpus(corpus_folder() / f"{name}.jsonl")
    lost = [row.id for row in rows if row.needs and not asks_for_something(row.raw_input)]
    others = [row for row in rows if not row.needs and len(row.raw_input.encode()) > MAX_SHORT_BYTES]
    assert len(lost) <= 0.01 * len(rows), lost
    assert sum(not asks_for_something(row.raw_input) for row in others) >= 0.6 * len(others)
