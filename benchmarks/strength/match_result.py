"""Results of the matches from the records of their games."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Any

from benchmarks.strength.game_record import GameRecord
from benchmarks.strength.interval import ScoreInterval, wilson_interval
from benchmarks.strength.match_plan import MatchPlan, Measure, Tier

TIME_MARGIN_S = 0.02
"""By how much our mean time a move may exceed what the match gives."""


def is_within(measure: Measure, bound: float, interval: ScoreInterval, losses: int) -> bool:
    """Return whether a match met its bound."""
    match measure:
        case "low":
            return interval.low >= bound
        case "high":
            return interval.high >= bound
        case "score":
            return interval.score >= bound
        case "losses":
            return losses <= bound


def build_result(plan: MatchPlan, tier: Tier, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Return the entry of a match in the result file.

    If the match has a bound, `ok` asks for three things, and `missed` names those that failed: the bound itself, all
    the games of the plan without a void one, and at most TIME_MARGIN_S more than the time a move in the mean.

    Args:
        plan: The match.
        tier: The tier that was played.
        records: Its games; void ones count only as `void`.
    """
    counts = Counter(record.result for record in records)
    wins, draws, losses = counts["win"], counts["draw"], counts["loss"]
    measure, bound = plan.bound_in(tier)
    valid = [record for record in records if record.result != "void"]
    entry: dict[str, Any] = {"games": len(valid), "score": None, "low": None, "high": None, "bound": bound, "ok": None}
    if valid:
        interval = wilson_interval(wins, draws, losses)
        entry |= {"score": interval.score, "low": interval.low, "high": interval.high}
    if bound is not None:
        missed: list[str] = []
        if not valid or not is_within(measure, bound, wilson_interval(wins, draws, losses), losses):
            missed.append("bound")
        if len(valid) < plan.games[tier] or counts["void"]:
            missed.append("games")
        if mean_move_ms(valid) > 1_000 * (plan.settings(tier)["time_s"] + TIME_MARGIN_S):
            missed.append("time")
        entry |= {"ok": not missed, "missed": missed}
    entry |= {
        "measure": measure,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "void": counts["void"],
        "wins_as_first": sum(record.result == "win" and record.ours == "first" for record in valid),
        "reasons": dict(Counter(record.reason for record in records)),
        "settings": plan.settings(tier),
        "seconds": round(sum(record.seconds for record in records), 1),
    }
    if valid:
        entry |= {
            "our_mean_ms": round(mean_move_ms(valid), 1),
            "our_slowest_ms": max(record.our_slowest_ms for record in valid),
            "our_moves_over": share_over(valid),
            "opponent_mean_ms": round(mean(record.opponent_mean_ms for record in valid), 1),
            "opponent_slowest_ms": max(record.opponent_slowest_ms for record in valid),
            "mean_plies": round(mean(len(record.moves) for record in valid), 1),
        }
    if plan.opponent == "rapfi":
        entry["moves_survived"] = moves_survived(valid)
    return entry | ({"note": plan.note} if plan.note else {})


def mean_move_ms(records: Sequence[GameRecord]) -> float:
    """Return the mean time of a move of the engine under test, each move counted once; 0 without a move."""
    moves = sum(record.our_moves for record in records)
    return sum(record.our_mean_ms * record.our_moves for record in records) / moves if moves else 0.0


def share_over(records: Sequence[GameRecord]) -> float:
    """Return the share of the moves of the engine under test that took more than OVER_MS longer than its time."""
    moves = sum(record.our_moves for record in records)
    return round(sum(record.our_moves_over for record in records) / moves, 4) if moves else 0.0


def moves_survived(records: Sequence[GameRecord]) -> float | None:
    """Return the mean number of moves of the engine under test in the games that it lost; None if it lost none."""
    counts: list[int] = []
    for record in records:
        if record.result == "loss":
            chosen = record.moves[len(record.opening) :]
            first_is_ours = (len(record.opening) % 2 == 0) == (record.ours == "first")
            counts.append((len(chosen) + first_is_ours) // 2)
    return round(mean(counts), 2) if counts else None


def format_result(name: str, entry: dict[str, Any]) -> str:
    """Return one line about a match for the terminal."""
    if entry["score"] is None:
        return f"{name}: no game counts" + (": MISSED" if entry["ok"] is False else "")
    verdict = {True: "ok", False: "MISSED", None: "reported"}[entry["ok"]]
    if entry.get("missed"):
        verdict += f" ({', '.join(entry['missed'])})"
    limit = "" if entry["bound"] is None else f", bound of {entry['measure']}: {entry['bound']:g}"
    return (
        f"{name}: {entry['score']:.3f} [{entry['low']:.3f}, {entry['high']:.3f}] in {entry['games']} games "
        f"(+{entry['wins']} ={entry['draws']} -{entry['losses']}){limit}: {verdict}"
    )
