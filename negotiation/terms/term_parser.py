"""Parser of terms in the words of people and models that state none as values (INTERFACES § 6, *Terms*).

It is applied once, where an answer enters; whoever decides reads terms, never words.
"""

import re
from collections.abc import Sequence
from datetime import date

from negotiation.contracts.terms import NO_TERMS, Condition, ConditionKind, Terms, merge_terms
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.terms.condition_kind import find_condition_kind, find_stated_kind
from negotiation.terms.fee_parser import NO_DAY, parse_fee
from negotiation.terms.quantity_parser import parse_deposit_share, parse_most_people, parse_notice_days
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions
from shared.core.iso_dates import is_date, is_instant
from shared.core.language import Language

MAX_LABEL_CHARS = 24
"""Maximum length of what stands before a colon for it to be a label."""

_CLAUSE_END = re.compile(
    rf"[；;。\n！!？?]|[,，](?!\d|\s*(?:and |or )?(?:\d{{4}}-\d|{'|'.join(WEEKDAYS)}|周[一二三四五六日]))|\.(?=\s|$)",
    re.IGNORECASE,
)
"""End of a clause; the comma within a number and between days is none."""

_DATE_LABEL = re.compile(r"日期|日子|时间|哪天|\b(?:dates?|days?|when)\b", re.IGNORECASE)
_AWAY = re.compile(
    r"没空|没时间|没有空|不行|不能|来不了|去不了|不在|有事|除外|以外|\b(?:not|except|away|can['’]?t|cannot|unable|busy|engaged"
    r"|unavailable|never|won['’]?t)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"只|仅|有空|改[到为成在]|换[到成]|\b(?:only|free|available|move[ds]? to|instead|works?)\b", re.IGNORECASE
)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})")
_START = re.compile(r"开始|起|从|自|\b(?:start|begin|from|after)", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)|(?:周|星期|礼拜)([一二三四五六日天])", re.IGNORECASE)
_FIRST_YEAR = 1900


def parse_terms(label: str, text: str, language: Language, currency: str) -> Terms | None:
    """Return the terms that a request or condition states, None if none is recognized.

    A later value of the same thing replaces an earlier one, as in 要付清洁费500元；清洁费改为800元. What has no key
    of its own becomes a condition of its kind, in the words of the text.

    Args:
        label: What the text is about ("fee", 日期), or "".
        text: The request or condition in Chinese or English.
        language: Language of the text.
        currency: ISO 4217 code of amounts without a currency.
    """
    merged: Terms | None = None
    clauses = _clauses(text)
    others: list[str] = []
    for clause in clauses:
        stated = _parse_values(label, clause, language, currency)
        merged = merge_terms(merged, stated)
        if stated is None and find_stated_kind(clause) is not None:
            others.append(clause)
    return merge_terms(merged, _conditions(text.strip(), others))


def parse_condition(text: str, language: Language, currency: str) -> Terms:
    """Return the terms of one condition; one that nothing is recognized in is a condition of the kind `other`."""
    return parse_terms("", text, language, currency) or Terms(conditions=(Condition(kind="other", text=text),))


def parse_offer_terms(contribution: str, conditions: Sequence[str], language: Language, currency: str) -> Terms | None:
    """Return the terms of an offer from its texts; None if there are none.

    Of the contribution only values count (fee, people, days, notice): "I bring a projector" is no condition. A notice
    and a deposit among the conditions are conditions of their kind as well. Arguments are as in `parse_terms`.
    """
    merged: Terms | None = None
    for clause in _clauses(contribution):
        merged = merge_terms(merged, _parse_values("", clause, language, currency))
    for condition in conditions:
        stated = parse_request(condition, language, currency)
        kind = find_condition_kind(condition)
        if not stated.conditions and kind in ("notice", "deposit"):
            stated = stated.model_copy(update={"conditions": (Condition(kind=kind, text=condition),)})
        merged = merge_terms(merged, stated)
    return merged


def parse_request(text: str, language: Language, currency: str) -> Terms:
    """Return the terms of a request or condition that may have a label, `LABEL: TEXT`; see `parse_condition`."""
    label, value = split_label(text)
    return parse_terms(label, value, language, currency) or Terms(
        conditions=(Condition(kind="other", text=text.strip()),)
    )


def split_label(text: str) -> tuple[str, str]:
    """Return the label before the first colon and the rest; without a short label ("", the text)."""
    label, colon, value = text.replace("：", ":").partition(":")
    is_label = bool(colon) and len(label) <= MAX_LABEL_CHARS and bool(value.strip()) and not label[-1:].isdigit()
    return (label.strip(), value.strip()) if is_label else ("", text.strip())


def _clauses(text: str) -> list[str]:
    return [clause.strip() for clause in _CLAUSE_END.split(text) if clause.strip()]


def _conditions(text: str, clauses: Sequence[str]) -> Terms | None:
    """Return the conditions that clauses of a text state; with one kind alone it is the whole text."""
    kinds: list[ConditionKind] = [find_condition_kind(clause) for clause in clauses]
    words = clauses if len(set(kinds)) > 1 else [text] * min(len(kinds), 1)
    conditions = tuple(Condition(kind=kind, text=each) for kind, each in zip(kinds, words, strict=False))
    return Terms(conditions=conditions) if conditions else None


def _parse_values(label: str, clause: str, language: Language, currency: str) -> Terms | None:
    """Return the keys of terms that a clause has values for; None without any."""
    dates, excluded = _parse_days(label, clause, language)
    start, end = _parse_instants(label, clause)
    share, people, notice = parse_deposit_share(clause), parse_most_people(label, clause), parse_notice_days(clause)
    other = bool(dates or excluded or start or end) or any(value is not None for value in (share, people, notice))
    fee = parse_fee(label, clause, language, currency, bare_numbers=not other)
    terms = Terms(
        fee=fee.amount if fee else None,
        per=fee.basis if fee else None,
        start=start,
        end=end,
        people=people,
        notice_days=notice,
        deposit_share=share,
        dates=dates,
        not_on=excluded,
    )
    return None if terms == NO_TERMS else terms


def _parse_days(label: str, clause: str, language: Language) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the only days that are possible and those that are not; full dates and days of the week."""
    mentions = [each for each in find_mentions(clause, language, NO_DAY) if each.kind in ("dates", "weekdays")]
    if not mentions:
        return (), ()
    days = tuple(dict.fromkeys(day for mention in mentions for day in _days(mention, clause[slice(*mention.span)])))
    if _AWAY.search(clause) or any(mention.excluded for mention in mentions):
        return (), days
    is_about_days = _DATE_LABEL.search(label) or _ONLY.search(clause) or is_date(clause.strip())
    return (days, ()) if is_about_days else ((), ())


def _days(mention: Mention, words: str) -> list[str]:
    """Return the days of a mention as terms have them: of one without a year, the day of the week that it names.

    A day of the week before a date that is not on it is another day: "Monday, 2026-02-25".
    """
    days: list[str] = []
    for value in mention.value if isinstance(mention.value, tuple) else ():
        if isinstance(value, int):
            days.append(WEEKDAYS[value])
            continue
        named = _weekdays(words)
        days += [WEEKDAYS[day] for day in sorted(named) if day != date.fromisoformat(value).weekday()]
        if int(value[:4]) >= _FIRST_YEAR:
            days.append(value)
        elif named:
            days.append(WEEKDAYS[date.fromisoformat(value).weekday()])
    return days


def _weekdays(words: str) -> set[int]:
    """Return the days of the week that words name, 0 (Monday) to 6."""
    english = [name[:3] for name in WEEKDAYS]
    return {
        english.index(match[1].lower()) if match[1] else "一二三四五六日".index(match[2].replace("天", "日"))
        for match in _WEEKDAY.finditer(words)
    }


def _parse_instants(label: str, clause: str) -> tuple[str | None, str | None]:
    """Return the start and end that a clause states as instants with an offset."""
    instants = [
        text.replace("Z", "+00:00") for text in _INSTANT.findall(clause) if is_instant(text.replace("Z", "+00:00"))
    ]
    if len(instants) > 1:
        return instants[0], instants[-1]
    if not instants:
        return None, None
    return (instants[0], None) if _START.search(f"{label} {clause}") else (None, instants[0])
