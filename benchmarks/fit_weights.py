"""Weights of the fit model (`negotiation/search/fit_model.py`), fitted to labelled demands and judged fits.

`python -m benchmarks.fit_weights` prints the weights of a logistic regression over two kinds of pairs: a labelled need
of the open half and of the practice demands and each profile that speaks the demand's language and can be there; a need
of a training demand for which somebody judged all profiles (`judged_fits.jsonl`) and each that speaks its language. It
also prints what the model would choose in a ten-fold cross-validation, in which no demand is judged by weights that it
has a part in, and for the validation demands. The sealed half is not read.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from benchmarks.training_demands import read_judged_fits, read_training_demands
from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.registry.profile_texts import profile_texts
from negotiation.search.fit_model import BIAS, MIN_PROBABILITY, WEIGHTS
from negotiation.search.need_comparison import NeedComparison, ProfileTextVector, WordWeights
from negotiation.search.need_fits import eligible_abilities
from negotiation.search.skill_centroids import embed_skill_centroids, skill_terms
from negotiation.search.skill_classifier import find_sentence, load_skill_classifier
from negotiation.search.text_vectors import NeedVector, cosine_similarities
from negotiation.search.tokenizer import tokenize
from shared.embedding.local import LocalEmbedder
from shared.embedding.quantization import quantize
from towow.evaluation.corpus import LabelledDemand, corpus_folder, read_corpus
from user_agent.simulated.suitability import is_within_reach

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


@dataclass(frozen=True, slots=True)
class JudgedNeed:
    """Need of a demand, the profiles that it is compared with, and who of them is able to meet it."""

    need: Need
    profiles: Sequence[Profile]
    able: Collection[str]


@dataclass(frozen=True, slots=True)
class JudgedDemand:
    """Demand with needs for which it is known who is able to meet them."""

    id: str
    text: str
    needs: Sequence[JudgedNeed]


def labelled_demands(demands: Sequence[LabelledDemand], profiles: Sequence[Profile]) -> list[JudgedDemand]:
    """Return labelled demands; their needs are compared with all profiles that could take part."""
    return [
        JudgedDemand(
            demand.id,
            demand.raw_input,
            [
                JudgedNeed(
                    Need(need=each.need, span=each.span), [p for p in profiles if _can_come(p, demand)], each.able
                )
                for each in demand.needs
            ],
        )
        for demand in demands
        if demand.needs
    ]


def judged_demands(profiles: Sequence[Profile]) -> list[JudgedDemand]:
    """Return the training demands with judged fits, with all profiles that speak their language."""
    demands = {demand.id: demand for demand in read_training_demands()}
    speakers = {
        language: [profile for profile in profiles if _speaks(profile, language)]
        for language in {demand.language for demand in demands.values()}
    }
    needs: dict[str, list[JudgedNeed]] = {}
    for judged in read_judged_fits():
        demand = demands[judged.demand]
        need = Need(need=demand.text[slice(*judged.span)], span=judged.span)
        needs.setdefault(demand.id, []).append(JudgedNeed(need, speakers[demand.language], judged.able))
    return [JudgedDemand(demand_id, demands[demand_id].text, own) for demand_id, own in needs.items()]


async def collect_pairs(demands: Sequence[JudgedDemand], profiles: Sequence[Profile]) -> list[LabelledPair]:
    """Return the pairs of needs and profiles, by demand and need."""
    embedder = LocalEmbedder()
    classifier = load_skill_classifier(embedder.model)
    assert classifier is not None
    skills = await embed_skill_centroids(embedder, skill_terms())
    texts = sorted({text for profile in profiles for text in profile_texts(profile).non_empty()})
    rows = quantize(await embedder.embed(texts))
    nearest = np.argmax(cosine_similarities(rows, skills), axis=1)
    known = {text: ProfileTextVector(row, int(skill)) for text, row, skill in zip(texts, rows, nearest, strict=True)}
    counts = Counter(token for profile in profiles for token in _tokens(profile))
    weights = WordWeights(lambda token: counts[token], len(profiles))
    pairs: list[LabelledPair] = []
    for demand in demands:
        needs = [each.need for each in demand.needs]
        words = quantize(await embedder.embed([need.need for need in needs]))
        sentences = quantize(await embedder.embed([find_sentence(demand.text, need) for need in needs]))
        similarities = cosine_similarities(words, skills)
        probabilities = classifier.classify([need.need for need in needs], words, sentences)
        vectors = [NeedVector(*each) for each in zip(words, similarities, probabilities, strict=True)]
        pairs.extend(_pairs(demand, NeedComparison(needs, demand.text, vectors, known, weights)))
    return pairs


def _pairs(demand: JudgedDemand, comparison: NeedComparison) -> Iterator[LabelledPair]:
    for number, each in enumerate(demand.needs):
        for profile in each.profiles:
            if abilities := eligible_abilities(each.need.need, profile):
                found, _ = comparison.compare(number, profile, abilities)
                yield LabelledPair(demand.id, f"n{number}", found.features(), profile.agent_id in each.able)


def _can_come(profile: Profile, demand: LabelledDemand) -> bool:
    return _speaks(profile, demand.language) and (profile.remote or is_within_reach(profile, demand.limits.place))


def _speaks(profile: Profile, language: str) -> bool:
    return not profile.languages or language in profile.languages


def _tokens(profile: Profile) -> set[str]:
    texts = profile_texts(profile)
    return {token for text in (*texts.capabilities, texts.rest) for token in tokenize(text)}


def main() -> None:
    """Print the fitted weights beside the present ones, the cross-validation, and the validation demands."""
    profiles = read_profiles([shipped_profiles_folder()]).profiles

    def read(half: str) -> list[JudgedDemand]:
        return labelled_demands(read_corpus(corpus_folder() / f"{half}.jsonl"), profiles)

    pairs = asyncio.run(collect_pairs([*read("open"), *read("practice"), *judged_demands(profiles)], profiles))
    features, labels = _arrays(pairs)
    weights = fit(features, labels)
    print("fitted ", " ".join(f"{weight:7.3f}" for weight in weights))
    print("present", " ".join(f"{weight:7.3f}" for weight in (BIAS, *WEIGHTS)))
    _print_choice("cross-validation", cross_validate(pairs))
    unseen = asyncio.run(collect_pairs(read("validation"), profiles))
    _print_choice("validation", choose(unseen, predict(weights, _arrays(unseen)[0])))


def _arrays(pairs: Sequence[LabelledPair]) -> tuple[Values, Values]:
    return np.array([pair.features for pair in pairs]), np.array([pair.is_able for pair in pairs], dtype=np.float64)


def _print_choice(name: str, choice: Choice) -> None:
    print(f"{name}: {choice.needs} needs that one of their profiles is able to meet")
    print(f"chosen {choice.chosen}, able {choice.able}; chosen first {choice.first_chosen}, able {choice.first_able}")


if __name__ == "__main__":
    main()
