"""The sealed half of the corpus: unchanged, well formed, and none of its wordings anywhere else in the repository.

It was written from the shipped profiles alone, without sight of code, tables or prompts. A failure names rows and
files, never words, so that nobody mends a rule by them.
"""

import hashlib
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).resolve().parents[2]
SEALED = HOME / "examples/corpus/sealed.jsonl"
SHA256 = "4d63db4f44ff0811c7ab302d66b6f7b54be96e05f1b0da8cdc2de54a65bd6020"

MIN_WORDS, MIN_HAN = 3, 5
"""Content words, or Han characters, from which on a wording is its writer's own."""

_FUNCTION_WORDS = (
    "a an and any are as at be by can could do for from have help i in is it me my need of on one or our so some "
    "someone somebody that the their them this to up us want we who will with would you your"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
FIELDS = {"id", "raw_input", "language", "kind", "needs", "limits", "preferences", "not_wanted", "grave"}
LIMITS = {"place", "dates", "weekdays", "not_on", "people", "budget", "language", "hours"}


@cache
def rows() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in SEALED.read_text("utf-8").splitlines())


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


def test_the_sealed_half_has_fifty_demands_a_language_with_complete_labels() -> None:
    agent_ids = {json.loads(line)["agent_id"] for line in profiles().splitlines() if line}
    assert sorted(row["language"] for row in rows()) == ["en"] * 50 + ["zh"] * 50
    assert len({row["id"] for row in rows()}) == len(rows())
    for row in rows():
        assert row.keys() == FIELDS, row["id"]
        assert row["limits"].keys() <= LIMITS, row["id"]
        assert len(list(spans(row))) == len(row["needs"]) + len(row["not_wanted"])
        for need in row["needs"]:
            assert need["count"] >= 1, row["id"]
            assert set(need["in_place"]) <= set(need["able"]) <= agent_ids, row["id"]


def test_no_wording_of_the_sealed_half_stands_in_another_file() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    own = {text.lower(): row["id"] for row in rows() for text in spans(row) if is_own(text)}
    own = {text: number for text, number in own.items() if text not in profiles().lower()}
    assert len(own) > 20
    found: list[tuple[str, str]] = []
    for name in filter(None, listed.stdout.decode().split("\0")):
        file = HOME / name
        if file != SEALED and file.is_file():
            content = file.read_bytes().decode("utf-8", "ignore").lower()
            found += [(name, number) for text, number in own.items() if text in content]
    assert found == []
