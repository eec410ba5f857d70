"""Parser of a persona's final message, which repairs what a model usually gets wrong (GH-18, GH-187)."""

import re
from typing import Any

from gamehive.core.loop.json_repair import find_object_texts, read_json_object, repair_signs
from gamehive.core.loop.loop import ProposedMove

MAX_REASON_CHARACTERS = 1000
MAX_COORDINATE = 1_000_000
"""Larger numbers are cut to this; they are off every board, but must not fill a store."""

_FIELD = r"""(?:^|[{,\s])["']?%s["']?\s*[:：=]\s*["']?\s*([+-]?\d+)(?![\d.])"""
_REASON = r"""["']?reason["']?\s*[:：=]\s*["']?(.*?)["']?\s*(?:,\s*["']?[xy]["']?\s*[:：=]|\}|$)"""


def parse_move(message: str) -> ProposedMove:
    """Return the move of a final message: strict JSON, or else the one object in it that names a point.

    Code fences, prose around the object, single quotes, trailing commas, keys without quotes, an end that is cut off
    and numbers written as text are repaired. Other fields are ignored, and the reason may be missing.

    Args:
        message: Text `{"x": row, "y": column, "reason": text}`.

    Raises:
        ValueError: There is no move in it, or more than one; the text says what is wrong.
    """
    whole = read_json_object(message)
    parts = [] if whole is not None else [*find_object_texts(message)]
    found = [whole, *(read_json_object(each) or _read_fields(repair_signs(each)) for each in parts)]
    objects = [each for each in found if each is not None]
    if not objects:
        raise ValueError("there is no JSON object")
    moves = [_read_move(each) for each in objects if "x" in each and "y" in each]
    if not moves:
        raise ValueError("the object does not have both x and y")
    if len({(move.x, move.y) for move in moves}) > 1:
        raise ValueError("there is more than one move")
    return moves[-1]


def _read_fields(text: str) -> dict[str, Any] | None:
    """Return what stands behind x, y and reason in a text that is no JSON; None without both numbers."""
    x, y = (re.search(_FIELD % name, text) for name in "xy")
    if x is None or y is None:
        return None
    reason = re.search(_REASON, text, re.DOTALL)
    return {"x": x[1], "y": y[1], "reason": reason[1] if reason else ""}


def _read_move(values: dict[str, Any]) -> ProposedMove:
    reason = values.get("reason")
    text = reason.strip()[:MAX_REASON_CHARACTERS] if isinstance(reason, str) else ""
    # A lone surrogate, which JSON can escape, cannot be stored as UTF-8.
    text = text.encode("utf-8", "replace").decode("utf-8")
    return ProposedMove(x=_read_coordinate("x", values), y=_read_coordinate("y", values), reason=text)


def _read_coordinate(name: str, values: dict[str, Any]) -> int:
    value = values[name]
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-MAX_COORDINATE, min(value, MAX_COORDINATE))
    raise ValueError(f"{name} is no whole number: {str(value)[:40]!r}")
