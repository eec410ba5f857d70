"""Each invariant of plans and outcomes, broken by hand in a log that was sound."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from shared.store.port import LoggedEvent
from tests.simulation.negotiation.agreement_invariants import agreement_violations
from tests.support.event_log import scenario_log

Rows = list[dict[str, Any]]


def rows_of(name: str) -> Rows:
    return [json.loads(event.data) for event in scenario_log(name).events]


def violations_of(rows: Rows) -> list[str]:
    log = [
        LoggedEvent(n, row["event_id"], row["event_type"], json.dumps(row).encode()) for n, row in enumerate(rows, 1)
    ]
    return [found.reason.partition(": ")[2] for found in agreement_violations(log)]


def payload(rows: Rows, kind: str, nth: int = 0) -> dict[str, Any]:
    return [row["payload"] for row in rows if row["event_type"] == f"towow.{kind}"][nth]


def plan(rows: Rows, kind: str = "proposal.finalized") -> dict[str, Any]:
    return payload(rows, kind)["final_proposal"]


@pytest.mark.parametrize(
    "name",
    [
        *("over-budget-kept", "over-budget-allowed", "date-asked-and-unanswered", "partly-agreed", "unchanged-plan"),
        *("subnet-closes-a-gap", "subnet-member-not-free", "withdraw-after-the-outcome", "grace-of-four-rounds"),
    ],
)
def test_a_sound_log_has_no_violation(name: str) -> None:
    assert violations_of(rows_of(name)) == []


def other_total(rows: Rows) -> None:
    plan(rows)["totals"][0]["amount"] += 1


def lost_total(rows: Rows) -> None:
    plan(rows)["totals"] = []


def unmarked_cost(rows: Rows) -> None:
    plan(rows, "negotiation.force_finalized")["findings"] = []


def unmarked_day(rows: Rows) -> None:
    payload(rows, "proposal.distributed")["proposal"]["findings"] = []


def complete_with_a_need_unmet(rows: Rows) -> None:
    payload(rows, "proposal.finalized")["complete"] = True


def need_met_by_nobody(rows: Rows) -> None:
    payload(rows, "proposal.finalized")["needs"][2]["met"] = True


def silence_about_a_finding(rows: Rows) -> None:
    payload(rows, "negotiation.force_finalized")["missing"] = ["something else"]


def unconfirmed(rows: Rows) -> None:
    row = next(row for row in rows if row["event_type"] == "towow.proposal.feedback")
    row["payload"]["feedback_type"] = "negotiate"


def reserve_counted(rows: Rows) -> None:
    for part in plan(rows)["assignments"]:
        part["reserve"] = True


def final_against_a_limit(rows: Rows) -> None:
    row = next(row for row in rows if row["event_type"] == "towow.negotiation.force_finalized")
    row["event_type"] = "towow.proposal.finalized"


def required_unsure(rows: Rows) -> None:
    plan(rows)["assignments"][0] |= {"required": True, "is_confirmed": False}


def sent_again_as_new(rows: Rows) -> None:
    sent = next(row for row in rows if row["event_type"] == "towow.proposal.distributed")
    rows.insert(rows.index(sent) + 1, sent)


def joined_unheard(rows: Rows) -> None:
    frank = [
        row
        for row in rows
        if row["event_type"] == "towow.proposal.feedback"
        and row["payload"]["agent_id"] == "agent_frank"
        and row["payload"]["channel_id"] == rows[0]["payload"]["channel_id"]
    ]
    rows.remove(frank[0])


def part_of_somebody_who_left(rows: Rows) -> None:
    payload(rows, "subnet.completed")["proposal"]["assignments"][0]["agent_id"] = "agent_dora"


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("over-budget-allowed", other_total, "has the totals {'CNY': 350001}"),
        ("partly-agreed", lost_total, "has the totals {}"),
        ("over-budget-kept", unmarked_cost, "costs {'CNY': 350000}"),
        ("date-asked-and-unanswered", unmarked_day, "is for 2026-02-08"),
        ("partly-agreed", complete_with_a_need_unmet, "is complete: True"),
        ("partly-agreed", need_met_by_nobody, "of its needs, the plan says"),
        ("over-budget-kept", silence_about_a_finding, "misses ['something else']"),
        ("over-budget-allowed", unconfirmed, "confirmed, who has not accepted"),
        ("partly-agreed", reserve_counted, "in, who are in reserve"),
        ("over-budget-kept", final_against_a_limit, "is final although it leaves limits"),
        ("partly-agreed", required_unsure, "is final without the required ['agent_bob']"),
        ("agreed-at-once", sent_again_as_new, "again"),
        ("subnet-closes-a-gap", joined_unheard, "lets ['agent_frank'] join"),
        ("withdraw-after-the-outcome", part_of_somebody_who_left, "has parts for ['agent_dora'], who left"),
    ],
)
def test_a_broken_log_is_named(name: str, change: Callable[[Rows], None], reason: str) -> None:
    rows = rows_of(name)
    change(rows)
    found = violations_of(rows)
    assert any(reason in problem for problem in found), found
