"""The contract of invitation links over Redis, and what only a server shows: no token in it, and how long keys live."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from negotiation.invitation_links.port import DAY_MS
from negotiation.invitation_links.redis import RedisInvitationLinkStore
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect
from shared.store.redis.store import RedisStore
from tests.contract.invitation_link_contract import InvitationLinkContract, StoredLinks, link
from tests.services.redis import fresh_store, list_keys, private_cluster, private_redis, store_url

pytestmark = pytest.mark.requires("services")


def over(store: RedisStore) -> RedisInvitationLinkStore:
    return RedisInvitationLinkStore(store.client, store.namespace)


@asynccontextmanager
async def two(url: str | None = None) -> AsyncGenerator[tuple[StoredLinks, RedisStore]]:
    """Two processes on one namespace. Time passes for a key when its life is cut down to its last millisecond."""
    async with fresh_store(url) as store:
        other = await connect(url or store_url(), store.namespace)

        async def pass_(key: str, milliseconds: int) -> None:
            name = f"{store.namespace}:{{links}}:{key}"
            left = await store.client.call("PTTL", name)
            assert 0 < left <= milliseconds + 100
            await store.client.call("PEXPIRE", name, 0)

        try:
            yield StoredLinks(over(store), over(other), pass_), store
        finally:
            await other.close()


class TestRedisInvitationLinks(InvitationLinkContract):
    @asynccontextmanager
    async def open_links(self) -> AsyncGenerator[StoredLinks]:
        async with two() as (kept, _):
            yield kept


async def test_every_key_of_links_expires_and_none_has_a_token() -> None:
    async with two() as (kept, store):
        now = await kept.here.now()
        await kept.here.add_link(link(now, "secret-of-bob", days=2))
        await kept.here.add_link(link(now, "another-of-bob", days=1))
        lives = {key.partition("{links}:")[2]: await store.client.call("PTTL", key) for key in await list_keys(store)}
        wanted = {"all": 2, "of:agent_bob": 2}
        wanted |= {
            f"link:{link(now, token).link_id}": days for token, days in (("secret-of-bob", 2), ("another-of-bob", 1))
        }
        assert lives.keys() == wanted.keys()
        assert all(0 <= wanted[key] * DAY_MS - life < 5000 for key, life in lives.items()), lives
        for key in lives.keys() - {"all", "of:agent_bob"}:
            assert b"secret" not in await store.client.call("GET", f"{store.namespace}:{{links}}:{key}")


async def test_invitation_links_work_on_a_redis_cluster() -> None:
    with private_cluster() as server:
        async with two(server.url) as (kept, _):
            one = link(await kept.here.now(), "one")
            await kept.here.add_link(one)
            assert await kept.there.list_links("agent_bob") == [one]
            assert await kept.there.revoke_link(one.link_id)


async def test_invitation_links_survive_an_outage_during_which_their_calls_raise() -> None:
    with private_redis("--appendonly", "yes", "--appendfsync", "always") as server:
        store = await connect(server.url, "test")
        links = over(store)
        one = link(await links.now(), "one")
        await links.add_link(one)
        server.kill()
        for call in (links.get_link(one.link_id), links.list_links(), links.add_link(one), links.revoke_link("link_x")):
            with pytest.raises(StoreUnavailable):
                await call
        server.start()
        assert await links.get_link(one.link_id) == one
        await store.close()
