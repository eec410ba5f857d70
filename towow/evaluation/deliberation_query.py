"""Queries on which deliberations are evaluated, each with what an evaluator knows about it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter

from shared.core.frozen_model import FrozenModel
from shared.core.language import Language

DomainWords = Mapping[str, Mapping[Language, Sequence[str]]]
"""Words that belong to a plan of one domain only, by domain and language."""


class EvaluationQuery(FrozenModel):
    """Query with its labels, which the system does not see.

    Attributes:
        domain: What the plan is about.
        today: Date of the query (YYYY-MM-DD).
        deadline: Date by which it must be done; None if the query names none.
        hours_per_week: Available time; None if the query names none.
        possible: Whether it can be done; None if one cannot say.
        goal: Measurable goal in the query's words; None without one.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    language: Language
    domain: str
    query: str
    today: str
    deadline: str | None = None
    hours_per_week: float | None = None
    possible: bool | None = None
    goal: str | None = None


def queries_folder() -> Path:
    """Return the folder of the shipped queries."""
    return Path(__file__).parents[2] / "examples" / "deliberation"


def read_queries(file: Path) -> list[EvaluationQuery]:
    """Return the queries of a file with one JSON object per line.

    Raises:
        OSError: The file cannot be read.
        ValidationError: A line is no query.
    """
    lines = file.read_text("utf-8").splitlines()
    return [EvaluationQuery.model_validate_json(line) for line in lines if line.strip()]


_WORDS = TypeAdapter(dict[str, dict[Language, tuple[str, ...]]])


def read_domain_words(file: Path) -> DomainWords:
    """Return the words that belong to one domain only, from a JSON file. Raises OSError and ValidationError."""
    return _WORDS.validate_python(json.loads(file.read_text("utf-8")))
