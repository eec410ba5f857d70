"""NoGo with the methods of OpenSpiel's games, which have none of these rules, so that its bot in Python can play it."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pyspiel

from benchmarks.strength.opponents.nogo_playout import Cells, Integers, build_neighbours, list_safe_stones
from gamehive.core.games.game import Game


class OpenSpielNogo:
    """Rules of NoGo on one board: whoever has no safe move loses."""

    def __init__(self, game: Game) -> None:
        self.points = game.rows * game.columns
        self.beside = build_neighbours(game.rows, game.columns)

    def get_type(self) -> Any:
        """Return what the bot asks about the game: players move in turn, and are rewarded at the end."""
        kinds = cast("Any", pyspiel).GameType
        return SimpleNamespace(reward_model=kinds.RewardModel.TERMINAL, dynamics=kinds.Dynamics.SEQUENTIAL)

    def max_utility(self) -> float:
        """Return the reward of a win."""
        return 1.0

    def new_initial_state(self) -> "OpenSpielNogoState":
        """Return the empty board."""
        return OpenSpielNogoState(self.beside, np.zeros(self.points, dtype=np.int8), 1)


class OpenSpielNogoState:
    """Position of a game of NoGo."""

    def __init__(self, beside: Integers, cells: Cells, turn: int) -> None:
        self._beside = beside
        self._cells = cells
        self._turn = turn
        self._safe: list[int] | None = None

    def legal_actions(self, player: int = 0) -> list[int]:
        """Return the safe moves of the player to move; the list is the caller's."""
        if self._safe is None:
            points = self._cells.size
            stack, marks = np.zeros(points, dtype=np.int32), np.zeros(points + 1, dtype=np.int32)
            moves = np.zeros(points, dtype=np.int32)
            count = list_safe_stones(self._cells, self._beside, self._turn, stack, marks, moves)
            self._safe = cast("list[int]", moves[:count].tolist())
        return list(self._safe)

    def apply_action(self, action: int) -> None:
        """Put a stone."""
        self._cells[action] = self._turn
        self._turn = 3 - self._turn
        self._safe = None

    def clone(self) -> "OpenSpielNogoState":
        """Return a copy."""
        return OpenSpielNogoState(self._beside, self._cells.copy(), self._turn)

    def current_player(self) -> int:
        """Return the index of the player to move."""
        return self._turn - 1

    def is_chance_node(self) -> bool:
        """Return that nothing is left to chance."""
        return False

    def is_terminal(self) -> bool:
        """Return whether the player to move has no safe move."""
        return not self.legal_actions()

    def returns(self) -> list[float]:
        """Return -1 for the player to move, who has lost, and 1 for the other."""
        return [-1.0, 1.0] if self._turn == 1 else [1.0, -1.0]
