"""Profile of an agent and of the person it represents, with its stored form (TW-620, TWQ-02)."""

from pydantic import Field, ValidationError

from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.validation_messages import FieldPatterns


class Profile(FrozenModel):
    """Profile of one agent and the person it represents.

    `price` is the fee for taking part (0: free, absent: unknown), in whole units of `currency` (ISO 4217); `capacity`
    the most people it can serve; `free_dates` the days on which it is free, as YYYY-MM-DD (empty: any); `busy_weekdays`
    0 (Monday) to 6; `temperament` one word for the simulated person; inactive agents are not invited.
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
    currency: str = Field(default="CNY", pattern="^[A-Z]{3}$")
    capacity: Maybe[int] = Field(default=None, ge=1)
    free_dates: tuple[str, ...] = ()
    busy_weekdays: tuple[int, ...] = ()
    interests: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    temperament: str = "even"
    active: bool = True


PROFILE_PATTERNS: FieldPatterns = {
    "agent_id": {
        "en": "only small letters a-z, digits, _ and -, from 1 to 64 of them",
        "zh": "只能用小写字母 a-z、数字、_ 和 -，1 到 64 个",
    },
    "currency": {
        "en": "three capital letters of ISO 4217, such as GBP",
        "zh": "ISO 4217 的三个大写字母，如 CNY",
    },
}
"""Descriptions of the patterns of a profile's fields, for error messages."""


def encode_profile(profile: Profile) -> bytes:
    """Return a profile in its stored form: JSON in UTF-8, on one line."""
    return profile.model_dump_json().encode()


def decode_profile(agent_id: str, data: bytes) -> Profile | None:
    """Parse the profile stored under `agent_id`; None if the data is no valid profile, or that of another agent.

    `data` is JSON in UTF-8, as of `encode_profile`; line breaks between its fields are allowed.
    """
    try:
        profile = Profile.model_validate_json(data)
    except ValidationError:
        return None
    return profile if profile.agent_id == agent_id else None
