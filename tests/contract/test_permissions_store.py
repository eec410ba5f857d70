"""Each user of a deployment × each command on a real Redis: what is allowed, and what is refused."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError

from deliberation.embedding_cache.redis import RedisEmbeddingCache
from negotiation.attendance.port import ANSWERED_BY_AGENT
from negotiation.attendance.redis import RedisAttendanceStore
from negotiation.invitation_links.redis import RedisInvitationLinkStore
from negotiation.registry.profile import Profile
from negotiation.registry.redis.registry import connect_registry as connect_registry
from shared.embedding.model import EmbeddingModel
from shared.store import keys
from shared.store.port import Commit, NewEvent, StoreMisconfigured
from shared.store.redis.connect import connect, count_outbox_entries, prepare
from shared.store.redis.functions import load_function_library
from shared.store.redis.server_status import get_server_status
from tests.contract.invitation_link_contract import link
from tests.services.redis import DURABLE, PrivateServer, private_redis
from tests.support.sample_questions import question
from towow.deployment.store_users import HEALTH, INIT, OPERATOR, SYSTEM, USERS, access_list

pytestmark = pytest.mark.requires("services")

NAMESPACE = "towow"
LOGINS = (*USERS, HEALTH)
EVERYBODY = frozenset(LOGINS)
OURS, FOREIGN = f"{NAMESPACE}:{{p00}}:x", "other:{p00}:x"
BOTH = frozenset({SYSTEM, INIT})
NOBODY: frozenset[str] = frozenset()

Command = tuple[str | int, ...]

TABLE: dict[str, tuple[Command, frozenset[str]]] = {
    "ask whether it lives": (("PING",), EVERYBODY),
    "call a Function": (("FCALL", load_function_library().functions["now"], 0), BOTH),
    "call a Function over a foreign key": (
        ("FCALL", load_function_library().functions["list_denied_commands"], 1, FOREIGN, "get"),
        NOBODY,
    ),
    "read a key of ours": (("GET", OURS), BOTH),
    "write a key of ours": (("SET", OURS, "1"), BOTH),
    "read a foreign key": (("GET", FOREIGN), NOBODY),
    "write a foreign key": (("SET", FOREIGN, "1"), NOBODY),
    "write ours and a foreign key": (("SADD", FOREIGN, "m"), NOBODY),
    "read a foreign stream": (("XRANGE", "other:log", "-", "+"), NOBODY),
    "begin a transaction": (("MULTI",), BOTH),
    "load Functions": (("FUNCTION", "LOAD", load_function_library().code), frozenset({INIT})),
    "list Functions": (("FUNCTION", "LIST"), frozenset({INIT})),
    "throw Functions away": (("FUNCTION", "FLUSH"), NOBODY),
    "delete a library": (("FUNCTION", "DELETE", f"towow_{load_function_library().hash}"), NOBODY),
    "dump Functions": (("FUNCTION", "DUMP"), NOBODY),
    "run a script": (("EVAL", "return 1", 0), NOBODY),
    "run a script by its hash": (("EVALSHA", "0" * 40, 0), NOBODY),
    "empty everything": (("FLUSHALL",), NOBODY),
    "empty the database": (("FLUSHDB",), NOBODY),
    "list all keys": (("KEYS", "*"), NOBODY),
    "pick any key": (("RANDOMKEY",), NOBODY),
    "rename a key": (("RENAME", OURS, OURS), NOBODY),
    "dump a key": (("DUMP", OURS), NOBODY),
    "send a key elsewhere": (("MIGRATE", "127.0.0.1", 1, OURS, 0, 100), NOBODY),
    "use another database": (("SELECT", 1), NOBODY),
    "read the configuration": (("CONFIG", "GET", "append*"), frozenset({INIT, OPERATOR})),
    "change the configuration": (("CONFIG", "SET", "appendfsync", "no"), NOBODY),
    "rewrite the configuration": (("CONFIG", "REWRITE"), NOBODY),
    "list users": (("ACL", "LIST"), NOBODY),
    "make a user": (("ACL", "SETUSER", "x"), NOBODY),
    "read what was refused": (("ACL", "LOG"), frozenset({OPERATOR})),
    "ask how it is": (("INFO",), frozenset({OPERATOR})),
    "ask how much memory it uses": (("INFO", "memory"), frozenset({SYSTEM, INIT, OPERATOR})),
    "rewrite the append-only file": (("BGREWRITEAOF",), frozenset({OPERATOR})),
    "list clients": (("CLIENT", "LIST"), frozenset({OPERATOR})),
    "end a client": (("CLIENT", "KILL", "ID", 999999), NOBODY),
    "hold up all clients": (("CLIENT", "PAUSE", 0), NOBODY),
    "watch all commands": (("MONITOR",), NOBODY),
    "follow another server": (("REPLICAOF", "NO", "ONE"), NOBODY),
    "copy it as a replica": (("PSYNC", "?", -1), NOBODY),
    "load a module": (("MODULE", "LIST"), NOBODY),
    "stop it": (("SHUTDOWN", "ABORT"), NOBODY),
    "publish": (("PUBLISH", f"{NAMESPACE}:x", "1"), NOBODY),
    "subscribe": (("SUBSCRIBE", f"{NAMESPACE}:x"), NOBODY),
}


def password(user: str) -> str:
    return "" if user == HEALTH else f"secret-of-{user}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[PrivateServer]:
    file: Path = tmp_path_factory.mktemp("acl") / "users.acl"
    file.write_text(access_list(NAMESPACE, {user: password(user) for user in USERS}), encoding="utf-8")
    with private_redis(*DURABLE, "--aclfile", str(file)) as running:
        yield running


def url(server: PrivateServer, user: str) -> str:
    return f"redis://{user}:{password(user) or 'any'}@127.0.0.1:{server.port}/0"


@asynccontextmanager
async def client(server: PrivateServer, user: str | None, secret: str | None) -> AsyncGenerator[Redis]:
    once = Retry(NoBackoff(), 0)
    opened = Redis(host="127.0.0.1", port=server.port, username=user, password=secret, retry=once, driver_info=None)
    try:
        yield opened
    finally:
        await opened.aclose()


async def ask(of: Redis, *words: str | int) -> Any:
    return cast(Any, await of.execute_command(*words))  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("operation", TABLE)
async def test_a_command_is_open_to_these_users_only(operation: str, server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    words, allowed = TABLE[operation]
    might = {user for user in LOGINS if await _may(server, user, words)}
    assert might == allowed


async def _may(server: PrivateServer, user: str, words: Command) -> bool:
    async with client(server, user, password(user) or "any") as known:
        try:
            await ask(known, *words)
        except NoPermissionError:
            return False
        except ResponseError:  # it was let in, and stumbled: over a library that is there already, for instance
            return True
        return True


@pytest.mark.parametrize(
    "login", [("default", ""), ("default", "any"), (SYSTEM, "wrong"), (SYSTEM, ""), ("nobody", "x")]
)
async def test_a_store_login_with_other_credentials_is_refused(login: tuple[str, str], server: PrivateServer) -> None:
    user, secret = login
    async with client(server, user, secret or None) as stranger:
        with pytest.raises(AuthenticationError):
            await ask(stranger, "GET", OURS)


async def test_a_client_without_login_may_send_no_command(server: PrivateServer) -> None:
    async with client(server, None, None) as stranger:
        for words in (("PING",), ("GET", OURS), ("INFO",)):
            with pytest.raises(AuthenticationError):
                await ask(stranger, *words)


async def test_the_system_user_works_after_init_and_cannot_load_functions(server: PrivateServer) -> None:
    """Another source is another library: it is missing as on a server that nobody prepared."""
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    assert await store.now() > 0
    assert await count_outbox_entries(store) == {}
    await store.close()
    registry = await connect_registry(url(server, SYSTEM), NAMESPACE)
    await registry.put([Profile(agent_id="agent_x", user_id="u", display_name="X")])
    assert await registry.count() == 1
    assert await registry.delete("agent_x")
    await registry.close()


async def test_the_system_user_learns_how_full_the_store_is(server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    status = await get_server_status(url(server, SYSTEM), NAMESPACE)
    assert status.memory is not None
    assert status.memory.used > 100_000
    assert (status.memory.limit, status.memory.share) == (0, 0.0)


async def test_the_system_user_may_use_every_attendance_call(server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    attending = RedisAttendanceStore(store.client, NAMESPACE)
    assert await attending.get_lease_end("agent_x") is None
    assert await attending.renew_lease("agent_x") == await attending.get_lease_end("agent_x")
    over = await attending.add_question(question(await attending.now(), "ask_0", "agent_x", wait=-1))
    asked = await attending.add_question(question(await attending.now(), "ask_1", "agent_x"))
    assert await attending.list_open_questions("agent_x") == [asked]
    assert await attending.settle_answer(over, ANSWERED_BY_AGENT) == ANSWERED_BY_AGENT
    assert await attending.postpone_question(asked) == asked
    await attending.release_lease("agent_x")
    await store.close()


async def test_the_system_user_may_use_every_call_about_invitation_links(server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    links = RedisInvitationLinkStore(store.client, NAMESPACE)
    one = link(await links.now(), "secret")
    await links.add_link(one)
    assert await links.list_links("agent_bob") == await links.list_links() == [one]
    assert await links.revoke_link(one.link_id)
    assert await links.get_link(one.link_id) is None
    await store.close()


async def test_the_system_user_may_use_every_call_of_the_embedding_cache(server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    cache, model = RedisEmbeddingCache(store.client, NAMESPACE), EmbeddingModel("m", 2)
    assert await cache.get_vectors(model, ["a", "b"]) == {}
    await cache.put_vectors(model, {"a": (0.5, 0.25)})
    assert await cache.get_vectors(model, ["a", "b"]) == {"a": (0.5, 0.25)}
    await store.close()


async def test_the_system_user_may_use_every_store_call_of_a_game(server: PrivateServer) -> None:
    """What games need and nothing else does: the conversation beside the state, and the claim of a ply."""
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    commit = Commit(
        "game_host",
        "g-played",
        "m1",
        address="game/g-played",
        record=b"{}",
        events=[NewEvent("evt-1bbbbb", "towow.game.started", "2026-01-22T10:00:00.000Z", b'{"a":1}')],
        owner="user_alice",
        notes=[b"[1]", b"[2]"],
    )
    assert (await store.commit(commit)).status == "ok"
    assert await store.read_notes("game/g-played", "g-played", 1, 3) == [b"[2]"]
    assert [game.correlation_id for game in await store.list_correlations(owner="user_alice")] == ["g-played"]
    for point in (b"4,4", b"3,3"):
        assert await store.put_if_absent("game_move/g-played/0/1", point, 60_000) == b"4,4"
    assert await store.get_value("game_move/g-played/0/1") == b"4,4"
    assert (await store.commit(Commit("game_host", "g-played", "m2", close=True))).status == "ok"
    await store.close()


async def test_nothing_is_lost_when_the_server_starts_again(server: PrivateServer) -> None:
    """It reads its append-only file with the rights of `default`, which are nobody's."""
    await prepare(url(server, INIT), NAMESPACE)
    before = await connect(url(server, SYSTEM), NAMESPACE)
    commit = Commit(
        "work",
        "d-kept",
        "m1",
        events=[NewEvent("evt-1aaaaa", "towow.x", "2026-01-22T10:00:00.000Z", b'{"a":1}')],
        budget_tokens=7,
    )
    assert (await before.commit(commit)).status == "ok"
    registry = await connect_registry(url(server, SYSTEM), NAMESPACE)
    await registry.put([Profile(agent_id="agent_kept", user_id="u", display_name="X")])
    await registry.close()
    await before.close()
    for end in (server.kill, server.stop):
        await asyncio.to_thread(end)
        await asyncio.to_thread(server.start)
        after = await connect(url(server, SYSTEM), NAMESPACE)
        assert (await after.commit(commit)).status == "duplicate"
        assert (await after.get_budget_usage("d-kept")).budget_tokens == 7
        await after.close()
        registry = await connect_registry(url(server, SYSTEM), NAMESPACE)
        assert await registry.get("agent_kept")
        await registry.close()


async def test_a_server_that_lost_its_functions_is_said_to_need_init(server: PrivateServer) -> None:
    fresh = type(load_function_library())(load_function_library().source + "\n-- another\n")
    with pytest.raises(StoreMisconfigured, match="towow init"):
        await connect(url(server, SYSTEM), NAMESPACE, functions=fresh)


async def test_another_namespace_is_out_of_reach(server: PrivateServer) -> None:
    await prepare(url(server, INIT), NAMESPACE)
    with pytest.raises(StoreMisconfigured, match="lacks"):
        await connect(url(server, SYSTEM), "other")


async def test_the_allowed_commands_are_exactly_those_that_the_adapters_send(server: PrivateServer) -> None:
    """The server's own word on each command of the Functions, for the key that they would write."""
    await prepare(url(server, INIT), NAMESPACE)
    store = await connect(url(server, SYSTEM), NAMESPACE)
    named = (keys.schema_key(NAMESPACE), *load_function_library().commands)
    answer = await store.client.call("FCALL", load_function_library().functions["list_denied_commands"], 1, *named)
    assert answer == []
    await store.close()
