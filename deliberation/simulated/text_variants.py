"""Texts of the simulated agents: wordings by key and language, chosen by a seed, and numbers as people write them."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib.resources import files

from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.llm.seeded_random import seeded_choice

_CATALOG = TextCatalog.load("deliberation.simulated")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_LOWER = tuple("abcdefghijklmnopqrstuvwxyz")
_LONG_WEEKS = 20
"""Weeks from which a span is given in months."""


_SINGULAR: Mapping[str, str] = {"go": "goes"}


@cache
def wordings(key: str) -> tuple[str, ...]:
    """Return the keys of all wordings of a text: `key.1`, `key.2` …, or the key itself if there is one only."""
    numbered: list[str] = []
    while _CATALOG.has(f"{key}.{len(numbered) + 1}"):
        numbered.append(f"{key}.{len(numbered) + 1}")
    return tuple(numbered) or (key,)


def render(key: str, language: Language, seed: Sequence[object] = (), /, **values: object) -> str:
    """Return a text in one of its wordings, always the same for a seed.

    Raises:
        KeyError: There is no such text, or a field has no value.
    """
    options = wordings(key)
    chosen = seeded_choice(options, *seed, key) if seed else options[0]
    text = _CATALOG.render(chosen, language, **values)
    return text if language == "zh" else _agree_in_number(text)


def _agree_in_number(text: str) -> str:
    """Return an English text whose verbs agree with single hours and days, and that repeats no "first"."""
    text = re.sub(r"(?<![\d.])(1 (?:hour|minute|day|week|month)) are\b", r"\1 is", text)
    text = re.sub(
        r"\bThere are (about |only about |only )?(?=1 (?:hour|minute|day|week|month)\b)", r"There is \1", text
    )
    text = re.sub(
        r"(?<![\d.])(1 (?:hour|minute|day|week|month)) (go|fit|stay|take|need|hold)\b",
        lambda match: f"{match[1]} {_SINGULAR.get(match[2], match[2] + 's')}",
        text,
    )
    return re.sub(r"\bfirst first\b", "first", text)


def template(key: str, language: Language) -> str:
    """Return a text with its fields in braces."""
    return str(_templates()[key][language])


@cache
def _templates() -> Mapping[str, Mapping[str, str]]:
    return json.loads(files("deliberation.simulated").joinpath("texts.json").read_text("utf-8"))


def format_duration(hours: float, language: Language) -> str:
    """Return hours as people write them: "1.5 小时", "40 分钟", "1 hour", "2 h 15 min"."""
    hours = round(hours * 60) / 60
    if hours >= 10:
        hours = round(hours * 2) / 2
    if hours < 1:
        return _count(max(1, round(hours * 60)), "minute", language)
    if abs(hours * 2 - round(hours * 2)) < 1e-6:
        return _count(round(hours * 2) / 2, "hour", language)
    whole, minutes = int(hours), round((hours - int(hours)) * 60)
    return f"{whole} 小时 {minutes} 分钟" if language == "zh" else f"{whole} h {minutes} min"


_UNITS: Mapping[str, str] = {"minute": "分钟", "hour": "小时", "day": "天", "week": "周", "month": "个月"}


def _count(number: float, unit: str, language: Language) -> str:
    if language == "zh":
        return f"{number:g} {_UNITS[unit]}"
    return f"{number:g} {unit}{'' if number == 1 else 's'}"


def format_days(days: int, language: Language) -> str:
    """Return a span of days in days, weeks or months, whichever people would say."""
    if days < 14:
        return _count(max(1, days), "day", language)
    weeks = round(days / 7)
    if weeks < _LONG_WEEKS:
        return _count(weeks, "week", language)
    months = round(days / 30.44 * 2) / 2
    return _count(months if months < 12 else round(months), "month", language)


def format_date(day: date, today: date, language: Language) -> str:
    """Return a date without the year if it is the current one: "3月18日", "18 March 2027"."""
    year = day.year != today.year
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日" if year else f"{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]}{f' {day.year}' if year else ''}"


def lower_first(text: str) -> str:
    """Return a text that goes on within a sentence: without its capital, unless it begins with an abbreviation."""
    return text[:1].lower() + text[1:] if text[1:2] in (" ", *_LOWER) and not text.startswith("I ") else text


def upper_first(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def format_share(part: float, whole: float, language: Language) -> str:
    """Return a share in words of tenths or per cent, rounded to five: "约 45%"."""
    percent = round(100 * part / whole / 5) * 5 if whole else 0
    return f"约 {percent}%" if language == "zh" else f"about {percent}%"
