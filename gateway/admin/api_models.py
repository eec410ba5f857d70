"""Response models of the administration routes (INTERFACES § 7)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from gateway.inspection.check_result import CheckResult
from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.store.port import DeadLetter


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

    @classmethod
    def from_dead_letter(cls, letter: DeadLetter) -> Self:
        """Build the item of a stored dead letter; its message is decoded as far as possible."""
        try:
            envelope = decode_envelope(letter.message.data)
        except InvalidEnvelope:
            envelope = None
        return cls(
            id=letter.id,
            queue=letter.queue,
            message_type=envelope.type if envelope else letter.message.type,
            reason=letter.reason,
            error=letter.error,
            attempts=letter.attempts,
            first_seen=letter.first_seen,
            sender=envelope.sender if envelope else None,
            recipient=envelope.recipient if envelope else None,
            demand_id=envelope.correlation_id if envelope else None,
        )


class DeadLetterPage(FrozenModel):
    """Dead letters, oldest first. `total`: the number of all dead letters."""

    items: tuple[DeadLetterItem, ...]
    total: int


class ResendReceipt(FrozenModel):
    """Confirmation that a dead letter will be sent again."""

    id: str
    status: Literal["resent"] = "resent"


class DeletionReceipt(FrozenModel):
    """Confirmation that a dead letter was removed for good."""

    id: str
    status: Literal["deleted"] = "deleted"


DeadLetterId = Annotated[str, Field(min_length=1, max_length=64)]


def _as_choice(schema: dict[str, Any]) -> None:
    """Describe a body that has exactly one of its fields."""
    properties = schema.pop("properties")
    del schema["additionalProperties"]
    schema["oneOf"] = [
        {
            "type": "object",
            "properties": {name: field["anyOf"][0] | {"title": field["title"]}},
            "required": [name],
            "additionalProperties": False,
        }
        for name, field in properties.items()
    ]


class DeadLetterSelection(FrozenModel):
    """Dead letters to act on: those with these ids, or all with one reason."""

    model_config = ConfigDict(json_schema_extra=_as_choice)

    ids: Maybe[tuple[DeadLetterId, ...]] = Field(default=None, min_length=1, max_length=200)
    reason: Maybe[str] = Field(default=None, min_length=1, max_length=100)

    @model_validator(mode="after")
    def _check_choice(self) -> Self:
        if (self.ids is None) == (self.reason is None):
            raise ValueError("expected either ids or a reason")
        return self


class DeadLetterChanges(FrozenModel):
    """Result for the selected dead letters.

    `changed`: resent or deleted; `gone`: there was none with this id any more; `refused`: undecodable, not resent.
    `more`: there are others of the reason; repeat the request.
    """

    changed: tuple[str, ...]
    gone: tuple[str, ...]
    refused: tuple[str, ...]
    more: bool


class BreakerState(FrozenModel):
    """The model's circuit breaker. `state` is absent if it has none.

    `since`: when an open one opened, after its last probe failed; `until`: when it allows the next probe.
    """

    model: ModelName
    state: Maybe[Literal["closed", "open", "half_open"]] = None
    failures: Maybe[int] = None
    since: Maybe[Instant] = None
    until: Maybe[Instant] = None


class RoleLoad(FrozenModel):
    """Work of one service role; a figure is absent while its service does not answer.

    `waiting`: messages in its queue; `workers`: consumers of the queue; both are absent for the gateway, which has no
    queue. `to_send`: entries of its outbox, due or not. `overdue_s`: seconds by which its oldest due entry is overdue.
    """

    role: str
    waiting: Maybe[int] = None
    workers: Maybe[int] = None
    to_send: Maybe[int] = None
    overdue_s: Maybe[float] = None


class MemoryUsage(FrozenModel):
    """Memory of the store's server in bytes. `limit_bytes` is absent without a limit."""

    used_bytes: int
    limit_bytes: Maybe[int] = None


class SystemReport(FrozenModel):
    """State of the whole system. What cannot be known while a service does not answer is absent.

    `checks` are those of `towow doctor`. `open`: open correlations by kind, of at most `max_open` in all. `blocked`:
    why the broker takes no messages. `dead_letters`: number of all dead letters.
    """

    at: Instant
    mode: Literal["embedded", "distributed"]
    checks: tuple[CheckResult, ...]
    roles: tuple[RoleLoad, ...]
    open: Maybe[Mapping[str, int]] = None
    max_open: int
    blocked: Maybe[str] = None
    memory: Maybe[MemoryUsage] = None
    dead_letters: Maybe[int] = None
    breaker: Maybe[BreakerState] = None
