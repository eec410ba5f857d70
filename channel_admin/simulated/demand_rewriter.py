"""How does a demand read with another budget, day or number of people? What it said of that is replaced.

Where it cannot be found in the text, the new one is added, and told to be a change when there was another one.
"""

import re

from negotiation.simulated.quantities import (
    NO_BUDGET_PATTERN,
    find_date,
    find_money,
    find_people_count,
    parse_dates,
    parse_money,
)
from shared.core.language import Language

Span = tuple[int, int]

_ADDED_CLAUSES: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算{to}", "en": ", budget {to}"},
    "date": {"zh": "，日期{to}", "en": ", on {to}"},
    "people": {"zh": "，{to}人", "en": ", for {to} people"},
}
_CHANGED_CLAUSES: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算改为{to}", "en": ", with the budget changed to {to}"},
    "date": {"zh": "，日期改到{to}", "en": ", with the date changed to {to}"},
    "people": {"zh": "，人数改为{to}人", "en": ", but for {to} people only"},
}
_PLAIN_BUDGET = re.compile(
    r"(?:预算|经费|费用|花费?|\bbudget|\bup to|\bspend|\bpay)[^\d，,。.;；]{0,12}(?P<sum>\d[\d,.]*(?<![,.]))",
    re.IGNORECASE,
)
_NO_MONEY_CLAUSE = re.compile(
    rf"(?:^|(?P<before>[，,；;。.!！、]))\s*(?:{NO_BUDGET_PATTERN.pattern})\s*(?P<after>[，,；;。.!！、]|$)",
    re.IGNORECASE,
)
_ADVERB_PREFIXES = ("without", "free", "for free", "unpaid")
"""How the English words begin in whose place one says \"with a budget\"."""


def replace_budget(raw: str, current: str | None, new: str, language: Language) -> str:
    """With the budget `to` in place of `now` (None: none was said)."""
    before = parse_money(current) if current else None
    span = (
        _find_exact(raw, current)
        or (find_money(raw, before) if before is not None else None)
        or _find_plain_budget(raw, before)
    )
    if span:
        text = _replace_span(raw, span, new)
        return text if before else _NO_MONEY_CLAUSE.sub(_remaining_punctuation, text)
    free = None if before else NO_BUDGET_PATTERN.search(raw)
    if free:
        return _NO_MONEY_CLAUSE.sub(
            _remaining_punctuation, _replace_span(raw, free.span(), _budget_phrase(free[0], new))
        )
    return _append_value("budget", raw, current, new, language)


def replace_day(raw: str, current: str | None, new: str, language: Language) -> str:
    """With the day `to` (YYYY-MM-DD) in place of `now`, a day or vaguer words."""
    planned = next(iter(parse_dates(current or "")), None)
    span = _find_exact(raw, current) or (find_date(raw, planned) if planned else None)
    return _replace_span(raw, span, new) if span else _append_value("date", raw, current, new, language)


def replace_attendance(raw: str, current: int, new: int, language: Language) -> str:
    """For `to` people in place of `now`."""
    span = find_people_count(raw, current) or _find_exact(raw, str(current))
    return (
        _replace_span(raw, span, str(new)) if span else _append_value("people", raw, str(current), str(new), language)
    )


def append_text(raw: str, addition: str) -> str:
    """With more at its end."""
    return raw.rstrip("。.!！ ") + addition


def _append_value(aspect: str, raw: str, current: str | None, new: str, language: Language) -> str:
    return append_text(raw, (_CHANGED_CLAUSES if current else _ADDED_CLAUSES)[aspect][language].format(to=new))


def _find_exact(raw: str, value: str | None) -> Span | None:
    """Where these very words stand, as no part of a longer number."""
    found = re.search(rf"(?<!\d)(?<!\d[,.]){re.escape(value)}(?!\d|[,.]\d)", raw) if value else None
    return found and found.span()


def _find_plain_budget(raw: str, yuan: int | None) -> Span | None:
    """Where a budget is named without a currency."""
    found = (match for match in _PLAIN_BUDGET.finditer(raw) if parse_money(match["sum"]) == yuan)
    return next((match.span("sum") for match in found), None)


def _replace_span(raw: str, span: Span, new: str) -> str:
    return raw[: span[0]] + new + raw[span[1] :]


def _budget_phrase(words: str, budget: str) -> str:
    """The budget where it was said that there is none."""
    if not words.isascii():
        return f"预算{budget}"
    said = words.lower()
    before = "with a " if said.startswith(_ADVERB_PREFIXES) else "" if said.startswith("zero") else "a "
    text = f"{before}budget of {budget}"
    return text[0].upper() + text[1:] if words[0].isupper() else text


def _remaining_punctuation(match: re.Match[str]) -> str:
    """What stays of a clause that is taken out: one of the signs around it, the one that ends a sentence first."""
    before = match["before"]
    return "" if before is None else match["after"] if before in "，,；;、" else before
