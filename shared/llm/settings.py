"""How the model is asked, and when it counts as down (TW-712, TW-716…721)."""

from pydantic import Field

from shared.core.record import Record


class ModelSettings(Record):
    """Settings of the model; times in seconds."""

    llm: str = Field(default="simulated", description="simulated | anthropic | scenario:PATH")
    failure_threshold: int = Field(
        default=3,
        ge=1,
        description="tasks in a row without an answer that open the breaker (TW-716)",
        json_schema_extra={"env": "LLM_FAILURE_THRESHOLD"},
    )
    recovery_timeout: float = Field(
        default=30,
        gt=0,
        description="s until an open breaker lets a probe through (TW-717)",
        json_schema_extra={"env": "LLM_RECOVERY_TIMEOUT"},
    )
    half_open_max_calls: int = Field(default=1, ge=1, description="probes at a time (TW-718)")
    simulated_latency_ms: int = Field(default=0, ge=0, description="ms that a simulated answer takes")
