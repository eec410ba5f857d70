"""Work of one process: plays single games of the matches."""

import multiprocessing
import os
import threading
import time
import zlib
from collections.abc import Mapping
from typing import Any

from benchmarks.errors import MeasurementSkipped
from benchmarks.strength.game_play import outcome_for, play_game
from benchmarks.strength.game_record import OVER_MS, GameRecord
from benchmarks.strength.match_opening import choose_opening
from benchmarks.strength.match_plan import ENGINE_TIME_S, MatchPlan, Tier, match_plans
from benchmarks.strength.match_player import MatchEngine, MatchPlayer
from benchmarks.strength.opponents.creation import create_opponent
from benchmarks.strength.source_digest import source_digest
from benchmarks.strength.tactics import SEED, TacticsCount, judge_tactics, load_tactics
from gamehive.core.games.board import FIRST, SECOND, Player
from gamehive.core.games.game import games
from gamehive.engines.engine_factory import create_engine

TACTICS_TIMES_S: Mapping[Tier, float] = {"smoke": 0.02, "quick": 0.2, "full": 1.0}
"""Seconds for a tactical position."""

TACTICS_PARTS: Mapping[Tier, int] = {"smoke": 50, "quick": 4, "full": 1}
"""How many times fewer positions are judged than in the quoted set."""

_players: dict[tuple[str, Tier], tuple[MatchPlayer, MatchPlayer]] = {}
"""The players of the match that this process played last."""


def exit_with_parent() -> None:
    """Have this process end when the one that started it has ended, even if it was killed.

    Else it would play all the games that were planned, and nobody would record them.
    """
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def find_plan(name: str) -> MatchPlan:
    """Return a plan by its name.

    Raises:
        StopIteration: There is none.
    """
    return next(plan for plan in match_plans() if plan.name == name)


def prepare_match(name: str, tier: Tier) -> str | None:
    """Compile and start both players of a match; return why it cannot be played, or None."""
    try:
        _match_players(find_plan(name), tier)
    except MeasurementSkipped as error:
        return str(error)
    return None


def play_number(name: str, tier: Tier, number: int) -> GameRecord:
    """Play one game of a match: two successive numbers share an opening, with colours swapped."""
    plan = find_plan(name)
    ours, opponent = _match_players(plan, tier)
    record = play_record(plan, tier, number, ours, opponent)
    if record.result == "void":
        # The program has failed: the next game gets a new one.
        _close_players()
    return record


def play_record(plan: MatchPlan, tier: Tier, number: int, ours: MatchPlayer, opponent: MatchPlayer) -> GameRecord:
    """Play one game of a match between given players and return its record."""
    seed = zlib.crc32(f"{plan.name} {number}".encode())
    opening = choose_opening(plan.game, plan.name, number // 2)
    side: Player = FIRST if number % 2 == 0 else SECOND
    start = time.perf_counter()
    played = play_game(plan.game, opening, *((ours, opponent) if side == FIRST else (opponent, ours)), seed)
    settings = plan.settings(tier)
    most_ms = 1_000 * settings["time_s"] + OVER_MS
    our_times, other_times = played.times_ms[side], played.times_ms[SECOND if side == FIRST else FIRST]
    return GameRecord(
        name=plan.name,
        number=number,
        settings=settings,
        seed=seed,
        opening=[(move.x, move.y) for move in opening],
        ours="first" if side == FIRST else "second",
        moves=[(move.x, move.y) for move in played.moves],
        result=outcome_for(played, side),
        reason=played.reason,
        our_mean_ms=_mean(our_times),
        our_slowest_ms=round(max(our_times, default=0.0), 1),
        opponent_mean_ms=_mean(other_times),
        opponent_slowest_ms=round(max(other_times, default=0.0), 1),
        seconds=round(time.perf_counter() - start, 2),
        our_moves=len(our_times),
        our_moves_over=sum(milliseconds > most_ms for milliseconds in our_times),
        sources=source_digest(),
    )


def _mean(values: list[float]) -> float:
    return round(sum(values) / len(values), 1) if values else 0.0


def _match_players(plan: MatchPlan, tier: Tier) -> tuple[MatchPlayer, MatchPlayer]:
    if (plan.name, tier) not in _players:
        _close_players()
        opponent = create_opponent(plan.opponent, plan.opponent_options(tier))
        _players[plan.name, tier] = _create_ours(plan, tier), opponent
    return _players[plan.name, tier]


def _create_ours(plan: MatchPlan, tier: Tier) -> MatchPlayer:
    time_s = plan.settings(tier)["time_s"]
    if not plan.is_team:
        return MatchEngine(plan.game, time_s)
    from benchmarks.strength.team_player import TeamPlayer  # the whole application

    return TeamPlayer(time_s, ENGINE_TIME_S)


def _close_players() -> None:
    for players in _players.values():
        for player in players:
            player.close()
    _players.clear()


def judge_gomoku_tactics(tier: Tier) -> dict[str, Any]:
    """Return the entries of the tactical positions by kind, and of their replay under OpenSpiel."""
    from benchmarks.strength.tactics_replay import count_replays
    from benchmarks.strength.tactics_result import build_replay_result, build_tactics_results

    engine = create_engine(games()["gomoku"])
    engine.compile()
    positions = load_tactics(SEED, TACTICS_PARTS[tier])
    time_s = TACTICS_TIMES_S[tier]
    settings = {"game": "gomoku and gomoku8", "time_s": time_s, "seed": SEED}
    counts: dict[str, TacticsCount] = {**judge_tactics(engine, positions, time_s)}
    replayed = build_replay_result(count_replays(positions), {"game": settings["game"], "seed": SEED})
    return build_tactics_results(counts, settings) | replayed
