"""Parser of corpus files: labelled demands, one JSON object per line."""

from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from negotiation.contracts.demand import Span
from negotiation.contracts.money import Money
from negotiation.registry import profile_import
from shared.core.frozen_model import FrozenModel
from towow.cli.exit import CommandError
from towow.evaluation.demand_file import EvaluationDemand

CORPUS_TODAY = "2026-11-22"
"""Local date of every demand of the corpus, a Sunday; relative dates are labelled against it."""


class LabelledNeed(FrozenModel):
    """Need in the demand's words, with the agents that are able to meet it and those of them who are in place."""

    need: str
    span: Span
    count: int
    required: bool
    able: tuple[str, ...]
    in_place: tuple[str, ...]


class LabelledPeople(FrozenModel):
    """Number of people; an end that the demand does not name is absent."""

    min: int | None = None
    max: int | None = None


class LabelledLimits(FrozenModel):
    """Limits that the demand states, in the units of `DemandLimits`."""

    place: str | None = None
    dates: tuple[str, ...] = ()
    weekdays: tuple[int, ...] = ()
    not_on: tuple[str, ...] = ()
    people: LabelledPeople | None = None
    budget: Money | None = None
    language: str | None = None
    hours: str | None = None


class LabelledText(FrozenModel):
    """Words of a demand and where they stand, in code points [from, to)."""

    text: str
    span: Span


class LabelledDemand(FrozenModel):
    """Demand of the corpus with its labels."""

    id: str
    raw_input: str
    language: Literal["en", "zh"]
    kind: str
    needs: tuple[LabelledNeed, ...]
    limits: LabelledLimits
    preferences: tuple[str, ...]
    not_wanted: tuple[LabelledText, ...]
    grave: bool


def corpus_folder() -> Path:
    """Return the folder of the corpus that comes with the project."""
    return profile_import.shipped_profiles_folder().parent / "corpus"


def read_corpus(file: Path) -> tuple[LabelledDemand, ...]:
    """Read the labelled demands of a file, in order.

    Raises:
        CommandError: The file cannot be read or is empty, or a line is bad; the message has the number of the first
            bad line and nothing of its text.
    """
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    rows: list[LabelledDemand] = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(LabelledDemand.model_validate_json(line))
        except ValidationError:
            raise CommandError(f"{file}:{number}: not a labelled demand") from None
    if not rows:
        raise CommandError(f"{file}: no labelled demands found")
    return tuple(rows)


def corpus_demand(number: int, row: LabelledDemand) -> EvaluationDemand:
    """Return a labelled demand as one to evaluate, numbered `number`, without its labels."""
    return EvaluationDemand(number, f"corpus {row.raw_input}", row.raw_input, "user_evaluate", CORPUS_TODAY)
