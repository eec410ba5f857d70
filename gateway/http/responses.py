"""JSON response with `Cache-Control: no-store`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from starlette.responses import Response


def json_response(
    content: BaseModel | Mapping[str, Any] | Sequence[Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Build a JSON response with `Cache-Control: no-store`, since responses depend on the caller.

    Args:
        content: Model or JSON value of the body.
        status: HTTP status.
        headers: Additional response headers; `Cache-Control` among them replaces the default.
    """
    text = content.model_dump_json() if isinstance(content, BaseModel) else json.dumps(content, ensure_ascii=False)
    response_headers = {"Cache-Control": "no-store", **(headers or {})}
    return Response(text.encode(), status, response_headers, "application/json")
