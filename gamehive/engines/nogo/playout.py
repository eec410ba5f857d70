"""Playout of NoGo: random moves at points that both may take, then at those of one player alone, to the end."""

from gamehive.engines.kernel import compile_kernel
from gamehive.engines.nogo.bits import lowest_bit
from gamehive.engines.nogo.fast_board import EMPTY_HIGH, EMPTY_LOW, UNSAFE, WORD_BITS, Words, is_in, put_stone

MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""Linear congruential generator of 64 bits (Knuth, MMIX)."""


@compile_kernel
def draw(random_state: Words, number: int) -> int:
    """Return a random number from 0 to number - 1."""
    following = random_state[0] * MULTIPLIER + INCREMENT
    random_state[0] = following
    return (((following >> 32) & 0x7FFFFFFF) * number) >> 31


@compile_kernel
def play_out(state: Words, geometry: Words, player: int, random_state: Words, points: Words) -> int:
    """Play a game to its end and return the winner.

    Points that both may take come first: those of one player alone wait for him, and good players keep them. The two
    kinds together are still all safe moves, so the game ends when the player to move has none.

    Args:
        state: The board, which becomes that of the end.
        geometry: Its geometry.
        player: Who is to move.
        random_state: State of the random numbers, shape (1,).
        points: Memory for lists of points, shape (3 * 128,).
    """
    first_low, first_high = UNSAFE + 2, UNSAFE + 3
    second_low, second_high = UNSAFE + 4, UNSAFE + 5
    number = fill_points(
        points,
        0,
        state[EMPTY_LOW] & ~state[first_low] & ~state[second_low],
        state[EMPTY_HIGH] & ~state[first_high] & ~state[second_high],
    )
    while number > 0:
        index = draw(random_state, number)
        point = points[index]
        number -= 1
        points[index] = points[number]
        if is_in(point, state[first_low] | state[second_low], state[first_high] | state[second_high]):
            continue
        put_stone(state, geometry, point, player)
        player = 3 - player
    own = fill_points(points, 128, state[EMPTY_LOW] & ~state[first_low], state[EMPTY_HIGH] & ~state[first_high])
    other = fill_points(points, 256, state[EMPTY_LOW] & ~state[second_low], state[EMPTY_HIGH] & ~state[second_high])
    while True:
        number = own if player == 1 else other
        start = 128 * player
        moved = False
        while number > 0 and not moved:
            index = start + draw(random_state, number)
            point = points[index]
            number -= 1
            points[index] = points[start + number]
            word = UNSAFE + 2 * player
            if not is_in(point, state[word], state[word + 1]):
                put_stone(state, geometry, point, player)
                moved = True
        if not moved:
            return 3 - player
        if player == 1:
            own = number
        else:
            other = number
        player = 3 - player


@compile_kernel
def fill_points(points: Words, start: int, low: int, high: int) -> int:
    """Write the points of a set into a list from a place on, and return their number."""
    number = start
    while low != 0:
        points[number] = lowest_bit(low)
        number += 1
        low &= low - 1
    while high != 0:
        points[number] = WORD_BITS + lowest_bit(high)
        number += 1
        high &= high - 1
    return number - start
