"""Words of a demand that state its limits: where they stand, and what becomes of them when a limit is replaced."""

from datetime import date

from negotiation.contracts.demand import (
    DemandLimits,
    DemandUnderstanding,
    LimitWords,
    Need,
    PeopleRange,
    UnderstandingChanges,
)
from negotiation.contracts.money import Money
from negotiation.understanding.revision import revise_understanding
from negotiation.understanding.word_account import account_words
from shared.core.language import Language

TODAY = date(2026, 11, 23)
ENGLISH = "A harpist in Hull tomorrow for 30 people, £400, not on a Sunday. Ideally on a Monday."
CHINESE = "明天在苏州找个竖琴手，30人，预算400元，周日不行"
LIMITS = DemandLimits(
    place="Hull",
    dates=("2026-11-24",),
    not_on=("sunday",),
    people=PeopleRange(min=30, max=30),
    budget=Money(amount=40_000, currency="GBP"),
)


def accounted(text: str, language: Language, *given: LimitWords, limits: DemandLimits = LIMITS) -> DemandUnderstanding:
    needs = (Need(need="harpist" if language == "en" else "竖琴手"),)
    answer = DemandUnderstanding(surface_demand=text, needs=needs, limits=limits, limit_words=given)
    return account_words(answer, text, language, TODAY)


def marked(text: str, understanding: DemandUnderstanding) -> list[tuple[str | None, str]]:
    """Each limit with the part of the text that it is said to stand in."""
    return [(each.limit, text[slice(*each.span)]) for each in understanding.limit_words if each.span]


def test_the_words_of_each_limit_are_told_with_their_place() -> None:
    assert marked(ENGLISH, accounted(ENGLISH, "en")) == [
        ("place", "in Hull"),
        ("dates", "tomorrow"),
        ("people", "for 30 people"),
        ("budget", "£400"),
        ("not_on", "not on a Sunday"),
    ]
    yuan = LIMITS.model_copy(update={"budget": Money(amount=40_000, currency="CNY")})
    assert marked(CHINESE, accounted(CHINESE, "zh", limits=yuan)) == [
        ("dates", "明天"),
        ("place", "在苏州"),
        ("people", "30人"),
        ("budget", "预算400元"),
        ("not_on", "周日不行"),
    ]


def test_of_three_currencies_the_two_that_are_no_limit_are_not_understood() -> None:
    text = "A harpist in Hull, £400 or €450 or 500 francs"
    told = accounted(text, "en", limits=DemandLimits(place="Hull", budget=LIMITS.budget))
    assert marked(text, told) == [("place", "in Hull"), ("budget", "£400")]
    assert [each.text for each in told.not_understood] == ["€450", "500 francs"]


def test_words_whose_limit_the_understanding_lacks_are_not_used() -> None:
    lacking = accounted(ENGLISH, "en", limits=LIMITS.model_copy(update={"budget": None, "dates": ()}))
    assert [limit for limit, _ in marked(ENGLISH, lacking)] == ["place", "people", "not_on"]
    assert [each.text for each in lacking.not_understood] == ["tomorrow", "£400"]


def test_words_that_a_model_gives_count_if_they_stand_in_the_text() -> None:
    text = "A harpist for the feast of the herrings, in Hull"
    given = (LimitWords(text="the feast of the herrings", limit="dates"), LimitWords(text="next spring", limit="dates"))
    answer = accounted(text, "en", *given)
    assert [(each.limit, each.text, each.span) for each in answer.limit_words] == [
        ("dates", "the feast of the herrings", (14, 39)),
        ("place", "in Hull", (41, 48)),
    ]
    assert answer.not_understood == ()


def test_a_replaced_limit_loses_its_words_and_the_others_keep_theirs() -> None:
    before = accounted(ENGLISH, "en")
    limits = before.limits.model_copy(update={"place": "Goole"})
    revised, _ = revise_understanding(before, UnderstandingChanges(limits=limits), "en")
    assert [each.limit for each in before.limit_words if each not in revised.limit_words] == ["place"]
    kept, _ = revise_understanding(before, UnderstandingChanges(needs=(Need(need="flautist"),)), "en")
    assert kept.limit_words == before.limit_words
