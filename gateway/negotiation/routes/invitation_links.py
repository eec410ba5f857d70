"""Routes that make, list and revoke invitation links; for administrators, and for users about their own agents."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store
from gateway.negotiation.invitation_link_models import (
    InvitationLinkBody,
    InvitationLinkItem,
    InvitationLinkPage,
    NewInvitationLink,
)
from gateway.negotiation.invitation_links import InvitationLinks
from gateway.negotiation.permissions import NegotiationPermissions
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.invitation_links.port import InvitationLink
from negotiation.resources import NegotiationResources
from shared.core.api_error import ApiError, PlatformErrorCode

PAGE_PREFIX = "/i/"
"""Path of the page of an invited person, before the token."""


class InvitationLinkRoutes:
    """Routes of invitation links, except those that a link itself gives access to."""

    def __init__(
        self, permissions: NegotiationPermissions, resources: NegotiationResources, links: InvitationLinks
    ) -> None:
        self._permissions = permissions
        self._profiles = resources.profiles
        self._store = resources.invitation_links
        self._links = links

    def router(self) -> APIRouter:
        """Return a router with the routes below `/admin/people`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["admin"], prefix="/admin/people")
        change = (*CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/{agent_id}/invitations", self.create_link, methods=["POST"], operation_id="createInvitationLink",
            response_model=NewInvitationLink, status_code=201, summary="Make an invitation link",
            responses=error_responses(NegotiationErrorCode.E008, *BODY_CODES, *change),
            openapi_extra=body_openapi(InvitationLinkBody, {"days": 14}, optional=True),
        )  # fmt: skip
        routes.add_api_route(
            "/{agent_id}/invitations", self.list_links, methods=["GET"], operation_id="listInvitationLinks",
            response_model=InvitationLinkPage, summary="List the invitation links of an agent's person",
            responses=error_responses(NegotiationErrorCode.E008, PlatformErrorCode.E013, *STORE_CODES),
        )  # fmt: skip
        routes.add_api_route(
            "/invitations", self.list_all_links, methods=["GET"], operation_id="listAllInvitationLinks",
            response_model=InvitationLinkPage, summary="List all invitation links",
            responses=error_responses(PlatformErrorCode.E013, *STORE_CODES),
            dependencies=[Depends(self._permissions.check_admin)],
        )  # fmt: skip
        routes.add_api_route(
            "/invitations/{link_id}", self.revoke_link, methods=["DELETE"], operation_id="revokeInvitationLink",
            status_code=204, summary="Revoke an invitation link",
            responses=error_responses(PlatformErrorCode.E019, *change),
        )  # fmt: skip
        return routes

    async def create_link(
        self,
        caller: CurrentCaller,
        agent_id: str,
        body: Annotated[InvitationLinkBody, Depends(json_body(InvitationLinkBody, optional=True))],
    ) -> Response:
        """Make a link by which one person answers for this agent without a key, until the link ends or is revoked.

        Status 201 returns it with `path`, the path of the page, which has the secret in it and is told only now.
        Without a body the link is valid for 14 days.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
        """
        await self._check_may_answer(agent_id, caller)
        link, token = await self._links.create(agent_id, body.days, caller.user_id)
        item = InvitationLinkItem.from_link(link)
        return json_response(NewInvitationLink(**dict(item), path=f"{PAGE_PREFIX}{token}"), 201)

    async def list_links(self, caller: CurrentCaller, agent_id: str) -> Response:
        """Return the valid links of an agent's person, with status 200, without their secrets.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others, 404 (E008) if there is no such agent. 503 (E018) if the store does not answer.
        """
        await self._check_may_answer(agent_id, caller)
        return await self._page(agent_id)

    async def list_all_links(self) -> Response:
        """Return the valid links of all agents, with status 200, without their secrets.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer.
        """
        return await self._page(None)

    async def revoke_link(self, caller: CurrentCaller, link_id: str) -> Response:
        """Revoke a link at once. Status 204 has no body. Answers that were given by it stay.

        Allowed for the agent's own user and administrators: 401 (E012) if the caller must sign in, 403 (E013) for the
        agents of others. 404 (E019) if there is no such link, or no longer. 503 (E018) if the store does not answer.
        """
        link = await call_store(lambda: self._store.get_link(link_id))
        if link is None:
            raise ApiError(PlatformErrorCode.E019)
        await self._check_may_revoke(link, caller)
        await call_store(lambda: self._store.revoke_link(link_id))
        return Response(status_code=204)

    async def _page(self, agent_id: str | None) -> Response:
        links = await call_store(lambda: self._store.list_links(agent_id))
        return json_response(InvitationLinkPage(items=tuple(map(InvitationLinkItem.from_link, links))))

    async def _check_may_revoke(self, link: InvitationLink, caller: Caller) -> None:
        """Raise ApiError unless `caller` may; administrators may also if the agent was deleted."""
        if not self._permissions.may_administer(caller):
            await self._check_may_answer(link.agent_id, caller)

    async def _check_may_answer(self, agent_id: str, caller: Caller) -> None:
        profile = await call_store(lambda: self._profiles.get(agent_id))
        if profile is None:
            raise ApiError(NegotiationErrorCode.E008)
        self._permissions.check_may_answer_for(caller, profile)
