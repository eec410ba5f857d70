"""Routes that list demands, return one, and read its events (TWQ-04)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.context import GatewayContext
from gateway.http.openapi_responses import STORE_CODES, WHOLE_NUMBER, PageLimit, error_responses
from gateway.http.pagination import ReadPosition, decode_cursor, encode_cursor
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.decision_service import DecisionService
from gateway.negotiation.permissions import NegotiationPermissions, is_demand_id
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.demand_summary import DemandItem
from gateway.negotiation.views.schema import DemandStatus, DemandView, RequesterDecision
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.contracts.events import DemandClosed
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.user_id import MAX_USER_ID_CHARACTERS
from shared.store.port import CorrelationInfo, LoggedEvent

MAX_INDEX_PAGES = 10
"""Index pages read for one page of a list whose filter drops most items; exceeded only within one millisecond."""


@dataclass(frozen=True, slots=True)
class DemandFilter:
    """Filter of a list of demands: by user, by status, by the demand that they continue; None = no restriction."""

    user_id: str | None
    status: DemandStatus | None
    follows: CorrelationInfo | None

    def drop_older(self, demands: Sequence[CorrelationInfo]) -> Sequence[CorrelationInfo]:
        """Return `demands`, in their order, without those opened before the demand `follows`, which cannot continue it.

        Returns all of them if `follows` of this filter is None.
        """
        oldest = 0 if self.follows is None else self.follows.opened_at
        return [demand for demand in demands if demand.opened_at >= oldest]

    def matches(self, item: DemandItem) -> bool:
        """Return whether the item passes the filters by `status` and `follows`; one that is None passes every item.

        `user_id` is not compared: the store has filtered by user before.
        """
        followed = None if self.follows is None else self.follows.correlation_id
        return self.status in (None, item["status"]) and followed in (None, item.get("follows"))


class DemandPage(TypedDict, total=False):
    """A page of demands, newest first. `next`: value of `before` for the next page; absent on the last one."""

    items: Sequence[DemandItem]
    next: str


class EventEntry(TypedDict):
    """An event of the log (INTERFACES § 2). Payloads by event type: docs/schema/events.json."""

    seq: int
    event_id: str
    event_type: str
    timestamp: str
    payload: dict[str, Any]


class EventPage(TypedDict):
    """A page of an event log.

    `last_seq`: `seq` of the page's last event, or `after` if the page is empty. `closed`: there will be no more events.
    """

    events: Sequence[EventEntry]
    last_seq: int
    closed: bool


class DemandRoutes:
    """Routes that read demands."""

    def __init__(
        self,
        context: GatewayContext,
        permissions: NegotiationPermissions,
        views: DemandViewCache,
        decisions: DecisionService,
    ) -> None:
        self._context = context
        self._permissions = permissions
        self._views = views
        self._decisions = decisions

    def router(self) -> APIRouter:
        """Return a router with `/demands`, `/demands/{demand_id}` and `/demands/{demand_id}/events`.

        It is made for inclusion below `/api/v1`.
        """
        routes = APIRouter(tags=["demands"])
        read_codes = (NegotiationErrorCode.E002, *STORE_CODES)
        routes.add_api_route(
            "/demands", self.list_demands, methods=["GET"], operation_id="listDemands", response_model=DemandPage,
            summary="List demands, newest first", responses=error_responses(PlatformErrorCode.E001, *read_codes),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}", self.get_demand, methods=["GET"], operation_id="getDemand",
            response_model=DemandView, summary="Get a demand", responses=error_responses(*read_codes),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}/events", self.list_events, methods=["GET"], operation_id="getEvents",
            response_model=EventPage, summary="Get the events of a demand",
            responses=error_responses(PlatformErrorCode.E001, *read_codes),
        )  # fmt: skip
        return routes

    async def list_demands(
        self,
        caller: CurrentCaller,
        user_id: Annotated[
            str | None, Query(description="only demands of this user", max_length=MAX_USER_ID_CHARACTERS)
        ] = None,
        status: DemandStatus | None = None,
        follows: Annotated[str | None, Query(description="only demands that continue this one", max_length=64)] = None,
        limit: PageLimit = 50,
        before: Annotated[str | None, Query(description="`next` of the previous page", max_length=200)] = None,
    ) -> Response:
        """List the demands that the caller may see, newest first.

        Status 200 returns a page: `items` with at most `limit` summaries (1 to 200), and the cursor `next`. Only
        demands that pass all of the given filters `user_id`, `status` and `follows` are listed. A gateway without keys
        lists private demands only with `user_id`. To get the next page, repeat the request with `before` set to `next`;
        the last page has no `next`. 400 (E001) if `before` is not such a cursor, 404 (E002) if the caller may not see
        `follows` or there is none, 503 (E018) if the store does not answer.
        """
        followed = None if follows is None else await self._permissions.get_visible_demand(follows, caller)
        demand_filter = DemandFilter(user_id, status, followed)
        return json_response(
            await self._read_page(caller, demand_filter, limit, await self._start_position(before, caller))
        )

    async def _read_page(
        self, caller: Caller, demand_filter: DemandFilter, limit: int, position: tuple[int, str] | None
    ) -> DemandPage:
        """Read index pages after `position` until a page of the list is full or the index ends."""
        items: list[DemandItem] = []
        read_position = ReadPosition()
        for number in count(1):
            demands = await call_store(
                lambda at=position: self._context.store.list_correlations(
                    owner=demand_filter.user_id, before=at, limit=limit
                )
            )
            demands = demand_filter.drop_older(demands)
            for demand, item in await self._list_items(caller, demands, demand_filter.user_id):
                position = (demand.opened_at, demand.correlation_id)
                read_position.advance(*position, shown=item is not None)
                if item is not None and demand_filter.matches(item):
                    items.append(item)
                if len(items) == limit and (demand is not demands[-1] or len(demands) == limit):
                    return {"items": items, "next": encode_cursor(*position)}
            if len(demands) < limit:
                break
            if number >= MAX_INDEX_PAGES and read_position.resume_position is not None:
                return {"items": items, "next": encode_cursor(*read_position.resume_position)}
        return {"items": items}

    async def _start_position(self, before: str | None, caller: Caller) -> tuple[int, str] | None:
        """Return the position of a cursor; for a demand that the caller may not see, only its millisecond."""
        if before is None:
            return None
        opened, demand_id = decode_cursor(before)
        try:
            demand = await self._permissions.get_visible_demand(demand_id, caller)
        except ApiError:
            return opened, ""
        return opened, demand_id if demand.opened_at == opened else ""

    async def get_demand(self, caller: CurrentCaller, demand_id: str) -> Response:
        """Return the current state of the demand, its own channel and its subnets, with status 200.

        The state is projected from the event log; `decision`, the requester's, is kept beside it.
        404 (E002) if there is no such demand, or if the caller may not see it. 503 (E018) if the store does not answer.
        """
        await self._permissions.get_visible_demand(demand_id, caller)
        view = await self._views.get(demand_id)
        decision = None if view["outcome"] is None else await self._decisions.get(demand_id)
        return json_response(view if decision is None else {**view, "decision": decision})

    async def list_events(
        self,
        caller: CurrentCaller,
        demand_id: str,
        after: Annotated[
            int, Field(ge=0, le=10**15), WHOLE_NUMBER, Query(description="return the events with a larger `seq`")
        ] = 0,
        limit: Annotated[int, Field(ge=1, le=1000), WHOLE_NUMBER, Query(description="maximum number of events")] = 500,
    ) -> Response:
        """Return the events after `after` in the order of `seq`, for clients that cannot keep a stream open.

        Status 200 returns a page at once, even if there are no new events: `events` with at most `limit` log entries,
        `last_seq`, which is `after` if the page is empty, and `closed`.
        To read on, repeat the request with `after` set to `last_seq`, until `closed` is true.
        404 (E002) if there is no such demand, or if the caller may not see it. 503 (E018) if the store does not answer.
        """
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        events = await call_store(lambda: self._context.store.read_log(demand_id, after, limit))
        last = events[-1].seq if events else after
        closed = demand.closed_at is not None and await self._ends_at(demand_id, events, last)
        entries = b",".join(event.data for event in events)
        end = json.dumps({"last_seq": last, "closed": closed}).encode()
        return Response(
            b'{"events":[' + entries + b"]," + end[1:], 200, {"Cache-Control": "no-store"}, "application/json"
        )

    async def _list_items(
        self, caller: Caller, demands: Sequence[CorrelationInfo], user_id: str | None
    ) -> Sequence[tuple[CorrelationInfo, DemandItem | None]]:
        """Return each demand with its list item; None if it is no demand, or the caller may not list it."""
        listed_ids = [
            known.correlation_id
            for known in demands
            if is_demand_id(known.correlation_id) and self._permissions.may_list(known, caller, user_id)
        ]
        items = dict(zip(listed_ids, await self._views.list_items(listed_ids), strict=True))
        ended_ids = [demand_id for demand_id, item in items.items() if item and item["status"] != "processing"]
        decisions = dict(zip(ended_ids, await self._decisions.get_many(ended_ids), strict=True))
        return [
            (demand, _decided_item(items.get(demand.correlation_id), decisions.get(demand.correlation_id)))
            for demand in demands
        ]

    async def _ends_at(self, demand_id: str, events: Sequence[LoggedEvent], last: int) -> bool:
        """Return whether the log is closed by the event with seq `last`."""
        last_event = events[-1] if events else await call_store(lambda: self._context.store.read_last_event(demand_id))
        return last_event is not None and last_event.type == DemandClosed.type and last_event.seq <= last


def _decided_item(item: DemandItem | None, decision: RequesterDecision | None) -> DemandItem | None:
    return item if item is None or decision is None else {**item, "decision": decision}
