"""Prometheus metrics under the names of INTERFACES § 7."""

from functools import lru_cache
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector

from shared.core.api_error import ErrorCode

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
        self._errors = Counter(
            "towow_errors", "errors that reach no client as such, by code", ["code"], registry=self.registry
        )
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
        """Add 1 to the deliveries that were settled with `outcome`.

        Args:
            queue: Name of the queue without the namespace, which is a role.
            outcome: "done" (step committed), "seen" (duplicate), "closed" (correlation closed), "expired" (deadline
                passed), "retried", "postponed" or "dead" (dead-lettered).
        """
        self._delivery_child(queue, outcome).inc()

    def count_step(self, role: str, message_type: str) -> None:
        """Add 1 to the committed steps of the role `role` on messages of type `message_type`."""
        self._step_child(role, message_type).inc()

    def count_conflict(self) -> None:
        """Add 1 to the commits that the store rejected because a concurrent commit had changed the record."""
        self._conflicts.inc()

    def count_retry(self) -> None:
        """Add 1 to the failed messages that are scheduled for another attempt."""
        self._retries.inc()

    def count_dead_letter(self, reason: str) -> None:
        """Add 1 to the dead letters of `reason`, the value of the header `x-reason`, such as "handler_failed"."""
        self._dead.labels(reason).inc()

    def count_error(self, code: ErrorCode) -> None:
        """Add 1 to the errors with this code (INTERFACES § 4).

        Args:
            code: E003 (model unavailable), E004 (model timed out), E009 (an event was not published), E010 (illegal
                transition) or E011 (duplicate message ignored).
        """
        self._errors.labels(code.name).inc()

    def count_model_call(self, prompt: str, outcome: str, input_tokens: int = 0, output_tokens: int = 0) -> None:
        """Add 1 to the model calls, and their tokens to the tokens paid.

        Args:
            prompt: Key of the prompt (`Prompt.key`).
            outcome: "answered", "unusable" (not valid; the tokens were paid), "unavailable" (the endpoint did not
                answer) or "refused" (the budget did not allow the call).
            input_tokens: Tokens that the model read.
            output_tokens: Tokens that the model wrote.
        """
        self._calls.labels(prompt, outcome).inc()
        self._tokens.labels("input").inc(input_tokens)
        self._tokens.labels("output").inc(output_tokens)

    def set_breaker_state(self, state: Literal["closed", "half_open", "open"]) -> None:
        """Set the gauge of the model's circuit breaker: 0 for `closed`, 1 for `half_open`, 2 for `open`."""
        self._breaker.set(BREAKER_STATES[state])

    def set_load(self, open_correlations: int, overdue_s: float) -> None:
        """Set the gauges of the system's load.

        Args:
            open_correlations: Number of open correlations.
            overdue_s: Seconds by which the oldest outbox entry is overdue, 0 if none is.
        """
        self._open.set(open_correlations)
        self._due.set(overdue_s)

    def add_sse_clients(self, change: int) -> None:
        """Add `change` to the number of open event streams: 1 when a stream opens, -1 when it ends."""
        self._sse_clients.inc(change)

    def read_value(self, name: str, **labels: str) -> float:
        """Return the current value of a metric; 0 if it was never set, or if no metric has this name with these labels.

        Args:
            name: Name as exported, a counter's with `_total`, for example `towow_deliveries_total`.
            labels: Value of each of the metric's labels; none may be left out.
        """
        return self.registry.get_sample_value(name, labels) or 0.0
