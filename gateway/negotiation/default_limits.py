"""Limits of the demands that a gateway accepts, from its settings."""

from gateway.settings import GatewaySettings
from negotiation.contracts.demand import Limits


def default_limits(settings: GatewaySettings) -> Limits:
    """Return the limits of rounds and tokens for each new demand."""
    return Limits(max_rounds=settings.max_negotiation_rounds, budget_tokens=settings.demand_budget_tokens)
