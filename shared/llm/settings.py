"""Which model is asked and how, what it costs, and when it counts as down (TW-712, TW-716…721)."""

import json
from collections.abc import Mapping
from typing import Annotated, cast

from pydantic import BeforeValidator, Field, SecretStr

from shared.core.frozen_model import FrozenModel
from shared.llm.prices import PRICES, Price, strip_release_date


def _over_the_known(given: object) -> object:
    """The shipped prices with those of `given` (JSON, or a mapping) in their place or beside them."""
    table: object = json.loads(given) if isinstance(given, str) else given
    return {**PRICES, **cast("Mapping[str, object]", table)} if isinstance(table, Mapping) else table


Prices = Annotated[dict[str, Price], BeforeValidator(_over_the_known)]
"""Model → what its tokens cost."""


class ModelSettings(FrozenModel):
    """Settings of the model; times in seconds."""

    llm: str = Field(default="simulated", description="simulated | anthropic | scenario:PATH")
    anthropic_api_key: SecretStr = Field(
        default=SecretStr(""),
        description="the key of TOWOW_LLM=anthropic; alone it switches nothing (TW-719)",
        json_schema_extra={"env": "ANTHROPIC_API_KEY"},
    )
    anthropic_base_url: str = Field(
        default="https://api.anthropic.com",
        repr=False,  # it may hold a password
        description="any endpoint that speaks the Messages API (TW-720)",
        json_schema_extra={"env": "ANTHROPIC_BASE_URL"},
    )
    # The newest Sonnet that takes a forced tool and a temperature. The seed's own is retired in November 2026.
    llm_model: str = Field(
        default="claude-sonnet-4-6",
        min_length=1,
        description="the model's name at the endpoint (TW-721)",
        json_schema_extra={"env": "LLM_MODEL"},
    )
    llm_timeout: float = Field(
        default=10,
        gt=0,
        description="s that the endpoint may be silent before the first token and between two (TW-712)",
        json_schema_extra={"env": "LLM_TIMEOUT"},
    )
    llm_max_requests_per_minute: int = Field(
        default=0, ge=0, description="requests that a process makes in a minute, evenly spaced (0 = no limit)"
    )
    llm_max_concurrent_calls: int = Field(default=4, ge=1, description="answers that a process waits for at once")
    llm_prices: Prices = Field(
        default=PRICES,
        description='JSON `{"MODEL": {"input", "output", "cache_write", "cache_read"}}`: USD per million tokens; '
        "what is not in it costs what `shared/llm/prices.py` says",
    )
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

    def get_price(self, model: str) -> Price | None:
        """What a model's tokens cost, by its full name or without its date; None when nobody knows."""
        return self.llm_prices.get(model) or self.llm_prices.get(strip_release_date(model))
