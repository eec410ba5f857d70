"""Parameters of a negotiation: thresholds, rounds, timeouts (TW-701…718).

A channel stores the parameters that hold when its demand is submitted; later changes do not affect it.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Self

from pydantic import Field, model_validator

from channel_admin.exchange_rates import ExchangeRatesSetting
from negotiation.contracts.money import Money
from shared.core.frozen_model import FrozenModel


class NegotiationRules(FrozenModel):
    """Parameters of one negotiation, named as in the specification; all times in seconds."""

    accept_threshold_high: Decimal = Field(
        default=Decimal("0.8"), gt=0, le=1, description="Minimum acceptance rate (0–1) for agreement on a plan (TW-706)"
    )
    accept_threshold_low: Decimal = Field(
        default=Decimal("0.5"),
        ge=0,
        le=1,
        description="Acceptance rate (0–1) below which the negotiation fails, unless somebody asks for a change in one "
        "of the first rounds (`low_accept_grace_rounds`; TW-707)",
    )
    response_collection_timeout: float = Field(
        default=300, gt=0, description="Time for agents to answer an invitation (TW-710)"
    )
    feedback_collection_timeout: float = Field(
        default=120, gt=0, description="Time for agents to answer a plan (TW-711)"
    )
    max_stuck_time: float = Field(
        default=120,
        gt=0,
        description="Time after which a task without an answer is sent again (TW-714)",
        json_schema_extra={"env": "MAX_STUCK_TIME"},
    )
    max_recovery_attempts: int = Field(
        default=3,
        ge=0,
        description="Maximum number of times a task without an answer is sent again (TW-715)",
        json_schema_extra={"env": "MAX_RECOVERY_ATTEMPTS"},
    )
    overall_timeout: float = Field(default=1800, gt=0, description="Maximum time from submission to the outcome")
    review_timeout: float = Field(
        default=5,
        ge=0,
        description="Time in which the requester of an interactive demand can change what was understood before anyone "
        "is invited; every change starts it again (0: none)",
    )
    clarify_timeout: float = Field(
        default=60,
        ge=0,
        description="Time in which the requester of an interactive demand can answer the question about it; then its "
        "default is taken (0: never ask)",
    )
    requester_timeout: float = Field(
        default=60,
        ge=0,
        description="Time in which the requester of an interactive demand can decide whether a plan may leave a limit "
        "of the demand, at most until the plan's deadline; then the limit is kept (0: never ask)",
    )
    exchange_rates: ExchangeRatesSetting = Field(
        default=None,
        description="Exchange rates for sums in another currency than the budget's, as JSON "
        '`{"date": "2026-11-20", "base": "CNY", "rates": {"GBP": 9.1}}`: units of the base for one unit; without them, '
        "such sums stay apart",
    )
    low_accept_grace_rounds: int = Field(
        default=4,
        ge=0,
        description="Number of first rounds in which a plan below the lower threshold is still adjusted if somebody "
        "asks for a change and at least half of the answers accept or do so (0: it fails at once; TWC-09)",
    )
    max_silent_resends: int = Field(
        default=2, ge=0, description="Maximum number of times a plan is sent again to agents that have not answered"
    )
    max_recursion_depth: int = Field(
        default=1, ge=0, le=1, description="Maximum depth of nested subnets: 0 (no subnets) or 1 (TW-708)"
    )
    max_subnets_per_channel: int = Field(
        default=3, ge=0, le=3, description="Maximum number of subnets of one demand (TW-709)"
    )
    subnet_timeout: float = Field(default=600, gt=0, description="Maximum time for all subnets of a demand to end")

    @model_validator(mode="after")
    def _check_threshold_order(self) -> Self:
        if self.accept_threshold_low > self.accept_threshold_high:
            raise ValueError(
                f"accept_threshold_low must not be above accept_threshold_high, {self.accept_threshold_high}"
            )
        return self

    @property
    def high_threshold(self) -> Fraction:
        """Accept rate (0 to 1) from which a plan is agreed: `accept_threshold_high` as an exact fraction."""
        return Fraction(self.accept_threshold_high)

    @property
    def low_threshold(self) -> Fraction:
        """Accept rate (0 to 1) below which the negotiation fails: `accept_threshold_low` as an exact fraction."""
        return Fraction(self.accept_threshold_low)

    def convert(self, money: Money, currency: str) -> Money | None:
        """Return an amount in another currency by `exchange_rates`; None if they are not set or lack a currency."""
        if money.currency == currency:
            return money
        return self.exchange_rates.convert(money, currency) if self.exchange_rates else None


COMPROMISE_TIMEOUT_S = 30.0
"""Time limit (s) of prompt 9; then the template compromise is used (DESIGN § 7)."""

SUBNET_MIN_IMPORTANCE = 60
"""Least importance (0–100) of a gap for which a subnet is opened (DESIGN § 7)."""

SURE_FIT = 0.55
"""Least probability (0–1) that a profile meets a need from which on a holder's yes completes it.

People are invited from the same probability on; below it are those who were invited for another need.
"""

REQUIRED_ROLE_IMPORTANCE = 100
VACANT_ROLE_IMPORTANCE = 70
VACANT_BACKUP_IMPORTANCE = 50
"""Importance (0–100) of the gap that a vacant role leaves (DESIGN § 7)."""

SUBNET_MAX_ROUNDS = 3
SUBNET_OVERALL_TIMEOUT_S = 300.0
SUBNET_ANSWER_TIMEOUT_S = 60.0
"""Limits of a subnet; a parent with shorter ones passes those on (DESIGN § 7)."""

SUBNET_CANCEL_TIMEOUT_S = 10
"""Time (s) for running subnets to end after the demand was cancelled."""


def subnet_rules(rules: NegotiationRules) -> NegotiationRules:
    """Return a copy of `rules`, those of the parent, for a subnet: shorter timeouts, all else the same (DESIGN § 7).

    At most 300 s overall, 60 s for offers and 60 s for feedback; shorter ones of the parent stay.
    """
    return rules.model_copy(
        update={
            "overall_timeout": min(SUBNET_OVERALL_TIMEOUT_S, rules.overall_timeout),
            "response_collection_timeout": min(SUBNET_ANSWER_TIMEOUT_S, rules.response_collection_timeout),
            "feedback_collection_timeout": min(SUBNET_ANSWER_TIMEOUT_S, rules.feedback_collection_timeout),
        }
    )
