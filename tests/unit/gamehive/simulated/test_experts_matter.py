"""Each task agent matters: without its result a later turn, the move or its reason is another one (issue 19, GH-20…26)."""

import pytest

from gamehive.contracts.agents import DISPLAY_NAMES, TASK_AGENTS, TaskAgent
from gamehive.core.games.game import GameKey
from tests.support.game_script import SimulatedTeam

Moves = tuple[tuple[int, int], ...]

POSITIONS: dict[TaskAgent, tuple[GameKey, Moves]] = {
    "rule_analyst": ("misere", ((1, 1), (0, 0), (2, 2))),
    "opening_expert": ("gomoku8", ()),
    "attack_analyst": ("misere", ((1, 1), (0, 0), (2, 2))),
    "defense_analyst": ("tictactoe", ((1, 1), (0, 0), (2, 2), (0, 2), (0, 1))),
    "local_tactics_expert": ("misere", ((1, 1), (0, 0), (2, 2))),
    "endgame_calculator": ("misere", ((1, 1), (0, 0), (2, 2), (0, 1), (2, 1))),
    "undo_reevaluator": ("misere", ((1, 1), (0, 0), (2, 2), (0, 1), (2, 1))),
}
"""Position of a decision in which each of them is called."""


def decide(game: GameKey, moves: Moves, silenced: frozenset[str] = frozenset()) -> SimulatedTeam:
    """Return a game after one decision in which some agents never answer."""
    team = SimulatedTeam(game, silenced=silenced)
    team.request(*moves)
    return team.run()


def record(team: SimulatedTeam, agent: str) -> tuple[list[str], tuple[int, int, str]]:
    """Return what all agents but one said, in order, and the decision with its reason."""
    said = [f"{note.agent}: {note.text}" for note in team.notes if note.kind == "assistant" and note.agent != agent]
    return said, (team.decision.x, team.decision.y, team.decision.reason)


def test_every_task_agent_has_a_position() -> None:
    assert set(POSITIONS) == set(TASK_AGENTS)


@pytest.mark.parametrize("agent", TASK_AGENTS)
def test_without_the_result_of_a_task_agent_a_later_turn_is_another(agent: TaskAgent) -> None:
    game, moves = POSITIONS[agent]
    whole, missing = decide(game, moves), decide(game, moves, frozenset((agent,)))
    for team in (whole, missing):
        assert agent in {request.facts.agent for request in team.asked}
    name = DISPLAY_NAMES[agent]["en"]
    failed = [each for each in missing.results("call_task_agent") if name in each.content and each.is_error]
    assert failed or agent == "rule_analyst", "in place of its rules there are the built-in ones"
    assert record(whole, agent) != record(missing, agent)


def test_the_same_decision_is_the_same_twice() -> None:
    game, moves = POSITIONS["undo_reevaluator"]
    assert decide(game, moves).notes == decide(game, moves).notes
