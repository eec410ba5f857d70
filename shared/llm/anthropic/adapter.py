"""How Claude answers: the Model port over the Messages API, of whichever endpoint speaks it (DESIGN § 6, TW-403)."""

import asyncio
from typing import TypeVar

from pydantic import BaseModel

from shared.core.usage import Usage
from shared.llm.anthropic.capabilities import get_capabilities
from shared.llm.anthropic.client import MessagesClient
from shared.llm.anthropic.errors import PermanentError, TransientError
from shared.llm.anthropic.repair import run_conversation
from shared.llm.anthropic.request import Request, estimate_max_tokens
from shared.llm.anthropic.retry import RateLimiter, request_with_retry
from shared.llm.anthropic.stream import ModelReply, StreamAccumulator
from shared.llm.anthropic.structured_output import UnusableOutput
from shared.llm.anthropic.usage import UsageMeter
from shared.llm.port import Answer, ModelUnavailable, Prompt, UnusableAnswer
from shared.llm.settings import ModelSettings
from shared.telemetry.log import Log

T = TypeVar("T", bound=BaseModel)


class AnthropicModel:
    """Claude, or whoever speaks like it. `close` it at the end."""

    def __init__(self, settings: ModelSettings, log: Log) -> None:
        self._settings = settings
        self._log = log.bind(model=settings.llm_model)
        self._exchange = MessagesClient(settings)
        self._pace = RateLimiter(settings)
        self._manner = get_capabilities(settings.llm_model)
        self._price = settings.get_price(settings.llm_model)
        if self._price is None:
            self._log.warning("price_unknown", hint="what it costs counts as 0: set TOWOW_LLM_PRICES")

    @property
    def name(self) -> str:
        """The model's name at the endpoint."""
        return self._settings.llm_model

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """What is read, generously counted, and all that may be written; without a repair turn."""
        return estimate_max_tokens(prompt, self._manner)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._exchange.close()

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Ask, and once more when the answer cannot be read. Raises ModelUnavailable and Unusable.

        `prompt.time_limit` (s) bounds all of it, from when it is this question's turn.
        """
        talk = _Conversation(
            prompt.key, UsageMeter(self._price), self._exchange, self._pace, self._log.bind(prompt=prompt.key)
        )
        await self._pace.acquire()
        try:
            async with asyncio.timeout(prompt.time_limit_s):
                return await self._converse(prompt, talk)
        except TimeoutError:
            raise talk.failed(f"no answer within {prompt.time_limit_s:g} s") from None

    async def _converse(self, prompt: Prompt[T], talk: "_Conversation") -> Answer[T]:
        script = run_conversation(prompt, self._manner)
        give_up_at = asyncio.get_running_loop().time() + prompt.time_limit_s
        try:
            reply = await talk.first(next(script), give_up_at)
            reply = await talk.repair(script.send(reply))
            script.send(reply)
        except StopIteration as end:
            return Answer(end.value, talk.usage)
        except UnusableOutput as error:
            self._log.warning("model_answer_unusable", prompt=prompt.key, problem=str(error))
            raise UnusableAnswer(str(error), talk.usage) from None
        raise AssertionError("a conversation has two requests at most")


class _Conversation:
    """The requests of one question: counted, logged, and what becomes of it when they fail."""

    def __init__(self, key: str, bill: UsageMeter, exchange: MessagesClient, pace: RateLimiter, log: Log) -> None:
        self._key = key
        self._bill = bill
        self._exchange = exchange
        self._pace = pace
        self._log = log
        self._heard = False

    @property
    def usage(self) -> Usage:
        """What it cost so far."""
        return self._bill.usage

    async def first(self, request: Request, give_up_at: float) -> ModelReply:
        """The reply to the question. Raises ModelUnavailable, Unusable."""

        async def ask(attempt: int) -> ModelReply:
            if attempt > 1:
                await self._pace.acquire()
            return await self._ask(request, attempt)

        try:
            return await request_with_retry(ask, give_up_at)
        except TransientError as error:
            raise self.failed(str(error)) from None

    async def repair(self, request: Request) -> ModelReply:
        """The reply to the repair turn, which is asked once. Raises Unusable."""
        await self._pace.acquire()
        try:
            return await self._ask(request, attempt=1, repair=True)
        except TransientError as error:
            raise self.failed(str(error)) from None

    def failed(self, detail: str) -> ModelUnavailable | UnusableAnswer:
        """No answer. An endpoint that was heard of is up, however little use what it said was."""
        return UnusableAnswer(detail, self.usage) if self._heard else ModelUnavailable(detail)

    async def _ask(self, request: Request, attempt: int, *, repair: bool = False) -> ModelReply:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        log = self._log.bind(attempt=attempt, repair=repair)
        try:
            reply, usage = await self._paid(request)
        except TransientError as error:
            log.warning("model_gave_no_answer", detail=str(error), request_id=error.request_id)
            raise
        except PermanentError as error:
            # Without the traceback: it ends in the request.
            log.error("model_refused", detail=str(error), hint=error.hint, request_id=error.request_id)  # noqa: TRY400
            raise UnusableAnswer(f"refused: {error}", self.usage) from None
        self._heard = True
        _note(log, reply, usage, round((loop.time() - begun) * 1000))
        return reply

    async def _paid(self, request: Request) -> tuple[ModelReply, Usage]:
        """The reply and what it cost; what is cut, or not waited for any more, is on the bill as well."""
        collector = StreamAccumulator()
        try:
            reply = await self._exchange.send(request, collector)
        finally:
            usage = self._bill.add(collector.counts)
        return reply, usage


def _note(log: Log, reply: ModelReply, usage: Usage, duration_ms: int) -> None:
    log.info(
        "model_answered",
        request_id=reply.request_id,
        stop_reason=reply.stop_reason,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read=reply.counts.cache_read_input_tokens,
        cache_written=reply.counts.cache_creation_input_tokens,
        cost_usd=usage.cost_usd,
        duration_ms=duration_ms,
    )
