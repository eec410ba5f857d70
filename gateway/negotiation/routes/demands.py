"""Looking at demands over HTTP: list them, look at one, read its events (TWQ-04)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.auth.authentication import Asker, Caller
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.openapi_responses import STORE_CODES, WHOLE_NUMBER, PageLimit, error_responses
from gateway.http.pagination import ReadPosition, decode_cursor, encode_cursor
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.demand_summary import DemandItem
from gateway.negotiation.views.schema import DemandView, Status
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.events import DemandClosed
from negotiation.submission import MAX_USER_ID_CHARACTERS
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import CorrelationInfo, LoggedEvent

PAGES = 10
"""Pages of the index after which a list ends, when its filter drops most of them; more only for what one ms hides."""


@dataclass(frozen=True, slots=True)
class DemandFilter:
    """Which demands a list is of: of one user, of one status, of those that take up one; None = of all."""

    user_id: str | None
    status: Status | None
    follows: CorrelationInfo | None

    def among(self, known: Sequence[CorrelationInfo]) -> Sequence[CorrelationInfo]:
        """Those of `known`, newest first, that may be wanted: what follows a demand is no older than that."""
        oldest = 0 if self.follows is None else self.follows.opened_at
        return [about for about in known if about.opened_at >= oldest]

    def has(self, line: DemandItem) -> bool:
        """Whether this is one of them; the store told whose it is."""
        followed = None if self.follows is None else self.follows.correlation_id
        return self.status in (None, line["status"]) and followed in (None, line.get("follows"))


class DemandPage(TypedDict, total=False):
    """A page of demands, newest first. `next`: the `before` of the page that follows, absent on the last one."""

    items: Sequence[DemandItem]
    next: str


class EventEntry(TypedDict):
    """An event as it is on the wire (INTERFACES § 2); its payload is described in docs/schema/events.json."""

    seq: int
    event_id: str
    event_type: str
    timestamp: str
    payload: dict[str, Any]


class EventPage(TypedDict):
    """A part of a log. `last_seq`: that of its last event, or what was asked for; `closed`: no more will ever come."""

    events: Sequence[EventEntry]
    last_seq: int
    closed: bool


class DemandRoutes:
    """The routes."""

    def __init__(self, house: GatewayContext, access: Permissions, views: DemandViewCache) -> None:
        self._house = house
        self._access = access
        self._views = views

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["demands"])
        one = (NegotiationErrorCode.E002, *STORE_CODES)
        routes.add_api_route(
            "/demands", self.listed, methods=["GET"], operation_id="listDemands", response_model=DemandPage,
            summary="List demands, newest first", responses=error_responses(PlatformErrorCode.E001, NegotiationErrorCode.E002, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}", self.one, methods=["GET"], operation_id="getDemand", response_model=DemandView,
            summary="Look at a demand", responses=error_responses(*one),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}/events", self.events, methods=["GET"], operation_id="getEvents",
            response_model=EventPage, summary="Read what happened", responses=error_responses(PlatformErrorCode.E001, *one),
        )  # fmt: skip
        return routes

    async def listed(
        self,
        caller: Asker,
        user_id: Annotated[str | None, Query(description="only this user's", max_length=MAX_USER_ID_CHARACTERS)] = None,
        status: Status | None = None,
        follows: Annotated[str | None, Query(description="only what takes up this demand", max_length=64)] = None,
        limit: PageLimit = 50,
        before: Annotated[str | None, Query(description="`next` of the page before", max_length=200)] = None,
    ) -> Response:
        """Private demands stand in the list of who may see them."""
        followed = None if follows is None else await self._access.visible(follows, caller)
        wanted = DemandFilter(user_id, status, followed)
        return json_response(await self._page(caller, wanted, limit, await self._from(before, caller)))

    async def _page(self, caller: Caller, wanted: DemandFilter, limit: int, at: tuple[int, str] | None) -> DemandPage:
        """What lies behind `at`."""
        items: list[DemandItem] = []
        margin = ReadPosition()
        for number in count(1):
            known = await call_store(
                lambda at=at: self._house.store.list_correlations(owner=wanted.user_id, before=at, limit=limit)
            )
            known = wanted.among(known)
            for about, line in await self._lines(caller, known, wanted.user_id):
                at = (about.opened_at, about.correlation_id)
                margin.advance(*at, shown=line is not None)
                if line is not None and wanted.has(line):
                    items.append(line)
                if len(items) == limit and (about is not known[-1] or len(known) == limit):
                    return {"items": items, "next": encode_cursor(*at)}
            if len(known) < limit:
                break
            if number >= PAGES and margin.resume_position is not None:
                return {"items": items, "next": encode_cursor(*margin.resume_position)}
        return {"items": items}

    async def _from(self, before: str | None, caller: Caller) -> tuple[int, str] | None:
        """Where a list begins. A cursor made up of an id that `caller` may not see leads no further than its ms."""
        if before is None:
            return None
        opened, demand_id = decode_cursor(before)
        try:
            known = await self._access.visible(demand_id, caller)
        except ApiError:
            return opened, ""
        return opened, demand_id if known.opened_at == opened else ""

    async def one(self, caller: Asker, demand_id: str) -> Response:
        """The demand as its log tells it."""
        await self._access.visible(demand_id, caller)
        return json_response(await self._views.get(demand_id))

    async def events(
        self,
        caller: Asker,
        demand_id: str,
        after: Annotated[
            int, Field(ge=0, le=10**15), WHOLE_NUMBER, Query(description="the seq behind which to begin")
        ] = 0,
        limit: Annotated[int, Field(ge=1, le=1000), WHOLE_NUMBER, Query(description="at most so many")] = 500,
    ) -> Response:
        """The log, in order: for who cannot hold a stream open."""
        known = await self._access.visible(demand_id, caller)
        found = await call_store(lambda: self._house.store.read_log(demand_id, after, limit))
        last = found[-1].seq if found else after
        closed = known.closed_at is not None and await self._is_end(demand_id, found, last)
        entries = b",".join(event.data for event in found)
        end = json.dumps({"last_seq": last, "closed": closed}).encode()
        return Response(
            b'{"events":[' + entries + b"]," + end[1:], 200, {"Cache-Control": "no-store"}, "application/json"
        )

    async def _lines(
        self, caller: Caller, known: Sequence[CorrelationInfo], user_id: str | None
    ) -> Sequence[tuple[CorrelationInfo, DemandItem | None]]:
        """What a list says of each; None for one that does not stand in it."""
        shown = [about.correlation_id for about in known if self._access.may_list(about, caller, user_id)]
        lines = dict(zip(shown, await self._views.lines_of(shown), strict=True))
        return [(about, lines.get(about.correlation_id)) for about in known]

    async def _is_end(self, demand_id: str, found: Sequence[LoggedEvent], last: int) -> bool:
        """Whether the log ends at `last`."""
        end = found[-1] if found else await call_store(lambda: self._house.store.read_last_event(demand_id))
        return end is not None and end.type == DemandClosed.type and end.seq <= last
