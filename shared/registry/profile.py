"""What is known of an agent and the person behind it (TW-620, TWQ-02)."""

from pydantic import Field

from shared.core.record import Maybe, Record


class Profile(Record):
    """One represented person.

    `price` is what taking part costs in yuan (0 = free), `capacity` the most people it can serve, `free_dates` the
    days it can (empty = any), `busy_weekdays` 0 = Monday … 6; `temperament` is one word.
    """

    agent_id: str = Field(pattern=r"^[a-z0-9_-]{1,64}$")
    display_name: str = Field(min_length=1, max_length=80)
    user_id: Maybe[str] = None
    summary: str = ""
    capabilities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    location: Maybe[str] = None
    languages: tuple[str, ...] = ()
    remote: bool = False
    price: Maybe[int] = Field(default=None, ge=0)
    capacity: Maybe[int] = Field(default=None, ge=1)
    free_dates: tuple[str, ...] = ()
    busy_weekdays: tuple[int, ...] = ()
    interests: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    temperament: str = "even"
    active: bool = True
