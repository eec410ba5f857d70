"""Fit model: how probably a profile meets a need, from all that is known of both.

Similarity in meaning alone cannot tell a trade from its neighbour: `piano tuner` is nearer to `piano teacher` than
`photographer` to `somebody to snap portraits`. So several kinds of evidence are added up. The weights are those of a
logistic regression over the labelled demands of the open half, the practice demands, and `judged_fits.jsonl`
(`python -m benchmarks.fit_weights`).
"""

import math
from dataclasses import dataclass

BIAS = 0.953
SKILL_WEIGHT = 0.595
PROBABILITY_WEIGHT = 1.385
DIFFERENCE_WEIGHT = -0.615
ABILITY_WORDS_WEIGHT = 0.835
TOPIC_WORDS_WEIGHT = 1.206
CONTEXT_ABILITY_WEIGHT = 1.025
CONTEXT_TOPIC_WEIGHT = 1.019
TOPIC_SIMILARITY_WEIGHT = 1.589

PROBABILITY_FLOOR = 0.003
"""Probability of a skill that counts as none: what the classifier of needs tells apart below it is chance."""

MAX_WORDS = 2.0
"""Sum of the weights of shared words from which on further ones add nothing."""

MAX_CONTEXT_WORDS = 1.5
"""The same for words of the demand's context, of which a long text has many."""

MIN_PROBABILITY = 0.55
"""Probability below which a profile does not count as meeting a need."""

DECIMALS = 3


@dataclass(frozen=True, slots=True)
class FitEvidence:
    """Evidence that a profile meets a need; words count by their rarity in the registry, from 0 (everywhere) to 1.

    Attributes:
        is_same_skill: Whether an ability has the need's words or names the same skill.
        skill_probability: How probably the need asks for a skill that the abilities are of.
        names_differ: Whether need and abilities name known skills, but none in common.
        ability_words: Words of the need that the abilities share.
        topic_words: Words of the need that tags and summary share.
        context_ability_words: Words of the demand beyond its needs that the abilities share.
        context_topic_words: Words of the demand beyond its needs that tags and summary share.
        topic_similarity: Similarity in meaning of the need, and tags and summary together.
    """

    is_same_skill: bool = False
    skill_probability: float = 0.0
    names_differ: bool = False
    ability_words: float = 0.0
    topic_words: float = 0.0
    context_ability_words: float = 0.0
    context_topic_words: float = 0.0
    topic_similarity: float = 0.0

    def features(self) -> tuple[float, ...]:
        """Return the values that the weights are multiplied by, in the order of `WEIGHTS`.

        The probability of the skill counts by its logarithm: one of .1 instead of .01 says as much as 1 instead of .1.
        Shared words count up to MAX_WORDS of each kind, MAX_CONTEXT_WORDS of the context: a long text alone is no fit.
        """
        return (
            float(self.is_same_skill),
            math.log(self.skill_probability + PROBABILITY_FLOOR),
            float(self.names_differ),
            min(self.ability_words, MAX_WORDS),
            min(self.topic_words, MAX_WORDS),
            min(self.context_ability_words, MAX_CONTEXT_WORDS),
            min(self.context_topic_words, MAX_CONTEXT_WORDS),
            self.topic_similarity,
        )


WEIGHTS = (
    SKILL_WEIGHT,
    PROBABILITY_WEIGHT,
    DIFFERENCE_WEIGHT,
    ABILITY_WORDS_WEIGHT,
    TOPIC_WORDS_WEIGHT,
    CONTEXT_ABILITY_WEIGHT,
    CONTEXT_TOPIC_WEIGHT,
    TOPIC_SIMILARITY_WEIGHT,
)


def fit_probability(evidence: FitEvidence) -> float:
    """Return the probability (0 to 1, DECIMALS decimals) that the profile meets the need."""
    logit = BIAS + sum(weight * value for weight, value in zip(WEIGHTS, evidence.features(), strict=True))
    return round(1 / (1 + math.exp(-logit)), DECIMALS)
