"""Each invariant of questions about limits, broken by hand in a log that was sound."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from shared.store.port import LoggedEvent
from tests.simulation.negotiation.clarification_invariants import clarification_violations
from tests.simulation.negotiation.limit_question_invariants import limit_question_violations
from tests.support.event_log import scenario_log

Rows = list[dict[str, Any]]


def rows_of(name: str) -> Rows:
    return [json.loads(event.data) for event in scenario_log(name).events]


def log_of(rows: Rows) -> list[LoggedEvent]:
    return [
        LoggedEvent(n, row["event_id"], row["event_type"], json.dumps(row).encode()) for n, row in enumerate(rows, 1)
    ]


def place(rows: Rows, kind: str) -> int:
    return [row["event_type"] for row in rows].index(f"towow.{kind}")


@pytest.mark.parametrize("name", ["over-budget-kept", "over-budget-allowed", "date-asked-and-unanswered"])
def test_a_sound_log_has_no_violation(name: str) -> None:
    log = log_of(rows_of(name))
    assert list(limit_question_violations(log)) == []
    assert list(clarification_violations(log, [], 1_800_000)) == []


def asked_late(rows: Rows) -> None:
    rows.insert(place(rows, "proposal.feedback"), rows.pop(place(rows, "question.asked")))


def asked_about_nothing(rows: Rows) -> None:
    rows[place(rows, "question.asked")]["payload"]["aspect"] = "people"


def asked_twice(rows: Rows) -> None:
    rows.insert(place(rows, "question.asked"), rows[place(rows, "question.asked")])


def asked_for_too_long(rows: Rows) -> None:
    rows[place(rows, "question.asked")]["payload"]["until"] = "2027-01-01T00:00:00.000Z"


def answered_twice(rows: Rows) -> None:
    rows.insert(place(rows, "question.answered"), rows[place(rows, "question.answered")])


def never_answered(rows: Rows) -> None:
    del rows[place(rows, "question.answered")]


def answered_after_the_verdict(rows: Rows) -> None:
    answer = rows.pop(place(rows, "question.answered"))
    rows.insert(place(rows, "feedback.evaluated") + 1, answer)


def answered_in_own_words(rows: Rows) -> None:
    rows[place(rows, "question.answered")]["payload"]["text"] = "yes"


def allowed_without_change(rows: Rows) -> None:
    rows[place(rows, "question.answered")]["payload"]["option"] = "allow"


def another_limit_changed(rows: Rows) -> None:
    (change,) = rows[place(rows, "demand.revised")]["payload"]["changes"]
    change["after"]["place"] = "there"


def asked_in_a_subnet(rows: Rows) -> None:
    for kind in ("proposal.distributed", "question.asked", "question.answered", "feedback.evaluated"):
        rows[place(rows, kind)]["payload"]["channel_id"] += "-1"


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("over-budget-allowed", asked_late, "asks about budget of version 1"),
        ("over-budget-allowed", asked_about_nothing, "asks about people of version 1"),
        ("over-budget-allowed", asked_twice, "twice"),
        ("over-budget-allowed", asked_for_too_long, "after the review"),
        ("over-budget-kept", answered_twice, "twice, or before it is asked"),
        ("over-budget-kept", never_answered, "open"),
        ("over-budget-kept", answered_after_the_verdict, "after the verdict on version 1"),
        ("over-budget-kept", answered_in_own_words, "with {"),
        ("date-asked-and-unanswered", allowed_without_change, "is answered by allow, then comes"),
        ("over-budget-allowed", another_limit_changed, "allowing budget changes limits"),
        ("over-budget-kept", asked_in_a_subnet, "a subnet asks"),
    ],
)
def test_a_broken_log_is_named(name: str, change: Callable[[Rows], None], reason: str) -> None:
    rows = rows_of(name)
    change(rows)
    found = [violation.reason for violation in limit_question_violations(log_of(rows))]
    assert any(reason in problem for problem in found), found
