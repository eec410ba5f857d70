"""Creation of a game from its first message."""

from gamehive.contracts.messages import RequestDecision, StartGame
from gamehive.contracts.workspace import FeatureFlag, Workspace
from gamehive.core.games.board import FIRST, Player
from gamehive.core.games.game import find_game
from gamehive.core.games.position import start_position
from gamehive.host.core.state import GameState
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.message_base import Message


class GameNotFound(Exception):
    """The message is for a game without a state, and is not one that creates it."""


def create_game(settings: GameSettings, body: Message, recipient: Address, now: int) -> GameState:
    """Return the state of a new game before its first decision.

    Args:
        settings: Settings that the game keeps.
        body: Its first message.
        recipient: Address of its host.
        now: Current time, ms since the epoch.

    Raises:
        GameNotFound: The message does not create a game, or there is no game of this name.
    """
    match body:
        case StartGame():
            workspace = _new_workspace(
                body.game_id, body.game, FIRST, FIRST, body.game_rule, body.feature_flags, now
            ).model_copy(update={"language": body.language})
            return GameState(
                referee="towow",
                seats=body.seats,
                level=body.level,
                model=body.model,
                settings=settings,
                workspace=workspace,
            )
        case RequestDecision():
            request = body.request
            first = request.history[0].side if request.history else request.side
            workspace = _new_workspace(
                body.game_id, request.game, first, request.side, request.game_rule, body.feature_flags, now
            ).model_copy(update={"language": body.language})
            seats = ("team", "opponent") if request.side == FIRST else ("opponent", "team")
            return GameState(
                referee="server",
                seats=seats,
                level=body.level,
                model=body.model,
                settings=settings,
                workspace=workspace,
            )
        case _:
            raise GameNotFound(f"{recipient} does not exist; expected start_game, got {body.type}")


def _new_workspace(
    game_id: str, name: str, first: Player, side: Player, rule: str, flags: frozenset[FeatureFlag], now: int
) -> Workspace:
    game = find_game(name)
    if game is None:
        raise GameNotFound(f"there is no game {name!r}")
    return Workspace(
        game_id=game_id,
        game=game.key,
        game_rule=rule,
        board_state=start_position(game).board.to_text(),
        first_side=first,
        my_side=side,
        feature_flags=flags,
        created_at=now,
        updated_at=now,
    )
