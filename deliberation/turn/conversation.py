"""Conversation of an agent with the model in one turn: questions in the turn's time, and calls of tools (DL-101)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from deliberation.contracts.messages import FailureReason
from deliberation.contracts.replies import CritiqueReply, PlanReply
from deliberation.contracts.session import SessionContext
from deliberation.contracts.tools import MAX_TOOL_CALLS, ToolCall, ToolExchange
from deliberation.contracts.turns import TurnFacts
from deliberation.core.date_tools import execute_tool
from shared.core.language import Language
from shared.core.usage import NO_USAGE, Usage
from shared.llm.port import ModelUnavailable, Prompt, UnusableAnswer
from shared.runtime.actor import TaskContext

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R", PlanReply, CritiqueReply)
F = TypeVar("F", bound=TurnFacts)

MAX_DETAIL_CHARACTERS = 500
"""Maximum length of the reason why a turn failed."""

CORRECTION_SHARE = 0.9
"""Share of the time that is left which a correction may take, so that the turn still arrives in time."""

MIN_CORRECTION_SHARE = 0.25
"""Share of a call's time limit without which a correction is not worth its price."""


class TurnFailure(Exception):
    """The model gives no usable answer in this turn. `retry_at`: instant (ms) at which it may be asked again."""

    def __init__(self, reason: FailureReason, detail: str, retry_at: int | None = None) -> None:
        super().__init__(detail)
        self.reason: FailureReason = reason
        self.detail = detail[:MAX_DETAIL_CHARACTERS]
        self.retry_at = retry_at

    def find_retry(self, answer_by: int, now: int) -> int | None:
        """Return the instant at which the model may be asked again before `answer_by`; None if there is none.

        All instants are in ms since the epoch.
        """
        return self.retry_at if self.retry_at is not None and max(self.retry_at, now) < answer_by else None


class TurnConversation:
    """Questions of one turn, one after the other, with what they cost and the tools that were called."""

    def __init__(self, tools: TaskContext, *, answer_by: int, call_timeout_s: float) -> None:
        """Start the conversation.

        Args:
            tools: Model and clock.
            answer_by: Instant (ms since the epoch) from which the turn is too late; no question is asked after it.
            call_timeout_s: Time limit (s) of one question.
        """
        self.usage: Usage = NO_USAGE
        self.exchanges: tuple[ToolExchange, ...] = ()
        self._model = tools.model
        self._clock = tools.clock
        self._answer_by = answer_by
        total_s = self.remaining_s
        self._call_timeout_s = min(call_timeout_s, total_s)
        # A turn that is shorter than two questions leaves its second half to the answer.
        self._min_tool_time_s = min(call_timeout_s, total_s / 2)

    @property
    def remaining_s(self) -> float:
        """Time (s) until the turn is too late; 0 if it is."""
        return max(0, self._answer_by - self._clock.now()) / 1000

    @property
    def correction_time_s(self) -> float:
        """Time (s) that a correction of the answer may take; 0 if too little is left for one."""
        time_s = self.remaining_s * CORRECTION_SHARE
        return time_s if time_s > self._call_timeout_s * MIN_CORRECTION_SHARE else 0.0

    async def ask(self, prompt: Prompt[T]) -> T:
        """Return the model's answer to a prompt, given within the call's and the turn's time.

        Raises:
            TurnFailure: There is no time left, no answer, or none of use.
            BudgetExceeded: The session's budget does not allow the call.
            RetryAt: Another caller is asking the same question.
            CorrelationClosed: The session ended meanwhile.
        """
        remaining_s = self.remaining_s
        if not remaining_s:
            raise TurnFailure("agent_timeout", "no time is left for a question")
        try:
            answer = await self._model.answer(replace(prompt, time_limit_s=min(self._call_timeout_s, remaining_s)))
        except ModelUnavailable as unavailable:
            raise TurnFailure("model_unavailable", str(unavailable), unavailable.retry_at) from unavailable
        except UnusableAnswer as unusable:
            self.usage += unusable.usage
            raise TurnFailure("invalid_output", str(unusable)) from unusable
        self.usage += answer.usage
        return answer.output

    async def ask_with_tools(self, facts: F, build_prompt: Callable[[F], Prompt[R]]) -> R:
        """Return the reply with the turn of a model that may call tools first, MAX_TOOL_CALLS (6) in a conversation.

        Of the calls in a reply only the first ones are executed, up to the maximum. Then, and when no time is left for
        a further question after the next, no call is allowed; a model that calls nevertheless is told so once. A reply
        that has calls and a turn counts as the turn.

        Args:
            facts: Facts of the turn; the exchanges so far are added.
            build_prompt: Builds the prompt from the facts.

        Raises:
            TurnFailure: As `ask`; or the model only calls tools.
            BudgetExceeded, RetryAt, CorrelationClosed: As `ask`.
        """
        complaints: tuple[str, ...] = ()
        while True:
            may_call = facts.may_call_tools and self._may_call_tools
            reply = await self.ask(build_prompt(self._add_exchanges(facts, complaints, may_call=may_call)))
            if reply.turn is not None:
                return reply
            if may_call:
                self._execute(reply.tool_calls, facts.context)
            elif not complaints:
                complaints = (_NO_MORE_TOOLS[facts.context.language],)
            else:
                raise TurnFailure("invalid_output", "the model calls tools instead of giving its turn")

    @property
    def _may_call_tools(self) -> bool:
        if not self.exchanges:
            return True
        return len(self.exchanges) < MAX_TOOL_CALLS and self.remaining_s > self._min_tool_time_s

    def _add_exchanges(self, facts: F, complaints: tuple[str, ...], *, may_call: bool) -> F:
        return facts.model_copy(
            update={
                "exchanges": self.exchanges,
                "may_call_tools": may_call,
                "complaints": (*facts.complaints, *complaints),
            }
        )

    def _execute(self, calls: Sequence[ToolCall], context: SessionContext) -> None:
        for call in calls[: MAX_TOOL_CALLS - len(self.exchanges)]:
            self.exchanges += (ToolExchange(call=call, result=execute_tool(call, context)),)


_NO_MORE_TOOLS: Mapping[Language, str] = {
    "zh": "不能再调用工具：请直接给出 turn。",
    "en": "No further tool may be called: give the turn itself.",
}
