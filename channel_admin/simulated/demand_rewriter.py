"""Rewriting of a demand text with another budget, day or number of people.

The current value is replaced in the text. If it cannot be found there, the new value is appended, worded as a change if
there was a current one.
"""

import re

from channel_admin.simulated.texts import render_text
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

_PLAIN_BUDGET = re.compile(
    r"(?:预算|经费|费用|花费?|\bbudget|\bup to|\bspend|\bpay)[^\d，,。.;；]{0,12}(?P<sum>\d[\d,.]*(?<![,.]))",
    re.IGNORECASE,
)
_NO_MONEY_CLAUSE = re.compile(
    rf"(?:^|(?P<before>[，,；;。.!！、]))\s*(?:{NO_BUDGET_PATTERN.pattern})\s*(?P<after>[，,；;。.!！、]|$)",
    re.IGNORECASE,
)
_ADVERB_PREFIXES = ("without", "free", "for free", "unpaid")
"""Beginnings of the English phrases that \"with a budget of …\" replaces."""


def replace_budget(raw: str, current: str | None, new: str, language: Language) -> str:
    """Return the demand text with the budget `new` in place of `current` or of a phrase that there is no budget.

    `current` is found as it is or as an equal amount in another notation. If neither is found, a clause with `new` is
    appended in `language`.

    Args:
        raw: The demand text.
        current: Budget as text, such as `3000元` or `$500`; None if the demand names none.
        new: Budget as text, with its currency; inserted as it is.
        language: Language of the demand.
    """
    current_yuan = parse_money(current) if current else None
    span = (
        _find_exact(raw, current)
        or (find_money(raw, current_yuan) if current_yuan is not None else None)
        or _find_plain_budget(raw, current_yuan)
    )
    if span:
        text = _replace_span(raw, span, new)
        return text if current_yuan else _NO_MONEY_CLAUSE.sub(_remaining_punctuation, text)
    no_budget = None if current_yuan else NO_BUDGET_PATTERN.search(raw)
    if no_budget:
        return _NO_MONEY_CLAUSE.sub(
            _remaining_punctuation, _replace_span(raw, no_budget.span(), _budget_phrase(no_budget[0], new))
        )
    return _append_value("budget", raw, current, new, language)


def replace_day(raw: str, current: str | None, new: str, language: Language) -> str:
    """Return the demand text with the day `new` (YYYY-MM-DD) in place of `current`.

    If `current` is None or not found, a clause with `new` is appended in `language`.

    Args:
        raw: The demand text.
        current: Date (also found in another notation) or vaguer phrase such as `next Friday`, in the words of the text;
            None if the demand names none.
        new: New day; inserted as it is.
        language: Language of the demand.
    """
    planned = next(iter(parse_dates(current or "")), None)
    span = _find_exact(raw, current) or (find_date(raw, planned) if planned else None)
    return _replace_span(raw, span, new) if span else _append_value("date", raw, current, new, language)


def replace_attendance(raw: str, current: int, new: int, language: Language) -> str:
    """Return the demand text with the number `new` in place of `current`, the number of attendees.

    Only the first occurrence is replaced. If there is none, a clause with `new` is appended in `language`.
    """
    span = find_people_count(raw, current) or _find_exact(raw, str(current))
    return (
        _replace_span(raw, span, str(new)) if span else _append_value("people", raw, str(current), str(new), language)
    )


def append_text(raw: str, addition: str) -> str:
    """Return the demand text with `addition` in place of its final punctuation, if any, else appended.

    Nothing is inserted in between: `addition` starts with its own comma or space.
    """
    return raw.rstrip("。.!！ ") + addition


def _append_value(aspect: str, raw: str, current: str | None, new: str, language: Language) -> str:
    return append_text(raw, render_text(f"change.{aspect}" if current else f"append.{aspect}", language, to=new))


def _find_exact(raw: str, value: str | None) -> Span | None:
    """Find the exact value, not as part of a longer number."""
    found = re.search(rf"(?<!\d)(?<!\d[,.]){re.escape(value)}(?!\d|[,.]\d)", raw) if value else None
    return found and found.span()


def _find_plain_budget(raw: str, yuan: int | None) -> Span | None:
    """Find a budget named without a currency."""
    found = (match for match in _PLAIN_BUDGET.finditer(raw) if parse_money(match["sum"]) == yuan)
    return next((match.span("sum") for match in found), None)


def _replace_span(raw: str, span: Span, new: str) -> str:
    return raw[: span[0]] + new + raw[span[1] :]


def _budget_phrase(words: str, budget: str) -> str:
    """Phrase that states the budget in place of one that says there is none."""
    if not words.isascii():
        return f"预算{budget}"
    phrase = words.lower()
    article = "with a " if phrase.startswith(_ADVERB_PREFIXES) else "" if phrase.startswith("zero") else "a "
    text = f"{article}budget of {budget}"
    return text[0].upper() + text[1:] if words[0].isupper() else text


def _remaining_punctuation(match: re.Match[str]) -> str:
    """Return the punctuation that remains of a removed clause, preferring one that ends a sentence."""
    before = match["before"]
    return "" if before is None else match["after"] if before in "，,；;、" else before
