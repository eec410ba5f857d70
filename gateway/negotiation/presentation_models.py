"""Bodies and responses of the presentation routes: the remote control of a stage."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

RemoteAction = Literal["hold", "continue", "next", "previous", "next_round", "previous_round", "start", "live", "speed"]
"""What a remote asks of the stage; `speed` sets the speed."""

StageMode = Literal["running", "held", "live"]
"""Whether a stage moves on by itself, is held, or follows the newest event."""

Speed = Annotated[float, Field(ge=0.25, le=4)]
"""Speed of the stage; 1 is its default."""

Count = Annotated[int, Field(ge=0, le=1_000_000)]


class StageDisplay(FrozenModel):
    """State of a stage: its mode and speed, the newest event shown (`seq`, 0: none), and whether it is the poster."""

    mode: StageMode
    speed: Speed
    seq: Count
    poster: bool = False


def _as_choice(schema: dict[str, Any]) -> None:
    """Describe that `speed` belongs to the action of that name, which needs it."""
    action, speed = schema["properties"]["action"], schema["properties"]["speed"]
    others = {**action, "enum": [name for name in action["enum"] if name != "speed"]}
    both = {"action": {"const": "speed", "type": "string"}, "speed": speed["anyOf"][0]}
    cases = (({"action": others}, ["action"]), (both, ["action", "speed"]))
    del schema["properties"], schema["required"], schema["additionalProperties"]
    schema["oneOf"] = [
        {"type": "object", "properties": fields, "required": required, "additionalProperties": False}
        for fields, required in cases
    ]


class RemoteCommand(FrozenModel):
    """A command to the stage; `speed` with the action `speed` only."""

    model_config = ConfigDict(json_schema_extra=_as_choice)

    action: RemoteAction
    speed: Maybe[Speed] = None


class NumberedCommand(RemoteCommand):
    """A command that was accepted: `number` counts 1, 2, 3 … within its presentation."""

    model_config = ConfigDict(json_schema_extra=None)

    number: int


class PresentationReceipt(FrozenModel):
    """A new presentation, and the secret that its remotes need; no other response has `token`."""

    presentation_id: str
    token: str = Field(repr=False)
    expires_at: Instant


class PresentationState(FrozenModel):
    """State of a presentation.

    `revision` rises with every change. `commands` are the newest, at most 16, in order. `display` is absent until the
    stage has said what it shows.
    """

    presentation_id: str
    revision: int
    expires_at: Instant
    commands: tuple[NumberedCommand, ...] = ()
    display: Maybe[StageDisplay] = None


class CommandReceipt(FrozenModel):
    """An accepted command, by its number."""

    number: int
