"""The guard's move in place of a choice: it is checked, too, and none that is proved to lose is played (GH-59, GH-142)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from gamehive.contracts.events import BoardAnalysed, ChoiceOverruled, HookAlerted, MovePlayed, MoveTakenBack
from gamehive.contracts.messages import SearchedCandidate, SearchMove
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.proof_check import add_verification, find_better, find_overruling
from gamehive.core.workspace.board_state import current_position
from gamehive.host.core.final_decision import find_urgent_point
from tests.support.game_script import ScriptedTeam, find_nothing, finding, found, move
from tests.support.game_workspace import build_workspace

BEST = ((6, 6), (6, 5), (5, 5), (4, 4), (6, 0), (0, 6))
"""Candidates of the engine in these games, the best first; none is proved."""


class Engine:
    """Engine that proves some moves lost by a search after them, and remembers what it was asked."""

    def __init__(
        self,
        lost: Collection[tuple[int, int]],
        roots: int = 9,
        best: tuple[tuple[int, int], ...] = BEST,
        proof: str | None = None,
    ) -> None:
        """Answer only so many of the first searches of the board; the others fail. `roots` < 0: only the later ones.

        `proof` is what they prove of the position.
        """
        self.lost, self.best, self.roots, self.proof = lost, best, roots, proof
        self.asked: list[SearchMove] = []

    def __call__(self, request: SearchMove) -> Mapping[str, Any] | None:
        self.asked.append(request)
        roots = [each for each in self.asked if each.purpose == "root"]
        if request.purpose == "root":
            fails = len(roots) > self.roots if self.roots >= 0 else len(roots) <= -self.roots
            return None if fails else found(*self.best, proof=self.proof)
        placed = None if request.last is None else tuple(request.last)
        return found((1, 1), score=1.0, proof="won") if placed in self.lost else found((1, 1), score=0.4)

    def count(self, purpose: str) -> int:
        return sum(each.purpose == purpose for each in self.asked)


def play(
    engine: Engine, *choices: tuple[int, int], moves: Sequence[tuple[int, int]] = ((0, 0), (3, 3))
) -> ScriptedTeam:
    """Have a team decide, whose strategist makes these choices one after the other."""
    replies = [move(*each) for each in choices]
    team = ScriptedTeam(
        "nogo7",
        search=engine,
        strategist=replies,
        tactician=replies,
        undo_reevaluator=[finding("it loses", lesson="it loses")],
    )
    team.request(*moves)
    return team.run()


def made(team: ScriptedTeam) -> tuple[tuple[int, int], str, tuple[int, int] | None]:
    decision = team.decision
    return (decision.x, decision.y), decision.source, decision.overruled


def test_a_move_that_was_taken_back_as_lost_is_not_played_in_place_of_another() -> None:
    team = play(Engine({(6, 6), (6, 5)}), (6, 6), (6, 5))
    assert [(each.x, each.y) for each in team.of(MoveTakenBack)] == [(6, 6)]
    assert made(team) == ((5, 5), "engine", (6, 5))


def test_a_replacement_that_loses_too_is_replaced() -> None:
    engine = Engine({(6, 6), (6, 5), (5, 5)})
    team = play(engine, (6, 6), (6, 5))
    assert made(team) == ((4, 4), "engine", (6, 5))
    assert engine.count("verification") == 4
    (overruled,) = team.of(ChoiceOverruled)
    assert (overruled.problem, overruled.better_x, overruled.better_y) == ("loses", 4, 4)
    (played,) = team.of(MovePlayed)
    assert played.threat == pytest.approx(0.4)
    assert played.reason == overruled.detail
    assert team.workspace.move_history[-1].reason == overruled.detail


def test_after_four_replacements_that_lose_the_choice_stands() -> None:
    """The fifth candidate was not looked at; as a rule it loses as well, and sooner."""
    team = play(engine := Engine({*BEST, (0, 1)}), (6, 6), (0, 1))
    assert engine.count("verification") == 2 + 4
    assert made(team) == ((0, 1), "llm", None)
    assert team.of(MovePlayed)[0].threat == 1.0


def test_where_every_candidate_is_lost_the_choice_stands() -> None:
    team = play(Engine({(6, 6), (6, 5), (5, 5)}, best=BEST[:3]), (6, 6), (6, 5))
    assert made(team) == ((6, 5), "llm", None)
    assert (team.of(MovePlayed)[0].threat, team.decision.reason) == (1.0, "because")
    assert team.of(ChoiceOverruled) == []
    assert team.workspace.plies == 3


def test_a_choice_that_loses_is_replaced_though_the_first_search_failed() -> None:
    """The board is searched again once a choice is proved to lose (GH-59)."""
    team = play(engine := Engine({(6, 6)}, roots=-1), (6, 6))
    assert engine.count("root") == 2
    assert made(team) == ((6, 5), "engine", (6, 6))


def test_after_four_checks_a_move_that_is_proved_to_draw_is_played() -> None:
    class Drawing(Engine):
        def __call__(self, request: SearchMove) -> Mapping[str, Any] | None:
            answer = super().__call__(request)
            if request.purpose == "root" and answer is not None:
                last = answer["candidates"][-1]
                drawn = last.model_copy(update={"proof": "drawn"})
                return {**answer, "candidates": (*answer["candidates"][:-1], drawn)}
            return answer

    team = play(
        Drawing({(6, 6), (6, 5), (5, 5), (4, 4), (6, 0), (2, 2), (0, 6)}, best=(*BEST, (2, 2), (2, 3))), (6, 6), (6, 5)
    )
    assert made(team) == ((2, 3), "engine", (6, 5))


def test_a_choice_that_the_engine_proves_to_win_is_not_taken_back() -> None:
    def search(request: SearchMove) -> Mapping[str, Any]:
        if request.purpose != "root":
            return found((1, 1), score=0.9)
        won = SearchedCandidate(x=6, y=6, score=1.0, proof="won")
        return found((6, 5), proof="won") | {"candidates": (won, SearchedCandidate(x=6, y=5, score=0.9))}

    team = ScriptedTeam("nogo7", search=search, strategist=[move(6, 6)])
    team.request((0, 0), (3, 3))
    team.run()
    assert team.of(MoveTakenBack) == []
    assert (team.decision.x, team.decision.y, team.decision.source) == (6, 6, "llm")


def test_a_choice_is_played_unchecked_at_the_deadline_if_the_engine_says_nothing() -> None:
    team = ScriptedTeam(search=find_nothing, strategist=[move(2, 1)])
    request = team.request(allowed_ms=60_000)
    team.run("turn")
    team.now = request.deadline - 10_000
    team.run("verification")
    team.fire_timer()
    assert team.now >= request.deadline
    assert (made(team), team.decision.threat) == (((2, 1), "llm", None), None)


def test_a_choice_that_is_proved_lost_is_no_point_of_shape() -> None:
    """The first search and the last one fail; an open three can be stopped at several points."""
    moves = ((0, 0), (4, 2), (7, 0), (4, 3), (0, 7), (4, 4))
    urgent = find_urgent_point(current_position(build_workspace("gomoku8", moves)))
    assert urgent is not None
    lost = (urgent.x, urgent.y)
    team = ScriptedTeam("gomoku8", search=Engine({lost}, roots=0), strategist=[move(*lost)], tactician=[move(*lost)])
    request = team.request(*moves, allowed_ms=60_000)
    team.run("verification")
    team.step()
    team.now = request.deadline
    team.fire_timer()
    team.run()
    (x, y), source, _ = made(team)
    assert (x, y) != lost
    assert (x == 4, source) == (True, "fallback")
    assert team.decision.reason.startswith("The team's choice is proved to lose, and the engine gave no other move: ")


@pytest.mark.parametrize("moves", [((0, 0), (3, 3)), ()], ids=["after two plies", "on an empty board"])
@pytest.mark.parametrize("second", [None, "lost"])
def test_without_a_better_move_a_choice_that_loses_stands_on_the_board_as_it_was(
    moves: tuple[tuple[int, int], ...], second: str | None
) -> None:
    """The second search of the board fails, or finds the position lost."""
    engine = Engine({(6, 6)}, roots=0 if second is None else -1, proof=second)
    team = play(engine, (6, 6), moves=moves)
    assert engine.count("root") == 2
    assert made(team) == ((6, 6), "llm", None)
    assert [(each.x, each.y) for each in team.workspace.move_history] == [*moves, (6, 6)]
    assert [each.side for each in team.workspace.move_history] == [1, 2, 1][: len(moves) + 1]
    (played,) = team.of(MovePlayed)
    assert (played.ply, played.threat) == (len(moves) + 1, 1.0)
    assert [each.alert for each in team.of(HookAlerted)] == ["choice_kept"]


def test_at_the_deadline_of_the_second_search_the_choice_that_loses_is_not_played() -> None:
    """What the check has proved still counts, though the last search puts the choice first again."""
    engine = Engine({(6, 6)}, roots=-1)
    team = ScriptedTeam("nogo7", search=engine, strategist=[move(6, 6)])
    request = team.request((0, 0), (3, 3), allowed_ms=60_000)
    while team.state.replaced is None:
        team.step()
    team.now = request.deadline  # the host was paused meanwhile
    team.fire_timer()
    assert team.state.default_problem == "deadline"
    team.run()
    assert made(team) == ((6, 5), "engine", None)
    shown = [each for each in team.of(BoardAnalysed) if each.source == "engine"][-1]
    assert [(each.x, each.y, each.proof) for each in shown.candidates][-1] == (6, 6, "lost")


def test_a_bound_is_no_expected_result() -> None:
    bound = candidate(1, score=0.45, is_bound=True)
    assert (bound.danger, candidate(1, score=0.25).danger, candidate(1, "lost", 0.0, is_bound=True).danger) == (
        None,
        0.75,
        1.0,
    )


def test_at_the_deadline_a_replacement_that_is_not_checked_yet_is_the_engines() -> None:
    engine = Engine({(6, 6), (6, 5)})
    replies = [move(6, 6), move(6, 5)]
    team = ScriptedTeam("nogo7", search=engine, strategist=replies, tactician=replies, undo_reevaluator=[finding("x")])
    team.request((0, 0), (3, 3), allowed_ms=60_000)
    while team.state.replaced is None:
        team.step()
    team.fire_timer()
    if team.state.loop is not None:
        team.run()
    assert made(team)[:2] == ((5, 5), "engine")
    assert team.state.replaced is team.state.proposal is None
    assert team.workspace.plies == 3


def candidate(x: int, proof: Any = None, score: float = 0.5, **more: Any) -> SearchedCandidate:
    return SearchedCandidate(x=x, y=0, score=score, proof=proof, **more)


def choose(x: int) -> ProposedMove:
    return ProposedMove(x=x, y=0, reason="")


def test_candidates_hold_what_a_later_search_proved_and_the_lost_ones_are_last() -> None:
    before = [candidate(1), candidate(2, is_bound=True), candidate(3, "drawn")]
    assert [each.x for each in add_verification(before, choose(1), 1.0, "won")] == [2, 3, 1]
    assert add_verification(before, choose(2), 0.25, None)[1] == candidate(2, score=0.75)
    assert add_verification(before, choose(3), 0.9, None) == tuple(before)
    assert add_verification(before, choose(9), 1.0, "won")[-1] == candidate(9, "lost", 0.0)


@pytest.mark.parametrize(
    ("choice", "candidates", "expected"),
    [
        (1, [candidate(1), candidate(2)], None),
        (1, [candidate(1, "lost"), candidate(2, is_bound=True)], 2),
        (1, [candidate(2, "drawn"), candidate(1, "lost")], 2),
        (1, [candidate(2, "won"), candidate(1)], 2),
        (1, [candidate(2, "won"), candidate(1, "won")], None),
        (1, [candidate(1, "lost"), candidate(2, "lost")], None),
        (9, [candidate(1), candidate(2)], None),
    ],
)
def test_a_choice_is_overruled_by_what_gives_nothing_away(
    choice: int, candidates: list[SearchedCandidate], expected: int | None
) -> None:
    better = find_overruling(choose(choice), candidates, None)
    assert (None if better is None else better.x) == expected


def test_a_move_that_was_taken_back_comes_last_and_is_never_better() -> None:
    candidates = [candidate(1, "lost"), candidate(2, score=0.9), candidate(3)]
    assert find_overruling(choose(1), candidates, None, {(2, 0)}) == candidates[2]
    assert find_overruling(choose(1), candidates[:2], None, {(2, 0)}) == candidates[1]
    assert find_better(choose(1), 1.0, candidates, {(2, 0)}) == candidates[2]


def test_in_a_position_that_is_proved_lost_nothing_is_overruled() -> None:
    assert find_overruling(choose(1), [candidate(1, "lost"), candidate(2)], "lost") is None
