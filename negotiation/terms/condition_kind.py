"""Kinds of conditions that people state, recognized by regular expressions (INTERFACES § 6, *Terms*)."""

import re
from typing import Literal, cast, get_args

from negotiation.contracts.terms import ConditionKind

StatedKind = Literal["calendar", "most", "least", "hours"] | ConditionKind
"""What a sentence is about: a kind of condition, or days, numbers of people or durations, which have keys of terms."""

_PATTERNS: dict[StatedKind, str] = {
    "calendar": r"只有.*有空|只在.*有空|only free",
    "food": r"外带|外食|外来餐饮|自带.{0,4}(?:酒|食|餐)|禁止饮食"
    r"|(?:outside|own|other) (?:food|catering|drinks?|alcohol)|no (?:food|alcohol|drinks)\b"
    r"|food (?:or drink )?from outside",
    "most": r"不超过.*[人位]|最多.*[人位]|(?:no more than|at most|up to) .*(?:people|guests|children)",
    "least": r"至少.*[人位]|(?:at least|no fewer than) .*(?:people|guests|children)",
    "notice": r"提前.*[天周月]|notice|ahead|in advance",
    "recording": r"录像|录音|拍摄|record|film(?:ed|ing)",
    "credit": r"署名|credited?|named in",
    "deposit": r"定金|押金|deposit",
    "payment": r"结清|当天付|paid on the day|payment",
    "travel": r"交通费|差旅|路费|报销|travel",
    "helper": r"帮手|助手|helper|assistant",
    "outline": r"提纲|大纲|流程|outline|running order|brief",
    "equipment": r"投影|设备|钢琴|电源|水电|操作台|projector|equipment|piano|power|laptop",
    "weather": r"下雨|雨天|天气|rain|weather|cloud",
    "safety": r"保险|insured|insurance",
    "children": r"家长|parent|adults only",
    "advertising": r"推销|广告|sales pitch|advert",
    "hours": r"小时|点前|点半前|hours?\b|over by|not before|not in the|(?:end|finish|done|out)(?:s|ed)? by",
}
_COMPILED: tuple[tuple[StatedKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS.items()
)
_END_TIME = re.compile(r"(?:over|done|out|end|ends|finish|finished) by|点半?(?:钟)?(?:之|以)?前|零点前", re.IGNORECASE)


def find_stated_kind(text: str) -> StatedKind | None:
    """Return what a text in Chinese or English is about; None if it is about nothing that is known."""
    return next((kind for kind, pattern in _COMPILED if pattern.search(text)), None)


def find_condition_kind(text: str) -> ConditionKind:
    """Return the kind of the condition that a text states; `other` if it is about nothing that has a kind."""
    kind = find_stated_kind(text)
    if kind == "hours":
        return "end_time" if _END_TIME.search(text) else "other"
    return cast("ConditionKind", kind) if kind in get_args(ConditionKind) else "other"
