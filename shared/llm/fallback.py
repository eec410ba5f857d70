"""Without the model's answer: wait for its probe while there is time, then answer by the fallback (DESIGN § 6)."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.llm.port import Answer, Model, ModelUnavailable, Prompt, RetryAt, UnusableAnswer

T = TypeVar("T", bound=BaseModel)


async def answer_or_fallback(
    model: Model, prompt: Prompt[T], fallback: Callable[[], T], *, clock: Clock, answer_by: int
) -> Answer[T]:
    """The model's answer; without one, `fallback()` marked as such. `answer_by` (ms): when an answer stops counting.

    Raises NotBefore while an open breaker leaves time for a probe, BudgetRefused and Abandoned as the model does.
    """
    try:
        return await model.answer(prompt)
    except ModelUnavailable as unavailable:
        if unavailable.retry_at is not None and unavailable.retry_at < answer_by and clock.now() < answer_by:
            raise RetryAt(unavailable.retry_at) from unavailable
        return Answer(fallback(), fallback=True)
    except UnusableAnswer as unusable:
        return Answer(fallback(), unusable.usage, fallback=True)
