"""Understanding as later prompts show it: without spans, the open question, and empty parts, which only cost tokens."""

from typing import Any

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.understanding.day_ranges import shorten_days

_SHOWN_ELSEWHERE = {"question", "title", "limit_words", "background", "not_understood"}


def understanding_for_prompt(understanding: DemandUnderstanding) -> dict[str, Any]:
    """Return the fields of an understanding, as JSON values, that a prompt after the first one needs.

    Needs have `id`, `need` and, where they differ from 1 and true, `count` and `required`; what is not wanted is a list
    of texts; a range of dates is one text of ISO 8601 (2026-12-01/2026-12-31).
    """
    shown = understanding.model_dump(mode="json", exclude=_SHOWN_ELSEWHERE)
    limits = shown.pop("limits")
    parts = {
        "needs": [_need(need) for need in shown.pop("needs")],
        "limits": {**limits, **({"dates": shorten_days(limits["dates"])} if "dates" in limits else {})},
        "preferences": shown.pop("preferences"),
        "not_wanted": [each["text"] for each in shown.pop("not_wanted")],
    }
    register = {"register": shown.pop("register")} if understanding.tone != "neutral" else {}
    shown.pop("register", None)
    return {**shown, **{name: value for name, value in parts.items() if value}, **register}


def _need(need: dict[str, Any]) -> dict[str, Any]:
    defaults = {"count": 1, "required": True}
    return {name: value for name, value in need.items() if name != "span" and defaults.get(name) != value}
