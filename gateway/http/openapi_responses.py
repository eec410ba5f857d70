"""OpenAPI descriptions shared by the routes: error responses by code, and query parameter types."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from shared.core.api_error import ErrorCode, PlatformErrorCode

COMMON_CODES = (PlatformErrorCode.E012, PlatformErrorCode.E013, PlatformErrorCode.E017, PlatformErrorCode.E099)
"""Codes of every route: invalid key, foreign host name, too many invalid keys, internal error."""

STORE_CODES = (PlatformErrorCode.E018,)
"""Codes of routes that use the store."""

CHANGE_CODES = (PlatformErrorCode.E013, PlatformErrorCode.E017)
"""Codes of routes that change something: foreign origin, rate limit."""

BODY_CODES = (PlatformErrorCode.E001, PlatformErrorCode.E016, PlatformErrorCode.E020)
"""Codes of routes with a request body."""

_ERROR_SCHEMA = {"$ref": "#/components/schemas/ErrorBody"}
"""Referenced by name: given the class, the framework would build a model for each of hundreds of responses at start."""

_RETRY_AFTER_HEADER: Mapping[str, Any] = {
    "Retry-After": {
        "description": "seconds to wait before the next try",
        "required": True,
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    }
}


def error_responses(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI error responses of a route by HTTP status, for the argument `responses` of `add_api_route`.

    Args:
        codes: Error codes of the route; COMMON_CODES are added.
    """
    by_status: defaultdict[int, list[ErrorCode]] = defaultdict(list)
    for code in dict.fromkeys((*codes, *COMMON_CODES)):
        by_status[code.status].append(code)
    return {status: _error_response(status, by_status[status]) for status in sorted(by_status)}


def _error_response(status: int, codes: list[ErrorCode]) -> dict[str, Any]:
    examples = {
        code.name: {"value": {"error_code": code.name, "message": code.english, "details": _details_example(code)}}
        for code in codes
    }
    response: dict[str, Any] = {
        "description": "; ".join(f"{code.name}: {code.english}" for code in codes),
        "content": {"application/json": {"schema": _ERROR_SCHEMA, "examples": examples}},
    }
    return {**response, "headers": dict(_RETRY_AFTER_HEADER)} if status in (429, 503) else response


def _details_example(code: ErrorCode) -> Any:
    return {"id": "d-abcdefghijklm", "status": "finalized"} if code is PlatformErrorCode.E014 else code.english


def _require_digits(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", value):
        raise PydanticCustomError("whole_number", "Input should be a whole number")
    return value


WHOLE_NUMBER = BeforeValidator(_require_digits)
"""Validator of whole numbers in a query: digits only, neither `1_0` nor `1.0`. Place it after the bounds."""

PageLimit = Annotated[int, Field(ge=1, le=200), WHOLE_NUMBER, Query(description="maximum number of items")]

AdminLimit = Annotated[int, Field(ge=1, le=1000), WHOLE_NUMBER, Query(description="at most so many")]
