"""Prometheus metrics under the names of INTERFACES § 7."""

from functools import lru_cache
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector

BREAKER_STATES = {"closed": 0, "half_open": 1, "open": 2}
"""Gauge value of each circuit breaker state."""


class Metrics:
    """Metrics of one system; an exporter reads `registry`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, CPU time and open files, where the platform has them
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
        # Looking up a labelled child costs more than counting, so each is looked up once.
        self._delivery_child = lru_cache(maxsize=None)(self._deliveries.labels)
        self._step_child = lru_cache(maxsize=None)(self._steps.labels)

    def count_delivery(self, queue: str, outcome: str) -> None:
        """Count a settled delivery; `outcome` is done, seen, closed, expired, retried, postponed or dead."""
        self._delivery_child(queue, outcome).inc()

    def count_step(self, role: str, message_type: str) -> None:
        """Count a committed step."""
        self._step_child(role, message_type).inc()

    def count_conflict(self) -> None:
        """Count a commit that was rejected because of a concurrent one."""
        self._conflicts.inc()

    def count_retry(self) -> None:
        """Count a failed message that is scheduled again."""
        self._retries.inc()

    def count_dead_letter(self, reason: str) -> None:
        """Count a message that became a dead letter."""
        self._dead.labels(reason).inc()

    def count_model_call(self, prompt: str, outcome: str, input_tokens: int = 0, output_tokens: int = 0) -> None:
        """Count a model call with its outcome and the tokens it cost."""
        self._calls.labels(prompt, outcome).inc()
        self._tokens.labels("input").inc(input_tokens)
        self._tokens.labels("output").inc(output_tokens)

    def set_breaker_state(self, state: Literal["closed", "half_open", "open"]) -> None:
        """Record the last seen state of the model's circuit breaker."""
        self._breaker.set(BREAKER_STATES[state])

    def set_load(self, open_correlations: int, overdue_s: float) -> None:
        """Record the open correlations and by how many seconds the oldest outbox entry is overdue."""
        self._open.set(open_correlations)
        self._due.set(overdue_s)

    def add_sse_clients(self, change: int) -> None:
        """Add to the number of open event streams: 1 when one opens, -1 when it ends."""
        self._sse_clients.inc(change)

    def read_value(self, name: str, **labels: str) -> float:
        """Return the current value of a metric, for example `towow_deliveries_total`; 0 if it was never set."""
        return self.registry.get_sample_value(name, labels) or 0.0
