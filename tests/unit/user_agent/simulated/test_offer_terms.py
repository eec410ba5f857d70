import pytest

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.registry.profile import Profile
from shared.core.language import Language
from tests.support.task_fixtures import demand, person, submission_context
from user_agent.core.answer_normalization import OfferReply, normalize_offer
from user_agent.prompts import OfferFacts
from user_agent.simulated.rules import answer_invitation

WANTED = demand("场地提供")


def answer(
    profile: Profile, wanted: DemandUnderstanding = WANTED, language: Language = "zh", demand_id: str = "d-a"
) -> OfferReply:
    facts = OfferFacts(
        demand_id=demand_id,
        channel_id="collab-a",
        agent_id=profile.agent_id,
        setting=submission_context(language),
        profile=profile,
        demand=wanted,
        raw_input="办一场沙龙",
        round=1,
        filter_reason="",
        match_score=80,
    )
    return answer_invitation(facts)


def terms_of(profile: Profile, wanted: DemandUnderstanding = WANTED, language: Language = "zh") -> Terms:
    said = answer(profile, wanted, language)
    assert said.decision != "decline"
    assert said.terms is not None
    return said.terms


def venue(**fields: object) -> Profile:
    return Profile.model_validate({**person(capabilities=["场地"]).model_dump(), **fields})


@pytest.mark.parametrize(
    ("price", "currency", "fee"),
    [
        (350, "GBP", Money(amount=35000, currency="GBP")),
        (8000, "JPY", Money(amount=8000, currency="JPY")),
        (0, "EUR", Money(amount=0, currency="EUR")),
        (None, "EUR", None),
    ],
)
def test_the_fee_is_the_known_price_in_the_currency_of_the_profile(
    price: int | None, currency: str, fee: Money | None
) -> None:
    assert terms_of(venue(price=price, currency=currency)).fee == fee


def test_people_and_notice_hold_whether_they_are_conditions_or_not() -> None:
    terms = terms_of(venue(capacity=60, constraints=["不超过40人", "至少提前10天"], temperament="generous"))
    assert (terms.people, terms.notice_days) == (40, 10)


def test_days_are_those_of_the_calendar() -> None:
    free = terms_of(venue(free_dates=["2025-01-01", "2026-02-20", "2026-02-21"], busy_weekdays=[5]))
    assert (free.dates, free.not_on) == (("2026-02-20",), ("saturday",))
    busy = terms_of(venue(busy_weekdays=[6, 0]))
    assert busy.dates == ()
    assert busy.not_on[:2] == ("monday", "sunday")


def test_the_days_that_the_contribution_calls_engaged_are_not_possible() -> None:
    said = answer(venue(busy_weekdays=[0, 4]))
    assert said.terms
    assert said.terms.not_on == ("monday", "friday")
    assert "周一、周五没空" in (said.contribution or "")


@pytest.mark.parametrize("number", range(20))
def test_nobody_is_engaged_on_a_day_that_their_profile_leaves_open(number: int) -> None:
    said = answer(venue(), demand("场地提供", location="上海", date="2026-02-14"), demand_id=f"d-{number}")
    assert said.decision != "decline"
    assert said.terms
    assert said.terms.not_on == said.terms.dates == ()
    assert not said.negotiation_points


def test_each_condition_has_its_kind_and_a_deposit_its_share() -> None:
    profile = venue(constraints=["先付一半定金", "不接受外带餐食进场", "晚上十点前结束"], temperament="stubborn")
    terms = terms_of(profile)
    assert terms.deposit_share == 0.5
    assert {condition.kind: condition.text for condition in terms.conditions} == {
        "deposit": "先付一半定金",
        "food": "不接受外带餐食进场",
        "end_time": "晚上十点前结束",
    }
    english = answer(profile, demand("venue"), "en")
    assert "a 50 % deposit" in english.conditions
    assert "no food from outside" in english.conditions


def test_the_point_about_people_names_the_most() -> None:
    said = answer(venue(capacity=40), demand("场地提供", expected_attendees=50))
    assert [point.terms for point in said.negotiation_points] == [Terms(people=40)]


@pytest.mark.parametrize(
    ("currency", "language", "text"),
    [
        ("GBP", "en", "fee £350"),
        ("EUR", "en", "fee €350"),
        ("SEK", "en", "fee 350 SEK"),
        ("CNY", "en", "fee 350 yuan"),
        ("CNY", "zh", "费用350元"),
        ("GBP", "zh", "费用£350"),
        ("SEK", "zh", "费用350 SEK"),
    ],
)
def test_texts_name_the_currency_of_the_profile(currency: str, language: Language, text: str) -> None:
    wanted = demand("venue" if language == "en" else "场地提供")
    said = answer(venue(price=350, currency=currency), wanted, language)
    assert text in (said.contribution or "")
    proud = answer(venue(price=350, currency=currency, temperament="proud"), wanted, language, "d-b")
    assert proud.negotiation_points[0].desired_value in text


def test_the_own_texts_say_the_same_as_the_terms() -> None:
    """What a model without terms would be read as, from the same words."""
    for number in range(30):
        cases: list[tuple[str, Language]] = [("GBP", "en"), ("SEK", "en"), ("CNY", "zh"), ("EUR", "zh")]
        for currency, language in cases:
            profile = venue(price=350, currency=currency, capacity=40, busy_weekdays=[0], temperament="proud")
            wanted = demand("venue" if language == "en" else "场地提供")
            said = answer(profile, wanted, language, f"d-{number}")
            if said.decision == "decline" or said.terms is None:
                continue
            points = [point.model_copy(update={"terms": None}) for point in said.negotiation_points]
            bare = said.model_copy(update={"terms": None, "negotiation_points": tuple(points)})
            read = normalize_offer(bare, language, currency)
            assert read.terms
            assert (read.terms.people, set(read.terms.not_on)) == (said.terms.people, set(said.terms.not_on))
            assert read.terms.fee in (said.terms.fee, None)
            assert [point.terms for point in read.negotiation_points] == [
                point.terms for point in said.negotiation_points
            ]
