"""A system as its clients use it, whatever broker and store it runs on (DESIGN § 2)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from deliberation.contracts.events import SessionEnded
from deliberation.session_start import SessionStart
from deliberation.settings import DeliberationSettings
from gamehive.contracts.events import GameEnded
from gamehive.contracts.messages import GameMessage, PlayMove, ResignGame, TakeBackMove
from gamehive.game_start import GameStart
from gamehive.settings import GameSettings
from gateway.deliberation import session_service
from gateway.games import game_service
from gateway.negotiation import clarification_service, submission_service
from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from negotiation.contracts.events import DemandClosed
from negotiation.submission import Submission
from shared.core.clock import Clock
from shared.core.ids import digest
from shared.llm.port import Model
from shared.runtime.application import ApplicationSet, Resources
from shared.runtime.ingress import Ingress
from shared.runtime.log_follower import follow_log
from shared.store.port import LoggedEvent, Store
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter
from shared.transport.port import Transport
from towow.bootstrap.applications import APPLICATIONS, GATEWAY
from towow.config.settings import Settings


async def _close_nothing() -> None:
    """Do nothing: most models hold no connection."""


@dataclass(frozen=True, slots=True)
class SystemDependencies:
    """Dependencies of a system.

    Attributes:
        resources: Resources that replace the applications' own, as those of a scenario file do.
        close: Closes the model's connections and the exporter, once nothing uses them any more.
        applications: The applications it runs.
        spans: Exporter of the spans of all steps, which `close` closes; None if no traces are recorded.
    """

    settings: Settings
    model: Model
    clock: Clock
    log: Log
    resources: Resources = field(default_factory=Resources)
    close: Callable[[], Awaitable[None]] = _close_nothing
    applications: ApplicationSet = APPLICATIONS
    spans: SpanExporter | None = None


class DemandSystem:
    """Client side of a system: opens, ends and follows demands, sessions and games. Workers do the rest."""

    def __init__(self, dependencies: SystemDependencies, store: Store, transport: Transport) -> None:
        self.dependencies = dependencies
        self.store = store
        self.transport = transport
        self.metrics = Metrics()
        self.ingress = Ingress(
            GATEWAY,
            dependencies.applications.routes,
            store,
            transport,
            dependencies.log,
            self.metrics,
            dependencies.spans,
        )

    async def start(self) -> None:
        """Start to publish the gateways' outbox in the background, also what an earlier process could not publish."""
        await self.ingress.start()

    async def stop(self) -> None:
        """Stop publishing, then close the connections to the broker and to the store; the model stays open.

        Publishes in progress get up to 1 s. Committed messages that are not published yet stay in the outbox; a later
        process publishes them.
        """
        await self.ingress.stop()
        await self.transport.close()
        await self.store.close()

    async def submit(self, submission: Submission, requester_token: str | None = None) -> bool:
        """Commit a demand to the store and publish its first message, for which the broker gets at most 1 s.

        If the broker does not answer, the message is published later. The negotiation goes on in the background.

        Args:
            submission: The demand, as made by `build_submission`.
            requester_token: Token by which a gateway will accept changes of the demand; None: there is none.

        Returns:
            True if the demand is new; False if it was submitted before, and then nothing changes.

        Raises:
            StoreUnavailable: The demand was not accepted, or the outcome is unknown; repeat the call unchanged.
        """
        return await submission_service.accept_submission(self.ingress, submission, requester_token=requester_token)

    async def cancel(self, demand_id: str, cancelled_by: str, reason: str | None = None) -> None:
        """Send `CancelDemand` to the demand's channel and return once it is committed; the channel closes later.

        Repeated calls, also for a closed demand, have no further effect.

        Args:
            demand_id: Id of an existing demand; this is not checked.
            cancelled_by: Id of the user who cancels.
            reason: Reason in the user's words, or None.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await submission_service.cancel_demand(self.ingress, demand_id, cancelled_by, reason)

    async def answer(self, demand_id: str, question_id: str, answer: RequesterAnswer) -> None:
        """Send the requester's answer to a question about a demand; it counts if the question is still open.

        Repeated calls with the same answer have no further effect. Question and option are not checked.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await clarification_service.answer_question(self.ingress, demand_id, question_id, answer)

    async def revise(self, demand_id: str, change: RequesterChange, *, unique: str) -> None:
        """Send the requester's change of what was understood; it counts if no candidates have been requested yet.

        Args:
            demand_id: Id of an existing demand; this is not checked.
            change: Fields to replace, or `go`.
            unique: Text that no other change of the demand has; a repeated call with it has no further effect.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        cause = digest("revise", demand_id, unique)
        await clarification_service.revise_understanding(self.ingress, demand_id, change, cause)

    def follow(self, demand_id: str, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the demand's events in order, each once, as they are published, and end after `towow.demand.closed`.

        Until that event it waits without a time limit, also for an unknown demand.

        Args:
            demand_id: Id of the demand.
            after: Yield events with a greater sequence number only; 0 = from the first event.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
            BrokerUnavailable: The subscription failed because the connection is lost.
            BrokerMisconfigured: This login may not subscribe.
        """
        return follow_log(self.store, self.transport, demand_id, last_event_type=DemandClosed.type, after=after)

    async def start_session(self, start: SessionStart) -> bool:
        """Commit a session to the store and publish its first message, for which the broker gets at most 1 s.

        The limits of a gateway do not apply: neither one session per conversation nor a maximum per user.

        Args:
            start: The session, as made by `build_session_start`.

        Returns:
            True if the session is new; False if it was started before, and then nothing changes.

        Raises:
            StoreUnavailable: The session was not accepted, or the outcome is unknown; repeat the call unchanged.
        """
        settings = self.dependencies.settings
        return await session_service.accept_session(
            self.ingress,
            start,
            budget_tokens=settings.section(DeliberationSettings).session_budget_tokens,
            private=settings.gateway.default_visibility == "private",
        )

    async def terminate_session(self, session_id: str, terminated_by: str) -> None:
        """Send `TerminateDeliberation` to the session's host and return once it is committed; the session ends later.

        Repeated calls, also for an ended session, have no further effect.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await session_service.terminate_session(self.ingress, session_id, terminated_by)

    def follow_session(self, session_id: str, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the session's events in order, each once, as they are published, and end after `session_ended`.

        Until that event it waits without a time limit, also for an unknown session.

        Args:
            session_id: Id of the session.
            after: Yield events with a greater sequence number only; 0 = from the first event.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
            BrokerUnavailable: The subscription failed because the connection is lost.
            BrokerMisconfigured: This login may not subscribe.
        """
        return follow_log(self.store, self.transport, session_id, last_event_type=SessionEnded.type, after=after)

    async def start_game(self, start: GameStart) -> bool:
        """Commit a game to the store and publish its first message, for which the broker gets at most 1 s.

        The limit of running games of a gateway does not apply.

        Args:
            start: The game, as made by `build_game_start`.

        Returns:
            True if the game is new; False if it was started before, and then nothing changes.

        Raises:
            StoreUnavailable: The game was not accepted, or the outcome is unknown; repeat the call unchanged.
        """
        settings = self.dependencies.settings
        return await game_service.accept_game(
            self.ingress,
            start,
            budget_tokens=settings.section(GameSettings).game_budget_tokens,
            private=settings.gateway.default_visibility == "private",
        )

    async def play_move(self, game_id: str, ply: int, x: int, y: int, *, unique: str) -> None:
        """Send a move of the person to the game's host; an impossible one has no effect.

        Args:
            game_id: Id of an existing game.
            ply: Number that the move gets, from 1.
            x: Row, from 0.
            y: Column, from 0.
            unique: Text that no other move of the game has; a repeated call with it has no further effect.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await self._send_to_game(PlayMove(game_id=game_id, ply=ply, x=x, y=y), digest("move", game_id, unique))

    async def resign(self, game_id: str) -> None:
        """Send that the person gives up to the game's host and return once it is committed; the game ends later.

        Repeated calls, also for a game that is over, have no further effect.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await self._send_to_game(ResignGame(game_id=game_id), digest("resign", game_id))

    async def take_back(self, game_id: str, ply: int, *, unique: str) -> None:
        """Send that the person takes back their last move, and what followed it, to the game's host.

        Args:
            game_id: Id of an existing game.
            ply: Number of moves on the board now; with another one the message has no effect.
            unique: Text that no other undo of the game has; a repeated call with it has no further effect.

        Raises:
            StoreUnavailable: The message was not committed, or the outcome is unknown.
        """
        await self._send_to_game(TakeBackMove(game_id=game_id, ply=ply), digest("undo", game_id, unique))

    def follow_game(self, game_id: str, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the game's events in order, each once, as they are published, and end after `towow.game.ended`.

        Until that event it waits without a time limit, also for an unknown game.

        Args:
            game_id: Id of the game.
            after: Yield events with a greater sequence number only; 0 = from the first event.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
            BrokerUnavailable: The subscription failed because the connection is lost.
            BrokerMisconfigured: This login may not subscribe.
        """
        return follow_log(self.store, self.transport, game_id, last_event_type=GameEnded.type, after=after)

    async def _send_to_game(self, message: GameMessage, cause: str) -> None:
        await game_service.send_to_host(self.ingress, message, cause)
