import pytest

from negotiation.contracts.money import Money
from negotiation.terms.fee_parser import parse_fee
from shared.core.language import Language


def stated(label: str, text: str, language: Language, currency: str) -> tuple[int, str, str | None] | None:
    fee = parse_fee(label, text, language, currency)
    return fee and (fee.amount.amount, fee.amount.currency, fee.basis)


@pytest.mark.parametrize(
    ("label", "text", "language", "own", "amount"),
    [
        ("fee", "350", "en", "GBP", 35000),
        ("fee", "300-400", "en", "GBP", 40000),
        ("fee", "three hundred to four hundred", "en", "GBP", 40000),
        ("fee", "1.5k", "en", "GBP", 150000),
        ("", "a fee of 1,500", "en", "GBP", 150000),
        ("费用", "三四百", "zh", "CNY", 40000),
        ("费用", "一千五", "zh", "CNY", 150000),
        ("价格", "2千", "zh", "CNY", 200000),
        ("费用", "八百到一千", "zh", "CNY", 100000),
        ("fee", "5000", "en", "JPY", 5000),
        ("fee", "0", "en", "GBP", 0),
        ("fee", "free of charge", "en", "GBP", 0),
        ("费用", "免费", "zh", "GBP", 0),
    ],
)
def test_a_fee_without_a_currency_is_in_the_own_one(
    label: str, text: str, language: Language, own: str, amount: int
) -> None:
    assert stated(label, text, language, own) == (amount, own, None)


@pytest.mark.parametrize(
    ("text", "language", "own", "expected"),
    [
        ("£350", "en", "CNY", (35000, "GBP")),
        ("£350", "zh", "CNY", (35000, "GBP")),
        ("350 EUR", "en", "GBP", (35000, "EUR")),
        ("three hundred pounds", "en", "CNY", (30000, "GBP")),
        ("800 yuan", "en", "GBP", (80000, "CNY")),
        ("800元", "zh", "GBP", (80000, "CNY")),
        ("800元", "zh", "HKD", (80000, "HKD")),
        ("$300", "en", "CAD", (30000, "CAD")),
        ("US$300", "en", "CAD", (30000, "USD")),
        ("$300", "en", "GBP", (30000, "USD")),
        ("¥5000", "en", "JPY", (5000, "JPY")),
        ("¥5000", "en", "GBP", (500000, "CNY")),
        ("800 TWD", "en", "GBP", (80000, "TWD")),
        ("SEK 800", "en", "GBP", (80000, "SEK")),
        ("800 SEK", "zh", "CNY", (80000, "SEK")),
        ("£300 to £400", "en", "GBP", (40000, "GBP")),
    ],
)
def test_a_sign_name_or_code_says_the_currency(
    text: str, language: Language, own: str, expected: tuple[int, str]
) -> None:
    assert stated("fee", text, language, own) == (*expected, None)


@pytest.mark.parametrize(
    ("text", "language", "amount", "basis"),
    [
        ("£20 an hour", "en", 2000, "hour"),
        ("£20/h", "en", 2000, "hour"),
        ("£150 per day", "en", 15000, "day"),
        ("£15 per head", "en", 1500, "person"),
        ("20 quid each", "en", 2000, "person"),
        ("400 per person", "en", 40000, "person"),
        ("£60 a session", "en", 6000, "event"),
        ("£300 for a day", "en", 30000, None),
        ("每小时200元", "zh", 20000, "hour"),
        ("人均80元", "zh", 8000, "person"),
        ("每场3000到5000元", "zh", 500000, "event"),
    ],
)
def test_what_a_fee_is_for_is_read(text: str, language: Language, amount: int, basis: str | None) -> None:
    own = "CNY" if language == "zh" else "GBP"
    assert stated("fee", text, language, own) == (amount, own, basis)


@pytest.mark.parametrize(
    ("label", "text", "language"),
    [
        ("fee", "-500", "en"),
        ("fee", "-£500", "en"),
        ("fee", "£-500", "en"),
        ("fee", "minus 500 pounds", "en"),
        ("费用", "-500元", "zh"),
        ("费用", "负500元", "zh"),
        ("fee", "£99999999999999", "en"),
        ("费用", "99999999999999元", "zh"),
        ("fee", "99999999999999", "en"),
        ("fee", "500 doubloons", "en"),
        ("fee", "500 XYZ", "en"),
        ("费用", "XYZ 500", "zh"),
        ("fee", "£800 a month", "en"),
        ("费用", "每月八千", "zh"),
        ("budget", "£400", "en"),
        ("", "a deposit of £200", "en"),
        ("", "来回路费300元报销", "zh"),
        ("", "20 years in the trade", "en"),
        ("fee", "to be discussed", "en"),
        ("费用", "面议", "zh"),
    ],
)
def test_what_is_no_fee_is_none(label: str, text: str, language: Language) -> None:
    assert parse_fee(label, text, language, "CNY" if language == "zh" else "GBP") is None


def test_of_two_fees_the_later_counts() -> None:
    fee = parse_fee("", "清洁费500元改为800元", "zh", "CNY")
    assert fee
    assert fee.amount == Money(amount=80000, currency="CNY")


def test_beside_another_number_only_a_sum_with_a_currency_is_a_fee() -> None:
    assert parse_fee("fee", "40", "en", "GBP", bare_numbers=False) is None
    assert parse_fee("费用", "不超过40", "zh", "CNY", bare_numbers=False) is None
    assert parse_fee("fee", "up to 40 people for £300", "en", "GBP", bare_numbers=False)
