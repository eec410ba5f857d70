"""Making and opening of invitation links, whose tokens are told once and stored as digests only."""

from gateway.http.store_timeout import call_store
from negotiation.invitation_links.port import (
    DAY_MS,
    InvitationLink,
    InvitationLinkStore,
    digest_token,
    is_token_of_link,
    link_id_of,
    make_token,
)


class InvitationLinks:
    """Invitation links of the system, over their store. Permissions are not checked."""

    def __init__(self, store: InvitationLinkStore) -> None:
        self._store = store

    async def create(self, agent_id: str, days: int, created_by: str | None) -> tuple[InvitationLink, str]:
        """Store a new link for the person of an agent, valid for `days`; return it and its token.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S; the link may be stored, but nobody
                knows its token.
            StoreMisconfigured: If the store rejects a call.
        """
        token, now = make_token(), await call_store(self._store.now)
        link = InvitationLink(
            link_id=link_id_of(token),
            agent_id=agent_id,
            token_digest=digest_token(token),
            created_at=now,
            until=now + days * DAY_MS,
            created_by=created_by,
        )
        await call_store(lambda: self._store.add_link(link))
        return link, token

    async def find(self, token: str) -> InvitationLink | None:
        """Return the valid link with this token; None if it is unknown, expired or revoked, indistinguishably.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        link = await call_store(lambda: self._store.get_link(link_id_of(token)))
        return link if link is not None and is_token_of_link(link, token) else None
