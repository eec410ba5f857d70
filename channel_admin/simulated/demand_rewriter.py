"""How does a demand read with another budget, day or number of people? What it said of that is replaced.

Where it cannot be found in the text, the new one is added, and told to be a change when there was another one.
"""

import re

from negotiation.simulated.quantities import NO_MONEY, day_at, days_in, money_in, people_at, sum_at
from shared.core.language import Language

Span = tuple[int, int]

_ADDED: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算{to}", "en": ", budget {to}"},
    "date": {"zh": "，日期{to}", "en": ", on {to}"},
    "people": {"zh": "，{to}人", "en": ", for {to} people"},
}
_CHANGED: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算改为{to}", "en": ", with the budget changed to {to}"},
    "date": {"zh": "，日期改到{to}", "en": ", with the date changed to {to}"},
    "people": {"zh": "，人数改为{to}人", "en": ", but for {to} people only"},
}
_PLAIN_BUDGET = re.compile(
    r"(?:预算|经费|费用|花费?|\bbudget|\bup to|\bspend|\bpay)[^\d，,。.;；]{0,12}(?P<sum>\d[\d,.]*(?<![,.]))",
    re.IGNORECASE,
)
_BY_ITSELF = re.compile(
    rf"(?:^|(?P<before>[，,；;。.!！、]))\s*(?:{NO_MONEY.pattern})\s*(?P<after>[，,；;。.!！、]|$)", re.IGNORECASE
)
_ADVERB = ("without", "free", "for free", "unpaid")
"""How the English words begin in whose place one says \"with a budget\"."""


def with_budget(raw: str, now: str | None, to: str, language: Language) -> str:
    """With the budget `to` in place of `now` (None: none was said)."""
    before = money_in(now) if now else None
    span = _exactly(raw, now) or (sum_at(raw, before) if before is not None else None) or _plain(raw, before)
    if span:
        text = _put(raw, span, to)
        return text if before else _BY_ITSELF.sub(_joint, text)
    free = None if before else NO_MONEY.search(raw)
    if free:
        return _BY_ITSELF.sub(_joint, _put(raw, free.span(), _instead(free[0], to)))
    return _added("budget", raw, now, to, language)


def with_day(raw: str, now: str | None, to: str, language: Language) -> str:
    """With the day `to` (YYYY-MM-DD) in place of `now`, a day or vaguer words."""
    planned = next(iter(days_in(now or "")), None)
    span = _exactly(raw, now) or (day_at(raw, planned) if planned else None)
    return _put(raw, span, to) if span else _added("date", raw, now, to, language)


def with_people(raw: str, now: int, to: int, language: Language) -> str:
    """For `to` people in place of `now`."""
    span = people_at(raw, now) or _exactly(raw, str(now))
    return _put(raw, span, str(to)) if span else _added("people", raw, str(now), str(to), language)


def added(raw: str, more: str) -> str:
    """With more at its end."""
    return raw.rstrip("。.!！ ") + more


def _added(aspect: str, raw: str, now: str | None, to: str, language: Language) -> str:
    return added(raw, (_CHANGED if now else _ADDED)[aspect][language].format(to=to))


def _exactly(raw: str, now: str | None) -> Span | None:
    """Where these very words stand, as no part of a longer number."""
    found = re.search(rf"(?<!\d)(?<!\d[,.]){re.escape(now)}(?!\d|[,.]\d)", raw) if now else None
    return found and found.span()


def _plain(raw: str, yuan: int | None) -> Span | None:
    """Where a budget is named without a currency."""
    found = (match for match in _PLAIN_BUDGET.finditer(raw) if money_in(match["sum"]) == yuan)
    return next((match.span("sum") for match in found), None)


def _put(raw: str, span: Span, to: str) -> str:
    return raw[: span[0]] + to + raw[span[1] :]


def _instead(words: str, to: str) -> str:
    """The budget where it was said that there is none."""
    if not words.isascii():
        return f"预算{to}"
    said = words.lower()
    before = "with a " if said.startswith(_ADVERB) else "" if said.startswith("zero") else "a "
    text = f"{before}budget of {to}"
    return text[0].upper() + text[1:] if words[0].isupper() else text


def _joint(match: re.Match[str]) -> str:
    """What stays of a clause that is taken out: one of the signs around it, the one that ends a sentence first."""
    before = match["before"]
    return "" if before is None else match["after"] if before in "，,；;、" else before
