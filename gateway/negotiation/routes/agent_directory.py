"""Routes that search, list and return agents, with their public fields only (TWQ-03, E008)."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.http.openapi_responses import STORE_CODES, PageLimit, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import AgentPage, AgentSearchHit, PublicAgent
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.search.query_terms import STOP_WORDS
from shared.core.api_error import ApiError, PlatformErrorCode

MAX_QUERY_CHARS = 500
"""Length limit of a search text."""


class AgentRoutes:
    """Routes that read agents."""

    def __init__(self, profiles: ProfileRegistry) -> None:
        self._profiles = profiles

    def router(self) -> APIRouter:
        """Return a router with `/agents` and `/agents/{agent_id}`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["agents"])
        routes.add_api_route(
            "/agents", self.list_agents, methods=["GET"], operation_id="listAgents", response_model=AgentPage,
            summary="List or search agents", responses=error_responses(PlatformErrorCode.E001, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/agents/{agent_id}", self.get_agent, methods=["GET"], operation_id="getAgent", response_model=PublicAgent,
            summary="Get an agent", responses=error_responses(NegotiationErrorCode.E008, *STORE_CODES),
        )  # fmt: skip
        return routes

    async def list_agents(
        self,
        _: CurrentCaller,
        q: Annotated[
            str, Query(description="search text: words of the profile or a name", max_length=MAX_QUERY_CHARS)
        ] = "",
        limit: PageLimit = 50,
    ) -> Response:
        """Return the agents that match `q` best, with the words that matched; without `q` the first ones by id.

        Agents whose id is `q` or whose name contains it as whole words come first, then active agents whose profile
        matches, by descending relevance, then agents with `q` as a part of a word of their name.

        Status 200 returns at most `limit` agents (1 to 200) in `items`, with their public fields only; `items` is empty
        if none matches. Every caller may, signed in or not. `total` is the number of all agents, whether they match or
        not. 503 (E018) if the registry does not answer.
        """
        if q.strip():
            items = await self._search(q, limit)
        else:
            items = tuple(_search_hit(profile) for profile in await call_store(lambda: self._profiles.list_all(limit)))
        return json_response(AgentPage(items=items, total=await call_store(self._profiles.count)))

    async def _search(self, q: str, limit: int) -> tuple[AgentSearchHit, ...]:
        """Return agents whose whole name matches, then those whose profile matches, then partial name matches."""
        words = [word for word in q.split() if word.lower().strip(",.;!?") not in STOP_WORDS] or q.split()
        name_matches = await call_store(lambda: self._profiles.find_by_name(q, limit=limit))
        hits = await call_store(lambda: self._profiles.search(words, limit=limit))
        matched_by_id = {hit.profile.agent_id: hit.matched for hit in hits}
        name = " ".join(q.split())
        ordered = [
            (one.profile, (name, *matched_by_id.get(one.profile.agent_id, ()))) for one in name_matches if one.whole
        ]
        ordered += [(hit.profile, hit.matched) for hit in hits]
        ordered += [(one.profile, (name,)) for one in name_matches]
        results: dict[str, AgentSearchHit] = {}
        for profile, matched in ordered:
            results.setdefault(profile.agent_id, _search_hit(profile, tuple(dict.fromkeys(matched))))
        return tuple(results.values())[:limit]

    async def get_agent(self, _: CurrentCaller, agent_id: str) -> Response:
        """Return the public fields of an agent, active or not, with status 200, to every caller, signed in or not.

        404 (E008) if there is no such agent. 503 (E018) if the registry does not answer.
        """
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        return json_response(PublicAgent.from_profile(profile))


def _search_hit(profile: Profile, matched: tuple[str, ...] | None = None) -> AgentSearchHit:
    return AgentSearchHit.from_profile(profile).model_copy(update={"matched": matched})
