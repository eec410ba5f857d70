"""Settings of the model, its prices and its circuit breaker (TW-712, TW-716…721)."""

import json
from collections.abc import Mapping
from typing import Annotated, cast

from pydantic import BeforeValidator, Field, SecretStr

from shared.core.frozen_model import FrozenModel
from shared.llm.prices import PRICES, Price, strip_release_date


def _merge_prices(value: object) -> object:
    """Return the built-in prices, updated with those of `value` (JSON or a mapping)."""
    table: object = json.loads(value) if isinstance(value, str) else value
    return {**PRICES, **cast("Mapping[str, object]", table)} if isinstance(table, Mapping) else table


Prices = Annotated[dict[str, Price], BeforeValidator(_merge_prices)]
"""Price by model name."""


class ModelSettings(FrozenModel):
    """Settings of the model. Times are in seconds."""

    llm: str = Field(default="simulated", description="Model: `simulated`, `anthropic` or `scenario:PATH`")
    anthropic_api_key: SecretStr = Field(
        default=SecretStr(""),
        description="API key for `TOWOW_LLM=anthropic`; does not select the model by itself (TW-719)",
        json_schema_extra={"env": "ANTHROPIC_API_KEY"},
    )
    anthropic_base_url: str = Field(
        default="https://api.anthropic.com",
        repr=False,  # it may hold a password
        description="URL of an endpoint with the Messages API, without `/v1` (TW-720)",
        json_schema_extra={"env": "ANTHROPIC_BASE_URL"},
    )
    # The newest Sonnet that accepts a forced tool and a temperature. The specification names one that is retired in
    # November 2026.
    llm_model: str = Field(
        default="claude-sonnet-4-6",
        min_length=1,
        description="Name of the model at the endpoint (TW-721)",
        json_schema_extra={"env": "LLM_MODEL"},
    )
    llm_timeout: float = Field(
        default=10,
        gt=0,
        description="Timeout for the first token and between two tokens (TW-712)",
        json_schema_extra={"env": "LLM_TIMEOUT"},
    )
    llm_max_requests_per_minute: int = Field(
        default=0, ge=0, description="Maximum requests per minute and process, evenly spaced (0: no limit)"
    )
    llm_max_concurrent_calls: int = Field(default=4, ge=1, description="Maximum concurrent model calls per process")
    llm_prices: Prices = Field(
        default=PRICES,
        description='USD per million tokens: JSON `{"MODEL": {"input", "output", "cache_write", "cache_read"}}`; '
        "defaults are in `shared/llm/prices.py`",
    )
    failure_threshold: int = Field(
        default=3,
        ge=1,
        description="Consecutive tasks without an answer that open the circuit breaker (TW-716)",
        json_schema_extra={"env": "LLM_FAILURE_THRESHOLD"},
    )
    recovery_timeout: float = Field(
        default=30,
        gt=0,
        description="Time until an open circuit breaker admits a probe (TW-717)",
        json_schema_extra={"env": "LLM_RECOVERY_TIMEOUT"},
    )
    half_open_max_calls: int = Field(
        default=1, ge=1, description="Maximum concurrent probes of the circuit breaker (TW-718)"
    )
    simulated_latency_ms: int = Field(default=0, ge=0, description="Latency of a simulated answer, in ms")

    def get_price(self, model: str) -> Price | None:
        """Return the price (US dollars per million tokens) of the model `model`, None when it is unknown.

        It is looked up in `llm_prices` under the name as given, then under the name without its release date.
        """
        return self.llm_prices.get(model) or self.llm_prices.get(strip_release_date(model))
