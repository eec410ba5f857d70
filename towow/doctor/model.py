"""Whether the real model can be asked, found out without paying: the endpoint is asked what it knows of the model."""

import asyncio
from collections.abc import Iterator
from functools import partial

from shared.llm.anthropic.errors import PermanentError, TransientError
from shared.llm.anthropic.health import look_up
from shared.llm.settings import ModelSettings
from towow.doctor.check import CheckFailed, DoctorCheck


def trials(settings: ModelSettings) -> Iterator[DoctorCheck]:
    """The endpoint, and what the model costs."""
    hint = "start the endpoint, or correct ANTHROPIC_BASE_URL; perhaps a proxy stands between"
    yield DoctorCheck("endpoint", partial(_endpoint, settings), hint)
    hint = 'set TOWOW_LLM_PRICES={"MODEL": {"input": …, "output": …, "cache_write": …, "cache_read": …}}'
    yield DoctorCheck("price", partial(_price, settings), hint)


def _endpoint(settings: ModelSettings) -> str:
    try:
        return asyncio.run(look_up(settings))
    except PermanentError as refused:
        raise CheckFailed(f"it refuses: {refused}", refused.hint) from None
    except TransientError as error:
        raise CheckFailed(f"it gives no answer: {error}") from None


def _price(settings: ModelSettings) -> str:
    price = settings.price(settings.llm_model)
    if price is None:
        raise CheckFailed(f"nobody knows what {settings.llm_model} costs, so it counts as 0")
    return f"{settings.llm_model}: ${price.input:g} in, ${price.output:g} out, per million tokens"
