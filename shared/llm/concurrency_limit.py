"""Limit of concurrent model calls per process (DESIGN § 6).

It sits in front of the circuit breaker, so that queued calls see the breaker open. Behind it, they would have been
admitted before the endpoint failed, and would still be sent one after the other.
"""

import asyncio
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.port import Answer, Model, ModelWrapper, Prompt
from shared.llm.settings import ModelSettings

T = TypeVar("T", bound=BaseModel)

TASKS_PER_CALL = 8
"""Tasks that a worker holds per concurrent model call, so that a slot that falls free is used at once."""


def limit_concurrency(model: Model, settings: ModelSettings) -> Model:
    """Return a model that passes at most `settings.llm_max_concurrent_calls` calls at the same time to `model`.

    Only a model with an endpoint (`settings.llm` is `anthropic`) is limited; any other is returned as it is. Each
    returned model counts its own calls: create one per process.
    """
    return ConcurrencyLimitedModel(model, settings.llm_max_concurrent_calls) if settings.llm == "anthropic" else model


def limit_prefetch(concurrency: int, settings: ModelSettings) -> int:
    """Return how many deliveries a worker may hold: `concurrency`, or less if its model's calls are limited.

    With `settings.llm` = `anthropic` it is at most TASKS_PER_CALL (8) tasks per concurrent call
    (`settings.llm_max_concurrent_calls`): a task that waits for a call's slot in one process could have run in another.
    With any other model it is `concurrency`.
    """
    if settings.llm != "anthropic":
        return concurrency
    return min(concurrency, TASKS_PER_CALL * settings.llm_max_concurrent_calls)


class ConcurrencyLimitedModel(ModelWrapper):
    """Model with a maximum number of concurrent calls. The wait for a slot does not count towards a time limit."""

    def __init__(self, model: Model, max_concurrent_calls: int) -> None:
        super().__init__(model)
        self._slots = asyncio.Semaphore(max_concurrent_calls)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Wait for a free slot, without a time limit, and return the wrapped model's answer.

        Whatever the wrapped model raises, such as ModelUnavailable, is raised.
        """
        async with self._slots:
            return await self._model.answer(prompt)
