"""Weights of the fit model (`negotiation/search/fit_model.py`), fitted to the labelled demands of the open corpus.

`python -m benchmarks.fit_weights` prints the weights of a logistic regression over all pairs of a labelled need and
a profile that speaks the demand's language and can be there, and what the model would choose in a ten-fold
cross-validation, in which no demand is judged by weights that it has a part in. The sealed half is not read.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.registry.profile_texts import profile_texts
from negotiation.search.fit_model import BIAS, MIN_PROBABILITY, WEIGHTS
from negotiation.search.need_comparison import NeedComparison, ProfileTextVector, WordWeights
from negotiation.search.need_fits import is_known_to_differ
from negotiation.search.skill_centroids import embed_skill_centroids, skill_terms
from negotiation.search.text_vectors import NeedVector, cosine_similarities
from negotiation.search.tokenizer import tokenize
from shared.embedding.local import LocalEmbedder
from shared.embedding.quantization import QuantizedVectors, quantize
from towow.evaluation.corpus import LabelledDemand, corpus_folder, read_corpus
from user_agent.simulated.suitability import is_reachable

Values = NDArray[np.float64]

FOLDS = 10
PENALTY = 1.0
"""Weight of the squared weights in the regression (ridge)."""

STEPS = 60
CHOSEN = 4
"""Number of profiles that a need chooses at most."""


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Need of a demand and a profile: the evidence (`FitEvidence.features`), and whether the label says it is able."""

    demand: str
    need: str
    features: tuple[float, ...]
    is_able: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What a model chooses: shares of able profiles among all chosen and among the first ones, and needs with one."""

    able: int
    chosen: int
    first_able: int
    first_chosen: int
    needs: int


def fit(features: Values, labels: Values) -> Values:
    """Return the bias and the weights of a logistic regression with a ridge penalty, by Newton's method.

    Args:
        features: Shape (pairs, features).
        labels: 1 or 0, shape (pairs,).
    """
    inputs = np.column_stack((np.ones(len(features)), features))
    penalty = np.diag([0.0] + [PENALTY] * features.shape[1])
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        probabilities = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (probabilities - labels) + penalty @ weights
        curvature = (inputs.T * (probabilities * (1 - probabilities))) @ inputs + penalty
        weights = weights - np.linalg.solve(curvature, slope)
    return weights


def predict(weights: Values, features: Values) -> Values:
    """Return the probabilities of pairs by a bias and weights of `fit`."""
    return 1 / (1 + np.exp(-(weights[0] + features @ weights[1:])))


def cross_validate(pairs: Sequence[LabelledPair]) -> Choice:
    """Return what the needs choose if each demand's pairs are judged by the weights of other demands."""
    demands = sorted({pair.demand for pair in pairs})
    np.random.default_rng(0).shuffle(demands)
    folds = np.array([demands.index(pair.demand) % FOLDS for pair in pairs])
    features = np.array([pair.features for pair in pairs])
    labels = np.array([pair.is_able for pair in pairs], dtype=np.float64)
    probabilities = np.zeros(len(pairs))
    for fold in range(FOLDS):
        held_out = folds == fold
        probabilities[held_out] = predict(fit(features[~held_out], labels[~held_out]), features[held_out])
    return choose(pairs, probabilities)


def choose(pairs: Sequence[LabelledPair], probabilities: Values) -> Choice:
    """Return what each need chooses: its CHOSEN best profiles of at least MIN_PROBABILITY; pairs are sorted by need."""
    able = chosen = first_able = first_chosen = needs = 0
    for _, group in groupby(zip(pairs, probabilities, strict=True), key=lambda row: (row[0].demand, row[0].need)):
        ranked = sorted(group, key=lambda row: -row[1])
        best = [pair for pair, probability in ranked[:CHOSEN] if probability >= MIN_PROBABILITY]
        needs += any(pair.is_able for pair, _ in ranked)
        able += sum(pair.is_able for pair in best)
        chosen += len(best)
        first_able += sum(pair.is_able for pair in best[:1])
        first_chosen += len(best[:1])
    return Choice(able, chosen, first_able, first_chosen, needs)


async def collect_pairs(demands: Sequence[LabelledDemand], profiles: Sequence[Profile]) -> list[LabelledPair]:
    """Return the pairs of the labelled needs of demands and the profiles that could take part, by demand and need."""
    embedder = LocalEmbedder()
    skills = await embed_skill_centroids(embedder, skill_terms())
    texts = sorted({text for profile in profiles for text in profile_texts(profile).non_empty()})
    wanted = sorted({each.need for demand in demands for each in demand.needs})
    rows = quantize(await embedder.embed([*texts, *wanted]))
    nearest = np.argmax(cosine_similarities(rows[: len(texts)], skills), axis=1)
    vectors = {text: ProfileTextVector(row, int(skill)) for text, row, skill in zip(texts, rows, nearest, strict=False)}
    need_rows = dict(zip(wanted, rows[len(texts) :], strict=True))
    counts = Counter(token for profile in profiles for token in _tokens(profile))
    weights = WordWeights(lambda token: counts[token], len(profiles))
    return [
        pair
        for demand in demands
        if demand.needs
        for pair in _pairs(demand, [p for p in profiles if _can_come(p, demand)], need_rows, vectors, skills, weights)
    ]


def _pairs(
    demand: LabelledDemand,
    profiles: Sequence[Profile],
    need_rows: dict[str, QuantizedVectors],
    vectors: dict[str, ProfileTextVector],
    skills: QuantizedVectors,
    weights: WordWeights,
) -> list[LabelledPair]:
    needs = [Need(need=each.need, span=each.span) for each in demand.needs]
    rows = [need_rows[each.need] for each in needs]
    evidence = NeedComparison(
        needs,
        demand.raw_input,
        [NeedVector(row, cosine_similarities(row[None], skills)[0]) for row in rows],
        vectors,
        weights,
    )
    pairs: list[LabelledPair] = []
    for number, each in enumerate(demand.needs):
        for profile in profiles:
            abilities = [own for own in profile.capabilities if not is_known_to_differ(each.need, own)]
            if abilities:
                found, _ = evidence.compare(number, profile, abilities)
                pairs.append(LabelledPair(demand.id, f"n{number}", found.features(), profile.agent_id in each.able))
    return pairs


def _can_come(profile: Profile, demand: LabelledDemand) -> bool:
    speaks = not profile.languages or demand.language in profile.languages
    return speaks and is_reachable(profile, demand.limits.place)


def _tokens(profile: Profile) -> set[str]:
    texts = profile_texts(profile)
    return {token for text in (*texts.capabilities, texts.rest) for token in tokenize(text)}


def main() -> None:
    """Print the fitted weights beside the present ones, and the cross-validation."""
    profiles = read_profiles([shipped_profiles_folder()]).profiles
    pairs = asyncio.run(collect_pairs(read_corpus(corpus_folder() / "open.jsonl"), profiles))
    features = np.array([pair.features for pair in pairs])
    weights = fit(features, np.array([pair.is_able for pair in pairs], dtype=np.float64))
    print("fitted ", " ".join(f"{weight:6.2f}" for weight in weights))
    print("present", " ".join(f"{weight:6.2f}" for weight in (BIAS, *WEIGHTS)))
    choice = cross_validate(pairs)
    print(f"{len(pairs)} pairs, {choice.needs} needs that somebody who can come is able to meet")
    print(f"chosen {choice.chosen}, able {choice.able}; chosen first {choice.first_chosen}, able {choice.first_able}")


if __name__ == "__main__":
    main()
