"""Administration routes that add, replace, remove and import agents (TW-109, TWQ-05)."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from gateway.auth.permissions import Permissions
from gateway.http.accept_language import render_text
from gateway.http.error_handling import request_language
from gateway.http.json_body import MAX_BODY_BYTES, body_openapi, json_body, read_body, read_json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.revision_body import CURRENCY_PATTERN
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.import_preview import ImportPreview, UndoRequest, UndoResult, preview_import, undo_import
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import PROFILE_PATTERNS, Profile
from negotiation.registry.profile_import import ImportResult, LineError, ParsedProfiles, import_profiles, parse_profiles
from negotiation.registry.vector_updater import VectorUpdater
from shared.core.api_error import ApiError, ConflictDetails, ErrorCode, PlatformErrorCode
from shared.core.language import Language
from shared.core.validation_messages import FieldPatterns

MAX_IMPORT_BYTES = 8 * 1024 * 1024
"""Size limit of an import."""

MAX_UNDO_BYTES = 16 * 1024 * 1024
"""Size limit of a request to undo an import: it holds every profile twice."""

JSON_LINES_TYPES = (
    "application/x-ndjson",
    "application/jsonl",
    "application/json-lines",
    "text/plain",
    "application/json",
)
"""Media types accepted for JSON Lines."""

TEXT_SCHEMA = {"type": "string", "minLength": 1}

IMPORT_TIMEOUT_S = 30.0
"""Deadline of the store calls of an import."""

EXAMPLE_PROFILE = {
    "agent_id": "agent_bob",
    "display_name": "Bob",
    "capabilities": ["场地提供"],
    "location": "北京",
    "price": 2000,
    "currency": "CNY",
}

PATTERNS: FieldPatterns = {**CURRENCY_PATTERN, **PROFILE_PATTERNS}


class AdminAgentRoutes:
    """Routes that administer agents."""

    def __init__(
        self, profiles: ProfileRegistry, permissions: Permissions, vectors: VectorUpdater | None = None
    ) -> None:
        self._profiles = profiles
        self._vectors = vectors
        self._permissions = permissions
        self._add_lock = asyncio.Lock()

    def router(self) -> APIRouter:
        """Return a router with the routes below `/admin/agents`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before a body is read.
        """
        routes = APIRouter(
            tags=["admin"], prefix="/admin/agents", dependencies=[Depends(self._permissions.check_admin)]
        )
        change = (*BODY_CODES, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "", self.add_agent, methods=["POST"], operation_id="addAgent", response_model=Profile, status_code=201,
            summary="Add an agent", responses=error_responses(PlatformErrorCode.E014, *change),
            openapi_extra=body_openapi(Profile, EXAMPLE_PROFILE),
        )  # fmt: skip
        routes.add_api_route(
            "/import", self.import_agents, methods=["POST"], operation_id="importAgents", response_model=ImportResult,
            summary="Import agents as JSON Lines", responses=error_responses(*change),
            openapi_extra={
                "requestBody": {"required": True, "content": {JSON_LINES_TYPES[0]: {"schema": TEXT_SCHEMA}}},
            },
        )  # fmt: skip
        routes.add_api_route(
            "/import/preview", self.preview_import, methods=["POST"], operation_id="previewImport",
            response_model=ImportPreview, summary="Show what an import would change",
            responses=error_responses(*change),
            openapi_extra={
                "requestBody": {"required": True, "content": {JSON_LINES_TYPES[0]: {"schema": TEXT_SCHEMA}}},
            },
        )  # fmt: skip
        routes.add_api_route(
            "/import/undo", self.undo_import, methods=["POST"], operation_id="undoImport", response_model=UndoResult,
            summary="Undo an import", responses=error_responses(*change),
            openapi_extra=body_openapi(UndoRequest, {"changes": [{"after": EXAMPLE_PROFILE}]}),
        )  # fmt: skip
        self._add_item_routes(routes, change)
        return routes

    def _add_item_routes(self, routes: APIRouter, change: Sequence[ErrorCode]) -> None:
        routes.add_api_route(
            "/{agent_id}", self.get_agent, methods=["GET"], operation_id="getProfile", response_model=Profile,
            summary="Get the complete profile of an agent",
            responses=error_responses(NegotiationErrorCode.E008, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/{agent_id}", self.put_agent, methods=["PUT"], operation_id="putAgent", response_model=Profile,
            summary="Add or replace an agent", openapi_extra=body_openapi(Profile, EXAMPLE_PROFILE),
            responses={
                **error_responses(PlatformErrorCode.E014, *change),
                201: {"model": Profile, "description": "The agent was added"},
            },
        )  # fmt: skip
        routes.add_api_route(
            "/{agent_id}", self.remove_agent, methods=["DELETE"], operation_id="deleteAgent", status_code=204,
            summary="Remove an agent",
            responses=error_responses(NegotiationErrorCode.E008, *CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip

    async def add_agent(self, profile: Annotated[Profile, Depends(json_body(Profile, patterns=PATTERNS))]) -> Response:
        """Add an agent. Status 201 returns its complete profile, with the defaults of omitted fields.

        The header `Location` is the path of the agent's public fields.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 409 (E014) if its id is
        already registered. 503 (E018) if the registry does not answer; the agent may be stored.
        """
        async with self._add_lock:
            if await call_store(lambda: self._profiles.get(profile.agent_id)) is not None:
                raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=profile.agent_id, status="registered"))
            await call_store(lambda: self._profiles.upsert(profile))
        await self._schedule_vectors([profile])
        return json_response(profile, 201, {"Location": f"/api/v1/agents/{profile.agent_id}"})

    async def get_agent(self, agent_id: str) -> Response:
        """Return the complete profile of an agent, active or not, with status 200.

        It includes the fields that other users cannot see.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E008) if there is no
        such agent. 503 (E018) if the registry does not answer.
        """
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        return json_response(profile)

    async def put_agent(
        self, agent_id: str, profile: Annotated[Profile, Depends(json_body(Profile, patterns=PATTERNS))]
    ) -> Response:
        """Add the agent (status 201), or replace its complete profile (status 200).

        Both return the complete profile, with the defaults of omitted fields.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 409 (E014) if `agent_id`
        in the path and in the body differ. 503 (E018) if the registry does not answer; the request can be repeated.
        """
        if profile.agent_id != agent_id:
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=agent_id, status="not the agent_id of the body"))
        is_new = await call_store(lambda: self._profiles.upsert(profile))
        await self._schedule_vectors([profile])
        return json_response(profile, 201 if is_new else 200)

    async def remove_agent(self, agent_id: str) -> Response:
        """Remove the agent. Status 204 has no body.

        The agent is not invited any more, and declines or withdraws where it takes part now.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E008) if there is no
        such agent. 503 (E018) if the registry does not answer; the agent may be removed.
        """
        if not await call_store(lambda: self._profiles.delete(agent_id)):
            raise ApiError(NegotiationErrorCode.E008)
        return Response(status_code=204)

    async def import_agents(self, request: Request) -> Response:
        """Add or replace agents from JSON Lines, one profile per line, at most 8 MiB in all and 64 KiB per line.

        Status 200 returns the counts `imported` (added agents), `updated` (replaced ones) and `rejected` (invalid
        lines), and `errors` with the number of each invalid line. The other lines are imported; blank lines are
        skipped. The imported agents are found by words at once, and by meaning a little later.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 400 (E001) if the body is empty,
        413 (E016) if it is too large, 415 (E020) if its Content-Type is neither JSON Lines, JSON nor plain text.
        503 (E018) if the registry does not answer; some agents may be stored, and the request can be repeated.
        """
        language, profiles = await _read_lines(request)
        result = await call_store(lambda: import_profiles(self._profiles, profiles), IMPORT_TIMEOUT_S)
        await self._schedule_vectors(profiles.profiles)
        return json_response(result, headers={"Content-Language": language})

    async def preview_import(self, request: Request) -> Response:
        """Return what an import of the same body would do, with status 200; nothing is stored.

        `added`, `changed` and `unchanged` are numbers of agents, `rejected` that of invalid lines, which `errors` has
        with their reasons. `changes` has at most 1000 agents that are added or changed, with their profiles until then
        and in the file; `repeated` the lines that a later one with the same id makes void.

        Administrators only, and with the errors of an import.
        """
        language, parsed = await _read_lines(request)
        preview = await call_store(lambda: preview_import(self._profiles, parsed), IMPORT_TIMEOUT_S)
        return json_response(preview, headers={"Content-Language": language})

    async def undo_import(self, request: Request) -> Response:
        """Undo an import, given its `changes` as the preview returned them; at most 1000 and 16 MiB.

        Added agents are deleted, replaced ones restored. Those that were changed since stay as they are, and are named
        in `kept`. The agents decline or withdraw where they take part already. The request can be repeated.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 400 (E001) if the body is invalid,
        413 (E016) if it is too large, 415 (E020) if it is not JSON. 503 (E018) if the registry does not answer; some
        of it may be undone.
        """
        undo = await read_json_body(request, UndoRequest, patterns=PATTERNS, max_bytes=MAX_UNDO_BYTES)
        result = await call_store(lambda: undo_import(self._profiles, undo.changes), IMPORT_TIMEOUT_S)
        await self._schedule_vectors([change.before for change in undo.changes if change.before is not None])
        return json_response(result)

    async def _schedule_vectors(self, profiles: Sequence[Profile]) -> None:
        if self._vectors is not None:
            await self._vectors.schedule(profiles)


async def _read_lines(request: Request) -> tuple[Language, ParsedProfiles]:
    """Read the JSON Lines of a request; return its language and what they hold. Raises as `read_body` does."""
    # A missing Content-Type is accepted, too.
    media_types = JSON_LINES_TYPES if request.headers.get("content-type") else ("",)
    data = await read_body(request, media_types, MAX_IMPORT_BYTES)
    language = request_language(request.scope)
    return language, await asyncio.to_thread(_parse_lines, data, language)


def _parse_lines(data: bytes, language: Language) -> ParsedProfiles:
    """Parse the lines; report those that are invalid or longer than MAX_BODY_BYTES."""
    lines = data.split(b"\n")
    too_long = [number for number, line in enumerate(lines, start=1) if len(line) > MAX_BODY_BYTES]
    if not too_long:
        return parse_profiles("body", data, language)
    parsed = parse_profiles("body", b"\n".join(b"" if len(line) > MAX_BODY_BYTES else line for line in lines), language)
    message = render_text("long_line", language, limit=MAX_BODY_BYTES)
    errors = [LineError(file="body", line=number, error=message) for number in too_long]
    all_errors = sorted((*parsed.errors, *errors), key=lambda error: error.line)
    return ParsedProfiles(parsed.profiles, all_errors, parsed.lines)
