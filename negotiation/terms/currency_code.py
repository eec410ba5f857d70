"""Currencies that a text names by their ISO 4217 code, by sign or as what is usual where somebody lives."""

import re

from negotiation.contracts.money import Money, money_of_units, units_of_money

CURRENCY_CODES = frozenset([
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN",
    "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF",
    "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB",
    "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG",
    "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF",
    "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA",
    "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO",
    "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD",
    "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN",
    "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD",
    "UYU", "UZS", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG",
])  # fmt: skip
"""Codes of ISO 4217 for currencies in use."""

_DOLLARS = frozenset({"USD", "CAD", "AUD", "SGD", "HKD", "NZD", "TWD"})
"""Currencies that their people call dollars and write with $."""

_LOCAL_YUAN = frozenset({"CNY", "HKD", "TWD", "MOP", "SGD"})
"""Currencies whose unit is 元 or 块 in Chinese."""

_CNY_WORDS = re.compile(r"人民币|RMB|CNY|软妹币|yuan", re.IGNORECASE)
_YUAN_WORDS = re.compile(r"[元圆块]|大洋")
_FREE_WORDS = re.compile(r"免费|义务|无偿|不给钱|公益|[没无零0].{0,3}(?:预算|经费|报酬|酬劳)")
_YEN_SIGN = re.compile(r"[¥￥]")
_PLAIN_DOLLARS = re.compile(r"(?<![A-Za-z])\$|\b(?:dollars?|bucks?)\b|刀", re.IGNORECASE)
_NAMED_DOLLARS = re.compile(r"\bUSD?\b|美|(?:us|american) dollar", re.IGNORECASE)


def in_usual_currency(amount: Money, words: str, currency: str) -> Money:
    """Return an amount that a text states in the currency that its words mean to somebody who is paid in `currency`.

    $, 元 and ¥ are those of the person's own currency if it is written so; a bare number is in the own currency.

    Args:
        amount: Amount as a reader of demands understands it, to whom 元 and a bare number are yuan and $ is USD.
        words: Words of the amount, with its sign or the currency's name.
        currency: ISO 4217 code of the person's own currency.
    """
    if amount.currency == "USD" and currency in _DOLLARS and _PLAIN_DOLLARS.search(words):
        return amount if _NAMED_DOLLARS.search(words) else _recast(amount, currency)
    if amount.currency != "CNY" or _CNY_WORDS.search(words):
        return amount
    if _YUAN_WORDS.search(words):
        return _recast(amount, currency) if currency in _LOCAL_YUAN else amount
    if _YEN_SIGN.search(words):
        return _recast(amount, currency) if currency == "JPY" else amount
    return _recast(amount, currency)


def is_bare_number(amount: Money, words: str) -> bool:
    """Return whether an amount, as a reader of demands understands it, has no currency in its words."""
    return amount.currency == "CNY" and not any(
        pattern.search(words) for pattern in (_CNY_WORDS, _YUAN_WORDS, _YEN_SIGN, _FREE_WORDS)
    )


def _recast(amount: Money, currency: str) -> Money:
    return money_of_units(units_of_money(amount), currency)
