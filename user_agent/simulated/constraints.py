"""Parser of a profile's constraints, with their texts in the language of the demand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from negotiation.registry.profile import Profile
from negotiation.simulated.quantities import parse_duration, parse_number, parse_people_count
from shared.core.language import Language


@dataclass(frozen=True, slots=True)
class ConstraintKind:
    """Kind of constraint.

    Attributes:
        key: Name of the kind.
        pattern: Regular expression that recognizes it in a text.
        label: Name for people, by language.
        wanted: Template of the request, by language.
    """

    key: str
    pattern: str
    label: dict[Language, str]
    wanted: dict[Language, str]


@dataclass(frozen=True, slots=True)
class Constraint:
    """Constraint of a person, in the language of the demand.

    Attributes:
        key: Kind of the constraint.
        label: Name of the kind.
        wanted: Text of the request.
        notice: Notice that it requires.
        people: Number of people that it names.
    """

    key: str
    label: str
    wanted: str
    notice: timedelta | None = None
    people: int | None = None


CALENDAR, MOST, LEAST, NOTICE, TRAVEL, HOURS = "calendar", "most", "least", "notice", "travel", "hours"
_KINDS = (
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
_MAX_HOURS_PATTERN = re.compile(r"([\d.]+|[一二两三四五六七八九十]+) ?(?:个)?(?:小时|hours?)")
_END_TIME_PATTERN = re.compile(r"(?:over|done|out) by (\w+)|([\d一二三四五六七八九十]{1,3})点半?前", re.IGNORECASE)
_HOUR_WORDS = {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "midnight": 12, "six": 6}
_OTHER_LABEL: dict[Language, str] = {"zh": "条件", "en": "condition"}
_CHINESE_PATTERN = re.compile(r"[\u3400-\u9fff]")


def parse_constraints(profile: Profile, language: Language) -> tuple[Constraint, ...]:
    """Return the constraints of a profile, in its order, with texts in `language`.

    A constraint written in the other language gets the standard text of its kind; without a known kind it is left out.
    Constraints on free dates are left out, too.
    """
    parsed = (_parse_constraint(text, language) for text in profile.constraints)
    return tuple(constraint for constraint in parsed if constraint and constraint.key != CALENDAR)


def travel_constraint(language: Language) -> Constraint:
    """Return the constraint of a person who lives elsewhere: paid travel, with texts in `language`."""
    kind = next(kind for kind in _KINDS if kind.key == TRAVEL)
    return Constraint(TRAVEL, kind.label[language], kind.wanted[language])


def required_notice(profile: Profile) -> timedelta:
    """Return the longest notice before the date that the profile's constraints require; zero without one."""
    notices = [
        constraint.notice
        for constraint in parse_constraints(profile, "zh")
        if constraint.key == NOTICE and constraint.notice
    ]
    return max(notices, default=timedelta())


def max_people(profile: Profile) -> int | None:
    """Return the largest head count that a person can serve, by capacity and constraints; None without a limit."""
    limits = [
        constraint.people
        for constraint in parse_constraints(profile, "zh")
        if constraint.key == MOST and constraint.people
    ]
    sizes = [size for size in (profile.capacity, *limits) if size]
    return min(sizes, default=None)


def is_written_in(text: str, language: Language) -> bool:
    """Return whether a text is in `language`; any Chinese character makes it Chinese, any other text is English."""
    return bool(_CHINESE_PATTERN.search(text)) == (language == "zh")


def _describe_hours(text: str, language: Language) -> str | None:
    """Return the maximum duration or end time that a text names, as a request; None without a number."""
    duration_match, end_match = _MAX_HOURS_PATTERN.search(text), _END_TIME_PATTERN.search(text)
    hours = parse_number(duration_match[1]) if duration_match else None
    hour_word = (end_match[1] or end_match[2]).lower() if end_match else ""
    hour = _HOUR_WORDS.get(hour_word) or parse_number(hour_word)
    if hours:
        return f"不超过{hours:g}小时" if language == "zh" else f"no longer than {hours:g} hours"
    if hour:
        return f"{hour:g}点前结束" if language == "zh" else f"over by {hour:g} o'clock"
    return None


def _parse_constraint(text: str, language: Language) -> Constraint | None:
    kind = next((kind for kind in _KINDS if re.search(kind.pattern, text, re.IGNORECASE)), None)
    is_same_language = is_written_in(text, language)
    if kind is None:
        return Constraint("other", _OTHER_LABEL[language], text) if is_same_language else None
    notice, people = parse_duration(text), parse_people_count(text)
    needed: Sequence[object] = {MOST: [people], LEAST: [people], NOTICE: [notice]}.get(kind.key, [True])
    if not all(needed):
        return Constraint("other", _OTHER_LABEL[language], text) if is_same_language else None
    wanted = kind.wanted[language].format(people=people, days=notice.days if notice else 0)
    wanted = _describe_hours(text, language) or wanted if kind.key == HOURS else wanted
    return Constraint(kind.key, kind.label[language], text if is_same_language else wanted, notice, people)
