"""Labelled pairs of positions (`examples/deliberation/pairs_*.jsonl`) and their similarities by an embedder."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from deliberation.contracts.position import PositionDraft
from deliberation.core.agreement import PartSimilarities, difference_texts, measure_similarities, own_texts
from shared.embedding.port import Embedder

FOLDER = Path("examples/deliberation")
LANGUAGES = ("zh", "en")

PairClass = Literal["paraphrase", "partly", "contradiction", "unrelated"]
Half = Literal["open", "sealed"]
Values = NDArray[np.float64]
Selection = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LabelledPositions:
    """Two positions and how they relate."""

    label: PairClass
    first: PositionDraft
    second: PositionDraft


def read_pairs(language: str, half: Half, folder: Path = FOLDER) -> list[LabelledPositions]:
    """Return the labelled pairs of a language."""
    rows = [json.loads(line) for line in (folder / f"pairs_{language}_{half}.jsonl").read_text("utf-8").splitlines()]
    return [LabelledPositions(row["class"], _position(row["a"]), _position(row["b"])) for row in rows]


def _position(fields: dict[str, object]) -> PositionDraft:
    return PositionDraft.model_validate({**fields, "confidence": 0.5})


def measure_pairs(pairs: Sequence[LabelledPositions], embedder: Embedder) -> list[PartSimilarities]:
    """Return the similarities of each pair."""
    return [
        measure_similarities(pair.first, pair.second, vectors)
        for vectors in [_embed(pairs, embedder)]
        for pair in pairs
    ]


def _embed(pairs: Sequence[LabelledPositions], embedder: Embedder) -> dict[str, list[float]]:
    texts = dict.fromkeys(
        text
        for pair in pairs
        for text in (*own_texts(pair.first), *own_texts(pair.second), *difference_texts(pair.first, pair.second))
    )
    return dict(zip(texts, asyncio.run(embedder.embed(list(texts))).tolist(), strict=True))


def labelled(pairs: Sequence[LabelledPositions], *labels: PairClass) -> Selection:
    """Return which pairs have one of the labels."""
    return np.array([pair.label in labels for pair in pairs])


def area_under_curve(higher: Values, lower: Values) -> float:
    """Return the area under the ROC curve: how often a value of `higher` exceeds one of `lower`; ties count half."""
    difference = higher[:, None] - lower[None, :]
    return float(np.mean(np.sign(difference)) / 2 + 0.5)
