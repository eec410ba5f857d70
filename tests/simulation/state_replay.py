"""What an entity's record must be, given its journal: `decide` once more over every message that changed it (I6)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from shared.core.address import parse_address
from shared.core.decision import Decision
from shared.core.message_base import ReceivedMessage
from shared.core.timestamps import parse_iso8601
from shared.core.trace import step_trace
from shared.runtime.actor import Entity

S = TypeVar("S", bound=BaseModel)


def replay_state(journal: Sequence[bytes], record: bytes, entity: Entity[Any]) -> str | None:
    """Why `record` is not what the journal makes of nothing; None when it is, byte for byte."""
    state: Any = None
    for version, line in enumerate(journal):
        entry = json.loads(line)
        if entry["version"] != version:
            return f"step {version + 1} of its acknowledged steps was decided on version {entry['version']}"
        decision = decide_again(state, entry, entity)
        state = state if decision is None else decision.state
    if state is None:
        return "it has a record and no journal"
    made = state.model_dump_json().encode()
    return None if made == record else f"after {len(journal)} steps it should be {_difference(made, record)}"


def decide_again(state: S | None, entry: Mapping[str, Any], entity: Entity[S]) -> Decision[S] | None:
    """The decision of an entity in `state` (None: without one) on the message of a journal entry."""
    message = entry["message"]
    bodies = {each.type: each for each in entity.messages}
    received = ReceivedMessage(
        bodies[message["type"]].model_validate(message["body"]),
        parse_address(message["sender"]),
        parse_address(message["recipient"]),
        message["message_id"],
        message["correlation_id"],
        trace=step_trace(message["message_id"], message["correlation_id"], message.get("traceparent"))[0],
    )
    return entity.decide(state, received, parse_iso8601(entry["now"]))


def _difference(made: bytes, record: bytes) -> str:
    should, is_ = json.loads(made), json.loads(record)
    keys = [key for key in should if should.get(key) != is_.get(key)]
    return "; ".join(f"{key}={str(should.get(key))[:80]}, not {str(is_.get(key))[:80]}" for key in keys[:3])
