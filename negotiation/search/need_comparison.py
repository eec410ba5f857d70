"""Evidence that the profiles found by a search meet its needs: vectors of their texts, and words in common."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.registry.profile_texts import profile_texts
from negotiation.search.array_segment import ArraySegment
from negotiation.search.fit_model import FitEvidence
from negotiation.search.need_fits import is_same_ability, name_different_skills, skill_names
from negotiation.search.shared_words import find_content_stems, find_stems
from negotiation.search.skill_centroids import skill_number
from negotiation.search.text_table import NO_TEXT
from negotiation.search.text_vectors import NeedVector, cosine_similarities
from shared.embedding.quantization import DECIMALS, QuantizedVectors

MAX_CONTEXT_CHARACTERS = 1000
"""Characters of a demand's text whose words are compared: more of them say less, and cost time."""


@dataclass(frozen=True, slots=True, eq=False)
class ProfileTextVector:
    """Vector of a text of a profile, shape (dimension,), and the number of the known skill that is nearest to it."""

    row: QuantizedVectors
    skill: int


class NeedComparison:
    """Comparison of the needs of one search with the profiles that it found (`ProfileComparison`)."""

    def __init__(
        self,
        needs: Sequence[Need],
        context: str,
        vectors: Sequence[NeedVector],
        texts: Mapping[str, "ProfileTextVector"],
        word_weights: "WordWeights",
    ) -> None:
        """Compare some needs with some texts.

        Args:
            needs: The needs.
            context: The demand's own text, which holds the needs; may be empty.
            vectors: Vector of each need.
            texts: Vectors by text: those of `profile_texts` of the profiles found.
            word_weights: Weights of words in common.
        """
        self._needs, self._word_weights = needs, word_weights
        self._stems = [find_content_stems(need.need) for need in needs]
        named = {stem for stems in self._stems for stem in stems}
        self.context = context[:MAX_CONTEXT_CHARACTERS]
        near = find_content_stems(self.context)
        self._context = {stem: token for stem, token in near.items() if stem not in named}
        self._numbers = {text: number for number, text in enumerate(texts)}
        self._skills = [text.skill for text in texts.values()]
        if texts:
            rows = np.stack([text.row for text in texts.values()])
            self._similarities = cosine_similarities(rows, np.stack([vector.row for vector in vectors]))
        self._probabilities = [vector.skill_probabilities for vector in vectors]

    def has_vector(self, profile: Profile, ability: str) -> bool:
        """Return whether the vector of one of a profile's capabilities is there."""
        texts = zip(profile.capabilities, profile_texts(profile).capabilities, strict=True)
        return any(own == ability and text in self._numbers for own, text in texts)

    def compare(self, number: int, profile: Profile, abilities: Sequence[str]) -> tuple[FitEvidence, str]:
        """Return the evidence that a profile meets a need; see `ProfileComparison`."""
        texts = profile_texts(profile)
        rows = [
            (self._similarity(number, text), own, text)
            for own, text in zip(profile.capabilities, texts.capabilities, strict=True)
            if own in abilities
        ]
        _, nearest, _ = max(rows, key=lambda row: row[0])
        skills = {skill for _, own, text in rows for skill in self._skills_of(own, text)}
        own_words, topics = " ".join(texts.capabilities), texts.rest
        stems, context = self._stems[number], self._context
        need = self._needs[number].need
        evidence = FitEvidence(
            is_same_skill=any(is_same_ability(need, own) for own in abilities),
            skill_probability=float(sum(self._probabilities[number][skill] for skill in sorted(skills))),
            names_differ=all(name_different_skills(need, own) for own in abilities),
            ability_words=self._weigh(stems, own_words),
            topic_words=self._weigh(stems, topics),
            context_ability_words=self._weigh(context, own_words),
            context_topic_words=self._weigh(context, topics),
            topic_similarity=self._similarity(number, texts.rest),
        )
        return evidence, nearest

    def _similarity(self, number: int, text: str) -> float:
        row = self._numbers.get(text)
        return 0.0 if row is None else float(self._similarities[row, number])

    def _skills_of(self, ability: str, text: str) -> Iterable[int]:
        """Return the known skills that an ability names, else the one that is nearest to it in meaning."""
        named = skill_names(ability)
        row = self._numbers.get(text)
        return map(skill_number, named) if named else () if row is None else (self._skills[row],)

    def _weigh(self, stems: Mapping[str, str], text: str) -> float:
        """Return the sum of the weights of the words, given by stem and token, that a text shares.

        Of two forms of a word, the more frequent one tells how rare it is.
        """
        weight, own = self._word_weights.weight, find_stems(text)
        return sum(min(weight(stems[stem]), weight(own[stem])) for stem in sorted(stems.keys() & own.keys()))


class WordWeights:
    """Weights of words by their rarity in the profiles of an index: 1 for a word that one profile has, 0 if all do."""

    def __init__(self, count_profiles: Callable[[str], int], profile_count: int) -> None:
        """Weigh words.

        Args:
            count_profiles: Returns in how many profiles a token of `tokenize` occurs.
            profile_count: Number of all profiles.
        """
        self._count_profiles, self._profile_count = count_profiles, profile_count
        self._weights: dict[str, float] = {}

    def weight(self, token: str) -> float:
        """Return the weight (0 to 1) of a token of `tokenize`."""
        if token not in self._weights:
            share = math.log(max(self._count_profiles(token), 1)) / math.log(max(self._profile_count, 2))
            self._weights[token] = round(max(1 - share, 0.0), DECIMALS)
        return self._weights[token]


def weigh_words(segments: Sequence[ArraySegment], profile_count: int) -> WordWeights:
    """Return the weights of words in the profiles of an index, given by its segments."""

    def count_profiles(token: str) -> int:
        return sum(len(segment.match_tokens((token,))[0]) for segment in segments)

    return WordWeights(count_profiles, profile_count)


def read_text_vectors(segments: Sequence[ArraySegment], profiles: Sequence[Profile]) -> Mapping[str, ProfileTextVector]:
    """Return the vectors of the texts of profiles, by text, as far as the segments have them."""
    found: dict[str, ProfileTextVector] = {}
    for segment in segments:
        vectors = segment.vectors
        if vectors is None:
            continue
        for profile in profiles:
            texts = profile_texts(profile)
            for row in segment.rows_of([profile.agent_id]):
                if segment.current_rows[row]:
                    numbers = (*segment.texts.capabilities_of(row), int(segment.texts.rest_texts[row]))
                    for text, number in zip((*texts.capabilities, texts.rest), numbers, strict=True):
                        if number != NO_TEXT and vectors.lengths[number] > 0:
                            found[text] = ProfileTextVector(
                                vectors.rows[number], int(vectors.skills.numbers[number, 0])
                            )
    return found
