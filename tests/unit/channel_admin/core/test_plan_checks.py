"""What code finds against a plan: each kind of finding where it must be, and none where it must not."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channel_admin.core.plan_checks import check_plan, total_in_budget_currency
from channel_admin.core.plan_totals import sum_fees
from channel_admin.exchange_rates import ExchangeRates
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, PeopleRange
from negotiation.contracts.money import MAX_MINOR_UNITS, Money
from negotiation.contracts.proposal import Assignment, Finding, Proposal
from negotiation.contracts.terms import Condition, Terms
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, SUNDAY, context, demand, part, plan, pounds

YUAN = Money(amount=91_000, currency="CNY")
RATES = NegotiationRules(
    exchange_rates=ExchangeRates(date="2026-01-20", base="CNY", rates={"GBP": Decimal("9.1"), "JPY": Decimal("0.05")})
)
BUDGET = demand(limits=DemandLimits(budget=pounds(400)))


def kinds(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.kind for finding in findings]


def found(
    checked: Proposal, wanted: DemandUnderstanding | None = None, offers: dict[str, Terms] | None = None
) -> list[str]:
    return kinds(check_plan(checked, context(wanted or demand(), offers=offers)))


def priced(*fees: Money, **more: Any) -> Proposal:
    return plan(*(part(f"agent{place}", terms=Terms(fee=fee), **more) for place, fee in enumerate(fees)))


@pytest.mark.parametrize(("fees", "expected"), [((200, 200), []), ((200, 201), ["over_budget"]), ((0,), []), ((), [])])
def test_a_plan_above_the_budget_is_marked(fees: tuple[int, ...], expected: list[str]) -> None:
    checked = priced(*map(pounds, fees))
    findings = check_plan(checked, context(BUDGET))
    assert kinds(findings) == expected
    if findings:
        assert findings[0].aspect == "budget"
        assert "£401" in findings[0].text
        assert "£400" in findings[0].text
    assert found(checked) == [], "without a budget nothing is above it"
    assert found(priced(pounds(999), reserve=True), BUDGET) == [], "a reserve costs nothing"


def test_sums_in_another_currency_stay_apart_without_rates() -> None:
    checked = priced(YUAN, pounds(399))
    assert found(checked, BUDGET) == []
    assert total_in_budget_currency(checked, context(BUDGET)) == pounds(399)
    assert total_in_budget_currency(checked, context(demand())) is None


@pytest.mark.parametrize("fees", [(YUAN, pounds(301)), (YUAN,) * 5])
def test_sums_in_another_currency_are_converted_by_rates_and_their_date_is_said(fees: tuple[Money, ...]) -> None:
    (finding,) = check_plan(priced(*fees), context(BUDGET, rules=RATES))
    assert finding.kind == "over_budget"
    assert "2026-01-20" in finding.text


def test_the_date_of_the_rates_is_not_said_where_none_is_used() -> None:
    (finding,) = check_plan(priced(pounds(401)), context(BUDGET, rules=RATES))
    assert "2026-01-20" not in finding.text
    assert kinds(check_plan(priced(YUAN, pounds(300)), context(BUDGET, rules=RATES))) == []
    unknown = Money(amount=10**9, currency="KES")
    assert kinds(check_plan(priced(unknown), context(BUDGET, rules=RATES))) == []


MONEY = st.builds(
    Money, amount=st.integers(0, 10**9) | st.just(10**10), currency=st.sampled_from(("GBP", "CNY", "JPY", "KES"))
)
PARTS = st.lists(
    st.builds(
        part,
        st.just("amy"),
        st.just("venue"),
        st.builds(Terms, fee=MONEY, per=st.sampled_from((None, "event", "day", "person"))),
        reserve=st.booleans(),
    ),
    max_size=8,
)


@given(PARTS, st.integers(0, MAX_MINOR_UNITS), st.integers(1, 300), st.booleans())
def test_a_plan_over_budget_is_never_unmarked(
    parts: list[Assignment], budget: int, people: int, has_rates: bool
) -> None:
    limits = DemandLimits(budget=Money(amount=budget, currency="GBP"), people=PeopleRange(min=people, max=people))
    rules = RATES if has_rates else NegotiationRules()
    units = {"GBP": Decimal(1), "CNY": 1 / Decimal("9.1"), "JPY": 100 * Decimal("0.05") / Decimal("9.1")}
    sums = {total.currency: total.amount for total in sum_fees((p for p in parts if not p.reserve), people)}
    comparable = {
        currency: sums[currency] for currency in sums if currency == "GBP" or (has_rates and currency in units)
    }
    total = sum(amount * units[currency] for currency, amount in comparable.items())
    is_marked = "over_budget" in found_with(plan(*parts), demand(limits=limits), rules)
    rounding = len(comparable)
    if total > budget + rounding:
        assert is_marked
    elif total < budget - rounding:
        assert not is_marked


def found_with(checked: Proposal, wanted: DemandUnderstanding, rules: NegotiationRules) -> list[str]:
    return kinds(check_plan(checked, context(wanted, rules=rules)))


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (Terms(), []),
        (Terms(not_on=(SATURDAY,)), ["not_free"]),
        (Terms(not_on=("saturday",)), ["not_free"]),
        (Terms(not_on=("sunday", SUNDAY)), []),
        (Terms(dates=(SUNDAY,)), ["not_free"]),
        (Terms(dates=(SATURDAY, SUNDAY)), []),
        (Terms(dates=("saturday",)), []),
    ],
)
def test_a_holder_who_is_not_free_on_the_plans_day_is_found(terms: Terms, expected: list[str]) -> None:
    assert found(plan(part("amy")), offers={"amy": terms}) == expected
    assert found(plan(part("amy", reserve=True)), offers={"amy": terms}) == []
    assert found(plan(part("amy"), day=None), offers={"amy": terms}) == []
    on_own_day = plan(part("amy"), part("bob", terms=Terms(start=SATURDAY)), part("amy", terms=Terms(start=SATURDAY)))
    assert set(found(on_own_day, offers={"amy": terms})) == set(expected)


def test_a_part_on_a_day_of_its_own_is_checked_on_that_day() -> None:
    parts = (
        part("amy", terms=Terms(start=SUNDAY)),
        part("bob", terms=Terms(start=SATURDAY)),
        part("cai", terms=Terms(start=SATURDAY)),
    )
    assert found(plan(*parts), offers={"amy": Terms(not_on=(SATURDAY,))}) == []
    assert found(plan(*parts), offers={"amy": Terms(not_on=(SUNDAY,))}) == ["not_free"]


THIRTY = demand(limits=DemandLimits(people=PeopleRange(min=20, max=30)))


@pytest.mark.parametrize(
    ("parts", "offers", "expected"),
    [
        ((part("amy", terms=Terms(people=29)),), {}, ["too_small"]),
        ((part("amy", terms=Terms(people=30)),), {}, []),
        ((part("amy"),), {"amy": Terms(people=10)}, ["too_small"]),
        ((part("amy", terms=Terms(people=40)),), {"amy": Terms(people=10)}, []),  # the newer value
        ((part("amy", terms=Terms(people=15)), part("bob", terms=Terms(people=15))), {}, []),  # both together
        ((part("amy", terms=Terms(people=15)), part("bob")), {}, []),  # nobody knows how many bob can take
        ((part("amy", terms=Terms(people=15)), part("bob", terms=Terms(people=60), reserve=True)), {}, ["too_small"]),
        ((part("amy", terms=Terms(people=15)), part("bob", "food", terms=Terms(people=60))), {}, ["too_small"]),
    ],
)
def test_a_part_that_is_too_small_is_found(
    parts: tuple[Assignment, ...], offers: dict[str, Terms], expected: list[str]
) -> None:
    findings = check_plan(plan(*parts), context(THIRTY, offers=offers))
    assert kinds(findings) == expected
    assert {finding.aspect for finding in findings} <= {"people"}
    assert found(plan(*parts), offers=offers) == [], "without a number nothing is too small"


@pytest.mark.parametrize(
    ("terms", "offered", "expected"),
    [
        (Terms(notice_days=16), Terms(), []),
        (Terms(notice_days=17), Terms(), ["too_late"]),
        (None, Terms(notice_days=17), ["too_late"]),
        (Terms(notice_days=0), Terms(notice_days=17), []),  # they gave it up
        (Terms(notice_days=3), Terms(notice_days=17), []),
    ],
)
def test_a_notice_that_cannot_be_kept_is_found(terms: Terms | None, offered: Terms, expected: list[str]) -> None:
    """Sixteen days from the submission (2026-01-22) to the plan's day."""
    assert found(plan(part("amy", terms=terms)), offers={"amy": offered}) == expected


FOOD, TAPE = Condition(kind="food", text="no outside food"), Condition(kind="recording", text="no cameras")


@pytest.mark.parametrize(
    ("condition", "other", "expected"),
    [
        (FOOD, "catering", ["contradiction"]),
        (FOOD, "photography", []),
        (TAPE, "photography", ["contradiction"]),
        (TAPE, "catering", []),
        (Condition(kind="other", text="no outside food"), "catering", []),
    ],
)
def test_a_condition_that_excludes_another_part_is_found(condition: Condition, other: str, expected: list[str]) -> None:
    venue = part("amy", terms=Terms(conditions=(condition,)))
    findings = check_plan(plan(venue, part("bob", other)), context(demand()))
    assert kinds(findings) == expected
    for finding in findings:
        assert (finding.assignment, finding.agent_id) == ("venue", "amy")
        assert condition.text in finding.text
        assert "Bob" in finding.text
    assert found(plan(venue, part("amy", other))) == [], "one's own food is no outside food"
    assert found(plan(venue, part("bob", other, reserve=True))) == []


@pytest.mark.parametrize(("end", "expected"), [("21:00", ["contradiction"]), ("22:00", []), ("23:30", [])])
def test_a_part_that_ends_before_the_demand_does_is_found(end: str, expected: list[str]) -> None:
    wanted = demand(terms=Terms(end=f"{SATURDAY}T22:00:00+00:00"))
    assert found(plan(part("amy", terms=Terms(end=f"{SATURDAY}T{end}:00+00:00"))), wanted) == expected
    assert found(plan(part("amy", terms=Terms(end=SATURDAY))), wanted) == []


@pytest.mark.parametrize(
    ("limits", "aspect"),
    [
        (DemandLimits(), None),
        (DemandLimits(dates=(SATURDAY,)), None),
        (DemandLimits(dates=(SUNDAY,)), "dates"),
        (DemandLimits(weekdays=(5,)), None),
        (DemandLimits(weekdays=(6,)), "weekdays"),
        (DemandLimits(not_on=("saturday",)), "not_on"),
        (DemandLimits(dates=(SATURDAY,), not_on=(SATURDAY,)), "not_on"),
        (DemandLimits(dates=(SATURDAY,), weekdays=(6,)), "dates"),
    ],
)
def test_a_departure_from_the_demands_days_is_found(limits: DemandLimits, aspect: str | None) -> None:
    findings = check_plan(plan(part("amy")), context(demand(limits=limits)))
    assert [(finding.kind, finding.aspect) for finding in findings] == (
        [("departs_from_demand", aspect)] if aspect else []
    )
    assert all(SATURDAY in finding.text for finding in findings)
    assert found(plan(part("amy"), day=None), demand(limits=limits)) == []


OLD = Terms(
    fee=pounds(300), notice_days=3, deposit_share=0.3, end=SATURDAY, conditions=(FOOD, Condition(text="a stage"))
)


@pytest.mark.parametrize(
    ("new", "lost"),
    [
        (OLD, ()),
        (OLD.model_copy(update={"fee": pounds(250), "notice_days": 0}), ()),  # newer values
        (OLD.model_copy(update={"conditions": (Condition(kind="food", text="own kitchen"), OLD.conditions[1])}), ()),
        (OLD.model_copy(update={"conditions": ()}), ("no outside food", "a stage")),
        (OLD.model_copy(update={"fee": None}), ("£300",)),
        (OLD.model_copy(update={"notice_days": None, "deposit_share": None}), ("the notice", "the deposit")),
    ],
)
def test_a_term_that_the_next_version_lost_is_found(new: Terms, lost: tuple[str, ...]) -> None:
    before, after = plan(part("amy", terms=OLD)), plan(part("amy", terms=new))
    findings = check_plan(after, context(demand(), previous=before))
    assert {finding.kind for finding in findings} == ({"term_lost"} if lost else set())
    said = " ".join(finding.text for finding in findings)
    assert all(term in said for term in lost)
    assert found(after) == [], "a first version has lost nothing"
    gone = check_plan(plan(part("bob")), context(demand(), previous=before))
    assert kinds(gone) == [], "whoever is gone has lost nothing either"
