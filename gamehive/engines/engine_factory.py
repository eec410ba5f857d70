"""Choice of the engine that plays a game."""

from gamehive.core.games.game import Game
from gamehive.engines.search import Engine


def engine_kind(game: Game) -> str:
    """Return the key under which games share an engine: `exact`, `gomoku` or `nogo`.

    Raises:
        ValueError: No engine plays this game.
    """
    match game.goal:
        case "liberties":
            return "nogo"
        case "line" if game.line == 5 and game.rows == game.columns:
            return "gomoku"
        case "line" | "no_line" if game.rows == game.columns == game.line == 3:
            return "exact"
        case _:
            raise ValueError(f"no engine plays {game.key}")


def create_engine(game: Game) -> Engine:
    """Return a new engine for a game; its tables belong to one thread.

    Raises:
        ValueError: No engine plays this game.
    """
    # Imported late: each loads machine code, and a process plays one kind of game mostly.
    match engine_kind(game):
        case "nogo":
            from gamehive.engines.nogo.engine import NogoEngine

            return NogoEngine()
        case "gomoku":
            from gamehive.engines.gomoku.engine import GomokuEngine

            return GomokuEngine()
        case _:
            from gamehive.engines.exact.engine import ExactEngine

            return ExactEngine()
