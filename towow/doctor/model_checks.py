"""Checks of `towow doctor` for the Anthropic model, free of charge: its metadata is requested, not an answer."""

import asyncio
from collections.abc import Iterator
from functools import partial

from gateway.inspection.check_result import CheckFailed
from shared.llm.anthropic.errors import PermanentError, TransientError
from shared.llm.anthropic.health import check_model
from shared.llm.settings import ModelSettings
from towow.doctor.check import DoctorCheck


def model_checks(settings: ModelSettings) -> Iterator[DoctorCheck]:
    """Yield the checks of the Anthropic model: its endpoint answers, and its price is known.

    Only running the first one sends a request, which is free of charge.
    """
    hint = "start the endpoint, correct ANTHROPIC_BASE_URL, or check the proxy in between"
    yield DoctorCheck("endpoint", partial(_check_endpoint, settings), hint)
    hint = 'set TOWOW_LLM_PRICES={"MODEL": {"input": …, "output": …, "cache_write": …, "cache_read": …}}'
    yield DoctorCheck("price", partial(_check_price, settings), hint)


def _check_endpoint(settings: ModelSettings) -> str:
    try:
        return asyncio.run(check_model(settings))
    except PermanentError as error:
        raise CheckFailed(f"the endpoint rejects the request: {error}", error.hint) from None
    except TransientError as error:
        raise CheckFailed(f"the endpoint does not answer: {error}") from None


def _check_price(settings: ModelSettings) -> str:
    price = settings.get_price(settings.llm_model)
    if price is None:
        raise CheckFailed(f"the price of {settings.llm_model} is unknown, so its costs count as 0")
    return f"{settings.llm_model}: ${price.input:g} in, ${price.output:g} out, per million tokens"
