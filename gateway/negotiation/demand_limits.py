"""Limits of the demands that a gateway accepts, from its settings."""

from gateway.settings import GatewaySettings
from negotiation.contracts.demand import Limits


def default_limits(settings: GatewaySettings) -> Limits:
    """Return the settings' limits for each new demand: negotiation rounds and token budget."""
    return Limits(max_rounds=settings.max_negotiation_rounds, budget_tokens=settings.demand_budget_tokens)
