"""Days of the week: their names, and the type of their numbers."""

from typing import Annotated

from pydantic import Field

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""Days of the week as `not_on` names them, by number."""

Weekday = Annotated[int, Field(ge=0, le=6)]
"""Day of the week, 0 (Monday) to 6 (Sunday)."""
