"""Store of invitation links in Redis, shared by all processes of a system.

| key | type | content | life |
|---|---|---|---|
| `<namespace>:{links}:link:<id>` | string | link without its token (JSON) | to its `until` |
| `<namespace>:{links}:all` | zset | ids of links by `until` (ms) | as the longest-lived link |
| `<namespace>:{links}:of:<agent>` | zset | the same, of one agent | as the longest-lived link |

Every command touches one key, so it is atomic, on a cluster too. A link's own key decides whether it is valid; it is
written first and removed first, so a listing never names a link that cannot be used.
"""

import asyncio
from collections.abc import Sequence

from typing_extensions import override

from negotiation.invitation_links.port import InvitationLink, InvitationLinkStore
from shared.runtime.application import CommandClient


class RedisInvitationLinkStore(InvitationLinkStore):
    """The InvitationLinkStore port over Redis. Keys start with `namespace`."""

    def __init__(self, commands: CommandClient, namespace: str) -> None:
        self._commands = commands
        self._namespace = namespace

    @override
    async def now(self) -> int:
        seconds, microseconds = await self._commands.call("TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    @override
    async def add_link(self, link: InvitationLink) -> None:
        key = self._key("link", link.link_id)
        await self._commands.call("SET", key, link.model_dump_json(), "PXAT", link.until)
        life_ms = max(1, link.until - await self.now())
        for listing in self._listings(link):
            await self._commands.call("ZADD", listing, link.until, link.link_id)
            for condition in ("NX", "GT"):  # set the first expiry, or extend a shorter one
                await self._commands.call("PEXPIRE", listing, life_ms, condition)

    @override
    async def get_link(self, link_id: str) -> InvitationLink | None:
        data = await self._commands.call("GET", self._key("link", link_id))
        return None if data is None else InvitationLink.model_validate_json(data)

    @override
    async def list_links(self, agent_id: str | None = None) -> Sequence[InvitationLink]:
        """Return the valid links of an agent, or without `agent_id` of all agents, the earliest `until` first.

        Removes the ids of expired links from the stored list. Raises StoreUnavailable if Redis does not answer,
        StoreMisconfigured if it rejects a command.
        """
        listing, now = self._key("all") if agent_id is None else self._key("of", agent_id), await self.now()
        expired = await self._commands.call("ZRANGE", listing, "-inf", now, "BYSCORE")
        if expired:
            await self._commands.call("ZREM", listing, *expired)
        ids = [name.decode() for name in await self._commands.call("ZRANGE", listing, f"({now}", "+inf", "BYSCORE")]
        links = await asyncio.gather(*map(self.get_link, ids))
        return [link for link in links if link is not None]

    @override
    async def revoke_link(self, link_id: str) -> bool:
        link = await self.get_link(link_id)
        if link is None:
            return False
        was_there = await self._commands.call("DEL", self._key("link", link_id))
        for listing in self._listings(link):
            await self._commands.call("ZREM", listing, link_id)
        return bool(was_there)

    def _listings(self, link: InvitationLink) -> Sequence[str]:
        return self._key("all"), self._key("of", link.agent_id)

    def _key(self, *parts: str) -> str:
        return ":".join((f"{self._namespace}:{{links}}", *parts))
