from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.understanding.word_account import account_words
from tests.support.case_tables import load_cases
from towow.evaluation.corpus import LabelledLimits
from towow.evaluation.limit_match import count_reproduced, limit_values
from towow.evaluation.span_match import find_span, match_spans, overlaps

TABLES = str(Path(__file__).with_name("fresh_demands.py"))
DEMANDS: list[dict[str, Any]] = load_cases(TABLES, "demands")
BLIND: list[dict[str, Any]] = load_cases(TABLES, "blind")
"""Demands written by somebody who did not know the rules, in English; their labels list the days of whole months."""
FURTHER_CHINESE: list[dict[str, Any]] = load_cases(TABLES, "further_chinese_demands")
TODAY: str = load_cases(TABLES, "today")
LANGUAGES = ("en", "zh")


@dataclass
class Totals:
    """Counts over the demands of one language, as the corpus counts them."""

    needs_labelled: int = 0
    needs_understood: int = 0
    needs_matched: int = 0
    counts_right: int = 0
    limits_labelled: int = 0
    limits_understood: int = 0
    limits_reproduced: int = 0
    needs_vanished: int = 0
    unwanted_needs: int = 0


def understand(text: str, language: Any) -> DemandUnderstanding:
    zone = "Asia/Shanghai" if language == "zh" else "Europe/London"
    setting = SubmissionContext(user_id="user_1", language=language, today=TODAY, timezone=zone)
    facts = UnderstandingFacts(demand_id="d-1", channel_id="collab-1", setting=setting, raw_input=text)
    answer = understand_demand(facts)
    return account_words(answer, text, language, date.fromisoformat(TODAY))


@cache
def totals(language: str) -> Totals:
    sums = Totals()
    for row in DEMANDS:
        if row["language"] == language:
            _count(sums, row)
    return sums


@cache
def blind_totals() -> Totals:
    sums = Totals()
    for row in BLIND:
        _count(sums, row)
    return sums


def _count(sums: Totals, row: dict[str, Any]) -> None:
    text = row["raw_input"]
    answer = understand(text, row["language"])
    labels = [(need["span"][0], need["span"][1]) for need in row["needs"]]
    spans = [need.span for need in answer.needs]
    matches = match_spans(labels, spans)
    limits = LabelledLimits.model_validate(row["limits"])
    texts = (*answer.preferences, answer.limits.place or "", answer.limits.hours or "")
    shown = [*spans, *(each.span for each in answer.not_understood), *(find_span(each, text) for each in texts)]
    said = [span for span in shown if span]
    sums.needs_labelled += len(labels)
    sums.needs_understood += len(spans)
    sums.needs_matched += len(matches)
    sums.counts_right += sum(row["needs"][one]["count"] == answer.needs[other].count for one, other in matches.items())
    sums.limits_labelled += len(limit_values(limits))
    sums.limits_understood += len(limit_values(answer.limits))
    sums.limits_reproduced += count_reproduced(limits, answer.limits, text)
    sums.needs_vanished += sum(not any(overlaps(label, span) for span in said) for label in labels)
    sums.unwanted_needs += sum(
        any(span and overlaps((each["span"][0], each["span"][1]), span) for span in spans) for each in row["not_wanted"]
    )


def test_the_labels_stand_where_they_say() -> None:
    assert len(DEMANDS) >= 200
    assert len(FURTHER_CHINESE) >= 79
    for row in (*DEMANDS, *BLIND, *FURTHER_CHINESE):
        for label in (*row["needs"], *row["not_wanted"]):
            assert row["raw_input"][slice(*label["span"])] == label.get("need", label.get("text")), row["id"]


def test_most_needs_of_demands_written_blind_are_found() -> None:
    sums = blind_totals()
    assert len(BLIND) == 80
    assert sums.needs_matched / sums.needs_labelled >= 0.92
    assert sums.needs_matched / sums.needs_understood >= 0.85
    assert sums.counts_right / sums.needs_matched >= 0.95


def test_no_need_of_demands_written_blind_vanishes_and_nothing_unwanted_is_one() -> None:
    assert blind_totals().needs_vanished == 0
    assert blind_totals().unwanted_needs == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_needs_are_found_where_they_stand(language: str) -> None:
    sums = totals(language)
    assert sums.needs_matched / sums.needs_labelled >= 0.90
    assert sums.needs_matched / sums.needs_understood >= 0.90
    assert sums.counts_right / sums.needs_matched >= 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_are_those_that_the_text_states(language: str) -> None:
    sums = totals(language)
    assert sums.limits_reproduced / sums.limits_labelled >= 0.95
    assert sums.limits_reproduced / sums.limits_understood >= 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_need_vanishes_and_nothing_unwanted_is_one(language: str) -> None:
    assert totals(language).needs_vanished == 0
    assert totals(language).unwanted_needs == 0


def test_needs_of_further_chinese_demands_are_found() -> None:
    """Deadlines are labelled there as all days until them, which are periods here, so that their limits are not compared."""
    sums = Totals()
    for row in FURTHER_CHINESE:
        _count(sums, row)
    assert sums.needs_matched / sums.needs_labelled >= 0.90
    assert sums.needs_matched / sums.needs_understood >= 0.90
    assert sums.counts_right / sums.needs_matched >= 0.95
    assert sums.limits_reproduced / sums.limits_understood >= 0.95
    assert (sums.needs_vanished, sums.unwanted_needs) == (0, 0)


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("准备在广州开一个40人的亲子绘画工作坊", [("亲子绘画工作坊", 1)]),
        ("想找人聊聊，最近压力很大，成都", [("聊聊", 1)]),
        ("旧毛衣拆了重织，可以周末坐车去苏州学", [("旧毛衣拆了重织", 1)]),
        ("厨房水槽下面一直滴水，北京朝阳", [("厨房水槽下面一直滴水", 1)]),
        ("社团晚会要租十套汉服、借两个追光灯，西安", [("汉服", 10), ("追光灯", 2)]),
        ("闹钟不响了，当我没说", []),
        ("会修家电、会木工、会缝补的师傅各一位", [("会修家电", 1), ("会木工", 1), ("会缝补的师傅", 1)]),
        ("我迷上了编程，杭州，想找一位老师", [("编程", 1)]),
        ("需要一位厨师，还要有人懂营养餐", [("厨师", 1), ("营养餐", 1)]),
        ("我们周末需要急救/环保…", [("急救", 1), ("环保", 1)]),
        ("找两三位会唱歌的朋友，成都", [("会唱歌的朋友", 2)]),
        ("I don't need a photographer, only a venue", [("venue", 1)]),
        ("need a couple of movers in Leeds", [("movers", 2)]),
        ("Freelance illustrator, Berlin, first tax return, hopelessly late. Help!", [("first tax return", 1)]),
        ("There's a tennis ball in my gutter. Ipswich.", [("tennis ball in my gutter", 1)]),
        ("Who knows about bees? Taunton.", [("knows about bees", 1)]),
        ("Could two strong people move a sofa in Leeds?", [("move a sofa", 2)]),
        ("Need 3-4 people to carry boxes in Leeds", [("carry boxes", 3)]),
    ],
)
def test_counts_and_abilities_are_read(text: str, needs: list[tuple[str, int]]) -> None:
    answer = understand(text, "zh" if text > "z" else "en")
    assert [(need.need, need.count) for need in answer.needs] == needs


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("dog walker, Mon to Wed, Leeds", {"weekdays": [0, 1, 2], "place": "Leeds"}),
        ("bassist for every other Thursday evening in Hull", {"weekdays": [3], "hours": "evening", "place": "Hull"}),
        ("Plumber needed before Christmas in Hull", {"place": "Hull"}),
        ("找钢琴老师，除了周三都行", {"not_on": ["wednesday"]}),
        ("找木匠做柜子，不超过三千五", {"budget": {"amount": 350000, "currency": "CNY"}}),
        ("Photographer, no budget to speak of, Leeds", {"place": "Leeds"}),
        ("Gardener, three hundred quid", {"budget": {"amount": 30000, "currency": "GBP"}}),
        ("Cleaner, £15 an hour, £200 in total", {"budget": {"amount": 20000, "currency": "GBP"}}),
        ("找保洁，每小时50，总共不超过500", {"budget": {"amount": 50000, "currency": "CNY"}}),
    ],
)
def test_limits_in_many_forms_are_read(text: str, limits: dict[str, Any]) -> None:
    answer = understand(text, "zh" if text > "z" else "en")
    assert answer.limits.model_dump(mode="json", exclude_none=True) == limits


@pytest.mark.parametrize(("text", "rate"), [("Cleaner, £15 an hour", "£15 an hour"), ("找保洁，每小时50", "每小时50")])
def test_a_rate_is_a_wish_too_so_that_it_passes_for_no_total(text: str, rate: str) -> None:
    assert rate in understand(text, "zh" if text > "z" else "en").preferences
