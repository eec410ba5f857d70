"""Parser of a profile's constraints, with their texts in the language of the demand."""

import re
from dataclasses import dataclass
from datetime import timedelta

from negotiation.registry.profile import Profile
from negotiation.simulated.quantities import parse_duration, parse_number, parse_people_count
from shared.core.language import Language
from user_agent.simulated.phrasing import render_text


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
_KINDS = {
    CALENDAR: r"只有.*有空|只在.*有空|only free",
    MOST: r"不超过.*[人位]|最多.*[人位]|(?:no more than|at most|up to) .*(?:people|guests|children)",
    LEAST: r"至少.*[人位]|(?:at least|no fewer than) .*(?:people|guests|children)",
    NOTICE: r"提前.*[天周月]|notice|ahead|in advance",
    "recording": r"录像|录音|拍摄|record|filmed",
    "credit": r"署名|credited?|named in",
    "deposit": r"定金|押金|deposit",
    "payment": r"结清|当天付|paid on the day",
    TRAVEL: r"交通费|差旅|路费|报销|travel",
    "helper": r"帮手|助手|helper|assistant",
    "outline": r"提纲|大纲|流程|outline|running order|brief",
    "equipment": r"投影|设备|钢琴|电源|水电|操作台|projector|equipment|piano|power|laptop",
    "weather": r"下雨|雨天|天气|rain|weather|cloud",
    "safety": r"保险|insured|insurance",
    "children": r"家长|parent|adults only",
    "advertising": r"推销|广告|sales pitch|advert",
    HOURS: r"小时|点前|点半前|hours?\b|over by|not before|not in the",
}
"""Regular expression that recognizes a kind of constraint in a text, by the name of the kind."""

_MAX_HOURS_PATTERN = re.compile(r"([\d.]+|[一二两三四五六七八九十]+) ?(?:个)?(?:小时|hours?)")
_END_TIME_PATTERN = re.compile(r"(?:over|done|out) by (\w+)|([\d一二三四五六七八九十]{1,3})点半?前", re.IGNORECASE)
_HOUR_WORDS = {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "midnight": 12, "six": 6}
_CHINESE_PATTERN = re.compile(r"[\u3400-\u9fff]")


def parse_constraints(profile: Profile, language: Language) -> tuple[Constraint, ...]:
    """Return the constraints of a profile, in its order, with texts in `language`.

    A constraint written in the other language gets the standard text of its kind; without a known kind it is left out.
    Constraints on free dates are left out, too.
    """
    parsed = (_parse_constraint(text, language) for text in profile.constraints)
    return tuple(constraint for constraint in parsed if constraint)


def travel_constraint(language: Language) -> Constraint:
    """Return the constraint of a person who lives elsewhere: paid travel, with texts in `language`."""
    return Constraint(TRAVEL, render_text("constraint.travel", language), render_text("wanted.travel", language))


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
        return render_text("max_hours", language, hours=hours)
    return render_text("end_hour", language, hour=hour) if hour else None


def _parse_constraint(text: str, language: Language) -> Constraint | None:
    kind = next((kind for kind, pattern in _KINDS.items() if re.search(pattern, text, re.IGNORECASE)), None)
    is_same_language = is_written_in(text, language)
    notice, people = parse_duration(text), parse_people_count(text)
    needed: dict[str | None, object] = {None: None, MOST: people, LEAST: people, NOTICE: notice}
    if kind == CALENDAR:
        return None
    if kind is None or not needed.get(kind, True):
        return Constraint("other", render_text("aspect.other", language), text) if is_same_language else None
    wanted = render_text(f"wanted.{kind}", language, people=people, days=notice.days if notice else 0)
    wanted = _describe_hours(text, language) or wanted if kind == HOURS else wanted
    return Constraint(
        kind, render_text(f"constraint.{kind}", language), text if is_same_language else wanted, notice, people
    )
