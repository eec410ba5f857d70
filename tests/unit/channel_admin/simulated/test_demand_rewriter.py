"""Does a relaxed demand say one thing only: what it said of a budget, a day or a number of people is replaced?"""

import pytest

from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_rewriter import replace_attendance, replace_budget, replace_day
from channel_admin.simulated.rules import write_compromise
from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandContext, DemandUnderstanding
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language
from tests.support.case_tables import load_cases
from tests.support.task_fixtures import NOW, demand, submission_context


def read(text: str, language: Language) -> DemandContext:
    """What the simulated coordinator understands of it."""
    facts = {"demand_id": "d-a", "channel_id": "collab-a", "raw_input": text, "setting": submission_context(language)}
    return understand_demand(UnderstandingFacts.model_validate(facts)).context


@pytest.mark.parametrize(("raw", "new", "to", "language"), load_cases(__file__, "a_budget_of_nothing_is_replaced"))
def test_a_budget_of_nothing_is_replaced(raw: str, new: str, to: str, language: Language) -> None:
    now = read(raw, language).budget
    assert now is not None
    assert parse_money(now) == 0
    assert replace_budget(raw, now, to, language) == new
    assert read(new, language).budget == to


@pytest.mark.parametrize(
    ("raw", "now", "to", "new"), load_cases(__file__, "a_budget_is_replaced_where_it_stands_and_nothing_else")
)
def test_a_budget_is_replaced_where_it_stands_and_nothing_else(raw: str, now: str | None, to: str, new: str) -> None:
    assert replace_budget(raw, now, to, "zh") == new


@pytest.mark.parametrize(
    ("raw", "now", "new", "language"), load_cases(__file__, "a_day_is_replaced_or_told_to_be_another_one")
)
def test_a_day_is_replaced_or_told_to_be_another_one(raw: str, now: str | None, new: str, language: Language) -> None:
    assert read(raw, "zh" if not raw.isascii() else "en").date == now
    assert replace_day(raw, now, "2026-02-20", language) == new
    assert read(new, "zh" if not new.isascii() else "en").date == "2026-02-20"


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
    assert read(raw, "zh" if not raw.isascii() else "en").expected_attendees == now
    assert replace_attendance(raw, now, 35, language) == new
    assert read(new, "zh" if not new.isascii() else "en").expected_attendees == 35


def test_a_number_of_people_in_words_is_told_to_be_another_one() -> None:
    said = replace_attendance("a workshop for forty people", 40, 35, "en")
    assert said == "a workshop for forty people, but for 35 people only"


@pytest.mark.parametrize(
    ("raw", "new", "too_dear", "too_many", "language"),
    load_cases(__file__, "relaxations_needed_together_become_one_demand"),
)
def test_relaxations_needed_together_become_one_demand(
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
