"""Days on which a demand may take place, by its limits (DESIGN § 7)."""

from datetime import date

from negotiation.contracts.demand import DemandLimits
from negotiation.contracts.weekdays import WEEKDAYS


def is_day_allowed(day: date, limits: DemandLimits) -> bool:
    """Return whether a demand's limits allow a day: one of its dates and days of the week, and none that it excludes.

    Limits that are not stated allow every day.
    """
    if day.isoformat() in limits.not_on or WEEKDAYS[day.weekday()] in limits.not_on:
        return False
    if limits.dates and day.isoformat() not in limits.dates:
        return False
    return not limits.weekdays or day.weekday() in limits.weekdays
