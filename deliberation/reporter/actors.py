"""Reporter: the actor that turns the outcome of a discussion into a text for its user (DL-04, DL-70…81, DL-154)."""

from collections.abc import Iterator, Mapping

from deliberation.contracts.messages import ReportWritten, WriteReport
from deliberation.contracts.report import ReportReply
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.report_checks import clean_report, complete_report, is_report_in_language
from deliberation.reporter.fallbacks import report_fallback
from deliberation.reporter.prompts import build_report_prompt
from deliberation.settings import DeliberationSettings
from deliberation.turn.conversation import TurnConversation, TurnFailure
from deliberation.turn.correction import TurnFault, correct_turn
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.port import BudgetExceeded, RetryAt
from shared.runtime.actor import TaskContext

MESSAGES: tuple[type[Message], ...] = (WriteReport,)


class Reporter:
    """Task actor for WriteReport."""

    def __init__(self, settings: DeliberationSettings) -> None:
        self._settings = settings

    async def perform(self, task: ReceivedMessage[WriteReport], tools: TaskContext) -> list[Send]:
        """Write the report and return one message to its sender: `ReportWritten`.

        HTML, images and unsafe links are removed from the model's text. The model is told once that nothing is left of
        it, or that it is in the wrong language. Code adds the sections that the report must have. If the model gives no
        usable report, or the budget is spent, a template writes it, marked `fallback` (DL-154).

        Raises:
            RetryAt: The model may be asked again at `instant`, before the answer is due (its circuit breaker is open),
                or another process is asking the same question.
            CorrelationClosed: The session ended meanwhile.
        """
        request = task.body
        conversation = TurnConversation(
            tools, answer_by=request.answer_by, call_timeout_s=self._settings.turn_call_timeout
        )
        report = await self._write_report(request, conversation, tools)
        return [
            Send(
                to=task.sender,
                body=ReportWritten(
                    session_id=request.session_id,
                    attempt=request.attempt,
                    report=report or report_fallback(request.facts),
                    fallback=report is None,
                    usage=conversation.usage,
                ),
            )
        ]

    async def _write_report(
        self, request: WriteReport, conversation: TurnConversation, tools: TaskContext
    ) -> ReportReply | None:
        """Return the model's report, checked and completed; None if there is none of use."""
        facts = request.facts

        async def answer(attempt_facts: ReporterFacts) -> ReportReply:
            return await conversation.ask(build_report_prompt(attempt_facts))

        try:
            checked = await correct_turn(conversation, facts, answer, lambda report: tuple(_find_faults(report, facts)))
        except BudgetExceeded:
            return None
        except TurnFailure as failure:
            if (retry_at := failure.find_retry(request.answer_by, tools.clock.now())) is not None:
                raise RetryAt(retry_at) from failure
            return None
        report = clean_report(checked.turn)
        return complete_report(report, facts) if report else None


def _find_faults(report: ReportReply, facts: ReporterFacts) -> Iterator[TurnFault]:
    """Yield what is wrong with a report that code cannot correct, by kind: empty, language."""
    language = facts.context.language
    clean = clean_report(report)
    if clean is None:
        yield TurnFault("empty", _EMPTY[language])
    elif not is_report_in_language(clean, facts):
        yield TurnFault("language", _WRONG_LANGUAGE[language])


_EMPTY: Mapping[Language, str] = {
    "zh": "去掉 HTML 之后正文是空的：请用纯 Markdown 写。",
    "en": "Nothing is left of the content without its HTML: write plain Markdown.",
}
_WRONG_LANGUAGE: Mapping[Language, str] = {"zh": "请用中文写报告。", "en": "Write the report in English."}
