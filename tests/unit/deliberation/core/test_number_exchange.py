"""Numbers that are exchanged within one dimension exclude each other; a list in another order does not."""

import json
from pathlib import Path

import pytest

from deliberation.contracts.position import PositionDraft
from deliberation.core.contradiction import find_contradictions
from deliberation.core.number_exchange import find_number_exchange

PAIRS = Path(__file__).parents[4] / "examples" / "deliberation"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("每天练琴60分钟、视奏20分钟", "每天练琴20分钟、视奏60分钟"),
        (
            "Spend 60 minutes on scales and 20 minutes on reading",
            "Spend 20 minutes on scales and 60 minutes on reading",
        ),
        ("前3周背单词，后6周写作文", "前6周背单词，后3周写作文"),
        ("Rest for 2 days and train for 5 days", "Rest for 5 days and train for 2 days"),
    ],
)
def test_exchanged_numbers_are_found(first: str, second: str) -> None:
    assert find_number_exchange(first, second) is not None
    positions = [PositionDraft(conclusion=text, key_reasons=("理由",), confidence=0.5) for text in (first, second)]
    assert any(reason.startswith("number: ") for reason in find_contradictions(*positions))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("每天练琴60分钟、视奏20分钟", "每天视奏20分钟、练琴60分钟"),
        ("Spend 60 minutes on scales and 20 minutes on reading", "20 minutes of reading, 60 minutes of scales"),
        ("三个月内每天2小时", "每天2小时，三个月"),
        ("每天2小时", "每天2小时"),
    ],
)
def test_the_same_numbers_of_the_same_things_are_not(first: str, second: str) -> None:
    assert find_number_exchange(first, second) is None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_paraphrase_of_the_open_pairs_is_taken_for_an_exchange(language: str) -> None:
    lines = (PAIRS / f"pairs_{language}_open.jsonl").read_text("utf-8").splitlines()
    pairs = [pair for pair in map(json.loads, lines) if pair["class"] == "paraphrase"]
    assert len(pairs) >= 60
    taken = [pair["id"] for pair in pairs if find_number_exchange(pair["a"]["conclusion"], pair["b"]["conclusion"])]
    assert taken == []
