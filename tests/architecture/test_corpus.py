"""The two halves of the corpus and the held-out search wordings: well formed, the sealed ones unchanged and unshared.

The sealed demands were written from the shipped profiles alone, the wordings from the words with which providers describe
their services, both without sight of code, tables or prompts. A failure names rows and files, never words, so that
nobody mends a rule by them.
"""

import hashlib
import json
import re
import subprocess
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.search_dataset import SERVICES
from towow.evaluation.agreement_runs import read_agreement_runs
from towow.evaluation.sealed_runs import MAX_SEALED_RUNS, read_sealed_runs

HOME = Path(__file__).resolve().parents[2]
SEALED = HOME / "examples/corpus/sealed.jsonl"
VALIDATION, TRAINING = HOME / "examples/corpus/validation.jsonl", HOME / "examples/corpus/training.jsonl"
PRACTICE = HOME / "examples/corpus/practice.jsonl"
MARK_PATTERN = re.compile(r"\{\{(?:[no]\d*(?::[^{}|]+)?|x\d*|q\d*|place|date|hours|people|money|lang)\|([^{}|]+)\}\}")
OPEN = HOME / "examples/corpus/open.jsonl"
SHA256 = "4d63db4f44ff0811c7ab302d66b6f7b54be96e05f1b0da8cdc2de54a65bd6020"
AGREEMENTS = HOME / "examples/corpus/agreements_sealed.jsonl"
AGREEMENTS_SHA256 = "a0f9b09aaf1f290a877812f9e2b60a10b727816e1f637ff1bede825629c5a08c"
HELD_OUT = HOME / "benchmarks/search_heldout.json"
HELD_OUT_SHA256 = "cdacea190963661cf6835548005ff0149e036815681a29a2bb9d2058556e39a6"

MIN_WORDS, MIN_HAN = 3, 5
"""Content words, or Han characters, from which on a wording is its writer's own."""

_FUNCTION_WORDS = (
    "a an and any are as at be by can could do for from have help i in is it me my need of on one or our so some "
    "someone somebody that the their them this to up us want we who will with would you your"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
FIELDS = {"id", "raw_input", "language", "kind", "needs", "limits", "preferences", "not_wanted", "grave"}
KINDS = {"everyday", "party", "craft", "care", "learning", "work", "grief", "negation", "nonsense"}
TODAY = date(2026, 11, 22)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LIMITS = {"place", "dates", "weekdays", "not_on", "people", "budget", "language", "hours"}


@cache
def rows(half: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in half.read_text("utf-8").splitlines())


@cache
def profiles() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted((HOME / "examples/agents").glob("*.jsonl")))


def spans(row: dict[str, Any]) -> Iterator[str]:
    """Yield the labelled wordings of a row, which must stand where their label says."""
    for label, text in [
        *((each, each["need"]) for each in row["needs"]),
        *((each, each["text"]) for each in row["not_wanted"]),
    ]:
        start, end = label["span"]
        assert row["raw_input"][start:end] == text, row["id"]
        yield text


def is_own(text: str) -> bool:
    """Return whether a wording is long enough to be its writer's own."""
    words = [word for word in re.findall(r"[a-z']+", text.lower()) if word not in FUNCTION_WORDS]
    return len(words) >= MIN_WORDS or len(re.findall(r"[\u3400-\u9fff]", text)) >= MIN_HAN


def test_the_sealed_half_is_unchanged() -> None:
    assert hashlib.sha256(SEALED.read_bytes()).hexdigest() == SHA256


def test_the_sealed_demands_of_agreements_are_unchanged_and_completely_labelled() -> None:
    assert hashlib.sha256(AGREEMENTS.read_bytes()).hexdigest() == AGREEMENTS_SHA256
    agent_ids = {json.loads(line)["agent_id"] for line in profiles().splitlines() if line}
    assert len({row["id"] for row in rows(AGREEMENTS)}) == len(rows(AGREEMENTS)) == 100
    for row in rows(AGREEMENTS):
        assert row.keys() == FIELDS, row["id"]
        assert len(list(spans(row))) == len(row["needs"]) + len(row["not_wanted"])
        assert all(set(need["in_place"]) <= set(need["able"]) <= agent_ids for need in row["needs"]), row["id"]


def test_the_sealed_demands_of_agreements_were_run_ten_times_at_most() -> None:
    runs = read_agreement_runs(AGREEMENTS.with_name("agreement_runs.jsonl"))
    assert len(runs) <= MAX_SEALED_RUNS
    assert all(run.counts.demands == len(rows(AGREEMENTS)) for run in runs)


@pytest.mark.parametrize("half", [OPEN, SEALED], ids=["open", "sealed"])
def test_each_half_has_fifty_demands_a_language_with_complete_labels(half: Path) -> None:
    agent_ids = {json.loads(line)["agent_id"] for line in profiles().splitlines() if line}
    assert sorted(row["language"] for row in rows(half)) == ["en"] * 50 + ["zh"] * 50
    assert len({row["id"] for row in rows(half)}) == len(rows(half))
    for row in rows(half):
        assert row.keys() == FIELDS, row["id"]
        assert row["limits"].keys() <= LIMITS, row["id"]
        assert len(list(spans(row))) == len(row["needs"]) + len(row["not_wanted"])
        for need in row["needs"]:
            assert need["count"] >= 1, row["id"]
            assert set(need["in_place"]) <= set(need["able"]) <= agent_ids, row["id"]


@pytest.mark.parametrize(
    ("file", "english", "chinese"), [(VALIDATION, 94, 95), (PRACTICE, 40, 40)], ids=["validation", "practice"]
)
def test_the_other_demands_have_complete_labels_and_are_never_trained_with(
    file: Path, english: int, chinese: int
) -> None:
    agent_ids = {json.loads(line)["agent_id"] for line in profiles().splitlines() if line}
    trained = {plain_text(row) for row in rows(TRAINING)}
    assert sorted(row["language"] for row in rows(file)) == ["en"] * english + ["zh"] * chinese
    for row in rows(file):
        assert row.keys() == FIELDS, row["id"]
        assert len(list(spans(row))) == len(row["needs"]) + len(row["not_wanted"])
        assert all(set(need["in_place"]) <= set(need["able"]) <= agent_ids for need in row["needs"]), row["id"]
    for half in (file, OPEN, SEALED):
        assert not trained & {row["raw_input"] for row in rows(half)}


def plain_text(row: dict[str, Any]) -> str:
    """Return a training demand without its marks."""
    return MARK_PATTERN.sub(r"\1", row["text"])


def test_training_demands_have_ids_of_their_own_and_marks_of_known_kinds() -> None:
    assert len({row["id"] for row in rows(TRAINING)}) == len(rows(TRAINING))
    for row in rows(TRAINING):
        assert row.keys() == {"id", "language", "text"}, row["id"]
        assert row["language"] in ("en", "zh"), row["id"]
        assert not re.search("[{}|]", plain_text(row)), row["id"]


def test_the_open_half_names_its_days_as_dates_and_weekdays() -> None:
    for row in rows(OPEN):
        for day in row["limits"].get("dates", []):
            assert date.fromisoformat(day) > TODAY, row["id"]
        assert set(row["limits"].get("weekdays", [])) <= set(range(7)), row["id"]
        for day in row["limits"].get("not_on", []):
            assert day in WEEKDAYS or date.fromisoformat(day) > TODAY, row["id"]
    assert {row["kind"] for row in rows(OPEN)} == KINDS


def test_the_two_halves_share_no_demand() -> None:
    assert not {row["raw_input"] for row in rows(OPEN)} & {row["raw_input"] for row in rows(SEALED)}


def test_the_sealed_half_was_run_ten_times_at_most() -> None:
    runs = read_sealed_runs(SEALED.with_name("sealed_runs.jsonl"))
    assert len(runs) <= MAX_SEALED_RUNS
    assert all(run.totals.counts.demands == len(rows(SEALED)) for run in runs)


@cache
def held_out() -> dict[str, dict[str, list[str]]]:
    return json.loads(HELD_OUT.read_bytes())


def test_the_held_out_wordings_are_unchanged() -> None:
    assert hashlib.sha256(HELD_OUT.read_bytes()).hexdigest() == HELD_OUT_SHA256


def test_every_service_has_two_held_out_wordings_a_language() -> None:
    assert tuple(held_out()) == SERVICES
    texts = [text for languages in held_out().values() for language in ("en", "zh") for text in languages[language]]
    assert len(set(texts)) == len(texts) == 4 * len(SERVICES)


def test_no_sealed_wording_stands_in_another_file() -> None:
    demands = {text: row["id"] for row in rows(SEALED) for text in spans(row)}
    agreements = {text: row["id"] for row in rows(AGREEMENTS) for text in spans(row)}
    services = {text: name for name, languages in held_out().items() for texts in languages.values() for text in texts}
    of_demands, of_agreements, of_services = occurrences(
        (demands, SEALED), (agreements, AGREEMENTS), (services, HELD_OUT)
    )
    # zh-026 shares a wording with the sealed demands of agreements, whose writers saw none of the others.
    elsewhere = [(file, row) for file, row in of_demands if file != "examples/corpus/agreements_sealed.jsonl"]
    assert elsewhere == []
    # Written after the training demands, by others: two of their wordings happen to stand there.
    assert {file for file, _ in of_agreements} <= {"examples/corpus/training.jsonl"}
    assert len(of_agreements) <= 2
    assert of_services == []


def occurrences(*sources: tuple[dict[str, str], Path]) -> list[list[tuple[str, str]]]:
    """Return, of each source, the file and the row of each wording outside that file, the profiles and the open half.

    A source is the wordings with their rows, and the file in which they stand.
    """
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    shared = profiles().lower() + OPEN.read_text("utf-8").lower()
    searched = [(own_wordings(wordings, shared), source, list[tuple[str, str]]()) for wordings, source in sources]
    for name in filter(None, listed.stdout.decode().split("\0")):
        file = HOME / name
        if file.is_file():
            content = file.read_bytes().decode("utf-8", "ignore").lower()
            parts = set(content.split())
            if not content.isascii():
                parts.update(content)
            for own, source, found in searched:
                if file != source:
                    found += [(name, row) for text, (needed, row) in own.items() if needed <= parts and text in content]
    return [found for _, _, found in searched]


def own_wordings(wordings: dict[str, str], shared: str) -> dict[str, tuple[frozenset[str], str]]:
    """Return the wordings that are their writers' own, each with parts of it and its row.

    The parts are inner words, which a text with the wording has between spaces, and characters that are not ASCII's.
    Most files lack one of them, which is sooner seen than that they lack the wording.
    """
    own = {text.lower(): row for text, row in wordings.items() if is_own(text)}
    own = {text: row for text, row in own.items() if text not in shared}
    assert len(own) > 20
    return {
        text: (frozenset([*text.split()[1:-1], *(each for each in text if not each.isascii())]), row)
        for text, row in own.items()
    }
