"""Knowledge bases: every claim about a board is checked by rules and search, everything else is marked as advice (GH-223)."""

import re
from collections import Counter

import pytest
from pydantic import ValidationError

from gamehive.core.games.board import FIRST, SECOND
from gamehive.core.games.game import games, nogo
from gamehive.knowledge.knowledge_base import KnowledgeEntry, PositionClaim, find_entries, find_texts
from tests.support.claim_checker import is_true

FILES = ("gomoku", "nogo", "tictactoe", "misere")
ENTRIES = [(key, entry) for key in FILES for entry in find_entries(games()[key])]
CLAIMS = [(key, entry) for key, entry in ENTRIES if entry.claim is not None]


def named(pairs: list[tuple[str, KnowledgeEntry]]) -> list[str]:
    return [f"{key} {entry.id}" for key, entry in pairs]


@pytest.mark.parametrize(("key", "entry"), CLAIMS, ids=named(CLAIMS))
def test_what_an_entry_says_of_its_board_is_true(key: str, entry: KnowledgeEntry) -> None:
    assert is_true(key, entry)


@pytest.mark.parametrize(("key", "entry"), CLAIMS, ids=named(CLAIMS))
def test_a_changed_claim_is_found_to_be_false(key: str, entry: KnowledgeEntry) -> None:
    assert entry.claim is not None
    claim = entry.claim
    board = entry.parsed_board()
    assert board is not None
    empty = [point for point in board.empty_points() if point not in claim.points]
    match claim.kind:
        case "winning_moves" | "only_moves" | "unsafe_moves" | "safe_moves":
            changed = claim.model_copy(update={"points": claim.points[1:] if claim.points else (empty[0],)})
        case "move_result":
            changed = claim.model_copy(update={"winner": FIRST if claim.winner == SECOND else SECOND})
        case "result":
            changed = claim.model_copy(update={"value": "drawn"})
        case "shape_at":
            changed = claim.model_copy(update={"value": "four"})
        case "liberties" | "wins_within":
            changed = claim.model_copy(update={"number": claim.number - 1})
    assert not is_true(key, entry.model_copy(update={"claim": changed}))


@pytest.mark.parametrize(("key", "entry"), CLAIMS, ids=named(CLAIMS))
def test_the_numbers_of_stones_on_a_board_are_those_of_a_game(key: str, entry: KnowledgeEntry) -> None:
    board = entry.parsed_board()
    assert board is not None
    mine, theirs = board.cells.count(entry.to_move), board.cells.count(3 - entry.to_move)
    assert mine in {theirs, theirs - 1}


def test_each_game_has_entries_on_its_openings_shapes_strategy_and_rules() -> None:
    numbers = {key: len(find_entries(games()[key])) for key in FILES}
    assert 10 <= numbers["nogo"] <= 20
    assert 10 <= numbers["gomoku"] <= 20
    assert 6 <= numbers["tictactoe"] <= 10
    assert 6 <= numbers["misere"] <= 10
    for key in FILES:
        assert {entry.topic for entry in find_entries(games()[key])} == {"opening", "shape", "strategy", "rule"}
        assert max(Counter(entry.id for entry in find_entries(games()[key])).values()) == 1
        # A rule is never mere advice.
        assert all(entry.claim is not None for entry in find_entries(games()[key], "rule"))


@pytest.mark.parametrize(("key", "entry"), ENTRIES, ids=named(ENTRIES))
def test_an_entry_has_a_text_in_both_languages(key: str, entry: KnowledgeEntry) -> None:
    assert re.search("[\u4e00-\u9fff]", entry.zh)
    assert entry.zh.endswith("。")
    assert entry.en.endswith(".")
    assert not re.search("[\u4e00-\u9fff]", entry.en)


def test_boards_of_other_sizes_share_the_entries() -> None:
    assert find_entries(games()["gomoku8"]) == find_entries(games()["gomoku"])
    assert find_entries(nogo(5, 5)) == find_entries(games()["nogo7"]) == find_entries(games()["nogo"])
    assert find_entries(games()["misere"]) != find_entries(games()["tictactoe"])


def test_texts_are_found_by_topic_and_language() -> None:
    chinese, english = (find_texts(games()["misere"], "opening", language) for language in ("zh", "en"))
    assert len(chinese) == len(english) == 3
    assert "中心" in chinese[0]
    assert "centre" in english[0]
    assert len(find_texts(games()["misere"], None, "en")) > 5


def test_an_entry_without_claim_has_to_be_advice() -> None:
    with pytest.raises(ValidationError, match="advice"):
        KnowledgeEntry(id="a", topic="rule", zh="一。", en="One.")
    with pytest.raises(ValidationError, match="advice"):
        KnowledgeEntry(id="a", topic="rule", zh="一。", en="One.", claim=PositionClaim(kind="result"), advice=True)
