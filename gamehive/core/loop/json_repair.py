"""Reader of JSON objects in a model's text, which repairs what a model usually gets wrong (GH-57, GH-187)."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

_DOUBLE_QUOTES, _TRAILING_COMMA = re.compile("[“”„＂]"), re.compile(r",\s*([}\]])")


def find_json_object(text: str) -> dict[str, Any] | None:
    """Return the text as a JSON object, or else the first one in it that can be read; None if there is none."""
    whole = read_json_object(text)
    if whole is not None:
        return whole
    found = (read_json_object(each) for each in find_object_texts(text))
    return next((each for each in found if each is not None), None)


def read_json_object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text is, if need be with its quotes and trailing commas repaired; else None."""
    found = _try_json(text)
    return found if found is not None else _try_json(repair_signs(text))


def repair_signs(text: str) -> str:
    """Return a text with plain double quotes, and without commas before a closing bracket."""
    return _TRAILING_COMMA.sub(r"\1", _DOUBLE_QUOTES.sub('"', text))


def find_object_texts(text: str) -> Iterator[str]:
    """Yield the parts of a text between braces that belong together; the last one may lack its end."""
    depth, start, is_quoted, is_escaped = 0, 0, False, False
    for index, sign in enumerate(text):
        if is_escaped:
            is_escaped = False
        elif depth and sign == "\\":
            is_escaped = True
        elif depth and sign == '"':
            is_quoted = not is_quoted
        elif sign == "{" and not is_quoted:
            start = index if depth == 0 else start
            depth += 1
        elif sign == "}" and depth and not is_quoted:
            depth -= 1
            if depth == 0:
                yield text[start : index + 1]
    if depth:
        yield text[start:]


def _try_json(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
