"""Is what the corpus says of a negotiation what happened in it, and does a run over sealed demands tell only totals?"""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.shipped_setup import shipped_setup
from towow.cli.exit import CommandError
from towow.evaluation import corpus_runner, sealed_runs
from towow.evaluation.corpus import LabelledDemand, read_corpus
from towow.evaluation.corpus_counts import CorpusCounts, judge_demand
from towow.scenario.runner import run_scenario
from towow.scenario.schema import Scenario

TEXT = "A hall and two speakers in London, no photographer"
HALL = {"need": "hall", "span": [2, 6], "count": 1, "required": True, "able": ["agent_bob"], "in_place": ["agent_bob"]}
SPEAKERS = {
    "need": "two speakers",
    "span": [11, 23],
    "count": 2,
    "required": True,
    "able": ["agent_amy"],
    "in_place": ["agent_amy"],
}
LABELS: dict[str, Any] = {
    "id": "x-1",
    "raw_input": TEXT,
    "language": "en",
    "kind": "party",
    "needs": [HALL, SPEAKERS],
    "limits": {"place": "London"},
    "preferences": [],
    "not_wanted": [{"text": "photographer", "span": [38, 50]}],
    "grave": False,
}
READING: dict[str, Any] = {
    "capability_tags": ["hall", "speakers"],
    "needs": [{"need": "hall", "span": [2, 6]}, {"need": "speakers", "count": 2, "span": [15, 23]}],
    "limits": {"place": "London"},
    "not_wanted": [{"text": "photographer", "span": [38, 50]}],
}
PROFILES = [
    {"agent_id": "agent_bob", "display_name": "Bob", "capabilities": ["hall"]},
    {"agent_id": "agent_amy", "display_name": "Amy", "capabilities": ["speakers"]},
]


def counts(
    reading: Mapping[str, Any] = READING,
    plan: tuple[tuple[str, str], ...] = (("agent_bob", "hall"), ("agent_amy", "speakers")),
    agents: Mapping[str, Any] | None = None,
    **labels: Any,
) -> CorpusCounts:
    """Negotiate TEXT, read and planned as given, and judge it."""
    row = LabelledDemand.model_validate({**LABELS, **labels})
    scenario = Scenario.model_validate(
        {
            "demand": TEXT,
            "profiles": PROFILES,
            "understanding": dict(reading),
            "filter": ["agent_bob", "agent_amy"],
            "proposal": {"assignments": [{"agent_id": agent, "role": role} for agent, role in plan]},
            "agents": dict(agents or {}),
        }
    )
    return judge_demand(row, run_scenario(scenario).events)


def test_a_demand_that_ends_as_labelled_has_no_fault() -> None:
    found = counts()
    assert (found.needs_labelled, found.needs_understood, found.needs_matched, found.counts_right) == (2, 2, 2, 2)
    assert (found.limits_labelled, found.limits_understood, found.limits_reproduced) == (1, 1, 1)
    assert (found.holders_confirmed, found.holders_able, found.needs_in_place, found.needs_met) == (2, 2, 2, 2)
    assert (found.with_not_wanted, found.not_wanted_assigned, found.needs_vanished) == (1, 0, 0)
    assert (found.finalized, found.failed) == (1, 0)


def test_a_need_that_nothing_of_the_understanding_covers_has_vanished() -> None:
    only_hall = {**READING, "needs": READING["needs"][:1], "capability_tags": ["hall"]}
    left = {**only_hall, "not_understood": [{"text": "speakers", "span": [15, 23]}]}
    # The word account says what is left over, so the label must lie beside every word.
    assert counts(left).needs_vanished == 0
    assert counts(left).needs_matched == 1
    assert counts(left, needs=[HALL, {**SPEAKERS, "span": [24, 26]}]).needs_vanished == 1


def test_a_wrong_count_matches_without_being_right() -> None:
    one = {**READING, "needs": [READING["needs"][0], {"need": "speakers", "span": [15, 23]}]}
    found = counts(one)
    assert (found.needs_matched, found.counts_right) == (2, 1)


def test_a_holder_counts_as_able_only_for_the_need_of_the_role() -> None:
    swapped = counts(plan=(("agent_amy", "hall"), ("agent_bob", "speakers")))
    assert (swapped.holders_confirmed, swapped.holders_able, swapped.needs_met) == (2, 0, 0)
    unnamed = counts(plan=(("agent_amy", "general help"),))
    assert (unnamed.holders_confirmed, unnamed.holders_able, unnamed.needs_met) == (1, 1, 1)


def test_a_holder_that_did_not_accept_is_not_confirmed() -> None:
    found = counts(agents={"agent_amy": {"feedback": ["negotiate"] * 5}})
    assert (found.force_finalized, found.holders_confirmed, found.needs_in_place, found.needs_met) == (1, 1, 2, 1)


def test_a_thing_that_is_not_wanted_is_found_by_its_role() -> None:
    assert counts(plan=(("agent_bob", "hall"), ("agent_amy", "photographer"))).not_wanted_assigned == 1
    assert counts(plan=(("agent_bob", "hall"), ("agent_amy", "photography"))).not_wanted_assigned == 1


def test_nonsense_is_at_fault_when_somebody_unable_is_confirmed() -> None:
    assert counts(kind="nonsense", needs=[]).nonsense_finalized == 1
    assert counts(kind="nonsense").nonsense_finalized == 0


def test_a_demand_nobody_understood_counts_all_its_needs_as_vanished() -> None:
    row = LabelledDemand.model_validate(LABELS)
    events = run_scenario(
        Scenario.model_validate({"demand": TEXT, "profiles": PROFILES, "filter": ["agent_bob"]})
    ).events
    found = judge_demand(row, events[:1])
    assert (found.needs_vanished, found.needs_understood, found.unclosed) == (2, 0, 1)


def written(folder: Path, rows: list[dict[str, Any]]) -> Path:
    file = folder / "half.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for command in (
        ["init", "-q"],
        ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "--allow-empty", "-m", "Begin"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_a_sealed_run_records_totals_and_no_word_of_a_demand(checkout: Path) -> None:
    runs = checkout / "runs.jsonl"
    for _ in range(2):
        sealed_runs.evaluate_sealed(shipped_setup(), written(checkout, [LABELS]), runs, "2026-11-22")
    first, second = sealed_runs.read_sealed_runs(runs)
    assert (first.totals.counts, first.totals.shares) == (second.totals.counts, second.totals.shares)
    assert first.totals.counts.demands == 1
    assert len(first.commit) == 40
    recorded = runs.read_text("utf-8")
    for secret in ("x-1", "hall", "speakers", "London", "photographer", "agent_", "party"):
        assert secret not in recorded


def test_a_sealed_run_beyond_the_maximum_is_refused_before_anything_runs(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, half = checkout / "runs.jsonl", written(checkout, [LABELS])
    sealed_runs.evaluate_sealed(shipped_setup(), half, runs, "2026-11-22")
    runs.write_text(runs.read_text("utf-8") * sealed_runs.MAX_SEALED_RUNS, encoding="utf-8")
    before = runs.read_bytes()
    monkeypatch.setattr(corpus_runner, "run_in_virtual_time", None)
    with pytest.raises(CommandError, match="10 runs are recorded"):
        sealed_runs.evaluate_sealed(shipped_setup(), half, runs, "2026-11-22")
    assert runs.read_bytes() == before


def test_a_sealed_run_without_a_commit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="names its commit"):
        sealed_runs.evaluate_sealed(shipped_setup(), written(tmp_path, [LABELS]), tmp_path / "runs", "2026-11-22")


def test_an_error_in_a_sealed_run_does_not_tell_the_demand(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError(TEXT)

    monkeypatch.setattr(corpus_runner, "run_in_virtual_time", fail)
    with pytest.raises(CommandError) as refusal:
        sealed_runs.evaluate_sealed(shipped_setup(), written(checkout, [LABELS]), checkout / "runs", "2026-11-22")
    assert "ValueError" in str(refusal.value)
    assert TEXT not in str(refusal.value)
    assert refusal.value.__suppress_context__
    assert not (checkout / "runs").exists()


def test_a_bad_row_is_told_by_its_number_alone(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refusal:
        read_corpus(written(tmp_path, [LABELS, {**LABELS, "kind": ["secret"]}]))
    assert str(refusal.value).endswith("half.jsonl:2: not a labelled demand")
