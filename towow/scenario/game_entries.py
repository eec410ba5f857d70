"""Entries of a game's scenario file: what an agent says in a turn, and what the engines see."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, Tag, model_validator

from gamehive.contracts.agents import PERSONAS, TASK_AGENTS
from gamehive.contracts.tools import ToolName
from gamehive.contracts.turns import MAX_CALLS_IN_REPLY, MAX_REPLY_CHARACTERS, SuggestedMove, TaskFinding
from gamehive.contracts.workspace import Share
from shared.core.frozen_model import FrozenModel
from towow.scenario.entry_shapes import ShapeDiscriminator

GameEntryWord = Literal["silent", "error", "invalid", "empty", "simulated"]
"""Entry that is no mapping.

`silent`: the model never answers. `error`: its endpoint is unavailable. `invalid`: its answer cannot be used.
`empty`: it says nothing. `simulated`: the simulated model takes this turn.
"""

BoardPoint = tuple[Annotated[int, Field(strict=True)], Annotated[int, Field(strict=True)]]
"""Row and column, from 0; they may be off the board."""


class GameCallFields(FrozenModel):
    """Call of a tool in a mapping; the tool may be one that does not exist."""

    tool: Annotated[str, Field(max_length=100)]
    arguments: dict[str, Any] = Field(default_factory=dict[str, Any])


GameCallEntry = Annotated[
    Annotated[GameCallFields, Tag("fields")] | Annotated[ToolName, Tag("word")], ShapeDiscriminator
]


class ScriptedMoveFields(FrozenModel):
    """Move that a persona proposes; nothing about it has to be right."""

    x: int
    y: int
    reason: str = ""


class FindingFields(TaskFinding):
    """Finding of a task agent."""

    text: Annotated[str, Field(max_length=2000)] = "…"
    moves: Annotated[tuple[SuggestedMove, ...], Field(max_length=8)] = ()


class GameTurnFields(FrozenModel):
    """Turn of an agent: calls, a move, a finding, or a message as it stands.

    Attributes:
        thought: What viewers are told.
        calls: Calls of tools: mappings, or names of tools without arguments.
        move: Move that a persona proposes.
        finding: Finding of a task agent.
        message: Final message as text, also one that cannot be read.
        after: Seconds by which the turn is late.
    """

    thought: Annotated[str, Field(max_length=MAX_REPLY_CHARACTERS)] = ""
    calls: Annotated[tuple[GameCallEntry, ...], Field(max_length=MAX_CALLS_IN_REPLY)] = ()
    move: ScriptedMoveFields | None = None
    finding: FindingFields | None = None
    message: Annotated[str, Field(max_length=MAX_REPLY_CHARACTERS)] | None = None
    after: float = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _check_content(self) -> Self:
        given = [each for each in (self.calls or None, self.move, self.finding, self.message) if each is not None]
        if len(given) != 1:
            raise ValueError("expected one of calls, move, finding and message")
        return self


GameTurnEntry = Annotated[
    Annotated[GameTurnFields, Tag("fields")] | Annotated[GameEntryWord, Tag("word")], ShapeDiscriminator
]


def _check_agent(value: str) -> str:
    if value not in (*PERSONAS, *TASK_AGENTS):
        raise ValueError(f"unknown agent; expected one of {', '.join((*PERSONAS, *TASK_AGENTS))}")
    return value


ScriptedAgent = Annotated[str, AfterValidator(_check_agent)]
"""Id of a persona or a task agent."""


class EngineMoveFields(FrozenModel):
    """Move as the engine sees it, for whoever makes it."""

    x: int
    y: int
    score: Share = 0.5
    proof: Literal["won", "drawn", "lost"] | None = None


class EngineFields(FrozenModel):
    """View of the engine.

    Attributes:
        threat: Danger for the team on the board before its move.
        candidates: Its moves on that board, the best first.
        replies: The board after a move of the team: expected result and proof for the opponent.
    """

    threat: Share = 0.5
    candidates: Annotated[tuple[EngineMoveFields, ...], Field(min_length=1)]
    replies: tuple[EngineMoveFields, ...] = ()


EngineEntry = Annotated[
    Annotated[EngineFields, Tag("fields")] | Annotated[Literal["real"], Tag("word")], ShapeDiscriminator
]
"""Engines: those of the product, or what the file says."""
