"""Health check of the endpoint and the model, without paying for an answer."""

import asyncio

import anthropic
import httpx2

from shared.llm.anthropic.client import create_client
from shared.llm.anthropic.errors import TransientError, classify_error
from shared.llm.settings import ModelSettings


async def check_model(settings: ModelSettings) -> str:
    """Ask the endpoint for the model of the settings, without paying for tokens, and return a text for the operator.

    The text is the model's id and lifecycle, separated by a space; one of them when the endpoint does not give the
    other; `it answers` when it gives neither.

    Raises:
        TransientError: The endpoint did not answer within LLM_TIMEOUT, or has a temporary error.
        PermanentError: The endpoint rejects the key or does not know the model; `hint` is the remedy, "" if none is
            known.
    """
    try:
        async with create_client(settings) as client, asyncio.timeout(settings.llm_timeout):
            model = await client.models.retrieve(settings.llm_model)
    except anthropic.APIError as error:
        raise classify_error(error, settings.anthropic_api_key) from None
    except (TimeoutError, httpx2.HTTPError, ValueError) as error:
        raise TransientError(type(error).__name__) from None
    fields: dict[str, object] = model.to_dict()
    return " ".join(str(fields[name]) for name in ("id", "lifecycle") if fields.get(name)) or "it answers"
