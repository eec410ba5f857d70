"""Game agents: the actor that takes one model turn of a persona or a task agent, or writes a summary (GH-36)."""

from dataclasses import replace
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from gamehive.agents.conversation import select_conversation
from gamehive.agents.interpretation_reuse import InterpretationReuse
from gamehive.agents.prompts import VERSIONS, build_summary_prompt, build_turn_prompt
from gamehive.contracts.messages import StepRequest, SummaryWritten, TakeTurn, TurnTaken, WriteSummary
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import BoardContext
from gamehive.interpretation_cache.port import InterpretationCache
from gamehive.settings import GameSettings
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage
from shared.core.usage import NO_USAGE, Usage
from shared.llm.port import Answer, ModelUnavailable, Prompt, RetryAt, UnusableAnswer
from shared.runtime.actor import TaskContext
from shared.telemetry.log import Log

T = TypeVar("T", bound=BaseModel)

MESSAGES: tuple[type[Message], ...] = (TakeTurn, WriteSummary)

MAX_DETAIL_CHARACTERS = 500


class _NoAnswer(Exception):
    """The model gives no usable answer to this request."""

    def __init__(
        self, failure: Literal["timeout", "unavailable", "unusable"], detail: str, usage: Usage = NO_USAGE
    ) -> None:
        super().__init__(detail)
        self.failure: Literal["timeout", "unavailable", "unusable"] = failure
        self.detail = detail[:MAX_DETAIL_CHARACTERS]
        self.usage = usage


class GameAgents:
    """Task actor for TakeTurn and WriteSummary."""

    def __init__(self, settings: GameSettings, interpretations: InterpretationCache) -> None:
        """Ask within the time limits of `settings`; take rules interpreted before from `interpretations`."""
        self._settings = settings
        self._reuse = InterpretationReuse(interpretations, VERSIONS["rule_analyst"])

    async def perform(self, task: ReceivedMessage[TakeTurn | WriteSummary], tools: TaskContext) -> list[Send]:
        """Ask the model once and return one message to the sender: `TurnTaken` or `SummaryWritten`.

        Without a usable answer nothing is invented: `TurnTaken` says why, and `SummaryWritten` has no text.

        Raises:
            RetryAt: The model may be asked again at `instant`, before the answer is due, or another process is asking
                the same question.
            BudgetExceeded: The game's budget does not allow the call; the runtime answers `TaskFailed`.
            CorrelationClosed: The game ended meanwhile.
        """
        match task.body:
            case TakeTurn() as request:
                reply = await self._take_turn(request, task, tools)
            case WriteSummary() as request:
                reply = await self._write_summary(request, task, tools)
        return [Send(to=task.sender, body=reply)]

    async def _take_turn(
        self, request: TakeTurn, task: ReceivedMessage[TakeTurn | WriteSummary], tools: TaskContext
    ) -> TurnTaken:
        notes = await _read_conversation(request, task, tools)
        facts = request.facts.model_copy(update={"notes": notes})
        known = await self._reuse.find_reply(facts, tools.model.name, tools.log)
        if known is not None:
            return TurnTaken(game_id=request.game_id, epoch=request.epoch, call_id=request.call_id, reply=known)
        try:
            prompt = build_turn_prompt(facts, request.temperature)
            _log_input(tools.log, prompt, request, facts.context)
            answer = await self._ask(prompt, request, tools)
        except _NoAnswer as failed:
            return TurnTaken(
                game_id=request.game_id,
                epoch=request.epoch,
                call_id=request.call_id,
                failure=failed.failure,
                detail=failed.detail,
                usage=failed.usage,
            )
        reply = answer.output
        if not answer.fallback:
            await self._reuse.remember(facts, tools.model.name, reply, tools.log)
        tools.log.debug(
            "model_output",
            game_id=request.game_id,
            call_id=request.call_id,
            agent=facts.agent,
            message=reply.message,
            thought=reply.thought,
            calls=[each.model_dump(mode="json") for each in reply.calls],
        )
        return TurnTaken(
            game_id=request.game_id, epoch=request.epoch, call_id=request.call_id, reply=reply, usage=answer.usage
        )

    async def _write_summary(
        self, request: WriteSummary, task: ReceivedMessage[TakeTurn | WriteSummary], tools: TaskContext
    ) -> SummaryWritten:
        notes = await _read_conversation(request, task, tools)
        facts = request.facts.model_copy(update={"notes": notes})
        try:
            prompt = build_summary_prompt(facts)
            _log_input(tools.log, prompt, request, facts.context)
            answer = await self._ask(prompt, request, tools)
        except _NoAnswer as failed:
            return SummaryWritten(
                game_id=request.game_id, epoch=request.epoch, call_id=request.call_id, usage=failed.usage
            )
        text = answer.output.text.strip() or None
        tools.log.debug(
            "model_output", game_id=request.game_id, call_id=request.call_id, agent=facts.speaker, message=text
        )
        return SummaryWritten(
            game_id=request.game_id, epoch=request.epoch, call_id=request.call_id, text=text, usage=answer.usage
        )

    async def _ask(self, prompt: Prompt[T], request: StepRequest, tools: TaskContext) -> Answer[T]:
        left_s = (request.answer_by - tools.clock.now()) / 1000
        if left_s <= 0:
            raise _NoAnswer("timeout", "no time is left for a question")
        limit_s = min(self._settings.game_turn_timeout, left_s)
        try:
            return await tools.model.answer(replace(prompt, time_limit_s=limit_s))
        except ModelUnavailable as unavailable:
            _raise_retry(unavailable, request.answer_by, tools.clock.now())
            failure = "timeout" if unavailable.timed_out else "unavailable"
            raise _NoAnswer(failure, str(unavailable)) from unavailable
        except UnusableAnswer as unusable:
            raise _NoAnswer("unusable", str(unusable), unusable.usage) from unusable


def _log_input(log: Log, prompt: Prompt[Any], request: StepRequest, context: BoardContext) -> None:
    """Log what a model is asked, at level debug, since it holds texts of users (GH-241)."""
    log.debug(
        "model_input",
        game_id=request.game_id,
        call_id=request.call_id,
        prompt=prompt.key,
        system=prompt.system,
        board=context.board,
        user=prompt.user,
    )


async def _read_conversation(
    request: TakeTurn | WriteSummary, task: ReceivedMessage[TakeTurn | WriteSummary], tools: TaskContext
) -> tuple[Note, ...]:
    if request.notes_end <= request.notes_start:
        return ()
    notes = await tools.read_notes(task.sender, request.notes_start, request.notes_end)
    return select_conversation(notes, request.loop)


def _raise_retry(unavailable: ModelUnavailable, answer_by: int, now: int) -> None:
    """Raise RetryAt if the model may be asked again before the answer is due; all instants in ms since the epoch."""
    if unavailable.retry_at is not None and max(unavailable.retry_at, now) < answer_by:
        raise RetryAt(unavailable.retry_at) from unavailable
