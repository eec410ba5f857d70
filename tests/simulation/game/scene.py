"""The games' part of a simulated world: who plays them, the engines, the game server, and what the model replies."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from gamehive.contracts.messages import ResignGame
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Point
from gamehive.game_start import ENTITY_KIND, build_game_start, game_id_of
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.resources import GameResources
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.message_base import EventPayload
from shared.llm.port import ModelUnavailable, Prompt, UnusableAnswer
from shared.runtime.application import Resources
from tests.simulation.endpoint import COST
from tests.simulation.game.courses import EngineTrouble, GameScript, TroubleKind
from tests.simulation.game.engines import CourseEngines
from tests.simulation.game.game_server import SimulatedGameServer
from tests.simulation.game.history import GameHistory
from tests.simulation.game.model import answer, topic_of
from tests.simulation.game.person import Person
from tests.simulation.game.positions import Moves, draw_lost_nogo, draw_opening
from tests.simulation.game.request_builder import RequestBuilder
from tests.simulation.game.server_client import ServerClient
from tests.simulation.process import Process
from tests.simulation.subject import Entry, Observer, Opening, Order, Participant, Plan, Post

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

NEVER = 1000.0
"""Seconds that are longer than anybody waits."""

OPENINGS = 12
"""Openings of each kind that seeds draw from."""


def flags_of(course: GameScript) -> frozenset[FeatureFlag]:
    """Return the features of the team on a course."""
    undo: tuple[FeatureFlag, ...] = ("undo_enabled",) if course.may_undo else ()
    guard: tuple[FeatureFlag, ...] = ("engine_guard",) if course.is_guarded else ()
    return frozenset(("rag_enabled", "undo_takeback", *undo, *guard))


def rule_of(game_id: str) -> str:
    """Return the text of a game's rules, by which its prompts are told from those of others."""
    return f"As usual. Table {game_id}."


class GameScene:
    """Games and their courses."""

    participants: tuple[Participant, ...] = ()

    def __init__(self, world: "Cluster", plan: Plan, seed: int) -> None:
        assert isinstance(world.history, GameHistory)
        self._seed = seed
        self._now = world.clock.now
        self._history = world.history
        self._asked: Counter[tuple[str, str]] = Counter()
        self._striking: dict[int, TroubleKind | None] = {}
        """By the identity of a prompt that is being answered."""
        self._tables: list[str] = []
        """Game ids; the users of games of a server are their places, from 1."""
        troubles: list[EngineTrouble] = [order.course.engines for order in plan.orders if order.course.engines]
        server = SimulatedGameServer(self._history, lambda user_id: self._tables[user_id - 1], self._now)
        engines = CourseEngines(troubles[0] if troubles else None)
        self._resources = Resources(GameResources(engines, server, MemoryInterpretationCache(world.clock)))

    def resources(self, process: Process) -> Resources:
        """Engines and game server."""
        return self._resources

    def open(self, order: Order[GameScript], now: int) -> Opening:
        """Start a game that we referee, or ask for the first decision in one of a server."""
        game_id = game_id_of(order.unique)
        self._tables.append(game_id)
        self._history.courses[game_id] = order.course
        host = Address(ENTITY_KIND, game_id)
        withdrawal = Entry(cause=digest("resign", game_id), sends=[Send(host, ResignGame(game_id=game_id))])
        if order.course.seats is None:
            return self._ask_first(order, game_id, withdrawal)
        course = order.course
        seats = order.course.seats
        start = build_game_start(
            course.game,
            "none" if "human" not in seats else "first" if seats[0] == "human" else "second",
            level=course.level,
            opponent=None if "human" in seats else "team" if seats[1] == "team" else "engine",
            rule=rule_of(game_id),
            unique=order.unique,
            owner=None,
            language=course.language,
            model="simulated",
            feature_flags=flags_of(course),
        )
        assert start.game_id == game_id

        def observers(post: Post) -> list[Observer]:
            return [Person(order.unique, game_id, course, self._history, post)] if "human" in seats else []

        return Opening(
            correlation_id=game_id,
            entry=self._entry(game_id, course, digest("open", game_id), Send(host, start.message), start.event),
            withdrawal=withdrawal,
            observers=observers,
        )

    def _ask_first(self, order: Order[GameScript], game_id: str, withdrawal: Entry) -> Opening:
        course = order.course
        builder = RequestBuilder(game_id, course, rule_of(game_id), len(self._tables), flags_of(course), self._now)
        moves = _opening(course, digest(order.unique))
        request = builder.request(moves, is_wrong=course.changes.get(1) == "contradiction")
        self._history.requests[game_id].append(request)
        message = builder.message(request)

        def observers(post: Post) -> list[Observer]:
            return [ServerClient(builder, moves, request, self._history, post)]

        return Opening(
            correlation_id=game_id,
            entry=self._entry(
                game_id,
                course,
                digest("decide", request.request_id),
                Send(Address(ENTITY_KIND, game_id), message),
                builder.started(request),
            ),
            withdrawal=withdrawal,
            observers=observers,
        )

    def _entry(self, game_id: str, course: GameScript, cause: str, send: Send, event: EventPayload) -> Entry:
        return Entry(cause=cause, sends=[send], events=[event], budget=course.budget or None)

    def correlation_of(self, prompt: Prompt[Any]) -> str:
        """The game."""
        facts: Any = prompt.facts
        return facts.context.game_rule.removesuffix(".").rpartition(" ")[2]

    def latency(self, prompt: Prompt[Any]) -> float:
        """As the course has it; who takes too long is given up, who hangs is not."""
        game_id, topic = self.correlation_of(prompt), topic_of(prompt.facts)
        self._asked[game_id, topic] += 1
        number, course = self._asked[game_id, topic], self._history.courses[game_id]
        striking: Iterator[TroubleKind] = (each.kind for each in course.troubles if each.strikes(topic, number))
        trouble = next(striking, None)
        self._striking[id(prompt)] = trouble
        if trouble == "hangs":
            return NEVER
        if trouble == "slow":
            return prompt.time_limit_s
        share = int(digest(prompt.user)[:4].encode().hex(), 16) % 100 / 100
        return course.latency * (0.5 + share)

    def fail(self, prompt: Prompt[Any]) -> None:
        """Raise what the course has in place of an answer."""
        match self._striking[id(prompt)]:
            case "down":
                raise ModelUnavailable("the endpoint does not answer")
            case "slow" | "hangs":
                raise ModelUnavailable("the endpoint takes too long", timed_out=True)
            case "unusable":
                raise UnusableAnswer("the answer is no answer", COST)
            case "broken":
                self._history.failures += 1
                raise RuntimeError("the adapter is broken")
            case _:
                return

    def answer(self, prompt: Prompt[Any], number: int) -> BaseModel:
        """The reply on this course."""
        return answer(prompt.key, prompt.facts, self._striking[id(prompt)])


def _opening(course: GameScript, unique: str) -> Moves:
    number = sum(unique.encode()) % OPENINGS
    if course.played_out:
        return draw_lost_nogo(course.game, number)
    return draw_opening(course.game, course.plies, number) if course.plies else tuple[Point, ...]()
