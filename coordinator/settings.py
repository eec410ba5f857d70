"""Settings of the coordinator (TW-701…703, INTERFACES § 1)."""

from pydantic import BaseModel, ConfigDict, Field


class CoordinatorSettings(BaseModel):
    """Numbers of agents that are searched, invited, and invited without a model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_candidates: int = Field(
        default=10,
        ge=1,
        le=10,
        description="Maximum number of agents invited for one demand",
        json_schema_extra={"env": "TOWOW_MAX_CANDIDATES"},
    )
    min_candidates: int = Field(
        default=1,
        ge=1,
        description="Minimum number of candidates; with fewer the filter runs once more, then the fallback",
    )
    fallback_candidate_count: int = Field(
        default=3, ge=1, description="Number of agents that the fallback invites if the filter chose none"
    )
    search_limit: int = Field(default=50, ge=1, le=50, description="Number of profiles that the filter is shown")
