"""Monthly payment of a request, and the months in which it makes up the sum that the request names."""

import math
import re
from functools import lru_cache

from deliberation.simulated.query.numerals import parse_number

_SUM = r"(?:(?P<sign{0}>[$£€¥￥])\s?)?(?P<number{0}>(?<!\d)\d[\d,]{{0,11}}(?:\.\d{{1,4}})?)\s?(?P<unit{0}>k\b|万|千)?(?P<coin{0}>\s?(?:元|块钱|块|dollars?|pounds?|euros?|bucks|yuan|quid)\b)?"
_PAYMENT = re.compile(
    rf"(?:\b(?:at|paying|with|by|for) )?{_SUM.format(1)}\s?(?:a|per|each|every|/|/ )\s?month\b|\bmonthly (?:payments?|savings?) of {_SUM.format(2)}|"
    rf"每个?月(?:固定|只|大概|大约|最多)?(?:能|可以|可|打算|想)?(?:存|还|攒|拿出|还款|存下)(?:款|个|下)?{_SUM.format(3)}",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"(?:\b(?:owe|debts?(?: of| is)?|save(?: up)?|pay (?:off|back)|need|saving|total(?: of| is)?)\s+|(?:欠|欠了|债|存|攒|存够|存到|攒够|攒到|还清|存下|贷款)(?:了)?)(?:about |around |大概|大约)?{_SUM.format(4)}|"
    rf"(?P<money>[$£€¥￥]\s?\d[\d,]{{0,11}}(?:\.\d{{1,4}})?k?\b|(?<!\d)\d[\d,]{{0,11}}(?:\.\d{{1,4}})?万?(?:元|块))",
    re.IGNORECASE,
)
_FACTORS = {"k": 1_000, "千": 1_000, "万": 10_000}
MOST_MONTHS = 120
"""Months beyond which a division says nothing of the end."""


def find_payment(text: str) -> str:
    """Return the sum that a request pays or saves each month, as it writes it; "" if it names none."""
    match = _PAYMENT.search(text)
    return re.sub(r"^(?:at|paying|with|by|for) ", "", match[0].strip(), flags=re.IGNORECASE) if match else ""


def cut_payment(text: str) -> str:
    """Return a text without the words of its monthly payment."""
    return _PAYMENT.sub("", text)


@lru_cache(maxsize=256)
def months_of_payment(text: str) -> int | None:
    """Return the months that one payment takes for one sum, without interest; None unless a text names both once."""
    payments = {value for match in _PAYMENT.finditer(text) if (value := _value(match[0]))}
    totals = {value for match in _TOTAL.finditer(cut_payment(text)) if (value := _value(match[0]))}
    if len(payments) != 1 or len(totals) != 1:
        return None
    months = math.ceil(totals.pop() / payments.pop())
    return months if 1 < months <= MOST_MONTHS else None


def _value(words: str) -> float | None:
    match = re.search(r"(\d[\d,]*(?:\.\d+)?)\s?(k\b|万|千)?", words, re.IGNORECASE)
    number = parse_number(match[1].replace(",", "")) if match else None
    return number * _FACTORS.get((match[2] or "").lower(), 1) if match and number else None
