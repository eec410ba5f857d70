"""Layout of the two integer arrays in which the gomoku kernels keep a position and the work of a search.

A point is an index into a board of STRIDE columns that has walls on all sides, whatever the size of the game.
"""

WALL_WIDTH = 4
STRIDE = 24
AREA = STRIDE * 27
LARGEST_SIZE, SMALLEST_SIZE = 19, 5
WALL = 3

# Ranks: what a stone at an empty point makes in all directions together.
RANK_NONE, RANK_BUILD, RANK_THREE, RANK_TWO_THREES, RANK_FOUR, RANK_FOUR_THREE, RANK_TWO_FOURS, RANK_FIVE = range(8)

# Position (int32). Arrays over points; of RANKS two values a point belong to the first and the second player.
CELLS = 0
KEYS = CELLS + AREA
SHAPES = KEYS + 4 * AREA
COUNTERS = SHAPES + 4 * AREA
RANKS = COUNTERS + AREA
NEAR = RANKS + 2 * AREA
# Numbers of empty points by player and rank; 8 a player, the first player's at RANK_COUNTS + 8.
RANK_COUNTS = NEAR + AREA
BALANCE = RANK_COUNTS + 24
STONES = BALANCE + 1
SIZE = STONES + 1
# Weights, copied from `weights.py`.
COUNTER_WEIGHTS = SIZE + 1
ORDER_WEIGHTS = COUNTER_WEIGHTS + 256
BALANCE_WEIGHTS = ORDER_WEIGHTS + 256
OWN_RANK_WEIGHTS = BALANCE_WEIGHTS + 256
OTHER_RANK_WEIGHTS = OWN_RANK_WEIGHTS + 32
MOVE_WEIGHT = OTHER_RANK_WEIGHTS + 32
# What each stone put by a search has changed: ends of the lists below, balance, rank counts, shapes, counters.
FRAME_COUNT = MOVE_WEIGHT + 1
FRAMES = FRAME_COUNT + 1
FRAME_LENGTH = 128
STATE_LENGTH = FRAMES + 400 * FRAME_LENGTH

# Work of a search (int32).
LARGEST_PLY = 96
LARGEST_WIDTH = 361
NODES, NODE_LIMIT, HALTED, FOUR_NODES, FOUR_LIMIT, FOUR_CUT, GENERATION = range(7)
ROOT_COUNT, ROOT_BEST, ROOT_SCORE, ROOT_DONE = range(7, 11)
LEAF_FOUR_LIMIT, LEAF_FOUR_DEPTH, ROOT_DEPTH, THREAT_FOUR_DEPTH, FOUR_NARROW = range(11, 16)
ROOT_MOVES = 16
ROOT_SCORES = ROOT_MOVES + 400
LINE = ROOT_SCORES + 400
LINE_LENGTH = 256
HISTORY = LINE + LINE_LENGTH
KILLERS = HISTORY + 2 * AREA
MOVES = KILLERS + 2 * LARGEST_PLY
VARIATION = MOVES + 2 * LARGEST_WIDTH * LARGEST_PLY
VARIATION_LENGTHS = VARIATION + LARGEST_PLY * LARGEST_PLY
PASSED = VARIATION_LENGTHS + LARGEST_PLY
WORK_LENGTH = PASSED + LARGEST_PLY

# Scores: a proved win in n plies is WIN - n; a win that rests on moves left out is no more than DOUBTFUL_WIN.
WIN = 30_000
PROVED_WIN = 29_000
DOUBTFUL_WIN = 20_000
LARGEST_BALANCE = 15_000

BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT = range(4)
