"""Whole deliberations on labelled queries, in Chinese and English, half of them sealed: endings and faults counted."""

from collections import Counter
from functools import cache

import pytest

from shared.core.language import Language
from towow.bootstrap.model_factory import build_simulated_model
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings
from towow.evaluation.deliberation_query import EvaluationQuery, queries_folder, read_domain_words, read_queries
from towow.evaluation.deliberation_result import QueryResult
from towow.evaluation.deliberation_runner import evaluate_queries
from towow.evaluation.deliberation_summary import evaluate_query_targets, summarize_queries

FOLDER = queries_folder()
SAMPLE = 5
"""Every so many queries are run by `make test`, all of them by `make test-long`."""


def run(queries: list[EvaluationQuery], half: str = "open") -> list[QueryResult]:
    words = read_domain_words(FOLDER / f"domain_words_{half}.json")
    settings = Settings()
    log = build_logger("error")
    return [
        result for result, _ in evaluate_queries(lambda: build_simulated_model(settings), settings, log, queries, words)
    ]


@cache
def half(name: str) -> list[QueryResult]:
    return run(read_queries(FOLDER / f"queries_{name}.jsonl"), name)


def asked(text: str, language: Language, domain: str) -> EvaluationQuery:
    """A query of the day of the others, without labels."""
    return EvaluationQuery(id="asked", language=language, domain=domain, query=text, today="2026-11-26")


def assert_sound(results: list[QueryResult]) -> None:
    """No fault that a reader could not live with; only counts are told."""
    faults = Counter(fault for result in results for fault in result.faults)
    assert not faults.keys() & {"total", "past", "no_plan", "empty_title", "order", "invalid_date"}, faults
    assert sum(not result.in_language for result in results) == 0
    assert sum(result.status == "unclosed" for result in results) == 0
    assert sum(result.skipped for result in results) == 0
    told = [result for result in results if result.possible is False]
    assert all(result.infeasible or result.provisional for result in told)


def test_there_are_enough_queries_in_both_languages_and_many_domains() -> None:
    halves = {name: read_queries(FOLDER / f"queries_{name}.jsonl") for name in ("open", "sealed")}
    assert sum(map(len, halves.values())) >= 60
    for queries in halves.values():
        assert min(Counter(query.language for query in queries).values()) >= 20
        assert len({query.domain for query in queries}) >= 20


def test_a_sample_of_the_open_queries_is_sound() -> None:
    results = run(read_queries(FOLDER / "queries_open.jsonl")[::SAMPLE])
    assert_sound(results)
    assert [result.foreign_words for result in results if result.foreign_words] == []


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_open_queries_meet_every_target() -> None:
    """Sound, in every way of ending, and without a word of another domain."""
    results = half("open")
    assert_sound(results)
    missed = [target for target in evaluate_query_targets(summarize_queries(results)) if not target.is_met]
    assert missed == []


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_sealed_queries_are_sound() -> None:
    """Counts only: nothing of a sealed query is shown. Words of other domains are recorded by the sealed runs."""
    results = half("sealed")
    assert len(results) >= 30
    assert_sound(results)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Learn to play the guitar well enough for three songs, {hours} hours a day", "en"),
        ("每天能花{hours}小时学吉他，想弹会三首歌", "zh"),
    ],
)
def test_half_of_the_hours_a_day_make_a_longer_plan(text: str, language: Language) -> None:
    ends: list[str | None] = []
    for hours in (2, 1):
        query = asked(text.format(hours=hours), language, "guitar")
        (result,) = run([query])
        ends.append(result.last_day)
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[1] > ends[0]


@pytest.mark.parametrize(
    ("text", "language", "hours"),
    [
        ("Learn to play the guitar well enough for three songs by 31 January, {hours} hours a week", "en", 1),
        ("1月底前想弹会三首吉他曲，每周只有{hours}小时", "zh", 1),
        ("I want to keep quails on a roof by Friday, {hours} hours a week", "en", 1),
    ],
)
def test_too_few_hours_until_a_fixed_date_are_told(text: str, language: Language, hours: int) -> None:
    query = asked(text.format(hours=hours), language, "guitar")
    (result,) = run([query])
    assert result.infeasible or result.provisional or result.total_hours <= 1.1 * 10 * hours


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My oboe exam is tomorrow and I have not practised at all", "en"),
        ("明天就要交毕业论文了，一个字没写", "zh"),
        ("Tomorrow I have to run a marathon and I have never run", "en"),
        ("明天要考潜水证，从没下过水", "zh"),
        ("I must restore an old harmonium by tomorrow", "en"),
    ],
)
def test_the_critic_says_that_tomorrow_is_too_soon(text: str, language: Language) -> None:
    query = asked(text, language, "any")
    (result,) = run([query])
    assert result.infeasible
