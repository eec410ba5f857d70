"""Bodies of requests and responses about games, except the view (INTERFACES § 11)."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from gamehive.contracts.messages import Seat
from gamehive.contracts.workspace import GameOutcome
from gamehive.engines.level import Level
from gamehive.game_start import MAX_RULE_CHARACTERS, HumanSide, Opponent
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.user_id import MAX_USER_ID_CHARACTERS


class GameBody(FrozenModel):
    """A game to start.

    Attributes:
        game: Key or name of the game.
        human: Which player the person is; `none`: the team begins, and plays against `opponent`.
        level: Playing strength of the engines.
        opponent: Opponent of the team in a game without a person; default: engine.
        rule: Text of the rules, if they are to be explained by another text than ours.
        user_id: User whose game it is; default: the caller.
    """

    game: Annotated[str, Field(min_length=1, max_length=100)]
    human: HumanSide
    level: Level = 4
    opponent: Opponent | None = None
    rule: Annotated[str, Field(json_schema_extra={"maxLength": MAX_RULE_CHARACTERS})] = ""
    user_id: Annotated[str, Field(min_length=1, max_length=MAX_USER_ID_CHARACTERS)] | None = None


class MoveBody(FrozenModel):
    """A move: row and column from 0, and the number that it gets, from 1."""

    x: int
    y: int
    ply: int


class UndoBody(FrozenModel):
    """An undo. `ply` is the number of moves on the board now."""

    ply: int


class GameAcceptance(FrozenModel):
    """An accepted action; its effect follows in the stream."""

    game_id: str
    status: Literal["accepted"] = "accepted"


class GameItem(FrozenModel):
    """A game in a list."""

    game_id: str
    game: str
    referee: Literal["towow", "server"]
    seats: tuple[Seat | Literal["opponent"], Seat | Literal["opponent"]]
    level: int
    status: Literal["running", "ended"]
    created_at: str
    ended_at: Maybe[str] = None
    outcome: Maybe[GameOutcome] = None


class GamePage(FrozenModel):
    """A page of games, newest first. `next`: value of `before` for the next page; absent on the last one."""

    items: tuple[GameItem, ...]
    next: Maybe[str] = None


class DecisionAcceptance(FrozenModel):
    """An accepted request of a game server; the decision follows at its callback."""

    accepted: Literal[True] = True
    request_id: str


class ServerRequestBody(FrozenModel):
    """Request of a game server for a move, as a form or as JSON; a number may be given as text.

    Attributes:
        gameId: Id of the game at the server.
        userId: Id of the person at the server, to whom the callback is addressed.
        currentMap: Rows of the board, of 0, 1 and 2, separated by line feeds.
        LLMFlag: Side of the model.
        gameType: Name of the game.
        gameRule: Text of the rules; may be empty.
        historySteps: A line a move: `stepN:玩家在(x,y)下棋` or `stepN:AI在(x,y)下棋`.
        gridSize: Number of rows.
        allowedTimeout: Milliseconds that the server waits.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    gameId: int | str
    userId: int | str
    currentMap: str
    LLMFlag: Literal["1", "2"]
    gameType: str
    gameRule: str | None = None
    historySteps: str
    gridSize: int | str
    allowedTimeout: float | str
