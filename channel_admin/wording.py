"""How the simulated skills word a plan, a change, a gap, in Chinese and English. No decision is taken here."""

from collections.abc import Iterable

from shared.contracts.demand import Language

TEXT: dict[str, dict[Language, str]] = {
    "summary": {
        "zh": "{what}：{people}人分担{roles}，定在{day}",
        "en": "{what}: {roles}, on {day}, shared by {people}",
    },
    "costs": {"zh": "，已谈定的费用共{total}元", "en": "; fees agreed so far: {total} yuan"},
    "rationale": {
        "zh": "每项分工都来自本人的提议；先满足不花钱的条件，钱和日期上有分歧的留给大家商量。",
        "en": "Everyone does what they offered. What costs nothing is granted; money and dates are left to talk over.",
    },
    "does": {"zh": "负责{role}：{offer}", "en": "{role}: {offer}"},
    "backup": {"zh": "{role}（后备）", "en": "{role} (backup)"},
    "support": {"zh": "支援", "en": "support"},
    "granted": {"zh": "已商定：{wishes}", "en": "agreed: {wishes}"},
    "open": {
        "zh": "{name}的要求还没谈定：{wish}",
        "en": "not settled with {name}: {wish}",
    },
    "start": {"zh": "分工对齐", "en": "roles settled"},
    "check": {"zh": "逐项确认", "en": "everything confirmed"},
    "day": {"zh": "正式进行", "en": "the day itself"},
    "covered": {"zh": "{role}有人负责并按时到位", "en": "{role} is in place on time"},
    "coming": {"zh": "{people}人能参加", "en": "{people} people can take part"},
    "within": {"zh": "总花费不超过{budget}", "en": "it costs no more than {budget}"},
    "gap": {"zh": "需求里要{tag}，现在没有人负责", "en": "the demand needs {tag}, and nobody is responsible for it"},
    "moved": {
        "zh": "{names}原定那天来不了，换到这天影响最小",
        "en": "{names} cannot come on the old day; this one troubles the others least",
    },
    "paid": {"zh": "这笔钱在能承担的范围内", "en": "this sum can be met"},
    "noted": {"zh": "不影响其他人，写进分工", "en": "it costs the others nothing and is written into the role"},
    "promoted": {"zh": "原来的人退出，由后备顶上", "en": "the holder left, the backup takes over"},
    "joined": {"zh": "后来加入的人分到了事情", "en": "somebody who joined later gets a part"},
    "no money": {"zh": "预算只剩{left}元", "en": "the budget leaves {left} yuan"},
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


def say(key: str, language: Language, **values: object) -> str:
    """One text with its values in place."""
    return TEXT[key][language].format(**values)


def listed(parts: Iterable[str], language: Language) -> str:
    """An enumeration."""
    return ("、" if language == "zh" else ", ").join(parts)


def joined(parts: Iterable[str], language: Language) -> str:
    """Clauses one after the other."""
    return ("；" if language == "zh" else "; ").join(parts)
