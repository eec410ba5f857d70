"""Routes that search, list and return agents, with their public fields only (TWQ-03, E008)."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.http.openapi_responses import STORE_CODES, WHOLE_NUMBER, PageLimit, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import AgentFacets, AgentPage, AgentSearchHit, PublicAgent
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.directory import DirectoryCounter, DirectoryFilter, Facets
from negotiation.registry.port import NameMatch, ProfileRegistry, SearchHit
from negotiation.registry.profile import Profile
from negotiation.search.query_terms import STOP_WORDS, parse_query_terms
from shared.core.api_error import ApiError, PlatformErrorCode

MAX_QUERY_CHARS = 500
"""Length limit of a search text."""

MAX_FILTER_CHARS = 100
"""Length limit of a filter."""

MAX_COUNTED = 1000
"""Number of the best matches of a search text that are filtered and counted."""

DEFAULT_CURRENCY = "CNY"
"""Currency of a price that names none, as in profiles."""

SearchText = Annotated[
    str, Query(description="search text: words of the profile or a name", max_length=MAX_QUERY_CHARS)
]
FilterText = Annotated[str, Query(max_length=MAX_FILTER_CHARS)]
MaxPrice = Annotated[int, Field(ge=0, le=10**12), WHOLE_NUMBER, Query(description="in whole units of `currency`")]
CurrencyCode = Annotated[str, Query(pattern="^[A-Z]{3}$", description="ISO 4217 code")]


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
        q: SearchText = "",
        limit: PageLimit = 50,
        location: FilterText = "",
        capability: FilterText = "",
        language: FilterText = "",
        max_price: MaxPrice | None = None,
        currency: CurrencyCode = DEFAULT_CURRENCY,
        facets: Annotated[bool, Query(description="whether to count the choices of the filters")] = False,
    ) -> Response:
        """Return the agents that match `q` best, with the words that matched; without `q` the first ones by id.

        Agents whose id is `q` or whose name contains it as whole words come first, then active agents whose profile
        matches, by descending relevance, then agents with `q` as a part of a word of their name. Among them, those that
        match every word of `q` come first.

        `location` and `capability` leave the agents that are there and have that skill, by any of their known names, in
        Chinese or English; `language` (a code) those that list it; `max_price` those that ask for at most so many whole
        units of `currency`, lowered to one of the prices that `facets` count, since no agent's own price is public.
        With `facets` the choices that are left are counted.

        Status 200 returns at most `limit` agents (1 to 200) in `items`, with their public fields only; `items` is empty
        if none matches. Every caller may, signed in or not. `total` is the number of all agents, whether they match or
        not. 400 (E001) for an invalid parameter. 503 (E018) if the registry does not answer.
        """
        filters = DirectoryFilter(location.strip(), capability.strip(), language.strip(), max_price, currency)
        if q.strip():
            page = await self._search(q, limit, filters, counted=facets or not filters.is_empty)
        elif facets or not filters.is_empty:
            listed = await call_store(lambda: self._profiles.browse(filters, limit=limit))
            page = _page(map(_search_hit, listed.profiles), found=listed.count, facets=listed.facets)
        else:
            page = _page(map(_search_hit, await call_store(lambda: self._profiles.list_all(limit))))
        total = await call_store(self._profiles.count)
        return json_response(page.model_copy(update={"total": total, "facets": page.facets if facets else None}))

    async def _search(self, q: str, limit: int, filters: DirectoryFilter, *, counted: bool) -> AgentPage:
        """Return agents whose whole name matches, then those whose profile matches, then partial name matches."""
        words = [word for word in q.split() if word.lower().strip(",.;!?") not in STOP_WORDS] or q.split()
        most = MAX_COUNTED if counted else limit
        near = filters.location or None
        name_matches = await call_store(lambda: self._profiles.find_by_name(q, limit=most))
        hits = await call_store(lambda: self._profiles.search(words, limit=most, near=near))
        results = _merge_results(" ".join(q.split()), name_matches, hits)
        counter = DirectoryCounter(filters)
        left = [(profile, matched) for profile, matched in results if counter.add(profile.model_dump())]
        name, wanted = " ".join(q.split()), {term.text for term in parse_query_terms(words)}
        full = [wanted <= {*matched} or name in matched for _, matched in left]
        ordered = [one for whole in (True, False) for one, is_full in zip(left, full, strict=True) if is_full is whole]
        items = (_search_hit(profile, matched) for profile, matched in ordered[:limit])
        found = len(left) if counted else None
        return _page(items, found=found, matching_all=min(sum(full), limit), facets=counter.facets())

    async def get_agent(self, _: CurrentCaller, agent_id: str) -> Response:
        """Return the public fields of an agent, active or not, with status 200, to every caller, signed in or not.

        404 (E008) if there is no such agent. 503 (E018) if the registry does not answer.
        """
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        return json_response(PublicAgent.from_profile(profile))


def _merge_results(
    name: str, name_matches: Sequence[NameMatch], hits: Sequence[SearchHit]
) -> Sequence[tuple[Profile, tuple[str, ...]]]:
    """Return every profile once, with what of it matched: whole names, then contents, then parts of names."""
    matched_by_id = {hit.profile.agent_id: hit.matched for hit in hits}
    ordered = [(one.profile, (name, *matched_by_id.get(one.profile.agent_id, ()))) for one in name_matches if one.whole]
    ordered += [(hit.profile, hit.matched) for hit in hits]
    ordered += [(one.profile, (name,)) for one in name_matches]
    results: dict[str, tuple[Profile, tuple[str, ...]]] = {}
    for profile, matched in ordered:
        results.setdefault(profile.agent_id, (profile, tuple(dict.fromkeys(matched))))
    return tuple(results.values())


def _page(
    items: Iterable[AgentSearchHit],
    *,
    found: int | None = None,
    matching_all: int | None = None,
    facets: Facets | None = None,
) -> AgentPage:
    counted = AgentFacets.model_validate(asdict(facets)) if facets else None
    return AgentPage(items=tuple(items), total=0, found=found, matching_all=matching_all, facets=counted)


def _search_hit(profile: Profile, matched: tuple[str, ...] | None = None) -> AgentSearchHit:
    return AgentSearchHit.from_profile(profile).model_copy(update={"matched": matched})
