"""What is known of a model that may be down, and how that changes: pure, and the same change twice is one (TW-530…533).

The store may lose the reply to a write; so whoever asks is known by an id, and what it did already is recognised.
"""

from typing import Literal

from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import Instant
from shared.llm.port import ModelUnavailable

PROBE_RETRY_MS = 1000
"""Milliseconds after which somebody who met a probe at work looks again."""

FAILED_CALL_DELAY_MS = 1
"""Milliseconds by which who just failed asks later than those who only wait."""


BreakerStatus = Literal["closed", "open", "half_open"]


class Probe(FrozenModel):
    """A call that is let through to see whether the model is well again; given up at `until`."""

    call: str
    until: Instant


class CircuitBreakerState(FrozenModel):
    """closed: calls pass · open: none until `until` · half_open: `probes` are out.

    `failures` in a row; `counted` are the calls that they were, as long as it is closed.
    """

    state: BreakerStatus = "closed"
    failures: int = 0
    counted: tuple[str, ...] = ()
    probes: tuple[Probe, ...] = ()
    until: Instant = 0

    def admit(self, call: str, now: int, *, expires_at: int, max_probes: int) -> "CircuitBreakerState":
        """`call` may go: as any, or as one of at most `most` probes until `give_up`. Raises ModelUnavailable."""
        if self.state == "closed" or self.has_probe(call):
            return self
        if self.state == "open" and now < self.until:
            raise ModelUnavailable("the breaker is open", self.until)
        out = tuple(probe for probe in self.probes if now < probe.until)
        if len(out) >= max_probes:
            raise ModelUnavailable("a probe is out", now + PROBE_RETRY_MS)
        probe = Probe(call=call, until=expires_at)
        return CircuitBreakerState(state="half_open", failures=self.failures, probes=(*out, probe))

    def record_failure(self, call: str, *, threshold: int, retry_at: int) -> "CircuitBreakerState":
        """No answer came: `threshold` of them in a row, or one of a probe's, open it until `retry_at`."""
        if not self._counts(call) or call in self.counted:
            return self
        failures = self.failures + 1
        if self.state == "closed" and failures < threshold:
            return CircuitBreakerState(failures=failures, counted=(*self.counted, call))
        return CircuitBreakerState(state="open", failures=failures, until=retry_at)

    def record_success(self, call: str) -> "CircuitBreakerState":
        """An answer came."""
        return CircuitBreakerState() if self._counts(call) else self

    def release_probe(self, call: str, now: int) -> "CircuitBreakerState":
        """`call` ended without telling anything: when it was a probe, another one may go at once."""
        if not self.has_probe(call):
            return self
        others = tuple(probe for probe in self.probes if probe.call != call)
        if others:
            return CircuitBreakerState(state="half_open", failures=self.failures, probes=others)
        return CircuitBreakerState(state="open", failures=self.failures, until=now)

    def next_attempt_at(self, now: int) -> int | None:
        """The instant (ms) at which to ask again; None while it is closed."""
        if self.state == "half_open":
            return now + PROBE_RETRY_MS
        return self.until if self.state == "open" else None

    def has_probe(self, call: str) -> bool:
        """Whether `call` is one of the probes that are out."""
        return any(probe.call == call for probe in self.probes)

    def _counts(self, call: str) -> bool:
        """Not what a call tells that was let through before the breaker opened, or a probe given up since."""
        return self.state == "closed" or self.has_probe(call)
