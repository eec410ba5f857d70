"""What a host makes of the requests of a game server: their order, their deliveries, and games that are lost already."""

from collections.abc import Sequence
from typing import Any

import pytest

from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.events import (
    BoardReplaced,
    DecisionRefused,
    DecisionRequested,
    DecisionSettled,
    GameEnded,
    MovePlayed,
)
from gamehive.contracts.messages import DecisionDelivered, GameMessage, MoveSearched, RequestDecision, SearchedCandidate
from gamehive.contracts.workspace import FeatureFlag, Workspace
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import play_move, safe_moves, start_position
from gamehive.host.core.game import decide
from gamehive.host.core.state import GameState
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.message_base import ReceivedMessage

HOST = Address("game", "g-1")
NOW = 1_769_076_000_000


class Host:
    """A host that is told one message after the other."""

    def __init__(self) -> None:
        self.state: GameState | None = None
        self.events: list[Any] = []

    def tell(self, body: GameMessage, sender: str = "gateway") -> bool:
        """Return whether the message had an effect."""
        message: ReceivedMessage[Any] = ReceivedMessage(body, Address(sender, "g-1"), HOST, "m", "g-1")
        decision = decide(GameSettings(), self.state, message, NOW)
        if decision is None:
            return False
        self.state = decision.state
        self.events += decision.events
        return True

    def ask(
        self,
        name: str,
        moves: Sequence[tuple[int, int]],
        game: str = "tictactoe",
        at: int = NOW,
        board: tuple[str, ...] | None = None,
    ) -> bool:
        """Request a decision of the engine alone, with the board after the moves unless another one is given."""
        position = start_position(games()[game])
        history = list[PlyRecord]()
        for x, y in moves:
            history.append(PlyRecord(x=x, y=y, side=position.to_move, by="opponent"))
            position = play_move(position, Point(x, y))
        request = DecisionRequest(
            request_id=name,
            game=game,
            board=board or position.board.to_text(),
            side=position.to_move,
            history=tuple(history),
            allowed_ms=5_000,
            received_at=at,
            deadline=NOW + 2_500,
            user_id=7,
        )
        return self.tell(RequestDecision(game_id="g-1", request=request, by_engine=True))

    def answer_search(self, *points: tuple[int, int]) -> None:
        """The engine has these candidates; without one it has failed."""
        assert self.state is not None
        assert self.state.pending is not None
        self.tell(
            MoveSearched(
                game_id="g-1",
                epoch=self.state.workspace.epoch,
                call_id=self.state.pending.call_id,
                purpose="root",
                candidates=tuple(SearchedCandidate(x=x, y=y, score=0.5) for x, y in points),
                failure=None if points else "the game is over",
            ),
            "game_search",
        )

    def deliver(self, name: str, outcome: Any = "delivered") -> bool:
        """The callback has delivered a decision, or has not."""
        body = DecisionDelivered(game_id="g-1", request_id=name, outcome=outcome, attempts=1)
        return self.tell(body, "game_callback")

    def settled(self) -> list[tuple[str, str]]:
        """Return request and outcome of everything that is settled."""
        return [(each.request_id, each.outcome) for each in self.events if isinstance(each, DecisionSettled)]


def test_a_delivery_that_lasts_longer_than_the_next_decision_is_settled_too() -> None:
    host = Host()
    host.ask("r-1", [(0, 0)])
    host.answer_search((1, 1))
    host.ask("r-2", [(0, 0), (1, 1), (0, 1)], at=NOW + 1)
    host.answer_search((0, 2))
    assert host.deliver("r-2")
    assert host.deliver("r-1")
    assert not host.deliver("r-1")
    assert host.settled() == [("r-2", "delivered"), ("r-1", "delivered")]


def test_a_request_that_comes_after_a_newer_one_is_superseded() -> None:
    host = Host()
    host.ask("new", [(0, 1)], at=NOW)
    assert host.ask("old", [(0, 0)], at=NOW - 1)
    host.answer_search((1, 1))
    assert not host.ask("new", [(0, 1)], at=NOW)
    assert host.ask("older", [], at=NOW - 2)
    assert host.settled() == [("old", "superseded"), ("older", "superseded")]
    assert [each.request_id for each in host.events if isinstance(each, DecisionRequested)] == ["new"]
    assert [each.request_id for each in host.events if isinstance(each, MovePlayed)] == ["new"]


def test_a_newer_request_supersedes_the_one_that_is_being_decided() -> None:
    host = Host()
    host.ask("old", [(0, 0)], at=NOW)
    host.ask("new", [(0, 1)], at=NOW + 1)
    host.answer_search((1, 1))
    assert host.settled() == [("old", "superseded")]
    assert [each.request_id for each in host.events if isinstance(each, MovePlayed)] == ["new"]


def test_a_game_of_nogo_without_a_safe_move_is_played_out() -> None:
    host = Host()
    moves = lost_nogo()
    host.ask("r-1", moves, "nogo7")
    assert not any(isinstance(each, GameEnded) for each in host.events)
    host.answer_search()
    assert [each.source for each in host.events if isinstance(each, MovePlayed)] == ["fallback"]
    host.deliver("r-1")
    assert isinstance(host.events[-1], GameEnded)
    assert host.events[-1].reason == "last_liberty"


def lost_nogo() -> list[tuple[int, int]]:
    """Return moves after which the side to move has only losing ones: the first safe move as often as there is one."""
    position, moves = start_position(games()["nogo7"]), list[tuple[int, int]]()
    while safe := safe_moves(position):
        moves.append((safe[0].x, safe[0].y))
        position = play_move(position, safe[0])
    return moves


def test_equal_workspaces_are_equal_texts() -> None:
    flags: list[FeatureFlag] = ["undo_enabled", "engine_guard", "rag_enabled", "undo_takeback"]
    texts = {
        Workspace(
            game_id="g",
            game="tictactoe",
            board_state=("000",) * 3,
            first_side=1,
            my_side=1,
            feature_flags=frozenset(order),
            created_at=0,
            updated_at=0,
        ).model_dump_json()
        for order in (flags, flags[::-1], sorted(flags))
    }
    assert len(texts) == 1
    assert '"feature_flags":["engine_guard","rag_enabled","undo_enabled","undo_takeback"]' in texts.pop()


def test_viewers_see_the_servers_moves_and_when_its_board_is_another() -> None:
    host = Host()
    host.ask("one", [(1, 1)])
    host.answer_search((0, 0))
    host.ask("two", [(1, 1), (0, 0), (2, 2)])
    assert not [each for each in host.events if isinstance(each, BoardReplaced)]
    host.answer_search((0, 2))
    host.ask("other", [(0, 1)])
    (replaced,) = [each for each in host.events if isinstance(each, BoardReplaced)]
    assert (replaced.plies, replaced.board) == (1, ("010", "000", "000"))
    histories = [each.history for each in host.events if isinstance(each, DecisionRequested)]
    assert [[(move.x, move.y) for move in history or ()] for history in histories] == [
        [(1, 1)],
        [(1, 1), (0, 0), (2, 2)],
        [(0, 1)],
    ]


@pytest.mark.parametrize("moves", [[], [(1, 1)], [(0, 0)]])
def test_a_request_about_another_game_is_refused_and_changes_nothing(moves: list[tuple[int, int]]) -> None:
    host = Host()
    host.ask("first", [(1, 1)])
    before, told = host.state, len(host.events)
    assert before is not None
    assert host.ask("other", moves, "misere", at=NOW + 1)
    assert host.state == before
    (refused,) = host.events[told:]
    assert isinstance(refused, DecisionRefused)
    assert (refused.request_id, refused.problem) == ("other", "该 gameId 是一局井字棋；换一种游戏须使用新的 gameId")
    host.answer_search((0, 2))
    assert [each.request_id for each in host.events if isinstance(each, MovePlayed)] == ["first"]
    assert host.ask("second", [(1, 1), (0, 2), (0, 0)], at=NOW + 2)
    assert not [each for each in host.events if isinstance(each, BoardReplaced)]
    assert host.settled() == []


def test_a_request_that_contradicts_itself_leaves_the_one_that_is_decided() -> None:
    host = Host()
    host.ask("first", [(1, 1)])
    before = host.state
    assert host.ask("wrong", [(0, 0)], at=NOW + 1, board=("000", "000", "000"))
    assert host.state == before
    assert not host.ask("first", [(1, 1)], at=NOW + 2)
    host.answer_search((0, 2))
    assert host.ask("wrong", [(0, 0)], at=NOW + 3, board=("000", "000", "000"))
    assert host.deliver("first")
    assert host.settled() == [("first", "delivered")]


def test_a_superseded_request_that_is_made_again_is_decided() -> None:
    host = Host()
    host.ask("first", [(1, 1)])
    host.ask("second", [(0, 0)], at=NOW + 1)
    assert host.ask("first", [(1, 1)], at=NOW + 2)
    host.answer_search((0, 2))
    (played,) = [each for each in host.events if isinstance(each, MovePlayed)]
    assert (played.request_id, played.board) == ("first", ("002", "010", "000"))


def test_a_decision_that_was_superseded_before_its_delivery_is_made_anew_if_it_is_asked_for_again() -> None:
    host = Host()
    host.ask("first", [(1, 1)])
    host.answer_search((0, 2))
    host.ask("second", [(0, 0)], at=NOW + 1)
    host.deliver("first", "superseded")
    host.answer_search((1, 1))
    host.deliver("second")
    assert host.ask("first", [(1, 1)], at=NOW + 2)
    host.answer_search((0, 2))
    assert host.deliver("first")
    assert host.settled() == [("first", "superseded"), ("second", "delivered"), ("first", "delivered")]
    assert not host.ask("first", [(1, 1)], at=NOW + 3)
