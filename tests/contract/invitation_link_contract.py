"""What every store of invitation links must do. A subclass of InvitationLinkContract runs it over memory or a server."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest

from negotiation.invitation_links.port import (
    DAY_MS,
    InvitationLink,
    InvitationLinkStore,
    digest_token,
    link_id_of,
)
from tests.support.async_tests import OpenedInTest


@dataclass(frozen=True)
class StoredLinks:
    """A store, the same one as another process sees it, and a way to let time (ms) pass for a key."""

    here: InvitationLinkStore
    there: InvitationLinkStore
    pass_: Callable[[str, int], Awaitable[None]]


def link(now: int, token: str, agent_id: str = "agent_bob", days: int = 14) -> InvitationLink:
    return InvitationLink(
        link_id=link_id_of(token),
        agent_id=agent_id,
        token_digest=digest_token(token),
        created_at=now,
        until=now + days * DAY_MS,
        created_by="root",
    )


class InvitationLinkContract:
    """Links, seen by two at once."""

    def open_links(self) -> AbstractAsyncContextManager[StoredLinks]:
        raise NotImplementedError

    @pytest.fixture
    def kept(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_links())

    async def test_a_link_is_read_by_every_client_by_its_id_only(self, kept: StoredLinks) -> None:
        one = link(await kept.here.now(), "secret")
        await kept.here.add_link(one)
        await kept.here.add_link(one)
        assert await kept.there.get_link(one.link_id) == one
        for other in ("secret", "link_", "", one.token_digest, one.link_id.upper()):
            assert await kept.there.get_link(other) is None
        assert await kept.there.list_links() == [one]

    async def test_links_are_listed_by_their_end_for_one_agent_or_all(self, kept: StoredLinks) -> None:
        now = await kept.here.now()
        bob = [link(now, f"bob {days}", days=days) for days in (9, 3, 6)]
        amy = link(now, "amy", "agent_amy", days=4)
        await asyncio.gather(*map(kept.here.add_link, [*bob, amy]))
        assert [(one.until - now) // DAY_MS for one in await kept.there.list_links("agent_bob")] == [3, 6, 9]
        assert await kept.there.list_links("agent_amy") == [amy]
        assert [(one.until - now) // DAY_MS for one in await kept.there.list_links()] == [3, 4, 6, 9]
        assert await kept.there.list_links("agent_eve") == []

    async def test_a_revoked_link_is_gone_at_once_and_no_other(self, kept: StoredLinks) -> None:
        now = await kept.here.now()
        one, other = link(now, "one"), link(now, "other")
        await kept.here.add_link(one)
        await kept.here.add_link(other)
        assert await kept.there.revoke_link(one.link_id)
        assert not await kept.here.revoke_link(one.link_id)
        assert not await kept.here.revoke_link("link_none")
        assert await kept.here.get_link(one.link_id) is None
        assert await kept.here.list_links() == await kept.here.list_links("agent_bob") == [other]

    async def test_a_link_is_gone_after_its_end(self, kept: StoredLinks) -> None:
        one = link(await kept.here.now(), "one", days=1)
        await kept.here.add_link(one)
        await kept.pass_(f"link:{one.link_id}", DAY_MS)
        assert await kept.there.get_link(one.link_id) is None
        assert await kept.there.list_links("agent_bob") == []
        assert not await kept.there.revoke_link(one.link_id)
