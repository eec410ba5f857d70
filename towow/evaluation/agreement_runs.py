"""Runs over labelled demands whose agreements are judged, and the record of those over the sealed ones: totals only."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from negotiation.registry.profile import Profile
from shared.core.frozen_model import FrozenModel
from towow.cli.exit import CommandError
from towow.evaluation.agreement_counts import AgreementCounts, Fault, add_agreement_counts, judge_agreement
from towow.evaluation.corpus import LabelledDemand, corpus_demand, read_corpus
from towow.evaluation.corpus_runner import CORPUS_START
from towow.evaluation.corpus_totals import ShareEstimate, estimate_share
from towow.evaluation.runner import EvaluationSetup, run_in_virtual_time
from towow.evaluation.sealed_runs import MAX_SEALED_RUNS, read_commit

SHARES = {
    "right": ("right", "demands"),
    "met_completely": ("met_completely", "can_be_met"),
}
"""Share, its part, its whole; of `AgreementCounts`."""


class AgreementRun(FrozenModel):
    """Totals of one run over the sealed demands, with its commit (`-dirty`: with changes) and its date, YYYY-MM-DD."""

    commit: str
    date: str
    counts: AgreementCounts
    shares: dict[str, ShareEstimate]


def agreement_shares(counts: AgreementCounts) -> dict[str, ShareEstimate]:
    """Return the shares of the counts, with their 95 % intervals."""
    return {
        name: estimate_share(getattr(counts, part), getattr(counts, whole)) for name, (part, whole) in SHARES.items()
    }


def judge_agreements(
    setup: EvaluationSetup, rows: Sequence[LabelledDemand], profiles: Mapping[str, Profile]
) -> Iterator[tuple[LabelledDemand, AgreementCounts, tuple[Fault, ...]]]:
    """Negotiate the demands, each in its own system in virtual time, and yield counts and faults of each.

    Must not run inside an event loop.

    Raises:
        ApiError: E001, the text of a demand is invalid.
    """
    for number, row in enumerate(rows, start=1):
        log = run_in_virtual_time(setup, corpus_demand(number, row), CORPUS_START)
        yield row, *judge_agreement(row, log, profiles)


def read_agreement_runs(file: Path) -> Sequence[AgreementRun]:
    """Return the recorded runs, oldest first; none if there is no file.

    Raises:
        CommandError: The file cannot be read, or a line is bad.
    """
    try:
        return [AgreementRun.model_validate_json(line) for line in file.read_bytes().splitlines()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except ValidationError as error:
        raise CommandError(f"{file}: not a list of runs: {error.error_count()} errors") from error


def evaluate_sealed_agreements(
    setup: EvaluationSetup, profiles: Mapping[str, Profile], half: Path, runs: Path, date: str
) -> AgreementRun:
    """Negotiate the sealed demands of the file `half`, append the totals to the file `runs`, and return them.

    What goes wrong on the way is told by its type alone: its message could hold the words of a demand.

    Raises:
        CommandError: MAX_SEALED_RUNS runs are recorded already, there is no commit to name, or a demand could not be
            judged; nothing is appended then.
    """
    earlier = len(read_agreement_runs(runs))
    if earlier >= MAX_SEALED_RUNS:
        raise CommandError(f"{runs}: {earlier} runs are recorded, and {MAX_SEALED_RUNS} is the maximum")
    commit, rows = read_commit(runs.parent), read_corpus(half)
    try:
        counts = add_agreement_counts([each for _, each, _ in judge_agreements(setup, rows, profiles)])
    except Exception as error:  # noqa: BLE001 - whatever it is, its message stays here
        raise CommandError(f"{half}: a demand could not be judged: {type(error).__name__}") from None
    run = AgreementRun(commit=commit, date=date, counts=counts, shares=agreement_shares(counts))
    with runs.open("a", encoding="utf-8") as lines:
        lines.write(run.model_dump_json() + "\n")
    return run
