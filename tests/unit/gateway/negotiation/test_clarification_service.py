"""Which open question does an answer belong to, and which answers are refused?"""

from typing import Any

import pytest

from gateway.negotiation.clarification_service import RequesterAnswer, find_question, list_open_questions
from gateway.negotiation.views.schema import DemandView
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from tests.support.log_builder import LogBuilder

KEEP = RequesterAnswer(option="keep")


def asked(log: LogBuilder, *aspects: str) -> DemandView:
    """A plan under review that leaves these limits; the questions are q-1, q-2 …"""
    view = log.in_review("bob")
    for number, aspect in enumerate(aspects, start=1):
        options = [{"id": "keep", "text": "no"}, {"id": "allow", "text": "yes"}]
        about: dict[str, Any] = {"about": "limit", "aspect": aspect, "options": options}
        view = log.tell("question.asked", question_id=f"q-{number}", **about)
    return view


def refusal(
    view: DemandView, question_id: str | None, answer: RequesterAnswer = KEEP, language: Language = "en"
) -> ApiError:
    with pytest.raises(ApiError) as refused:
        find_question(view, question_id, answer, language)
    return refused.value


def test_the_only_open_question_needs_no_name() -> None:
    view = asked(LogBuilder(), "people")
    for name in (None, "q-1"):
        question = find_question(view, name, KEEP)
        assert question is not None
        assert question["question_id"] == "q-1"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_several_open_questions_one_must_be_named(language: Language) -> None:
    view = asked(LogBuilder(), "people", "budget")
    error = refusal(view, None, language=language)
    assert error.code is PlatformErrorCode.E001
    (problem,) = error.problems
    assert problem.field == "question_id"
    assert "q-1 (people), q-2 (budget)" in problem.problem
    question = find_question(view, "q-2", KEEP)
    assert question is not None
    assert question["aspect"] == "budget"
    assert refusal(view, "q-3").code is PlatformErrorCode.E019


def test_an_answered_question_is_over_for_other_answers_only() -> None:
    log = LogBuilder()
    asked(log, "people", "budget")
    view = log.tell("question.answered", question_id="q-1", option="keep", answered_by="person")
    assert find_question(view, "q-1", KEEP) is None
    error = refusal(view, "q-1", RequesterAnswer(option="allow"))
    assert (error.code, error.conflict and error.conflict.status) == (PlatformErrorCode.E014, "answered")
    view = log.tell("question.answered", question_id="q-2", option="keep", answered_by="timeout")
    error = refusal(view, "q-2")
    assert (error.code, error.conflict and error.conflict.status) == (PlatformErrorCode.E014, "over")


def test_every_question_is_over_after_the_verdict() -> None:
    log = LogBuilder()
    asked(log, "people")
    view = log.tell("demand.cancelled", cancelled_by="user_alice")
    assert list_open_questions(view) == []
    for name in (None, "q-1"):
        error = refusal(view, name)
        assert (error.code, error.conflict and error.conflict.status) == (PlatformErrorCode.E014, "cancelled")


def test_the_question_about_the_understanding_comes_first() -> None:
    log = LogBuilder()
    asked(log, "people")
    view = log.tell("question.asked", question_id="q-0", about="understanding", options=[])
    assert [question["question_id"] for question in list_open_questions(view)] == ["q-0", "q-1"]
