import pytest

from benchmarks.strength.tactics import TacticsCount
from benchmarks.strength.tactics_replay import ReplayCount
from benchmarks.strength.tactics_result import build_replay_result, build_tactics_results


def test_each_kind_has_its_bound() -> None:
    correct = {"win_in_1": 99, "open_four": 99, "double_threat": 98, "four_sequence": 1}
    counts = {kind: TacticsCount(100, right, right) for kind, right in correct.items()}
    results = build_tactics_results(counts, {"time_s": 1})
    assert {name: entry["ok"] for name, entry in results.items()} == {
        "gomoku_tactics_win_in_1": False,
        "gomoku_tactics_open_four": True,
        "gomoku_tactics_double_threat": False,
        "gomoku_tactics_four_sequence": None,
    }
    assert results["gomoku_tactics_win_in_1"]["score"] == 0.99


def test_answers_in_the_label_and_wins_by_the_number_of_fours_are_counted_by_themselves() -> None:
    count = TacticsCount()
    for detail, correct, strict in (
        ("10 fours", True, False),
        ("3 fours", True, True),
        ("3 fours", False, False),
        ("4 fours", True, True),
    ):
        count.add(detail, correct, strict)
    entry = build_tactics_results({"four_sequence": count}, {})["gomoku_tactics_four_sequence"]
    assert (entry["games"], entry["score"], entry["strict_score"]) == (4, 0.75, 0.5)
    assert list(entry["by_fours"].items()) == [("3", [1, 2]), ("4", [1, 1]), ("10", [1, 1])]
    other = build_tactics_results({"open_four": count}, {})["gomoku_tactics_open_four"]
    assert "by_fours" not in other
    assert other["strict_score"] == 0.5


@pytest.mark.parametrize(
    ("count", "ok"), [((5, 5, 5), True), ((5, 5, 4), False), ((5, 4, 5), False), ((0, 0, 0), False)]
)
def test_every_position_and_label_has_to_stand_the_replay(count: tuple[int, int, int], ok: bool) -> None:
    entry = build_replay_result(ReplayCount(*count), {})["gomoku_tactics_replayed"]
    assert (entry["games"], entry["replayed"], entry["bound"], entry["ok"]) == (count[0], count[1], 1.0, ok)
