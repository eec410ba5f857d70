"""Sealed pairs occur in no source, table, test or open pair, and no pair is there twice. Nothing of them is printed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).resolve().parents[3]
FOLDER = HOME / "examples" / "deliberation"
SEARCHED = ("deliberation", "benchmarks", "shared", "gateway", "towow", "tests", "docs", "examples")
ENDINGS = {".py", ".json", ".jsonl", ".md", ".txt", ".yaml"}
MIN_PAIRS = 60
CLASSES = ("paraphrase", "partly", "contradiction", "unrelated")


def rows(language: str, half: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"pairs_{language}_{half}.jsonl").read_text("utf-8").splitlines()]


def conclusions(language: str, half: str) -> list[str]:
    return [side["conclusion"] for row in rows(language, half) for side in (row["a"], row["b"])]


def searched_files() -> list[Path]:
    """Return the files in which no sealed text may occur; sealed files themselves are none of them."""
    return [
        file
        for folder in SEARCHED
        for file in sorted((HOME / folder).rglob("*"))
        if file.suffix in ENDINGS and "sealed" not in file.name and "node_modules" not in file.parts
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("half", ["open", "sealed"])
def test_each_class_has_enough_pairs(language: str, half: str) -> None:
    counts = Counter(row["class"] for row in rows(language, half))
    assert set(counts) == set(CLASSES)
    assert min(counts.values()) >= MIN_PAIRS


def test_no_sealed_conclusion_occurs_anywhere_else() -> None:
    sealed = {text.strip().rstrip("。.") for language in ("zh", "en") for text in conclusions(language, "sealed")}
    found = Counter(
        str(file.relative_to(HOME))
        for file in searched_files()
        for content in [file.read_text(encoding="utf-8")]
        for text in sealed
        if text in content
    )
    assert dict(found) == {}, "files with the number of sealed conclusions that occur in them"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_pair_is_there_twice(language: str) -> None:
    texts = [
        json.dumps([row["a"], row["b"]], sort_keys=True) for half in ("open", "sealed") for row in rows(language, half)
    ]
    assert len(set(texts)) == len(texts)
