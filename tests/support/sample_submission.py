"""Submission of a demand, as a gateway builds it, for tests and benchmarks that have none."""

from gateway.negotiation.demand_limits import default_limits
from gateway.settings import GatewaySettings
from negotiation.contracts.demand import Limits
from negotiation.submission import Submission, build_submission
from shared.core.model_kind import ModelName


def sample_submission(
    now: int,
    text: str = "I need a venue",
    user_id: str = "user_alice",
    *,
    unique: str = "1",
    model: ModelName = "simulated",
    limits: Limits | None = None,
    interactive: bool = False,
) -> Submission:
    """Return the demand submitted at `now` (ms since 1970), Thursday, 22 January 2026 in Shanghai."""
    return build_submission(
        text,
        user_id,
        unique=unique,
        now=now,
        today="2026-01-22",
        timezone="Asia/Shanghai",
        model=model,
        limits=limits or default_limits(GatewaySettings()),
        interactive=interactive,
    )
