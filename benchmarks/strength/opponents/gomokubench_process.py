"""Program that asks gomokubench for moves: a line of JSON in, a move out. Run by `gomokubench.py` with its wheel."""

import importlib
import json
import sys
from typing import Any

import numpy as np


def main(level: str) -> None:
    """Answer until the input ends."""
    ai: Any = importlib.import_module("libs.ai")
    board: Any = importlib.import_module("libs.board")
    settings = ai.resolve_ai_settings(level)
    for line in sys.stdin:
        request = json.loads(line)
        np.random.seed(request["seed"])
        state = board.BoardState(size=request["size"])
        for x, y in request["moves"]:
            state = state.next((x, y))
        # Black maximises; the package names a state's colour after the one who moved last.
        move, _ = ai.get_best_move(
            state,
            settings["depth"],
            len(request["moves"]) % 2 == 0,
            candidate_count=settings["candidate_count"],
            random_top_n=settings["random_top_n"],
        )
        print(json.dumps([int(value) for value in move]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
