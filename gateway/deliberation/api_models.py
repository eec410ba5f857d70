"""Bodies of requests and responses about sessions, except views and snapshots (INTERFACES § 10)."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from deliberation.contracts.plan import Todo
from deliberation.contracts.session import Mode, SessionStatus
from deliberation.contracts.text_limits import MAX_QUERY_CHARACTERS
from deliberation.session_start import MAX_ID_CHARACTERS
from shared.core.frozen_model import FrozenModel, Maybe

_PRINTABLE = r"[\p{L}\p{M}\p{N}\p{P}\p{S}]"
_ID_SCHEMA: dict[str, Any] = {
    "minLength": 1,
    "maxLength": MAX_ID_CHARACTERS,
    "pattern": rf"^{_PRINTABLE}([\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{S}} ]*{_PRINTABLE})?$",
}
_MESSAGE_SCHEMA: dict[str, Any] = {
    "minLength": 1,
    "maxLength": MAX_QUERY_CHARACTERS,
    "pattern": r"^[^\x00]*[^\s\x00][^\x00]*$",
}


class StartBody(FrozenModel):
    """A message that wants a plan. A conversation has one running session."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel)

    message: Annotated[str, Field(json_schema_extra=_MESSAGE_SCHEMA)]
    mode: Mode
    user_id: Annotated[str, Field(json_schema_extra=_ID_SCHEMA)]
    conversation_id: Annotated[str, Field(json_schema_extra=_ID_SCHEMA)]


class TerminationResponse(FrozenModel):
    """An accepted termination; the event `session_ended` follows within 2 s."""

    session_id: str
    status: Literal["terminating"] = "terminating"


class TodoList(FrozenModel):
    """To-dos of the plan in a session's report, one per task, in its order."""

    items: tuple[Todo, ...]


class SessionItem(FrozenModel):
    """A session in a list. `user_query` is cut to 200 characters; `rounds`: rounds begun so far."""

    session_id: str
    user_query: str
    status: SessionStatus
    created_at: str
    ended_at: Maybe[str] = None
    rounds: int


class SessionPage(FrozenModel):
    """A page of sessions, newest first. `next`: value of `before` for the next page; absent on the last one."""

    items: tuple[SessionItem, ...]
    next: Maybe[str] = None
