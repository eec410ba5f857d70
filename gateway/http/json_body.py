"""Request body as strictly validated JSON, bounded in size and time (FAULTS T13, T17).

The size is counted while the body is read, since Content-Length may be missing or wrong.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

from fastapi import Request
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from gateway.http.error_handling import request_language
from gateway.http.validation_errors import validation_error
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.validation_messages import NO_PATTERNS, FieldPatterns

M = TypeVar("M", bound=BaseModel)

MAX_BODY_BYTES = 64 * 1024
"""Size limit of a request body."""

BODY_TIMEOUT_S = 20.0
"""Time within which a body must arrive completely."""

JSON_TYPE = "application/json"

_STRICT = {"strict": True}
"""Context of the validation: what messages tolerate, such as an unknown kind, is refused in requests."""

_CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)


def json_body(
    model: type[M], *, optional: bool = False, patterns: FieldPatterns = NO_PATTERNS
) -> Callable[[Request], Awaitable[M]]:
    """Return a FastAPI dependency that reads the request body as a `model`.

    Args:
        model: Model of the body.
        optional: Whether an empty body stands for the model's defaults.
        patterns: For error messages: field name → description of its pattern, by language.

    Returns:
        A function that returns the body of its request, and raises, as `read_json_body` does.
    """

    async def body(request: Request) -> M:
        return await read_json_body(request, model, optional=optional, patterns=patterns)

    return body


async def read_json_body(
    request: Request,
    model: type[M],
    *,
    optional: bool = False,
    patterns: FieldPatterns = NO_PATTERNS,
    max_bytes: int = MAX_BODY_BYTES,
) -> M:
    """Read the body of a request, at most `max_bytes` (64 KiB by default), and validate it without type conversion.

    A number such as 5.0 is accepted as an integer, though. The body can be read only once.

    Args:
        request: The request.
        model: Model of the body.
        optional: Whether an empty body stands for the model's defaults.
        patterns: For error messages: field name → description of its pattern, by language.
        max_bytes: Size limit in bytes.

    Raises:
        ApiError: E001 if the body is invalid or not complete within BODY_TIMEOUT_S, E016 if it is too large, E020 if
            its Content-Type is not JSON.
        ClientDisconnect: If the client closes the connection before the body is complete.
    """
    data = await read_body(request, (JSON_TYPE,), max_bytes, optional=optional)
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
    """Validate without type conversion, except that 5.0 counts as an integer. Raises ValidationError.

    A validator before a tuple field is handed a list, which strict validation then refuses; the second attempt hands it
    a tuple.
    """
    try:
        return model.model_validate_json(data, strict=True, context=_STRICT)
    except ValidationError as error:
        if not {"int_type", "tuple_type"} & {problem["type"] for problem in error.errors()}:
            raise
    return model.model_validate(_to_strict_types(from_json(data)), strict=True, context=_STRICT)


def _to_strict_types(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return tuple(_to_strict_types(item) for item in cast("list[Any]", value))
        case dict():
            return {name: _to_strict_types(item) for name, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


async def read_body(
    request: Request, media_types: tuple[str, ...], max_bytes: int = MAX_BODY_BYTES, *, optional: bool = False
) -> bytes:
    """Read the raw body of a request, once.

    Args:
        request: The request.
        media_types: Accepted values of Content-Type, in lower case and without parameters; error messages name the
            first. "" accepts a missing one. A type with a charset other than UTF-8 counts as missing.
        max_bytes: Size limit in bytes.
        optional: Whether the body may be empty; an empty body needs no Content-Type.

    Raises:
        ApiError: E020 if its type is not in `media_types`, E016 beyond `max_bytes`, E001 if it is empty but not
            `optional`, or not complete within BODY_TIMEOUT_S.
        ClientDisconnect: If the client closes the connection before the body is complete.
    """
    data = await _receive_body(request, max_bytes)
    if (data or not optional) and _media_type(request) not in media_types:
        raise ApiError(PlatformErrorCode.E020, f"Content-Type must be {media_types[0]}")
    if not (data or optional):
        raise validation_error(
            [{"type": "missing", "loc": (), "msg": "Field required"}], request_language(request.scope)
        )
    return data


def body_openapi(model: type[BaseModel], example: Any, *, optional: bool = False) -> dict[str, Any]:
    """Return `{"requestBody": …}` for the argument `openapi_extra` of a route that reads a JSON body.

    It refers to the model's schema by name: pass the model to `build_openapi` among its `body_models`, too.

    Args:
        model: Model of the body.
        example: JSON value of an example body.
        optional: Whether the body may be empty.
    """
    content = {JSON_TYPE: {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}, "example": example}}
    return {"requestBody": {"required": not optional, "content": content}}


def body_choice_openapi(examples_by_model: Mapping[type[BaseModel], Any]) -> dict[str, Any]:
    """Return `{"requestBody": …}` for the argument `openapi_extra` of a route whose JSON body is one of several models.

    It refers to their schemas by name: pass the models to `build_openapi` among its `body_models`, too.

    Args:
        examples_by_model: The models, each with the JSON value of an example.
    """
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
        raise ApiError(
            PlatformErrorCode.E001, f"the request body was not complete within {BODY_TIMEOUT_S:g} s"
        ) from None
    return b"".join(parts)


def _body_too_large(max_bytes: int) -> ApiError:
    return ApiError(PlatformErrorCode.E016, f"the request body must have at most {max_bytes} bytes")


def _media_type(request: Request) -> str:
    """Return the media type of the body; empty if it is missing or its charset is not UTF-8."""
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = _CHARSET.search(parameters)
    return media_type.strip().lower() if charset is None or charset.group(1).lower() in ("utf-8", "utf8") else ""
