"""Amounts of money in Chinese text: 预算三千, 5000块以内, 每月八千, 两百一小时, 港币300, 三五千."""

import re
from collections.abc import Iterable

from negotiation.contracts.money import Money
from negotiation.understanding.chinese_numbers import NUMBER_PATTERN, join_range, parse_number, parse_range
from negotiation.understanding.mention import Mention

MAX_AMOUNT = 10**12
"""Amount, in units of the currency, beyond which a number is none of money."""

_WHOLE_UNITS = frozenset({"JPY", "KRW", "VND"})
_CURRENCIES = {
    r"港币|港元|港纸|HKD|HK\$|蚊": "HKD",
    r"新币|新加坡元|坡币|SGD|S\$": "SGD",
    r"新台币|台币|TWD|NTD|NT\$": "TWD",
    r"澳门元|澳门币|MOP": "MOP",
    r"美元|美金|美刀|刀(?![具片剑削法])|USD|US\$|\$": "USD",
    r"欧元|欧(?![洲美式盟包元姆的])|EUR|€": "EUR",
    r"英镑|镑|GBP|£": "GBP",
    r"日元|日币|円|JPY": "JPY",
    r"韩元|韩币|KRW|₩": "KRW",
    r"澳元|澳币|澳刀|AUD|A\$": "AUD",
    r"加元|加币|加刀|CAD|C\$": "CAD",
    r"瑞郎|瑞士法郎|CHF": "CHF",
    r"泰铢|THB|฿": "THB",
    r"马币|令吉|林吉特|MYR": "MYR",
    r"越南盾|VND": "VND",
    r"新西兰元|纽币|NZD": "NZD",
    r"卢布|RUB": "RUB",
    r"卢比|INR": "INR",
    r"人民币|RMB|CNY|软妹币|￥|¥": "CNY",
}
_LOCAL = {
    "香港": "HKD",
    "澳门": "MOP",
    "台北": "TWD",
    "台湾": "TWD",
    "高雄": "TWD",
    "台中": "TWD",
    "台南": "TWD",
    "新加坡": "SGD",
}
_DOLLARS = {
    "CAD": re.compile("加拿大|多伦多|温哥华|蒙特利尔|渥太华|卡尔加里|埃德蒙顿"),
    "AUD": re.compile("澳洲|澳大利亚|悉尼|墨尔本|布里斯班|珀斯|阿德莱德|堪培拉"),
    "NZD": re.compile("新西兰|奥克兰|惠灵顿"),
    "SGD": re.compile("新加坡"),
}
"""Places whose dollars 刀 and $ are."""

_NAMES = "|".join(_CURRENCIES)
_N = (
    rf"(?:(?:(?!一(?:个?小时|个|天|次|节|场|晚|人|位|趟|单|年|周|课|首|张"
    rf"|套))[两二三四五六七八九一十百千万]){{1,12}}(?![零〇])|{NUMBER_PATTERN})"
)
_TO = r"\s?(?:到|至|-|–|—|~|～)\s?"
_UNIT = rf"(?:{_NAMES}|元|圆|块钱?|大洋)"
_PER = (
    r"(?:(?:每|一|/|每一)\s?个?\s?(?:人|小时|钟头|天|日|周|星期|月|年|次|场|节课?|课时|课|位|平米?"
    r"|平方米?|套|桌|份|张|只|件|晚|趟|单|首|分钟))"
)
_NOUN = (
    r"(?:(?:总)?(?:预算|经费|费用|花费|开销|酬劳|报酬|酬金|工资|薪水|薪资|月薪|日薪|时薪|年薪|底薪|租金"
    r"|月租|房租|价格|价钱|价位|学费|课时费|红包|定金|工钱|劳务费|辛苦费|车马费|出场费|人均|钱(?=\s?[:：])"
    r"|[\u4e00-\u9fff]{1,3}费(?!用))"
    r"(?:大概|大约|差不多|总共|一共|也就|只有|就|是|为|在|有|我出|控制在|不超过|最多|不高于|约|:|：|\s"
    r"|(?:改|换|调整?|变更|更改|提高|增加|降低|减少|加|降|提|减)(?:到|为|成|至))*)"
)
_BOUND = (
    r"(?:不超过|不要超过|别超过|不高于|不能超过|最多|最高|至多|上限|控制在|低于|少于|不到|出|付|给你?|给到"
    r"|封顶|悬赏|有偿|酬谢|愿出|能出|可以出|可付"
    r"|(?:改|换|调整?|提高|增加|降低|加|降|提)(?:到|为|成|至)"
    r"(?=\s?(?:\d{3,}(?![\d\-/.年月个人位名])|[一二两三四五六七八九十]{1,3}[百千万])))\s?"
)
_TOTAL = (
    r"(?:总共|一共|全程(?![^，,。]{0,8}[步米里])|合起来|拢共|统共|总计|共计|合计|加起来|手头(?:只|就)?有|凑了|攒了)"
    r"(?:大概|大约|差不多|就|只有|也就)*\s?"
)
_AFTER = r"(?:以内|之内|内|以下|左右|上下|封顶|为限|以里|出头|打住|起|多|不到|可以谈|可谈)?"
_SUM = (
    rf"(?P<sign>{_NAMES})?\s?(?:(?P<low>{_N})\s?(?:{_UNIT})?{_TO})?(?P<number>{_N})(?:多"
    rf"|来)?\s?(?P<unit>{_UNIT}(?P<change>[一二三四五六七八九]毛?(?![个位天]))?)?"
)
_STATED = re.compile(
    rf"(?P<lead>{_NOUN}?{_BOUND}|{_NOUN})?(?P<total>{_TOTAL})?(?P<rate>{_PER}的?\s?(?:大概|大约|最多|不超过"
    rf"|给)?)?{_SUM}\s?(?P<after>{_AFTER})\s?(?P<rate_after>[/每一]\s?{_PER}|{_PER})?"
    r"(?:以内|之内|以下|左右|上下|封顶)?",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:没有?|无|零|0)(?:任何)?(?:预算|经费|报酬|酬劳)(?!上限|限制|要求)|不给钱|纯?义务(?!教育|兵)|免费"
    r"|公益性质|无偿"
)
_LOST = re.compile(r"(?:骗|欠|亏|丢|偷|损失|花|赔|借|转|存)(?:了|走|掉|我|他|她)*$")
_MISSING = re.compile(r"(?:缺|少|掉|破|裂|补|碎|脱|鼓|湿|秃|黑|青)了?$")
_ENOUGH = re.compile(r"\s?(?:能|够|行不行|行吗|可以).{0,6}[吗么不]")
_COUNTED = re.compile(
    r"^\s?(?:[个位名只条张台辆件套间桌瓶箱份口岁平米点号楼层层厘公斤克年月日天周次遍小分度级寸英里路多来几]"
    r"|人(?!民币|均))"
)


def find_amounts(text: str) -> Iterable[Mention]:
    """Yield the mentions of amounts of money in simplified text; of a range the upper end.

    A number is money if a currency, a word such as 预算 or 不超过, a rate (每小时), a bound (以内, from 50 on) or, in
    hundreds, a total (总共) is beside it, or if it is in hundreds and all there is between two commas. Without a
    currency it is in yuan, in Hong Kong, Macau, Taiwan and Singapore in the local one.
    """
    local = next((code for name, code in _LOCAL.items() if name in text), "CNY")
    for match in _STATED.finditer(text):
        if match["number"] and _is_money(text, match):
            amount = _amount(match, local)
            if amount:
                yield Mention("budget", _trimmed(match), amount)
    for match in _NOTHING.finditer(text):
        yield Mention("budget", match.span(), Money(amount=0, currency=local))


_RATE = re.compile(rf"{_PER}|[月日时年]薪|人均|[/每](?:人|小时|天|月|次|场|位)")


def is_chinese_rate(words: str) -> bool:
    """Return whether an amount in its words is a price for each hour, person or thing, not all the money there is."""
    return bool(_RATE.search(words))


def _is_money(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 12) : match.start()]
    if _LOST.search(before) or (_MISSING.search(before) and match[0].strip() in ("一块", "两块", "几块")):
        return False
    if (
        match["unit"] == "块"
        and (_highest(match) or 0) <= 10
        and not (match["lead"] or match["after"] or match["rate"])
    ):
        return not re.match(r"[\u4e00-\u9fff]", text[match.end() :])
    if match["sign"] or match["unit"]:
        return True
    rest, value = text[match.end("number") : match.end("number") + 12], _highest(match) or 0
    if match["after"] and value >= 50 and not _COUNTED.match(text[match.end() : match.end() + 12]):
        return True
    if _COUNTED.match(rest) and not match["rate_after"]:
        return False
    if value >= 100 and _ENOUGH.match(rest) and re.search(r"[百千万]", match["number"]):
        return True
    if match["total"] and not match["lead"]:
        return value >= 100 and bool(re.search(r"[百千万]|00$", match["number"]))
    if match["lead"]:
        return value >= 10 or match["number"] in ("0", "零")
    if (match["rate"] or match["rate_after"]) and value >= 10:
        return (
            not re.match(r"[\u4e00-\u9fff]", text[match.end() : match.end() + 1])
            or bool(match["rate_after"])
            or value >= 100
        )
    alone = not re.search(r"[\u3400-\u9fffA-Za-z0-9]$", before) and not re.match(
        r"[\u3400-\u9fffA-Za-z0-9]", text[match.end() : match.end() + 1]
    )
    return (
        alone
        and value >= 100
        and bool(re.search(r"[百千万kKwW]|00$|50$", match["number"]))
        and len(match["number"]) < 9
    )


def _highest(match: re.Match[str]) -> float | None:
    if match["low"]:
        ends = join_range(match["low"], match["number"])
        return ends[1] if ends else None
    ends = parse_range(match["number"])
    return ends[1] if ends else parse_number(match["number"])


def _amount(match: re.Match[str], local: str) -> Money | None:
    value = _highest(match)
    if value is None or value > MAX_AMOUNT:
        return None
    if match["change"]:
        value += (parse_number(match["change"][0]) or 0) / 10
    name = match["sign"] or match["unit"] or ""
    currency = next((code for names, code in _CURRENCIES.items() if re.match(names, name, re.IGNORECASE)), local)
    if currency == "USD" and name in ("刀", "$"):
        currency = next((code for code, places in _DOLLARS.items() if places.search(match.string)), currency)
    minor = 1 if currency in _WHOLE_UNITS else 100
    return Money(amount=round(value * minor), currency=currency)


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    words = match[0]
    return match.start() + len(words) - len(words.lstrip()), match.end() - len(words) + len(words.rstrip())
