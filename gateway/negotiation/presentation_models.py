"""Bodies and responses of the presentation routes: the remote control of a stage."""

from typing import Annotated, Literal

from pydantic import Field

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


class RemoteCommand(FrozenModel):
    """A command to the stage; `speed` with the action `speed` only."""

    action: RemoteAction
    speed: Maybe[Speed] = None


class NumberedCommand(RemoteCommand):
    """A command that was accepted: `number` counts 1, 2, 3 … within its presentation."""

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
