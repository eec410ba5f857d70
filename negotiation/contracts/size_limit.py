"""Size limits of whole records: one whose texts are all long gets them shortened, so that messages stay small.

Each text and list has a limit of its own (`text_limits.py`), but ten people who use every one of them would still make
a plan that no commit holds.
"""

from typing import Any, TypeVar, cast

from pydantic import BaseModel

from negotiation.contracts.text_limits import truncate_text

RecordT = TypeVar("RecordT", bound=BaseModel)

MAX_OFFER_BYTES, MAX_FEEDBACK_BYTES, MAX_PLAN_BYTES = 6_300, 1_700, 54_000
"""Maximum sizes of an offer, a feedback and a plan as JSON, in bytes."""

_TEXT_BYTES = (240, 180, 120, 90, 60, 45, 30)
"""Lengths to which texts are shortened, one after the other, until the record is small enough."""

_BYTES_PER_DAY = 20
"""For each so many bytes of a text, one day is kept of a list of days."""

_FIXED_TEXTS = frozenset({"assignment", "dependencies", "gap_type", "need", "role"})
_DAYS = frozenset({"dates", "not_on"})


def limit_size(record: RecordT, most: int) -> RecordT:
    """Return a record whose JSON has at most `most` bytes, as far as shorter texts and fewer days can achieve that.

    Ids, names, roles and values stay as they are. A record that is small enough is returned itself.

    Args:
        record: The record.
        most: Maximum size of its JSON in UTF-8, in bytes.
    """
    for text_bytes in _TEXT_BYTES:
        if len(record.model_dump_json().encode()) <= most:
            break
        record = type(record).model_validate(_shorten(record.model_dump(mode="json"), text_bytes))
    return record


def _shorten(value: Any, text_bytes: int, key: str = "") -> Any:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {name: _shorten(each, text_bytes, name) for name, each in fields.items()}
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if key in _DAYS:
            return items[: max(1, text_bytes // _BYTES_PER_DAY)]
        return [_shorten(each, text_bytes, key) for each in items]
    is_text = isinstance(value, str) and not (key in _FIXED_TEXTS or key.endswith(("id", "_by", "name", "date")))
    return truncate_text(cast("str", value), text_bytes) if is_text else value
