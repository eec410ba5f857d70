"""By which numbers a channel is run: thresholds, rounds, times (TW-701…718); fixed when a demand is submitted."""

from decimal import Decimal
from fractions import Fraction
from typing import Self

from pydantic import Field, model_validator

from shared.core.frozen_model import FrozenModel


class NegotiationRules(FrozenModel):
    """The parameters of one negotiation, with the seeds' names; times in seconds."""

    accept_threshold_high: Decimal = Field(
        default=Decimal("0.8"), gt=0, le=1, description="share of accepts that agrees a plan (TW-706)"
    )
    accept_threshold_low: Decimal = Field(
        default=Decimal("0.5"), ge=0, le=1, description="share of accepts below which it fails (TW-707)"
    )
    response_collection_timeout: float = Field(default=300, gt=0, description="s to answer an invitation (TW-710)")
    feedback_collection_timeout: float = Field(default=120, gt=0, description="s to answer a plan (TW-711)")
    max_stuck_time: float = Field(
        default=120,
        gt=0,
        description="s until a task that does not answer is sent again (TW-714)",
        json_schema_extra={"env": "MAX_STUCK_TIME"},
    )
    max_recovery_attempts: int = Field(
        default=3,
        ge=0,
        description="how often it is sent again (TW-715)",
        json_schema_extra={"env": "MAX_RECOVERY_ATTEMPTS"},
    )
    overall_timeout: float = Field(default=1800, gt=0, description="s from submission to the outcome")
    low_accept_grace_rounds: int = Field(
        default=0, ge=0, description="rounds in which too few accepts may still be renegotiated (TWC-09)"
    )
    max_silent_resends: int = Field(default=2, ge=0, description="how often one plan is sent again to the silent")
    max_recursion_depth: int = Field(default=1, ge=0, description="levels of subnets (TW-708)")
    max_subnets_per_channel: int = Field(default=3, ge=0, le=3, description="subnets of one demand (TW-709)")
    subnet_timeout: float = Field(default=600, gt=0, description="s that a channel waits for its subnets")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.accept_threshold_low > self.accept_threshold_high:
            raise ValueError(f"must not be above accept_threshold_high, {self.accept_threshold_high}")
        return self

    @property
    def high(self) -> Fraction:
        """The upper threshold, exactly."""
        return Fraction(self.accept_threshold_high)

    @property
    def low(self) -> Fraction:
        """The lower threshold, exactly."""
        return Fraction(self.accept_threshold_low)


COMPROMISE_TIMEOUT = 30.0
"""Seconds that an ended negotiation waits for prompt 9 before it takes the template (DESIGN § 7)."""

GAP_WORTH_A_SUBNET = 60
GAP_OF_A_REQUIRED_ROLE = 100
GAP_OF_A_LOST_ROLE = 70
GAP_OF_A_LOST_RESERVE = 50
"""Importances, 0–100 (DESIGN § 7)."""

SUBNET_MAX_ROUNDS = 3


def of_a_subnet(rules: NegotiationRules) -> NegotiationRules:
    """The same rules with the shorter times of a subnet: 300 s in all, 60 s to answer (DESIGN § 7)."""
    return rules.model_copy(
        update={
            "overall_timeout": min(300.0, rules.overall_timeout),
            "response_collection_timeout": min(60.0, rules.response_collection_timeout),
            "feedback_collection_timeout": min(60.0, rules.feedback_collection_timeout),
        }
    )
