"""What a person insists on: their constraints, read, and said in the language of the demand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from negotiation.registry.profile import Profile
from negotiation.simulated.quantities import number, people_in, span_in
from shared.core.language import Language


@dataclass(frozen=True, slots=True)
class ConstraintKind:
    """One kind of constraint: the signs of it in a text, its name, and how the wish is said."""

    key: str
    signs: str
    label: dict[Language, str]
    wish: dict[Language, str]


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing somebody wants: its kind, the kind's name and the wish in the language of the demand.

    `span` is the notice it asks for, `people` the number it speaks of.
    """

    key: str
    label: str
    wanted: str
    span: timedelta | None = None
    people: int | None = None


CALENDAR, MOST, LEAST, NOTICE, TRAVEL, HOURS = "calendar", "most", "least", "notice", "travel", "hours"
_ASPECTS = (
    ConstraintKind(CALENDAR, r"只有.*有空|只在.*有空|only free", {"zh": "时间", "en": "time"}, {"zh": "", "en": ""}),
    ConstraintKind(
        MOST,
        r"不超过.*[人位]|最多.*[人位]|(?:no more than|at most|up to) .*(?:people|guests|children)",
        {"zh": "人数", "en": "number of people"},
        {"zh": "不超过{people}人", "en": "no more than {people} people"},
    ),
    ConstraintKind(
        LEAST,
        r"至少.*[人位]|(?:at least|no fewer than) .*(?:people|guests|children)",
        {"zh": "人数", "en": "number of people"},
        {"zh": "至少{people}人", "en": "at least {people} people"},
    ),
    ConstraintKind(
        NOTICE,
        r"提前.*[天周月]|notice|ahead|in advance",
        {"zh": "准备时间", "en": "time to prepare"},
        {"zh": "至少提前{days}天定下来", "en": "settled at least {days} days ahead"},
    ),
    ConstraintKind(
        "recording",
        r"录像|录音|拍摄|record|filmed",
        {"zh": "录像", "en": "recording"},
        {"zh": "未经同意不录像", "en": "no recording without asking"},
    ),
    ConstraintKind(
        "credit",
        r"署名|credited?|named in",
        {"zh": "署名", "en": "credit"},
        {"zh": "对外发布时署名", "en": "named in what is published"},
    ),
    ConstraintKind(
        "deposit",
        r"定金|押金|deposit",
        {"zh": "定金", "en": "deposit"},
        {"zh": "先付三成定金", "en": "a 30 % deposit"},
    ),
    ConstraintKind(
        "payment",
        r"结清|当天付|paid on the day",
        {"zh": "付款", "en": "payment"},
        {"zh": "当天结清费用", "en": "paid on the day"},
    ),
    ConstraintKind(
        TRAVEL,
        r"交通费|差旅|路费|报销|travel",
        {"zh": "交通", "en": "travel"},
        {"zh": "承担来回交通", "en": "travel paid for"},
    ),
    ConstraintKind(
        "helper",
        r"帮手|助手|helper|assistant",
        {"zh": "人手", "en": "help on the day"},
        {"zh": "现场有一名帮手", "en": "one helper on the day"},
    ),
    ConstraintKind(
        "outline",
        r"提纲|大纲|流程|outline|running order|brief",
        {"zh": "提纲", "en": "outline"},
        {"zh": "事先收到内容提纲", "en": "an outline beforehand"},
    ),
    ConstraintKind(
        "equipment",
        r"投影|设备|钢琴|电源|水电|操作台|projector|equipment|piano|power|laptop",
        {"zh": "设备", "en": "equipment"},
        {"zh": "现场备好所需设备", "en": "everything needed set up on site"},
    ),
    ConstraintKind(
        "weather",
        r"下雨|雨天|天气|rain|weather|cloud",
        {"zh": "天气", "en": "weather"},
        {"zh": "备好雨天方案", "en": "a plan for bad weather"},
    ),
    ConstraintKind(
        "safety",
        r"保险|insured|insurance",
        {"zh": "保险", "en": "insurance"},
        {"zh": "参加者有保险", "en": "participants are insured"},
    ),
    ConstraintKind(
        "children",
        r"家长|parent|adults only",
        {"zh": "参加者", "en": "who takes part"},
        {"zh": "事先说明参加者的年龄", "en": "the ages of those who come known beforehand"},
    ),
    ConstraintKind(
        "advertising",
        r"推销|广告|sales pitch|advert",
        {"zh": "推销", "en": "advertising"},
        {"zh": "不做推销", "en": "no sales pitch"},
    ),
    ConstraintKind(
        HOURS,
        r"小时|点前|点半前|hours?\b|over by|not before|not in the",
        {"zh": "时段", "en": "hours"},
        {"zh": "时段不要太长太晚", "en": "hours that are neither long nor late"},
    ),
)
_LONG = re.compile(r"([\d.]+|[一二两三四五六七八九十]+) ?(?:个)?(?:小时|hours?)")
_LATE = re.compile(r"(?:over|done|out) by (\w+)|([\d一二三四五六七八九十]{1,3})点半?前", re.IGNORECASE)
_CLOCK = {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "midnight": 12, "six": 6}
_OTHER: dict[Language, str] = {"zh": "条件", "en": "condition"}
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def wishes(profile: Profile, language: Language) -> tuple[Constraint, ...]:
    """What `profile` insists on, in the order it is written there; what cannot be said in `language` is left out."""
    read = (_read(text, language) for text in profile.constraints)
    return tuple(wish for wish in read if wish and wish.key != CALENDAR)


def travel(language: Language) -> Constraint:
    """The wish of whoever comes from elsewhere."""
    aspect = next(aspect for aspect in _ASPECTS if aspect.key == TRAVEL)
    return Constraint(TRAVEL, aspect.label[language], aspect.wish[language])


def notice(profile: Profile) -> timedelta:
    """How long before the day this person must know."""
    spans = [wish.span for wish in wishes(profile, "zh") if wish.key == NOTICE and wish.span]
    return max(spans, default=timedelta())


def most_people(profile: Profile) -> int | None:
    """The most people this person can serve."""
    said = [wish.people for wish in wishes(profile, "zh") if wish.key == MOST and wish.people]
    sizes = [size for size in (profile.capacity, *said) if size]
    return min(sizes, default=None)


def speaks(text: str, language: Language) -> bool:
    """Whether `text` is written in `language`."""
    return bool(_CHINESE.search(text)) == (language == "zh")


def _hours(text: str, language: Language) -> str | None:
    """How long at most, or until when, when `text` says so with a number."""
    long, late = _LONG.search(text), _LATE.search(text)
    length = number(long[1]) if long else None
    word = (late[1] or late[2]).lower() if late else ""
    hour = _CLOCK.get(word) or number(word)
    if length:
        return f"不超过{length:g}小时" if language == "zh" else f"no longer than {length:g} hours"
    if hour:
        return f"{hour:g}点前结束" if language == "zh" else f"over by {hour:g} o'clock"
    return None


def _read(text: str, language: Language) -> Constraint | None:
    aspect = next((aspect for aspect in _ASPECTS if re.search(aspect.signs, text, re.IGNORECASE)), None)
    own_words = speaks(text, language)
    if aspect is None:
        return Constraint("other", _OTHER[language], text) if own_words else None
    span, people = span_in(text), people_in(text)
    needed: Sequence[object] = {MOST: [people], LEAST: [people], NOTICE: [span]}.get(aspect.key, [True])
    if not all(needed):
        return Constraint("other", _OTHER[language], text) if own_words else None
    said = aspect.wish[language].format(people=people, days=span.days if span else 0)
    said = _hours(text, language) or said if aspect.key == HOURS else said
    return Constraint(aspect.key, aspect.label[language], text if own_words else said, span, people)
