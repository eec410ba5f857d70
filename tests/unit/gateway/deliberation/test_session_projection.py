"""Fold of a session's log: the view of its page, its plan and its to-dos, whatever the log is cut into."""

import json
from collections.abc import Sequence

import hypothesis.strategies as st
import pytest
from hypothesis import given

from deliberation.contracts.events import SessionEvent
from gateway.deliberation.views.session_projection import SessionProjection, fold
from tests.support.session_events import SESSION, SessionEvents, sample_plan

LOG = SessionEvents()


def entries(*events: SessionEvent) -> list[bytes]:
    """Log entries of these events."""
    return [
        json.dumps(
            {
                "seq": seq,
                "event_id": f"evt-{seq:06}",
                "event_type": event.type,
                "timestamp": f"2026-01-22T10:00:{seq:02}.000Z",
                "payload": {**event.model_dump(mode="json"), "spent": {"calls": 0, "tokens": 0, "usd": 0}},
            }
        ).encode()
        for seq, event in enumerate(events, 1)
    ]


def projected(rows: Sequence[bytes]) -> SessionProjection:
    """The projection of a log."""
    found: SessionProjection | None = None
    for row in rows:
        found = fold(found, row)
    assert found is not None
    return found


def whole() -> list[bytes]:
    """A session from its start to its end."""
    return entries(LOG.started(), *LOG.discussion(), LOG.ended())


def test_the_view_has_rounds_decisions_and_the_report() -> None:
    found = projected(whole())
    view = json.loads(found.view.model_dump_json(by_alias=True))
    assert (view["type"], view["sessionId"], view["lastSeq"]) == ("multi_agent_session", SESSION, 11)
    assert (view["status"], view["endReason"]) == ("converged", "consensus")
    assert [each["round"] for each in view["rounds"]] == [1, 2]
    first, second = view["rounds"]
    assert [output["agent"] for output in first["outputs"]] == ["planner", "critic"]
    assert first["outputs"][0]["position"]["conclusion"] == "Six weeks are enough"
    assert first["outputs"][0]["metadata"]["plan"]["title"] == "IELTS in six weeks"
    assert "position" not in first["outputs"][0]["metadata"]
    assert first["hostDecision"]["action"] == "continue"
    assert "next_step" not in first["hostDecision"]["decision"]
    assert second["hostDecision"]["decision"]["next_step"] == "reporter_summary"
    assert [output["agent"] for output in second["outputs"]] == ["planner"]
    assert view["finalReport"]["plan"]["total_estimated_hours"] == 7.5


def test_a_new_session_has_an_empty_view() -> None:
    view = json.loads(projected(entries(LOG.started())).view.model_dump_json(by_alias=True))
    assert view == {
        "type": "multi_agent_session",
        "sessionId": SESSION,
        "rounds": [],
        "status": "in_progress",
        "lastSeq": 1,
    }


def test_the_plan_is_the_last_one_until_the_report_has_one() -> None:
    better = sample_plan("better")
    rows = entries(LOG.started(), LOG.plan(), LOG.critique(), LOG.plan(2, better), LOG.report(sample_plan("final")))
    titles = [None if (plan := projected(rows[:n]).plan) is None else plan.title for n in range(1, 6)]
    assert titles == [None, "IELTS in six weeks", "IELTS in six weeks", "better", "final"]
    assert [projected(rows[:n]).todos is None for n in range(1, 6)] == [True, True, True, True, False]
    assert len(projected(rows).todos or ()) == 2


def test_a_report_without_a_plan_leaves_no_todos() -> None:
    found = projected(entries(LOG.started(), LOG.report(has_plan=False)))
    assert (found.plan, found.todos) == (None, ())
    assert found.view.final_report is not None
    assert found.view.final_report.plan is None


@given(st.lists(st.integers(0, 11), min_size=1))
def test_events_that_come_again_change_nothing(repeats: list[int]) -> None:
    rows = whole()
    found = projected(rows)
    for index in repeats:
        again = fold(found, rows[index % len(rows)])
        assert again.view == found.view


def test_unknown_types_and_unknown_fields_are_ignored() -> None:
    rows = entries(LOG.started(), LOG.plan())
    later = json.loads(rows[1])
    later["payload"]["mood"] = "calm"
    later["payload"]["position"]["tone"] = "firm"
    assert projected([rows[0], json.dumps(later).encode()]).view == projected(rows).view
    later["event_type"] = "towow.deliberation.vote_held"
    found = projected([rows[0], json.dumps(later).encode()])
    assert (found.view.rounds, found.view.last_seq) == ((), 2)


def test_a_plan_that_this_version_cannot_read_is_no_plan() -> None:
    rows = entries(LOG.started(), LOG.plan(), LOG.plan(2))
    later = json.loads(rows[2])
    later["payload"]["metadata"]["plan"] = {"steps": []}
    found = projected([*rows[:2], json.dumps(later).encode()])
    assert found.plan == projected(rows[:2]).plan
    assert len(found.view.rounds) == 2


def test_a_log_that_does_not_begin_with_the_start_is_refused() -> None:
    with pytest.raises(ValueError, match="session_started"):
        fold(None, entries(LOG.plan())[0])
