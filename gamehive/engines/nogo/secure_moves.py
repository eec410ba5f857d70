"""Secure moves of NoGo: moves that a player keeps whatever the opponent does."""

from gamehive.engines.kernel import compile_kernel
from gamehive.engines.nogo.fast_board import (
    BESIDE_HIGH,
    BESIDE_LOW,
    EMPTY_HIGH,
    EMPTY_LOW,
    ROOT,
    UNSAFE,
    Words,
)
from gamehive.engines.nogo.playout import fill_points


@compile_kernel
def count_secure(state: Words, geometry: Words, player: int, points: Words) -> int:
    """Return a number of moves that a player can make whatever the opponent does: his eyes but one of each cluster.

    An eye is an empty point with only stones of the player beside it. The opponent can never play there, nor take a
    liberty there. Eyes with a group in common are one cluster: a stone in one of them joins groups that keep the
    others as liberties, so all but the last can be filled, in any order.

    Args:
        state: The board.
        geometry: Its geometry.
        player: The player.
        points: Memory for a list of points and for two marks a point, shape (3 * 128,).
    """
    unsafe = UNSAFE + 2 * player
    own_low, own_high = state[EMPTY_LOW] & ~state[unsafe], state[EMPTY_HIGH] & ~state[unsafe + 1]
    other = UNSAFE + 2 * (3 - player)
    number = fill_points(points, 0, own_low & state[other], own_high & state[other + 1])
    eyes = 0
    for index in range(number):
        point = points[index]
        if _is_eye(state, geometry, point, player):
            points[eyes] = point
            eyes += 1
            for side in range(4):
                beside = geometry[point, side]
                if state[beside] == player:
                    points[128 + state[ROOT + beside]] = -1
    clusters = eyes
    for index in range(eyes):
        points[256 + index] = index
        for side in range(4):
            beside = geometry[points[index], side]
            if state[beside] != player:
                continue
            mark = 128 + state[ROOT + beside]
            if points[mark] < 0:
                points[mark] = index
                continue
            one, two = _first_of(points, index), _first_of(points, int(points[mark]))
            if one != two:
                points[256 + max(one, two)] = min(one, two)
                clusters -= 1
    return eyes - clusters


@compile_kernel
def _is_eye(state: Words, geometry: Words, point: int, player: int) -> bool:
    if geometry[point, BESIDE_LOW] & state[EMPTY_LOW] != 0 or geometry[point, BESIDE_HIGH] & state[EMPTY_HIGH] != 0:
        return False
    other = 3 - player
    beside = geometry[point]
    return (
        state[beside[0]] != other
        and state[beside[1]] != other
        and state[beside[2]] != other
        and state[beside[3]] != other
    )


@compile_kernel
def _first_of(points: Words, index: int) -> int:
    """Return the first eye of the cluster to which an eye belongs."""
    while points[256 + index] != index:
        index = points[256 + index]
    return index
