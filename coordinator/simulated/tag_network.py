"""Network that tags the tokens of a demand: recurrent in both directions, then a conditional random field.

Its weights come from `python -m benchmarks.train_tagger`, which describes how they are found.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]

TAGS = ("O", *(f"{place}-{kind}" for kind in ("need", "optional", "unwanted", "preference", "limit") for place in "BI"))
"""Tags of a token: outside, or the beginning (B) or a later part (I) of a span of a kind."""

WEIGHTS_FILE = Path(__file__).with_name("tag_network.npz")


class TagNetwork:
    """Network of one or several sets of weights, whose emissions are averaged."""

    def __init__(self, members: Sequence[Mapping[str, Rows]]) -> None:
        """Join sets of weights.

        Args:
            members: Each set by name: `project`, `project_bias`; for each direction (`forward`, `backward`) of the
                gated recurrent units `*_input`, `*_state` and `*_bias`; `emit`, `emit_bias`; `transitions` from tag to
                tag, `starts`.
        """
        self._members = members
        self.transitions = np.mean([each["transitions"] for each in members], axis=0)
        self.starts = np.mean([each["starts"] for each in members], axis=0)

    def emit(self, rows: Rows, features: Rows) -> Rows:
        """Return how well each tag suits each token by its surroundings, shape (tokens, tags).

        Args:
            rows: Vectors of the tokens, of `encode_tokens`.
            features: Features of the tokens, of `find_tag_features`.
        """
        return np.mean([_emit(each, rows, features) for each in self._members], axis=0)

    def best_path(self, emissions: Rows) -> list[int]:
        """Return the most probable sequence of tags, by their numbers."""
        scores = self.starts + emissions[0]
        origins = np.zeros(emissions.shape, dtype=np.int64)
        for step, emission in enumerate(emissions[1:], 1):
            candidates = scores[:, None] + self.transitions
            origins[step] = candidates.argmax(axis=0)
            scores = candidates.max(axis=0) + emission
        path = [int(scores.argmax())]
        for origin in origins[:0:-1]:
            path.append(int(origin[path[-1]]))
        return path[::-1]

    def outside(self, emissions: Rows) -> Rows:
        """Return the probability that each token belongs to no span, shape (tokens,)."""
        forward, backward = np.empty_like(emissions), np.zeros_like(emissions)
        forward[0] = self.starts + emissions[0]
        for step in range(1, len(emissions)):
            forward[step] = _log_sum(forward[step - 1][:, None] + self.transitions) + emissions[step]
        for step in range(len(emissions) - 2, -1, -1):
            backward[step] = _log_sum((self.transitions + emissions[step + 1] + backward[step + 1]).T)
        joint = forward + backward
        return np.exp(joint[:, 0] - _log_sum(joint.T))


@cache
def load_tag_network() -> TagNetwork:
    """Return the network with the shipped weights; loaded once."""
    with np.load(WEIGHTS_FILE, allow_pickle=False) as stored:
        named = {name: stored[name].astype(np.float32) for name in stored.files}
    count = 1 + max(int(name.partition(".")[0]) for name in named)
    return TagNetwork(
        [
            {name.partition(".")[2]: value for name, value in named.items() if name.startswith(f"{number}.")}
            for number in range(count)
        ]
    )


def _emit(weights: Mapping[str, Rows], rows: Rows, features: Rows) -> Rows:
    hidden = np.concatenate([np.tanh(rows @ weights["project"] + weights["project_bias"]), features], axis=1)
    states = [_run(weights, direction, hidden) for direction in ("forward", "backward")]
    return np.concatenate([*states, hidden], axis=1) @ weights["emit"] + weights["emit_bias"]


def _run(weights: Mapping[str, Rows], direction: str, hidden: Rows) -> Rows:
    """Return the state after each token of the gated recurrent units of one direction."""
    inputs = hidden @ weights[f"{direction}_input"] + weights[f"{direction}_bias"]
    state_weights = weights[f"{direction}_state"]
    width = len(state_weights)
    states = np.empty((len(hidden), width), dtype=np.float32)
    state = np.zeros(width, dtype=np.float32)
    steps = range(len(hidden)) if direction == "forward" else range(len(hidden) - 1, -1, -1)
    for step in steps:
        recurrent = state @ state_weights
        gates = 1 / (1 + np.exp(-(inputs[step, : 2 * width] + recurrent[: 2 * width])))
        keep, reset = gates[:width], gates[width:]
        proposed = np.tanh(inputs[step, 2 * width :] + reset * recurrent[2 * width :])
        state = keep * state + (1 - keep) * proposed
        states[step] = state
    return states


def _log_sum(scores: Rows) -> Rows:
    """Return the logarithm of the sum of exponentials over the first axis."""
    highest = scores.max(axis=0)
    return highest + np.log(np.exp(scores - highest).sum(axis=0))
