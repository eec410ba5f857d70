"""How is a request's body read? As JSON of one shape, to the letter, and no more than is allowed (FAULTS T13, T17).

Counted while it is read: a client need not say how long its body is, nor tell the truth.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

from fastapi import Request
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

from gateway.http.error_handling import request_language
from gateway.http.validation_errors import validation_error
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.validation_messages import NO_PATTERNS, FieldPatterns

M = TypeVar("M", bound=BaseModel)

MAX_BODY_BYTES = 64 * 1024
"""Bytes of a body."""

BODY_TIMEOUT_S = 20.0
"""Seconds in which a body must have arrived."""

JSON_TYPE = "application/json"

_CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)


def json_body(
    model: type[M], *, optional: bool = False, patterns: FieldPatterns = NO_PATTERNS
) -> Callable[[Request], Awaitable[M]]:
    """A dependency: the body as a `model`; without a body its defaults when it is `optional`."""

    async def body(request: Request) -> M:
        return await read_json_body(request, model, optional=optional, patterns=patterns)

    return body


async def read_json_body(
    request: Request, model: type[M], *, optional: bool = False, patterns: FieldPatterns = NO_PATTERNS
) -> M:
    """The body as a `model`, for a route that looks at something else first. Raises ToWowError (E001, E016, E020)."""
    data = await read_body(request, (JSON_TYPE,), optional=optional)
    if optional and not data:
        return model()
    try:
        return _validate_strictly(model, data)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False, include_context=False)
        raise validation_error(
            [dict(problem) for problem in errors], request_language(request.scope), patterns=patterns
        ) from None


def _validate_strictly(model: type[M], data: bytes) -> M:
    """No text for a number, no number for yes or no; but 5.0 is a whole number in JSON. Raises ValidationError."""
    try:
        return model.model_validate_json(data, strict=True)
    except ValidationError as error:
        if all(problem["type"] != "int_type" for problem in error.errors()):
            raise
    return model.model_validate_json(to_json(_integral_floats_to_int(from_json(data))), strict=True)


def _integral_floats_to_int(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_integral_floats_to_int(item) for item in cast("list[Any]", value)]
        case dict():
            return {name: _integral_floats_to_int(item) for name, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


async def read_body(
    request: Request, media_types: tuple[str, ...], max_bytes: int = MAX_BODY_BYTES, *, optional: bool = False
) -> bytes:
    """The body. Raises ToWowError: E020 for another type, E016 beyond `most` bytes, E001 when it takes too long."""
    data = await _receive_body(request, max_bytes)
    if (data or not optional) and _media_type(request) not in media_types:
        raise ApiError(PlatformErrorCode.E020, f"Content-Type: {media_types[0]}")
    if not (data or optional):
        raise validation_error(
            [{"type": "missing", "loc": (), "msg": "Field required"}], request_language(request.scope)
        )
    return data


def body_openapi(model: type[BaseModel], example: Any, *, optional: bool = False) -> dict[str, Any]:
    """How the OpenAPI document describes such a body; `gateway/http/openapi.py` adds the model itself."""
    content = {JSON_TYPE: {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}, "example": example}}
    return {"requestBody": {"required": not optional, "content": content}}


def body_choice_openapi(examples_by_model: Mapping[type[BaseModel], Any]) -> dict[str, Any]:
    """The same for a body of one of some forms, each with an example."""
    schemas = [{"$ref": f"#/components/schemas/{model.__name__}"} for model in examples_by_model]
    examples = {model.__name__: {"value": example} for model, example in examples_by_model.items()}
    return {
        "requestBody": {"required": True, "content": {JSON_TYPE: {"schema": {"anyOf": schemas}, "examples": examples}}}
    }


async def _receive_body(request: Request, max_bytes: int) -> bytes:
    content_length = request.headers.get("content-length", "")
    if content_length.isascii() and content_length.isdecimal() and int(content_length[:20]) > max_bytes:
        raise _body_too_large(max_bytes)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for part in request.stream():
                size += len(part)
                if size > max_bytes:
                    raise _body_too_large(max_bytes)
                parts.append(part)
    except TimeoutError:
        raise ApiError(PlatformErrorCode.E001, f"the body did not arrive within {BODY_TIMEOUT_S:g} s") from None
    return b"".join(parts)


def _body_too_large(max_bytes: int) -> ApiError:
    return ApiError(PlatformErrorCode.E016, f"a body has at most {max_bytes} bytes")


def _media_type(request: Request) -> str:
    """The body's media type; none when there is none, or when its text is not UTF-8."""
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = _CHARSET.search(parameters)
    return media_type.strip().lower() if charset is None or charset.group(1).lower() in ("utf-8", "utf8") else ""
