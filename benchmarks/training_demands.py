"""Demands to learn from (`examples/corpus/training.jsonl`): their texts, and the marks that say what the words are."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from negotiation.contracts.demand import Span
from shared.core.frozen_model import FrozenModel
from shared.core.language import Language
from towow.evaluation.corpus import corpus_folder

KINDS = {"n": "need", "o": "optional", "x": "unwanted", "q": "preference"}
"""Kinds of the marks in the training file; all others are limits."""

OTHER_SKILL = "other"
"""Skill of a need that no skill of the thesaurus covers."""

HELD_OUT_PREFIX = "u"
"""First letter of the ids, before a digit, of demands that nothing learns from: they tell how others are read."""

MARK_PATTERN = re.compile(r"\{\{(?P<kind>[a-z]+)\d*(?::(?P<skill>[^{}|]+))?\|(?P<words>[^{}|]+)\}\}")
"""A mark: `{{n2:plumber|words}}` is a need of two plumbers, `{{place|words}}` a limit."""


@dataclass(frozen=True, slots=True)
class Label:
    """Marked words of a demand.

    Attributes:
        span: Where they stand, in code points [from, to).
        kind: `need`, `optional`, `unwanted`, `preference` or `limit`.
        skill: English label of the skill that a need asks for, or OTHER_SKILL; None if nobody labelled it.
    """

    span: Span
    kind: str
    skill: str | None


@dataclass(frozen=True, slots=True)
class TrainingDemand:
    """Demand without its marks, and what was marked in it, in text order."""

    id: str
    language: Language
    text: str
    labels: tuple[Label, ...]


class JudgedFit(FrozenModel):
    """Need of a training demand, and all shipped agents who are able to meet it: whoever judged it saw all of them."""

    demand: str
    span: Span
    able: tuple[str, ...]


def read_judged_fits() -> tuple[JudgedFit, ...]:
    """Return the judged fits that come with the project (`examples/corpus/judged_fits.jsonl`).

    Raises:
        OSError: The file cannot be read.
    """
    lines = (corpus_folder() / "judged_fits.jsonl").read_bytes().splitlines()
    return tuple(JudgedFit.model_validate_json(line) for line in lines)


def read_training_demands(file: Path | None = None) -> Iterator[TrainingDemand]:
    """Yield the demands of a file, by default the one that comes with the project.

    Raises:
        OSError: The file cannot be read.
    """
    for line in (file or corpus_folder() / "training.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        yield parse_marks(row["id"], "zh" if row["language"] == "zh" else "en", row["text"])


def is_held_out(demand_id: str) -> bool:
    """Return whether nothing may learn from a demand."""
    return re.match(rf"{HELD_OUT_PREFIX}\d", demand_id) is not None


def parse_marks(demand_id: str, language: Language, marked: str) -> TrainingDemand:
    """Return a demand from its text with marks."""
    text, offset = "", 0
    labels: list[Label] = []
    for match in MARK_PATTERN.finditer(marked):
        text += marked[offset : match.start()]
        span = (len(text), len(text) + len(match["words"]))
        labels.append(Label(span, KINDS.get(match["kind"], "limit"), match["skill"]))
        text, offset = text + match["words"], match.end()
    return TrainingDemand(demand_id, language, text + marked[offset:], tuple(labels))
