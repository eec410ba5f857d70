"""Turns of the reporter: the model's report made safe and whole, or the template's (DL-80, DL-81, DL-154)."""

from typing import Any

import pytest

from deliberation.contracts.messages import ReportWritten
from deliberation.reporter.actors import MESSAGES, Reporter
from deliberation.reporter.fallbacks import report_fallback
from deliberation.settings import DeliberationSettings
from shared.core.usage import NO_USAGE, Usage
from shared.llm.port import BudgetExceeded, CorrelationClosed, ModelUnavailable, RetryAt, UnusableAnswer
from tests.support.task_fixtures import LATER, NOW, ask
from tests.support.turn_fixtures import CALL_USAGE, Step, StepModel, report_facts, write_report

REPORTER = Reporter(DeliberationSettings())
CHINESE = "## 结论\n\n分三个阶段备考，每周都有模考。先报名考试，再买教材。"
ENGLISH = "## Conclusion\n\nStudy in three phases, with a mock exam every week. Register first."


def write(*steps: Step, **facts: Any) -> tuple[ReportWritten, StepModel]:
    model = StepModel(*steps)
    answer = ask(REPORTER, write_report(**facts), model.tools)
    assert isinstance(answer, ReportWritten)
    return answer, model


def report(content: str = CHINESE, **summary: Any) -> dict[str, Any]:
    return {"content": content, "summary": summary}


def test_a_models_report_is_sent_to_the_host() -> None:
    answer, model = write(report(key_agreements=["三个阶段"], resolved_concerns=["缺模考 -> 加两次"]))
    assert answer.report.content == CHINESE
    assert answer.report.summary.key_agreements == ("三个阶段",)
    assert (answer.fallback, answer.attempt, answer.usage) == (False, 1, CALL_USAGE)
    assert len(model.prompts) == 1
    assert [message.type for message in MESSAGES] == ["write_report"]


def test_the_plan_is_shown_as_data_and_written_by_nobody() -> None:
    """DL-80: the answer has no plan; code copies it."""
    _, model = write(report())
    (prompt,) = model.prompts
    assert "任务11" in prompt.user
    assert set(prompt.output.model_fields) == {"content", "summary"}
    assert prompt.budget_headroom == 0


def test_html_and_unsafe_links_never_leave_the_reporter() -> None:
    answer, model = write(report(f"{CHINESE}<script>alert(1)</script><b>好</b>[看](javascript:alert(1))"))
    assert answer.report.content == f"{CHINESE}好看"
    assert len(model.prompts) == 1


def test_a_report_of_html_alone_is_returned_once_and_then_written_by_the_template() -> None:
    answer, model = write(report("<script>alert(1)</script>"))
    assert len(model.prompts) == 2
    assert answer.fallback
    assert answer.report == report_fallback(report_facts())


def test_a_report_in_the_wrong_language_is_returned_once() -> None:
    answer, model = write(report(ENGLISH), report())
    assert answer.report.content == CHINESE
    assert model.complaints == [(), ("请用中文写报告。",)]
    answer, model = write(report(ENGLISH))
    assert (answer.report.content, answer.fallback, len(model.prompts)) == (ENGLISH, False, 2)


def test_a_divergence_report_that_conceals_a_position_gets_both() -> None:
    answer, _ = write(report(), edition="divergence", end_reason="max_rounds", remarks=("no_objection",))
    assert answer.report.content.startswith(CHINESE)
    assert "| 结论 | 分三个阶段备考，共十二周 | 按三阶段走，但要多做模考 |" in answer.report.content
    assert "暂定" in answer.report.content
    assert "## 关于这次讨论" in answer.report.content


@pytest.mark.parametrize(
    ("error", "usage"),
    [
        (ModelUnavailable("down"), NO_USAGE),
        (ModelUnavailable("down", LATER), NO_USAGE),
        (UnusableAnswer("prose", Usage(calls=2, output_tokens=9)), Usage(calls=2, output_tokens=9)),
        (BudgetExceeded("spent"), NO_USAGE),
    ],
)
def test_without_a_usable_answer_the_template_writes_the_report(error: Exception, usage: Usage) -> None:
    answer, _ = write(error)
    assert (answer.fallback, answer.usage) == (True, usage)
    assert answer.report == report_fallback(report_facts())
    assert answer.report.content.startswith("# IELTS备考计划")


def test_the_template_writes_when_no_time_is_left() -> None:
    model = StepModel(report())
    answer = ask(REPORTER, write_report(answer_by=NOW), model.tools)
    assert (answer.fallback, model.prompts) == (True, [])


def test_a_model_that_may_answer_later_is_asked_again() -> None:
    with pytest.raises(RetryAt) as postponed:
        write(ModelUnavailable("down", NOW + 7))
    assert postponed.value.instant == NOW + 7


def test_a_closed_session_is_left_to_the_runtime() -> None:
    with pytest.raises(CorrelationClosed):
        write(CorrelationClosed())
