"""Requests of a game server for decisions (GH-155…165)."""

from collections.abc import Mapping
from functools import partial

from gamehive.contracts.messages import FAILED_DELIVERIES
from gamehive.core.games.game import games
from gamehive.core.workspace.request_texts import other_game_text
from gamehive.decision_request import ServerRequest, build_decision_request
from gamehive.game_start import ENTITY_KIND, enabled_features
from gamehive.settings import GameSettings
from gateway.admission import AdmissionControl
from gateway.context import GatewayContext
from gateway.games.views.cache import GameCache
from gateway.games.views.schema import GameView
from gateway.http.store_timeout import call_store, store_deadline
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.language import Language
from shared.store.port import CorrelationInfo


class ServerRequestService:
    """Use cases of requests for decisions. Permissions are not checked."""

    def __init__(
        self, context: GatewayContext, settings: GameSettings, games: GameCache, admission: AdmissionControl
    ) -> None:
        self._context = context
        self._settings = settings
        self._games = games
        self._admission = admission

    async def build(self, fields: Mapping[str, object], language: Language) -> ServerRequest:
        """Validate the fields of a request, which is received now by the store's clock.

        Args:
            fields: The fields by name.
            language: Language of the game's texts and of error messages.

        Raises:
            ApiError: E001, with every field that is wrong.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        return build_decision_request(
            fields,
            now=await call_store(self._context.store.now),
            language=language,
            model=self._context.model,
            feature_flags=enabled_features(self._settings),
        )

    async def find_game(self, request: ServerRequest) -> CorrelationInfo | None:
        """Return the correlation of a request's game; None before its first request.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        return await call_store(partial(self._context.store.get_correlation, request.game_id))

    async def accept(self, request: ServerRequest, game: CorrelationInfo | None, owner: str) -> None:
        """Commit a request to the host of its game, which the first one creates.

        A repetition has no further effect, unless the delivery of its decision has failed, which is then delivered
        again, or the request was superseded or refused: it is sent to the host anew, which decides it if it can be
        decided now. After the end of a game nothing is delivered any more.

        Args:
            request: The request.
            game: Correlation of its game, as returned by `find_game`.
            owner: User whose game it becomes.

        Raises:
            ApiError: E001 if the game is another one than the request's, E014 if it has ended before this request or
                the delivery of its last move has failed, E018 on overload.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S. The request may be accepted: repeat
                it.
            StoreMisconfigured: If the store rejects the call.
        """
        is_new = is_first = False
        if game is None:
            async with store_deadline():
                await self._admission.check()
                is_first = await self._open(request, owner)
        if not is_first:
            await self._check_game(request)
        if game is None or game.closed_at is None:
            async with store_deadline():
                is_new = await self._send(request, digest("decide", request.request_id))
        if not is_new:
            await self._repeat(request)

    async def _open(self, request: ServerRequest, owner: str) -> bool:
        """Commit the first event of a game's log, and return whether it did; of two first requests, one does."""
        cause = digest("open", request.game_id)
        return await self._context.ingress.submit(
            request.game_id,
            cause=cause,
            trace=cause,
            sends=(),
            events=[request.event],
            budget=self._settings.game_budget_tokens,
            private=self._context.settings.default_visibility == "private",
            owner=owner,
            send_timeout_s=0,
        )

    async def _check_game(self, request: ServerRequest) -> None:
        """Raise ApiError (E001) if the game of this id is another one than the request's."""
        known, language = games()[(await self._games.get(request.game_id)).view.game], request.message.language
        asked = games()[request.event.game]
        if known != asked:
            field = "gridSize" if known.is_size_of(asked) else "gameType"
            problem = other_game_text(known, language)
            raise ApiError(PlatformErrorCode.E001, [FieldError(field=field, problem=problem)], language)

    async def _send(self, request: ServerRequest, cause: str) -> bool:
        return await self._context.ingress.submit(
            request.game_id,
            cause=cause,
            trace=cause,
            sends=[Send(Address(ENTITY_KIND, request.game_id), request.message)],
            send_timeout_s=0,
        )

    async def _repeat(self, request: ServerRequest) -> None:
        """Have a decision delivered again if its delivery has failed, and send a superseded or refused request anew.

        Raises ApiError (E014) if the game has ended, but not by a decision on this request that the server got.
        """
        view = (await self._games.get(request.game_id)).view
        last = view.last_decision
        is_decided = last is not None and last.request_id == request.request_id
        if view.status == "ended":
            if last is None or not is_decided or last.delivery in FAILED_DELIVERIES:
                raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=request.game_id, status="ended"))
        elif last is not None and is_decided and last.delivery in FAILED_DELIVERIES:
            async with store_deadline():
                # Nothing is logged between a failed delivery and the next one, so that two repetitions at once are one.
                await self._send(request, digest("deliver", request.request_id, view.last_seq))
        elif not is_decided and not _is_under_way(view, request):
            async with store_deadline():
                # The server has gone back to this position, or the request was refused; the host ignores what it knows.
                await self._send(request, digest("decide", request.request_id, view.last_seq))


def _is_under_way(view: GameView, request: ServerRequest) -> bool:
    """Return whether the host decides on a request, or nothing has come of the game's first one yet."""
    if view.decision is not None:
        return view.decision.request_id == request.request_id
    return view.last_decision is None and view.refused is None
