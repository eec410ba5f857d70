"""A running host of games with its agents and engines, in one process: what is played, and what is left of it."""

import asyncio
import json
from collections.abc import Sequence
from io import StringIO
from typing import Any, TypeVar

from gamehive.application import APPLICATION
from gamehive.callback.http_client import HttpCallbackClient
from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.events import GameEvent, GameStarted
from gamehive.contracts.messages import GameMessage, RequestDecision, StartGame
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Player, Point, empty_board
from gamehive.core.games.game import GameKey, games
from gamehive.engines.in_process import InProcessEngines
from gamehive.engines.port import EngineService
from gamehive.host.core.state import GameState
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.resources import GameResources
from gamehive.simulated.rules import RULES
from shared.core.address import Address
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.port import Model
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.application import ApplicationSet, Resources
from shared.runtime.ingress import Ingress
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import Transport
from tests.support.faulty_broker import BrokerFaults, FaultyMemoryBroker
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

E = TypeVar("E", bound=GameEvent)

GAME_APPLICATION = ApplicationSet(APPLICATION)
GUARDED: frozenset[FeatureFlag] = frozenset(("undo_enabled", "undo_takeback", "rag_enabled", "engine_guard"))


class GameHarness:
    """A system that runs nothing but games."""

    def __init__(
        self,
        clock: Clock,
        *,
        model: Model | None = None,
        engines: EngineService | None = None,
        settings: Settings | None = None,
        faults: BrokerFaults | None = None,
        spans: SpanExporter | None = None,
    ) -> None:
        """Use the simulated model and engines in this process unless others are given."""
        self.clock = clock
        self.settings = settings or Settings()
        self.store = MemoryStore(clock, journal=True)
        self.broker = FaultyMemoryBroker(clock, sorted(set(GAME_APPLICATION.routes.values())), faults=faults)
        self.transport = MemoryTransport(self.broker)
        self.metrics, self.lines = Metrics(), StringIO()
        self.log = build_logger("debug", "json", self.lines)
        self.model = CircuitBreaker(model or RuleBasedModel(RULES), self.store, self.settings.model)
        routes = GAME_APPLICATION.routes
        self.ingress = Ingress("gateway", routes, self.store, self.transport, self.log, self.metrics, spans)
        self.spans = spans
        self.resources = Resources(
            GameResources(engines or InProcessEngines(), HttpCallbackClient(), MemoryInterpretationCache(clock))
        )
        self.worker = self.build_worker(self.transport)

    def build_worker(self, transport: Transport) -> Worker:
        """Return a worker of all roles on this connection to the broker."""
        return Worker(
            GAME_APPLICATION.actors(self.resources, self.settings),
            routes=GAME_APPLICATION.routes,
            store=self.store,
            transport=transport,
            model=self.model,
            clock=self.clock,
            settings=self.settings.runtime,
            log=self.log,
            metrics=self.metrics,
            spans=self.spans,
        )

    async def __aenter__(self) -> "GameHarness":
        await self.worker.start()
        await self.ingress.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.ingress.stop()
        await self.worker.stop()
        await self.transport.close()

    async def submit(self, body: GameMessage, cause: str, events: Sequence[GameEvent] = ()) -> None:
        """Send a message of the gateway to its game."""
        send = Send(Address("game", body.game_id), body)
        await self.ingress.submit(body.game_id, cause=cause, trace=cause, sends=[send], events=events)

    async def start_game(self, body: StartGame) -> None:
        """Start a game that we referee."""
        game = games()[body.game]
        started = GameStarted(
            game_id=body.game_id,
            game=body.game,
            rows=game.rows,
            columns=game.columns,
            referee="towow",
            seats=body.seats,
            first_side=1,
            level=body.level,
            language=body.language,
            model=body.model,
        )
        await self.submit(body, digest("start", body.game_id), [started])

    async def request(self, request: DecisionRequest, game_id: str = "g-1", **more: Any) -> None:
        """Request a decision as a game server does."""
        body = RequestDecision(game_id=game_id, request=request, feature_flags=GUARDED, **more)
        await self.submit(body, digest("request", request.request_id))

    async def events(self, game_id: str = "g-1") -> list[dict[str, Any]]:
        """Return the log of a game, each event as its type's last word and its payload."""
        logged = await self.store.read_log(game_id, limit=10_000)
        entries = [json.loads(each.data) for each in logged]
        return [{"type": each["event_type"].rpartition(".")[2], **each["payload"]} for each in entries]

    async def wait_for(self, kind: str, count: int = 1, game_id: str = "g-1", limit_s: float = 600) -> dict[str, Any]:
        """Return the event of a type that is the `count`-th of its kind, once it has come."""
        async with asyncio.timeout(limit_s):
            while True:
                found = [each for each in await self.events(game_id) if each["type"] == kind]
                if len(found) >= count:
                    return found[count - 1]
                await asyncio.sleep(0.05)

    async def state(self, game_id: str = "g-1") -> GameState:
        """Return the host's record of a game."""
        found = await self.store.read_record(f"game/{game_id}", game_id)
        assert found is not None
        return GameState.model_validate_json(found[1])


def decision_request(
    game: GameKey,
    moves: Sequence[tuple[int, int]],
    *,
    now: int,
    allowed_ms: int = 600_000,
    first: Player = 1,
    **more: Any,
) -> DecisionRequest:
    """Return a request for the side whose turn it is after some moves, the first one by side `first`."""
    rules = games()[game]
    board, side, history = empty_board(rules.rows, rules.columns), first, list[PlyRecord]()
    for x, y in moves:
        board = board.with_stone(Point(x, y), side)
        history.append(PlyRecord(x=x, y=y, side=side, by="opponent"))
        side = 2 if side == 1 else 1
    mine = side
    own = [each.model_copy(update={"by": "team" if each.side == mine else "opponent"}) for each in history]
    return DecisionRequest(
        request_id=digest(game, *moves, allowed_ms),
        game=game,
        board=board.to_text(),
        side=mine,
        history=tuple(own),
        allowed_ms=allowed_ms,
        received_at=now,
        deadline=now + allowed_ms - min(5000, allowed_ms // 2),
        **more,
    )
