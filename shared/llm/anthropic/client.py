"""Client for single streamed requests to the Messages API, over the official SDK (DESIGN § 6)."""

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
"""Time for the rest of a stream after the answer is complete."""

UNREADABLE_BODY = "the response is neither an event stream nor a message"

Stream = anthropic.AsyncStream[RawMessageStreamEvent]


class MessagesClient:
    """Client for the endpoint and model of the settings. Call `close` at the end."""

    def __init__(self, settings: ModelSettings) -> None:
        self._key: SecretStr = settings.anthropic_api_key
        self._model = settings.llm_model
        self._timeout_s = settings.llm_timeout
        self._client = create_client(settings)

    async def close(self) -> None:
        """Close the connections to the endpoint; later calls of `send` raise TransientError. No effect if closed."""
        await self._client.close()

    async def send(self, request: Request, accumulator: StreamAccumulator) -> ModelReply:
        """Send one request, without retries, and return the model's complete reply.

        The start of the response and each of its events may take `llm_timeout` (s); there is no limit on the whole
        call.

        Args:
            request: Body of the request, without the model.
            accumulator: New accumulator for this request. It is filled while the reply is read; its `counts` hold the
                tokens received so far, also after an error or a cancellation.

        Raises:
            TransientError: No complete reply came: timeout, lost connection, invalid data, or an error that a retry may
                pass.
            PermanentError: The endpoint rejects the request.
        """
        try:
            return await self._ask(request, accumulator)
        except anthropic.APIError as error:
            # `from None`: the SDK's errors hold the request, and it the key.
            raise classify_error(error, self._key) from None
        except TimeoutError:
            raise TransientError(f"no data within {self._timeout_s:g} s (LLM_TIMEOUT)", timed_out=True) from None
        except (httpx2.HTTPError, ValueError, RecursionError) as error:  # the connection broke, or the data is invalid
            timed_out = isinstance(
                error, httpx2.TimeoutException
            )  # its limit is the same, and may be the first to fire
            detail = f"the connection or its data is broken: {type(error).__name__}"
            raise TransientError(detail, timed_out=timed_out) from None

    async def _ask(self, request: Request, accumulator: StreamAccumulator) -> ModelReply:
        async with asyncio.timeout(self._timeout_s):
            stream = await self._open(request)
        async with stream:
            request_id = stream.response.headers.get("request-id")
            if "event-stream" in stream.response.headers.get("content-type", ""):
                await self._read_stream(stream, accumulator)
                return accumulator.reply(request_id)
            async with asyncio.timeout(self._timeout_s):
                reply = _parse_body(await stream.response.aread(), request_id)
            accumulator.counts = reply.counts
            return reply

    async def _open(self, request: Request) -> Stream:
        return await self._client.messages.create(
            model=self._model,
            max_tokens=request.max_tokens,
            system=request.system,
            tools=request.tools or anthropic.omit,
            tool_choice=request.tool_choice if request.tools else anthropic.omit,  # a choice among none is an error
            messages=request.messages,
            thinking=request.thinking or anthropic.omit,
            extra_body=request.extra or None,
            stream=True,
        )

    async def _read_stream(self, stream: Stream, accumulator: StreamAccumulator) -> None:
        """Read the answer, and then to the end of the stream, so that the connection can be reused."""
        events = aiter(stream)
        while not accumulator.is_complete:
            event = await self._next(events)
            if event is None:
                raise TransientError("the stream ended before the answer was complete")
            accumulator.add(StreamEvent.model_validate(_event_data(event)))
        with suppress(TimeoutError, httpx2.HTTPError, anthropic.APIError, ValueError, RecursionError):
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await anext(events, None)
                await anext(events, None)

    async def _next(self, events: AsyncIterator[E]) -> E | None:
        async with asyncio.timeout(self._timeout_s):
            return await anext(events, None)


def _event_data(event: object) -> object:
    """Return an event as data. Despite its types, the SDK passes unknown events on as they came."""
    return event.to_dict() if isinstance(event, anthropic.BaseModel) else event


def create_client(settings: ModelSettings) -> anthropic.AsyncAnthropic:
    """Return an SDK client for the endpoint and key of the settings; the caller closes it.

    Nothing is sent yet. The client's timeout is `llm_timeout` (s). It does not retry, trace or follow redirects:
    tracing and redirects would send the key elsewhere.
    """
    return anthropic.AsyncAnthropic(
        api_key=settings.anthropic_api_key.get_secret_value(),
        base_url=settings.anthropic_base_url,
        max_retries=0,
        timeout=settings.llm_timeout,
        open_telemetry=False,
        http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
    )


def _parse_body(body: bytes, request_id: str | None) -> ModelReply:
    """Parse the body of an endpoint that does not stream. Raises TransientError when it is not an answer."""
    try:
        data: Any = json.loads(body)
        answer = MessageBody.model_validate(data)
    except (ValueError, ValidationError, RecursionError):
        raise TransientError(UNREADABLE_BODY, request_id=request_id) from None
    if answer == MessageBody():
        raise TransientError(UNREADABLE_BODY, request_id=request_id)
    return build_reply(answer, request_id)
