"""A line "Change: …" after a demand replaces the limits that it names, adds needs and drops those that it rules out."""

import pytest

from tests.unit.coordinator.simulated.test_rules import read

ENGLISH = "I need a venue and catering in London on 12 December 2026 for 20 people, budget £400"
CHINESE = "2026年12月12日在上海办生日聚会，需要场地和餐饮，30人，预算1万"


def test_a_changed_limit_replaces_the_one_of_its_kind_and_no_other() -> None:
    limits = read(f"{ENGLISH}\nChange: make it 30 people and the budget £600").limits
    assert limits.people is not None
    assert limits.budget is not None
    assert (limits.people.max, limits.budget.amount, limits.place) == (30, 60_000, "London")
    assert limits.dates == ("2026-12-12",)
    limits = read(f"{CHINESE}\n更改：改到杭州，12月19日，40人，预算1.5万").limits
    assert limits.people is not None
    assert limits.budget is not None
    assert (limits.people.max, limits.budget.amount, limits.place) == (40, 1_500_000, "杭州")
    assert limits.dates == ("2026-12-19",)


def test_the_last_of_several_changes_counts() -> None:
    limits = read(f"{ENGLISH}\nChange: 30 people\nChange: 25 people in Leeds").limits
    assert limits.people is not None
    assert (limits.people.max, limits.place) == (25, "Leeds")


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        (f"{ENGLISH}\nChange: no catering", ["venue"]),
        (f"{ENGLISH}\nChange: and a photographer", ["venue", "catering", "photographer"]),
        (f"{CHINESE}\n更改：不要餐饮", ["场地"]),
        (f"{CHINESE}\n更改：再加一位摄影师", ["场地", "餐饮", "摄影师"]),
    ],
)
def test_a_change_drops_what_it_rules_out_and_adds_what_it_names(text: str, needs: list[str]) -> None:
    assert [need.need for need in read(text).needs] == needs


def test_what_was_replaced_is_no_word_that_was_not_understood() -> None:
    understanding = read(f"{ENGLISH}\nChange: make it 30 people and the budget £600")
    assert [each.text for each in understanding.background][:3] == ["Change:", "for 20 people", "budget £400"]


@pytest.mark.parametrize("text", ["Change: I need a venue for 20 people", "Change of venue: I need one for 20 people"])
def test_a_demand_that_begins_so_is_no_change(text: str) -> None:
    limits = read(text).limits
    assert limits.people is not None
    assert limits.people.max == 20
