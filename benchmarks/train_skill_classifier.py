"""Training of the classifier of needs (`negotiation/search/skill_classifier.py`), with the extra `train`.

`python -m benchmarks.train_skill_classifier` reads the needs of `examples/corpus/training.jsonl` whose skill is
labelled, and all names of the known skills, trains MEMBERS networks from different random beginnings and writes
`negotiation/search/skill_classifier.npz`. It also prints how many needs of the open half and of the validation demands,
which are not trained with, get a skill of somebody who is able.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.training_demands import (
    OTHER_SKILL,
    TrainingDemand,
    is_held_out,
    read_judged_fits,
    read_training_demands,
)
from negotiation.contracts.demand import Need
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.skill_centroids import skill_terms
from negotiation.search.skill_classifier import WEIGHTS_FILE, find_sentence, load_skill_classifier
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import normalize
from negotiation.understanding.mentions import overlaps
from shared.embedding.local import LocalEmbedder
from shared.embedding.quantization import quantize
from towow.evaluation.corpus import corpus_folder, read_corpus

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
optax: Any = import_module("optax")

Rows = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

MEMBERS = 1
EPOCHS = 20
BATCH = 128
LEARNING_RATE = 1e-3
WEIGHT_DECAY = 0.05
INPUT_DROPOUT = 0.3
DROPOUT = 0.5
SMOOTHING = 0.05
"""Share of the probability that a label leaves to all others."""

NAME_WEIGHT = 2
"""How often each name of a skill counts as a need."""

CLAUSE_STEP = 8
"""Of every how many demands one has its unmarked clauses read as asking for no skill: more of them hide needs."""

MIN_CLAUSE = 4
"""Characters of a clause from which on it says something."""

_CLAUSE_PATTERN = re.compile(r"[^,.;:!?，。；：！？\n]+")

WIDTH = 768
EMBEDDED_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class LabelledWords:
    """Words of a need, the sentence in which they stand, and the skill that they ask for."""

    words: str
    sentence: str
    skill: str


def read_needs() -> list[LabelledWords]:
    """Return the needs of the training demands whose skill is labelled or named, then every name of a known skill.

    A need without a label has the skill that its words are a name of, if any. Clauses without a mark, one of every
    CLAUSE_STEP-th demand, are for no skill. Demands with judged fits have no label of a skill: the weights of fits are
    found by them (`fit_weights.py`), and are left out, as held-out demands are.
    """
    judged = {fit.demand for fit in read_judged_fits()}
    demands = [each for each in read_training_demands() if each.id not in judged and not is_held_out(each.id)]
    names = {normalize(name): term.en[0] for term in skill_terms() for name in term.words}
    needs = [
        LabelledWords(words, find_sentence(demand.text, Need(need=words, span=label.span)), skill)
        for demand in demands
        for label in demand.labels
        if label.kind in ("need", "optional") and (words := demand.text[slice(*label.span)])
        if (skill := label.skill or names.get(normalize(words)))
    ]
    needs.extend(clause for demand in islice(demands, 0, None, CLAUSE_STEP) for clause in _unmarked_clauses(demand))
    own = [LabelledWords(name, name, term.en[0]) for term in skill_terms() for name in term.words]
    return [*needs, *own * NAME_WEIGHT]


def _unmarked_clauses(demand: TrainingDemand) -> Iterator[LabelledWords]:
    """Yield the first clause of a demand without a mark; all of them if it asks for nothing."""
    for number, match in enumerate(_free_clauses(demand)):
        if number == 0 or not any(label.kind in ("need", "optional") for label in demand.labels):
            words = match[0].strip()
            start = demand.text.index(words, match.start())
            need = Need(need=words, span=(start, start + len(words)))
            yield LabelledWords(words, find_sentence(demand.text, need), OTHER_SKILL)


def _free_clauses(demand: TrainingDemand) -> Iterator[re.Match[str]]:
    for match in _CLAUSE_PATTERN.finditer(demand.text):
        is_free = not any(overlaps(label.span, match.span()) for label in demand.labels)
        if is_free and len(match[0].strip()) >= MIN_CLAUSE:
            yield match


class _Vectors:
    """Unit vectors of texts, each computed once and quantized as in a search."""

    def __init__(self) -> None:
        self._embedder = LocalEmbedder()
        self.model = self._embedder.model
        self._known: dict[str, Rows] = {}

    def get(self, texts: Sequence[str]) -> Rows:
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(missing), EMBEDDED_AT_ONCE):
            part = missing[start : start + EMBEDDED_AT_ONCE]
            rows = quantize(asyncio.run(self._embedder.embed(part))).astype(np.float32)
            rows /= np.linalg.norm(rows, axis=1, keepdims=True)
            self._known.update(zip(part, rows, strict=True))
        return np.stack([self._known[text] for text in texts])


def train(inputs: Rows, targets: Numbers, label_count: int, seed: int) -> dict[str, Rows]:
    """Return the weights learned from inputs, shape (needs, 2 * dimension); they standardize the inputs."""
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    standard = (inputs - mean) / scale
    random = np.random.default_rng(seed)
    weights: dict[str, Any] = {
        "hidden": (random.normal(size=(inputs.shape[1], WIDTH)) / np.sqrt(inputs.shape[1])).astype(np.float32),
        "hidden_bias": np.zeros(WIDTH, np.float32),
        "output": (random.normal(size=(WIDTH, label_count)) / np.sqrt(WIDTH)).astype(np.float32),
        "output_bias": np.zeros(label_count, np.float32),
    }
    steps = EPOCHS * (len(inputs) // BATCH)
    optimizer = optax.adamw(optax.cosine_decay_schedule(LEARNING_RATE, steps), weight_decay=WEIGHT_DECAY)
    state, key = optimizer.init(weights), jax.random.PRNGKey(seed)

    @jax.jit
    def step(weights: Any, state: Any, rows: Any, labels: Any, key: Any) -> tuple[Any, Any]:
        gradient = jax.grad(_loss)(weights, rows, labels, key)
        updates, new_state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), new_state

    for _ in range(EPOCHS):
        order = random.permutation(len(inputs))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            key, own = jax.random.split(key)
            chosen = order[start : start + BATCH]
            weights, state = step(weights, state, standard[chosen], targets[chosen], own)
    learned = {name: np.asarray(value) for name, value in weights.items()}
    hidden = learned["hidden"] / scale[:, None]
    return {**learned, "hidden": hidden, "hidden_bias": learned["hidden_bias"] - mean @ hidden}


def _loss(weights: Any, rows: Any, labels: Any, key: Any) -> Any:
    keys = jax.random.split(key)
    kept = rows * jax.random.bernoulli(keys[0], 1 - INPUT_DROPOUT, rows.shape) / (1 - INPUT_DROPOUT)
    hidden = jax.nn.relu(kept @ weights["hidden"] + weights["hidden_bias"])
    hidden = hidden * jax.random.bernoulli(keys[1], 1 - DROPOUT, hidden.shape) / (1 - DROPOUT)
    scores = jax.nn.log_softmax(hidden @ weights["output"] + weights["output_bias"])
    labelled = scores[jnp.arange(len(labels)), labels].mean()
    return -(1 - SMOOTHING) * labelled - SMOOTHING * scores.mean()


def _inputs(vectors: _Vectors, needs: Sequence[LabelledWords]) -> Rows:
    words, sentences = vectors.get([each.words for each in needs]), vectors.get([each.sentence for each in needs])
    return np.concatenate([words, sentences], axis=1)


def judge(vectors: _Vectors, half: str) -> tuple[int, int]:
    """Return how many needs of labelled demands get a skill of somebody able, of all that somebody is able to meet."""
    classifier = load_skill_classifier(vectors.model)
    assert classifier is not None
    capabilities = {each.agent_id: each.capabilities for each in read_profiles([shipped_profiles_folder()]).profiles}
    needs = [
        (LabelledWords(need.need, find_sentence(row.raw_input, Need(need=need.need, span=need.span)), ""), need.able)
        for row in read_corpus(corpus_folder() / f"{half}.jsonl")
        for need in row.needs
        if need.able
    ]
    rows = _inputs(vectors, [each for each, _ in needs])
    dimension = vectors.model.dimension
    words = [each.words for each, _ in needs]
    probabilities = classifier.classify(words, quantize(rows[:, :dimension]), quantize(rows[:, dimension:]))
    best = [skill_terms()[int(number)].en[0] for number in probabilities.argmax(axis=1)]
    right = sum(
        skill in _skill_names(text for agent_id in able for text in capabilities[agent_id])
        for skill, (_, able) in zip(best, needs, strict=True)
    )
    return right, len(needs)


def _skill_names(texts: Iterable[str]) -> set[str]:
    return {found.term.en[0] for text in texts for found in load_thesaurus("skills").find_all(text)}


def main() -> None:
    """Train on all labelled needs, write the weights, and print how they do on demands that are not trained with."""
    needs, vectors = read_needs(), _Vectors()
    labels = [*(term.en[0] for term in skill_terms()), OTHER_SKILL]
    unknown = {each.skill for each in needs} - set(labels)
    if unknown:
        raise SystemExit(f"skills that the thesaurus does not know: {', '.join(sorted(unknown))}")
    targets = np.array([labels.index(each.skill) for each in needs])
    inputs = _inputs(vectors, needs)
    members = [train(inputs, targets, len(labels), seed) for seed in range(MEMBERS)]
    stored = {
        f"{number}.{name}": value.astype(np.float16)
        for number, one in enumerate(members)
        for name, value in one.items()
    }
    np.savez_compressed(
        WEIGHTS_FILE,
        allow_pickle=False,
        model=np.array(vectors.model.name),
        dimension=np.array(vectors.model.dimension),
        labels=np.array(labels),
        **stored,
    )
    load_skill_classifier.cache_clear()
    for half in ("open", "validation"):
        right, count = judge(vectors, half)
        print(f"{half}: {right} of {count} needs get a skill of somebody able")


if __name__ == "__main__":
    main()
