"""Route that returns a channel, a demand's own or a subnet's, with the fields of TW-610…617 (TWQ-04)."""

from functools import partial

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.context import GatewayContext
from gateway.http.openapi_responses import STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.channel_view import ChannelResponse, build_channel_response, demand_id_of
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError
from shared.core.timestamps import Instant, to_iso8601


class Channel(ChannelResponse):
    """A negotiation channel.

    `pending`: no agent is invited yet. `proposal_version` and `current_round` count from 1. `feedback` and the counts
    refer to the version under review; an agent that has withdrawn counts only as withdrawn. `last_state_check`: time
    of the channel's last change.
    """

    last_state_check: str
    recovery_attempts: int
    max_recovery_attempts: int


class _ChannelRules(BaseModel):
    max_recovery_attempts: int = 3


class _ChannelRecord(BaseModel):
    """Fields of the channel's stored state that are in no event; initial values while there is none (TW-617)."""

    recovery_attempts: int = 0
    rules: _ChannelRules = _ChannelRules()
    last_updated_at: Instant | None = None


class ChannelRoutes:
    """Routes that read channels."""

    def __init__(self, context: GatewayContext, permissions: NegotiationPermissions, views: DemandViewCache) -> None:
        self._store = context.store
        self._permissions = permissions
        self._views = views

    def router(self) -> APIRouter:
        """Return a router with `/channels/{channel_id}`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["channels"])
        routes.add_api_route(
            "/channels/{channel_id}", self.get_channel, methods=["GET"], operation_id="getChannel",
            response_model=Channel, summary="Get a channel",
            responses=error_responses(NegotiationErrorCode.E007, *STORE_CODES),
        )  # fmt: skip
        return routes

    async def get_channel(self, caller: CurrentCaller, channel_id: str) -> Response:
        """Return the current state of a channel, a demand's own or one of its subnets', with status 200.

        404 (E007) if there is no such channel yet, or if it belongs to a demand that the caller may not see.
        503 (E018) if the store does not answer.
        """
        channel = await self._find_channel(channel_id, caller)
        if channel is None:
            raise ApiError(NegotiationErrorCode.E007)
        return json_response(_with_record(channel, await self._read_record(channel)))

    async def _find_channel(self, channel_id: str, caller: CurrentCaller) -> ChannelResponse | None:
        demand_id = demand_id_of(channel_id)
        if demand_id is None:
            return None
        try:
            await self._permissions.get_visible_demand(demand_id, caller)
            return build_channel_response(await self._views.get(demand_id), channel_id)
        except ApiError as error:
            if error.code is NegotiationErrorCode.E002:
                return None
            raise

    async def _read_record(self, channel: ChannelResponse) -> _ChannelRecord:
        address = f"channel/{channel['channel_id']}"
        record = await call_store(partial(self._store.read_record, address, channel["demand_id"]))
        return _ChannelRecord() if record is None else _ChannelRecord.model_validate_json(record[1])


def _with_record(channel: ChannelResponse, record: _ChannelRecord) -> Channel:
    """Add the fields of the record, and count rounds and versions from 1 (TW-612, TW-613), unlike the log."""
    return {
        **channel,
        "current_round": max(1, channel["current_round"]),
        "proposal_version": max(1, channel["proposal_version"]),
        "last_state_check": channel["created_at"]
        if record.last_updated_at is None
        else to_iso8601(record.last_updated_at),
        "recovery_attempts": record.recovery_attempts,
        "max_recovery_attempts": record.rules.max_recovery_attempts,
    }
