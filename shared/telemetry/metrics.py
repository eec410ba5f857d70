"""What is counted while messages pass, under the names of INTERFACES § 7."""

from functools import lru_cache
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector

BREAKER_STATES = {"closed": 0, "half_open": 1, "open": 2}
"""What the gauge of the breaker shows for each of its states."""


class Metrics:
    """The counters of one system; `registry` is what an exporter reads."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # where the system tells: memory, processor time, open files
        self._deliveries = Counter(
            "towow_deliveries", "deliveries by how they were settled", ["queue", "outcome"], registry=self.registry
        )
        self._steps = Counter("towow_steps", "steps committed", ["role", "type"], registry=self.registry)
        self._conflicts = Counter(
            "towow_commit_conflicts", "commits that somebody else overtook", registry=self.registry
        )
        self._retries = Counter("towow_retries", "messages that are tried again later", registry=self.registry)
        self._dead = Counter("towow_dead_letters", "messages given up", ["reason"], registry=self.registry)
        self._calls = Counter(
            "towow_model_calls", "model calls by what came of them", ["prompt", "outcome"], registry=self.registry
        )
        self._tokens = Counter("towow_model_tokens", "tokens paid", ["direction"], registry=self.registry)
        self._breaker = Gauge(
            "towow_breaker_state",
            "the model's breaker: 0 closed, 1 half open, 2 open, when last seen",
            registry=self.registry,
        )
        self._due = Gauge(
            "towow_due_oldest_seconds", "by how much the oldest entry is late, when last seen", registry=self.registry
        )
        self._open = Gauge("towow_channels_open", "correlations that are open, when last seen", registry=self.registry)
        self._sse_clients = Gauge("towow_sse_clients", "open streams of events", registry=self.registry)
        # Looking a labelled child up costs more than counting: each is looked up once.
        self._delivery_child = lru_cache(maxsize=None)(self._deliveries.labels)
        self._step_child = lru_cache(maxsize=None)(self._steps.labels)

    def count_delivery(self, queue: str, outcome: str) -> None:
        """A delivery was settled: done, seen, closed, expired, retried, postponed or dead."""
        self._delivery_child(queue, outcome).inc()

    def count_step(self, role: str, message_type: str) -> None:
        """A step was committed."""
        self._step_child(role, message_type).inc()

    def count_conflict(self) -> None:
        """A commit came too late and is decided again."""
        self._conflicts.inc()

    def count_retry(self) -> None:
        """A failed message will be tried again."""
        self._retries.inc()

    def count_dead_letter(self, reason: str) -> None:
        """A message was given up."""
        self._dead.labels(reason).inc()

    def count_model_call(self, prompt: str, outcome: str, read: int = 0, written: int = 0) -> None:
        """A prompt was answered (or not), with the tokens it took."""
        self._calls.labels(prompt, outcome).inc()
        self._tokens.labels("input").inc(read)
        self._tokens.labels("output").inc(written)

    def set_breaker_state(self, state: Literal["closed", "half_open", "open"]) -> None:
        """The model's breaker was seen in this state."""
        self._breaker.set(BREAKER_STATES[state])

    def set_load(self, channels: int, overdue: float) -> None:
        """There is this much to do: open correlations, and s by which the oldest entry is overdue."""
        self._open.set(channels)
        self._due.set(overdue)

    def add_sse_clients(self, more: int) -> None:
        """A stream was opened (1), or ended (-1)."""
        self._sse_clients.inc(more)

    def read_value(self, name: str, **labels: str) -> float:
        """A figure as it stands (`towow_deliveries_total`, …); 0 when it was never touched."""
        return self.registry.get_sample_value(name, labels) or 0.0
