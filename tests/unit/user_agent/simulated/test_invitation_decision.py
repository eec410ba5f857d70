import re
from datetime import date

import pytest

from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need
from negotiation.contracts.money import Money, money_of_units
from negotiation.contracts.terms import Terms
from negotiation.registry.profile import Profile
from shared.core.language import Language
from tests.support.task_fixtures import demand, person, submission_context
from user_agent.core.answer_normalization import OfferReply, normalize_offer
from user_agent.prompts import OfferFacts
from user_agent.simulated.phrasing import load_plain_openings
from user_agent.simulated.rules import answer_invitation

WANTED = demand("场地提供", "演讲嘉宾", location="上海")
RANK = {"participate": 0, "conditional": 1, "decline": 2}


def answer(
    profile: Profile,
    wanted: DemandUnderstanding = WANTED,
    seed: str = "d-a",
    language: Language = "zh",
    raw_input: str = "办一场沙龙",
) -> OfferReply:
    facts = OfferFacts(
        demand_id=seed,
        channel_id="collab-a",
        agent_id=profile.agent_id,
        setting=submission_context(language),
        profile=profile,
        demand=wanted,
        raw_input=raw_input,
        round=1,
        filter_reason="",
        match_score=80,
    )
    said = answer_invitation(facts)
    assert normalize_offer(said, language).decision == said.decision
    return said


def venue(**fields: object) -> Profile:
    return Profile.model_validate(
        {
            "agent_id": "agent_bob",
            "display_name": "Bob",
            "capabilities": ["场地提供"],
            "location": "上海",
            **fields,
        }
    )


def willing(profile: Profile, wanted: DemandUnderstanding = WANTED) -> OfferReply:
    """The answer for a demand on which this person happens to have time."""
    return next(
        said
        for said in (answer(profile, wanted, f"d-{number}") for number in range(60))
        if "满" not in (said.decline_reason or "")
    )


def on(day: str, **context: object) -> DemandUnderstanding:
    return demand("场地提供", location="上海", date=day, **context)


FITTING = demand("场地提供").model_copy(
    update={"needs": (Need(id="n1", need="一间屋子"),), "capability_tags": ("一间屋子",)}
)


def test_the_invitation_says_which_needs_fit_and_nobody_takes_another() -> None:
    facts = OfferFacts(
        demand_id="d-a",
        channel_id="collab-a",
        agent_id="agent_bob",
        setting=submission_context("zh"),
        profile=venue(),
        demand=FITTING,
        raw_input="要一间屋子",
        round=1,
        filter_reason="",
        match_score=80,
        fits=(NeedFit(need="n1", matched="场地提供", score=0.9),),
    )
    assert answer_invitation(facts).decision != "decline"
    assert answer_invitation(facts.model_copy(update={"fits": ()})).decision == "decline"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("temperament", ["generous", "eager", "proud", "stubborn"])
def test_in_a_grave_matter_every_temperament_speaks_the_same_neutral_sentences(
    language: Language, temperament: str
) -> None:
    grave = WANTED.model_copy(update={"tone": "grave"})
    profile = venue(temperament=temperament, summary="最爱热闹，专办通宵派对。")
    said = [answer(profile, grave, f"d-{number}", language) for number in range(20)]
    neutral = [_pattern(sentence) for sentence in load_plain_openings()[language].values()]
    for reply in said:
        assert "通宵派对" not in f"{reply.decline_reason}{reply.contribution}"
        assert any(sentence.fullmatch(reply.reasoning) for sentence in neutral), reply.reasoning


def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(sentence)))


def test_an_agent_with_the_skill_and_no_conditions_participates() -> None:
    said = willing(venue())
    assert said.decision == "participate"
    assert "场地提供" in (said.contribution or "")


def test_an_agent_without_the_skill_declines_and_names_its_own_skills() -> None:
    said = answer(person(capabilities=["钢琴"], location="上海"))
    assert said.decision == "decline"
    assert "钢琴" in (said.decline_reason or "")


def test_a_venue_in_another_city_declines() -> None:
    said = willing(venue(location="北京", temperament="eager"))
    assert said.decision == "decline"
    assert "北京" in (said.decline_reason or "")


def test_people_of_another_city_come_if_travel_is_paid_or_they_work_remotely() -> None:
    wanted = demand("演讲嘉宾", location="上海")
    speaker = person(capabilities=["演讲"], location="北京", temperament="generous")
    assert {answer(speaker, wanted, f"d-{number}").decline_reason for number in range(40)} <= {
        "我在北京，过不去",
        "人在北京，这一趟太远了",
        "我离不开北京，路上的时间赔不起",
    }
    assert answer(speaker, wanted, raw_input="办一场沙龙，路费报销").decision == "participate"
    assert willing(speaker.model_copy(update={"remote": True}), wanted).decision == "participate"


@pytest.mark.parametrize(
    ("ability", "place", "comes"), [("DJ", "上海", True), ("DJ", "北京", False), ("文案", "北京", True)]
)
def test_who_works_remotely_plays_no_music_from_afar(ability: str, place: str, comes: bool) -> None:
    remote = person(capabilities=[ability], location=place, remote=True)
    assert (answer(remote, demand(ability, location="上海")).decision != "decline") == comes


def test_who_lives_near_brings_no_venue_of_another_city() -> None:
    host = person(capabilities=["场地", "主持"], location="苏州")
    brought = willing(host, demand("场地提供", "主持人", location="上海")).contribution or ""
    assert "主持人" in brought
    assert "场地提供" not in brought


@pytest.mark.parametrize(
    ("ability", "text", "comes"),
    [
        ("餐饮", "办一场聚会，线上也行", False),
        ("餐饮", "办一场聚会，路费报销", True),
        ("文案", "写一篇稿子，线上也行", True),
        ("文案", "写一篇稿子，不要线上", False),
    ],
)
def test_online_is_no_way_to_come_to_what_is_done_on_the_spot(ability: str, text: str, comes: bool) -> None:
    far = person(capabilities=[ability], location="北京")
    assert (answer(far, demand(ability, location="上海"), raw_input=text).decision != "decline") == comes


def test_too_many_attendees_are_never_accepted_unconditionally() -> None:
    def coming(people: int) -> OfferReply:
        return willing(venue(capacity=40), demand("场地提供", location="上海", expected_attendees=people))

    assert coming(40).decision == "participate"
    assert coming(50).decision == "conditional"
    assert coming(50).negotiation_points[0].desired_value == "不超过40人"
    assert coming(90).decision == "decline"


def test_an_unavailable_date_leads_to_another_date_or_a_decline() -> None:
    saturday = on("2026-02-14")
    free = willing(venue(busy_weekdays=[0]), saturday)
    clash = willing(venue(busy_weekdays=[5]), saturday)
    busy = willing(venue(busy_weekdays=[5], temperament="stubborn"), saturday)
    assert free.decision == "participate"
    assert clash.negotiation_points[0].desired_value == "2026-02-13"
    assert busy.decision == "decline"


def test_a_full_calendar_is_a_reason_only_against_days_that_the_demand_names() -> None:
    """ "Not urgent" is declined by nobody for want of time; a date, a day of the week or a period is, by some."""
    person = venue(temperament="busy", busy_weekdays=[0])
    excluded = WANTED.model_copy(update={"limits": DemandLimits(not_on=("sunday",))})
    saturdays = WANTED.model_copy(update={"limits": DemandLimits(weekdays=(5,))})
    period = demand("场地提供", location="上海", date="二月")

    def full(wanted: DemandUnderstanding) -> int:
        said = [answer(person, wanted, f"d-{number}") for number in range(100)]
        return sum("满" in (one.decline_reason or "") or "紧" in (one.decline_reason or "") for one in said)

    assert [full(WANTED), full(excluded)] == [0, 0]
    assert all(15 < full(wanted) < 45 for wanted in (on("2026-02-14"), saturdays, period))
    assert "周一没空" in (answer(person, WANTED, "d-1").contribution or "")


def test_future_free_dates_are_binding_and_past_ones_ignored() -> None:
    profile = venue(free_dates=["2026-02-20", "2026-02-21"])
    assert willing(profile, on("2026-02-20")).decision == "participate"
    assert willing(profile, on("2026-02-14")).negotiation_points[0].desired_value == "2026-02-20"
    assert willing(venue(free_dates=["2025-01-01"]), on("2026-02-14")).decision == "participate"


def test_too_short_notice_leads_to_a_later_date() -> None:
    said = willing(venue(constraints=["需提前14天"]), on("2026-01-30"))
    assert said.negotiation_points[0].desired_value >= "2026-02-05"


def test_too_soon_is_said_of_a_day_within_the_notice_only() -> None:
    stubborn = venue(constraints=["需提前14天"], temperament="stubborn", busy_weekdays=[0])

    def reasons(day: str) -> set[str]:
        said = [answer(stubborn, on(day), f"d-{number}").decline_reason or "" for number in range(60)]
        return {reason for reason in said if day in reason}

    assert reasons("2026-01-30")
    assert all(re.search("太赶|太近", reason) for reason in reasons("2026-01-30"))
    assert reasons("2026-03-30")  # a Monday
    assert not any(re.search("太赶|太近|准备", reason) for reason in reasons("2026-03-30"))


def test_without_a_budget_the_price_is_named_and_sometimes_negotiated() -> None:
    assert "费用800元" in (willing(venue(price=800)).contribution or "")
    said = willing(venue(price=800, temperament="proud"))
    assert (said.response_type, said.negotiation_points[0].desired_value) == ("negotiate", "800元")


def test_swapping_two_cities_in_demand_and_profile_changes_nothing() -> None:
    for home, place in (("上海", "上海"), ("上海", "北京")):
        swapped = {"上海": "北京", "北京": "上海"}
        one = answer(venue(location=home), demand("演讲嘉宾", "场地提供", location=place))
        other = answer(venue(location=swapped[home]), demand("演讲嘉宾", "场地提供", location=swapped[place]))
        assert one.decision == other.decision


def test_profile_constraints_become_conditions_in_the_demands_language() -> None:
    speaker = person(capabilities=["speaker"], constraints=["no recording"], temperament="stubborn")
    wanted = demand("演讲嘉宾")
    said = next(one for one in (answer(speaker, wanted, f"d-{n}") for n in range(20)) if one.decision != "decline")
    assert said.conditions == ("未经同意不录像",)
    english = next(
        one
        for one in (answer(speaker, demand("speaker"), f"d-{n}", "en") for n in range(20))
        if one.decision != "decline"
    )
    assert english.conditions == ("no recording",)


def test_all_three_decisions_and_both_kinds_of_answer_occur() -> None:
    people = [venue(price=900, temperament=word) for word in ("even", "busy", "proud")]
    dated = demand("场地提供", "演讲嘉宾", location="上海", date="2026-02-14")
    said = [answer(one, dated, f"d-{number}") for one in people for number in range(30)]
    assert {one.decision for one in said} == {"participate", "conditional", "decline"}
    assert {one.response_type for one in said} == {"offer", "negotiate"}
    assert all(one.decline_reason for one in said if one.decision == "decline")


def test_an_invitation_answer_is_deterministic() -> None:
    profile = venue(price=900, constraints=["需付定金"], temperament="cautious")
    assert answer(profile) == answer(profile)


def test_every_profile_answers_on_every_date() -> None:
    for busy in ((), tuple(range(7))):
        for day in ("2026-01-22", "2020-01-01", "someday"):
            assert answer(venue(busy_weekdays=busy), on(day)).decision in RANK
    assert date.fromisoformat(submission_context().today)


def test_an_agent_of_another_city_offers_only_portable_skills() -> None:
    host = person(capabilities=["演讲", "场地"], location="北京", temperament="eager")
    said = [answer(host, seed=f"d-{number}", raw_input="办一场沙龙，路费报销") for number in range(40)]
    brought = [one.contribution or "" for one in said if one.decision != "decline"]
    assert brought
    assert all("演讲嘉宾" in text and "场地提供" not in text for text in brought)


@pytest.mark.parametrize(
    ("location", "text", "comes"),
    [("上海", "办一场沙龙", True), ("北京", "办一场沙龙", False), ("伦敦", "办一场沙龙，路费报销", True)],
)
def test_no_agent_travels_without_pay(location: str, text: str, comes: bool) -> None:
    guest = person(capabilities=["演讲"], location=location, temperament="eager")
    wanted = demand("演讲嘉宾", location="上海")
    said = [answer(guest, wanted, f"d-{number}", raw_input=text).decision for number in range(60)]
    assert (set(said) != {"decline"}) == comes


def with_budget(amount: int, currency: str = "CNY") -> DemandUnderstanding:
    """A demand for two skills with a budget in whole units."""
    limits = DemandLimits(budget=money_of_units(amount, currency))
    wanted = demand("场地提供", "演讲嘉宾", location="上海")
    return wanted.model_copy(update={"limits": limits})


def fee_of(said: OfferReply) -> Money | None:
    assert said.terms
    return said.terms.fee


@pytest.mark.parametrize(("price", "fee"), [(500, 500), (555, 500), (580, 520), (700, 630), (1100, 990)])
def test_a_fee_is_lowered_towards_the_even_share_of_the_budget_and_stated(price: int, fee: int) -> None:
    """1000 yuan for two skills are 500 each; an even-tempered person waives at most a tenth and does not bargain."""
    said = willing(venue(price=price), with_budget(1000))
    assert (said.decision, said.negotiation_points) == ("participate", ())
    assert f"费用{fee}元" in (said.contribution or "")
    assert fee_of(said) == money_of_units(fee, "CNY")


def test_only_those_who_bargain_make_a_fee_above_the_share_a_request() -> None:
    said = willing(venue(price=700, temperament="cautious"), with_budget(1000))
    (point,) = said.negotiation_points
    assert (point.aspect, point.current_value, point.desired_value) == ("费用", "预算摊下来约500元", "630元")
    assert point.terms == Terms(fee=money_of_units(630, "CNY"))
    assert fee_of(said) == money_of_units(630, "CNY")
    assert not willing(venue(price=700, temperament="cautious"), with_budget(2000)).negotiation_points


def test_a_person_declines_over_money_only_if_the_lowest_fee_is_above_the_whole_budget() -> None:
    """The venue takes the whole budget rather than leave the demand without a venue."""
    said = willing(venue(price=3000), with_budget(1000))
    assert (said.decision, said.decline_reason) == ("decline", "预算1000元请不动我，我要3000元")
    assert willing(venue(price=1100), with_budget(1000)).decision == "participate"
    assert willing(venue(price=1200), with_budget(1000)).decision == "decline"
    assert willing(venue(price=300), with_budget(0)).decision == "decline"


@pytest.mark.parametrize("budget", [1, 100, 100_000])
def test_a_budget_in_another_currency_is_not_compared_with_the_fee(budget: int) -> None:
    said = willing(venue(price=350, currency="GBP"), with_budget(budget, "CNY"))
    assert said.decision == "participate"
    assert fee_of(said) == Money(amount=35000, currency="GBP")
    assert "费用£350" in (said.contribution or "")
    assert "元" not in (said.contribution or "")


def test_nothing_is_nothing_in_every_currency() -> None:
    assert willing(venue(price=350, currency="GBP"), with_budget(0, "CNY")).decision == "decline"
