"""Settings of a gateway (INTERFACES § 1)."""

from typing import Literal

from pydantic import Field, SecretStr

from shared.core.frozen_model import FrozenModel


class GatewaySettings(FrozenModel):
    """Settings of a gateway, including the limits of new demands."""

    max_negotiation_rounds: int = Field(default=5, ge=1, description="Maximum rounds of one negotiation (TW-704)")
    demand_budget_tokens: int = Field(default=300_000, ge=0, description="Maximum tokens per demand (0: no limit)")
    default_visibility: Literal["public", "private"] = Field(
        default="public", description="Visibility of demands that do not set one"
    )
    max_open_channels: int = Field(
        default=2000, ge=1, description="Maximum open demands; further ones are rejected with 503"
    )
    rate_limit_per_minute: int = Field(
        default=60, ge=0, description="Maximum changes per minute and user, or IP address if anonymous (0: no limit)"
    )
    max_streams_per_user: int = Field(
        default=6, ge=0, description="Maximum open event streams per signed-in user (0: no limit)"
    )
    stream_send_timeout: float = Field(
        default=10, gt=0, description="Time after which a stream is closed if its client accepts no data"
    )
    open: bool = Field(
        default=False,
        description="Accept demands from anonymous users and, without API keys, requests with any host name",
    )
    cors_origins: str = Field(
        default="http://localhost:3000,http://localhost:5173",
        description="Allowed origins of other web pages (CORS), separated by commas (TW-111)",
        json_schema_extra={"env": "CORS_ORIGINS"},
    )
    api_keys: SecretStr = Field(
        default=SecretStr(""), description="API keys with user and role: `KEY:USER:user|admin,…`"
    )
