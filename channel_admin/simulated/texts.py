"""Texts of the simulated skills in Chinese and English: plans, changes, gaps."""

import re
from collections.abc import Iterable
from math import ceil

from negotiation.simulated.quantities import parse_money
from shared.core.language import Language

MAX_HEADLINE_CHARS: dict[Language, int] = {"zh": 24, "en": 60}
_CLAUSE = re.compile(r"[，,。；;！!？?\n]|\. ")
_CURRENCY_SIGNS = "$€£"
_CURRENCY = re.compile(r"[$€£]|\b(?:usd|dollars?|euros?|eur|pounds?|gbp)\b", re.IGNORECASE)

TEXTS: dict[str, dict[Language, str]] = {
    "summary": {
        "zh": "{what}：{people}人分担{roles}，定在{day}",
        "en": "{what}: {roles}, on {day}, shared by {people}",
    },
    "summary of one": {
        "zh": "{what}：{name}负责{roles}，定在{day}",
        "en": "{what}: {name} takes on {roles}, on {day}",
    },
    "summary of none": {"zh": "{what}：暂时没有人承担", "en": "{what}: nobody has taken it on yet"},
    "unchanged": {
        "zh": "这一轮提出的要求都没能满足，方案内容没有变。",
        "en": "Nothing that was asked for this round could be granted; the plan is as it was.",
    },
    "costs": {"zh": "，已谈定的费用共{total}元", "en": "; fees agreed so far: {total} yuan"},
    "rationale": {
        "zh": "每项分工都来自本人的提议；先满足不花钱的条件，钱和日期上有分歧的留给大家商量。",
        "en": "Everyone does what they offered. What costs nothing is granted; money and dates are left to talk over.",
    },
    "does": {"zh": "负责{role}", "en": "takes on {role}"},
    "sized": {"zh": "（{size}）", "en": " ({size})"},
    "shares": {"zh": "与{holder}分担{role}", "en": "shares {role} with {holder}"},
    "stands by": {
        "zh": "{holder}来不了时顶上{role}；只是候补，顶上才付费",
        "en": "steps in for {role} if {holder} cannot; in reserve, unpaid unless called",
    },
    "later": {"zh": "顶上时再谈：{wishes}", "en": "to be settled if called: {wishes}"},
    "backup": {"zh": "{role}（后备）", "en": "{role} (backup)"},
    "support": {"zh": "现场支援", "en": "helping out"},
    "granted": {"zh": "{wishes}（已商定）", "en": "{wishes} (agreed)"},
    "open": {
        "zh": "{name}的要求还没谈定：{wish}",
        "en": "not settled with {name}: {wish}",
    },
    "start": {"zh": "分工对齐", "en": "roles settled"},
    "check": {"zh": "逐项确认", "en": "everything confirmed"},
    "day": {"zh": "正式进行", "en": "the day itself"},
    "covered": {"zh": "{role}有人负责并按时到位", "en": "{role} is in place on time"},
    "coming": {"zh": "{people}人能参加", "en": "{people} people can take part"},
    "no cost": {"zh": "不花钱就办成", "en": "it costs nothing"},
    "within": {"zh": "总花费不超过{budget}", "en": "it costs no more than {budget}"},
    "gap": {"zh": "需求里要{tag}，现在没有人负责", "en": "the demand needs {tag}, and nobody is responsible for it"},
    "moved": {
        "zh": "{names}原定那天来不了，换到这天影响最小",
        "en": "{names} cannot come on the old day; this one troubles the others least",
    },
    "paid": {"zh": "预算里还放得下这笔费用", "en": "the budget has room for this fee"},
    "lower": {
        "zh": "没有说预算，先按较低的几笔写进方案，由需求方确认",
        "en": "no budget was named; the lower fees go into the plan first, for the requester to confirm",
    },
    "so many": {"zh": "需求里要来{people}人", "en": "{people} people are to come"},
    "noted": {"zh": "不影响其他人，写进分工", "en": "it costs the others nothing and is written into the role"},
    "promoted": {"zh": "原来的人退出，由后备顶上", "en": "the holder left, the backup takes over"},
    "alone": {"zh": "{name}一个人负责{role}", "en": "{name} alone for {role}"},
    "both": {"zh": "{name}和{other}分担{role}", "en": "{name} and {other} share {role}"},
    "called in": {
        "zh": "{name}要求“{wish}”，请候补进来一起做",
        "en": "{name} asked for it ({wish}), so the reserve comes in beside",
    },
    "replaced": {
        "zh": "{name}要的“{wish}”给不了，{other}愿意接手",
        "en": "what {name} asks ({wish}) cannot be had, and {other} is ready to take over",
    },
    "broke": {"zh": "这次一分钱也没有，付不了", "en": "there is no money at all in this"},
    "unfunded": {
        "zh": "还没有说预算，付款的事现在答应不了",
        "en": "no budget is named, so nothing can be promised about payment",
    },
    "bare": {
        "zh": "没有人负责场地，现场的东西谁也保证不了",
        "en": "nobody looks after a place yet, so nobody can promise what stands in it",
    },
    "part way": {
        "zh": "没有说预算，先按八成写进方案，余下的再谈",
        "en": "no budget is named, so four fifths go into the plan and the rest is left to talk over",
    },
    "filmed": {"zh": "方案里有人专门负责拍摄", "en": "filming is somebody's part in the plan"},
    "no second": {"zh": "没有第二个人报名做这件事", "en": "nobody else has come forward for this part"},
    "still lacking": {"zh": "{tags}还没有人报名", "en": "nobody has come forward for {tags} yet"},
    "capped": {
        "zh": "只容得下这么多，名额从{coming}人改为{people}人",
        "en": "there is room for no more: {people} places instead of {coming}",
    },
    "barred": {"zh": "{day}那天{names}来不了", "en": "{names} cannot come on {day}"},
    "noted people": {"zh": "来的人数正好合适", "en": "it suits the number who come"},
    "noted hands": {"zh": "发起人那边出一个人帮忙", "en": "the requester's side will send somebody to help"},
    "aspect hands": {"zh": "人手", "en": "hands"},
    "joined": {"zh": "后来加入的人分到了事情", "en": "somebody who joined later gets a part"},
    "no money": {"zh": "预算只剩{left}", "en": "the budget leaves {left}"},
    "lower first": {
        "zh": "预算没有定，先满足较低的几笔",
        "en": "no budget is named, so the lower sums come first",
    },
    "other day": {"zh": "其余人已经按{day}安排", "en": "the others have arranged for {day}"},
    "aspect date": {"zh": "日期", "en": "date"},
    "aspect fee": {"zh": "费用", "en": "fee"},
    "aspect people": {"zh": "人数", "en": "number of people"},
    "aspect other": {"zh": "条件", "en": "condition"},
    "aspect role": {"zh": "分工", "en": "role"},
    "unsettled": {"zh": "未谈定", "en": "not settled"},
    "sub": {"zh": "需要{tag}", "en": "Need {tag}"},
    "sub place": {"zh": "，地点{place}", "en": " in {place}"},
    "sub people": {"zh": "，{people}人", "en": " for {people} people"},
    "sub day": {"zh": "，时间{day}", "en": " on {day}"},
    "end": {"zh": "。", "en": "."},
}


def render_text(key: str, language: Language, **values: object) -> str:
    """Return the text `key` of `TEXTS` in a language, with `values` for its placeholders; other values are ignored.

    Raises:
        KeyError: There is no such text, or a placeholder has no value.
    """
    return TEXTS[key][language].format(**values)


def join_items(parts: Iterable[str], language: Language) -> str:
    """Return the items joined to an enumeration: by ", ", in Chinese by "、"."""
    return ("、" if language == "zh" else ", ").join(parts)


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
        return f"{yuan}元" if language == "zh" else f"{yuan} yuan"
    value = ceil(yuan / rate)
    return f"{currency[0]}{value}" if currency[0] in _CURRENCY_SIGNS else f"{value} {currency[0]}"


def join_clauses(parts: Iterable[str], language: Language) -> str:
    """Return the clauses joined by "; ", in Chinese by "；"."""
    return ("；" if language == "zh" else "; ").join(parts)
