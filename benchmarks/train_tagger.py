"""Training of the tagger of demands (`coordinator/simulated/demand_tagger.py`), with the extra `train`.

`python -m benchmarks.train_tagger` reads `examples/corpus/training.jsonl`, trains one network for each of
MEMBERS, from different random beginnings, and writes `coordinator/simulated/tag_network.npz`. It also prints how
well the needs of the held-out demands are found. The network is `coordinator.simulated.tag_network`; it learns to make
the whole labelled sequence probable (Lafferty et al. 2001, "Conditional random fields"), with dropout and decaying
weights against learning by heart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from itertools import pairwise
from string import ascii_lowercase
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.training_demands import TrainingDemand, is_held_out, read_training_demands
from coordinator.simulated.demand_tagger import OUTSIDE_PENALTY, encode_demand
from coordinator.simulated.tag_features import FEATURES, find_tag_features
from coordinator.simulated.tag_network import TAGS, WEIGHTS_FILE, TagNetwork
from negotiation.contracts.demand import Span
from negotiation.understanding.mentions import find_mentions
from towow.evaluation.corpus import CORPUS_TODAY
from towow.evaluation.span_match import overlaps

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
optax: Any = import_module("optax")

Rows = npt.NDArray[np.float32]
Weights = dict[str, Any]

EPOCHS = 10
BATCH = 32
LEARNING_RATE = 2e-3
WEIGHT_DECAY = 0.02
DROPOUT = 0.5
FEATURE_DROPOUT = 0.15
PROJECTED = 160
STATE = 128
LENGTHS = (16, 24, 32, 48, 64, 96, 128, 192, 320)
"""Numbers of tokens that batches are padded to; what exceeds the largest is left out."""


@dataclass(frozen=True, slots=True)
class SampleMix:
    """How often a member sees the demands in an epoch.

    Attributes:
        times: By the letters that their ids begin with. `m`, `p` and `d` have much that is like a need and none; `s`,
            with many needs by skill, has nothing of it, and is not seen; nor are held-out ones (`u`).
        others: All other demands.
        by_skill_step: Of every how many of the 14,600 demands with one need by skill (`w`) it sees one; None: no one.
    """

    times: Mapping[str, int]
    others: int
    by_skill_step: int | None


_NEVER = {"s": 0, "u": 0}
MEMBERS = (
    SampleMix({**_NEVER, "d": 0, "m": 4, "p": 4}, others=2, by_skill_step=6),
    SampleMix({**_NEVER, "d": 0, "m": 4, "p": 4}, others=2, by_skill_step=None),
    SampleMix({**_NEVER, "d": 2, "m": 2, "p": 2}, others=1, by_skill_step=3),
    SampleMix({**_NEVER, "d": 2, "m": 2, "p": 2}, others=1, by_skill_step=None),
)
"""Members of the network, which differ in what they see: together they are right more often than members of one mix."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Demand as the network sees it: rows and features of its tokens, where they stand, and their tags by number."""

    demand: str
    spans: tuple[Span, ...]
    needs: tuple[Span, ...]
    rows: npt.NDArray[np.float16]
    features: Rows
    tags: tuple[int, ...]


def read_samples() -> list[Sample]:
    """Return all demands of the training file."""
    return [sample for demand in read_training_demands() if (sample := _read_sample(demand)).spans]


def _read_sample(demand: TrainingDemand) -> Sample:
    text, language = demand.text, demand.language
    mentions = find_mentions(text, language, date.fromisoformat(CORPUS_TODAY))
    spans, rows = encode_demand(text, mentions)
    return Sample(
        demand=demand.id,
        spans=spans,
        needs=tuple(label.span for label in demand.labels if label.kind in ("need", "optional")),
        rows=rows.astype(np.float16),
        features=find_tag_features(text, language, spans, mentions),
        tags=tuple(_tag(spans, [(label.span, label.kind) for label in demand.labels])),
    )


def _tag(spans: Sequence[Span], labels: Sequence[tuple[Span, str]]) -> list[int]:
    tags: list[int] = []
    previous: tuple[Span, str] | None = None
    for start, end in spans:
        middle = (start + end) / 2
        label = next((each for each in labels if each[0][0] < middle + 0.5 and middle < each[0][1]), None)
        label = label if start < end else previous
        tags.append(0 if label is None else TAGS.index(f"{'I' if label is previous else 'B'}-{label[1]}"))
        previous = label
    return tags


def train(samples: Sequence[Sample], seed: int) -> dict[str, Rows]:
    """Return the weights of a member learned from samples, by name (see `TagNetwork`), beginning with random ones."""
    random = np.random.default_rng(seed)
    samples = list(_repeat(samples, MEMBERS[seed]))
    weights = _first_weights(random, samples[0].rows.shape[1])
    ordered = sorted(samples, key=_token_count)
    batches = [_pad(ordered[start : start + BATCH]) for start in range(0, len(ordered), BATCH)]
    schedule = optax.cosine_decay_schedule(LEARNING_RATE, EPOCHS * len(batches))
    optimizer = optax.adamw(schedule, weight_decay=WEIGHT_DECAY)
    state, key = optimizer.init(weights), jax.random.PRNGKey(seed)

    @jax.jit
    def step(weights: Weights, state: Any, batch: Any, key: Any) -> tuple[Weights, Any]:
        gradient = jax.grad(_loss)(weights, batch, key)
        updates, new_state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), new_state

    for _ in range(EPOCHS):
        for index in random.permutation(len(batches)):
            key, own = jax.random.split(key)
            weights, state = step(weights, state, batches[index], own)
    return {name: np.asarray(value) for name, value in weights.items()}


def _repeat(samples: Sequence[Sample], mix: SampleMix) -> Iterator[Sample]:
    """Yield the samples as often as they are seen in an epoch."""
    by_skill = 0
    for sample in samples:
        group = _group(sample.demand)
        by_skill += group == "w"
        if group == "w":
            times = int(bool(mix.by_skill_step) and by_skill % (mix.by_skill_step or 1) == 0)
        else:
            times = mix.times.get(group, mix.others)
        yield from [sample] * times


def _group(demand_id: str) -> str:
    """Return the letters that an id begins with: `w` of w12-en-3, `plain` of plain-7."""
    return demand_id[: len(demand_id) - len(demand_id.lstrip(ascii_lowercase))]


def _token_count(sample: Sample) -> int:
    return len(sample.tags)


def _first_weights(random: np.random.Generator, width: int) -> Weights:
    def dense(rows: int, columns: int) -> Rows:
        return (random.normal(size=(rows, columns)) / np.sqrt(rows)).astype(np.float32)

    hidden = PROJECTED + len(FEATURES)
    weights = {
        "project": dense(width, PROJECTED),
        "project_bias": np.zeros(PROJECTED, np.float32),
        "emit": dense(2 * STATE + hidden, len(TAGS)),
        "emit_bias": np.zeros(len(TAGS), np.float32),
        "transitions": np.zeros((len(TAGS), len(TAGS)), np.float32),
        "starts": np.zeros(len(TAGS), np.float32),
    }
    for direction in ("forward", "backward"):
        weights[f"{direction}_input"] = dense(hidden, 3 * STATE)
        weights[f"{direction}_state"] = dense(STATE, 3 * STATE)
        weights[f"{direction}_bias"] = np.zeros(3 * STATE, np.float32)
    return weights


def _pad(samples: Sequence[Sample]) -> tuple[Rows, Rows, npt.NDArray[np.int32], Rows]:
    """Return rows, features, tags and a mask (1 where a token is) of samples, padded to one of LENGTHS."""
    longest = max(len(sample.tags) for sample in samples)
    length = next((each for each in LENGTHS if each >= longest), LENGTHS[-1])
    rows = np.zeros((len(samples), length, samples[0].rows.shape[1]), np.float32)
    features = np.zeros((len(samples), length, len(FEATURES)), np.float32)
    tags, mask = np.zeros((len(samples), length), np.int32), np.zeros((len(samples), length), np.float32)
    for number, sample in enumerate(samples):
        count = min(length, len(sample.tags))
        rows[number, :count], features[number, :count] = sample.rows[:count], sample.features[:count]
        tags[number, :count], mask[number, :count] = sample.tags[:count], 1
    return rows, features, tags, mask


def _loss(weights: Weights, batch: Any, key: Any) -> Any:
    """Return the negative logarithm of the probability of the labelled tags, a token."""
    rows, features, tags, mask = batch
    emissions = _emit(weights, rows, features, mask, key)
    numbers = jnp.arange(len(tags))

    def step(carried: Any, inputs: Any) -> tuple[Any, None]:
        scores, labelled, last = carried
        emission, tag, inside = inputs
        reached = jax.nn.logsumexp(scores[:, :, None] + weights["transitions"][None], axis=1) + emission
        scores = jnp.where(inside[:, None] > 0, reached, scores)
        labelled = labelled + inside * (weights["transitions"][last, tag] + emission[numbers, tag])
        return (scores, labelled, jnp.where(inside > 0, tag, last)), None

    first = weights["starts"] + emissions[:, 0]
    carried = (first, first[numbers, tags[:, 0]], tags[:, 0])
    rest = (emissions[:, 1:].transpose(1, 0, 2), tags[:, 1:].T, mask[:, 1:].T)
    (scores, labelled, _), _ = jax.lax.scan(step, carried, rest)
    return (jax.nn.logsumexp(scores, axis=-1) - labelled).sum() / mask.sum()


def _emit(weights: Weights, rows: Any, features: Any, mask: Any, key: Any) -> Any:
    keys = jax.random.split(key, 4)
    projected = jnp.tanh(_drop(rows, keys[0], DROPOUT) @ weights["project"] + weights["project_bias"])
    kept = _drop(features, keys[1], FEATURE_DROPOUT)
    hidden = jnp.concatenate([_drop(projected, keys[2], DROPOUT), kept], axis=-1)
    states = [_run(weights, direction, hidden, mask) for direction in ("forward", "backward")]
    joined = _drop(jnp.concatenate([*states, hidden], axis=-1), keys[3], DROPOUT)
    return joined @ weights["emit"] + weights["emit_bias"]


def _run(weights: Weights, direction: str, hidden: Any, mask: Any) -> Any:
    inputs = hidden @ weights[f"{direction}_input"] + weights[f"{direction}_bias"]

    def step(state: Any, given: Any) -> tuple[Any, Any]:
        entry, inside = given
        recurrent = state @ weights[f"{direction}_state"]
        gates = jax.nn.sigmoid(entry[:, : 2 * STATE] + recurrent[:, : 2 * STATE])
        keep, reset = gates[:, :STATE], gates[:, STATE:]
        proposed = jnp.tanh(entry[:, 2 * STATE :] + reset * recurrent[:, 2 * STATE :])
        state = jnp.where(inside[:, None] > 0, keep * state + (1 - keep) * proposed, state)
        return state, state

    begin = jnp.zeros((hidden.shape[0], STATE))
    given = (inputs.transpose(1, 0, 2), mask.T)
    return jax.lax.scan(step, begin, given, reverse=direction == "backward")[1].transpose(1, 0, 2)


def _drop(values: Any, key: Any, share: float) -> Any:
    return values * jax.random.bernoulli(key, 1 - share, values.shape) / (1 - share)


def found_needs(network: TagNetwork, sample: Sample, penalty: float) -> list[Span]:
    """Return the spans that the network tags as needs, with a logit of `penalty` taken from words outside of spans."""
    emissions = network.emit(sample.rows.astype(np.float32), sample.features)
    emissions[:, 0] -= penalty
    path = [TAGS[number] for number in network.best_path(emissions)]
    spans: list[list[int]] = []
    for (before, tag), (start, end) in zip(pairwise(["O", *path]), sample.spans, strict=True):
        if tag.endswith(("need", "optional")):
            if tag == f"I-{before[2:]}" and spans:
                spans[-1][1] = end
            else:
                spans.append([start, end])
    return [(start, end) for start, end in spans]


def main() -> None:
    """Train on all demands but the held-out ones, write the weights, and print how many needs of these are found."""
    samples = read_samples()
    members = [train(samples, seed) for seed in range(len(MEMBERS))]
    stored = {f"{number}.{name}": value for number, each in enumerate(members) for name, value in each.items()}
    np.savez_compressed(WEIGHTS_FILE, allow_pickle=False, **{name: stored[name].astype(np.float16) for name in stored})
    network, held_out = TagNetwork(members), [sample for sample in samples if is_held_out(sample.demand)]
    pairs = [(sample.needs, found_needs(network, sample, OUTSIDE_PENALTY)) for sample in held_out]
    right = sum(any(overlaps(need, each) for each in found) for needs, found in pairs for need in needs)
    asked = sum(any(overlaps(each, need) for need in needs) for needs, found in pairs for each in found)
    labelled, tagged = (sum(len(pair[side]) for pair in pairs) for side in (0, 1))
    print(f"held-out demands: recall {right}/{labelled}, precision {asked}/{tagged}")


if __name__ == "__main__":
    main()
