"""Each user of a deployment × each operation on a real RabbitMQ: what is allowed, and what is refused."""

import asyncio
import base64
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager

import aio_pika
import pytest
from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import (
    AMQPConnectionError,
    ChannelAccessRefused,
    ChannelPreconditionFailed,
    ProbableAuthenticationError,
)

from shared.transport.rabbitmq.broker_status import inspect_broker
from shared.transport.rabbitmq.declare import declare_topology
from shared.transport.topology import DEAD, Topology
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from towow.bootstrap.applications import QUEUES
from towow.deployment.broker_users import GAME_ROLES, GATEWAY, INIT, SUBSCRIBER, USERS, definitions

pytestmark = pytest.mark.requires("services")

NAMES = Topology()
EVERYBODY = frozenset(USERS)
WORKERS = frozenset(QUEUES)
ADMIN, HOST, GAME_HOST = "channel_admin", "deliberation_host", "game_host"

Operation = Callable[[AbstractChannel], Awaitable[object]]


def exchange(name: str, kind: str) -> Operation:
    return lambda channel: channel.declare_exchange(name, kind, durable=True)


def queue(name: str, *, exclusive: bool = False) -> Operation:
    return lambda channel: channel.declare_queue(name, exclusive=exclusive, auto_delete=exclusive)


def looked_at(name: str) -> Operation:
    return lambda channel: channel.declare_queue(name, passive=True)


def deleted(name: str) -> Operation:
    """Where it is allowed nothing is lost: no queue has this name."""
    return lambda channel: channel.queue_delete(name)


def emptied(name: str) -> Operation:
    async def operation(channel: AbstractChannel) -> None:
        found = await channel.get_queue(name, ensure=False)
        await found.purge()

    return operation


def published(name: str, key: str, *, claims: str | None = None) -> Operation:
    async def operation(channel: AbstractChannel) -> None:
        message = aio_pika.Message(b"{}", user_id=claims)
        if name:
            target = await channel.get_exchange(name, ensure=False)
            await target.publish(message, key, mandatory=False)
        else:
            await channel.default_exchange.publish(message, key, mandatory=False)

    return operation


async def _drop(_: object) -> None:
    """Nothing waits in a queue here."""


def consumed(name: str) -> Operation:
    async def operation(channel: AbstractChannel) -> None:
        found = await channel.get_queue(name, ensure=False)
        await found.cancel(await found.consume(_drop, no_ack=True))

    return operation


def bound(source: str, key: str = "#") -> Operation:
    """A subscription of one's own to `source`."""

    async def operation(channel: AbstractChannel) -> None:
        own = await channel.declare_queue(NAMES.subscription("mine"), exclusive=True, auto_delete=True)
        await own.bind(source, key)

    return operation


def rerouted(name: str, source: str) -> Operation:
    """Let a queue that everybody uses receive something else."""

    async def operation(channel: AbstractChannel) -> None:
        found = await channel.get_queue(name, ensure=False)
        await found.bind(source, "elsewhere")

    return operation


SUBMITTED, OFFERED = "towow.demand.submitted.d-1", "towow.offer.submitted.d-1"
STARTED, DECIDED = "towow.deliberation.session_started.s-1", "towow.deliberation.host_decision.s-1"
OPENED, PLAYED = "towow.game.started.g-1", "towow.game.move_played.g-1"
LISTENS = frozenset({GATEWAY, SUBSCRIBER})

TABLE: dict[str, tuple[Operation, frozenset[str]]] = {
    "declare the exchange of commands": (exchange(NAMES.commands, "direct"), frozenset({INIT})),
    "declare the exchange of events": (exchange(NAMES.events, "topic"), frozenset({INIT})),
    "declare an exchange of its own": (exchange("towow.mine", "topic"), frozenset()),
    "declare a queue of a role": (queue("towow.skills.v2"), frozenset()),
    "declare any queue": (queue("mine"), frozenset()),
    "declare a subscription": (queue(NAMES.subscription("x"), exclusive=True), LISTENS),
    "declare a subscription in another namespace": (queue("other.subscription.x", exclusive=True), frozenset()),
    "ask how many wait": (looked_at(NAMES.queue("skills")), EVERYBODY),
    "delete the queue of dead letters": (deleted("towow.dead.v2"), frozenset()),
    "publish a command": (published(NAMES.commands, "nobody"), WORKERS | {GATEWAY}),
    "publish a dead letter": (published(NAMES.dead, "skills"), WORKERS | {INIT}),
    "announce a demand": (published(NAMES.events, SUBMITTED), frozenset({ADMIN, GATEWAY})),
    "announce a private demand": (published(NAMES.private, SUBMITTED), frozenset({ADMIN, GATEWAY})),
    "announce an offer": (published(NAMES.events, OFFERED), frozenset({ADMIN})),
    "announce an offer in private": (published(NAMES.private, OFFERED), frozenset({ADMIN})),
    "announce a deliberation": (published(NAMES.events, STARTED), frozenset({HOST, GATEWAY})),
    "announce a private deliberation": (published(NAMES.private, STARTED), frozenset({HOST, GATEWAY})),
    "announce a host's decision": (published(NAMES.events, DECIDED), frozenset({HOST})),
    "announce a host's decision in private": (published(NAMES.private, DECIDED), frozenset({HOST})),
    "announce a game": (published(NAMES.events, OPENED), frozenset({GAME_HOST, GATEWAY})),
    "announce a private game": (published(NAMES.private, OPENED), frozenset({GAME_HOST, GATEWAY})),
    "announce a move": (published(NAMES.events, PLAYED), frozenset({GAME_HOST})),
    "announce a move in private": (published(NAMES.private, PLAYED), frozenset({GAME_HOST})),
    "announce an event of no application": (published(NAMES.events, "towow.stranger.event.x-1"), frozenset()),
    "announce what is no event of ours": (published(NAMES.events, "stranger.event"), frozenset()),
    "publish to a queue past the exchanges": (published("", NAMES.queue("skills")), frozenset()),
    "publish to the games' host past the exchanges": (published("", NAMES.queue(GAME_HOST)), frozenset()),
    "publish to a broker's own exchange": (published("amq.topic", "x"), frozenset()),
    "listen to events": (bound(NAMES.events), LISTENS),
    "listen to offers": (bound(NAMES.events, "towow.offer.*.*"), LISTENS),
    "listen to games": (bound(NAMES.events, "towow.game.*.*"), LISTENS),
    "listen to private games": (bound(NAMES.private, "towow.game.*.*"), frozenset({GATEWAY})),
    "listen to private events": (bound(NAMES.private), frozenset({GATEWAY})),
    "listen to commands": (bound(NAMES.commands, "skills"), frozenset()),
    "listen to commands to the games' host": (bound(NAMES.commands, GAME_HOST), frozenset()),
    "listen to dead letters": (bound(NAMES.dead), frozenset()),
    "send private events where all can read": (rerouted(NAMES.queue("skills"), NAMES.private), frozenset()),
    "send another role's commands elsewhere": (rerouted(NAMES.queue("coordinator"), NAMES.commands), frozenset({INIT})),
    "send the games' commands elsewhere": (rerouted(NAMES.queue(GAME_HOST), NAMES.commands), frozenset({INIT})),
    **{f"consume {role}": (consumed(NAMES.queue(role)), frozenset({role, INIT})) for role in QUEUES},
    **{f"empty {role}": (emptied(NAMES.queue(role)), frozenset({role, INIT})) for role in QUEUES},
    "consume dead letters": (consumed(NAMES.queue(DEAD)), WORKERS | {INIT}),
}
"""What is tried, and who may. Binding and dead letters are declared by `init`, and that takes reading, too."""


@pytest.fixture(scope="module")
def broker() -> Generator[PrivateRabbit]:
    with private_rabbit(definitions("towow", {user: password(user) for user in USERS})) as running:
        yield running


def password(user: str) -> str:
    return f"secret-of-{user}"


async def test_the_gateway_and_workers_learn_why_the_broker_blocks_publishers(broker: PrivateRabbit) -> None:
    await declare_topology(broker.url_of(INIT, password(INIT)), NAMES, QUEUES)
    urls = [broker.url_of(user, password(user)) for user in (GATEWAY, ADMIN)]
    before = [await inspect_broker(url, NAMES, QUEUES) for url in urls]
    assert [(status.blocked, set(status.queues)) for status in before] == [(None, {*QUEUES, DEAD})] * 2
    await asyncio.to_thread(broker.alarm)
    try:
        assert [(await inspect_broker(url, NAMES, QUEUES)).blocked for url in urls] == ["low on memory"] * 2
    finally:
        await asyncio.to_thread(broker.calm)
    after = await inspect_broker(urls[0], NAMES, QUEUES)
    assert (after.blocked, after.queues) == (None, before[0].queues)


@asynccontextmanager
async def logged_in(broker: PrivateRabbit, user: str) -> AsyncGenerator[AbstractConnection]:
    connection = await aio_pika.connect(broker.url_of(user, password(user)))
    try:
        yield connection
    finally:
        await connection.close()


@pytest.mark.parametrize("operation", TABLE)
async def test_an_operation_is_open_to_these_users_only(operation: str, broker: PrivateRabbit) -> None:
    await declare_topology(broker.url_of(INIT, password(INIT)), NAMES, QUEUES)
    work, allowed = TABLE[operation]
    might = {user for user in USERS if await _may(broker, user, work)}
    assert might == allowed


async def _may(broker: PrivateRabbit, user: str, work: Operation) -> bool:
    async with logged_in(broker, user) as connection:
        channel = await connection.channel()
        try:
            await work(channel)
        except ChannelAccessRefused:
            return False
        return True


@pytest.mark.parametrize("user", sorted({ADMIN, HOST, GATEWAY, "user_agent", "planner", *GAME_ROLES}))
async def test_a_publish_with_another_user_id_is_refused(user: str, broker: PrivateRabbit) -> None:
    await declare_topology(broker.url_of(INIT, password(INIT)), NAMES, QUEUES)
    async with logged_in(broker, user) as connection:
        channel = await connection.channel()
        await published(NAMES.commands, "nobody", claims=user)(channel)
        with pytest.raises(ChannelPreconditionFailed, match="user_id property set to 'skills'"):
            await published(NAMES.commands, "nobody", claims="skills")(channel)


@pytest.mark.parametrize("user", USERS)
async def test_a_user_who_may_not_declare_uses_the_existing_topology(user: str, broker: PrivateRabbit) -> None:
    url = broker.url_of(INIT, password(INIT))
    await declare_topology(url, NAMES, QUEUES)
    await declare_topology(broker.url_of(user, password(user)), NAMES, QUEUES)


async def test_declaring_without_permission_logs_two_refusals_on_the_broker(broker: PrivateRabbit) -> None:
    """Every refusal is an error in the broker's log, at every start of every worker."""
    await declare_topology(broker.url_of(INIT, password(INIT)), NAMES, QUEUES)
    before = await _refusals(broker, "towow.first")
    await declare_topology(broker.url_of("coordinator", password("coordinator")), NAMES, QUEUES)
    assert await _refusals(broker, "towow.last") - before == 2


async def _refusals(broker: PrivateRabbit, last: str) -> int:
    """How many the log holds, once it holds the refusal of an exchange of this name: that one is counted, too."""
    assert not await _may(broker, "skills", exchange(last, "topic"))
    async with asyncio.timeout(10):
        while f"'{last}'" not in (said := broker.logged()):  # noqa: ASYNC110 - a file tells nobody that it grew
            await asyncio.sleep(0.1)
    return said.count("caused a channel exception access_refused")


@pytest.mark.parametrize("login", [("guest", "guest"), ("skills", "wrong"), ("skills", ""), ("nobody", "at all")])
async def test_a_broker_login_with_other_credentials_is_refused(login: tuple[str, str], broker: PrivateRabbit) -> None:
    with pytest.raises((ProbableAuthenticationError, AMQPConnectionError)):
        await aio_pika.connect(broker.url_of(*login))


@pytest.mark.parametrize("user", USERS)
def test_no_user_may_use_the_broker_management(user: str, broker: PrivateRabbit) -> None:
    for path in ("overview", "users", "definitions", "queues"):
        asked = urllib.request.Request(f"http://127.0.0.1:{broker.management_port}/api/{path}")
        login = base64.b64encode(f"{user}:{password(user)}".encode()).decode()
        asked.add_header("Authorization", f"Basic {login}")
        with pytest.raises(urllib.error.HTTPError, match="401") as refused:
            urllib.request.urlopen(asked, timeout=5)
        refused.value.close()
