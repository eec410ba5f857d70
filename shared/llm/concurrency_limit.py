"""Limit of concurrent model calls per process (DESIGN § 6).

It sits in front of the circuit breaker, so that queued calls see the breaker open. Behind it, they would have been
admitted before the endpoint failed, and would still be sent one after the other.
"""

import asyncio
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.port import Answer, Model, Prompt
from shared.llm.settings import ModelSettings

T = TypeVar("T", bound=BaseModel)


def limit_concurrency(model: Model, settings: ModelSettings) -> Model:
    """Return the model with the limit of `settings`; a model without an endpoint is not limited."""
    return ConcurrencyLimitedModel(model, settings.llm_max_concurrent_calls) if settings.llm == "anthropic" else model


class ConcurrencyLimitedModel:
    """Model with a maximum number of concurrent calls. The wait for a slot does not count towards a time limit."""

    def __init__(self, model: Model, max_concurrent_calls: int) -> None:
        self._model = model
        self._slots = asyncio.Semaphore(max_concurrent_calls)

    @property
    def name(self) -> str:
        """Name of the wrapped model."""
        return self._model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return the wrapped model's estimate."""
        return self._model.estimate_tokens(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return the model's answer, once a slot is free."""
        async with self._slots:
            return await self._model.answer(prompt)
