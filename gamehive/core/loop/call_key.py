"""Key of a tool call, equal for calls that ask the same (GH-73)."""

import json
from collections.abc import Mapping
from typing import Any


def call_key(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return the name of the tool and its arguments as JSON with sorted keys and without spaces."""
    return f"{tool} {json.dumps(arguments, sort_keys=True, ensure_ascii=False, separators=(',', ':'))}"
