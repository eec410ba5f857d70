"""How are a route's refusals and its parameters described in the OpenAPI document?"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from negotiation.contracts.error_codes import ErrorCode

ALWAYS = (ErrorCode.E012, ErrorCode.E013, ErrorCode.E017, ErrorCode.E099)
"""A wrong key, a name that is not ours, too many wrong keys, and what nobody foresaw."""

STORED = (ErrorCode.E018,)
"""Of what asks the store."""

CHANGES = (ErrorCode.E013, ErrorCode.E017)
"""Of what changes something: other origins, the rate limit."""

BODY = (ErrorCode.E001, ErrorCode.E016, ErrorCode.E020)
"""Of what has a body."""

_REFUSAL = {"$ref": "#/components/schemas/ErrorBody"}
"""Named, not given: for each of hundreds the framework would build a model of its own, at every start."""

_AFTER: Mapping[str, Any] = {
    "Retry-After": {"description": "seconds", "required": True, "schema": {"type": "string", "pattern": "^[0-9]+$"}}
}


def refusals(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    """The answers of a route that are not 2xx, by status, for `responses=`."""
    by_status: defaultdict[int, list[ErrorCode]] = defaultdict(list)
    for code in dict.fromkeys((*codes, *ALWAYS)):
        by_status[code.status].append(code)
    return {status: _refusal(status, by_status[status]) for status in sorted(by_status)}


def _refusal(status: int, codes: list[ErrorCode]) -> dict[str, Any]:
    examples = {
        code.name: {"value": {"error_code": code.name, "message": code.english, "details": _details(code)}}
        for code in codes
    }
    told: dict[str, Any] = {
        "description": "; ".join(f"{code.name}: {code.english}" for code in codes),
        "content": {"application/json": {"schema": _REFUSAL, "examples": examples}},
    }
    return {**told, "headers": dict(_AFTER)} if status in (429, 503) else told


def _details(code: ErrorCode) -> Any:
    return {"id": "d-abcdefghijklm", "status": "finalized"} if code is ErrorCode.E014 else code.english


def _digits(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", value):
        raise PydanticCustomError("whole_number", "Input should be a whole number")
    return value


WHOLE = BeforeValidator(_digits)
"""For a number in a query, behind its bounds: in digits, not `1_0`, not `1.0`."""

Limit = Annotated[int, Field(ge=1, le=200), WHOLE, Query(description="at most so many")]
