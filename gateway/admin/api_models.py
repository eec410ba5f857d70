"""Response models of the administration routes (INTERFACES § 7)."""

from typing import Literal

from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_name import ModelName
from shared.core.timestamps import Instant


class DeadLetterItem(FrozenModel):
    """A dead letter. Sender, recipient and demand are null if its message cannot be decoded."""

    id: str
    queue: str
    message_type: str
    reason: str
    error: str
    attempts: int
    first_seen: str
    sender: str | None
    recipient: str | None
    demand_id: str | None


class DeadLetterPage(FrozenModel):
    """Dead letters, oldest first. `total`: the number of all dead letters."""

    items: tuple[DeadLetterItem, ...]
    total: int


class ResendReceipt(FrozenModel):
    """Confirmation that a dead letter will be sent again."""

    id: str
    status: Literal["resent"] = "resent"


class BreakerState(FrozenModel):
    """The model's circuit breaker. `state` is absent if it has none; `until`: when an open one allows a probe."""

    model: ModelName
    state: Maybe[Literal["closed", "open", "half_open"]] = None
    failures: Maybe[int] = None
    until: Maybe[Instant] = None
