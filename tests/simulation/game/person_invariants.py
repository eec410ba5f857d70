"""What must hold of a person's moves: one that was right when it was made is in the log once, no other one ever. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from gamehive.contracts.events import GameEnded, MovePlayed, MovesRemoved
from tests.simulation.game.game_log import Entry, events_of
from tests.simulation.game.history import PostedMove


def person_problems(entries: Sequence[Entry], moves: Sequence[PostedMove]) -> Iterator[str]:
    """Yield moves of a person that are missing, doubled or invented."""
    played: Counter[PostedMove] = Counter()
    plies, removals = {0: 0}, 0
    for entry in entries:
        match entry.event:
            case MovesRemoved() as removed:
                removals += 1
                plies[removals] = removed.plies
            case MovePlayed() as move:
                plies[removals] = move.ply
                if move.by == "human":
                    played[PostedMove(removals, move.ply, move.x, move.y)] += 1
            case _:
                pass
    posted = set(moves)
    for move, count in played.items():
        # A move that was under way when moves were removed may still be right afterwards.
        earlier = {PostedMove(before, move.ply, move.x, move.y) for before in range(move.removals + 1)}
        if count > 1 or not earlier & posted:
            yield f"{move} is played {count} times, and was {'not ' if not earlier & posted else ''}made"
    ended_after = [event.plies for event in events_of(entries, GameEnded)]
    for move in moves:
        is_over = any(plies_then < move.ply for plies_then in ended_after)
        if move.removals == removals and not played[move] and (plies[removals] >= move.ply or not is_over):
            yield f"{move} was made, and not played"
