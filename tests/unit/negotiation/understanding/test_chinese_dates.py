import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from negotiation.understanding.day_ranges import shorten_days
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions

CASES: list[tuple[str, str, dict[str, Any]]] = [
    (text, today, expected)
    for text, today, expected in json.loads(Path(__file__).with_name("chinese_dates.json").read_text("utf-8"))
]


def days(mentions: Sequence[Mention]) -> dict[str, Any]:
    """Return what a text says about days, in the form of the table."""
    found: dict[str, Any] = {}
    for mention in mentions:
        if mention.kind not in ("dates", "weekdays", "period"):
            continue
        value = list(mention.value) if isinstance(mention.value, tuple) else True
        if mention.kind == "dates" and isinstance(mention.value, tuple):
            value = list(shorten_days(map(str, mention.value)))
        found["excluded" if mention.excluded else mention.kind] = value
    return found


@pytest.mark.parametrize(("text", "today", "expected"), CASES, ids=[f"{text} {today}" for text, today, _ in CASES])
def test_the_days_of_a_text_count_from_today(text: str, today: str, expected: dict[str, Any]) -> None:
    assert days(find_mentions(text, "zh", date.fromisoformat(today))) == expected


def test_the_table_has_150_cases_over_several_days() -> None:
    assert len(CASES) >= 150
    assert len({today for _, today, _ in CASES}) >= 6
