"""Circuit breaker for a model: opened by three consecutive tasks without an answer, then one probe (TW-530…533).

Its state is one record per model in the store: all workers see the same breaker, and exactly the allowed probes run.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import TypeVar

from pydantic import BaseModel

from shared.core.timestamps import seconds_to_ms
from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, CircuitBreakerState
from shared.llm.port import Answer, Model, ModelUnavailable, ModelWrapper, Prompt
from shared.llm.settings import ModelSettings
from shared.store.port import Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.metrics import Metrics

T = TypeVar("T", bound=BaseModel)

RELEASE_TIMEOUT_S = 1.0
"""Time that a cancelled call waits for its probe to be released in the store."""


async def read_breaker_state(name: str, store: Store) -> CircuitBreakerState:
    """Return the breaker state of the model called `name` from the store; closed if none was ever written.

    It is the state as last written: `open` also after `until` has passed, as long as no call has become a probe.

    Raises:
        StoreUnavailable: The store did not answer within 30 s.
    """
    return (await _load(name, store))[1]


async def close_breaker(name: str, store: Store) -> CircuitBreakerState:
    """Close the breaker of the model called `name` for all workers, and return the new state: closed, without failures.

    No effect if that is the state already.

    Raises:
        StoreUnavailable: The store did not answer within 30 s.
    """
    while True:
        version, state = await _load(name, store)
        closed = CircuitBreakerState()
        if state == closed or await _write(name, store, version, closed):
            return closed


async def _load(name: str, store: Store) -> tuple[int, CircuitBreakerState]:
    version, value = await retry_until_available(lambda: store.get_versioned(_value_name(name)))
    return version, CircuitBreakerState.model_validate_json(value) if value else CircuitBreakerState()


async def _write(name: str, store: Store, version: int, state: CircuitBreakerState) -> bool:
    """Replace the state if its version is still `version`; return whether it was."""
    value = state.model_dump_json().encode()
    return await retry_until_available(lambda: store.compare_and_set(_value_name(name), version, value))


def _value_name(model: str) -> str:
    return f"breaker/{model}"


class CircuitBreaker(ModelWrapper):
    """Model behind a circuit breaker, whose state in the store is shared by all workers.

    While it is open, calls raise ModelUnavailable with the instant of the next probe. They raise StoreUnavailable when
    the store does not answer within the time limit of `retry_until_available` (30 s).
    """

    def __init__(self, model: Model, store: Store, settings: ModelSettings, metrics: Metrics | None = None) -> None:
        """Put `model` behind a breaker with the thresholds of `settings`.

        `metrics` shows the state as this process last read it; None shows nothing.
        """
        super().__init__(model)
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._background_tasks: set[asyncio.Task[None]] = set()

    async def read_state(self) -> CircuitBreakerState:
        """Return the breaker's state as last written to the store, closed if none was, and show it in the metrics.

        Raises:
            StoreUnavailable: The store did not answer within 30 s.
        """
        return (await self._load())[1]

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return the wrapped model's answer if the breaker admits the call, and record whether the endpoint answered.

        A cancelled call releases its probe.

        Raises:
            ModelUnavailable: The breaker is open, the maximum number of probes is running (in both cases the model is
                not asked), or the endpoint did not answer. `retry_at` is the instant (ms since the epoch) of the next
                attempt, None if the breaker stays closed.
            StoreUnavailable: The store did not answer within 30 s, before the model was asked or when a missing answer
                was to be recorded. An answer is returned even if it cannot be recorded.
            UnusableAnswer: The model's answer is of no use; this counts as an answer of the endpoint.
        """
        call = token_hex(8)
        try:
            is_healthy = await self._admit(call, prompt)
            return await self._call_model(call, prompt, is_healthy=is_healthy)
        except asyncio.CancelledError:
            await self._release_probe(call)
            raise

    async def _call_model(self, call: str, prompt: Prompt[T], *, is_healthy: bool) -> Answer[T]:
        """Call the model. If it `is_healthy` (no recent failure), its success is recorded in the background."""
        try:
            answer = await self._model.answer(prompt)
        except ModelUnavailable as error:
            retry_at = await self._record_failure(call)
            raise ModelUnavailable(str(error), retry_at, timed_out=error.timed_out) from error
        except Exception:
            await self._record_success(call)  # the answer is unusable, but the endpoint is up
            raise
        if is_healthy:
            self._run_in_background(asyncio.ensure_future(self._record_success(call)))
        else:
            await self._record_success(call)
        return answer

    async def _admit(self, call: str, prompt: Prompt[T]) -> bool:
        """Admit the call or raise ModelUnavailable; return whether there was no recent failure."""
        state = await self.read_state()
        if state.state == "closed":
            return state == CircuitBreakerState()
        max_probes, limit_ms = self._settings.half_open_max_calls, seconds_to_ms(prompt.time_limit_s)
        await self._update(lambda state, now: state.admit(call, now, expires_at=now + limit_ms, max_probes=max_probes))
        return False

    async def _record_failure(self, call: str) -> int | None:
        """Count a failure; return the instant to retry at, None if the breaker stays closed.

        The failed call retries after the rejected ones. Otherwise a question that always fails would take every probe,
        and the recovery of the model would never be noticed.
        """
        threshold, timeout_ms = self._settings.failure_threshold, seconds_to_ms(self._settings.recovery_timeout)
        state, now = await self._update(
            lambda state, now: state.record_failure(call, threshold=threshold, retry_at=now + timeout_ms)
        )
        retry_at = state.next_attempt_at(now)
        return None if retry_at is None else retry_at + FAILED_CALL_DELAY_MS

    async def _record_success(self, call: str) -> None:
        with suppress(StoreUnavailable):  # a paid answer must not be lost with it; the next success is recorded
            if await self.read_state() != CircuitBreakerState():
                await self._update(lambda state, _: state.record_success(call))

    async def _release_probe(self, call: str) -> None:
        """Release the probe of a cancelled call, even if it is cancelled again meanwhile.

        Waits RELEASE_TIMEOUT_S at most: a probe that is not released expires.
        """
        task = asyncio.ensure_future(self._remove_probe(call))
        self._run_in_background(task)
        with suppress(TimeoutError):
            async with asyncio.timeout(RELEASE_TIMEOUT_S):
                await asyncio.shield(task)

    def _run_in_background(self, task: "asyncio.Task[None]") -> None:
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    async def _remove_probe(self, call: str) -> None:
        with suppress(StoreUnavailable):  # it expires
            if (await self.read_state()).has_probe(call):
                await self._update(lambda state, now: state.release_probe(call, now))

    async def _load(self) -> tuple[int, CircuitBreakerState]:
        version, state = await _load(self.name, self._store)
        self._show(state)
        return version, state

    def _show(self, state: CircuitBreakerState) -> None:
        if self._metrics is not None:
            self._metrics.set_breaker_state(state.state)

    async def _update(
        self, transition: Callable[[CircuitBreakerState, int], CircuitBreakerState]
    ) -> tuple[CircuitBreakerState, int]:
        """Apply `transition(state, now)` by compare-and-set; return the new state and the instant (ms) of the change.

        A repeated write whose reply was lost looks like another worker's; therefore transitions are idempotent.
        """
        while True:
            version, state = await self._load()
            now = await retry_until_available(self._store.now)
            changed = transition(state, now)
            if changed == state or await _write(self.name, self._store, version, changed):
                self._show(changed)
                return changed, now
