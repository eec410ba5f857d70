"""Budget of a request: the amount of money that it allows, with its unit."""

import re

from deliberation.simulated.query.numerals import CHINESE_NUMBER, ENGLISH_NUMBER

_SUM_ZH = rf"(?:[¥￥$€£]\s?)?{CHINESE_NUMBER}(?:\s?(?:元|块钱|块|万元|万|美元|欧元|刀|人民币))?"
_SUM_EN = rf"(?:[$£€¥]\s?\d(?:[\d,.]*\d)?k?|{ENGLISH_NUMBER}\s?(?:dollars?|pounds?|quid|euros?|bucks|francs?|yuan|rupees?|kronor|kroner|USD|EUR|GBP|CHF)\b)"
_BUDGET = re.compile(
    rf"预算(?:只有|大概|大约|最多|不超过|控制在|就|是|为|有|约|在|：|:|\s)*(?P<zh>{_SUM_ZH})(?![\d月号日年天人周个小时])|"
    rf"(?:最多|顶多|只能|不超过|只|不能超过)(?:能|可以|想)?(?:花|花费|出)(?:费|掉|个|到)?(?P<zh2>{_SUM_ZH})(?![\d月号日年天人周个小时])|(?P<zh3>{CHINESE_NUMBER}\s?(?:元|块钱|块|万))(?:的|左右的|以内的)?预算|"
    rf"\b(?:budget(?: is| of|:| at| limit is)?|spend(?: at most| up to| no more than| about| only)?|afford(?: at most| up to| about| only)?|for under|for less than|(?:capped|cap|limit) (?:at|of)|costs? (?:at most|no more than|under))\s+"
    rf"(?:about |around |roughly |only |just |max |at most |up to |under )?(?P<en>{_SUM_EN}|(?<=budget of )\d[\d,.]*\dk?|(?<=budget )\d[\d,.]*\dk?|(?<=budget is )\d[\d,.]*\dk?)|"
    rf"\b(?:no|not) more than (?:about )?(?P<en3>{_SUM_EN})|\b(?:i|we)(?:'ve| have)(?: got)? (?:(?:an?|some|my|basic) [a-z]+ and )?(?:about |around |only |just )?(?P<en4>{_SUM_EN})(?! (?:of |in )?(?:debt|loans?|savings))|"
    rf"(?:^|[,.;] )(?:about|around|max|up to|at most) (?P<en5>{_SUM_EN})(?=\s*(?:$|[,.;]))|(?P<zh4>{CHINESE_NUMBER}\s?(?:元|块钱|块|万)?)(?:以内|之内)(?=$|[，。,；;])|"
    rf"(?P<en2>{_SUM_EN})\s+(?:budget|to spend|at most|max\b|in total|altogether|all in\b)",
    re.IGNORECASE,
)


def find_budget(text: str) -> str:
    """Return the amount of money that a request allows, as it writes it; "" if it names none."""
    match = _BUDGET.search(text)
    return next((words.strip() for words in match.groups() if words), "") if match else ""


def cut_budget(text: str) -> str:
    """Return a text without the words of its budget."""
    return _BUDGET.sub("", text)
