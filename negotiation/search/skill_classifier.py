"""Classifier of needs: how probably a need asks for each known skill, by its vector and that of the sentence around it.

It is trained, not written: a small network learned from labelled demands (`examples/corpus/training.jsonl`) which of
the known skills everyday words ask for. Its weights come from `python -m benchmarks.train_skill_classifier` and fit the
vectors of the local model; for another embedder the centroids of the skills' names take its place.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from negotiation.contracts.demand import Need, Span
from negotiation.search.skill_centroids import skill_number, skill_terms
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.text_vectors import Scores, row_lengths
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.quantization import QuantizedVectors

Rows = npt.NDArray[np.float32]

WEIGHTS_FILE = Path(__file__).with_suffix(".npz")
DECIMALS = 3
"""Decimals of probabilities, which are rounded because processors differ in the last ones."""

CENTROID_SHARPNESS = 25.0
"""Factor of similarities to centroids, whose exponentials are the probabilities where no classifier is trained."""

MAX_SENTENCE_CHARACTERS = 200
"""Characters before and after a need from which on they are no part of its sentence."""

_SENTENCE_END = re.compile(r"[.!?。！？；;\n]")


class SkillClassifier:
    """Network of one hidden layer, of one or several sets of weights, whose probabilities are averaged."""

    def __init__(self, members: Sequence[Mapping[str, Rows]], columns: npt.NDArray[np.int64]) -> None:
        """Join sets of weights.

        Args:
            members: Each set by name: `hidden`, shape (2 * dimension, width); `hidden_bias`; `output`, shape
                (width, labels); `output_bias`.
            columns: Column of each skill of `skill_terms` among the labels, -1 for a skill that was not learned.
        """
        self._members, self._columns = members, columns

    def classify(self, words: Sequence[str], needs: QuantizedVectors, sentences: QuantizedVectors) -> Scores:
        """Return how probably each need asks for each known skill (0 to 1), shape (needs, skills).

        A row may sum up to less than 1: the rest is for what no known skill covers. The skill of which the words of a
        need are a name has half of the probability for certain.

        Args:
            words: Words of the needs.
            needs: Vectors of these words, shape (needs, dimension).
            sentences: Vectors of the sentences in which they stand, of the same shape.
        """
        inputs = np.concatenate([_normalize(needs), _normalize(sentences)], axis=1)
        mean = np.mean([_run(inputs, member) for member in self._members], axis=0)
        padded = np.concatenate([mean, np.zeros((len(mean), 1))], axis=1)
        probabilities: Scores = padded[:, self._columns].astype(np.float64)
        for row, text in enumerate(words):
            named = load_thesaurus("skills").find_exact(text)
            if named is not None:
                probabilities[row] /= 2
                probabilities[row, skill_number(named.en[0])] += 0.5
        return np.round(probabilities, DECIMALS)


def find_sentence(text: str, need: Need) -> str:
    """Return the sentence of a demand in which a need stands; the need's own words if it does not stand there."""
    start = text.lower().find(need.need.lower())
    span: Span | None = need.span or ((start, start + len(need.need)) if start >= 0 else None)
    if span is None or span[1] > len(text):
        return need.need
    first, last = max(0, span[0] - MAX_SENTENCE_CHARACTERS), min(len(text), span[1] + MAX_SENTENCE_CHARACTERS)
    begin = max((match.end() for match in _SENTENCE_END.finditer(text, first, span[0])), default=first)
    end = _SENTENCE_END.search(text, span[1], last)
    return text[begin : end.start() if end else last].strip() or need.need


@cache
def load_skill_classifier(model: EmbeddingModel) -> SkillClassifier | None:
    """Return the classifier for the vectors of a model, loaded once; None if it was not trained for that model.

    Raises:
        EmbeddingUnavailable: The file of its weights is missing or damaged; searches then go by words alone.
    """
    try:
        with WEIGHTS_FILE.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise EmbeddingUnavailable(f"{WEIGHTS_FILE.name} cannot be read, install towow again: {error}") from error
    if str(arrays["model"]) != model.name or int(arrays["dimension"]) != model.dimension:
        return None
    labels = {str(label): column for column, label in enumerate(arrays["labels"])}
    columns = np.array([labels.get(term.en[0], -1) for term in skill_terms()])
    count = 1 + max(int(name.partition(".")[0]) for name in arrays if name[0].isdigit())
    members = [
        {name.partition(".")[2]: value.astype(np.float32) for name, value in arrays.items() if name.startswith(f"{n}.")}
        for n in range(count)
    ]
    return SkillClassifier(members, columns)


def centroid_probabilities(similarities: Scores) -> Scores:
    """Return probabilities (0 to 1, DECIMALS decimals) from similarities to the skills' centroids, of their shape."""
    weights: Scores = np.exp(CENTROID_SHARPNESS * (similarities - similarities.max(axis=-1, keepdims=True)))
    totals: Scores = np.sum(weights, axis=-1, keepdims=True)
    return np.round(weights / totals, DECIMALS)


def blend_scores(similarities: Scores, probabilities: Scores) -> Scores:
    """Return the means (DECIMALS decimals) of similarities to the skills and the square roots of their probabilities.

    The roots keep skills in sight that a need less probably asks for.
    """
    return np.round((similarities + np.sqrt(probabilities)) / 2, DECIMALS)


def _normalize(rows: QuantizedVectors) -> Rows:
    lengths = row_lengths(rows)[:, None]
    return rows.astype(np.float32) / np.where(lengths == 0, 1, lengths).astype(np.float32)


def _run(inputs: Rows, member: Mapping[str, Rows]) -> Rows:
    hidden = np.maximum(inputs @ member["hidden"] + member["hidden_bias"], 0)
    scores = hidden @ member["output"] + member["output_bias"]
    shares: Rows = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)
