"""Each invariant of question and change, broken by hand in a log that was sound."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.messages import ChooseCandidates
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.trace import correlation_trace
from shared.runtime.outbox_entry_builder import Causation, build_outbox_entry
from shared.store.port import LoggedEvent, OutboxEntry
from tests.simulation.negotiation.clarification_invariants import clarification_violations
from tests.support.event_log import scenario_log
from tests.support.task_fixtures import submission_context
from towow.bootstrap.applications import ROUTES

OVERALL_MS = 1_800_000
Rows = list[dict[str, Any]]


def rows_of(name: str) -> Rows:
    return [json.loads(event.data) for event in scenario_log(name).events]


def violations_of(rows: Rows, requests: list[OutboxEntry] | None = None, overall_ms: int = OVERALL_MS) -> list[str]:
    log = [
        LoggedEvent(n, row["event_id"], row["event_type"], json.dumps(row).encode()) for n, row in enumerate(rows, 1)
    ]
    return [found.reason for found in clarification_violations(log, requests or [], overall_ms)]


def request(rows: Rows, understanding: dict[str, Any]) -> OutboxEntry:
    """A request of candidates for this understanding."""
    ids = {name: rows[0]["payload"][name] for name in ("demand_id", "channel_id")}
    demand = DemandUnderstanding.model_validate(understanding)
    body = ChooseCandidates.model_validate(
        {**ids, "setting": submission_context(), "answer_by": 0, "raw_input": "x", "demand": demand}
    )
    cause = Causation("cause", ids["demand_id"], f"channel/{ids['channel_id']}", 0, correlation_trace(ids["demand_id"]))
    return build_outbox_entry(cause, 0, Send(Address("coordinator", ids["channel_id"]), body), ROUTES)


def places(rows: Rows, kind: str) -> list[int]:
    return [place for place, row in enumerate(rows) if row["event_type"] == f"towow.{kind}"]


@pytest.mark.parametrize("name", ["question-answered", "question-in-own-words", "understanding-edited"])
def test_a_sound_log_has_no_violation(name: str) -> None:
    rows = rows_of(name)
    last = rows[places(rows, "demand.revised")[-1]]["payload"]["understanding"]
    assert violations_of(rows, [request(rows, last)]) == []


def late_change(rows: Rows) -> None:
    rows.append(rows.pop(places(rows, "demand.revised")[-1]))


def second_answer(rows: Rows) -> None:
    place = places(rows, "question.answered")[0]
    rows.insert(place, rows[place])


def no_answer(rows: Rows) -> None:
    del rows[places(rows, "question.answered")[0]]


def lost_change(rows: Rows) -> None:
    rows[places(rows, "demand.revised")[0]]["payload"]["changes"][0]["before"] = "something else"


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("understanding-edited", late_change, "question, answer and change stand at"),
        ("question-answered", second_answer, "asked ['q-"),
        ("question-answered", no_answer, "candidates were chosen with the question open"),
        ("understanding-edited", lost_change, "a change of"),
    ],
)
def test_a_broken_log_is_named(name: str, change: Callable[[Rows], None], reason: str) -> None:
    rows = rows_of(name)
    change(rows)
    assert any(found.partition(": ")[2].startswith(reason) for found in violations_of(rows))


def test_a_wait_beyond_the_deadline_is_named() -> None:
    found = violations_of(rows_of("question-unanswered"), overall_ms=10_000)
    assert any("after the deadline" in reason for reason in found)


def test_candidates_for_an_earlier_understanding_are_named() -> None:
    rows = rows_of("understanding-edited")
    first = rows[places(rows, "demand.revised")[0]]["payload"]["understanding"]
    assert any("candidates are chosen for another" in reason for reason in violations_of(rows, [request(rows, first)]))
    others = replace(request(rows, first), correlation_id="d-other")
    assert others.message.type == ChooseCandidates.type
