"""In-memory store of invitation links for embedded systems and tests."""

from collections.abc import Sequence

from typing_extensions import override

from negotiation.invitation_links.port import InvitationLink, InvitationLinkStore
from shared.core.clock import Clock


class MemoryInvitationLinkStore(InvitationLinkStore):
    """The InvitationLinkStore port in one process, with the time of `clock`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._links: dict[str, InvitationLink] = {}

    @override
    async def now(self) -> int:
        return self._clock.now()

    @override
    async def add_link(self, link: InvitationLink) -> None:
        self._links[link.link_id] = link

    @override
    async def get_link(self, link_id: str) -> InvitationLink | None:
        self._remove_expired()
        return self._links.get(link_id)

    @override
    async def list_links(self, agent_id: str | None = None) -> Sequence[InvitationLink]:
        self._remove_expired()
        links = [link for link in self._links.values() if agent_id in (None, link.agent_id)]
        return sorted(links, key=lambda link: (link.until, link.link_id))

    @override
    async def revoke_link(self, link_id: str) -> bool:
        self._remove_expired()
        return self._links.pop(link_id, None) is not None

    def _remove_expired(self) -> None:
        now = self._clock.now()
        self._links = {key: link for key, link in self._links.items() if link.until > now}
