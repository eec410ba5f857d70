"""What is known of an agent and the person behind it (TW-620, TWQ-02)."""

from pydantic import Field, ValidationError

from shared.core.frozen_model import FrozenModel, Maybe


class Profile(FrozenModel):
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


def encoded(profile: Profile) -> bytes:
    """A profile as it is kept: its JSON, in UTF-8, on one line."""
    return profile.model_dump_json().encode()


def decoded(agent_id: str, data: bytes) -> Profile | None:
    """The profile kept under `agent_id`; None when this is none, or one of a schema that is not ours."""
    try:
        profile = Profile.model_validate_json(data)
    except ValidationError:
        return None
    return profile if profile.agent_id == agent_id else None
