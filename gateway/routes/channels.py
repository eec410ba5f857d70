"""Channels over HTTP: one demand's, or a subnet's, in the names of TW-610…617 (TWQ-04)."""

from fastapi import APIRouter
from starlette.responses import Response

from gateway.access import Access
from gateway.answering import answered
from gateway.callers import Asker
from gateway.core.channel_view import ChannelView, channel, demand_of
from gateway.documenting import STORED, refusals
from gateway.views import Views
from shared.contracts.errors import ErrorCode, ToWowError


class Channels:
    """The routes."""

    def __init__(self, access: Access, views: Views) -> None:
        self._access = access
        self._views = views

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["channels"])
        routes.add_api_route(
            "/channels/{channel_id}", self.one, methods=["GET"], operation_id="getChannel",
            response_model=ChannelView, summary="Look at a channel", responses=refusals(ErrorCode.E007, *STORED),
        )  # fmt: skip
        return routes

    async def one(self, caller: Asker, channel_id: str) -> Response:
        """`pending` until somebody is invited. A channel of a demand that one may not see is unknown."""
        found = await self._found(channel_id, caller)
        if found is None:
            raise ToWowError(ErrorCode.E007)
        return answered(found)

    async def _found(self, channel_id: str, caller: Asker) -> ChannelView | None:
        demand_id = demand_of(channel_id)
        if demand_id is None:
            return None
        try:
            await self._access.visible(demand_id, caller)
            return channel(await self._views.of(demand_id), channel_id)
        except ToWowError as error:
            if error.code is ErrorCode.E002:
                return None
            raise
