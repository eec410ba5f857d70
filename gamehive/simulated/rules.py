"""Rules of the simulated model for the team that decides moves: personas, task agents, summaries."""

from collections.abc import Callable
from typing import Any

from gamehive.contracts.turns import GameTurnFacts, TurnReply
from gamehive.core.games.game import find_game
from gamehive.core.rules.rule_facts import rule_facts
from gamehive.simulated.normal_strategy import play_normal_strategy
from gamehive.simulated.persona_turn import take_endgame_turn, take_strategist_turn, take_tactician_turn
from gamehive.simulated.summary_turn import write_summary
from gamehive.simulated.task_agent_turn import (
    take_attack_turn,
    take_calculation_turn,
    take_defence_turn,
    take_local_turn,
    take_opening_turn,
    take_reevaluation_turn,
    take_rule_turn,
)
from shared.llm.rule_based_model import Rules

_PERSONA_RULES: dict[str, Callable[[GameTurnFacts], TurnReply]] = {
    "game_strategist": take_strategist_turn,
    "game_tactician": take_tactician_turn,
    "game_endgame_specialist": take_endgame_turn,
}

RULES: Rules = {
    **_PERSONA_RULES,
    "game_rule_analyst": take_rule_turn,
    "game_opening_expert": take_opening_turn,
    "game_attack_analyst": take_attack_turn,
    "game_defense_analyst": take_defence_turn,
    "game_local_tactics_expert": take_local_turn,
    "game_endgame_calculator": take_calculation_turn,
    "game_undo_reevaluator": take_reevaluation_turn,
    "game_summary": write_summary,
}
"""Rule of each prompt by its key."""


def _play_normally(usual: Callable[[GameTurnFacts], TurnReply]) -> Callable[[Any], TurnReply]:
    def rule(facts: GameTurnFacts) -> TurnReply:
        game = find_game(facts.context.game)
        is_reversed = game is not None and rule_facts(game).is_reversed
        return play_normal_strategy(facts) if is_reversed else usual(facts)

    return rule


NORMAL_STRATEGY_RULES: Rules = {**RULES, **{key: _play_normally(rule) for key, rule in _PERSONA_RULES.items()}}
"""The same, but personas play misère and NoGo by the strategy of tic-tac-toe and Go: a model that confuses the rules."""
