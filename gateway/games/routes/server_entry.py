"""Route by which a game server asks for a move: the path and the fields are the server's own (GH-155, GH-156)."""

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import parse_qsl

from fastapi import APIRouter
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.games.api_models import DecisionAcceptance, ServerRequestBody
from gateway.games.game_service import render_text
from gateway.games.permissions import GamePermissions
from gateway.games.server_requests import ServerRequestService
from gateway.http.error_handling import error_response, request_language
from gateway.http.json_body import JSON_TYPE, read_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.language import Language

ENTRY_PATH = "/LMMRunning/add/"
"""Path of the game server's requests, below the root."""

FORM_TYPE = "application/x-www-form-urlencoded"
MAX_FORM_FIELDS = 50

EXAMPLE_REQUEST = {
    "gameId": 17,
    "userId": 4,
    "currentMap": "000\n010\n000\n",
    "LLMFlag": "2",
    "gameType": "井字棋",
    "gameRule": "",
    "historySteps": "step1:玩家在(1,1)下棋",
    "gridSize": "3",
    "allowedTimeout": 600_000,
}


class ServerEntryRoutes:
    """Route of a game server's requests."""

    def __init__(self, permissions: GamePermissions, service: ServerRequestService) -> None:
        self._permissions = permissions
        self._service = service

    def router(self) -> APIRouter:
        """Return a router with POST ENTRY_PATH, for inclusion at the root."""
        routes = APIRouter(tags=["games"])
        body = {"schema": {"$ref": f"#/components/schemas/{ServerRequestBody.__name__}"}, "example": EXAMPLE_REQUEST}
        routes.add_api_route(
            ENTRY_PATH, self.request_decision, methods=["POST"], operation_id="requestDecision",
            response_model=DecisionAcceptance, summary="Ask for a move in a game of another server",
            responses=error_responses(PlatformErrorCode.E014, *BODY_CODES, *CHANGE_CODES, *STORE_CODES),
            openapi_extra={"requestBody": {"required": True, "content": {FORM_TYPE: body, JSON_TYPE: body}}},
        )  # fmt: skip
        return routes

    async def request_decision(self, request: Request, caller: CurrentCaller) -> Response:
        """Accept a request for a move. Status 200 answers at once; the move follows at TOWOW_GAME_CALLBACK_URL.

        The body is a form or JSON. The decision is made within `allowedTimeout` less 5 s or half of it, whichever is
        less; below 6,000 ms by the engine alone. The same request again returns the same `request_id`, and there is one
        decision, which is delivered again if its delivery has failed. Texts are in the language of `Accept-Language`,
        by default in Chinese.
        400 (E001) with each field that is wrong: missing or malformed, an unknown game or another one than before, a
        board of the wrong size or that contradicts the history, an impossible move, a game that is over. 403 (E013) if
        the game is another user's. 409 (E014) if the game has ended before, or its last move could not be delivered.
        503 (E018) if the system is overloaded or the store does not answer; the request can be repeated. With API keys,
        401 (E012) without one unless the gateway is open.
        """
        language: Language = "zh" if not request.headers.get("accept-language") else request_language(request.scope)
        try:
            request_id = await self._accept(request, caller, language)
        except ApiError as error:
            return error_response(error, language)
        return json_response(DecisionAcceptance(request_id=request_id))

    async def _accept(self, request: Request, caller: Caller, language: Language) -> str:
        """Accept a request and return its id. Raises ApiError and what the store raises."""
        self._permissions.check_start(caller, caller.user_id, language)
        accepted = await self._service.build(await _read_fields(request, language), language)
        owner = caller.user_id or str(accepted.message.request.user_id)
        self._permissions.check_start(caller, owner, language)
        game = await self._service.find_game(accepted)
        if game is not None and not self._permissions.may_see(game, caller):
            raise ApiError(PlatformErrorCode.E013, render_text("others_game", language), language)
        await self._service.accept(accepted, game, owner)
        return accepted.request_id


async def _read_fields(request: Request, language: Language) -> Mapping[str, Any]:
    """Return the fields of a form or of a JSON object, unchecked. Raises ApiError."""
    data = await read_body(request, (FORM_TYPE, JSON_TYPE))
    is_json = JSON_TYPE in request.headers["content-type"].lower()
    fields = _parse_json(data) if is_json else _parse_form(data)
    if fields is None:
        problem = render_text("not_json_object" if is_json else "not_form", language)
        raise ApiError(PlatformErrorCode.E001, [FieldError(field="body", problem=problem)], language)
    return fields


def _parse_json(data: bytes) -> Mapping[str, Any] | None:
    try:
        value = from_json(data)
    except ValueError:
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _parse_form(data: bytes) -> Mapping[str, str] | None:
    """Return the fields of a form; None if it is not UTF-8, has too many, or one of them twice."""
    try:
        pairs = parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FORM_FIELDS)
    except ValueError:
        return None
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else None
