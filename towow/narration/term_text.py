"""Terms as text: fee, people, notice, deposit and conditions, without what another text has said."""

import re
from collections.abc import Iterator, Sequence

from negotiation.contracts.money import units_of_money
from negotiation.contracts.terms import FeeBasis, Terms
from negotiation.understanding.chinese_numbers import parse_number
from negotiation.understanding.derived_fields import format_money
from towow.narration.context import NarrationContext

_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d+\s*月\s*\d+\s*日")
_CHINESE_NUMERAL = re.compile(r"[一二两三四五六七八九十百千]+(?=[人位天日])")
_QUANTITY = re.compile(
    r"(\d[\d,]*(?:\.\d+)?)[\s-]*(?:(?P<people>people|persons?|guests?|人|位)|(?P<days>days?\b|天|日)|(?P<share>[%％]))?",
    re.IGNORECASE,
)


def format_terms(terms: Terms | None, context: NarrationContext, said: Sequence[str | None] = ()) -> str:
    """Return terms as one text such as `£800 an hour, at most 50 people`, in the demand's language.

    It is empty without terms. What one of the texts `said` has already is left out: a quantity with its unit, for a fee
    the number alone, and a condition word for word.
    """
    if terms is None:
        return ""
    texts = " \n".join(filter(None, said))
    return context.join_texts(dict.fromkeys(_term_texts(terms, context, texts)))


def format_fee(terms: Terms, context: NarrationContext) -> str:
    """Return the fee with what it is for, such as `£50 an hour`; empty without a fee."""
    if terms.fee is None:
        return ""
    if not terms.fee.amount:
        return context.text("free")
    per: FeeBasis = terms.per or "event"
    money = format_money(terms.fee, context.language)
    return money if per == "event" else context.text(f"fee_per.{per}", fee=money)


def _term_texts(terms: Terms, context: NarrationContext, said: str) -> Iterator[str]:
    if terms.fee is not None and ("plain", units_of_money(terms.fee)) not in _quantities(said):
        yield format_fee(terms, context)
    if terms.people is not None and ("people", terms.people) not in _quantities(said):
        yield context.text("term.people", people=terms.people)
    if terms.notice_days is not None and ("days", terms.notice_days) not in _quantities(said):
        yield context.text("term.notice", count=terms.notice_days)
    if terms.deposit_share is not None and ("share", round(terms.deposit_share * 100)) not in _quantities(said):
        yield context.text("term.deposit", percent=round(terms.deposit_share * 100))
    yield from (condition.text for condition in terms.conditions if condition.text not in said)


def _quantities(text: str) -> frozenset[tuple[str, float]]:
    """Return the numbers of a text, each with the kind of its unit; those of dates do not count."""
    found = _QUANTITY.finditer(_CHINESE_NUMERAL.sub(_to_digits, _DATE.sub(" ", text)))
    return frozenset((match.lastgroup or "plain", float(match[1].replace(",", ""))) for match in found)


def _to_digits(numeral: re.Match[str]) -> str:
    number = parse_number(numeral[0])
    return numeral[0] if number is None else f"{number:g}"
