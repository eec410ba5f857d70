"""How an answer is written: as JSON that no cache keeps."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from starlette.responses import Response


def json_response(
    content: BaseModel | Mapping[str, Any] | Sequence[Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """An answer in JSON. It is somebody's, so no cache keeps it."""
    text = content.model_dump_json() if isinstance(content, BaseModel) else json.dumps(content, ensure_ascii=False)
    response_headers = {"Cache-Control": "no-store", **(headers or {})}
    return Response(text.encode(), status, response_headers, "application/json")
