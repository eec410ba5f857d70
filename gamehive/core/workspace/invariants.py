"""Invariants of a workspace, checked before a change is accepted (GH-124)."""

from gamehive.contracts.workspace import MAX_UNDO_DEPTH, Workspace
from gamehive.core.games.game import find_game
from gamehive.core.phases.phase import find_phase


class InvalidWorkspace(Exception):
    """A change would make a workspace contradict itself; the message names the invariant."""


def check_invariants(changed: Workspace, before: Workspace) -> None:
    """Raise InvalidWorkspace unless a changed workspace agrees with itself and with the one before it.

    Board and history have the same stones, the phase is that of the ply, no more than MAX_UNDO_DEPTH (5) snapshots are
    kept, and no move follows those of a game that has ended; the history may still be cut or replaced by another, and
    who has no safe move in NoGo may play it out (GH-212).
    """
    game = find_game(changed.game)
    if game is None:
        raise InvalidWorkspace(f"there is no game {changed.game!r}")
    stones = {(move.x, move.y): str(move.side) for move in changed.move_history}
    if len(stones) != changed.plies or _stones_on(changed.board_state) != stones:
        raise InvalidWorkspace("the board's stones are not those of the history")
    if changed.current_phase != find_phase(game, changed.plies):
        raise InvalidWorkspace(f"ply {changed.plies} is not in the phase {changed.current_phase}")
    if len(changed.snapshots) > MAX_UNDO_DEPTH:
        raise InvalidWorkspace(f"more than {MAX_UNDO_DEPTH} snapshots")
    is_longer = changed.plies > before.plies and changed.move_history[: before.plies] == before.move_history
    if before.outcome is not None and before.outcome.reason != "no_safe_move" and is_longer:
        raise InvalidWorkspace("the game is over")


def _stones_on(board: tuple[str, ...]) -> dict[tuple[int, int], str]:
    return {(x, y): sign for x, row in enumerate(board) for y, sign in enumerate(row) if sign != "0"}
