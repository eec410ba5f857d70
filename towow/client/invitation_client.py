"""Client of a gateway for the invitation links of agents' people (INTERFACES § 7)."""

import re
from collections.abc import Sequence

from gateway.negotiation.invitation_link_models import InvitationLinkItem, NewInvitationLink
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError, PlatformErrorCode
from towow.client.http import GatewayHttp

PEOPLE = "/api/v1/admin/people"

_AGENT_ID = re.compile(r"[a-z0-9_-]{1,64}")
_LINK_ID = re.compile(r"link_[0-9a-f]{16}")


class InvitationClient:
    """Makes, lists and revokes invitation links over HTTP."""

    def __init__(self, http: GatewayHttp) -> None:
        self._http = http

    async def invite(self, agent_id: str, days: int) -> tuple[NewInvitationLink, str]:
        """Make a link for the person of an agent, and return it with the URL of its page, which is told only now.

        Raises:
            ApiError: E008, there is no agent with this id; E012 or E013, the API key is neither an administrator's nor
                that of the agent's user.
            SystemUnreachable: The gateway does not answer in time; a link may have been made that nobody knows.
        """
        if not _AGENT_ID.fullmatch(agent_id):
            raise ApiError(NegotiationErrorCode.E008, agent_id)
        answer = await self._http.request_json(
            "POST", f"{PEOPLE}/{agent_id}/invitations", idempotent=False, json={"days": days}
        )
        link = NewInvitationLink.model_validate(answer)
        return link, self._http.base_url.rstrip("/") + link.path

    async def list_links(self) -> Sequence[InvitationLinkItem]:
        """Return the valid links of all agents' people, the first to end first, without their secrets.

        Raises:
            ApiError: E012 or E013, the API key is not an administrator's.
            SystemUnreachable: The gateway does not answer in time.
        """
        answer = await self._http.request_json("GET", f"{PEOPLE}/invitations")
        return [InvitationLinkItem.model_validate(item) for item in answer["items"]]

    async def revoke(self, link_id: str) -> None:
        """Revoke a link at once.

        Raises:
            ApiError: E019, there is no such link, or no longer; E012 or E013, as for `invite`.
            SystemUnreachable: The gateway does not answer in time; the link may be revoked.
        """
        if not _LINK_ID.fullmatch(link_id):
            raise ApiError(PlatformErrorCode.E019, link_id)
        await self._http.request_json("DELETE", f"{PEOPLE}/invitations/{link_id}")
