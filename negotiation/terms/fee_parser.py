"""Parser of the fee that a text states, and of what it is for (INTERFACES § 6, *Terms*)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from negotiation.contracts.money import MAX_MINOR_UNITS, Money, money_of_units, units_of_money
from negotiation.contracts.terms import FeeBasis
from negotiation.terms.currency_code import CURRENCY_CODES, in_usual_currency, is_bare_number
from negotiation.understanding import chinese_numbers, english_numbers
from negotiation.understanding.mentions import find_mentions
from shared.core.language import Language

NO_DAY = date(2, 1, 1)
"""Day from which partial dates of texts count that have no day: what comes of them is recognized by its year."""

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,12}(?:\.\d{1,2})?"
_CODED = re.compile(
    rf"(?<![A-Za-z])(?P<before>[A-Z]{{3}})(?=\s?\d)|(?P<digits>{_DIGITS})\s?(?P<after>[A-Z]{{3}})(?![A-Za-z])"
)
_FEE_WORD = re.compile(
    r"费|价|报酬|酬劳|酬金|工钱|租金|薪|钱|收取?(?=\s?\d)|\b(?:fees?|prices?|rates?|costs?|charges?|rent)\b|^pay\s",
    re.IGNORECASE,
)
_OTHER_MONEY = re.compile(
    r"(?:来回)?(?:交通|路|车马?|差旅|运|油|过路|打车|保险)费|车票|差旅|定金|订金|押金|预算|保险"
    r"|\b(?:travel|deposits?|down payment|budget|insurance|fares?|fines?)\b",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"不收费|不要钱|免费|无偿|\b(?:free of charge|for free|no (?:fee|charge)|unpaid|without (?:a )?(?:fee|charge))\b",
    re.IGNORECASE,
)
_NEGATIVE_BEFORE = re.compile(r"(?:(?<![\w)])[-−–]|负|\bminus )\s?$", re.IGNORECASE)
_NEGATIVE_WITHIN = re.compile(r"(?:[£€¥￥$₹₦₩]|^|[^\w\s)])[-−](?=[\d£€¥￥$])|负(?=\d)|\bminus (?=\d)", re.IGNORECASE)
_NOT_BARE = re.compile(r"(?:^|[^\w)])[-−](?=\s?\d)|负|\bminus\b|[£€¥￥$₹₦₩]", re.IGNORECASE)
_NUMBER_EDGE = re.compile(r"\d|[.,](?=\d)")

_EVERY = r"(?:/|(?<!for )\b(?:an?|per|each|every)\b)\s?"
_BASES: dict[FeeBasis, str] = {
    "hour": rf"{_EVERY}(?:hour|hr|h)\b|\bp\.?h\b|[每一/]\s?个?\s?(?:小时|钟头)|时薪",
    "day": rf"{_EVERY}(?:day|night)\b|[每一/]\s?(?:天|日|晚)|日薪",
    "person": rf"{_EVERY}(?:person|head|guest|child|kid|participant)\b|\bp\.?p\b|\b(?:each|apiece)\s*$"
    r"|[每一/]\s?个?\s?(?:人|位|头)|人均",
    "event": rf"{_EVERY}(?:visit|session|lesson|class|time|go|evening|event|show|gig)\b"
    r"|[每一/]\s?(?:次|场|节|课|趟|单)",
}
_BASIS_PATTERNS: tuple[tuple[FeeBasis, re.Pattern[str]], ...] = tuple(
    (basis, re.compile(pattern, re.IGNORECASE)) for basis, pattern in _BASES.items()
)
_OTHER_BASIS = re.compile(
    rf"{_EVERY}(?:week|month|year|item|piece|page|word|mile|km)\b"
    r"|[每一/]\s?个?\s?(?:周|星期|月|年|份|件|张|首|页|字|套|桌|只|平米?|公里)|[月年]薪|月租",
    re.IGNORECASE,
)

_JOIN = r"\s?(?:-|–|—|~|～|to|到|至)\s?"
_ENGLISH_SUM = rf"(?:(?<![\d.,])(?:{_DIGITS})(?:k\b)?|{english_numbers.NUMBER})"
_SMALL_WORDS = (
    r"(?:my|our|the|a|an|is|of|at|least|about|around|from|only|just|now|changed|raised|lowered|fee|price|rate|cost|charge"
    r"|pay|up|to|for|no|less|than|total)"
)
_BARE_ENGLISH = re.compile(
    rf"^\W*(?:{_SMALL_WORDS}\b\W*)*(?:{_ENGLISH_SUM}{_JOIN})?(?P<number>{_ENGLISH_SUM})(?P<rest>.*)$", re.IGNORECASE
)
_REST_ENGLISH = re.compile(
    r"^\W*(?:(?:in total|total|all in|altogether|instead|or more|or so|flat|net|gross|cash"
    r"|(?:/|an?\b|per\b|each\b|every\b|p\.?[hp]\b)\s?\w*)\W*)*$",
    re.IGNORECASE,
)
_BARE_CHINESE = re.compile(
    rf"^(?P<lead>[^\d零〇一二两三四五六七八九十百千万]*)(?:(?:{chinese_numbers.NUMBER_PATTERN}){_JOIN})?"
    rf"(?P<number>{chinese_numbers.NUMBER_PATTERN})(?P<rest>.*)$"
)
_REST_CHINESE = re.compile(r"^\s?(?:整|左右|以上|起|多|封顶|[每一/]?\s?个?\s?(?:小时|天|日|晚|人|位|次|场|节|趟))*\W*$")


@dataclass(frozen=True, slots=True)
class StatedFee:
    """Fee that a text states, and what it is for; `basis` is None if the text does not say."""

    amount: Money
    basis: FeeBasis | None


def parse_fee(
    label: str, text: str, language: Language, currency: str, *, bare_numbers: bool = True
) -> StatedFee | None:
    """Return the last fee that a clause states, of a range the upper end; None without one.

    None as well for a sum that is negative, too large for `Money` or in a currency that ISO 4217 does not know, for a
    deposit, a budget or travel money, and for a price of something that terms have no word for (a month, a page).

    Args:
        label: What the text is about, in the writer's words; one that names a fee lets a bare number be one.
        text: One clause.
        language: Language of the text.
        currency: ISO 4217 code of a number without a currency.
        bare_numbers: Whether a number without a currency may be a fee; False if the clause has another number.
    """
    named = bool(_FEE_WORD.search(_OTHER_MONEY.sub("", f"{label} {text}")))
    if not named and _OTHER_MONEY.search(f"{label} {text}"):
        return None
    known, code, is_unknown = _with_known_code(text)
    if is_unknown:
        return None
    stated = list(_stated(known, language, currency, code, bare_numbers=bare_numbers))
    if not stated and named and bare_numbers and code is None:
        stated = [_bare(known, language, currency)]
    if not any(stated) and _FREE.search(text):
        return StatedFee(Money(amount=0, currency=currency), None)
    return next((fee for fee in reversed(stated) if fee), None)


def _with_known_code(text: str) -> tuple[str, str | None, bool]:
    """Return a text whose currency code is one that every reader knows, the code itself, and whether it is unknown."""
    match = _CODED.search(text)
    if match is None:
        return text, None, False
    code = match["before"] or match["after"]
    if code not in CURRENCY_CODES:
        return text, None, code not in ("RMB", "NTD", "VAT", "MAX", "MIN", "FEE")
    return re.sub(rf"(?<![A-Za-z]){code}(?![A-Za-z])", "EUR", text), code, False


def _stated(
    text: str, language: Language, currency: str, code: str | None, *, bare_numbers: bool
) -> Iterator[StatedFee | None]:
    for mention in find_mentions(text, language, NO_DAY):
        if mention.kind != "budget" or not isinstance(mention.value, Money):
            continue
        start, end = mention.span
        words = text[start:end]
        if _is_cut_or_negative(text, start, end):
            yield None
            continue
        if not bare_numbers and is_bare_number(mention.value, words):
            continue
        amount = in_usual_currency(mention.value, words, currency)
        if code is not None and amount.currency == "EUR":
            amount = _money(units_of_money(amount), code)
        yield _with_basis(amount, words)


def _is_cut_or_negative(text: str, start: int, end: int) -> bool:
    """Return whether an amount is only part of a longer number, or below zero."""
    if _NEGATIVE_BEFORE.search(text[:start]) or _NEGATIVE_WITHIN.search(text[start:end]):
        return True
    return bool(_NUMBER_EDGE.match(text, end) or re.search(r"\d[.,]?$", text[:start]))


def _with_basis(amount: Money | None, words: str) -> StatedFee | None:
    if amount is None or _OTHER_BASIS.search(words):
        return None
    return StatedFee(amount, next((basis for basis, pattern in _BASIS_PATTERNS if pattern.search(words)), None))


def _bare(text: str, language: Language, currency: str) -> StatedFee | None:
    """Return a fee that is a number alone or with words that say nothing else: `800`, `300 to 400 an hour`."""
    if _NOT_BARE.search(text):
        return None
    english = _BARE_ENGLISH.match(text.strip())
    if english and _REST_ENGLISH.match(english["rest"]):
        return _with_basis(_money(_english_units(english["number"]), currency), english["rest"])
    chinese = _BARE_CHINESE.match(text.strip()) if language == "zh" else None
    if chinese and _REST_CHINESE.match(chinese["rest"]):
        ends = chinese_numbers.parse_range(chinese["number"])
        units = ends[1] if ends else chinese_numbers.parse_number(chinese["number"])
        return _with_basis(_money(units, currency), chinese["rest"])
    return None


def _english_units(number: str) -> float | None:
    plain = number.lower().replace(",", "")
    scale = 1000 if plain.endswith("k") else 1
    try:
        return float(plain.removesuffix("k")) * scale
    except ValueError:
        return english_numbers.parse_english_number(number)


def _money(units: float | None, currency: str) -> Money | None:
    """Return an amount; None without one and for one that is too large."""
    return None if units is None or units * 100 > MAX_MINOR_UNITS else money_of_units(units, currency)
