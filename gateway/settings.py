"""Settings of a gateway (INTERFACES § 1)."""

from typing import Literal

from pydantic import Field, SecretStr, field_validator

from gateway.auth.origin_check import parse_hosts
from gateway.http.forwarded_headers import TrustedProxies
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
        default=60, ge=0, description="Maximum changes per minute and user, and wrong keys per IP address (0: no limit)"
    )
    rate_limit_per_address: int = Field(
        default=1200,
        ge=0,
        description="Maximum changes per minute of all anonymous users of an IP address (IPv6: /64 network), which may "
        "be that of a whole hall (0, or TOWOW_RATE_LIMIT_PER_MINUTE=0: no limit)",
    )
    max_streams_per_user: int = Field(
        default=6, ge=0, description="Maximum open event streams per signed-in user (0: no limit)"
    )
    max_streams_per_address: int = Field(
        default=2500,
        ge=0,
        description="Maximum open event streams per IP address (IPv6: /64 network) of anonymous users, but at most a "
        "quarter of all (0: no limit but that)",
    )
    max_streams_per_proxy: int = Field(
        default=5000,
        ge=0,
        description="The same of a trusted proxy that names no client, but at most half of all (0: no limit but that)",
    )
    max_streams: int = Field(
        default=10_000,
        ge=1,
        description="Maximum open event streams of a gateway process; it keeps a tenth of its open files, and at least "
        "64, for other requests",
    )
    trusted_proxies: str = Field(
        default="127.0.0.0/8,::1",
        description="Addresses and CIDR networks of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` count, "
        "separated by commas; `local-networks`: all networks this machine or container is attached to; "
        "`none`: no proxy",
    )
    stream_send_timeout: float = Field(
        default=10, gt=0, description="Time after which a stream is closed if its client accepts no data"
    )
    open: bool = Field(default=False, description="Accept demands from anonymous users")
    hosts: str = Field(
        default="",
        description="Host names under which browsers reach the gateway, besides IP addresses, `localhost`, names "
        "without a dot and the machine's own; separated by commas, `*.NAME` for all below a name, `*` for any",
    )
    cors_origins: str = Field(
        default="http://localhost:3000,http://localhost:5173",
        description="Allowed origins of other web pages (CORS), separated by commas (TW-111)",
        json_schema_extra={"env": "CORS_ORIGINS"},
    )
    api_keys: SecretStr = Field(
        default=SecretStr(""), description="API keys with user and role: `KEY:USER:user|admin,…`"
    )

    @field_validator("trusted_proxies")
    @classmethod
    def _check_proxies(cls, text: str) -> str:
        try:
            TrustedProxies(text)
        except ValueError as error:
            raise ValueError(f"expected IP addresses, CIDR networks or `local-networks`: {error}") from None
        return text

    @field_validator("hosts")
    @classmethod
    def _check_hosts(cls, text: str) -> str:
        parse_hosts(text)
        return text
