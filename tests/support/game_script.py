"""A game's host fed by hand: scripted model turns, searches and tools, everything else by the host's own code."""

import json
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Self, TypeVar

from gamehive.agents.conversation import select_conversation
from gamehive.contracts.agents import PERSONAS
from gamehive.contracts.decision import DecisionRequest, MoveDecision
from gamehive.contracts.events import GameEvent, HookAlerted
from gamehive.contracts.messages import (
    DecisionDelivered,
    DeliverDecision,
    ExecuteTool,
    MoveSearched,
    RequestDecision,
    SearchedCandidate,
    SearchMove,
    Seat,
    StartGame,
    StepAnswer,
    StepRequest,
    SummaryWritten,
    TakeTurn,
    ToolExecuted,
    TurnTaken,
    WriteSummary,
)
from gamehive.contracts.tools import GameToolResult
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import ReplyCall, Summary, TaskFinding, TurnReply
from gamehive.contracts.workspace import MAX_UNDO_DEPTH, FeatureFlag, Workspace
from gamehive.core.games.board import Point
from gamehive.core.games.game import GameKey, find_game
from gamehive.core.games.position import parse_position, safe_moves
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.engines.in_process import InProcessEngines
from gamehive.host.core.game import HostMessage, decide
from gamehive.host.core.state import GameState, PendingStep, StepKind
from gamehive.settings import GameSettings
from gamehive.simulated.rules import RULES
from gamehive.tools.actors import GameTools
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired
from shared.core.trace import LogRecord, SpanRecord, step_trace
from shared.llm.rule_based_model import RuleBasedModel, Rules
from shared.runtime.actor import TaskContext
from tests.support.game_harness import GUARDED, decision_request
from tests.support.game_team import StoppedClock

E = TypeVar("E", bound=GameEvent)
B = TypeVar("B")
T = TypeVar("T")

GAME_ID = "g-1"
HOST, GATEWAY, TASKS = Address("game", GAME_ID), Address("gateway", "main"), Address("game_agent", GAME_ID)
START = 1_000_000
STEP_MS = 10
"""Time that a step takes."""

Reply = TurnReply | str | None | Callable[[TakeTurn], TurnReply]
"""Reply of an agent: a turn, its final message, or None for a turn that fails."""

Search = Callable[[SearchMove], Mapping[str, Any] | None]
"""Answer of an engine: fields of `MoveSearched`; None for a search that fails."""


def move(x: int, y: int, reason: str = "because") -> TurnReply:
    """Return a persona's final message."""
    return TurnReply(message=json.dumps({"x": x, "y": y, "reason": reason}))


def call(tool: str, **arguments: Any) -> TurnReply:
    """Return a reply with one call."""
    return calls((tool, arguments))


def calls(*named: tuple[str, Mapping[str, Any]]) -> TurnReply:
    """Return a reply with calls."""
    return TurnReply(calls=tuple(ReplyCall(tool=tool, arguments=dict(arguments)) for tool, arguments in named))


def ask(agent: str, prompt: str = "?") -> TurnReply:
    """Return a reply that calls a task agent."""
    return call("call_task_agent", agentName=agent, prompt=prompt)


def hand_over(agent: str, summary: str = "over to you") -> TurnReply:
    """Return a reply that hands over."""
    return call("handoff_to_agent", agentName=agent, currentAgentOutputSummary=summary)


def finding(text: str = "found", **fields: Any) -> TurnReply:
    """Return a task agent's final message."""
    return TurnReply(message=TaskFinding(text=text, **fields).model_dump_json(exclude_none=True))


def found(*points: tuple[int, int], score: float = 0.5, **fields: Any) -> dict[str, Any]:
    """Return the answer of a search: candidates with a score, the best first."""
    candidates = tuple(SearchedCandidate(x=x, y=y, score=score) for x, y in points)
    return {"candidates": candidates, "score": score, "threat": 1 - score, **fields}


def search_quietly(request: SearchMove) -> Mapping[str, Any]:
    """Return three safe moves of equal value, those nearest to the centre first."""
    rules = find_game(request.game)
    assert rules is not None
    last = None if request.last is None else Point(*request.last)
    position = parse_position(rules, request.board, request.to_move, last)
    moves = safe_moves(position) or position.board.empty_points()
    middle = (rules.rows - 1) / 2
    near = sorted(moves, key=lambda point: (abs(point.x - middle) + abs(point.y - middle), point))
    return found(*((each.x, each.y) for each in near[:3]))


def find_nothing(_: SearchMove) -> None:
    """Answer no search."""


class ScriptedTeam:
    """One game and what its host has done; agents, engines and tools answer by a script.

    Attributes:
        asked: Model turns that were asked for, in order.
        events: Events of the log.
        notes: Notes of the transcript.
        refused: Messages that did not apply.
        spans: Spans that have ended.
        logs: Lines of the log.
    """

    def __init__(
        self,
        game: GameKey = "tictactoe",
        *,
        flags: frozenset[FeatureFlag] = GUARDED,
        settings: GameSettings | None = None,
        search: Search = search_quietly,
        language: Language = "en",
        **replies: Sequence[Reply],
    ) -> None:
        """Use the replies of each agent in turn, the last one again and again; `summary` are texts of summaries.

        An agent without replies answers at once: a persona by the first safe move, an expert by a short finding.
        """
        self.game: GameKey = game
        self.flags = flags
        self.settings = settings or GameSettings()
        self.language: Language = language
        self.search = search
        self._replies = {agent: list(each) for agent, each in replies.items()}
        self._ids = count()
        self.now = START
        self.record: GameState | None = None
        self.asked: list[TakeTurn] = []
        self.sends: list[Send] = []
        self.events: list[GameEvent] = []
        self.notes: list[Note] = []
        self.refused: list[HostMessage] = []
        self.spans: list[SpanRecord] = []
        self.logs: list[LogRecord] = []
        self.is_closed = False

    # What there is.

    @property
    def state(self) -> GameState:
        """State of the game."""
        assert self.record is not None
        return self.record

    @property
    def workspace(self) -> Workspace:
        """Workspace of the game."""
        return self.state.workspace

    @property
    def pending(self) -> PendingStep:
        """Step that is awaited."""
        assert self.state.pending is not None
        return self.state.pending

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a type."""
        return [event for event in self.events if isinstance(event, kind)]

    def sent(self, kind: type[B]) -> list[B]:
        """Return the messages of a type that the host sent."""
        return [send.body for send in self.sends if isinstance(send.body, kind)]

    @property
    def decision(self) -> MoveDecision:
        """The last decision."""
        return self.state.decisions[-1]

    def results(self, tool: str = "") -> list[GameToolResult]:
        """Return the results of calls, in order; of one tool, or of all."""
        return [note.result for note in self.notes if note.result is not None and tool in ("", note.result.tool)]

    def hook_runs(self) -> list[str]:
        """Return what the hooks of each phase did, in order."""
        return [note.text for note in self.notes if note.kind == "hook" and note.hook is None]

    def alerts(self) -> list[str]:
        """Return the codes of the alerts, in order."""
        return [event.alert for event in self.of(HookAlerted)]

    # What happens.

    def deliver(self, body: HostMessage, sender: Address = GATEWAY) -> bool:
        """Give the host a message, and return whether it applied."""
        message_id = f"m-{next(self._ids)}"
        trace, _ = step_trace(message_id, GAME_ID, None)
        received = ReceivedMessage(body, sender, HOST, message_id, GAME_ID, trace=trace)
        decision = decide(self.settings, self.record, received, self.now)
        if decision is None:
            self.refused.append(body)
            return False
        assert not self.is_closed
        self.record = GameState.model_validate_json(decision.state.model_dump_json())
        self.sends += decision.sends
        self.events += [event for event in decision.events if isinstance(event, GameEvent)]
        self.notes += [note for note in decision.notes if isinstance(note, Note)]
        self.spans += decision.spans
        self.logs += decision.logs
        self.is_closed = decision.closes
        assert self.state.notes_length == len(self.notes)
        assert len(self.workspace.snapshots) <= MAX_UNDO_DEPTH
        assert (self.state.timer is None) == self.state.is_over
        return True

    def start(self, *seats: Seat, **more: Any) -> Self:
        """Start a game that we referee."""
        first, second = seats
        body = StartGame(game_id=GAME_ID, game=self.game, seats=(first, second), feature_flags=self.flags, **more)
        assert self.deliver(body)
        return self

    def request(self, *moves: tuple[int, int], by_engine: bool = False, **more: Any) -> DecisionRequest:
        """Request a decision after some moves, as a game server does, and return the request."""
        fields: dict[str, Any] = {"user_id": 7, **more}
        request = decision_request(self.game, moves, now=self.now, **fields)
        self.submit(request, by_engine=by_engine)
        return request

    def submit(self, request: DecisionRequest, *, by_engine: bool = False) -> bool:
        """Send a request, and return whether it applied."""
        return self.deliver(
            RequestDecision(
                game_id=GAME_ID, request=request, language=self.language, feature_flags=self.flags, by_engine=by_engine
            )
        )

    def run(self, until: StepKind | None = None, limit: int = 400) -> Self:
        """Answer what is awaited until nothing is, or until a step of a kind is."""
        for _ in range(limit):
            if self.state.pending is None or self.state.pending.kind == until:
                return self
            self.step()
        raise AssertionError(f"not at an end after {limit} steps")

    def step(self) -> StepAnswer:
        """Answer the step that is awaited, and return the answer."""
        answer = self.answer(self.step_request())
        self.now += STEP_MS
        assert self.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
        return answer

    def step_request(self) -> StepRequest:
        """Return the request for the step that is awaited."""
        wanted = self.pending.call_id
        bodies = (send.body for send in reversed(self.sends))
        return next(each for each in bodies if isinstance(each, StepRequest) and each.call_id == wanted)

    def fail(self, reason: str = "exhausted") -> bool:
        """Have the task of the awaited step give up, and return whether that applied."""
        failed = TaskFailed(task=self.step_request().type, reason=reason, of=self.pending.call_id)
        return self.deliver(failed, TASKS)

    def fire_timer(self) -> None:
        """Let the time pass until the timer fires."""
        timer = self.state.timer
        assert timer is not None
        self.now = max(self.now, timer.due)
        assert self.deliver(TimerFired(name=timer.name, generation=timer.generation, due=timer.due), HOST)

    def settle(self, outcome: Any = "delivered") -> bool:
        """Tell the host how the delivery of its decision ended, and return whether that applied."""
        order = self.sent(DeliverDecision)[-1]
        return self.deliver(
            DecisionDelivered(game_id=GAME_ID, request_id=order.decision.request_id, outcome=outcome, attempts=1),
            Address("game_callback", GAME_ID),
        )

    # What the script answers.

    def answer(self, request: StepRequest) -> StepAnswer:
        """Return the scripted answer to a request."""
        head: dict[str, Any] = {"game_id": GAME_ID, "epoch": request.epoch, "call_id": request.call_id}
        match request:
            case TakeTurn():
                self.asked.append(request)
                return self._take_turn(request, head)
            case WriteSummary():
                return SummaryWritten(**head, text=self._write_summary(request))
            case ExecuteTool():
                return self._execute(request, head)
            case SearchMove():
                return self._search(request, head)
            case _:
                raise AssertionError(f"unexpected {request.type}")

    def _take_turn(self, request: TakeTurn, head: dict[str, Any]) -> TurnTaken:
        reply = self._reply(request)
        if reply is None:
            return TurnTaken(**head, failure="unavailable")
        return TurnTaken(**head, reply=TurnReply(message=reply) if isinstance(reply, str) else reply)

    def _reply(self, request: TakeTurn) -> TurnReply | str | None:
        script = self._replies.get(request.facts.agent)
        if script is None:
            return self._reply_at_once(request)
        reply = script.pop(0) if len(script) > 1 else script[0]
        return reply(request) if callable(reply) else reply

    def _reply_at_once(self, request: TakeTurn) -> TurnReply:
        facts, rules = request.facts, find_game(self.game)
        assert rules is not None
        if facts.agent == "rule_analyst":
            interpretation = builtin_interpretation(rules, self.language).model_copy(update={"builtin": False})
            return finding("rules", interpretation=interpretation)
        if facts.agent not in PERSONAS:
            return finding()
        context = facts.context
        position = parse_position(rules, context.board, context.to_move, None)
        return move(*(safe_moves(position) or position.board.empty_points())[0])

    def _write_summary(self, _request: WriteSummary) -> str | None:
        script = self._replies.get("summary", ["In short."])
        text = script.pop(0) if len(script) > 1 else script[0]
        assert text is None or isinstance(text, str)
        return text

    def _execute(self, request: ExecuteTool, head: dict[str, Any]) -> ToolExecuted:
        result = GameToolResult(call_id=request.call.call_id, tool=request.call.tool, content=f"seen {head['call_id']}")
        return ToolExecuted(**head, result=result)

    def _search(self, request: SearchMove, head: dict[str, Any]) -> MoveSearched:
        fields = self.search(request)
        answer = {"failure": "no engine"} if fields is None else fields
        return MoveSearched(**head, purpose=request.purpose, **answer)


class SimulatedTeam(ScriptedTeam):
    """A game with the simulated agents, the real tools and engines; `silenced` agents never answer."""

    def __init__(
        self,
        game: GameKey = "tictactoe",
        *,
        rules: Rules = RULES,
        silenced: frozenset[str] = frozenset(),
        search: Search | None = None,
        **more: Any,
    ) -> None:
        """Use the engine for what is searched unless `search` answers."""
        super().__init__(game, search=search or search_quietly, **more)
        self._rules = rules
        self._silenced = silenced
        self._scripted = search is not None
        self._context = TaskContext(model=RuleBasedModel({}), clock=StoppedClock())

    def _take_turn(self, request: TakeTurn, head: dict[str, Any]) -> TurnTaken:
        facts = request.facts.model_copy(update={"notes": self.conversation(request)})
        if facts.agent in self._silenced:
            return TurnTaken(**head, failure="unavailable")
        reply = self._rules[f"game_{facts.agent}"](facts)
        assert isinstance(reply, TurnReply)
        return TurnTaken(**head, reply=reply)

    def conversation(self, request: TakeTurn | WriteSummary) -> tuple[Note, ...]:
        """Return what the model is shown of its loop."""
        notes = self.notes[request.notes_start : request.notes_end]
        return select_conversation([note.model_dump_json().encode() for note in notes], request.loop)

    def _write_summary(self, _request: WriteSummary) -> str | None:
        facts = _request.facts.model_copy(update={"notes": self.conversation(_request)})
        summary = self._rules["game_summary"](facts)
        assert isinstance(summary, Summary)
        return summary.text

    def _execute(self, request: ExecuteTool, head: dict[str, Any]) -> ToolExecuted:
        answer = self._perform(request)
        assert isinstance(answer, ToolExecuted)
        return answer

    def _search(self, request: SearchMove, head: dict[str, Any]) -> MoveSearched:
        if self._scripted:
            return super()._search(request, head)
        answer = self._perform(request)
        assert isinstance(answer, MoveSearched)
        return answer

    def _perform(self, request: SearchMove | ExecuteTool) -> object:
        task = ReceivedMessage(request, HOST, Address("game_search", GAME_ID), "m", GAME_ID)
        (send,) = run_at_once(GameTools(_ENGINES).perform(task, self._context))
        return send.body


_ENGINES = InProcessEngines()


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it waits for something")


def turns_of(team: ScriptedTeam, agent: str) -> Iterator[TakeTurn]:
    """Yield the model turns that an agent was asked for."""
    return (request for request in team.asked if request.facts.agent == agent)
