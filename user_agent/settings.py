"""What can be set for the agents that speak for people (TWC-27, INTERFACES § 1)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class UserAgentSettings(BaseModel):
    """What an agent says of a plan when no model answers, and how long it waits for its person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fallback_feedback: Literal["accept", "abstain"] = Field(
        default="accept",
        description="An agent without a model accepts a plan (marked as a fallback), or says nothing.",
    )
    human_timeout: float = Field(
        default=60,
        ge=0,
        allow_inf_nan=False,
        description="s that an agent waits for a person who answers for it themselves (0 = it never waits); in a "
        "scenario file 0 unless it says so",
    )
