import time
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coordinator.simulated.english_parser import parse_english
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.contracts.demand import DemandUnderstanding, Span
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.mentions import find_mentions, overlaps
from negotiation.understanding.word_account import account_words
from tests.support.case_tables import load_cases

TABLES = str(Path(__file__).with_name("english_demands.py"))
DEMANDS: list[dict[str, Any]] = load_cases(TABLES, "demands")
TODAY = date.fromisoformat(load_cases(TABLES, "today"))


@dataclass(frozen=True)
class Read:
    parsed: ParsedDemand
    understanding: DemandUnderstanding


@cache
def read(text: str) -> Read:
    parsed = parse_english(text, TODAY)
    answer = DemandUnderstanding(
        surface_demand=text,
        needs=parsed.needs,
        limits=parsed.limits,
        preferences=tuple(each.text for each in parsed.preferences),
        not_wanted=parsed.not_wanted,
        confidence="high",
    )
    return Read(parsed, account_words(answer, text, "en", TODAY, parsed.claims))


def labels(half: str) -> list[dict[str, Any]]:
    return [row for row in DEMANDS if row["half"] == half]


def met(spans: list[Span], others: list[Span]) -> int:
    return sum(any(overlaps(span, other) for other in others) for span in spans)


def labelled(row: dict[str, Any]) -> list[Span]:
    return [(need["span"][0], need["span"][1]) for need in row["needs"]]


def found(row: dict[str, Any]) -> list[Span]:
    return [need.span for need in read(row["text"]).parsed.needs if need.span]


@pytest.mark.parametrize("half", ["rules", "check"])
def test_needs_are_found_where_they_stand(half: str) -> None:
    rows = labels(half)
    recall = sum(met(labelled(row), found(row)) for row in rows) / sum(len(labelled(row)) for row in rows)
    precision = sum(met(found(row), labelled(row)) for row in rows) / sum(len(found(row)) for row in rows)
    assert recall >= 0.95
    assert precision >= 0.95


@pytest.mark.parametrize("half", ["rules", "check"])
def test_limits_are_those_that_the_text_states(half: str) -> None:
    right = total = 0
    for row in labels(half):
        limits = read(row["text"]).parsed.limits.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        for name in (limits.keys() | row["limits"].keys()) - set(row["unlabelled"]):
            one, other = limits.get(name), row["limits"].get(name)
            alike = isinstance(one, str) and isinstance(other, str) and (one in other or other in one)
            total += 1
            right += one == other or alike
    assert right / total >= 0.97


def test_nothing_that_is_not_wanted_is_a_need() -> None:
    for row in DEMANDS:
        unwanted = [(each["span"][0], each["span"][1]) for each in row["not_wanted"]]
        assert not met(unwanted, found(row)), row["id"]
        assert met(unwanted, [each.span for each in read(row["text"]).parsed.not_wanted if each.span]) == len(unwanted)


def test_counts_are_those_of_the_text() -> None:
    for row in DEMANDS:
        for label in row["needs"]:
            for need in read(row["text"]).parsed.needs:
                if need.span and overlaps(need.span, (label["span"][0], label["span"][1])):
                    assert need.count == label["count"], row["id"]


def test_the_tone_is_that_of_the_occasion() -> None:
    wrong = [row["id"] for row in DEMANDS if read(row["text"]).parsed.tone != row["tone"]]
    assert len(wrong) <= 2, wrong


def test_titles_are_short() -> None:
    for row in DEMANDS:
        parsed = read(row["text"]).parsed
        assert len(parsed.title.split()) <= 8, row["id"]
        assert bool(parsed.title) or not parsed.needs, row["id"]


@pytest.mark.parametrize("text", load_cases(__file__, "nothing_is_invented"))
def test_nothing_is_invented(text: str) -> None:
    answer = read(text)
    assert answer.parsed.needs == ()
    assert answer.understanding.confidence == "low"


@pytest.mark.parametrize(("text", "needs", "not_wanted"), load_cases(__file__, "needs_in_the_persons_own_words"))
def test_needs_are_in_the_persons_own_words(text: str, needs: list[str], not_wanted: list[str]) -> None:
    parsed = read(text).parsed
    assert [need.need for need in parsed.needs] == needs
    assert [each.text for each in parsed.not_wanted] == not_wanted


def check_account(text: str) -> None:
    answer = read(text)
    parts = [each.span for each in (*answer.parsed.needs, *answer.parsed.not_wanted, *answer.parsed.preferences)]
    spans = [span for span in parts if span]
    assert len(spans) == len(parts)
    for need in answer.parsed.needs:
        assert need.span
        assert text[slice(*need.span)] == need.need
        assert not any(overlaps(need.span, other) for other in spans if other is not need.span)
    used = [*spans, *answer.parsed.claims, *(mention.span for mention in find_mentions(text, "en", TODAY))]
    left = [each.span for each in answer.understanding.not_understood if each.span]
    if len(left) < 20:
        for word in find_content_words(text, "en"):
            assert any(overlaps(word, span) for span in used) != any(overlaps(word, span) for span in left), text[
                slice(*word)
            ]


_WORDS = st.sampled_from(
    [
        *sorted({word for row in DEMANDS for word in row["text"].split()}),
        ",",
        ".",
        "and",
        "need a",
        "no",
        "to",
        "two",
        "who",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_WORDS, max_size=40).map(" ".join))
def test_every_content_word_ends_in_exactly_one_part(text: str) -> None:
    check_account(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    check_account(text)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "need ",
        "need a ",
        "no ",
        "a, b and c, ",
        "1",
        ", ",
        "to walk and ",
        "A ",
        "the ",
        "\n",
        "(",
        "🎉",
        "we have ",
        "for my ",
        "two ",
        "is ",
    ],
)
def test_a_text_of_8000_characters_is_read_in_a_second(unit: str) -> None:
    text = (unit * 8000)[:8000]
    parse_english("warm up in Leeds", TODAY)
    start = time.process_time()
    parse_english(text, TODAY)
    assert time.process_time() - start < 1
