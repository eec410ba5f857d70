"""Amount that a goal names: a number with its unit, such as "500米", "8 episodes" or "15 minutes"."""

import math
import re
from dataclasses import dataclass

from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.numerals import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    format_number,
    parse_chinese_number,
    parse_english_number,
)

_LIMIT = re.compile(
    r"(?:从|由|from|进|以内|内|低于|不超过|降到|减到|under|below|sub|within|less than|at most|to|at|level|grade|band|zero)[\s-]*$",
    re.IGNORECASE,
)
_LIMIT_AFTER = re.compile("以内|之内|内")
_YEAR = re.compile(r"(?:19|20)\d\d [a-z]+(?<!s)", re.IGNORECASE)
"""Year of a thing: "1962 accordion"."""

_ZH = re.compile(
    rf"(?P<number>{CHINESE_NUMBER})\s*(?P<unit>公里|千米|米|分钟|小时|字|首(?!付|都|次|先)|篇|集|期|本|个|件|幅|张|种|遍|次|节|页|门|章|块|只|株|道|户|人|万|斤|公斤|套|段|条|家|部|座|处|封|卷|册|场|站|趟)(?!月|星期|礼拜|点)"
)
_EN = re.compile(
    rf"(?<![\dx×.$£€])(?P<number>{ENGLISH_NUMBER})[\s-]+(?:(?:consecutive|different|new|more|full|whole|clean|unbroken|single|separate)\s+)?(?P<unit>(?!(?:am|pm|a|the|to|of|in|or|and|years?|months?|weeks?|days?|times|year-old|o'clock|kids|for|on|with|from|by|per|is|at|as|people|guests|adults|bedrooms?|cats?|dogs?|lb|lbs|kg|pounds|under|sub)\b)[a-z]+(?<!s)(?:\s[a-z]{{3,}}s(?!s))?|(?!(?:kids|pounds|lbs|weeks|days|months|years|times|guests|adults|cats|dogs|bedrooms)\b)[a-z]+s)\b",
    re.IGNORECASE,
)
_KM = re.compile(r"\b(?P<number>\d+)(?P<unit>k|km|m)\b(?! ?(?:words|€|£|\$))", re.IGNORECASE)
_MONEY = re.compile(r"(?P<unit>[$£€¥￥])\s?(?P<number>\d[\d,.]*\d?k?)", re.IGNORECASE)
_LENGTHS = {
    "万",
    "斤",
    "公斤",
    "公里",
    "千米",
    "米",
    "分钟",
    "小时",
    "k",
    "km",
    "m",
    "minute",
    "minutes",
    "metres",
    "meters",
    "miles",
    "mile",
    "hours",
}
_MEASURES = {"字", "words", "word"}


@dataclass(frozen=True)
class Amount:
    """Number with its unit.

    Attributes:
        number: Value.
        unit: Unit as the goal writes it.
        words: Both as the goal writes them.
        kind: A length that grows (distance, time), a number of pieces, words of text, or money.
    """

    number: float
    unit: str
    words: str
    kind: str

    def part(self, share: float) -> str:
        """Return a share of the amount with its unit, rounded to what one can count or measure."""
        value = self.number * share
        step = (
            10 ** max(0, len(str(int(value))) - 2)
            if value >= 10
            else (1 if self.kind == "pieces" or value >= 3 else 0.5)
        )
        rounded = max(step, int(value / step + 0.5) * step)
        unit = self.unit
        if (
            not has_chinese(unit)
            and rounded != 1
            and re.fullmatch(r"(?:minute|episode|piece|word|page|mile|song)", unit)
        ):
            unit += "s"
        if rounded == 1 and not has_chinese(unit):
            unit = _singular(unit)
        joined = f"{unit if self.kind == 'money' else ''}"
        joined += f"{format_number(rounded) if rounded < 10_000 else f'{rounded:,.0f}'}"
        if self.kind == "money" and unit == "万":
            return f"{_two_digits(self.number * share * 10_000):,.0f} 元"
        if self.kind == "money":
            return joined
        return joined + (unit if has_chinese(unit) or len(unit) == 1 else f" {unit}")

    def per_month(self, months: int) -> str:
        """Return what one month needs of an amount of money, rounded up to tens, with its unit."""
        is_wan = self.unit == "万"
        value = math.ceil(self.number * (10_000 if is_wan else 1) / max(1, months) / 10) * 10
        return f"{value:,} 元" if is_wan else f"{self.unit}{value:,}"


def _singular(unit: str) -> str:
    """Return the name of one piece: "lighthouse" of "lighthouses"."""
    for ending, one in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ss", "ss")):
        if len(unit) > 4 and unit.endswith(ending):
            return unit.removesuffix(ending) + one
    return unit[:-1] if len(unit) > 2 and unit.endswith("s") else unit


def _two_digits(value: float) -> float:
    step = 10 ** max(0, len(str(int(value))) - 2)
    return round(value / step) * step


def find_amount(goal: str) -> Amount | None:
    """Return the amount of a goal that can be reached by parts; None without one, or if it is a limit or a score."""
    for pattern, parse in (
        (_MONEY, parse_english_number),
        (_ZH, parse_chinese_number),
        (_KM, parse_english_number),
        (_EN, parse_english_number),
    ):
        for match in pattern.finditer(goal):
            number = parse(match["number"])
            unit = match["unit"]
            is_limit = _LIMIT.search(goal[: match.start()]) or _LIMIT_AFTER.match(goal[match.end() :])
            if number and number > 1 and not is_limit and not _YEAR.fullmatch(match[0]):
                is_sum = pattern is _MONEY or (unit == "万" and re.search(r"存|还|债|贷|钱|元|攒", goal) is not None)
                is_row = re.search(r"consecutive|in a row|unbroken|连续", goal) is not None
                kind = (
                    "length"
                    if is_row
                    else "money"
                    if is_sum
                    else "length"
                    if unit.lower() in _LENGTHS
                    else "words"
                    if unit.lower() in _MEASURES
                    else "pieces"
                )
                return Amount(number, unit, match[0], kind)
    return None
