"""Interpretations of the rules: the built-in ones, sound paraphrases, and contradictions (GH-20, GH-112, GH-C22)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import RuleInterpretation
from gamehive.core.games.game import games
from gamehive.core.rules.interpretation_check import check_interpretation
from gamehive.core.rules.rule_facts import rule_facts
from gamehive.core.rules.rules_text import builtin_interpretation, rule_text
from shared.core.language import Language

LANGUAGES: tuple[Language, ...] = ("zh", "en")

WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("misere", {"win_condition": "Complete three in a row."}),
    ("misere", {"win_condition": "连成三子者胜"}),
    ("misere", {"win_condition": "先连成三子的一方获胜"}),
    ("misere", {"strategic_guideline": "Take the centre and win by completing three in a row."}),
    ("misere", {"lose_condition": "The opponent gets three in a row first."}),
    ("misere", {"lose_condition": "对方先连成三子"}),
    ("nogo", {"win_condition": "Capture the opponent's stones."}),
    ("nogo", {"win_condition": "围住对方的棋子使其没有气即获胜"}),
    ("nogo", {"special_rules": ("Stones without liberties are removed.",)}),
    ("nogo", {"special_rules": ("没有气的棋子被提走",)}),
    ("nogo", {"special_rules": ("棋盘下满为和棋",)}),
    ("nogo", {"special_rules": ("A full board is a draw",)}),
    ("nogo", {"lose_condition": "自己的棋子被对方围住就输"}),
    ("nogo", {"lose_condition": "Your stones are captured."}),
    ("nogo", {"strategic_guideline": "Surround the opponent's groups and take stones."}),
    ("gomoku", {"special_rules": ("Black may not play forbidden moves: double three is forbidden.",)}),
    ("gomoku", {"special_rules": ("先手三三禁手",)}),
    ("gomoku", {"win_condition": "连成四子获胜"}),
    ("gomoku8", {"win_condition": "Four in a row wins."}),
    ("gomoku", {"special_rules": ("不可能和棋",)}),
    ("gomoku", {"win_condition": "Exactly five in a row wins"}),
    ("gomoku", {"lose_condition": "Whoever completes five in a row loses."}),
    ("tictactoe", {"win_condition": "Five in a row wins"}),
    ("tictactoe", {"special_rules": ("There are no draws.",)}),
    ("tictactoe", {"lose_condition": "连成三子者输"}),
)

RIGHT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("misere", {"win_condition": "迫使对手连成三子即获胜"}),
    (
        "misere",
        {
            "win_condition": "Force your opponent to form a line of three.",
            "lose_condition": "If you make three in a row you lose.",
        },
    ),
    ("misere", {"win_condition": "Avoid making three in a row until the opponent makes one"}),
    ("misere", {"win_condition": "不连成三子，等对方先连成三子"}),
    ("misere", {"strategic_guideline": "Never make three in a row. Make the opponent run out of moves."}),
    ("misere", {"strategic_guideline": "千万不要连成三子，避免自己形成两子一线"}),
    ("nogo", {"win_condition": "让对方不得不提掉你的子，或无处可下"}),
    ("nogo", {"lose_condition": "下子后导致任何一方的棋块没有气则落子者输"}),
    ("nogo", {"lose_condition": "A player who captures stones or commits suicide loses."}),
    ("nogo", {"special_rules": ("不存在提子，没有和棋", "Captures end the game, so nothing is removed.")}),
    ("nogo", {"strategic_guideline": "Never capture the opponent's stones; make eyes."}),
    ("nogo7", {"strategic_guideline": "不要吃对方的子，多做眼"}),
    ("gomoku", {"win_condition": "五子连珠（含长连）即胜", "special_rules": ("本规则无禁手", "满盘无五连则和棋")}),
    (
        "gomoku",
        {"win_condition": "Get 5 or more stones in a row.", "lose_condition": "The opponent gets five in a row."},
    ),
    ("gomoku", {"key_patterns": ("Open three: three in a row with open ends", "冲四：四子连成一线差一子")}),
    ("tictactoe", {"win_condition": "三子连成一线即胜", "lose_condition": "让对方连成三子就输"}),
)


def interpretation_with(game: str, changes: dict[str, Any]) -> RuleInterpretation:
    return builtin_interpretation(games()[game], "en").model_copy(update=changes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_the_built_in_text_agrees_with_the_game(game: str, language: Language) -> None:
    interpretation = builtin_interpretation(games()[game], language)
    assert check_interpretation(games()[game], interpretation) == ()
    assert interpretation.builtin


@pytest.mark.parametrize(("game", "changes"), WRONG)
def test_a_contradiction_is_found(game: str, changes: dict[str, Any]) -> None:
    assert check_interpretation(games()[game], interpretation_with(game, changes))


@pytest.mark.parametrize(("game", "changes"), RIGHT)
def test_a_paraphrase_is_accepted(game: str, changes: dict[str, Any]) -> None:
    assert check_interpretation(games()[game], interpretation_with(game, changes)) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_one_game_contradicts_its_opposite(language: Language) -> None:
    normal, misere = games()["tictactoe"], games()["misere"]
    assert check_interpretation(misere, builtin_interpretation(normal, language))
    assert check_interpretation(normal, builtin_interpretation(misere, language))


def test_nogo_says_that_suicide_loses_too() -> None:
    assert "自杀" in rule_text(games()["nogo"], "zh")
    assert "suicide" in rule_text(games()["nogo"], "en")


def test_the_facts_of_the_games() -> None:
    facts = {key: rule_facts(game) for key, game in games().items()}
    assert [key for key, each in facts.items() if each.is_reversed] == ["nogo", "nogo7", "misere"]
    assert [key for key, each in facts.items() if not each.draw_possible] == ["nogo", "nogo7"]
    assert [each.connect for each in facts.values()] == [5, 5, 0, 0, 3, 3]
