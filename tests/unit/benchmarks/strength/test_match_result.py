from dataclasses import replace
from typing import Literal

import pytest

from benchmarks.strength.game_record import GameOutcome, GameRecord
from benchmarks.strength.match_plan import Tier
from benchmarks.strength.match_result import build_result, format_result, moves_survived
from tests.unit.benchmarks.strength.scripted_player import sample_plan


def record(
    result: GameOutcome, ours: Literal["first", "second"] = "first", moves: int = 7, opening: int = 3
) -> GameRecord:
    points = [(0, number) for number in range(moves)]
    return GameRecord("name", 0, {}, 0, points[:opening], ours, points, result, "line", 1, 2, 3, 4, 5, 2)


@pytest.mark.parametrize(("losses", "ok"), [(0, True), (1, False)])
def test_a_bound_of_losses_fails_with_the_first(losses: int, ok: bool) -> None:
    records = [record("win"), record("draw"), record("win"), record("loss" if losses else "win")]
    entry = build_result(sample_plan(bound=0), "full", records)
    assert (entry["ok"], entry["missed"]) == (ok, [] if ok else ["bound"])


@pytest.mark.parametrize(
    ("records", "ok"),
    [
        ([record("win")] * 4, True),
        ([record("win")] * 3, False),
        ([*[record("win")] * 3, record("void")], False),
        ([*[record("win")] * 4, record("void")], False),
        ([], False),
    ],
)
def test_a_bound_asks_for_all_games_without_a_void_one(records: list[GameRecord], ok: bool) -> None:
    entry = build_result(sample_plan(bound=0), "full", records)
    assert entry["ok"] is ok
    assert ("games" in entry["missed"]) is not ok
    reported = build_result(sample_plan(), "full", records)
    assert reported["ok"] is None
    assert "missed" not in reported
    assert ("MISSED" in format_result("name", entry)) is not ok


def test_the_mean_time_of_our_moves_is_bound_to_the_time_given() -> None:
    """The plan gives 0.1 s; each move counts once, not each game."""
    within, over = (replace(record("win"), our_mean_ms=ms, our_moves=10) for ms in (119.9, 120.2))
    assert build_result(sample_plan(bound=0), "full", [within] * 4)["ok"] is True
    late = build_result(sample_plan(bound=0), "full", [over] * 4)
    assert (late["ok"], late["missed"], late["our_mean_ms"]) == (False, ["time"], 120.2)
    assert "MISSED (time)" in format_result("name", late)
    short = replace(over, our_mean_ms=200, our_moves=1)
    entry = build_result(sample_plan(bound=0), "full", [*[replace(within, our_mean_ms=100)] * 3, short])
    assert (entry["ok"], entry["our_mean_ms"]) == (True, 103.2)


def test_the_share_of_moves_that_take_much_longer_is_reported() -> None:
    records = [replace(record("win"), our_moves=10, our_moves_over=over) for over in (0, 1, 0, 1)]
    entry = build_result(sample_plan(bound=0), "full", records)
    assert (entry["our_moves_over"], entry["ok"]) == (0.05, True)


def test_void_games_do_not_count() -> None:
    entry = build_result(sample_plan(bound=0), "full", [record("win"), record("void")])
    assert (entry["games"], entry["void"], entry["score"]) == (1, 1, 1.0)
    assert build_result(sample_plan(bound=0), "full", [record("void")])["score"] is None


def test_the_lower_end_is_bound_in_the_full_tier_and_the_score_in_the_quick_one() -> None:
    plan, records = replace(sample_plan(games_count=10), measure="low", bound=0.85), [record("win")] * 10
    tiers: tuple[Tier, ...] = ("full", "quick", "smoke")
    assert [build_result(plan, tier, records)["ok"] for tier in tiers] == [False, True, None]


def test_survived_moves_are_ours_after_the_opening_in_lost_games() -> None:
    # After three plies the second player moves: of five further moves it makes three.
    assert moves_survived([record("loss", "second", 8)]) == 3
    assert moves_survived([record("loss", "first", 8)]) == 2
    assert moves_survived([record("loss", "first", 8), record("loss", "second", 8), record("win", "first", 30)]) == 2.5
    assert moves_survived([record("win")]) is None
