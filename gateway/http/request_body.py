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

from gateway.http.error_handling import language_of
from gateway.http.validation_errors import validation_error
from negotiation.contracts.error_codes import ApiError, ErrorCode

M = TypeVar("M", bound=BaseModel)

MOST = 64 * 1024
"""Bytes of a body."""

PATIENCE = 20.0
"""Seconds in which a body must have arrived."""

JSON = "application/json"

_CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)


def json_body(model: type[M], *, optional: bool = False) -> Callable[[Request], Awaitable[M]]:
    """A dependency: the body as a `model`; without a body its defaults when it is `optional`."""

    async def body(request: Request) -> M:
        return await body_of(request, model, optional=optional)

    return body


async def body_of(request: Request, model: type[M], *, optional: bool = False) -> M:
    """The body as a `model`, for a route that looks at something else first. Raises ToWowError (E001, E016, E020)."""
    data = await read(request, (JSON,), optional=optional)
    if optional and not data:
        return model()
    try:
        return _strictly(model, data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        raise validation_error([dict(problem) for problem in found], language_of(request.scope)) from None


def _strictly(model: type[M], data: bytes) -> M:
    """No text for a number, no number for yes or no; but 5.0 is a whole number in JSON. Raises ValidationError."""
    try:
        return model.model_validate_json(data, strict=True)
    except ValidationError as error:
        if all(problem["type"] != "int_type" for problem in error.errors()):
            raise
    return model.model_validate_json(to_json(_whole(from_json(data))), strict=True)


def _whole(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(item) for item in cast("list[Any]", value)]
        case dict():
            return {name: _whole(item) for name, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


async def read(request: Request, types: tuple[str, ...], most: int = MOST, *, optional: bool = False) -> bytes:
    """The body. Raises ToWowError: E020 for another type, E016 beyond `most` bytes, E001 when it takes too long."""
    data = await _read(request, most)
    if (data or not optional) and _type(request) not in types:
        raise ApiError(ErrorCode.E020, f"Content-Type: {types[0]}")
    if not (data or optional):
        raise validation_error([{"type": "missing", "loc": (), "msg": "Field required"}], language_of(request.scope))
    return data


def body_openapi(model: type[BaseModel], example: Any, *, optional: bool = False) -> dict[str, Any]:
    """How the OpenAPI document describes such a body; `gateway/http/openapi.py` adds the model itself."""
    content = {JSON: {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}, "example": example}}
    return {"requestBody": {"required": not optional, "content": content}}


def documented_choice(forms: Mapping[type[BaseModel], Any]) -> dict[str, Any]:
    """The same for a body of one of some forms, each with an example."""
    schemas = [{"$ref": f"#/components/schemas/{model.__name__}"} for model in forms]
    examples = {model.__name__: {"value": example} for model, example in forms.items()}
    return {"requestBody": {"required": True, "content": {JSON: {"schema": {"anyOf": schemas}, "examples": examples}}}}


async def _read(request: Request, most: int) -> bytes:
    said = request.headers.get("content-length", "")
    if said.isascii() and said.isdecimal() and int(said[:20]) > most:
        raise _too_long(most)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise _too_long(most)
                parts.append(part)
    except TimeoutError:
        raise ApiError(ErrorCode.E001, f"the body did not arrive within {PATIENCE:g} s") from None
    return b"".join(parts)


def _too_long(most: int) -> ApiError:
    return ApiError(ErrorCode.E016, f"a body has at most {most} bytes")


def _type(request: Request) -> str:
    """The body's media type; none when there is none, or when its text is not UTF-8."""
    said, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = _CHARSET.search(parameters)
    return said.strip().lower() if charset is None or charset.group(1).lower() in ("utf-8", "utf8") else ""
