"""Does the system work when each role has a login of its own with only its rights, and does nobody pass for another?"""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import cast

import aio_pika
import httpx2
import pytest
import redis

from shared.core.envelope import Envelope, encode_envelope
from shared.runtime.system_clock import SystemClock
from shared.transport.topology import Topology
from tests.e2e.server_game import MODEL, ServerGame
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.services.redis import DURABLE, PrivateServer, private_redis
from tests.support.cli_runner import DEMAND, PATIENCE, CommandRunner, CompletedCommand, close, types, wait_for_result
from tests.support.compiled_engines import compile_engines
from towow.bootstrap.applications import QUEUES
from towow.deployment import broker_users, store_users

pytestmark = pytest.mark.requires("services")

NAMES = Topology()
LOG_IDS = ("session_id", "game_id", "demand_id")
GAME_NUMBERS = count(1)

QUERY = "我想在60天内备考雅思，目标7分，每天2小时"


def password(user: str) -> str:
    return f"secret-of-{user}"


@dataclass
class Deployment:
    """Both services with the users of a deployment, and the command line as any of them."""

    rabbit: PrivateRabbit
    redis: PrivateServer
    command: CommandRunner

    def run(self, user: str, *arguments: str, **environment: str) -> CompletedCommand:
        return self.command.run(*arguments, **self.urls(user), **environment)

    def urls(self, user: str) -> dict[str, str]:
        on_redis = store_users.INIT if user == broker_users.INIT else store_users.SYSTEM
        return {
            "TOWOW_BROKER_URL": self.rabbit.url_of(user, password(user)),
            "TOWOW_STORE_URL": f"redis://{on_redis}:{password(on_redis)}@127.0.0.1:{self.redis.port}/0",
        }

    @contextmanager
    def working(self, role: str) -> Generator[None]:
        process = self.command.start("worker", role, **self.urls(role))
        try:
            wait_for_result(process, b"ready ")
            yield
        finally:
            process.kill()
            close(process)

    @contextmanager
    def gateway(self, **environment: str) -> Generator[str]:
        """A gateway's URL while it runs."""
        process = self.command.start("gateway", "--port", "0", **self.urls(broker_users.GATEWAY), **environment)
        try:
            yield wait_for_result(process, b"ready ").split()[1].decode()
        finally:
            process.kill()
            close(process)

    def asked_by_operator(self, *words: str) -> object:
        """What the store's server answers to the user who looks after it."""
        secret = password(store_users.OPERATOR)
        with redis.Redis(
            port=self.redis.port, username=store_users.OPERATOR, password=secret, driver_info=None
        ) as client:
            return cast(object, client.execute_command(*words))  # pyright: ignore[reportUnknownMemberType]


@pytest.fixture(scope="module")
def deployment() -> Generator[Deployment]:
    """Prepared by `init`, and every role at work as a process of its own."""
    compile_engines("gomoku8", "nogo7")  # a worker would do it, and keep a decision waiting meanwhile
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="towow-")))
        users = folder / "users.acl"
        users.write_text(
            store_users.access_list("towow", {user: password(user) for user in store_users.USERS}), encoding="utf-8"
        )
        logins = {user: password(user) for user in broker_users.USERS}
        made = Deployment(
            held.enter_context(private_rabbit(broker_users.definitions("towow", logins))),
            held.enter_context(private_redis(*DURABLE, "--aclfile", str(users))),
            CommandRunner(folder),
        )
        before = made.run("skills", "worker", "skills")
        assert before.code != 0, "it began although nothing was prepared"
        assert "towow init" in before.err
        for said in ("it was empty, 338 shipped agents were added", "registry: 338 agents"):
            ended = made.run(broker_users.INIT, "init")
            assert (ended.code, said in ended.err) == (0, True), ended.err
        assert made.asked_by_operator("ACL", "LOG", "RESET")  # that worker was refused, and rightly
        for role in QUEUES:
            held.enter_context(made.working(role))
        yield made


class Listener:
    """What a login hears of the events, from `start` on."""

    def __init__(self, url: str, *sources: str) -> None:
        self.heard: list[str] = []
        self._more = asyncio.Event()
        self._url = url
        self._sources = sources

    async def __aenter__(self) -> "Listener":
        self._connection = await aio_pika.connect(self._url)
        channel = await self._connection.channel()
        own = await channel.declare_queue(NAMES.subscription(f"test-{id(self)}"), exclusive=True, auto_delete=True)
        for source in self._sources:
            await own.bind(source, "#")
        await own.consume(self._hear, no_ack=True)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()

    async def _hear(self, message: aio_pika.abc.AbstractIncomingMessage) -> None:
        payload = json.loads(message.body)["payload"]
        self.heard.append(next(str(payload[name]) for name in LOG_IDS if name in payload))
        self._more.set()

    async def until_heard(self, log_id: str, amount: int) -> None:
        """Return once that many events of a demand, session or game were heard."""
        async with asyncio.timeout(PATIENCE):
            while self.heard.count(log_id) < amount:
                self._more.clear()
                await self._more.wait()


def listener(deployment: Deployment, user: str, *sources: str) -> Listener:
    return Listener(deployment.rabbit.url_of(user, password(user)), *sources)


async def negotiate(deployment: Deployment, visibility: str) -> str:
    """A demand from its submission to its end; its id."""
    ended = await asyncio.to_thread(
        deployment.run, broker_users.GATEWAY, "submit", DEMAND, "--watch", "--json", TOWOW_DEFAULT_VISIBILITY=visibility
    )
    assert ended.code == 0, ended.err
    assert types(ended.rows)[-1] == "demand.closed"
    return str(ended.rows[0]["payload"]["demand_id"])


async def deliberate(deployment: Deployment, visibility: str) -> str:
    """A session from its start to its report; its id."""
    ended = await asyncio.to_thread(
        deployment.run, broker_users.GATEWAY, "deliberate", QUERY, "--json", TOWOW_DEFAULT_VISIBILITY=visibility
    )
    assert ended.code == 0, ended.err
    assert [row["type"] for row in ended.rows[-2:]] == ["final_report", "session_ended"]
    assert "agent_skipped" not in {row["type"] for row in ended.rows}
    return str(ended.rows[0]["session_id"])


async def play(deployment: Deployment, visibility: str) -> str:
    """A game server's request whose decision ends its game; the game's id."""
    game = ServerGame("tictactoe", next(GAME_NUMBERS), first=MODEL, moves=((0, 0), (1, 0), (0, 1), (1, 1)))
    with deployment.gateway(TOWOW_DEFAULT_VISIBILITY=visibility) as url:
        async with httpx2.AsyncClient(base_url=url, timeout=PATIENCE) as client:
            accepted = await client.post("/LMMRunning/add/", data=game.fields())
            assert accepted.status_code == 200, accepted.text
            followed = await client.get(f"/api/v1/games/{game.game_id}/stream")
    events = [json.loads(line[5:]) for line in followed.text.splitlines() if line.startswith("data:")]
    payloads = {event["event_type"].rpartition(".")[2]: event["payload"] for event in events}
    assert {"tool_answered", "agent_spoke", "ended"} <= set(payloads)
    assert payloads["move_played"]["source"] == "llm"
    assert payloads["decision_settled"]["outcome"] == "no_callback_url"  # said by `game_callback`
    return game.game_id


@pytest.mark.parametrize("run", [negotiate, deliberate, play])
async def test_every_application_works_and_private_events_reach_gateways_only(
    run: Callable[[Deployment, str], Awaitable[str]], deployment: Deployment
) -> None:
    async with (
        listener(deployment, broker_users.SUBSCRIBER, NAMES.events) as public,
        listener(deployment, broker_users.GATEWAY, NAMES.events, NAMES.private) as everything,
    ):
        private = await run(deployment, "private")
        # Heard to its end: what was published before it has been heard by then, or never will be.
        known = await run(deployment, "public")
        await everything.until_heard(known, 10)
        await public.until_heard(known, everything.heard.count(known))
        assert {private, known} == set(everything.heard)
        assert set(public.heard) == {known}


def test_the_users_of_all_roles_have_the_rights_they_need(deployment: Deployment) -> None:
    """The rights are few: a command that is missing would be refused in the middle of something."""
    for run in (negotiate, deliberate, play):
        asyncio.run(run(deployment, "public"))
    assert deployment.asked_by_operator("ACL", "LOG") == []


def message(sender: str) -> bytes:
    """A command to a channel that there is not."""
    return encode_envelope(
        Envelope(
            message_id=f"forged-by-{sender.replace('/', '-')}",
            type="task_failed",
            sender=sender,
            recipient="channel/collab-aaaaaaaaaaaaa",
            correlation_id="d-aaaaaaaaaaaaa",
            timestamp=SystemClock().now(),
            body={"task": "make_proposal", "reason": "error"},
        )
    )


async def publish(deployment: Deployment, user: str, data: bytes, *, claims: str | None) -> None:
    async with await aio_pika.connect(deployment.rabbit.url_of(user, password(user))) as connection:
        channel = await connection.channel()
        commands = await channel.get_exchange(NAMES.commands, ensure=False)
        await commands.publish(aio_pika.Message(data, user_id=claims), "channel_admin")


@pytest.mark.parametrize("claims", ["user_agent", None])
def test_a_message_with_a_forged_sender_role_is_dead_lettered(deployment: Deployment, claims: str | None) -> None:
    """The broker knows the login; the envelope may say anything."""
    before = len(letters(deployment))
    asyncio.run(publish(deployment, "user_agent", message("skills/collab-aaaaaaaaaaaaa"), claims=claims))
    found = wait_for_letters(deployment, before + 1)[-1]
    assert found["reason"] == "undecodable"
    assert str(found["error"]).endswith("which may not send as skills/collab-aaaaaaaaaaaaa")


def test_a_message_with_its_own_sender_role_is_handled(deployment: Deployment) -> None:
    before = len(letters(deployment))
    asyncio.run(publish(deployment, "skills", message("skills/collab-aaaaaaaaaaaaa"), claims="skills"))
    asyncio.run(publish(deployment, "skills", message("user_agent/agent_x"), claims="skills"))
    found = wait_for_letters(deployment, before + 1)[before:]
    assert [row["sender"] for row in found] == ["user_agent/agent_x"]


def letters(deployment: Deployment) -> list[dict[str, object]]:
    ended = deployment.run(broker_users.GATEWAY, "dead-letters", "list", "--json")
    assert ended.code == 0, ended.err
    return ended.rows


def wait_for_letters(deployment: Deployment, amount: int) -> list[dict[str, object]]:
    """A command of its own each time: each takes as long as a pause would."""
    for _ in range(30):
        if len(found := letters(deployment)) >= amount:
            return found
    raise AssertionError(f"{len(letters(deployment))} dead letters, not {amount}")
