"""State machine of the circuit breaker (TW-530…533).

Transitions are pure and idempotent: every call has an id, so that a transition whose write was repeated after a lost
reply has no second effect.
"""

from typing import Literal

from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import Instant
from shared.llm.port import ModelUnavailable

PROBE_RETRY_MS = 1000
"""Time after which a call retries that was rejected because of a running probe."""

FAILED_CALL_DELAY_MS = 1
"""Delay of a failed call behind those that were only rejected."""


BreakerStatus = Literal["closed", "open", "half_open"]


class Probe(FrozenModel):
    """Call that tests whether the endpoint has recovered; counts as lost at `until`."""

    call: str
    until: Instant


class CircuitBreakerState(FrozenModel):
    """State of the circuit breaker: closed (all calls pass), open (none before `until`) or half_open (`probes` run).

    `failures` is the number of consecutive failures; `counted` are the ids of those calls while the state is closed.
    """

    state: BreakerStatus = "closed"
    failures: int = 0
    counted: tuple[str, ...] = ()
    probes: tuple[Probe, ...] = ()
    until: Instant = 0

    def admit(self, call: str, now: int, *, expires_at: int, max_probes: int) -> "CircuitBreakerState":
        """Return the state after admitting the call with the id `call`; unchanged when closed or already admitted.

        Unless the breaker is closed, the call becomes a probe and the state `half_open`.

        Args:
            call: Id of the call, any text that no other call has; the same one is passed when its result is recorded.
            now: Current instant (ms since the epoch).
            expires_at: Instant (ms) from which the probe counts as lost.
            max_probes: Maximum number of probes that run at the same time.

        Raises:
            ModelUnavailable: The breaker is open and `now` before its `until`, or the maximum number of probes is
                running; `retry_at` says when to retry.
        """
        if self.state == "closed" or self.has_probe(call):
            return self
        if self.state == "open" and now < self.until:
            raise ModelUnavailable("the circuit breaker is open", self.until)
        running = tuple(probe for probe in self.probes if now < probe.until)
        if len(running) >= max_probes:
            raise ModelUnavailable("the circuit breaker is half-open and its probe is running", now + PROBE_RETRY_MS)
        probe = Probe(call=call, until=expires_at)
        return CircuitBreakerState(state="half_open", failures=self.failures, probes=(*running, probe))

    def record_failure(self, call: str, *, threshold: int, retry_at: int) -> "CircuitBreakerState":
        """Return the state after the call with the id `call` got no answer from the endpoint.

        The failure of a probe, or the `threshold`-th failure in a row while closed, opens the breaker until the instant
        `retry_at` (ms since the epoch). The state is unchanged if this failure is counted already, or if the breaker is
        not closed and the call is none of its probes.
        """
        if not self._is_counted(call) or call in self.counted:
            return self
        failures = self.failures + 1
        if self.state == "closed" and failures < threshold:
            return CircuitBreakerState(failures=failures, counted=(*self.counted, call))
        return CircuitBreakerState(state="open", failures=failures, until=retry_at)

    def record_success(self, call: str) -> "CircuitBreakerState":
        """Return the state after the call with the id `call` got an answer: closed, without failures.

        The state is unchanged if the breaker is not closed and the call is none of its probes.
        """
        return CircuitBreakerState() if self._is_counted(call) else self

    def release_probe(self, call: str, now: int) -> "CircuitBreakerState":
        """Return the state without the probe of the call with the id `call`, which ended without a result.

        When no other probe is left, the state is `open` until `now` (ms since the epoch), so that the next call becomes
        a probe at once. The state is unchanged if the call is none of the probes.
        """
        if not self.has_probe(call):
            return self
        others = tuple(probe for probe in self.probes if probe.call != call)
        if others:
            return CircuitBreakerState(state="half_open", failures=self.failures, probes=others)
        return CircuitBreakerState(state="open", failures=self.failures, until=now)

    def next_attempt_at(self, now: int) -> int | None:
        """Return the instant (ms) at which a call that is rejected at `now` (ms) should be repeated; None while closed.

        While open it is the end of the open state, which may have passed; while half-open it is `now` plus
        PROBE_RETRY_MS (1 s).
        """
        if self.state == "half_open":
            return now + PROBE_RETRY_MS
        return self.until if self.state == "open" else None

    def has_probe(self, call: str) -> bool:
        """Return whether the call with the id `call` is one of the probes, expired or not.

        False unless the state is `half_open`.
        """
        return any(probe.call == call for probe in self.probes)

    def _is_counted(self, call: str) -> bool:
        """Return whether a result counts: not a call's admitted before the breaker opened, nor an expired probe's."""
        return self.state == "closed" or self.has_probe(call)
