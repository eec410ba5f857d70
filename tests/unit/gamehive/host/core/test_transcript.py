"""Transcript of decisions: every call once with its result, and enough to replay the loop (GH-46, GH-261, part 23)."""

from collections import Counter

import pytest

from gamehive.contracts.decision import MoveDecision
from gamehive.contracts.events import GameToolCalled, MovePlayed, ToolAnswered
from gamehive.contracts.messages import TakeTurn
from gamehive.contracts.tools import GUIDE_TOOL
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import ReplyCall, TurnReply
from gamehive.core.games.game import GameKey
from tests.support.game_script import Reply, ScriptedTeam, SimulatedTeam, ask, call, calls, hand_over, move

GAMES: list[tuple[GameKey, tuple[tuple[int, int], ...]]] = [
    ("tictactoe", ()),
    ("misere", ((1, 1), (0, 0), (2, 2))),
    ("misere", ((1, 1), (0, 0), (2, 2), (0, 1), (2, 1))),
    ("gomoku8", ()),
    ("gomoku8", ((3, 3), (0, 0), (3, 4), (0, 2), (4, 3), (7, 7))),
]


def decide(game: GameKey, moves: tuple[tuple[int, int], ...]) -> SimulatedTeam:
    team = SimulatedTeam(game)
    team.request(*moves)
    return team.run()


@pytest.mark.parametrize(("game", "moves"), GAMES)
def test_every_call_appears_once_with_one_result_in_the_same_loop(
    game: GameKey, moves: tuple[tuple[int, int], ...]
) -> None:
    team = decide(game, moves)
    made = [(note.loop, each.call_id, each.tool) for note in team.notes for each in note.calls]
    answered = [(note.loop, note.result.call_id, note.result.tool) for note in team.notes if note.result is not None]
    assert Counter(made) == Counter(answered)
    assert set(Counter(made).values()) == {1}
    order = [each for note in team.notes for each in (*(one.call_id for one in note.calls), _answered(note)) if each]
    assert all(order.index(call_id) < len(order) - 1 - order[::-1].index(call_id) for _, call_id, _ in made)
    shown = [(each.loop, each.call_id, each.tool) for each in team.of(GameToolCalled)]
    told = [(each.loop, each.call_id, each.tool) for each in team.of(ToolAnswered)]
    assert Counter(shown) == Counter(told) == Counter(each for each in made if each[2] != GUIDE_TOOL)


def _answered(note: Note) -> str:
    return "" if note.result is None else note.result.call_id


@pytest.mark.parametrize(("game", "moves"), GAMES)
def test_a_task_agents_loop_is_that_of_its_call(game: GameKey, moves: tuple[tuple[int, int], ...]) -> None:
    team = decide(game, moves)
    experts = {each.call_id for note in team.notes for each in note.calls if each.tool == "call_task_agent"}
    loops = {note.loop for note in team.notes} - {team.decision.request_id}
    assert loops == experts


@pytest.mark.parametrize(("game", "moves"), GAMES)
def test_the_transcript_ends_with_the_decision(game: GameKey, moves: tuple[tuple[int, int], ...]) -> None:
    team = decide(game, moves)
    assert team.notes[-1].kind == "decision"
    assert MoveDecision.model_validate_json(team.notes[-1].text) == team.decision
    (played,) = team.of(MovePlayed)
    assert (played.x, played.y, played.request_id) == (team.decision.x, team.decision.y, team.decision.request_id)


@pytest.mark.parametrize(("game", "moves"), GAMES)
def test_a_decision_is_replayed_from_its_transcript(game: GameKey, moves: tuple[tuple[int, int], ...]) -> None:
    """What the agents said, read from the notes, makes the same decision again without any model."""
    first = decide(game, moves)
    replies = _replies(first.notes)

    class Replayed(SimulatedTeam):
        def _reply(self, request: TakeTurn) -> TurnReply:
            return replies.pop(0)

        def _take_turn(self, request: TakeTurn, head: dict[str, object]):
            return ScriptedTeam._take_turn(self, request, head)

    again = Replayed(game)
    again.request(*moves)
    again.run()
    assert replies == []
    assert again.decision == first.decision
    kinds = ("assistant", "tool", "decision", "user")
    assert [each for each in again.notes if each.kind in kinds] == [each for each in first.notes if each.kind in kinds]


def _replies(notes: list[Note]) -> list[TurnReply]:
    """Return the replies of the models in the notes: not the calls that hooks made."""
    found: list[TurnReply] = []
    for note in notes:
        if note.kind != "assistant" or any(each.forced_by is not None for each in note.calls):
            continue
        calls_ = tuple(ReplyCall(tool=each.tool, arguments=each.arguments) for each in note.calls)
        if calls_:
            found.append(TurnReply(thought=note.text, calls=calls_))
        else:
            thought, _, message = note.text.rpartition("\n")
            found.append(TurnReply(thought=thought, message=message))
    return found


def test_a_decision_that_is_cut_lacks_only_the_results_that_nobody_gave() -> None:
    script: list[Reply] = [calls(("analyze_board", {}), ("search_pattern", {"query": "x"})), move(0, 0)]
    team = ScriptedTeam("gomoku8", strategist=script)
    team.request()
    team.run("tool")
    made = [each.call_id for note in team.notes for each in note.calls]
    answered = [each.call_id for each in team.results()]
    assert made[: len(answered)] == answered
    assert len(made) == len(answered) + 2


def test_hooks_and_handovers_are_in_the_transcript() -> None:
    """GH-46: calls, results, what hooks did, and the final answer, in order."""
    team = ScriptedTeam("gomoku8", strategist=[ask("attack_analyst"), hand_over("tactician")], tactician=[move(1, 1)])
    team.request()
    team.run()
    kinds = Counter(note.kind for note in team.notes)
    assert kinds["hook"] > 5
    assert kinds["decision"] == 1
    results = [each.tool for each in team.results()]
    assert results == ["call_task_agent", "call_task_agent", "call_task_agent", "handoff_to_agent"]


def test_a_call_of_a_tool_is_repeated_under_an_id_of_its_own() -> None:
    same = call("analyze_board")
    team = ScriptedTeam("gomoku8", strategist=[same, same, move(1, 1)])
    team.request()
    team.run()
    ids = [each.call_id for each in team.results("analyze_board")]
    assert len(set(ids)) == 2
