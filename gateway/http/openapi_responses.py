"""How are a route's refusals and its parameters described in the OpenAPI document?"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from shared.core.api_error import ErrorCode, PlatformErrorCode

COMMON_CODES = (PlatformErrorCode.E012, PlatformErrorCode.E013, PlatformErrorCode.E017, PlatformErrorCode.E099)
"""A wrong key, a name that is not ours, too many wrong keys, and what nobody foresaw."""

STORE_CODES = (PlatformErrorCode.E018,)
"""Of what asks the store."""

CHANGE_CODES = (PlatformErrorCode.E013, PlatformErrorCode.E017)
"""Of what changes something: other origins, the rate limit."""

BODY_CODES = (PlatformErrorCode.E001, PlatformErrorCode.E016, PlatformErrorCode.E020)
"""Of what has a body."""

_ERROR_SCHEMA = {"$ref": "#/components/schemas/ErrorBody"}
"""Named, not given: for each of hundreds the framework would build a model of its own, at every start."""

_RETRY_AFTER_HEADER: Mapping[str, Any] = {
    "Retry-After": {"description": "seconds", "required": True, "schema": {"type": "string", "pattern": "^[0-9]+$"}}
}


def error_responses(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    """The answers of a route that are not 2xx, by status, for `responses=`."""
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
"""For a number in a query, behind its bounds: in digits, not `1_0`, not `1.0`."""

PageLimit = Annotated[int, Field(ge=1, le=200), WHOLE_NUMBER, Query(description="at most so many")]
