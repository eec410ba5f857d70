"""Memoization of model calls, so that each question is paid for once (DESIGN § 3, § 6)."""

import asyncio
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel

from shared.core.frozen_model import FrozenModel
from shared.core.usage import Usage
from shared.llm.port import (
    Answer,
    BudgetExceeded,
    CorrelationClosed,
    Model,
    ModelUnavailable,
    ModelWrapper,
    Prompt,
    RetryAt,
    UnusableAnswer,
)
from shared.store.memo_claim import MemoClaim
from shared.store.port import Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics

T = TypeVar("T", bound=BaseModel)

LEASE_MS = 3000
"""Time until a claim lapses unless it is renewed."""

RENEWAL_INTERVAL_S = 1.0


class _MemoRecord(FrozenModel):
    """Memoized answer. Without `output` it was paid for, but is unusable for the reason in `detail`."""

    output: dict[str, Any] | None
    usage: Usage
    detail: str = ""


class MemoizedModel(ModelWrapper):
    """Model for the calls of one message, paid by its correlation and never twice for the same question."""

    def __init__(
        self, model: Model, store: Store, *, correlation_id: str, owner: str, metrics: Metrics, log: Log
    ) -> None:
        """Memoize the answers of `model` in `store`; count its calls in `metrics` and log missing answers in `log`.

        `correlation_id` pays for the calls. `owner` identifies this caller: another owner that asks the same question
        meanwhile gets RetryAt.
        """
        super().__init__(model)
        self._store = store
        self._correlation = correlation_id
        self._owner = owner
        self._metrics = metrics
        self._log = log
        self._storing: asyncio.Task[None] | None = None

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return the memoized answer, or ask the model and memoize its answer in the background.

        Await `wait_until_stored` before you publish what is based on the answer. A further call first waits until the
        answer of the previous one is stored; do not make two calls at the same time.

        Raises:
            RetryAt: Another owner is asking the same question; `instant` (ms since the epoch) is the end of its claim.
            BudgetExceeded: The correlation's budget does not allow the call, or is spent while the call lasts.
            CorrelationClosed: The correlation is closed.
            ModelUnavailable: The endpoint did not answer; nothing is memoized.
            UnusableAnswer: The answer is of no use, which is memoized, too, if it was paid for.
            StoreUnavailable: The store did not answer within 30 s; a call in progress is cancelled.
        """
        await self.wait_until_stored()
        key = prompt.identity(self._model.name)
        claim = await self._claim(key, prompt)
        if claim.value is not None:
            return _parse_record(prompt, claim.value)
        if claim.status == "busy":
            raise RetryAt(claim.until)
        return await self._pay(key, prompt)

    async def wait_until_stored(self) -> None:
        """Wait until the last paid answer is memoized and its usage counted; return at once if there is none to store.

        It waits as long as the store is unavailable and never raises StoreUnavailable. The step that uses the answer
        may be committed before, but not published. If another owner's answer to the question was memoized meanwhile,
        both were paid for, and that one stays memoized; the step's only commit decides which one has an effect.
        """
        if self._storing is not None:
            await asyncio.shield(self._storing)

    async def _claim(self, key: str, prompt: Prompt[T]) -> MemoClaim:
        """Claim or renew the memo: `hit`, `go` or `busy`. Raises BudgetExceeded and CorrelationClosed."""
        claim = await retry_until_available(
            lambda: self._store.claim_memo(
                correlation_id=self._correlation,
                key=key,
                owner=self._owner,
                lease_ms=LEASE_MS,
                reserve_tokens=self._model.estimate_tokens(prompt),
                budget_headroom=prompt.budget_headroom,
            )
        )
        if claim.status == "refused":
            self._metrics.count_model_call(prompt.key, "refused")
            raise BudgetExceeded(prompt.key)
        if claim.status == "stop":
            raise CorrelationClosed(prompt.key)
        return claim

    async def _pay(self, key: str, prompt: Prompt[T]) -> Answer[T]:
        try:
            answer = await self._call(key, prompt)
        except UnusableAnswer as error:
            await self._store_unusable(key, prompt, error)
            raise
        except BaseException as error:
            if isinstance(error, ModelUnavailable):
                self._report_unavailable(prompt, error)
            await self._release(key, stopped=isinstance(error, asyncio.CancelledError))
            raise
        if isinstance(answer, bytes):
            return _parse_record(prompt, answer)
        self._store_answer(key, prompt, answer)
        return answer

    def _report_unavailable(self, prompt: Prompt[T], error: ModelUnavailable) -> None:
        self._metrics.count_model_call(prompt.key, "unavailable")
        self._metrics.count_error(error.code)
        self._log.warning(
            "model_unavailable",
            error_code=error.code.name,
            correlation=self._correlation,
            prompt=prompt.key,
            error=str(error),
        )

    async def _release(self, key: str, *, stopped: bool) -> None:
        """Release the claim. A `stopped` caller does not wait for an unavailable store: the lease lapses."""

        async def release() -> None:
            await self._store.release_memo(correlation_id=self._correlation, key=key, owner=self._owner)

        if not stopped:
            await retry_until_available(release)
            return
        with suppress(StoreUnavailable):
            await release()

    def _store_answer(self, key: str, prompt: Prompt[T], answer: Answer[T]) -> None:
        self._metrics.count_model_call(prompt.key, "answered", answer.usage.input_tokens, answer.usage.output_tokens)
        record = _MemoRecord(output=answer.output.model_dump(mode="json", by_alias=True), usage=answer.usage)
        value = record.model_dump_json().encode()
        self._storing = asyncio.create_task(self._finish(key, value, answer.usage))

    async def _store_unusable(self, key: str, prompt: Prompt[T], error: UnusableAnswer) -> None:
        """Memoize an unusable answer that was paid for, so that it is not paid again; release one that was free."""
        paid = error.usage
        self._metrics.count_model_call(prompt.key, "unusable", paid.input_tokens, paid.output_tokens)
        if not paid.calls:
            return await self._release(key, stopped=False)
        value = _MemoRecord(output=None, usage=paid, detail=str(error)).model_dump_json().encode()
        self._storing = asyncio.create_task(self._finish(key, value, paid))
        return None

    async def _finish(self, key: str, value: bytes, usage: Usage) -> None:
        """Store what was paid for, however long the store is unavailable."""

        async def finish() -> None:
            await self._store.finish_memo(
                correlation_id=self._correlation, key=key, owner=self._owner, value=value, usage=usage
            )

        while True:
            with suppress(StoreUnavailable):
                return await retry_until_available(finish)

    async def _call(self, key: str, prompt: Prompt[T]) -> Answer[T] | bytes:
        """Call the model while renewing the claim; return the memoized value if another owner was faster.

        Raises BudgetExceeded and CorrelationClosed if the claim cannot be renewed; the call is cancelled by then.
        """
        call = asyncio.ensure_future(self._model.answer(prompt))
        try:
            while True:
                done, _ = await asyncio.wait({call}, timeout=RENEWAL_INTERVAL_S)
                if done:
                    return call.result()
                claim = await self._claim(key, prompt)
                if claim.value is not None:
                    return claim.value
        finally:
            # Also when it is done: this consumes its error, which would be logged as never retrieved.
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)


def _parse_record(prompt: Prompt[T], value: bytes) -> Answer[T]:
    record = _MemoRecord.model_validate_json(value)
    if record.output is None:
        raise UnusableAnswer(record.detail, record.usage)
    return Answer(prompt.output.model_validate(record.output), record.usage)
