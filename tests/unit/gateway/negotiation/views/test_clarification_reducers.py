"""Which questions are open, whose turn is it meanwhile, and does an earlier release's log give what it gave?"""

from typing import Any

import pytest

from gateway.negotiation.views.schema import DemandView
from tests.support.log_builder import SUBNET, LogBuilder

UNTIL = "2026-01-22T10:02:00.000Z"


def ask(log: LogBuilder, question_id: str, aspect: str = "people") -> DemandView:
    """One question about a limit."""
    return log.tell("question.asked", **limit_question(question_id, aspect))


def limit_question(question_id: str, aspect: str = "people") -> dict[str, Any]:
    options = [{"id": "keep", "text": "no"}, {"id": "allow", "text": "yes"}]
    return {
        "question_id": question_id,
        "about": "limit",
        "aspect": aspect,
        "text": "May it be so?",
        "options": options,
        "default": "keep",
        "until": UNTIL,
        "proposal_version": 1,
    }


def answer(log: LogBuilder, question_id: str, option: str = "keep", by: str = "person") -> DemandView:
    return log.tell("question.answered", question_id=question_id, option=option, answered_by=by)


def test_questions_about_limits_are_open_beside_each_other_while_the_plan_is_reviewed() -> None:
    log = LogBuilder()
    before = log.in_review("bob", "amy")
    assert "questions" not in before
    ask(log, "q-1", "people")
    view = ask(log, "q-2", "budget")
    assert view.get("questions") == [limit_question("q-1", "people"), limit_question("q-2", "budget")]
    assert (view["phase"], view["channel_status"], "question" in view) == ("asking", "proposal_sent", False)
    view = answer(log, "q-1", "allow")
    assert ([each["question_id"] for each in view.get("questions", ())], view["phase"]) == (["q-2"], "asking")
    view = answer(log, "q-2", by="timeout")
    assert (view.get("questions"), view["phase"]) == ([], "negotiating")
    assert [(each["question"]["question_id"], each["answer"]) for each in view.get("answered_questions", ())] == [
        ("q-1", {"question_id": "q-1", "option": "allow", "answered_by": "person"}),
        ("q-2", {"question_id": "q-2", "option": "keep", "answered_by": "timeout"}),
    ]


def test_answers_of_agents_count_while_the_requester_is_asked() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    ask(log, "q-1")
    view = log.says("bob", "accept")
    assert (view["phase"], view["channel_status"]) == ("asking", "negotiating")
    view = answer(log, "q-1")
    assert (view["phase"], view["channel_status"]) == ("negotiating", "negotiating")


def test_a_plan_that_is_sent_while_a_question_is_open_is_still_asked_about() -> None:
    log = LogBuilder()
    log.in_review("bob", "amy")
    ask(log, "q-1")
    assert log.plan("amy", number=2, resent=True)["phase"] == "asking"


def test_an_allowed_limit_changes_the_understanding_and_not_the_phase() -> None:
    log = LogBuilder()
    log.in_review("bob")
    ask(log, "q-1")
    answer(log, "q-1", "allow")
    view = log.tell("demand.revised", understanding={"limits": {}}, changes=[], changed_by="answer")
    assert (view["phase"], view["understanding"]) == ("negotiating", {"limits": {}, "fallback": False})
    assert view.get("revisions") == [{"changes": [], "changed_by": "answer"}]


@pytest.mark.parametrize("ending", ["proposal.finalized", "demand.cancelled", "demand.closed", "negotiation.failed"])
def test_no_question_is_open_after_the_outcome(ending: str) -> None:
    log = LogBuilder()
    log.in_review("bob")
    ask(log, "q-1")
    view = log.tell(ending, status="failed", cancelled_by="user_alice")
    assert (view.get("questions"), view["phase"]) == ([], "closed" if ending == "demand.closed" else "after")
    later = answer(log, "q-1", by="timeout")
    assert (later["phase"], "question" in later) == (view["phase"], False)


def test_an_answer_after_the_verdict_does_not_reopen_the_review() -> None:
    log = LogBuilder()
    log.in_review("bob")
    ask(log, "q-1")
    log.verdict("fail", 2)
    assert answer(log, "q-1", by="timeout")["phase"] == "after"


def test_the_question_about_the_understanding_stays_a_field_of_its_own() -> None:
    log = LogBuilder()
    log.submitted()
    log.tell("demand.understood", surface_demand="A meetup")
    asked: dict[str, Any] = {
        "question_id": "q-0",
        "about": "understanding",
        "text": "Where?",
        "options": [],
        "until": UNTIL,
    }
    view = log.tell("question.asked", **asked)
    assert (view.get("question"), view["phase"], "questions" in view) == (asked, "reviewing", False)
    view = answer(log, "q-0", "here")
    assert (view.get("question"), view["phase"]) == (None, "filtering")
    assert "questions" not in view


def test_a_subnet_has_no_part_in_the_questions_of_its_root() -> None:
    log = LogBuilder()
    log.in_review("bob")
    ask(log, "q-1")
    view = log.tell("question.asked", channel=SUBNET, **limit_question("q-2"))
    assert [each["question_id"] for each in view.get("questions", ())] == ["q-1"]
