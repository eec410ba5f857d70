"""How many answers does a process wait for at once? Whoever has no place yet has not passed the breaker (DESIGN § 6).

The places stand before the breaker: else all who wait for one were let through while the model was well, and would
still be asked, one after the other, long after the breaker has opened.
"""

import asyncio
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.port import Answer, Model, Prompt
from shared.llm.settings import ModelSettings

T = TypeVar("T", bound=BaseModel)


def limit_concurrency(model: Model, settings: ModelSettings) -> Model:
    """The model with so many places as `settings` say; one that costs nothing has room for everybody."""
    return ConcurrencyLimitedModel(model, settings.llm_max_concurrent_calls) if settings.llm == "anthropic" else model


class ConcurrencyLimitedModel:
    """A model that at most `most` questions are put to at once. Waiting for a place begins no time limit."""

    def __init__(self, model: Model, max_concurrent_calls: int) -> None:
        self._model = model
        self._places = asyncio.Semaphore(max_concurrent_calls)

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """As the model's own."""
        return self._model.estimate_tokens(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The model's answer, when it is this question's turn."""
        async with self._places:
            return await self._model.answer(prompt)
