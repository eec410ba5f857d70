"""Team of agents as a player: the whole application in this process, with its engine limited to a short time."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.strength.match_player import LateMove
from benchmarks.strength.source_digest import team_digest
from gamehive.application import APPLICATION
from gamehive.callback.http_client import HttpCallbackClient
from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.messages import RequestDecision
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Point, empty_board, other_player
from gamehive.core.games.position import GamePosition
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine, engine_kind
from gamehive.engines.search import Engine, SearchAnswer, SearchRequest
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.resources import GameResources
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.runtime.application import ApplicationSet, Resources
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.embedded import EmbeddedSystem, run_embedded
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

APPLICATIONS = ApplicationSet(APPLICATION)
FLAGS: frozenset[FeatureFlag] = frozenset(("undo_enabled", "rag_enabled", "engine_guard"))
CHOICES_FILE = Path(__file__).resolve().parents[2] / "build/strength-team-choices.jsonl"
"""Decisions of the team against the engine's first choice, a line each."""

_EVENT_PREFIX = "towow.game."


class TimedEngines:
    """Engines in this process that search for exactly the time they are given."""

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {}

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the engine's move; nothing else runs meanwhile."""
        kind = engine_kind(request.position.game)
        if kind not in self._engines:
            self._engines[kind] = create_engine(request.position.game)
            self._engines[kind].compile()
        return search_in_time(self._engines[kind], request)


@dataclass(frozen=True, slots=True)
class TeamDecision:
    """Decision of the team with what the engine saw first.

    Attributes:
        point: The move that was played.
        source: Whose choice it was: `llm`, `engine` or `fallback`.
        reason: The reason that was given.
        engine_point: First choice of the engine on the same board; None if it gave none.
        taken_back: Moves that were taken back before.
    """

    point: Point
    source: str
    reason: str
    engine_point: Point | None
    taken_back: int


class TeamPlayer:
    """Team with the simulated model.

    Attributes:
        time_s: Seconds allowed for a move.
        decisions: Decisions so far, newest last.
    """

    def __init__(self, time_s: float, engine_time_s: float) -> None:
        self.time_s = time_s
        self.decisions: list[TeamDecision] = []
        settings = Settings().replace(GameSettings(game_engine_time=engine_time_s))
        log = build_logger("error", "json", sys.stderr)
        model = build_simulated_model(settings, APPLICATIONS)
        clock = SystemClock()
        resources = Resources(GameResources(TimedEngines(), HttpCallbackClient(), MemoryInterpretationCache(clock)))
        dependencies = SystemDependencies(settings, model, clock, log, resources, applications=APPLICATIONS)
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._system = self._runner.run(self._stack.enter_async_context(run_embedded(dependencies)))
        self._games = 0
        self._plies = -1

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the team's move.

        Raises:
            LateMove: The team did not decide in its time.
        """
        if len(moves) <= self._plies:
            self.start_game()
        self._plies = len(moves)
        game_id = f"g-team{self._games}"
        decision = self._runner.run(self._decide(game_id, _build_request(position, moves, self.time_s)))
        self.decisions.append(decision)
        if decision.engine_point not in (None, decision.point):
            _record_choice(position, moves, decision)
        return decision.point

    def start_game(self) -> None:
        """Forget the game so far; the next position belongs to another one."""
        self._games += 1
        self._plies = -1

    async def _decide(self, game_id: str, request: DecisionRequest) -> TeamDecision:
        system = self._system
        last = await system.store.read_last_event(game_id)
        after = 0 if last is None else last.seq
        now = system.dependencies.clock.now()
        reserve_ms = min(5000, request.allowed_ms // 2)
        timed = request.model_copy(update={"received_at": now, "deadline": now + request.allowed_ms - reserve_ms})
        body = RequestDecision(game_id=game_id, request=timed, feature_flags=FLAGS, language="en")
        await system.ingress.submit(
            game_id, cause=digest("request", game_id, request.request_id), sends=[Send(Address("game", game_id), body)]
        )
        try:
            async with asyncio.timeout(self.time_s):
                return await _follow(system, game_id, after)
        except TimeoutError as error:
            raise LateMove from error

    def close(self) -> None:
        """Stop the system."""
        self._runner.run(self._stack.aclose())
        self._runner.close()


def _record_choice(position: GamePosition, moves: Sequence[Point], decision: TeamDecision) -> None:
    """Add a decision against the engine's first choice to CHOICES_FILE."""
    assert decision.engine_point is not None
    row = {
        "game": position.game.key,
        "side": position.to_move,
        "moves": [list(move) for move in moves],
        "choice": list(decision.point),
        "engine": list(decision.engine_point),
        "source": decision.source,
        "reason": decision.reason,
        "team": team_digest(),
    }
    CHOICES_FILE.parent.mkdir(exist_ok=True)
    with CHOICES_FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


async def _follow(system: EmbeddedSystem, game_id: str, after: int) -> TeamDecision:
    engine_point: Point | None = None
    taken_back = 0
    async for kind, payload in _events(system, game_id, after):
        if kind == "board_analysed" and payload["source"] == "engine" and engine_point is None:
            first = payload["candidates"][0]
            engine_point = Point(first["x"], first["y"])
        elif kind == "move_taken_back":
            taken_back += 1
        elif kind == "move_played":
            point = Point(payload["x"], payload["y"])
            return TeamDecision(point, payload["source"], payload["reason"], engine_point, taken_back)
    raise LateMove


async def _events(system: EmbeddedSystem, game_id: str, after: int) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
    while True:
        for logged in await system.store.read_log(game_id, after):
            after = logged.seq
            entry = json.loads(logged.data)
            yield entry["event_type"].removeprefix(_EVENT_PREFIX), entry["payload"]
        await asyncio.sleep(0.002)


def _build_request(position: GamePosition, moves: Sequence[Point], time_s: float) -> DecisionRequest:
    game = position.game
    side = position.to_move if len(moves) % 2 == 0 else other_player(position.to_move)
    mine, board, history = position.to_move, empty_board(game.rows, game.columns), list[PlyRecord]()
    for point in moves:
        board = board.with_stone(point, side)
        history.append(PlyRecord(x=point.x, y=point.y, side=side, by="team" if side == mine else "opponent"))
        side = other_player(side)
    allowed_ms = round(time_s * 1000)
    return DecisionRequest(
        request_id=digest(game.key, *moves),
        game=game.key,
        board=board.to_text(),
        side=mine,
        history=tuple(history),
        allowed_ms=allowed_ms,
        received_at=0,
        deadline=0,
    )
