"""Opponents that are other people's programs: their notation, and what happens without them."""

import ast
import json
import random
import sys
from pathlib import Path

import pytest

from benchmarks.errors import MeasurementSkipped
from benchmarks.strength.opponents import gomokubench
from benchmarks.strength.opponents.bsdgames import parse_move, write_move
from benchmarks.strength.opponents.gomocup import RAPFI_VARIABLE, GomocupPlayer, find_rapfi
from benchmarks.strength.opponents.line_process import LineProcess, program_environment
from benchmarks.strength.opponents.openspiel_mcts import OpenSpielPlayer
from benchmarks.strength.opponents.perfect_player import PerfectPlayer, minimax_value
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import (
    GamePosition,
    find_result,
    play_move,
    playable_moves,
    safe_moves,
    start_position,
)

PROTOCOL_PROGRAM = """
import sys
board = None
for line in sys.stdin:
    line = line.strip()
    if line.startswith("START") or line == "RESTART":
        print("MESSAGE hello"); print("OK", flush=True)
    elif line == "BEGIN":
        print("7,7", flush=True)
    elif line == "BOARD":
        board = []
    elif line == "DONE":
        own = [each for each in board if each.endswith(",1")]
        print("DEBUG", board, flush=True)
        print(f"{len(own)},{len(board)}", flush=True)
        board = None
    elif board is not None:
        board.append(line)
    elif not line.startswith("INFO"):
        sys.exit(3)
"""


def started(*moves: tuple[int, int]) -> tuple[GamePosition, tuple[Point, ...]]:
    position = start_position(games()["gomoku"])
    for move in moves:
        position = play_move(position, Point(*move))
    return position, tuple(Point(*move) for move in moves)


@pytest.fixture
def gomocup(tmp_path: Path) -> GomocupPlayer:
    program = tmp_path / "engine"
    program.write_text(f"#!{sys.executable}\n{PROTOCOL_PROGRAM}")
    program.chmod(0o755)
    return GomocupPlayer(str(program), 0.1)


def test_a_gomocup_engine_is_told_the_board_with_its_own_stones_as_1(gomocup: GomocupPlayer) -> None:
    assert gomocup.choose(*started(), 0) == Point(7, 7)
    assert gomocup.choose(*started((7, 7), (8, 8), (6, 8)), 0) == Point(1, 3)
    assert gomocup.choose(*started((7, 7), (8, 8), (6, 8), (5, 5)), 0) == Point(2, 4)
    gomocup.close()


def test_a_program_that_has_ended_is_an_error_and_no_endless_wait() -> None:
    process = LineProcess([sys.executable, "-c", "print('first')"], timeout_s=60)
    assert process.receive(str.isalpha) == "first"
    with pytest.raises(ConnectionError):
        process.receive(str.isalpha)
    process.close()


def test_a_program_is_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "TOWOW_ADMIN_SECRET", "redis_password")
    for name in secrets:
        monkeypatch.setenv(name, "hidden")
    monkeypatch.setenv("HARMLESS", "1")
    process = LineProcess([sys.executable, "-c", "import json, os; print(json.dumps(dict(os.environ)))"], timeout_s=60)
    told = json.loads(process.receive(lambda line: line.startswith("{")))
    process.close()
    assert not told.keys() & {*secrets}
    assert told["HARMLESS"] == "1"
    assert program_environment(TERM="vt100")["TERM"] == "vt100"


@pytest.mark.parametrize("module", ["bsdgames", "gomocup", "gomokubench", "line_process"])
def test_each_program_is_started_with_an_environment_of_its_own(module: str) -> None:
    """Each call that starts a program is told its environment."""
    source = Path(gomokubench.__file__).with_name(f"{module}.py").read_text()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in calls:
        name = ast.unparse(call.func)
        assert name not in {"os.execv", "os.system", "os.popen"}
        if name in {"subprocess.run", "subprocess.Popen"}:
            assert "program_environment" in next(ast.unparse(each.value) for each in call.keywords if each.arg == "env")


def test_without_rapfi_its_match_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RAPFI_VARIABLE, raising=False)
    with pytest.raises(MeasurementSkipped, match=RAPFI_VARIABLE):
        find_rapfi()


def test_another_wheel_than_the_pinned_one_is_not_run(tmp_path: Path) -> None:
    (tmp_path / gomokubench.WHEEL).write_bytes(b"another")
    with pytest.raises(MeasurementSkipped, match="pinned"):
        gomokubench.download_wheel(tmp_path)


def test_the_notation_of_bsdgames_has_no_column_i() -> None:
    assert write_move(Point(9, 9)) == "K10"
    assert write_move(Point(18, 0)) == "A1"
    assert all(parse_move(write_move(Point(x, y))) == (x, y) for x in range(19) for y in range(19))
    with pytest.raises(ValueError, match="resign"):
        parse_move("resign")


def test_openspiel_completes_a_line_of_five() -> None:
    moves = ((7, 3), (0, 0), (7, 4), (0, 2), (7, 5), (0, 4), (7, 6), (0, 6))
    position, played = started(*moves)
    assert OpenSpielPlayer(2_000).choose(position, played, 1) in {Point(7, 2), Point(7, 7)}


@pytest.mark.parametrize("key", ["tictactoe", "misere"])
def test_openspiels_search_keeps_the_value_of_late_positions(key: str) -> None:
    """In games by chance, from the fifth ply on, its moves have to be among the best by minimax."""
    player = OpenSpielPlayer(5_000)
    for seed in range(20):
        chooser = random.Random(seed)
        position, moves = start_position(games()[key]), list[Point]()
        while find_result(position) is None:
            if len(moves) >= 4:
                move = player.choose(position, tuple(moves), seed)
                assert -minimax_value(play_move(position, move)) == minimax_value(position)
            moves.append(chooser.choice(playable_moves(position)))
            position = play_move(position, moves[-1])


def test_openspiel_plays_safe_moves_of_nogo() -> None:
    position = start_position(games()["nogo7"])
    moves: list[Point] = []
    player = OpenSpielPlayer(10)
    while safe_moves(position):
        move = player.choose(position, tuple(moves), len(moves))
        assert move in safe_moves(position)
        moves.append(move)
        position = play_move(position, move)
    assert len(moves) > 20


def test_the_perfect_player_keeps_the_value() -> None:
    position = start_position(games()["misere"])
    assert minimax_value(position) == 0
    assert PerfectPlayer().choose(position, (), 1) == Point(1, 1)
