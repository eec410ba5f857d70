"""How is one request made? Streamed, over the official SDK; an endpoint that falls silent is given up (DESIGN § 6)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic.types import RawMessageStreamEvent
from pydantic import SecretStr, ValidationError

from shared.llm.anthropic.api_models import MessageBody, StreamEvent
from shared.llm.anthropic.errors import TransientError, classify_error
from shared.llm.anthropic.request import Request
from shared.llm.anthropic.stream import ModelReply, StreamAccumulator, build_reply
from shared.llm.settings import ModelSettings

E = TypeVar("E")
DRAIN_TIMEOUT_S = 1.0
"""Seconds given to what follows the last word."""

UNREADABLE_BODY = "neither a stream nor a message came"

Stream = anthropic.AsyncStream[RawMessageStreamEvent]


class MessagesClient:
    """Requests and replies of one endpoint and model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._key: SecretStr = settings.anthropic_api_key
        self._model = settings.llm_model
        self._silence = settings.llm_timeout
        self._client = create_client(settings)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def send(self, request: Request, collector: StreamAccumulator) -> ModelReply:
        """The reply; `collector` gathers it, and knows what it costs even if it is cut. Raises NoReply and Refused."""
        try:
            return await self._ask(request, collector)
        except anthropic.APIError as error:
            # `from None`: the SDK's errors hold the request, and it the key.
            raise classify_error(error, self._key) from None
        except TimeoutError:
            raise TransientError(f"silent for {self._silence:g} s") from None
        except (httpx2.HTTPError, ValueError, RecursionError) as error:  # the line was cut, or what came is nonsense
            raise TransientError(f"cut: {type(error).__name__}") from None

    async def _ask(self, request: Request, collector: StreamAccumulator) -> ModelReply:
        async with asyncio.timeout(self._silence):
            stream = await self._open(request)
        async with stream:
            name = stream.response.headers.get("request-id")
            if "event-stream" in stream.response.headers.get("content-type", ""):
                await self._listen(stream, collector)
                return collector.reply(name)
            async with asyncio.timeout(self._silence):
                reply = _whole(await stream.response.aread(), name)
            collector.counts = reply.counts
            return reply

    async def _open(self, request: Request) -> Stream:
        return await self._client.messages.create(
            model=self._model,
            max_tokens=request.max_tokens,
            system=request.system,
            tools=request.tools,
            tool_choice=request.tool_choice,
            messages=request.messages,
            thinking=request.thinking or anthropic.omit,
            extra_body=request.extra or None,
            stream=True,
        )

    async def _listen(self, stream: Stream, collector: StreamAccumulator) -> None:
        """Until the model came to its end, and then to the end of the stream, lest the connection be of no more use."""
        events = aiter(stream)
        while not collector.is_complete:
            event = await self._next(events)
            if event is None:
                raise TransientError("cut: the stream ended before the answer did")
            collector.add(StreamEvent.model_validate(_said(event)))
        with suppress(TimeoutError, httpx2.HTTPError, anthropic.APIError, ValueError, RecursionError):
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await anext(events, None)
                await anext(events, None)

    async def _next(self, events: AsyncIterator[E]) -> E | None:
        async with asyncio.timeout(self._silence):
            return await anext(events, None)


def _said(event: object) -> object:
    """An event as data. What is no message of the API the SDK hands on as it came, whatever its types say."""
    return event.to_dict() if isinstance(event, anthropic.BaseModel) else event


def create_client(settings: ModelSettings) -> anthropic.AsyncAnthropic:
    """The SDK's client: it never retries by itself, traces nothing, and follows nobody anywhere else with the key."""
    return anthropic.AsyncAnthropic(
        api_key=settings.anthropic_api_key.get_secret_value(),
        base_url=settings.anthropic_base_url,
        max_retries=0,
        timeout=settings.llm_timeout,
        open_telemetry=False,
        http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
    )


def _whole(body: bytes, request_id: str | None) -> ModelReply:
    """The reply of an endpoint that answers whole. Raises NoReply when it is no answer."""
    try:
        read: Any = json.loads(body)
        answer = MessageBody.model_validate(read)
    except (ValueError, ValidationError, RecursionError):
        raise TransientError(UNREADABLE_BODY, request_id=request_id) from None
    if answer == MessageBody():
        raise TransientError(UNREADABLE_BODY, request_id=request_id)
    return build_reply(answer, request_id)
