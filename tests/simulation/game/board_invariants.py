"""What must hold of the moves of a game, worked out again by the rules: turns, boards, the end, and no proved mistake. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import (
    BoardAnalysed,
    DecisionRefused,
    DecisionRequested,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesRemoved,
)
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, is_playable, play_move, start_position
from tests.simulation.game.game_log import DecisionSpan, Entry, decisions_of, events_of
from tests.simulation.game.model import SOLVERS, solve_move

Moves = tuple[Point, ...]


def final_moves(entries: Sequence[Entry], requests: Mapping[str, DecisionRequest]) -> Moves:
    """Return the moves that stand when a log is over: its own, and those that a server told."""
    moves: Moves = ()
    refused = {event.request_id for event in events_of(entries, DecisionRefused)}
    for entry in entries:
        match entry.event:
            case DecisionRequested(request_id=name) if name in requests and name not in refused:
                moves = tuple(Point(each.x, each.y) for each in requests[name].history)
            case MovePlayed() as move:
                moves = (*moves, Point(move.x, move.y))
            case MovesRemoved() as removed:
                moves = moves[: removed.plies]
            case _:
                pass
    return moves


def board_problems(entries: Sequence[Entry], requests: Mapping[str, DecisionRequest]) -> Iterator[str]:
    """Yield moves that break the rules or come out of turn, and boards that are not what the moves make them."""
    started = next(iter(events_of(entries, GameStarted)), None)
    if started is None:
        return
    begin = start_position(games()[started.game], started.first_side)
    for place, entry in enumerate(entries):
        event = entry.event
        if not isinstance(event, MovePlayed | MovesRemoved | DecisionRequested | GameEnded):
            continue
        before = final_moves(entries[:place], requests)
        position = _play(begin, before)
        if position is None:
            yield f"the moves before {event.type} break the rules"
            return
        match event:
            case MovePlayed():
                yield from _move_problems(event, position)
            case MovesRemoved():
                left = _play(begin, before[: event.plies])
                if event.plies >= len(before) or left is None or left.board.to_text() != event.board:
                    yield f"{event.plies} of {len(before)} moves are left with another board"
            case DecisionRequested():
                is_own = event.request_id not in requests
                if is_own and (event.board, event.ply, event.side) != (
                    position.board.to_text(),
                    len(before) + 1,
                    position.to_move,
                ):
                    yield f"a decision on ply {event.ply} of side {event.side} is requested after {len(before)} moves"
            case GameEnded():
                yield from _end_problems(event, position)


def _play(position: GamePosition, moves: Moves) -> GamePosition | None:
    try:
        for move in moves:
            position = play_move(position, move)
    except ValueError:
        return None
    return position


def _move_problems(move: MovePlayed, position: GamePosition) -> Iterator[str]:
    point = Point(move.x, move.y)
    if not is_playable(position, point):
        yield f"ply {move.ply} of {move.by} at {tuple(point)} is no move"
        return
    if (move.side, move.ply) != (position.to_move, position.plies + 1):
        yield f"ply {move.ply} of side {move.side} comes after {position.plies} plies, side {position.to_move} is to move"
    after = play_move(position, point)
    if after.board.to_text() != move.board:
        yield f"the board after ply {move.ply} is {move.board}, by the moves {after.board.to_text()}"


def _end_problems(end: GameEnded, position: GamePosition) -> Iterator[str]:
    if end.plies != position.plies:
        yield f"it ends with {end.plies} plies after {position.plies}"
    result = find_result(position)
    by_rules = None if result is None else (result.winner, result.reason)
    if end.reason not in ("resigned", "abandoned") and (end.winner, end.reason) != by_rules:
        yield f"it ends by {end.reason} for {end.winner}, by the rules {by_rules}"
    if end.reason in ("resigned", "abandoned") and by_rules is not None and by_rules[1] != "no_safe_move":
        yield f"it is {end.reason}, and was over by {by_rules[1]}"


def strength_problems(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield moves of a guarded team that lose, or miss a win, although an engine had proved another one better."""
    started = next(iter(events_of(entries, GameStarted)), None)
    if started is None or started.game not in SOLVERS:
        return
    for span in decisions_of(entries):
        if span.move is not None and any(each.source == "engine" for each in span.events_of(BoardAnalysed)):
            yield from _mistakes(started, span, span.move)


def _mistakes(started: GameStarted, span: DecisionSpan, move: MovePlayed) -> Iterator[str]:
    cells = bytes(int(sign) for row in span.requested.board for sign in row)
    begin = start_position(games()[started.game], started.first_side)
    board = type(begin.board)(begin.board.rows, begin.board.columns, cells)
    position = GamePosition(begin.game, board, move.side)
    values = {point: solve_move(position, point) for point in board.empty_points()}
    value, best = values.get(Point(move.x, move.y)), max(values.values())
    if value is None:
        return  # it is no move, which is told already
    if value < best and (value == -1 or best == 1):
        yield f"ply {move.ply} at {move.x, move.y} comes to {value} for the team by {move.source}, the best to {best}"
