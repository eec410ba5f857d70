"""Does a relaxed demand say one thing only: what it said of a budget, a day or a number of people is replaced?"""

from datetime import date

import pytest

from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_rewriter import replace_attendance, replace_budget, replace_day
from channel_admin.simulated.rules import write_compromise
from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.date_parser import parse_date_or_period
from coordinator.simulated.head_count import parse_head_count
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandContext, DemandUnderstanding
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language
from tests.support.task_fixtures import NOW, demand, submission_context

TODAY = date(2026, 1, 22)


def read(text: str, language: Language) -> DemandContext:
    """What the simulated coordinator understands of it."""
    facts = {"demand_id": "d-a", "channel_id": "collab-a", "raw_input": text, "setting": submission_context(language)}
    return understand_demand(UnderstandingFacts.model_validate(facts)).context


@pytest.mark.parametrize(
    ("raw", "new"),
    [
        ("在北京办一场大会，预算0元", "在北京办一场大会，预算4400元"),
        ("预算0元，在北京办一场500元一桌的宴会", "预算4400元，在北京办一场500元一桌的宴会"),
        ("预算0，办一场大会", "预算4400元，办一场大会"),
        ("预算为0元，没有预算，办一场大会", "预算为4400元，办一场大会"),
        ("办一场大会，预算：0元，免费最好。谢谢", "办一场大会，预算：4400元。谢谢"),
        ("免费最好。办一场大会，预算0元", "办一场大会，预算4400元"),
        ("办一场大会。没钱，预算0元", "办一场大会。预算4400元"),
        ("办一场大会，没有预算", "办一场大会，预算4400元"),
        ("办一场大会，无预算，免费", "办一场大会，预算4400元"),
        ("办一场大会，预算为零", "办一场大会，预算4400元"),
        ("办一场零预算的大会", "办一场预算4400元的大会"),
        ("办一场大会，大家义务参加，免费", "办一场大会，大家预算4400元参加"),
    ],
)
def test_a_budget_of_nothing_is_replaced_in_chinese(raw: str, new: str) -> None:
    now = read(raw, "zh").budget
    assert now is not None
    assert parse_money(now) == 0
    assert replace_budget(raw, now, "4400元", "zh") == new
    assert read(new, "zh").budget == "4400元"


@pytest.mark.parametrize(
    ("raw", "new"),
    [
        ("A conference in Berlin, budget 0 yuan", "A conference in Berlin, budget 4400 yuan"),
        ("A conference in Berlin, budget $0.", "A conference in Berlin, budget 4400 yuan."),
        ("A conference in Berlin with a budget of 0", "A conference in Berlin with a budget of 4400 yuan"),
        ("A conference in Berlin. No budget.", "A conference in Berlin. A budget of 4400 yuan."),
        ("A conference in Berlin with no budget", "A conference in Berlin with a budget of 4400 yuan"),
        ("A conference in Berlin, budget 0 yuan, no budget", "A conference in Berlin, budget 4400 yuan"),
        ("A conference for free in Berlin", "A conference with a budget of 4400 yuan in Berlin"),
        ("A conference without a budget", "A conference with a budget of 4400 yuan"),
        ("A conference with a zero budget", "A conference with a budget of 4400 yuan"),
    ],
)
def test_a_budget_of_nothing_is_replaced_in_english(raw: str, new: str) -> None:
    now = read(raw, "en").budget
    assert now is not None
    assert parse_money(now) == 0
    assert replace_budget(raw, now, "4400 yuan", "en") == new
    assert read(new, "en").budget == "4400 yuan"


@pytest.mark.parametrize(
    ("raw", "now", "to", "new"),
    [
        ("办聚会，12000元一桌，预算2000元", "2000元", "3000元", "办聚会，12000元一桌，预算3000元"),
        ("一张票500元，预算0元", "0元", "3000元", "一张票500元，预算3000元"),
        ("办聚会，预算两千块", "2000元", "3000元", "办聚会，预算3000元"),
        ("办聚会，预算2000", "2000元", "3000元", "办聚会，预算3000元"),
        ("办聚会，2000人，预算2000", "2000元", "3000元", "办聚会，2000人，预算3000元"),
        ("办聚会，花2000办好", "2000元", "3000元", "办聚会，花3000元办好"),
        ("办聚会，预算$2", "$2", "$3", "办聚会，预算$3"),
        ("办聚会。", None, "3000元", "办聚会，预算3000元"),
        ("办聚会，钱不多。", "2000元", "3000元", "办聚会，钱不多，预算改为3000元"),
        ("办一场公益讲座，免费入场，预算2000元", "2000元", "3000元", "办一场公益讲座，免费入场，预算3000元"),
        ("办聚会，免费，预算2000元", "2000元", "3000元", "办聚会，免费，预算3000元"),
    ],
)
def test_a_budget_is_replaced_where_it_stands_and_nothing_else(raw: str, now: str | None, to: str, new: str) -> None:
    assert replace_budget(raw, now, to, "zh") == new


@pytest.mark.parametrize(
    ("raw", "now", "new", "language"),
    [
        ("2026-02-14办聚会", "2026-02-14", "2026-02-20办聚会", "zh"),
        ("2026年2月14日办聚会", "2026-02-14", "2026-02-20办聚会", "zh"),
        ("下个月办聚会", "下个月", "2026-02-20办聚会", "zh"),
        ("2月14日办聚会。", "2026-02-14", "2月14日办聚会，日期改到2026-02-20", "zh"),
        ("办聚会", None, "办聚会，日期2026-02-20", "zh"),
        ("A party next Saturday", "2026-01-31", "A party next Saturday, with the date changed to 2026-02-20", "en"),
        ("A party", None, "A party, on 2026-02-20", "en"),
    ],
)
def test_a_day_is_replaced_or_told_to_be_another_one(raw: str, now: str | None, new: str, language: Language) -> None:
    assert parse_date_or_period(raw, TODAY) == now
    assert replace_day(raw, now, "2026-02-20", language) == new
    assert parse_date_or_period(new, TODAY) == "2026-02-20"


@pytest.mark.parametrize(
    ("raw", "now", "new", "language"),
    [
        ("500元办500人的大会", 500, "500元办35人的大会", "zh"),
        ("五百人的大会", 500, "35人的大会", "zh"),
        ("30-40人的聚会，40元一位", 40, "35人的聚会，40元一位", "zh"),
        ("a workshop for 40 engineers", 40, "a workshop for 35 engineers", "en"),
    ],
)
def test_a_number_of_people_is_replaced_and_no_sum(raw: str, now: int, new: str, language: Language) -> None:
    assert parse_head_count(raw) == now
    assert replace_attendance(raw, now, 35, language) == new
    assert parse_head_count(new) == 35


def test_a_number_of_people_in_words_is_told_to_be_another_one() -> None:
    said = replace_attendance("a workshop for forty people", 40, 35, "en")
    assert said == "a workshop for forty people, but for 35 people only"


@pytest.mark.parametrize(
    ("raw", "new", "too_dear", "too_many", "language"),
    [
        (
            "在北京办一场500人的大会，预算0元",
            "在北京办一场35人的大会，预算4400元",
            "我的价是4400元，预算0元差得太多",
            "人太多，我最多接35人",
            "zh",
        ),
        (
            "A conference for 500 people in Berlin, budget 0 yuan",
            "A conference for 35 people in Berlin, budget 4400 yuan",
            "I ask 4400 yuan, 0 yuan is too little",
            "I can serve 35 people at most",
            "en",
        ),
        (
            "在北京办一场500人的大会，预算2000元",
            "在北京办一场35人的大会，预算12000元",
            "我的价是12000元，预算2000元差得太多",
            "人太多，我最多接35人",
            "zh",
        ),
    ],
)
def test_what_only_helps_together_is_one_demand_that_says_each_thing_once(
    raw: str, new: str, too_dear: str, too_many: str, language: Language
) -> None:
    context = read(raw, language)
    skill = {"zh": "餐饮", "en": "catering"}[language]
    wanted: DemandUnderstanding = demand(skill, **context.model_dump())
    said = [
        {
            "offer_id": f"offer_{who}",
            "agent_id": who,
            "display_name": who,
            "demand_id": "d-a",
            "decision": "decline",
            "decline_reason": why,
            "contribution": "",
            "confidence": 70,
            "submitted_at": NOW,
        }
        for who, why in (("a", too_dear), ("b", too_many))
    ]
    facts = CompromiseFacts.model_validate(
        {
            "demand_id": "d-a",
            "channel_id": "collab-a",
            "setting": submission_context(language),
            "demand": wanted,
            "raw_input": raw,
            "outcome": "FAILED",
            "offers": said,
        }
    )
    (option,) = write_compromise(facts).proposal.relax
    assert option.raw_input == new
    again = read(new, language)
    assert (again.expected_attendees, again.budget) == (35, new.split("预算" if language == "zh" else "budget ")[1])
