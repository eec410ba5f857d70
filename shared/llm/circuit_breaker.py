"""When is the model down? Three tasks in a row without an answer open the breaker; then one probe (TW-530…533).

One record per model in the store: all workers see the same breaker, and exactly the allowed probes get through.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import TypeVar

from pydantic import BaseModel

from shared.core.timestamps import seconds_to_ms
from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, CircuitBreakerState
from shared.llm.port import Answer, Model, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.store.port import Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.metrics import Metrics

T = TypeVar("T", bound=BaseModel)

RELEASE_TIMEOUT_S = 1.0
"""Seconds that who is cancelled waits until the store knows."""


async def read_breaker_state(name: str, store: Store) -> CircuitBreakerState:
    """What is known of the model called `name`. Raises StoreLost."""
    return (await _load(name, store))[1]


async def close_breaker(name: str, store: Store) -> CircuitBreakerState:
    """Close the breaker of the model called `name` by hand. Raises StoreLost."""
    while True:
        version, record = await _load(name, store)
        closed = CircuitBreakerState()
        if record == closed or await retry_until_available(
            partial(store.compare_and_set, _cell(name), version, _bytes(closed))
        ):
            return closed


async def _load(name: str, store: Store) -> tuple[int, CircuitBreakerState]:
    version, value = await retry_until_available(lambda: store.get_versioned(_cell(name)))
    return version, CircuitBreakerState.model_validate_json(value) if value else CircuitBreakerState()


def _cell(name: str) -> str:
    return f"breaker/{name}"


def _bytes(record: CircuitBreakerState) -> bytes:
    return record.model_dump_json().encode()


class CircuitBreaker:
    """A model behind a breaker. Raises ModelUnavailable with the instant of the next probe while it is open.

    Raises StoreLost when the store does not answer for as long as `persist` is patient.
    """

    def __init__(self, model: Model, store: Store, settings: ModelSettings, metrics: Metrics | None = None) -> None:
        """`metrics`: where the state is shown, as it was when this process last looked."""
        self._model = model
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._held: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """As the model's own."""
        return self._model.estimate_tokens(prompt)

    async def read_state(self) -> CircuitBreakerState:
        """The record as it stands."""
        return (await self._load())[1]

    async def reset(self) -> None:
        """Close it by hand."""
        await self._change(lambda _, __: CircuitBreakerState())

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The model's answer, if the breaker lets the question through."""
        call = token_hex(8)
        try:
            calm = await self._admit(call, prompt)
            return await self._ask(call, prompt, calm=calm)
        except asyncio.CancelledError:
            await self._give_back(call)
            raise

    async def _ask(self, call: str, prompt: Prompt[T], *, calm: bool) -> Answer[T]:
        """`calm`: nothing had failed when it was let through. Then nobody waits until its success is noted."""
        try:
            answer = await self._model.answer(prompt)
        except ModelUnavailable as error:
            raise ModelUnavailable(str(error), await self._failed(call)) from error
        except Exception:
            await self._note_success(call)  # nothing that can be used, but the endpoint answers
            raise
        if calm:
            self._hold(asyncio.ensure_future(self._note_success(call)))
        else:
            await self._note_success(call)
        return answer

    async def _admit(self, call: str, prompt: Prompt[T]) -> bool:
        """Whether nothing has failed of late."""
        record = await self.read_state()
        if record.state == "closed":
            return record == CircuitBreakerState()
        most, limit = self._settings.half_open_max_calls, seconds_to_ms(prompt.time_limit_s)
        await self._change(lambda record, now: record.admit(call, now, expires_at=now + limit, max_probes=most))
        return False

    async def _failed(self, call: str) -> int | None:
        """Count a failure; unless the breaker stays closed, the instant to ask again: behind those who only wait.

        Else one question that always fails would take every probe, and nobody would learn that the model is well.
        """
        threshold, pause = self._settings.failure_threshold, seconds_to_ms(self._settings.recovery_timeout)
        after, now = await self._change(
            lambda record, now: record.record_failure(call, threshold=threshold, retry_at=now + pause)
        )
        again = after.next_attempt_at(now)
        return None if again is None else again + FAILED_CALL_DELAY_MS

    async def _succeeded(self, call: str) -> None:
        if await self.read_state() != CircuitBreakerState():
            await self._change(lambda record, _: record.record_success(call))

    async def _note_success(self, call: str) -> None:
        with suppress(StoreUnavailable):  # what was paid for is not lost with it; the next success is noted
            await self._succeeded(call)

    async def _give_back(self, call: str) -> None:
        """Free the slot of a probe that was cancelled, however often whoever cancelled it does so again.

        Nobody waits long for a store that is away: the slot is free when its time is over.
        """
        task = asyncio.ensure_future(self._return_slot(call))
        self._hold(task)
        with suppress(TimeoutError):
            async with asyncio.timeout(RELEASE_TIMEOUT_S):
                await asyncio.shield(task)

    def _hold(self, task: "asyncio.Task[None]") -> None:
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    async def _return_slot(self, call: str) -> None:
        with suppress(StoreUnavailable):  # then it is free when its time is over
            if (await self.read_state()).has_probe(call):
                await self._change(lambda record, now: record.release_probe(call, now))

    async def _load(self) -> tuple[int, CircuitBreakerState]:
        version, record = await _load(self.name, self._store)
        self._show(record)
        return version, record

    def _show(self, record: CircuitBreakerState) -> None:
        if self._metrics is not None:
            self._metrics.set_breaker_state(record.state)

    async def _change(
        self, change: Callable[[CircuitBreakerState, int], CircuitBreakerState]
    ) -> tuple[CircuitBreakerState, int]:
        """The record after `change(record, now)`, whoever else changes it meanwhile, and the instant (ms) of that.

        A write whose reply was lost looks like somebody else's when it is sent again: `change` recognises its own.
        """
        while True:
            version, record = await self._load()
            now = await retry_until_available(self._store.now)
            after = change(record, now)
            if after == record or await self._write(version, after):
                self._show(after)
                return after, now

    async def _write(self, version: int, record: CircuitBreakerState) -> bool:
        return await retry_until_available(
            lambda: self._store.compare_and_set(_cell(self.name), version, _bytes(record))
        )
