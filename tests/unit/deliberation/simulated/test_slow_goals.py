"""Goals of money and weight, whose end does not follow from hours, and habits that run side by side."""

import itertools
from datetime import date

import pytest

from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.money import find_payment, months_of_payment
from deliberation.simulated.query.query_reader import read_query
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

TODAY = date(2026, 11, 26)
SESSIONS = [f"s-slow-{number}" for number in range(4)]


def language_of(text: str) -> Language:
    return "zh" if has_chinese(text) else "en"


def play(text: str, session: str) -> DirectRounds:
    return play_rounds(session_context(text, language_of(text), session))


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("I owe $4,400, paying $400 a month", 11),
        ("每月存2500，想存够3万", 12),
        ("pay off my overdraft at $300 a month", None),
        ("I owe $4,400 and also $900, $400 a month", None),
        ("save $9000", None),
    ],
)
def test_months_are_divided_only_if_both_sums_are_named_once(text: str, months: int | None) -> None:
    assert months_of_payment(text) == months


def test_a_payment_is_read_without_the_words_before_it() -> None:
    assert find_payment("clear my cards at $420 a month") == "$420 a month"
    assert read_query("clear my cards at $420 a month", "en", TODAY).amount is None


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("save $7,000 for a roof within 18 months", date(2028, 5, 26)),
        ("I owe $4,400 on my credit card, paying $400 a month", date(2027, 10, 26)),
        ("每月存2500，想存够3万", date(2027, 11, 26)),
    ],
)
def test_a_plan_of_money_ends_with_its_period_and_not_with_its_hours(text: str, end: date, session: str) -> None:
    assert budget_time(read_query(text, language_of(text), TODAY)).end == end
    rounds = play(text, session)
    assert max(each.deadline for phase in rounds.plan.phases for each in phase.tasks) == end.isoformat()
    said = rounds.plans[-1].position.conclusion
    assert "can be done" not in said
    assert "可以在" not in said
    if "month" in text and "within" not in text:
        assert "without interest" in said


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize("text", ["I want to get out of debt", "想瘦12斤", "lose 15 pounds"])
def test_no_day_is_claimed_where_nothing_gives_the_end(text: str, session: str) -> None:
    rounds = play(text, session)
    for position in (rounds.plans[0].position, rounds.plans[-1].position, rounds.critiques[-1].position):
        assert "can be done by" not in position.conclusion
        assert "做到“" not in position.conclusion
    words = "两个月的数字" if has_chinese(text) else "two months of figures"
    assert words in rounds.plans[-1].position.conclusion


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize("text", ["fix my sleep", "想减肥，一周四小时", "save $7,000 within 18 months"])
def test_what_a_habit_repeats_begins_early_and_runs_to_the_end(text: str, session: str) -> None:
    plan = play(text, session).plan
    tag = "重复" if has_chinese(text) else "repeated"
    practice = "练习" if has_chinese(text) else "practise"
    tasks = [task for phase in plan.phases for task in phase.tasks]
    end = max(task.deadline for task in tasks)
    repeated = [task for task in tasks if practice in task.tags]
    assert len(repeated) >= 2
    assert all(task.deadline == end and tag in task.tags for task in repeated)
    assert all(task.deadline <= other.deadline for task, other in itertools.pairwise(tasks))
    first = plan.phases[-1].duration
    assert "12月" in first.split("–")[0] or "December" in first.split("–")[0]
