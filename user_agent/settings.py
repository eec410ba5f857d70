"""Settings of the user agents (TWC-27, INTERFACES § 1)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class UserAgentSettings(BaseModel):
    """Fallback for plan reviews and time limit for people's answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fallback_feedback: Literal["accept", "abstain"] = Field(
        default="accept", description="Review of a plan without a model: accept it (marked as a fallback), or abstain"
    )
    human_timeout: float = Field(
        default=60,
        ge=0,
        allow_inf_nan=False,
        description="Maximum time that an agent waits for the person who attends it (0: it never waits); "
        "the default in scenario files is 0",
    )
