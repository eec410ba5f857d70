"""Model adapter for the Anthropic Messages API and compatible endpoints (DESIGN § 6, TW-403)."""

import asyncio
from typing import TypeVar

from pydantic import BaseModel

from shared.core.usage import Usage
from shared.llm.anthropic.capabilities import get_capabilities
from shared.llm.anthropic.client import MessagesClient
from shared.llm.anthropic.errors import PermanentError, TransientError
from shared.llm.anthropic.repair import run_conversation
from shared.llm.anthropic.reply_parser import UnusableOutput
from shared.llm.anthropic.request import Request, estimate_max_tokens
from shared.llm.anthropic.retry import RateLimiter, request_with_retry
from shared.llm.anthropic.stream import ModelReply, StreamAccumulator
from shared.llm.anthropic.usage import UsageMeter
from shared.llm.port import Answer, ModelUnavailable, Prompt, UnusableAnswer
from shared.llm.settings import ModelSettings
from shared.telemetry.log import Log

T = TypeVar("T", bound=BaseModel)


class AnthropicModel:
    """Model port over the Messages API; it has no budget, memo or circuit breaker. Call `close` at the end."""

    def __init__(self, settings: ModelSettings, log: Log) -> None:
        self._settings = settings
        self._log = log.bind(model=settings.llm_model)
        self._client = MessagesClient(settings)
        self._rate_limiter = RateLimiter(settings)
        self._capabilities = get_capabilities(settings.llm_model)
        self._price = settings.get_price(settings.llm_model)
        if self._price is None:
            self._log.warning("price_unknown", hint="its cost counts as 0: set TOWOW_LLM_PRICES")

    @property
    def name(self) -> str:
        """Name of the model at the endpoint (LLM_MODEL)."""
        return self._settings.llm_model

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return an upper bound of the input and output tokens of one request for the prompt, without a repair turn."""
        return estimate_max_tokens(prompt, self._capabilities)

    async def close(self) -> None:
        """Close the connections to the endpoint; no effect if closed.

        Later calls of `answer` raise ModelUnavailable.
        """
        await self._client.close()

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Ask the endpoint, with one repair turn if the answer is invalid, and return the answer and its usage.

        A question that gets no answer is sent up to three times. `prompt.time_limit_s` covers all attempts and the
        repair turn; only the wait for the rate limit before the first attempt does not count. The usage counts every
        request that was paid for, also those that were aborted.

        Raises:
            ModelUnavailable: The endpoint gave no answer, not even an invalid one, within the attempts or the time
                limit. `retry_at` is None.
            UnusableAnswer: The endpoint rejects the question, the model refuses, or the answer is invalid and the
                repair turn brought no valid one within the time limit. Its `usage` is what was paid.
        """
        conversation = _Conversation(
            prompt.key, UsageMeter(self._price), self._client, self._rate_limiter, self._log.bind(prompt=prompt.key)
        )
        await self._rate_limiter.acquire()
        try:
            async with asyncio.timeout(prompt.time_limit_s):
                return await self._converse(prompt, conversation)
        except TimeoutError:
            raise conversation.build_error(f"no answer within {prompt.time_limit_s:g} s", timed_out=True) from None

    async def _converse(self, prompt: Prompt[T], conversation: "_Conversation") -> Answer[T]:
        turns = run_conversation(prompt, self._capabilities)
        deadline = asyncio.get_running_loop().time() + prompt.time_limit_s
        try:
            reply = await conversation.send_question(next(turns), deadline)
            reply = await conversation.send_repair(turns.send(reply))
            turns.send(reply)
        except StopIteration as end:
            return Answer(end.value, conversation.usage)
        except UnusableOutput as error:
            self._log.warning("model_answer_unusable", prompt=prompt.key, problem=str(error))
            raise UnusableAnswer(str(error), conversation.usage) from None
        raise AssertionError("unreachable: a conversation has at most two requests")


class _Conversation:
    """Requests of one question, with their usage, log and errors."""

    def __init__(
        self, key: str, meter: UsageMeter, client: MessagesClient, rate_limiter: RateLimiter, log: Log
    ) -> None:
        self._key = key
        self._meter = meter
        self._client = client
        self._rate_limiter = rate_limiter
        self._log = log
        self._has_answered = False

    @property
    def usage(self) -> Usage:
        """Usage so far."""
        return self._meter.usage

    async def send_question(self, request: Request, deadline: float) -> ModelReply:
        """Send the question, with retries, and return the reply. Raises ModelUnavailable and UnusableAnswer."""

        async def send(attempt: int) -> ModelReply:
            if attempt > 1:
                await self._rate_limiter.acquire()
            return await self._send(request, attempt)

        try:
            return await request_with_retry(send, deadline)
        except TransientError as error:
            raise self.build_error(str(error), timed_out=error.timed_out) from None

    async def send_repair(self, request: Request) -> ModelReply:
        """Send the repair turn, once, and return the reply. Raises UnusableAnswer."""
        await self._rate_limiter.acquire()
        try:
            return await self._send(request, attempt=1, repair=True)
        except TransientError as error:
            raise self.build_error(str(error), timed_out=error.timed_out) from None

    def build_error(self, detail: str, *, timed_out: bool) -> ModelUnavailable | UnusableAnswer:
        """Return the error for a missing answer: an endpoint that has answered before counts as available."""
        if self._has_answered:
            return UnusableAnswer(detail, self.usage)
        return ModelUnavailable(detail, timed_out=timed_out)

    async def _send(self, request: Request, attempt: int, *, repair: bool = False) -> ModelReply:
        loop = asyncio.get_running_loop()
        started = loop.time()
        log = self._log.bind(attempt=attempt, repair=repair)
        try:
            reply, usage = await self._send_metered(request)
        except TransientError as error:
            log.warning("model_gave_no_answer", detail=str(error), request_id=error.request_id)
            raise
        except PermanentError as error:
            # Without the traceback, which contains the request.
            log.error("model_refused", detail=str(error), hint=error.hint, request_id=error.request_id)  # noqa: TRY400
            raise UnusableAnswer(f"rejected: {error}", self.usage) from None
        self._has_answered = True
        _log_reply(log, reply, usage, round((loop.time() - started) * 1000))
        return reply

    async def _send_metered(self, request: Request) -> tuple[ModelReply, Usage]:
        """Return the reply and its usage; the usage of an aborted or cancelled request is counted, too."""
        accumulator = StreamAccumulator()
        try:
            reply = await self._client.send(request, accumulator)
        finally:
            usage = self._meter.add(accumulator.counts)
        return reply, usage


def _log_reply(log: Log, reply: ModelReply, usage: Usage, duration_ms: int) -> None:
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
