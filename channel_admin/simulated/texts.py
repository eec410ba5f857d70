"""Texts of the simulated skills in Chinese and English: plans, changes, gaps."""

import re
from math import ceil

from negotiation.simulated.quantities import parse_money
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog

MAX_HEADLINE_CHARS: dict[Language, int] = {"zh": 24, "en": 60}
_CLAUSE = re.compile(r"[，,。；;！!？?\n]|\. ")
_CURRENCY_SIGNS = "$€£"
_CURRENCY = re.compile(r"[$€£]|\b(?:usd|dollars?|euros?|eur|pounds?|gbp)\b", re.IGNORECASE)

render_text = TextCatalog.load("channel_admin.simulated").render


def headline(text: str, language: Language) -> str:
    """Return the first clause of a demand; one over 24 (Chinese) or 60 (English) characters is cut and ends in "…".

    The limit follows `language` and includes the "…".
    """
    clause = _CLAUSE.split(text.strip("。.!！ "), maxsplit=1)[0].strip()
    limit = MAX_HEADLINE_CHARS[language]
    return clause if len(clause) <= limit else clause[: limit - 1].rstrip() + "…"


def format_amount(yuan: int, budget: str | None, language: Language) -> str:
    """Return an amount in yuan as text, in the currency that the text `budget` names, such as "$75" or "75 euros".

    Converted amounts are rounded up to whole units (`parse_money` has the rates). If `budget` is None or names no
    other currency, it is "500元" or "500 yuan" by `language`, which has no other effect.
    """
    currency = _CURRENCY.search(budget or "")
    rate = (
        (parse_money(f"{currency[0]}1000" if currency[0] in _CURRENCY_SIGNS else f"1000 {currency[0]}") or 1000) / 1000
        if currency
        else 1.0
    )
    if not currency or rate == 1.0:
        return render_text("amount", language, yuan=yuan)
    value = ceil(yuan / rate)
    return f"{currency[0]}{value}" if currency[0] in _CURRENCY_SIGNS else f"{value} {currency[0]}"
