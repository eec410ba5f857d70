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
        """Admit `call`; unless closed, as one of at most `max_probes` probes, which expires at `expires_at`.

        Raises:
            ModelUnavailable: The breaker is open, or the maximum number of probes is running.
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
        """Count a call without an answer: `threshold` in a row, or one probe, open the breaker until `retry_at`."""
        if not self._is_counted(call) or call in self.counted:
            return self
        failures = self.failures + 1
        if self.state == "closed" and failures < threshold:
            return CircuitBreakerState(failures=failures, counted=(*self.counted, call))
        return CircuitBreakerState(state="open", failures=failures, until=retry_at)

    def record_success(self, call: str) -> "CircuitBreakerState":
        """Count a call with an answer, which closes the breaker."""
        return CircuitBreakerState() if self._is_counted(call) else self

    def release_probe(self, call: str, now: int) -> "CircuitBreakerState":
        """Remove a call that ended without a result; if it was a probe, another one may start at once."""
        if not self.has_probe(call):
            return self
        others = tuple(probe for probe in self.probes if probe.call != call)
        if others:
            return CircuitBreakerState(state="half_open", failures=self.failures, probes=others)
        return CircuitBreakerState(state="open", failures=self.failures, until=now)

    def next_attempt_at(self, now: int) -> int | None:
        """Return the instant (ms) of the next attempt, None while the breaker is closed."""
        if self.state == "half_open":
            return now + PROBE_RETRY_MS
        return self.until if self.state == "open" else None

    def has_probe(self, call: str) -> bool:
        """Return whether `call` is a running probe."""
        return any(probe.call == call for probe in self.probes)

    def _is_counted(self, call: str) -> bool:
        """Return whether a result counts: not a call's admitted before the breaker opened, nor an expired probe's."""
        return self.state == "closed" or self.has_probe(call)
