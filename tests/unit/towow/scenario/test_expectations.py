"""What a scenario expects of an agreement's worth: whether it is complete, what it lacks, what it costs."""

import json
from typing import Any

import pytest

from shared.store.port import LoggedEvent
from towow.scenario.expectations import find_mismatches
from towow.scenario.schema import Expectations

ROOT = "collab-x"
FINDING = {"kind": "over_budget", "text": "The fees add up to ¥3,500; the budget is ¥3,000."}
NEEDS: list[dict[str, Any]] = [
    {"id": "n1", "need": "venue", "met": True, "holders": ["bob"]},
    {"id": "n2", "need": "speaker", "met": False, "holders": []},
    {"id": "n3", "need": "speaker's coach", "met": False, "holders": []},
]


def event(seq: int, kind: str, **payload: Any) -> LoggedEvent:
    row = {"event_type": f"towow.{kind}", "payload": {"channel_id": ROOT, **payload}}
    return LoggedEvent(seq, f"evt-{seq}", f"towow.{kind}", json.dumps(row).encode())


def finalized(
    seq: int, *, missing: list[str], totals: list[dict[str, Any]], kind: str = "proposal.finalized"
) -> LoggedEvent:
    plan = {
        "version": seq,
        "confirmed_participants": [],
        "optional_participants": [],
        "totals": totals,
        "findings": [FINDING],
    }
    return event(seq, kind, final_proposal=plan, complete=not missing, missing=missing, needs=NEEDS)


def mismatches(expect: dict[str, Any], *events: LoggedEvent) -> list[str]:
    return list(find_mismatches(Expectations.model_validate(expect), [event(1, "demand.submitted"), *events]))


LACKING = finalized(2, missing=["speaker: nobody.", FINDING["text"]], totals=[{"amount": 350000, "currency": "CNY"}])


@pytest.mark.parametrize("missing", [["speaker", "over_budget"], ["n2", "over_budget"]])
def test_what_is_missing_is_named_by_need_or_finding(missing: list[str]) -> None:
    assert mismatches({"complete": False, "missing": missing, "totals": {"CNY": 350000}}, LACKING) == []


def test_a_need_whose_words_begin_with_those_of_another_is_told_apart() -> None:
    other = finalized(2, missing=["speaker's coach：还没有人。"], totals=[])
    assert mismatches({"missing": ["n3"]}, other) == []


def test_what_is_neither_need_nor_finding_is_named_by_its_text() -> None:
    unknown = finalized(2, missing=["What is needed was not understood."], totals=[])
    assert mismatches({"missing": ["What is needed was not understood."]}, unknown) == []


def test_each_difference_is_told_in_the_words_of_the_file() -> None:
    expect = {"complete": True, "missing": ["n1"], "totals": {"CNY": 350000, "GBP": 1}}
    assert mismatches(expect, LACKING) == [
        "complete: expected true, got false",
        "missing: expected [venue], got [over_budget, speaker]",
        "totals: expected {CNY: 350000, GBP: 1}, got {CNY: 350000}",
    ]


def test_the_last_event_that_tells_the_worth_counts() -> None:
    later = finalized(3, missing=[], totals=[], kind="agent.withdrawn")
    assert mismatches({"complete": True, "missing": [], "totals": {}}, LACKING, later) == []


def test_without_an_agreement_nothing_is_complete_and_nothing_costs() -> None:
    assert mismatches({"complete": None, "missing": [], "totals": {}}) == []
    assert mismatches({"complete": False}) == ["complete: expected false, got nothing"]
