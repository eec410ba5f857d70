"""Fallback for a model that does not answer: the output of a given function, or a later attempt (DESIGN § 6)."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from shared.core.clock import Clock
from shared.llm.port import Answer, Model, ModelUnavailable, Prompt, RetryAt, UnusableAnswer

T = TypeVar("T", bound=BaseModel)


async def answer_or_fallback(
    model: Model, prompt: Prompt[T], fallback: Callable[[], T], *, clock: Clock, answer_by: int
) -> Answer[T]:
    """Return the model's answer; if it is unavailable or unusable, that of `fallback()` with `Answer.fallback` set.

    A model that is unavailable with a known next attempt (`retry_at`) before `answer_by` gets no fallback: RetryAt is
    raised. The usage of a fallback is what was paid for the unusable answer, else zero.

    Args:
        model: Model to ask.
        prompt: Question to ask.
        fallback: Builds the output without a model.
        clock: Clock that is compared with `answer_by`.
        answer_by: Instant (ms since the epoch) from which an answer is too late; the fallback is used instead of a
            later retry. A call in progress is not cut off.

    Raises:
        RetryAt: The model is unavailable, but may be asked again before `answer_by`, at `RetryAt.instant`; or another
            caller is asking the same question.
        BudgetExceeded: The budget does not allow the call.
        CorrelationClosed: The correlation is closed.
        StoreUnavailable: The store did not answer within 30 s.
    """
    try:
        return await model.answer(prompt)
    except ModelUnavailable as unavailable:
        if unavailable.retry_at is not None and unavailable.retry_at < answer_by and clock.now() < answer_by:
            raise RetryAt(unavailable.retry_at) from unavailable
        return Answer(fallback(), fallback=True)
    except UnusableAnswer as unusable:
        return Answer(fallback(), unusable.usage, fallback=True)
