from datetime import date

import pytest

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.date_parser import parse_date_or_period
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandUnderstanding
from tests.support.task_fixtures import submission_context

TODAY = date(2026, 1, 22)  # a Thursday


def read(text: str, demand_id: str = "d-a") -> DemandUnderstanding:
    language = "en" if text.isascii() else "zh"
    return understand_demand(
        UnderstandingFacts(
            demand_id=demand_id, channel_id="collab-a", setting=submission_context(language), raw_input=text
        )
    )


def test_named_skills_come_first_and_in_the_order_of_the_text() -> None:
    assert read("在广州办一场音乐会，需要乐队、调音和摄影").capability_tags[:3] == ("现场音乐", "音响", "摄影")
    assert read("Looking for a florist, live music and an accountant.").capability_tags == (
        "floristry",
        "live music",
        "accounting",
    )


def test_a_skill_nobody_has_heard_of_is_kept_as_it_stands() -> None:
    assert "养蜂" in read("需要养蜂和摄影").capability_tags
    assert "beekeeper" in read("I need a beekeeper and a photographer").capability_tags


def test_what_the_requester_has_already_is_not_demanded() -> None:
    assert "venue" not in read("We already have a venue in London; need catering for 50 guests").capability_tags
    assert "场地提供" not in read("我有场地，需要摄影").capability_tags


def test_the_activity_implies_what_it_cannot_do_without() -> None:
    assert "摄影" in read("我要在厦门办一场婚礼").capability_tags
    assert "repair" in read("my kitchen tap is broken").capability_tags


def test_the_topic_is_a_preference_not_a_skill() -> None:
    understood = read("办一场天文主题的沙龙，需要场地")
    assert "科普" not in understood.capability_tags
    assert any("科普" in wish for wish in understood.deep_understanding.likely_preferences)


def test_context_holds_what_the_text_says_and_nothing_else() -> None:
    context = read("下周六在杭州给40人办一场婚礼，预算3万元，找摄影师").context
    assert context.model_dump() == {
        "location": "杭州",
        "expected_attendees": 40,
        "date": "2026-01-31",
        "budget": "3万元",
    }
    assert read("想学钢琴").context.model_dump(exclude_none=True) == {}


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("预算5000", "5000元"),
        ("费用在八千元以内", "八千元"),
        ("budget of $800", "$800"),
        ("we can pay up to 3,000 yuan", "3,000 yuan"),
        ("a budget of 50 EUR", "50 EUR"),
        ("spend 200 gbp at most", "200 gbp"),
        ("没有预算", "0元"),
        ("no budget at all", "0 yuan"),
        ("来30人", None),
    ],
)
def test_the_budget_is_read(text: str, budget: str | None) -> None:
    assert read(text).context.budget == budget


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-05 or so", "2026-03-05"),
        ("2026年3月5日", "2026-03-05"),
        ("2月15日", "2026-02-15"),
        ("1月3号", "2027-01-03"),
        ("二月十五日", "2026-02-15"),
        ("今天", "2026-01-22"),
        ("后天晚上", "2026-01-24"),
        ("大后天", "2026-01-25"),
        ("周六", "2026-01-24"),
        ("这周三", "2026-01-28"),
        ("下周三", "2026-01-28"),
        ("下周末", "2026-01-31"),
        ("三周后", "2026-02-12"),
        ("next Saturday", "2026-01-31"),
        ("on Saturday", "2026-01-24"),
        ("next Monday", "2026-01-26"),
        ("14 March", "2026-03-14"),
        ("March 3rd, 2027", "2027-03-03"),
        ("in two weeks", "2026-02-05"),
        ("tomorrow", "2026-01-23"),
        ("next month", "next month"),
        ("春节前", "春节"),
        ("2月30日", None),
        ("some day", None),
    ],
)
def test_dates_are_counted_from_today(text: str, moment: str | None) -> None:
    assert parse_date_or_period(text, TODAY) == moment


def test_the_mood_is_read() -> None:
    assert read("尽快帮我找个律师").deep_understanding.emotional_context
    assert read("Need a lawyer asap").deep_understanding.emotional_context
    assert read("需要一位律师").deep_understanding.emotional_context is None


def test_confidence_follows_from_how_much_is_said() -> None:
    assert read("2月15日在上海办沙龙，需要场地").confidence == "high"
    assert read("需要场地").confidence == "medium"
    assert read("帮我写一封信").confidence == "low"


def test_the_surface_leaves_out_the_opening_words() -> None:
    assert read("我想在上海办沙龙").surface_demand == "在上海办沙龙"
    assert read("I want to learn piano").surface_demand == "learn piano"


def test_the_same_text_may_be_understood_a_little_differently_but_always_the_same_for_one_id() -> None:
    text = "办一场聚会，需要场地"
    assert read(text) == read(text)
    assert len({read(text, f"d-{number}").capability_tags for number in range(20)}) > 1


@pytest.mark.parametrize("text", ["x", "?", "1" * 8000, "需要" * 4000, "need " * 1600, "、" * 8000, "我" * 8000])
def test_any_text_is_understood_in_a_moment(text: str) -> None:
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


def test_who_seeks_one_professional_is_not_told_to_organise_the_whole() -> None:
    for number in range(10):
        assert read("找一位婚礼摄影师，拍20个人", f"d-{number}").capability_tags == ("摄影",)
        assert read("We need a photographer for our wedding", f"d-{number}").capability_tags == ("photography",)
        assert len(read("我要办一场婚礼，需要摄影", f"d-{number}").capability_tags) > 1


def test_no_budget_is_no_sum() -> None:
    wishes = read("办一场聚会，没有预算").deep_understanding.likely_preferences
    assert "不花钱就能办成" in wishes
    assert not any("0元" in wish for wish in wishes)
