"""Schema of a game's scenario file: one decision of the team on a position."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from gamehive.contracts.decision import DecisionSource
from gamehive.contracts.events import EVENTS
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Player, Point
from gamehive.core.games.game import GameKey, games
from gamehive.core.games.level import Level
from gamehive.core.games.position import GamePosition, is_ended_by_move, is_playable, play_move, start_position
from gamehive.core.loop.loop import MoveError
from gamehive.decision_request import MAX_ALLOWED_MS
from gamehive.game_start import MAX_RULE_CHARACTERS
from shared.core.frozen_model import FrozenModel
from shared.core.language import Language
from towow.scenario.game_entries import BoardPoint, EngineEntry, GameTurnEntry, ScriptedAgent

T = TypeVar("T")

GAME_EVENT_PREFIX = "towow.game."
DEFAULT_ALLOWED_MS = 600_000

DEFAULT_FLAGS: frozenset[FeatureFlag] = frozenset(("undo_enabled", "rag_enabled", "engine_guard"))


def _check_event_type(value: str) -> str:
    """Return the full type of an event, which may be given by its last word."""
    full = value if value.startswith(GAME_EVENT_PREFIX) else f"{GAME_EVENT_PREFIX}{value}"
    if full not in {event.type for event in EVENTS}:
        raise ValueError("unknown event type; docs/events.md lists all of them")
    return full


GameEventType = Annotated[str, AfterValidator(_check_event_type)]

PersonaPair = Annotated[str, Field(pattern=r"^[a-z_]+/[a-z_]+$")]
"""Who hands over, and who takes over: `strategist/tactician`."""


class GameExpectations(FrozenModel):
    """Expected course of a decision; only the keys that are given are compared.

    Attributes:
        move: Point of the move that is played.
        source: Whose move it is.
        taken_back: Points of moves that were taken back, in order.
        overruled: Point of the choice that the engine's move replaced; null: none was.
        handovers: Changes of the persona in charge, in order.
        retries: Final messages that were no valid move.
        rejected: What was wrong with each of them, in order.
        events: Number of events by type.
    """

    move: BoardPoint | None = None
    source: DecisionSource | None = None
    taken_back: tuple[BoardPoint, ...] | None = None
    overruled: BoardPoint | None = None
    handovers: tuple[PersonaPair, ...] | None = None
    retries: int | None = None
    rejected: tuple[MoveError, ...] | None = None
    events: dict[GameEventType, int] = Field(default_factory=dict[str, int])


class GameScenario(FrozenModel):
    """Scenario of a game: the team decides one move, as a game server asks for it.

    Lists of an agent are indexed by its turns in one run of its loop, and their last entry repeats. An agent without a
    list is simulated.

    Attributes:
        game: Key of the game.
        rule: Text of its rules, as the requester gives it.
        first: Side that has made the first move.
        moves: Moves before, in their order.
        side: Side of the team, whose turn it must be.
        language: Language of the game's texts.
        level: Level of the engines.
        allowed_ms: Time that the requester waits.
        engine: What the engines see.
        agents: Turns of agents by their ids.
        flags: Features of the team.
        seed: Number from which the game's id derives.
        tokens_per_call: Tokens that each answer costs.
        latency_ms: Time that each answer takes.
        settings: Settings by name.
        expect: Expected course.
    """

    game: GameKey
    rule: Annotated[str, Field(max_length=MAX_RULE_CHARACTERS)] = ""
    first: Player = 1
    moves: tuple[BoardPoint, ...] = ()
    side: Player | None = None
    language: Language = "zh"
    level: Level = 4
    allowed_ms: Annotated[int, Field(ge=1, le=MAX_ALLOWED_MS)] = DEFAULT_ALLOWED_MS
    engine: EngineEntry = "real"
    agents: dict[ScriptedAgent, Annotated[tuple[GameTurnEntry, ...], Field(min_length=1)]] = Field(
        default_factory=dict[str, tuple[GameTurnEntry, ...]]
    )
    flags: frozenset[FeatureFlag] = DEFAULT_FLAGS
    seed: int = 1
    tokens_per_call: int = Field(default=0, ge=0)
    latency_ms: int = Field(default=0, ge=0)
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    expect: GameExpectations | None = None

    @field_validator("moves")
    @classmethod
    def _check_moves(cls, value: Sequence[BoardPoint], info: ValidationInfo) -> Sequence[BoardPoint]:
        if "game" in info.data and "first" in info.data:
            play_moves(info.data["game"], info.data["first"], value)
        return value

    @field_validator("side")
    @classmethod
    def _check_side(cls, value: Player | None, info: ValidationInfo) -> Player | None:
        if value is not None and {"game", "first", "moves"} <= info.data.keys():
            to_move = play_moves(info.data["game"], info.data["first"], info.data["moves"]).to_move
            if value != to_move:
                raise ValueError(f"it is the turn of side {to_move}")
        return value

    @property
    def position(self) -> GamePosition:
        """Position before the decision."""
        return play_moves(self.game, self.first, self.moves)


def play_moves(game: GameKey, first: Literal[1, 2], moves: Sequence[BoardPoint]) -> GamePosition:
    """Return the position after some moves, the first one by side `first`.

    Raises:
        ValueError: A move cannot be played, or the game is over after them.
    """
    position = start_position(games()[game], first)
    for number, (x, y) in enumerate(moves, 1):
        point = Point(x, y)
        if not is_playable(position, point):
            raise ValueError(f"move {number}, ({x},{y}), is off the board or on a stone")
        position = play_move(position, point)
        if is_ended_by_move(position):
            raise ValueError(f"the game is over after move {number}")
    return position


def entry_of_turn(entries: Sequence[T], turn: int) -> T:
    """Return the entry of a turn, counted from 0: the last one if there are fewer."""
    return entries[min(turn, len(entries) - 1)]
