"""Undo in whole decisions: whatever is thought over, a move is made on the referee's board (GH-130…146, part 23)."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehive.contracts.events import DecisionRequested, HandedOver, LessonLearnt, MovePlayed, MoveTakenBack
from gamehive.contracts.messages import DeliverDecision, SearchMove, TakeTurn
from gamehive.contracts.turns import TurnReply
from gamehive.contracts.workspace import MAX_UNDO_DEPTH, MAX_UNDOS_PER_GAME, FeatureFlag
from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.game import GameKey, games
from gamehive.core.games.position import find_result, parse_position, play_move, safe_moves
from gamehive.core.workspace.board_state import current_position
from tests.support.game_harness import decision_request
from tests.support.game_script import ScriptedTeam, ask, call, finding, found, move, search_quietly, turns_of

MOVES = [(3, 3), (0, 0), (3, 4), (0, 2)]
"""Four plies of gomoku on 8x8; the next move is side 1's."""


def search_for(
    dangers: Mapping[tuple[int, int], float], now: float = 0.4, best: tuple[tuple[int, int], ...] = ((6, 6), (6, 5))
) -> Any:
    """Return a search with a danger after each move, and one before the team's own."""

    def search(request: SearchMove) -> Mapping[str, Any]:
        if request.purpose == "verification":
            danger = dangers.get(request.last or (-1, -1), 0.4)
            return found((7, 7), score=danger, proof="won" if danger == 1 else None)
        free = [(x, y) for x, y in best if request.board[x][y] == "0"]
        return found(*free, score=1 - now) if free else search_quietly(request)

    return search


def test_a_doubtful_move_is_taken_back_before_it_is_played() -> None:
    """GH-142: placed tentatively, found dangerous, taken back, evaluated again, and another one is played."""
    team = ScriptedTeam(
        "gomoku8",
        search=search_for({(7, 0): 1.0}),
        tactician=[move(7, 0), move(6, 6)],
        strategist=[move(7, 0), move(6, 6)],
        undo_reevaluator=[finding("It leaves a four open.", lesson="Stop fours first.")],
    )
    request = team.request(*MOVES)
    team.run()
    (taken,) = team.of(MoveTakenBack)
    assert (taken.x, taken.y, taken.trigger, taken.threat, taken.tentative) == (7, 0, "pre_commit", 1.0, True)
    assert [(each.x, each.y, each.lesson) for each in team.of(LessonLearnt)] == [(7, 0, "Stop fours first.")]
    assert (team.decision.x, team.decision.y, team.decision.source) == (6, 6, "llm")
    (played,) = team.of(MovePlayed)
    assert sum(a != b for a, b in zip("".join(played.board), "".join(request.board), strict=True)) == 1
    (reevaluation,) = turns_of(team, "undo_reevaluator")
    assert reevaluation.facts.context.board == request.board
    assert [(each.x, each.y) for each in reevaluation.facts.context.blacklist] == [(7, 0)]
    last = [each for each in team.asked if each.facts.agent == "strategist"][-1]
    assert last.facts.context.lesson == "Stop fours first."


@pytest.mark.parametrize("is_tentative", [True, False])
def test_a_rollback_is_a_span_of_its_decision(is_tentative: bool) -> None:
    """GH-238: whether the move was only placed tentatively or is thought over again."""
    replies = [move(7, 0), move(6, 6)] if is_tentative else [call("undo_evaluate", reason="a blunder"), move(6, 6)]
    team = ScriptedTeam("gomoku8", search=search_for({(7, 0): 1.0}), strategist=replies)
    team.request(*MOVES)
    team.run()
    spans = {span.name: span for span in team.spans}
    assert sum(span.name == "agent.undo_rollback" for span in team.spans) == 1
    assert spans["agent.undo_rollback"].context.trace_id == spans["agent.decision"].context.trace_id


def test_a_rollback_pushes_no_snapshot() -> None:
    """GH-123, GH-C08: after the undo the stack is as it was before the move."""
    team = ScriptedTeam("gomoku8", search=search_for({(7, 0): 1.0}), strategist=[move(7, 0), move(6, 6)])
    team.request(*MOVES)
    team.run("verification")
    before = team.workspace.snapshots[:-1]
    team.step()
    assert team.workspace.undo_state.phase == "undo_reeval"
    assert team.workspace.snapshots == before
    team.run()
    assert len(team.workspace.snapshots) <= MAX_UNDO_DEPTH


def test_a_second_doubtful_move_of_a_decision_is_not_taken_back() -> None:
    """GH-144."""
    dangers, replies = {(7, 0): 1.0, (7, 1): 1.0}, [move(7, 0), move(7, 1), move(6, 6)]
    flags: frozenset[FeatureFlag] = frozenset(("undo_enabled",))
    team = ScriptedTeam("gomoku8", flags=flags, search=search_for(dangers), strategist=replies)
    team.request(*MOVES)
    team.run()
    assert len(team.of(MoveTakenBack)) == 1
    assert (team.decision.x, team.decision.y, team.decision.threat) == (7, 1, 1.0)


def test_a_second_losing_move_of_a_decision_is_the_guards() -> None:
    dangers, replies = {(7, 0): 1.0, (7, 1): 1.0}, [move(7, 0), move(7, 1)]
    team = ScriptedTeam("gomoku8", search=search_for(dangers), strategist=replies)
    team.request(*MOVES)
    team.run()
    assert (team.decision.x, team.decision.y, team.decision.overruled) == (6, 6, (7, 1))


def test_a_taken_back_move_is_refused_when_it_is_proposed_again() -> None:
    """GH-74, GH-144: also by the default after all retries."""
    best = ((7, 0), (6, 6))
    team = ScriptedTeam("gomoku8", search=search_for({(7, 0): 1.0}, now=0.3, best=best), strategist=[move(7, 0)])
    team.request(*MOVES)
    team.run()
    assert len(team.of(MoveTakenBack)) == 1
    assert (team.decision.source, team.decision.x, team.decision.y) == ("engine", 6, 6)
    assert "repeated_move" in team.alerts()


def test_at_the_deadline_of_a_reevaluation_another_move_is_made() -> None:
    team = ScriptedTeam("gomoku8", search=search_for({(7, 0): 1.0}, best=((7, 0), (6, 6))), strategist=[move(7, 0)])
    request = team.request(*MOVES, allowed_ms=60_000)
    while team.workspace.undo_state.phase != "undo_reeval":
        team.step()
    team.fire_timer()
    assert team.now <= request.deadline
    if team.state.loop is not None:
        team.run()
    assert (team.decision.x, team.decision.y) == (6, 6)
    assert team.workspace.undo_state.phase == "playing"
    assert team.workspace.plies == 5


def test_an_undo_without_an_answer_of_the_expert_goes_on() -> None:
    team = ScriptedTeam(
        "gomoku8", search=search_for({(7, 0): 1.0}), strategist=[move(7, 0), move(6, 6)], undo_reevaluator=[None]
    )
    team.request(*MOVES)
    team.run()
    assert (team.decision.x, team.decision.y, team.decision.source) == (6, 6, "llm")
    assert [each.lesson for each in team.of(LessonLearnt)] == [""]


@pytest.mark.parametrize("flags", [frozenset[Any](), frozenset(("engine_guard",))])
def test_without_the_feature_nothing_is_taken_back(flags: frozenset[Any]) -> None:
    team = ScriptedTeam("gomoku8", flags=flags, search=search_for({(7, 0): 0.9}), strategist=[move(7, 0)])
    team.request(*MOVES)
    team.run()
    assert team.of(MoveTakenBack) == []
    assert (team.decision.x, team.decision.y) == (7, 0)


def test_the_only_move_is_not_taken_back() -> None:
    """GH-142: only if a better candidate is known."""
    team = ScriptedTeam("gomoku8", search=search_for({(7, 0): 0.95}, now=0.95, best=((7, 0),)), strategist=[move(7, 0)])
    team.request()
    team.run()
    assert team.of(MoveTakenBack) == []


def play_on(team: ScriptedTeam, moves: list[tuple[int, int]]) -> None:
    """Have the team decide after some moves, and add its move to them."""
    team.request(*moves)
    team.run()
    moves.append((team.decision.x, team.decision.y))


def answer_somewhere(team: ScriptedTeam, moves: list[tuple[int, int]]) -> None:
    """Add the opponent's move: the last safe one."""
    position = current_position(team.workspace)
    x, y = safe_moves(position)[-1]
    moves.append((x, y))


def test_a_game_has_at_most_three_undos() -> None:
    doubtful = {(x, y): 0.9 for x in range(2) for y in range(8)}
    team = ScriptedTeam("nogo7", search=search_for(doubtful))
    moves: list[tuple[int, int]] = []
    for _ in range(MAX_UNDOS_PER_GAME + 2):
        play_on(team, moves)
        answer_somewhere(team, moves)
    assert len(team.of(MoveTakenBack)) == MAX_UNDOS_PER_GAME == 3
    assert len(team.of(MovePlayed)) == 5


def threaten_after(plies: int) -> Any:
    """Return a search that sees a great danger on the board after so many plies, and none elsewhere."""

    def search(request: SearchMove) -> Mapping[str, Any]:
        stones = sum(sign != "0" for row in request.board for sign in row)
        quiet = search_quietly(request)
        return {**quiet, "score": 0.05, "threat": 0.95} if stones == plies and request.purpose == "root" else quiet

    return search


def test_a_danger_after_the_opponents_move_starts_a_what_if() -> None:
    """GH-132, GH-141: the board goes back, an expert learns from it, and the decision is made on the referee's board."""
    team = ScriptedTeam(
        "gomoku8", search=threaten_after(2), undo_reevaluator=[finding("too slow", lesson="Block at once.")]
    )
    moves: list[tuple[int, int]] = []
    play_on(team, moves)
    first = moves[0]
    moves.append((7, 7))
    request = team.request(*moves)
    team.run("turn")
    assert team.workspace.plies == 0
    assert team.workspace.undo_state.branch is not None
    team.run()
    (taken,) = team.of(MoveTakenBack)
    assert ((taken.x, taken.y), taken.trigger, taken.tentative) == (first, "low_score", False)
    (reevaluation,) = turns_of(team, "undo_reevaluator")
    assert reevaluation.facts.context.board == ("0" * 8,) * 8
    played = team.of(MovePlayed)[-1]
    stones = parse_board(played.board).stone_count()
    assert (stones, played.ply) == (3, 3)
    assert [row for row in request.board if row != "0" * 8] != []
    last = list(team.asked)[-1]
    assert (last.facts.context.lesson, last.facts.context.board) == ("Block at once.", request.board)


def test_the_phase_goes_back_in_a_what_if_and_returns() -> None:
    """GH-129: no persona changes meanwhile."""
    team = ScriptedTeam("gomoku8", search=threaten_after(6))
    moves = [(3, 3), (0, 0), (3, 4), (0, 2)]
    play_on(team, moves)
    answer_somewhere(team, moves)
    team.request(*moves)
    assert team.workspace.current_phase == "midgame"
    team.run("turn")
    assert (team.workspace.plies, team.workspace.current_phase) == (4, "opening")
    team.run()
    assert (team.workspace.plies, team.workspace.current_phase) == (7, "midgame")
    assert [each.successor for each in team.of(HandedOver)] == ["tactician"]


def test_a_flag_that_an_agent_raises_starts_the_undo() -> None:
    """GH-131, GH-53."""
    team = ScriptedTeam("gomoku8", strategist=[move(7, 7), call("undo_evaluate", reason="a blunder"), move(6, 6)])
    moves: list[tuple[int, int]] = []
    play_on(team, moves)
    moves.append((0, 0))
    play_on(team, moves)
    (taken,) = team.of(MoveTakenBack)
    assert (taken.x, taken.y, taken.trigger, taken.reason) == (7, 7, "self_reflection", "a blunder")
    assert (team.decision.x, team.decision.y) == (6, 6)
    assert not team.workspace.undo_state.requested


def test_the_defence_analyst_may_suggest_an_undo() -> None:
    """GH-133."""
    team = ScriptedTeam(
        "gomoku8",
        strategist=[move(7, 7), ask("defense_analyst"), move(6, 6)],
        defense_analyst=[finding("hopeless", suggests_undo=True)],
    )
    moves: list[tuple[int, int]] = []
    play_on(team, moves)
    moves.append((0, 0))
    play_on(team, moves)
    (taken,) = team.of(MoveTakenBack)
    assert (taken.x, taken.y, taken.trigger) == (7, 7, "defence_report")


def test_a_second_request_of_one_decision_is_ignored() -> None:
    """GH-144: neither in this decision nor in the next one, whose last move is another."""

    def ask_again(request: TakeTurn) -> TurnReply:
        return call("undo_evaluate", reason=f"turn {request.facts.turn}")

    team = ScriptedTeam("gomoku8", strategist=[move(7, 7), ask_again, ask_again, move(6, 6), move(5, 5)])
    moves: list[tuple[int, int]] = []
    play_on(team, moves)
    moves.append((0, 0))
    play_on(team, moves)
    moves.append((0, 1))
    play_on(team, moves)
    assert len(team.of(MoveTakenBack)) == 1
    assert len(team.results("undo_evaluate")) == 2


def test_without_an_own_move_a_request_is_skipped() -> None:
    """GH-140, GH-192."""
    team = ScriptedTeam("gomoku8", strategist=[call("undo_evaluate", reason="too early"), move(6, 6)])
    team.request((0, 0))
    team.run()
    assert team.of(MoveTakenBack) == []
    assert team.workspace.undo_state.phase == "playing"
    assert (team.decision.x, team.decision.y) == (6, 6)


def test_the_stack_is_bounded_in_a_long_game() -> None:
    """GH-126."""
    team = ScriptedTeam("nogo7")
    moves: list[tuple[int, int]] = []
    for _ in range(6):
        play_on(team, moves)
        answer_somewhere(team, moves)
    assert [each.ply for each in team.workspace.snapshots] == [6, 7, 8, 9, 10]


# Every path.

DANGERS = st.sampled_from([None, 0.0, 0.3, 0.5, 0.85, 0.95, 1.0])
"""Danger that a search finds; None if it fails."""
GAMES: list[GameKey] = ["tictactoe", "misere", "gomoku8", "nogo7"]


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    dangers=st.lists(DANGERS, min_size=1, max_size=8),
    scripts=st.lists(st.sampled_from(["move", "undo", "expert", "fail", "wrong", "again"]), min_size=1, max_size=6),
    choices=st.lists(st.integers(0, 99), min_size=1, max_size=9),
    interruption=st.sampled_from(["none", "deadline", "newer", "failure"]),
    when=st.integers(0, 12),
)
def test_the_board_is_the_referees_when_a_decision_is_delivered(
    game: GameKey, dangers: list[float | None], scripts: list[str], choices: list[int], interruption: str, when: int
) -> None:
    """Every delivered decision is one playable move on the board of its request, whatever was taken back before."""
    seen: dict[str, int] = {"search": 0, "turn": 0}

    def search(request: SearchMove) -> Mapping[str, Any] | None:
        seen["search"] += 1
        danger = dangers[seen["search"] % len(dangers)]
        return None if danger is None else {**search_quietly(request), **found_danger(request, danger)}

    def reply(request: TakeTurn) -> TurnReply:
        seen["turn"] += 1
        script = scripts[seen["turn"] % len(scripts)]
        context = request.facts.context
        position = parse_position(games()[game], context.board, context.to_move, None)
        moves = safe_moves(position) or position.board.empty_points()
        chosen = moves[choices[seen["turn"] % len(choices)] % len(moves)]
        match script:
            case "undo":
                return call("undo_evaluate", reason="doubt")
            case "expert":
                return ask("defense_analyst")
            case "fail":
                return TurnReply()
            case "wrong":
                return move(99, 99)
            case "again" if context.blacklist:
                return move(context.blacklist[-1].x, context.blacklist[-1].y)
            case _:
                return move(*chosen)

    personas: dict[str, Any] = {agent: [reply] for agent in ("strategist", "tactician", "endgame_specialist")}
    team = ScriptedTeam(
        game, search=search, defense_analyst=[finding("hm", suggests_undo=True), finding("fine")], **personas
    )
    moves: list[tuple[int, int]] = []
    for number, choice in enumerate(choices):
        request = decision_request(game, moves, now=team.now, user_id=7)
        if not team.submit(request):
            break
        for _ in range(when if interruption != "none" and number == 1 else 0):
            if team.state.pending is not None:
                team.step()
        if team.state.pending is not None and interruption == "deadline" and number == 1:
            team.now = request.deadline
            team.fire_timer()
        elif team.state.pending is not None and interruption == "failure" and number == 1:
            team.fail()
        elif team.state.pending is not None and interruption == "newer" and number == 1:
            request = decision_request(game, moves, now=team.now, user_id=7, allowed_ms=500_000)
            assert team.submit(request)
        team.run()
        if _check_delivery(team, request):
            moves.append((team.decision.x, team.decision.y))
        team.settle()
        position = parse_position(games()[game], team.workspace.board_state, 1 if len(moves) % 2 == 0 else 2, None)
        if team.is_closed or find_result(current_position(team.workspace)) is not None:
            break
        replies = safe_moves(position) or position.board.empty_points()
        x, y = replies[choice % len(replies)]
        moves.append((x, y))
        if find_result(play_move(current_position(team.workspace), Point(*moves[-1]))) is not None:
            break
    assert len(team.of(MovePlayed)) == len({each.request_id for each in team.of(MovePlayed)})
    assert len(team.of(DecisionRequested)) >= len(team.of(MovePlayed))


def found_danger(request: SearchMove, danger: float) -> dict[str, Any]:
    score = danger if request.purpose == "verification" else 1 - danger
    return {"score": score, "threat": 1 - score, "proof": {0.0: "lost", 1.0: "won"}.get(score)}


def _check_delivery(team: ScriptedTeam, request: Any) -> bool:
    """Assert that the move that is delivered for a request is the one by which the boards differ."""
    order = team.sent(DeliverDecision)[-1]
    assert order.decision.request_id == request.request_id
    played = team.of(MovePlayed)[-1]
    assert played.board == team.workspace.board_state
    before, after = parse_board(request.board), parse_board(played.board)
    changed = [point for point in before.points() if before.stone_at(point) != after.stone_at(point)]
    assert changed == [Point(order.decision.x, order.decision.y)]
    assert after.stone_at(changed[0]) == request.side
    assert team.workspace.plies == request.ply + 1
    state = team.workspace.undo_state
    assert (state.phase, state.branch, state.attempts_this_request <= 1) == ("playing", None, True)
    assert state.attempts_in_game <= MAX_UNDOS_PER_GAME
    return True
