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

DECIMALS = 3
"""Decimals of emissions, which are rounded because processors differ in the last ones."""

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
        self._state_weights = np.stack([each[f"{way}_state"] for each in members for way in ("forward", "backward")])
        self.transitions = np.mean([each["transitions"] for each in members], axis=0)
        self.starts = np.mean([each["starts"] for each in members], axis=0)

    def emit(self, rows: Rows, features: Rows) -> Rows:
        """Return how well each tag suits each token by its surroundings, shape (tokens, tags).

        Args:
            rows: Vectors of the tokens, of `encode_tokens`.
            features: Features of the tokens, of `find_tag_features`.
        """
        hidden = [
            np.concatenate([np.tanh(rows @ each["project"] + each["project_bias"]), features], axis=1)
            for each in self._members
        ]
        inputs = [
            (own if way == "forward" else own[::-1]) @ each[f"{way}_input"] + each[f"{way}_bias"]
            for each, own in zip(self._members, hidden, strict=True)
            for way in ("forward", "backward")
        ]
        states = _run(np.stack(inputs, axis=1), self._state_weights)
        emissions = [
            np.concatenate([states[:, 2 * number], states[::-1, 2 * number + 1], own], axis=1) @ each["emit"]
            + each["emit_bias"]
            for number, (each, own) in enumerate(zip(self._members, hidden, strict=True))
        ]
        mean: Rows = np.mean(emissions, axis=0)
        return np.round(mean, DECIMALS)

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
        passage = np.exp(self.transitions.astype(np.float64))
        weights = np.exp((emissions - emissions.max(axis=1, keepdims=True)).astype(np.float64))
        forward, backward = np.empty_like(weights), np.empty_like(weights)
        forward[0] = _normalize(np.exp(self.starts - self.starts.max()) * weights[0])
        for step in range(1, len(weights)):
            forward[step] = _normalize((forward[step - 1] @ passage) * weights[step])
        backward[-1] = 1
        for step in range(len(weights) - 2, -1, -1):
            backward[step] = _normalize(passage @ (weights[step + 1] * backward[step + 1]))
        joint = forward * backward
        return joint[:, 0] / joint.sum(axis=1)


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


def _run(inputs: Rows, state_weights: Rows) -> Rows:
    """Return the states of several gated recurrent units after each step, shape (steps, units, width).

    Args:
        inputs: Weighted inputs of the units, shape (steps, units, 3 * width).
        state_weights: Weights of their states, shape (units, width, 3 * width).
    """
    units, width = state_weights.shape[:2]
    states = np.empty((len(inputs), units, width), dtype=np.float32)
    state = np.zeros((units, 1, width), dtype=np.float32)
    for step, given in enumerate(inputs[:, :, None]):
        recurrent = state @ state_weights
        gates = 1 / (1 + np.exp(-(given[..., : 2 * width] + recurrent[..., : 2 * width])))
        keep, reset = gates[..., :width], gates[..., width:]
        proposed = np.tanh(given[..., 2 * width :] + reset * recurrent[..., 2 * width :])
        state = keep * state + (1 - keep) * proposed
        states[step] = state[:, 0]
    return states


def _normalize(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return weights / weights.sum()
