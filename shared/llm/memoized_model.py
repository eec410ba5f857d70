"""Who pays for a model call, and that it is paid once: claim, call, memoise; first writer wins (DESIGN § 3, § 6)."""

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
    Prompt,
    RetryAt,
    UnusableAnswer,
)
from shared.store.port import MemoClaim, Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.metrics import Metrics

T = TypeVar("T", bound=BaseModel)

LEASE_MS = 3000
"""Milliseconds that a claim holds without being renewed."""

RENEWAL_INTERVAL_S = 1.0
"""Seconds between two renewals."""


class _MemoRecord(FrozenModel):
    """A memoised answer; without `output` one that was paid for and of no use, for the reason in `detail`."""

    output: dict[str, Any] | None
    usage: Usage
    detail: str = ""


class MemoizedModel:
    """A model for one message: its calls are paid by the message's correlation, and never twice for the same question.

    Raises NotBefore while somebody else asks the same, BudgetRefused when the budget does not allow the call (or all of
    it is spent while the call lasts), Abandoned when the correlation ended, and Unusable as the model does: once paid,
    that is memoised too.
    """

    def __init__(self, model: Model, store: Store, *, correlation_id: str, owner: str, metrics: Metrics) -> None:
        self._model = model
        self._store = store
        self._correlation = correlation_id
        self._owner = owner
        self._metrics = metrics
        self._keeping: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """As the model's own."""
        return self._model.estimate_tokens(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The memoised answer, or a new one. That is kept in the background: see `kept`."""
        await self.wait_until_stored()
        key = prompt.identity(self._model.name)
        claim = await self._claim(key, prompt)
        if claim.value is not None:
            return _read(prompt, claim.value)
        if claim.status == "busy":
            raise RetryAt(claim.until)
        return await self._pay(key, prompt)

    async def wait_until_stored(self) -> None:
        """Wait until the answer that was paid for is memoised, and its cost counted.

        It need not be when what it led to is committed, but before anybody hears of that. Should another answer stand
        by then, both were paid; the commit, of which there is one, decides which of them counts.
        """
        if self._keeping is not None:
            await asyncio.shield(self._keeping)

    async def _claim(self, key: str, prompt: Prompt[T]) -> MemoClaim:
        """Claim or renew: hit, go or busy. Raises BudgetRefused and Abandoned."""
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
            await self._keep_nothing(key, prompt, error)
            raise
        except BaseException as error:
            if isinstance(error, ModelUnavailable):
                self._metrics.count_model_call(prompt.key, "unavailable")
            await self._release(key, stopped=isinstance(error, asyncio.CancelledError))
            raise
        if isinstance(answer, bytes):
            return _read(prompt, answer)
        self._keep(key, prompt, answer)
        return answer

    async def _release(self, key: str, *, stopped: bool) -> None:
        """Give the claim back. Who is `stopped` does not wait for a store that is away: the lease ends by itself."""

        async def release() -> None:
            await self._store.release_memo(correlation_id=self._correlation, key=key, owner=self._owner)

        if not stopped:
            await retry_until_available(release)
            return
        with suppress(StoreUnavailable):
            await release()

    def _keep(self, key: str, prompt: Prompt[T], answer: Answer[T]) -> None:
        self._metrics.count_model_call(prompt.key, "answered", answer.usage.input_tokens, answer.usage.output_tokens)
        kept = _MemoRecord(output=answer.output.model_dump(mode="json", by_alias=True), usage=answer.usage)
        value = kept.model_dump_json().encode()
        self._keeping = asyncio.create_task(self._finish(key, value, answer.usage))

    async def _keep_nothing(self, key: str, prompt: Prompt[T], error: UnusableAnswer) -> None:
        """What was paid for is counted, and not paid again to hear the same; what cost nothing may be asked again."""
        paid = error.usage
        self._metrics.count_model_call(prompt.key, "unusable", paid.input_tokens, paid.output_tokens)
        if not paid.calls:
            return await self._release(key, stopped=False)
        value = _MemoRecord(output=None, usage=paid, detail=str(error)).model_dump_json().encode()
        self._keeping = asyncio.create_task(self._finish(key, value, paid))
        return None

    async def _finish(self, key: str, value: bytes, usage: Usage) -> None:
        """What was paid is kept, however long the store is away."""

        async def finish() -> None:
            await self._store.finish_memo(
                correlation_id=self._correlation, key=key, owner=self._owner, value=value, usage=usage
            )

        while True:
            with suppress(StoreUnavailable):
                return await retry_until_available(finish)

    async def _call(self, key: str, prompt: Prompt[T]) -> Answer[T] | bytes:
        """Ask the model, renewing the claim meanwhile; the memoised value when somebody else was faster.

        Raises BudgetRefused and Abandoned when the claim is not renewed. A call nobody waits for has ended by then.
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
            # Also when it has ended meanwhile: an error of an answer that nobody takes any more is nobody's.
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)


def _read(prompt: Prompt[T], value: bytes) -> Answer[T]:
    kept = _MemoRecord.model_validate_json(value)
    if kept.output is None:
        raise UnusableAnswer(kept.detail, kept.usage)
    return Answer(prompt.output.model_validate(kept.output), kept.usage)
