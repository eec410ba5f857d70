"""Parser of a profile's constraints, with their texts in the language of the demand."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import cast, get_args

from negotiation.contracts.terms import Condition, ConditionKind, Terms
from negotiation.registry.profile import Profile
from negotiation.simulated.quantities import parse_duration, parse_number, parse_people_count
from negotiation.terms.condition_kind import StatedKind, find_condition_kind, find_stated_kind
from negotiation.terms.quantity_parser import parse_deposit_share
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
        deposit_share: Share of the fee (0 to 1) that it wants in advance.
    """

    key: StatedKind
    label: str
    wanted: str
    notice: timedelta | None = None
    people: int | None = None
    deposit_share: float | None = None

    @property
    def terms(self) -> Terms:
        """The constraint as terms: its value, or a condition of its kind in the words of `wanted`."""
        if self.key == NOTICE and self.notice:
            return Terms(notice_days=self.notice.days)
        if self.key == MOST and self.people:
            return Terms(people=self.people)
        if self.deposit_share is not None:
            return Terms(deposit_share=self.deposit_share)
        return Terms(conditions=(self.condition,))

    @property
    def condition(self) -> Condition:
        """The constraint as a condition of its kind, in the words of `wanted`."""
        is_kind = self.key in get_args(ConditionKind)
        kind = cast("ConditionKind", self.key) if is_kind else find_condition_kind(self.wanted)
        return Condition(kind=kind, text=self.wanted)


CALENDAR, MOST, LEAST, NOTICE, HOURS = "calendar", "most", "least", "notice", "hours"

USUAL_DEPOSIT = 0.3
"""Share of the fee that a deposit is where a profile does not say how large."""

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


def condition_terms(constraints: Iterable[Constraint]) -> Terms:
    """Return the terms of constraints that are conditions: the deposit, and each with its kind and words.

    A largest number of people is none: it has a key alone.
    """
    stated = [constraint for constraint in constraints if constraint.key != MOST]
    shares = [constraint.deposit_share for constraint in stated if constraint.deposit_share is not None]
    return Terms(
        deposit_share=max(shares, default=None), conditions=tuple(constraint.condition for constraint in stated)
    )


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
    kind = find_stated_kind(text)
    is_same_language = is_written_in(text, language)
    notice, people = parse_duration(text), parse_people_count(text)
    needed: dict[str | None, object] = {None: None, MOST: people, LEAST: people, NOTICE: notice}
    if kind == CALENDAR:
        return None
    if kind is None or not needed.get(kind, True):
        return Constraint("other", render_text("aspect.other", language), text) if is_same_language else None
    share = parse_deposit_share(text) if kind == "deposit" else None
    values = {"people": people, "days": notice.days if notice else 0, "percent": round((share or USUAL_DEPOSIT) * 100)}
    wanted = render_text(f"wanted.{kind}", language, **values)
    wanted = _describe_hours(text, language) or wanted if kind == HOURS else wanted
    label = render_text(f"constraint.{kind}", language)
    return Constraint(kind, label, text if is_same_language else wanted, notice, people, share)
