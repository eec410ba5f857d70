"""OpenSpiel's own Monte-Carlo tree search with random rollouts, for every game."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, cast

import numpy as np
import pyspiel

from benchmarks.strength.openspiel_game import load_line_game
from benchmarks.strength.opponents.openspiel_nogo import OpenSpielNogo
from gamehive.core.games.board import Point
from gamehive.core.games.game import Game
from gamehive.core.games.position import GamePosition

MEMORY_MB = 500


@cache
def load_openspiel_game(game: Game) -> Any:
    """Return OpenSpiel's game of the same rules.

    Raises:
        ValueError: OpenSpiel has no such game.
    """
    return OpenSpielNogo(game) if game.goal == "liberties" else load_line_game(game)


class OpenSpielPlayer:
    """OpenSpiel's `MCTSBot` with `RandomRolloutEvaluator`, one rollout a simulation, which solves what it can prove.

    Games of lines are played by the bot written in C++; NoGo by the one in Python, because that in C++ plays only the
    library's own games.

    Attributes:
        simulations: Simulations a move.
        exploration: Its `uct_c`.
    """

    def __init__(self, simulations: int = 1_000, exploration: float = 1.414) -> None:
        self.simulations = simulations
        self.exploration = exploration

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the move of a new bot with this seed."""
        game = position.game
        rules = load_openspiel_game(game)
        state = rules.new_initial_state()
        for move in moves:
            state.apply_action(move.x * game.columns + move.y)
        create = self._create_python_bot if game.goal == "liberties" else self._create_bot
        action = int(create(rules, seed % (1 << 31)).step(state))
        return Point(action // game.columns, action % game.columns)

    def _create_bot(self, rules: Any, seed: int) -> Any:
        library = cast("Any", pyspiel)
        evaluator = library.RandomRolloutEvaluator(1, seed)
        return library.MCTSBot(rules, evaluator, self.exploration, self.simulations, MEMORY_MB, True, seed, False)

    def _create_python_bot(self, rules: Any, seed: int) -> Any:
        library = cast("Any", import_module("open_spiel.python.algorithms.mcts"))
        random = np.random.RandomState(seed)
        evaluator = library.RandomRolloutEvaluator(1, random)
        return library.MCTSBot(rules, self.exploration, self.simulations, evaluator, True, random)

    def close(self) -> None:
        """Release nothing."""
