"""Rules over both halves of the example queries; of the sealed half only figures are shown."""

import json
import re
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deliberation.core.language_check import is_in_language
from deliberation.core.plan_quality import PlanLimits, check_plan
from deliberation.simulated.query.query_reader import read_query
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

HOME = Path(__file__).resolve().parents[4]
FOLDER = HOME / "examples" / "deliberation"
SEARCHED = ("deliberation", "shared", "gateway", "towow", "tests", "docs", "benchmarks")
ENDINGS = {".py", ".json", ".md", ".txt", ".yaml"}
HALVES = ("open", "sealed")
PHRASE = {"en": 5, "zh": 8}
"""Consecutive English words, or Chinese characters, that occur nowhere else."""


@cache
def queries(half: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"queries_{half}.jsonl").read_text("utf-8").splitlines()]


@cache
def domain_words(half: str) -> dict[str, dict[str, list[str]]]:
    return json.loads((FOLDER / f"domain_words_{half}.json").read_text("utf-8"))


@cache
def played(half: str) -> list[tuple[dict[str, Any], DirectRounds]]:
    return [
        (row, play_rounds(session_context(row["query"], row["language"], f"s-{row['id']}", row["today"])))
        for row in queries(half)
    ]


def uses(word: str, text: str) -> bool:
    if re.search("[一-鿿]", word):
        return word in text
    return re.search(rf"(?<![a-z]){re.escape(word.lower())}(?![a-z])", text.lower()) is not None


def foreign_words(half: str, row: dict[str, Any], rounds: DirectRounds) -> list[str]:
    """Return the words of the half's other fields that the texts use, although the query does not."""
    text = "\n".join(rounds.texts())
    own = set(domain_words(half).get(row["domain"], {}).get(row["language"], ()))
    return [
        word
        for domain, languages in domain_words(half).items()
        if domain != row["domain"]
        for word in languages[row["language"]]
        if word not in own and not uses(word, row["query"]) and uses(word, text)
    ]


def test_no_text_of_the_open_half_has_a_word_of_another_field() -> None:
    found = {row["id"]: words for row, rounds in played("open") if (words := foreign_words("open", row, rounds))}
    assert found == {}


@pytest.mark.parametrize("half", HALVES)
def test_every_plan_is_sound_by_what_the_query_says(half: str) -> None:
    faults: Counter[str] = Counter()
    for row, rounds in played(half):
        query = read_query(row["query"], row["language"], date.fromisoformat(row["today"]))
        limits = PlanLimits(query.today, query.deadline.day if query.deadline else None, query.time.by_weekday)
        for turn in rounds.plans:
            faults.update(finding.fault for finding in check_plan(turn.plan, limits))
    assert dict(faults) == {}


@pytest.mark.parametrize("half", HALVES)
def test_all_texts_are_in_the_language_of_the_query(half: str) -> None:
    wrong = Counter(
        is_in_language(turn.content, row["language"])
        for row, rounds in played(half)
        for turn in (*rounds.plans, *rounds.critiques, *rounds.statements)
    )
    assert wrong[False] == 0


@pytest.mark.parametrize("half", HALVES)
def test_deadlines_and_hours_are_read_as_labelled(half: str) -> None:
    right: Counter[str] = Counter()
    for row in queries(half):
        query = read_query(row["query"], row["language"], date.fromisoformat(row["today"]))
        day = query.deadline.day.isoformat() if query.deadline and query.deadline.day else None
        right["deadline"] += day == row["deadline"]
        hours, labelled = query.time.weekly_hours, row["hours_per_week"]
        right["hours"] += (hours is None) == (labelled is None) and abs((hours or 0) - (labelled or 0)) <= 0.1
    assert right["deadline"] >= 0.95 * len(queries(half)), dict(right)
    assert right["hours"] >= 0.95 * len(queries(half)), dict(right)


@pytest.mark.parametrize("half", HALVES)
def test_what_is_impossible_is_called_so_and_what_is_possible_is_not(half: str) -> None:
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for row, rounds in played(half):
        if row["possible"] is not None:
            verdicts[row["possible"], rounds.critiques[0].critique.validity_check.feasible] += 1
    assert verdicts[False, True] == 0, dict(verdicts)
    assert verdicts[True, False] <= 1, dict(verdicts)


@pytest.mark.parametrize("half", HALVES)
def test_most_feasible_plans_are_settled_within_three_rounds(half: str) -> None:
    lengths = Counter(len(rounds.plans) if rounds.is_settled else 0 for row, rounds in played(half) if row["possible"])
    assert lengths[2] + lengths[3] >= 0.6 * lengths.total(), dict(lengths)


@pytest.mark.parametrize("half", HALVES)
def test_every_finding_that_must_be_answered_is_answered(half: str) -> None:
    unanswered = sum(
        finding.answered_in is None and finding.raised_in < len(rounds.plans)
        for _, rounds in played(half)
        for finding in rounds.findings
    )
    assert unanswered == 0


def searched_files() -> list[Path]:
    return [
        file
        for folder in SEARCHED
        for file in sorted((HOME / folder).rglob("*"))
        if file.suffix in ENDINGS and "sealed" not in file.name and "node_modules" not in file.parts
    ]


def phrases(text: str, language: str) -> set[str]:
    """Return the runs of words or characters of a text that are long enough to be its own."""
    size = PHRASE[language]
    if language == "zh":
        runs = re.findall("[一-鿿]+", text)
        return {run[start : start + size] for run in runs for start in range(len(run) - size + 1)}
    words = re.findall(r"[a-z']+", text.lower())
    return {" ".join(words[start : start + size]) for start in range(len(words) - size + 1)}


def test_no_phrase_of_a_sealed_query_occurs_in_sources_tables_or_tests() -> None:
    own = {phrase for row in queries("sealed") for phrase in phrases(row["query"], row["language"])}
    shared = {phrase for row in queries("open") for phrase in phrases(row["query"], row["language"])}
    found: Counter[str] = Counter()
    for file in searched_files():
        content = file.read_text("utf-8")
        held = phrases(content, "zh") | phrases(content, "en")
        found[str(file.relative_to(HOME))] += len((own - shared) & held)
    assert {file: count for file, count in found.items() if count} == {}


def test_no_phrase_of_an_open_query_occurs_in_the_tables() -> None:
    own = {phrase for row in queries("open") for phrase in phrases(row["query"], row["language"])}
    tables = [file for file in (HOME / "deliberation").rglob("*") if file.suffix in {".py", ".json"}]
    found = {
        file.name: held
        for file in tables
        if (held := own & (phrases(file.read_text("utf-8"), "zh") | phrases(file.read_text("utf-8"), "en")))
    }
    assert found == {}
