"""Record of the runs over the sealed half of the corpus: totals only, and a limited number of them."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from shared.core.frozen_model import FrozenModel
from towow.cli.exit import CommandError
from towow.evaluation.corpus import read_corpus
from towow.evaluation.corpus_runner import evaluate_corpus
from towow.evaluation.corpus_totals import CorpusTotals
from towow.evaluation.runner import EvaluationSetup

MAX_SEALED_RUNS = 10
"""Maximum number of recorded runs: each one tells a little of what is sealed."""


class SealedRun(FrozenModel):
    """Totals of one run, with the commit it ran on (`-dirty`: with changes) and its date, YYYY-MM-DD."""

    commit: str
    date: str
    totals: CorpusTotals


def read_sealed_runs(file: Path) -> Sequence[SealedRun]:
    """Return the recorded runs, oldest first; none if there is no file.

    Raises:
        CommandError: The file cannot be read, or a line is bad.
    """
    try:
        return [SealedRun.model_validate_json(line) for line in file.read_bytes().splitlines()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except ValidationError as error:
        raise CommandError(f"{file}: not a list of runs: {error.error_count()} errors") from error


def evaluate_sealed(setup: EvaluationSetup, half: Path, runs: Path, date: str) -> SealedRun:
    """Negotiate the demands of the file `half`, append their totals to the file `runs`, and return them.

    What goes wrong on the way is told by its type alone: its message could hold the words of a demand.

    Args:
        setup: Builds the system.
        half: Labelled demands.
        runs: Earlier runs, a line each.
        date: Date of the run, YYYY-MM-DD.

    Raises:
        CommandError: MAX_SEALED_RUNS runs are recorded already, there is no commit to name, or a demand could not be
            judged; nothing is appended then.
    """
    earlier = len(read_sealed_runs(runs))
    if earlier >= MAX_SEALED_RUNS:
        raise CommandError(f"{runs}: {earlier} runs are recorded, and {MAX_SEALED_RUNS} is the maximum")
    commit = read_commit(runs.parent)
    rows = read_corpus(half)
    try:
        totals = evaluate_corpus(setup, rows)
    except Exception as error:  # noqa: BLE001 - whatever it is, its message stays here
        raise CommandError(f"{half}: a demand could not be judged: {type(error).__name__}") from None
    run = SealedRun(commit=commit, date=date, totals=totals)
    with runs.open("a", encoding="utf-8") as lines:
        lines.write(run.model_dump_json() + "\n")
    return run


def read_commit(folder: Path) -> str:
    """Return the commit of the sources around a folder."""
    command = ("git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
    try:
        told = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CommandError(f"{folder}: a sealed run names its commit, and git names none here") from error
    return told.stdout.strip()
