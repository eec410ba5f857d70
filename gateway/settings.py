"""What a demand may use, and how a gateway is run (INTERFACES § 1)."""

from pydantic import Field

from shared.contracts.demand import Limits, Visibility
from shared.core.record import Record


class GatewaySettings(Record):
    """Settings of whoever accepts demands."""

    max_negotiation_rounds: int = Field(default=5, ge=1, description="rounds of one negotiation (TW-704)")
    demand_budget_tokens: int = Field(default=300_000, ge=0, description="tokens one demand may cost (0 = no bound)")
    default_visibility: Visibility = Field(default="public", description="who may see a demand unless it says so")

    @property
    def limits(self) -> Limits:
        """The limits every new demand gets."""
        return Limits(max_rounds=self.max_negotiation_rounds, budget_tokens=self.demand_budget_tokens)
