"""What can be set for the coordinator, under the seeds' names (TW-701…703, INTERFACES § 1)."""

from pydantic import BaseModel, ConfigDict, Field


class CoordinatorSettings(BaseModel):
    """How many people are looked at, invited, and invited when no model could choose."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_candidates: int = Field(
        default=10,
        ge=1,
        le=10,
        description="The most agents that one demand invites.",
        json_schema_extra={"env": "TOWOW_MAX_CANDIDATES"},
    )
    min_candidates: int = Field(
        default=1, ge=1, description="With fewer the filter is asked once more, then the fallback chooses."
    )
    fallback_candidate_count: int = Field(
        default=3, ge=1, description="How many agents the fallback invites when the filter gave none."
    )
    search_limit: int = Field(
        default=50, ge=1, le=50, description="How many profiles of the registry the filter gets to see."
    )
