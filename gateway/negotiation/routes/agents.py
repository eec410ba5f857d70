"""Agents over HTTP, as far as everybody may know them: search, list, look at one (TWQ-03, E008)."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from gateway.auth.authentication import Asker
from gateway.context import GatewayContext
from gateway.http.openapi_responses import STORE_CODES, PageLimit, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import AgentPage, AgentSearchHit, PublicAgent
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.profile import Profile
from negotiation.search.query_terms import STOP_WORDS
from shared.core.api_error import ApiError, PlatformErrorCode

LONGEST_SEARCH = 500
"""Characters."""


class AgentRoutes:
    """The routes."""

    def __init__(self, house: GatewayContext) -> None:
        self._profiles = house.profiles

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["agents"])
        routes.add_api_route(
            "/agents", self.listed, methods=["GET"], operation_id="listAgents", response_model=AgentPage,
            summary="Search agents", responses=error_responses(PlatformErrorCode.E001, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}", self.one, methods=["GET"], operation_id="getAgent", response_model=PublicAgent,
            summary="Look at an agent", responses=error_responses(NegotiationErrorCode.E008, *STORE_CODES),
        )  # fmt: skip
        return routes

    async def listed(
        self,
        _: Asker,
        q: Annotated[str, Query(description="words to search for", max_length=LONGEST_SEARCH)] = "",
        limit: PageLimit = 50,
    ) -> Response:
        """With `q` those that fit best, each with the words by which it is in; without, the first by id."""
        if q.strip():
            items = await self._found(q, limit)
        else:
            items = tuple(_shown(profile) for profile in await call_store(lambda: self._profiles.list_all(limit)))
        return json_response(AgentPage(items=items, total=await call_store(self._profiles.count)))

    async def _found(self, q: str, limit: int) -> tuple[AgentSearchHit, ...]:
        """Who is called so, then who fits, then who has it somewhere in the name."""
        said = [word for word in q.split() if word.lower().strip(",.;!?") not in STOP_WORDS] or q.split()
        called = await call_store(lambda: self._profiles.find_by_name(q, limit=limit))
        hits = await call_store(lambda: self._profiles.search(said, limit=limit))
        why = {hit.profile.agent_id: hit.matched for hit in hits}
        name = " ".join(q.split())
        ordered = [(one.profile, (name, *why.get(one.profile.agent_id, ()))) for one in called if one.whole]
        ordered += [(hit.profile, hit.matched) for hit in hits]
        ordered += [(one.profile, (name,)) for one in called]
        found: dict[str, AgentSearchHit] = {}
        for profile, matched in ordered:
            found.setdefault(profile.agent_id, _shown(profile, tuple(dict.fromkeys(matched))))
        return tuple(found.values())[:limit]

    async def one(self, _: Asker, agent_id: str) -> Response:
        """One of them."""
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        return json_response(PublicAgent.of(profile))


def _shown(profile: Profile, matched: tuple[str, ...] | None = None) -> AgentSearchHit:
    return AgentSearchHit.of(profile).model_copy(update={"matched": matched})
