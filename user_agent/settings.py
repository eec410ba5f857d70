"""What can be set for the agents that speak for people (TWC-27, INTERFACES § 1)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class UserAgentSettings(BaseModel):
    """What an agent says of a plan when no model answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fallback_feedback: Literal["accept", "abstain"] = Field(
        default="accept",
        description="An agent without a model accepts a plan (marked as a fallback), or says nothing.",
    )
