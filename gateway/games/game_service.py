"""Games that we referee: their start, and the person's moves, resignation and undo (INTERFACES § 11)."""

from functools import partial

from gamehive.contracts.messages import GameMessage, PlayMove, ResignGame, TakeBackMove
from gamehive.game_start import ENTITY_KIND, GameStart, build_game_start, enabled_features, is_game_id
from gamehive.settings import GameSettings
from gateway.admission import AdmissionControl
from gateway.context import GatewayContext
from gateway.games.api_models import GameBody, MoveBody
from gateway.games.views.cache import GameCache
from gateway.games.views.game_projection import GameProjection
from gateway.games.views.schema import GameView
from gateway.http.idempotency import claim_idempotency_key
from gateway.http.store_timeout import call_store, store_deadline
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.runtime.ingress import SEND_TIMEOUT_S, Ingress
from shared.store.port import Store
from shared.store.retry import retry_until_available

RETRY_AFTER_S = 30
"""`Retry-After` of a start beyond the user's limit of running games."""

CLAIM_LIFETIME_MS = 60_000
"""Time for which the first move that is sent for a ply keeps others out, until the log has it."""

INDEX_PAGE_SIZE, MAX_INDEX_PAGES = 200, 5
"""Index entries that one call of the store reads, and calls for one count of a user's running games."""

render_text = TextCatalog.load("gateway.games").render


class GameService:
    """Use cases of games that we referee. Permissions are not checked.

    All methods raise StoreUnavailable if the store does not answer within STORE_TIMEOUT_S; the call can be repeated.
    """

    def __init__(
        self, context: GatewayContext, settings: GameSettings, games: GameCache, admission: AdmissionControl
    ) -> None:
        self._context = context
        self._settings = settings
        self._games = games
        self._admission = admission

    async def start(
        self, body: GameBody, owner: str | None, *, idempotency_key: str | None, language: Language
    ) -> GameProjection:
        """Start a game and return its projection; repeated with the same key, return that of the first one.

        Args:
            body: The game.
            owner: User whose game it is; None: nobody's, and then no limit of running games holds.
            idempotency_key: Value of the Idempotency-Key header, or None.
            language: Language of the game's texts and of error messages.

        Raises:
            ApiError: E001 if the body or the key is invalid, E015 if the key was used with another body, E017 if the
                user has too many running games, E018 on overload.
            StoreUnavailable: See the class.
        """
        self._build(body, owner, "check", language)  # before the key is claimed, so that it is not used up
        scope = f"game {owner or ''}"  # part of stored keys
        async with store_deadline():
            request = await claim_idempotency_key(self._context.store, idempotency_key, scope, body.model_dump_json())
            start = self._build(body, owner, request.unique_token, language)
            if not (request.is_repeated and await self._is_open(start.game_id)):
                await self._admission.check()
                await self._check_limit(owner, language)
                await accept_game(
                    self._context.ingress,
                    start,
                    budget_tokens=self._settings.game_budget_tokens,
                    private=self._context.settings.default_visibility == "private",
                )
        return await self._games.get(start.game_id)

    async def play_move(self, game_id: str, move: MoveBody, language: Language) -> None:
        """Send a move of the person to the game's host; the same move again has no further effect.

        A move that loses at once is playable (GH-211).

        Args:
            game_id: Id of an existing game.
            move: The move.
            language: Language of error messages.

        Raises:
            ApiError: E014 with the next ply if the person cannot make a move with this number, E001 if its point is off
                the board or has a stone.
            StoreUnavailable: See the class.
        """
        game = await self._games.get(game_id)
        view = game.view
        made = next((each for each in view.history if each.ply == move.ply), None)
        if made is not None and (made.by, made.x, made.y) == ("human", move.x, move.y):
            return
        if view.status == "ended" or not _is_persons_turn(view) or move.ply != view.plies + 1:
            raise _conflict(view)
        _check_point(view, move, language)
        # A ply is played again after an undo, so the number of undos belongs to its name.
        ply_name = f"{game_id}/{game.removals}/{move.ply}"
        point = f"{move.x},{move.y}".encode()
        claim = partial(self._context.store.put_if_absent, f"game_move/{ply_name}", point, CLAIM_LIFETIME_MS)
        if await call_store(claim) != point:
            raise _conflict(view)
        order = PlayMove(game_id=game_id, ply=move.ply, x=move.x, y=move.y)
        await self._send(order, digest("move", ply_name, move.x, move.y))

    async def resign(self, game_id: str) -> None:
        """Give the game up for the person; repeated before it has ended, without further effect.

        Raises:
            ApiError: E014 if it has ended, or no person plays.
            StoreUnavailable: See the class.
        """
        view = (await self._games.get(game_id)).view
        if view.status == "ended" or not _has_person(view):
            raise _conflict(view)
        await self._send(ResignGame(game_id=game_id), digest("resign", game_id))

    async def take_back(self, game_id: str, ply: int) -> None:
        """Take back the person's last move and what followed it.

        Args:
            game_id: Id of an existing game.
            ply: Number of moves on the board now.

        Raises:
            ApiError: E014 if there is another number of moves, none of the person's, or the game has ended.
            StoreUnavailable: See the class.
        """
        game = await self._games.get(game_id)
        view = game.view
        has_move = _has_person(view) and any(move.by == "human" for move in view.history)
        if view.status == "ended" or not has_move or ply != view.plies:
            raise _conflict(view)
        await self._send(TakeBackMove(game_id=game_id, ply=ply), digest("undo", game_id, game.removals, ply))

    async def _send(self, message: GameMessage, cause: str) -> None:
        """Commit a message to a game's host, once for each cause. Raises ApiError (E014) if the game has ended."""
        game_id = message.game_id
        async with store_deadline():
            is_new = await send_to_host(self._context.ingress, message, cause, send_timeout_s=0)
        if not is_new:
            view = (await self._games.get(game_id)).view
            if view.status == "ended":
                raise _conflict(view)

    def _build(self, body: GameBody, owner: str | None, unique: str, language: Language) -> GameStart:
        return build_game_start(
            body.game,
            body.human,
            level=body.level,
            opponent=body.opponent,
            rule=body.rule,
            unique=unique,
            owner=owner,
            language=language,
            model=self._context.model,
            feature_flags=enabled_features(self._settings),
        )

    async def _is_open(self, game_id: str) -> bool:
        return await retry_until_available(partial(self._context.store.get_correlation, game_id)) is not None

    async def _check_limit(self, owner: str | None, language: Language) -> None:
        """Raise ApiError (E017) if a user has too many running games; two starts at once may both pass."""
        limit = self._settings.max_games_per_user
        if limit and owner is not None and await _count_running(self._context.store, owner, limit) >= limit:
            details = render_text("limit.games", language, limit=limit)
            raise ApiError(PlatformErrorCode.E017, details, language, after=RETRY_AFTER_S)


async def accept_game(ingress: Ingress, start: GameStart, *, budget_tokens: int, private: bool) -> bool:
    """Commit a game to the store and publish its first message, for which the broker gets at most 1 s.

    A move of a person so rarely arrives before it. No limit of running games applies.

    Args:
        ingress: Ingress of the caller.
        start: The game, as made by `build_game_start`.
        budget_tokens: Token budget of the game; 0 = no limit.
        private: Publish its events for gateways only.

    Returns:
        True if the game is new; False if it was started before, and then nothing changes.

    Raises:
        StoreUnavailable: The game was not accepted, or the outcome is unknown; repeat the call unchanged.
    """
    cause = digest("open", start.game_id)
    return await ingress.submit(
        start.game_id,
        cause=cause,
        trace=cause,
        sends=[Send(Address(ENTITY_KIND, start.game_id), start.message)],
        events=[start.event],
        budget=budget_tokens,
        private=private,
        owner=start.message.owner,
    )


async def send_to_host(
    ingress: Ingress, message: GameMessage, cause: str, *, send_timeout_s: float = SEND_TIMEOUT_S
) -> bool:
    """Commit a message to the host of a running game, once for each cause, and return whether it is new.

    Raises:
        StoreUnavailable: The message was not committed, or the outcome is unknown; repeat the call unchanged.
    """
    sends = [Send(Address(ENTITY_KIND, message.game_id), message)]
    return await ingress.submit(message.game_id, cause=cause, trace=cause, sends=sends, send_timeout_s=send_timeout_s)


async def _count_running(store: Store, owner: str, limit: int) -> int:
    """Return the number of running games of a user, among the newest correlations; counting stops at `limit`."""
    count, position = 0, None
    for _ in range(MAX_INDEX_PAGES):
        page = await retry_until_available(
            partial(store.list_correlations, owner=owner, before=position, limit=INDEX_PAGE_SIZE)
        )
        count += sum(each.closed_at is None and is_game_id(each.correlation_id) for each in page)
        if count >= limit or len(page) < INDEX_PAGE_SIZE:
            break
        position = (page[-1].opened_at, page[-1].correlation_id)
    return count


def _has_person(view: GameView) -> bool:
    return view.referee == "towow" and "human" in view.seats


def _is_persons_turn(view: GameView) -> bool:
    return _has_person(view) and view.to_move is not None and view.seats[view.to_move - 1] == "human"


def _check_point(view: GameView, move: MoveBody, language: Language) -> None:
    limits = {"x": (move.x, view.rows - 1), "y": (move.y, view.columns - 1)}
    problems = [
        FieldError(field=name, problem=render_text("off_board", language, last=last))
        for name, (value, last) in limits.items()
        if not 0 <= value <= last
    ]
    if not problems and view.board[move.x][move.y] != "0":
        problems = [FieldError(field="x", problem=render_text("on_stone", language, x=move.x, y=move.y))]
    if problems:
        raise ApiError(PlatformErrorCode.E001, problems, language)


def _conflict(view: GameView) -> ApiError:
    """Return the error of an action that a game does not allow now; its status says which ply is next, and whose."""
    status = "ended"
    if view.to_move is not None:
        status = f"running: next ply {view.plies + 1}, {view.seats[view.to_move - 1]} to move"
    return ApiError(PlatformErrorCode.E014, ConflictDetails(id=view.game_id, status=status))
