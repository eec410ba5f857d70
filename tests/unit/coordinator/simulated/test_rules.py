from datetime import date

import pytest

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.understanding.word_account import account_words
from tests.support.case_tables import load_cases
from tests.support.task_fixtures import submission_context

TODAY = date(2026, 1, 22)  # a Thursday


def read(text: str, demand_id: str = "d-a") -> DemandUnderstanding:
    language = "en" if text.isascii() else "zh"
    return understand_demand(
        UnderstandingFacts(
            demand_id=demand_id, channel_id="collab-a", setting=submission_context(language), raw_input=text
        )
    )


def understand_needs(text: str) -> list[str]:
    return [need.need for need in read(text).needs or ()]


def test_named_skills_come_first_and_in_the_order_of_the_text() -> None:
    assert read("在广州办一场音乐会，需要乐队、调音和摄影").capability_tags[:3] == ("现场音乐", "音响", "摄影")
    assert read("Looking for a florist, live music and an accountant.").capability_tags == (
        "floristry",
        "live music",
        "accounting",
    )


def test_an_unknown_skill_is_kept_verbatim() -> None:
    assert "养蜂" in read("需要养蜂和摄影").capability_tags
    assert "beekeeper" in read("I need a beekeeper and a photographer").capability_tags


@pytest.mark.parametrize(
    "text",
    ["нужен фотограф на свадьбу в Лондоне", "محتاج مصور لعيد ميلاد ابنتي", "사진작가를 찾고 있어요", "ต้องการช่างภาพ"],
)
def test_other_writings_than_chinese_and_latin_are_not_understood(text: str) -> None:
    understood = read(text)
    assert (understood.needs, understood.capability_tags, understood.confidence) == ((), (), "low")


def test_words_of_another_writing_are_told_as_not_understood() -> None:
    text = "Looking for a photographer in London. Нужен диджей"
    facts = UnderstandingFacts(demand_id="d-a", channel_id="collab-a", setting=submission_context("en"), raw_input=text)
    understood = account_words(understand_demand(facts), text, "en", TODAY)
    assert [need.need for need in understood.needs] == ["photographer"]
    assert [each.text for each in understood.not_understood] == ["Нужен диджей"]
    assert understood.confidence != "high"


def test_the_occasion_in_the_title_is_no_word_that_was_not_used() -> None:
    understood = read(
        "A farewell dinner for a colleague in Manchester on 12 December for 18 people: a private room, a cook and"
        " somebody who plays the piano, 900 GBP, no pork"
    )
    assert understood.title.startswith("Farewell dinner")
    assert "dinner" in [each.text for each in understood.background]


def test_a_need_may_quote_another_writing() -> None:
    needs = understand_needs("I need a translation of Война и мир into English, and a café in Łódź")
    assert any("translation" in need for need in needs)
    assert any("café" in need for need in needs)


def test_what_the_requester_has_already_is_not_demanded() -> None:
    assert "venue" not in read("We already have a venue in London; need catering for 50 guests").capability_tags
    assert "场地提供" not in read("我有场地，需要摄影").capability_tags


def test_an_activity_implies_its_required_skills() -> None:
    assert "摄影" in read("我要在厦门办一场婚礼").capability_tags
    assert read("my kitchen tap is broken").capability_tags == ("kitchen tap is broken",)


def test_the_topic_is_a_preference_not_a_skill() -> None:
    understood = read("办一场天文主题的沙龙，需要场地")
    assert "科普" not in understood.capability_tags
    assert any("天文" in wish for wish in understood.deep_understanding.likely_preferences)


def test_the_context_has_only_what_the_text_says() -> None:
    context = read("下周六在杭州给40人办一场婚礼，预算3万元，找摄影师").context
    assert context.model_dump() == {
        "location": "杭州",
        "expected_attendees": 40,
        "date": "2026-01-31",
        "budget": "3万元",
    }
    assert read("想学钢琴").context.model_dump(exclude_none=True) == {}


@pytest.mark.parametrize(("text", "budget"), load_cases(__file__, "the_budget_is_parsed"))
def test_the_budget_is_parsed(text: str, budget: str | None) -> None:
    assert read(text).context.budget == budget


def test_urgency_is_parsed_as_emotional_context() -> None:
    assert read("尽快帮我找个律师").deep_understanding.emotional_context
    assert read("Need a lawyer asap").deep_understanding.emotional_context
    assert read("需要一位律师").deep_understanding.emotional_context is None


def test_the_confidence_is_high_only_with_a_need() -> None:
    assert read("2月15日在上海办沙龙，需要场地").confidence == "high"
    for text in ("阿巴阿巴", "咕噜咕噜", "嘎嘎嘎", "哈哈哈哈", "blorp zint", "zzz zzz", "la la la!"):
        assert read(text).confidence == "low", text


def test_the_surface_demand_omits_the_opening_words() -> None:
    assert read("我想在上海办沙龙").surface_demand == "在上海办沙龙"
    assert read("I want to learn piano").surface_demand == "learn piano"


def test_the_understanding_is_the_same_for_every_demand_id() -> None:
    text = "办一场聚会，需要场地"
    assert len({read(text, f"d-{number}").capability_tags for number in range(20)}) == 1


@pytest.mark.parametrize("text", ["x", "?", "1" * 8000, "需要" * 4000, "need " * 1600, "、" * 8000, "我" * 8000])
def test_any_text_is_parsed_within_the_time_limit(text: str) -> None:
    assert read(text).surface_demand


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("找一位婚礼摄影师，拍20个人", 20),
        ("找一位婚礼摄影师", None),
        ("需要两名主持人，来60位宾客", 60),
        ("教10个孩子画画", 10),
        ("一个人忙不过来，办30人的聚会", 30),
        ("dinner for 12 guests", 12),
    ],
)
def test_a_professional_who_is_sought_is_no_head_count(text: str, people: int | None) -> None:
    assert read(text).context.expected_attendees == people


def test_a_request_for_one_professional_implies_no_event_skills() -> None:
    for number in range(10):
        assert len(read("找一位婚礼摄影师，拍20个人", f"d-{number}").capability_tags) == 1
        assert read("We need a photographer for our wedding", f"d-{number}").capability_tags == ("photography",)
        assert read("我要办一场婚礼，需要摄影", f"d-{number}").capability_tags == ("摄影",)
        assert len(read("我要办一场婚礼", f"d-{number}").capability_tags) > 1


def test_no_budget_is_no_sum() -> None:
    wishes = read("办一场聚会，没有预算").deep_understanding.likely_preferences
    assert "不花钱就能办成" in wishes
    assert not any("0元" in wish for wish in wishes)


@pytest.mark.parametrize(
    ("text", "place", "budget"),
    [
        ("搬家，从朝阳搬到通州，北京，预算800", "北京", "800元"),
        ("想带二十个同事徒步，需要领队，人均不超过一百，预算2000元，成都", "成都", "2000元"),
        ("I want to learn to climb. Forty-six, afraid of heights, Manchester.", "Manchester", None),
        ("We need a plumber in Croydon Hill", "Croydon Hill", None),
    ],
)
def test_of_several_places_and_amounts_the_known_place_and_the_named_budget_count(
    text: str, place: str, budget: str | None
) -> None:
    context = read(text).context
    assert (context.location, context.budget) == (place, budget)
