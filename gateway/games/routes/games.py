"""Routes that start, list and show games, and that send the person's moves, resignation and undo (INTERFACES § 11)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query
from starlette.requests import Request
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.games.api_models import GameAcceptance, GameBody, GamePage, MoveBody, UndoBody
from gateway.games.game_list import GameList
from gateway.games.game_service import GameService
from gateway.games.permissions import GamePermissions
from gateway.games.views.cache import GameCache
from gateway.games.views.schema import GameView
from gateway.http.error_handling import request_language
from gateway.http.idempotency import IDEMPOTENCY_HEADER, KEY_PATTERN
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, PageLimit, error_responses
from gateway.http.pagination import decode_cursor
from gateway.http.responses import json_response
from shared.core.api_error import PlatformErrorCode
from shared.core.user_id import MAX_USER_ID_CHARACTERS, validate_user_id

READ_CODES = (PlatformErrorCode.E019, *STORE_CODES)
"""Codes of routes that read one game."""

ACTION_CODES = (PlatformErrorCode.E014, *CHANGE_CODES, *READ_CODES)
"""Codes of routes that act in one game."""

EXAMPLE_GAME = {"game": "gomoku", "human": "first", "level": 4, "user_id": "user_alice"}


class GameRoutes:
    """Routes of games, except their streams and those of game servers."""

    def __init__(
        self, permissions: GamePermissions, service: GameService, games: GameCache, game_list: GameList
    ) -> None:
        self._permissions = permissions
        self._service = service
        self._games = games
        self._list = game_list

    def router(self) -> APIRouter:
        """Return a router with `/games`, `/games/{game_id}` and the actions below, for inclusion at `/api/v1`."""
        routes = APIRouter(tags=["games"])
        path = "/games/{game_id}"
        routes.add_api_route(
            "/games", self.start_game, methods=["POST"], operation_id="startGame", response_model=GameView,
            status_code=201, summary="Start a game",
            responses=error_responses(PlatformErrorCode.E015, *BODY_CODES, *CHANGE_CODES, *STORE_CODES),
            openapi_extra=body_openapi(GameBody, EXAMPLE_GAME),
        )  # fmt: skip
        routes.add_api_route(
            "/games", self.list_games, methods=["GET"], operation_id="listGames", response_model=GamePage,
            summary="List a user's games, newest first",
            responses=error_responses(PlatformErrorCode.E001, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            path, self.get_game, methods=["GET"], operation_id="getGame", response_model=GameView,
            summary="Get a game as its page shows it", responses=error_responses(*READ_CODES),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/move", self.play_move, methods=["POST"], operation_id="playMove", response_model=GameAcceptance,
            status_code=202, summary="Make a move", responses=error_responses(*BODY_CODES, *ACTION_CODES),
            openapi_extra=body_openapi(MoveBody, {"x": 7, "y": 7, "ply": 1}),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/resign", self.resign, methods=["POST"], operation_id="resignGame", response_model=GameAcceptance,
            status_code=202, summary="Give up", responses=error_responses(*ACTION_CODES),
        )  # fmt: skip
        routes.add_api_route(
            f"{path}/undo", self.take_back, methods=["POST"], operation_id="takeBackMove",
            response_model=GameAcceptance, status_code=202, summary="Take back one's last move",
            responses=error_responses(*BODY_CODES, *ACTION_CODES),
            openapi_extra=body_openapi(UndoBody, {"ply": 4}),
        )  # fmt: skip
        return routes

    async def start_game(
        self,
        request: Request,
        caller: CurrentCaller,
        body: Annotated[GameBody, Depends(json_body(GameBody))],
        idempotency_key: Annotated[str | None, Header(alias=IDEMPOTENCY_HEADER, pattern=KEY_PATTERN)] = None,
    ) -> Response:
        """Start a game that this service referees. Status 201 returns it as its page shows it.

        The header `Location` is its path. The team decides the moves of its seats, each within
        TOWOW_GAME_MOVE_TIME; to follow it, stream `…/stream`. Texts of the game are in the language of
        `Accept-Language`. Repeating the request with the same `Idempotency-Key` within 48 h returns the same game; 422
        (E015) if the body differs.
        400 (E001) if the game is unknown, an opponent is named beside a person, or another field is invalid. 429 (E017)
        if the user has too many running games. 503 (E018) if the system is overloaded or the store does not answer.

        With API keys, `user_id` must be the user of the key (administrators: any), else 403 (E013). Without a key, 401
        (E012) unless the gateway is open and `user_id` is nobody's with a key. A game belongs to its user; for
        everybody else it does not exist, except that a guest's may be used by whoever knows its id.
        """
        language = request_language(request.scope)
        owner = body.user_id or caller.user_id
        if owner is not None:
            validate_user_id(owner, language)
        self._permissions.check_start(caller, owner, language)
        game = await self._service.start(body, owner, idempotency_key=idempotency_key, language=language)
        return json_response(game.view, 201, {"Location": f"/api/v1/games/{game.view.game_id}"})

    async def list_games(
        self,
        caller: CurrentCaller,
        user_id: Annotated[
            str | None, Query(description="owner of the games; default: the caller", max_length=MAX_USER_ID_CHARACTERS)
        ] = None,
        limit: PageLimit = 50,
        before: Annotated[str | None, Query(description="`next` of the previous page", max_length=200)] = None,
    ) -> Response:
        """List the games of one user, newest first.

        Status 200 returns a page: `items` with at most `limit` games (1 to 200), and the cursor `next` unless the list
        surely ends with it. It is empty without a user: an anonymous caller has to name one, and with API keys gets
        nothing; a signed-in caller gets their own, an administrator anybody's. To get the next page, repeat the request
        with `before` set to `next`. 400 (E001) if `before` is not such a cursor, 503 (E018) if the store does not
        answer.
        """
        position = None if before is None else decode_cursor(before)
        owner = self._permissions.listed_user(caller, user_id)
        page = GamePage(items=()) if owner is None else await self._list.read_page(owner, limit, position)
        return json_response(page)

    async def get_game(self, caller: CurrentCaller, game_id: str) -> Response:
        """Return the game as its page shows it: what folding its events up to `last_seq` gives. Status 200.

        404 (E019) if there is no such game or it is somebody else's. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_game(game_id, caller)
        return json_response((await self._games.get(game_id)).view)

    async def play_move(
        self,
        request: Request,
        caller: CurrentCaller,
        game_id: str,
        body: Annotated[MoveBody, Depends(json_body(MoveBody))],
    ) -> Response:
        """Make a move of the person. Status 202 confirms the request; `towow.game.move_played` follows.

        `ply` is the number that the move gets, from 1. Repeating the same move with the same number has no further
        effect. A move that loses the game at once is accepted.
        400 (E001) if the point is off the board or has a stone. 404 (E019) if there is no such game or it is somebody
        else's. 409 (E014) if it is not the person's turn, the next move has another number, another move was sent for
        this one, or the game is over: `details.status` says which number is next. 503 (E018) if the store does not
        answer; the request can be repeated.
        """
        await self._permissions.get_game(game_id, caller)
        await self._service.play_move(game_id, body, request_language(request.scope))
        return json_response(GameAcceptance(game_id=game_id), 202)

    async def resign(self, caller: CurrentCaller, game_id: str) -> Response:
        """Give the game up. Status 202 confirms the request; `towow.game.ended` follows.

        404 (E019) if there is no such game or it is somebody else's. 409 (E014) if it is over or no person plays. 503
        (E018) if the store does not answer; the request can be repeated.
        """
        await self._permissions.get_game(game_id, caller)
        await self._service.resign(game_id)
        return json_response(GameAcceptance(game_id=game_id), 202)

    async def take_back(
        self,
        caller: CurrentCaller,
        game_id: str,
        body: Annotated[UndoBody, Depends(json_body(UndoBody))],
    ) -> Response:
        """Take back the person's last move and what followed it. Status 202; `towow.game.moves_removed` follows.

        `ply` is the number of moves on the board now. 404 (E019) if there is no such game or it is somebody else's. 409
        (E014) if there is another number of moves, none of the person's, or the game is over. 503 (E018) if the store
        does not answer; the request can be repeated.
        """
        await self._permissions.get_game(game_id, caller)
        await self._service.take_back(game_id, body.ply)
        return json_response(GameAcceptance(game_id=game_id), 202)
