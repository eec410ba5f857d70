"""What a demand may use, and how a gateway is run (INTERFACES § 1)."""

from pydantic import Field, SecretStr

from negotiation.contracts.demand import Limits, Visibility
from shared.core.frozen_model import FrozenModel


class GatewaySettings(FrozenModel):
    """Settings of whoever accepts demands."""

    max_negotiation_rounds: int = Field(default=5, ge=1, description="rounds of one negotiation (TW-704)")
    demand_budget_tokens: int = Field(default=300_000, ge=0, description="tokens one demand may cost (0 = no bound)")
    default_visibility: Visibility = Field(default="public", description="who may see a demand unless it says so")
    max_open_channels: int = Field(default=2000, ge=1, description="open demands beyond which no more are accepted")
    rate_limit_per_minute: int = Field(
        default=60, ge=0, description="changes that one user, or one address, may ask for in a minute (0 = no limit)"
    )
    max_streams_per_user: int = Field(
        default=6, ge=0, description="streams that a signed-in user may hold open (0 = no limit)"
    )
    stream_send_timeout: float = Field(
        default=10, gt=0, description="s in which a stream's reader must take what it is sent, else it is dropped"
    )
    open: bool = Field(
        default=False, description="serve strangers: anybody may submit, and without keys also beyond this machine"
    )
    cors_origins: str = Field(
        default="http://localhost:3000,http://localhost:5173",
        description="pages of other origins that may ask, separated by commas (TW-111)",
        json_schema_extra={"env": "CORS_ORIGINS"},
    )
    api_keys: SecretStr = Field(default=SecretStr(""), description="who may sign in: `KEY:USER:user\\|admin,…`")

    @property
    def limits(self) -> Limits:
        """The limits every new demand gets."""
        return Limits(max_rounds=self.max_negotiation_rounds, budget_tokens=self.demand_budget_tokens)
