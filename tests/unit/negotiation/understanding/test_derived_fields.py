"""Fields that one part of an understanding says for another, for models that give only some of them."""

from datetime import date

import pytest

from negotiation.contracts.demand import DemandContext, DemandLimits, DemandUnderstanding, Need
from negotiation.understanding.derived_fields import fill_stated_days
from negotiation.understanding.title import limit_title
from shared.core.language import Language

TODAY = date(2026, 11, 22)
SEEDS_ONLY = DemandUnderstanding(surface_demand="x", capability_tags=("venue",))


@pytest.mark.parametrize(
    ("text", "language", "limits"),
    [
        (
            "A hall on 5 or 6 December, not on a Sunday",
            "en",
            DemandLimits(dates=("2026-12-05", "2026-12-06"), not_on=("sunday",)),
        ),
        ("Choir practice on Tuesdays or Thursdays", "en", DemandLimits(weekdays=(1, 3))),
        ("周六或周日找个场地，12月6日不行", "zh", DemandLimits(weekdays=(5, 6), not_on=("2026-12-06",))),
        ("A hall in Leeds for 20 people", "en", DemandLimits()),
    ],
)
def test_a_model_without_limits_keeps_the_days_that_the_text_states(
    text: str, language: Language, limits: DemandLimits
) -> None:
    assert fill_stated_days(SEEDS_ONLY, text, language, TODAY).limits == limits


def test_the_models_own_date_stays_and_no_two_limits_of_days_exclude_each_other() -> None:
    given = SEEDS_ONLY.model_copy(update={"context": DemandContext(date="2026-12-05")})
    text = "Photographer on Saturday 5 December, planning on any Tuesday, not on a Sunday"
    assert fill_stated_days(given, text, "en", TODAY).limits == DemandLimits(not_on=("sunday",))
    both = fill_stated_days(SEEDS_ONLY, "A hall on 5 December or any Tuesday", "en", TODAY).limits
    assert (both.dates, both.weekdays) == (("2026-12-05",), ())


def test_a_model_that_gives_needs_or_limits_is_believed() -> None:
    text = "A hall on 5 December, not on a Sunday"
    for given in (
        SEEDS_ONLY.model_copy(update={"needs": (Need(need="hall"),)}),
        SEEDS_ONLY.model_copy(update={"limits": DemandLimits(place="Leeds")}),
    ):
        assert fill_stated_days(given, text, "en", TODAY) == given


@pytest.mark.parametrize(
    ("title", "language", "shown"),
    [
        ("Ten words are two more than any title may have", "en", "Hall, Leeds"),
        ("Harvest supper in the old hall", "en", "Harvest supper in the old hall"),
        ("为了庆祝我们社区成立三十周年而举办的一场晚会", "zh", "场地，Leeds"),
        ("三十周年晚会", "zh", "三十周年晚会"),
    ],
)
def test_a_title_that_is_too_long_is_made_of_the_needs(title: str, language: Language, shown: str) -> None:
    needs = (Need(need="hall" if language == "en" else "场地"),)
    given = DemandUnderstanding(surface_demand="x", title=title, needs=needs, limits=DemandLimits(place="Leeds"))
    assert limit_title(given, language) == shown
    assert limit_title(given.model_copy(update={"needs": ()}), language) == title
