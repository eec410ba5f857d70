"""Time budget of a plan: the hours that the user has or is assumed to have, against those that the goal takes."""

from dataclasses import dataclass
from datetime import date, timedelta

from deliberation.simulated.plan.effort import Effort, estimate_effort
from deliberation.simulated.plan.event_date import is_date_fixed
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.work_calendar import (
    SHORT_NOTICE_DAYS,
    SHORT_NOTICE_HOURS,
    WorkCalendar,
    spread_evenly,
)
from deliberation.simulated.query.calendar_dates import add_months
from deliberation.simulated.query.money import months_of_payment
from deliberation.simulated.query.query_reader import UserQuery

UNKNOWN_FIELD_WEEKLY_HOURS = 3.0
FIRST_STEPS_DAYS = 14
FIRST_STEPS_SHARE = 3
"""First steps in an unknown field take FIRST_STEPS_DAYS at most, and one day of FIRST_STEPS_SHARE until a deadline."""

FIRST_STEPS_HOURS = 4.0
COUNT_DAYS = 28
"""Days of a plan that counts the parts of its goal, where no date is named."""

MOST_USE = 0.92
"""Share of the available hours that a plan uses at most; the rest is for days on which nothing works."""

SHORT_SHARE = 0.85
"""Share of the least hours that must be available for a goal to be possible at all."""

SHORT_DAYS_SHARE = 0.5
"""Share of the fewest days that must be left for a goal to be possible at all."""

RATE_SHARE = 0.85
"""The same where the days follow from a rate that no effort raises."""

FULL_DAYS_SHARE = 0.9

SOON_DAYS = 2
"""Days left up to which nothing counts as possible unless stated hours are known to suffice."""

IMPOSSIBLE_FACTOR = 10
"""Factor by which hours or days are too few for anything to be planned towards the whole."""

EXERTION = frozenset(
    ("running", "cycling", "cycling_tour", "swimming", "climbing", "strength", "triathlon", "hiking", "team_sport")
)
"""Fields of bodily exertion, which no number of hours makes possible in a few days."""

SLOW = frozenset(("saving_money", "debt", "weight_loss"))
"""Fields in which money or the body decides when the goal is reached, and not the hours."""

FIRST_MONTHS_DAYS = 91
"""Days of a plan for such a field, if the request names neither a date nor what each month brings."""


@dataclass(frozen=True)
class TimeBudget:
    """Hours and days of a goal.

    Attributes:
        calendar: Hours of each weekday.
        deadline: Last possible day; None if the query names none that can be computed.
        end: Day by which a plan ends.
        effort: What the goal takes; None for a field that the rules do not know.
        total: Hours to plan.
        is_assumed: Whether the query does not say how much time there is.
        is_date_fixed: Whether something happens on the deadline, so that nothing is finished after it.
        is_bodily: Whether the goal is one of bodily exertion.
        is_slow: Whether money or the body decides when the goal is reached, and not the hours.
        months: Months that the monthly payment of the request takes for its sum; None if it does not name both.
        may_be_impossible: Whether too few hours by a factor show that the goal cannot be reached.
    """

    calendar: WorkCalendar
    deadline: date | None
    end: date
    effort: Effort | None
    total: float
    is_assumed: bool
    is_date_fixed: bool = False
    is_bodily: bool = False
    may_be_impossible: bool = True
    is_slow: bool = False
    months: int | None = None

    @property
    def capacity(self) -> float:
        """Hours until the end."""
        return self.calendar.capacity(self.end)

    @property
    def days(self) -> int:
        """Days until the end."""
        return max(1, (self.end - self.calendar.today).days)

    @property
    def lacks_hours(self) -> bool:
        """Whether the deadline leaves fewer hours than the goal takes at least."""
        if self.effort is None or self.deadline is None:
            return False
        return self.capacity < SHORT_SHARE * self.effort.low

    @property
    def lacks_days(self) -> bool:
        """Whether the deadline leaves fewer days than the goal can be reached in."""
        if self.effort is None or self.deadline is None:
            return False
        if self._fits_fixed_date:
            return False
        share = RATE_SHARE if self.effort.is_rate_limited else SHORT_DAYS_SHARE
        return (self.deadline - self.calendar.today).days < share * self.effort.min_days

    @property
    def is_too_soon(self) -> bool:
        """Whether the deadline is so near that nothing shows the goal to be possible."""
        if self.deadline is None or (self.deadline - self.calendar.today).days > SOON_DAYS:
            return False
        if self._fits_fixed_date:
            return False
        return self.effort is None or self.is_assumed or self.capacity < self.effort.low

    @property
    def _fits_fixed_date(self) -> bool:
        """Return whether the hours until a fixed date suffice, so that the usual days do not matter."""
        if self.effort is None or self.is_bodily or self.effort.is_rate_limited:
            return False
        return self.is_date_fixed and self.capacity >= self.effort.low

    @property
    def lacks_hours_by_factor(self) -> bool:
        """Whether the least hours exceed the available ones by IMPOSSIBLE_FACTOR."""
        return (
            self.effort is not None
            and self.deadline is not None
            and self.effort.low > IMPOSSIBLE_FACTOR * self.capacity
        )

    @property
    def is_impossible(self) -> bool:
        """Whether the time is too short by a factor, so that nothing is planned towards the whole."""
        if self.effort is None or self.deadline is None or not self.may_be_impossible or not self.is_short:
            return False
        days = max(1, (self.deadline - self.calendar.today).days)
        return self.lacks_hours_by_factor or self.effort.min_days > IMPOSSIBLE_FACTOR * days

    @property
    def pace(self) -> str:
        """End of the keys of texts for a goal whose end does not follow from hours; "" for any other."""
        if not self.is_slow:
            return ""
        return "period" if self.deadline is not None else "paid" if self.months else "months"

    @property
    def case(self) -> str:
        """End of the keys of texts for a goal that is out of time: fixed date, impossible, or neither."""
        if self.is_impossible:
            return "_impossible_body" if self.is_bodily else "_impossible"
        return "_fixed" if self.is_short and self.is_date_fixed else ""

    @property
    def is_short(self) -> bool:
        """Whether the goal cannot be reached by the deadline."""
        return self.lacks_hours or self.lacks_days or self.is_too_soon

    @property
    def lacks_slack_days(self) -> bool:
        """Whether the days until the deadline are fewer than usual, although not too few."""
        if self.effort is None or self.deadline is None:
            return False
        return (self.deadline - self.calendar.today).days < FULL_DAYS_SHARE * self.effort.min_days

    @property
    def is_tight(self) -> bool:
        """Whether the goal can be reached by the deadline, but with nothing to spare."""
        if self.effort is None or self.deadline is None or self.is_short:
            return False
        return self.lacks_slack_days or self.capacity * MOST_USE < self.effort.low


def budget_time(query: UserQuery, share: float = 0.5, factor: float = 1.0) -> TimeBudget:
    """Return the time budget of a query.

    Args:
        query: The query.
        share: How much is planned between the least and the most hours that the goal takes.
        factor: What assumed weekly hours are multiplied by; stated ones are never changed.
    """
    effort = estimate_effort(query)
    deadline = query.deadline.day if query.deadline else None
    wanted = effort.between(share) if effort else None
    weekly = query.time.weekly_hours
    is_assumed = weekly is None
    if query.time.by_weekday is not None and sum(query.time.by_weekday) > 0:
        by_weekday = query.time.by_weekday
    else:
        by_weekday = spread_evenly(_assumed_weekly_hours(query, wanted, deadline) * factor, query.time.days)
    calendar = WorkCalendar(query.today, by_weekday)
    end = _end(query, calendar, wanted, effort, deadline)
    capacity = calendar.capacity(end)
    most = MOST_USE * capacity if capacity >= 6 else capacity
    if is_counted(query):
        total = most
    elif wanted is None:
        total = min(FIRST_STEPS_HOURS, most)
    else:
        total = min(wanted, most) if effort is None or most >= effort.low else min(capacity, effort.low)
    is_fixed, is_bodily = is_date_fixed(query), query.match is not None and query.match.domain.id in EXERTION
    level = query.statements.level
    may_be_impossible = level in (None, "beginner") if is_bodily else not is_fixed or level == "beginner"
    return TimeBudget(
        calendar,
        deadline,
        end,
        effort,
        max(0.5, int(total * 2) / 2),
        is_assumed,
        is_fixed,
        is_bodily,
        may_be_impossible,
        _is_slow(query),
        months_of_payment(query.text),
    )


def planned_end(query: UserQuery) -> date | None:
    """Return the last day on which work is of use: the day before an event, else the deadline; None without one."""
    if query.deadline is None or query.deadline.day is None:
        return None
    day = query.deadline.day
    is_eve = query.deadline.is_event and (day - query.today).days > 2
    return day - timedelta(days=1) if is_eve else day


def _is_slow(query: UserQuery) -> bool:
    return query.match is not None and query.match.domain.id in SLOW


def _end(
    query: UserQuery, calendar: WorkCalendar, wanted: float | None, effort: Effort | None, deadline: date | None
) -> date:
    if is_counted(query):
        return planned_end(query) or calendar.today + timedelta(days=COUNT_DAYS)
    if wanted is None or effort is None:
        last = planned_end(query)
        days = FIRST_STEPS_DAYS if last is None else max(2, (last - calendar.today).days // FIRST_STEPS_SHARE)
        first = calendar.today + timedelta(days=min(FIRST_STEPS_DAYS, days))
        # Some hours have to lie before the day of the decision, on whatever days the user has them.
        first = max(first, calendar.day_after(FIRST_STEPS_HOURS))
        first = min(first, calendar.today + timedelta(days=2 * FIRST_STEPS_DAYS))
        return first if last is None else min(last, first)
    if deadline is not None:
        return planned_end(query) or deadline
    if _is_slow(query):
        months = months_of_payment(query.text)
        return add_months(calendar.today, months) if months else calendar.today + timedelta(days=FIRST_MONTHS_DAYS)
    end = calendar.day_after(wanted / MOST_USE)
    return max(end, calendar.today + timedelta(days=effort.min_days))


def _assumed_weekly_hours(query: UserQuery, wanted: float | None, deadline: date | None) -> float:
    """Return the hours a week that are assumed: the usual ones of the field, more if the date asks for more."""
    if query.match is None or wanted is None:
        usual, most = UNKNOWN_FIELD_WEEKLY_HOURS, 4 * UNKNOWN_FIELD_WEEKLY_HOURS
    else:
        usual, most = query.match.domain.weekly_hours, query.match.domain.most_weekly_hours
        usual = query.time.times * min(2.0, max(0.5, usual / 3)) if query.time.times else usual
    if deadline is None:
        return min(usual, most)
    days = max(1, (deadline - query.today).days)
    if days <= SHORT_NOTICE_DAYS:
        return SHORT_NOTICE_HOURS * 7
    needed = (wanted or 0.0) * 7 / days * 1.1
    return min(most, max(usual, round(needed * 2) / 2))
