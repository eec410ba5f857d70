"""Does the endpoint answer, and know the model? Asked without paying for an answer."""

import asyncio

import anthropic
import httpx2

from shared.llm.anthropic.client import create_client
from shared.llm.anthropic.errors import TransientError, classify_error
from shared.llm.settings import ModelSettings


async def check_model(settings: ModelSettings) -> str:
    """What the endpoint says of the model, in a few words. Raises NoReply and Refused."""
    try:
        async with create_client(settings) as asking, asyncio.timeout(settings.llm_timeout):
            found = await asking.models.retrieve(settings.llm_model)
    except anthropic.APIError as error:
        raise classify_error(error, settings.anthropic_api_key) from None
    except (TimeoutError, httpx2.HTTPError, ValueError) as error:
        raise TransientError(type(error).__name__) from None
    said: dict[str, object] = found.to_dict()
    return " ".join(str(said[name]) for name in ("id", "lifecycle") if said.get(name)) or "it answers"
