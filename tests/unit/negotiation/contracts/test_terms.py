"""Terms: which values are accepted, and that a newer value replaces the older one (INTERFACES § 6, *Terms*)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from negotiation.contracts.money import Money
from negotiation.contracts.terms import NO_TERMS, Condition, Terms, merge_terms

HUNDRED, NINETY = Money(amount=10_000, currency="GBP"), Money(amount=9_000, currency="GBP")


@pytest.mark.parametrize(
    "wrong",
    [
        {"fee": {"amount": -1, "currency": "GBP"}},
        {"fee": "between 300 and 400 pounds"},
        {"per": "week"},
        {"start": "Saturday"},
        {"start": "2026-13-01"},
        {"end": "2026-12-05T19:30:00"},  # without an offset
        {"people": 0},
        {"people": "many"},
        {"notice_days": -1},
        {"deposit_share": 1.2},
        {"deposit_share": float("nan")},
        {"dates": ["tomorrow"]},
        {"not_on": ["Sunday"]},
        {"rate": 3},
    ],
)
def test_a_term_of_the_wrong_type_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Terms.model_validate(wrong)


def test_an_unknown_kind_of_condition_is_another_one() -> None:
    condition = Condition.model_validate({"kind": "karaoke", "text": "no karaoke"})
    assert (condition.kind, condition.text) == ("other", "no karaoke")


def test_what_is_not_said_has_no_key() -> None:
    assert NO_TERMS.model_dump(mode="json") == {}
    assert Terms(fee=HUNDRED).model_dump(mode="json") == {"fee": {"amount": 10_000, "currency": "GBP"}}


FOOD, OWN_FOOD = Condition(kind="food", text="no outside food"), Condition(kind="food", text="own kitchen only")
STAGE, LIGHT = Condition(text="a stage"), Condition(text="daylight")


@pytest.mark.parametrize(
    ("older", "newer", "merged"),
    [
        (None, None, None),
        (None, Terms(people=3), Terms(people=3)),
        (Terms(people=3), None, Terms(people=3)),
        (Terms(people=3), NO_TERMS, Terms(people=3)),
        (Terms(fee=HUNDRED, notice_days=3), Terms(fee=NINETY), Terms(fee=NINETY, notice_days=3)),
        (Terms(fee=HUNDRED, per="hour"), Terms(fee=NINETY), Terms(fee=NINETY)),  # for taking part once
        (Terms(fee=HUNDRED), Terms(per="hour"), Terms(fee=HUNDRED, per="hour")),
        (Terms(notice_days=3), Terms(notice_days=0), Terms(notice_days=0)),
        (Terms(dates=("sunday",)), Terms(dates=("2026-12-05",)), Terms(dates=("2026-12-05",))),
        (Terms(conditions=(FOOD, STAGE)), Terms(conditions=(OWN_FOOD,)), Terms(conditions=(STAGE, OWN_FOOD))),
        (Terms(conditions=(STAGE,)), Terms(conditions=(LIGHT,)), Terms(conditions=(STAGE, LIGHT))),
        (Terms(conditions=(STAGE,)), Terms(conditions=(STAGE,)), Terms(conditions=(STAGE,))),
    ],
)
def test_a_newer_value_replaces_the_older_one(older: Terms | None, newer: Terms | None, merged: Terms | None) -> None:
    assert merge_terms(older, newer) == merged


CONDITIONS = st.lists(st.sampled_from((FOOD, OWN_FOOD, STAGE, LIGHT)), max_size=7, unique=True).map(tuple)
TERMS = st.builds(
    Terms,
    fee=st.sampled_from((None, HUNDRED, NINETY)),
    per=st.sampled_from((None, "hour", "person")),
    people=st.none() | st.integers(1, 100),
    notice_days=st.none() | st.integers(0, 30),
    dates=st.sampled_from(((), ("sunday",), ("2026-12-05",))),
    conditions=CONDITIONS,
)


@given(TERMS, TERMS)
def test_merged_terms_have_every_newer_value_and_lose_none_that_nothing_replaces(older: Terms, newer: Terms) -> None:
    merged = merge_terms(older, newer)
    assert merged is not None
    assert Terms.model_validate_json(merged.model_dump_json()) == merged
    for name in ("fee", "people", "notice_days", "dates"):
        value = getattr(newer, name)
        assert getattr(merged, name) == (getattr(older, name) if value in (None, ()) else value)
    assert set(newer.conditions) <= set(merged.conditions)
    assert merge_terms(merged, newer) == merged
