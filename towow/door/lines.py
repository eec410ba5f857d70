"""What goes over the control socket: a request is one JSON line, the answer a head line and then its items, one a line.

Only between processes of one person on one machine; issue 5's HTTP takes its place.
"""

import json
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from shared.contracts.demand import Language
from shared.contracts.errors import ErrorCode, ToWowError
from shared.core.record import Record
from shared.registry.profile import Profile
from shared.store.port import LoggedEvent

MAX_REQUEST = 1024 * 1024
MAX_ANSWER = 2 * 1024 * 1024
"""Bytes of one line; an event has at most the 1 MiB of its commit."""


class AskSubmit(Record):
    """The head's `value` is an Accepted."""

    do: Literal["submit"] = "submit"
    text: str
    user_id: str
    wait: float = Field(default=0, ge=0, le=60)


class AskEvents(Record):
    """The items are the events, byte for byte; an empty line says that there are no more."""

    do: Literal["events"] = "events"
    demand_id: str
    after: int = Field(default=0, ge=0)


class AskCancel(Record):
    """The head has no value."""

    do: Literal["cancel"] = "cancel"
    demand_id: str
    cancelled_by: str


class AskAgents(Record):
    """The head's `value` is their number, the items are the profiles."""

    do: Literal["agents"] = "agents"


class AskImport(Record):
    """The head's `value` is an Imported."""

    do: Literal["import"] = "import"
    profiles: tuple[Profile, ...]


Ask = AskSubmit | AskEvents | AskCancel | AskAgents | AskImport
ASK: TypeAdapter[Ask] = TypeAdapter(Annotated[Ask, Field(discriminator="do")])


class Wrong(Record):
    """A refusal on its way."""

    error_code: str
    details: str
    language: Language = "en"

    def error(self) -> ToWowError:
        """As it was raised at the other end."""
        return ToWowError(ErrorCode[self.error_code], self.details, self.language)


class Head(Record):
    """The first line of every answer: a value (JSON in a text, so that it stays as it is), or what is wrong."""

    value: str | None = None
    wrong: Wrong | None = None


def line(record: Record) -> bytes:
    """A record as one line."""
    return record.model_dump_json(by_alias=True).encode() + b"\n"


def event_of(data: bytes) -> LoggedEvent:
    """An event as it was logged, from its bytes."""
    row = json.loads(data)
    return LoggedEvent(row["seq"], row["event_id"], row["event_type"], data)
