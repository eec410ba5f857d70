"""The transport contract over a running RabbitMQ, and what only a real broker does: strangers, refusals, cut lines."""

import asyncio
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import aio_pika
import pamqp.frame
import pytest
from aiormq.abc import ChannelFrame, DeliveredMessage
from pamqp.body import ContentBody
from pamqp.commands import Basic
from pamqp.common import FieldTable
from pamqp.header import ContentHeader
from pamqp.heartbeat import Heartbeat
from yarl import URL

from shared.core.envelope import MAX_ENVELOPE_BYTES
from shared.transport.port import (
    BrokerMessage,
    BrokerMisconfigured,
    BrokerUnavailable,
    Delivery,
    PublishFailed,
    Transport,
    Unroutable,
)
from shared.transport.rabbitmq.aiormq_internals import get_aiormq_channel
from shared.transport.rabbitmq.declare import declare_topology, delete_topology, get_queue_depths
from shared.transport.rabbitmq.decode import MessageDecoder
from shared.transport.rabbitmq.encode import FRAME_OVERHEAD_BYTES, MessageEncoder
from shared.transport.rabbitmq.frame_writer import FrameWriter
from shared.transport.rabbitmq.publisher import ConfirmChannel
from shared.transport.rabbitmq.transport import RabbitTransport, connect
from shared.transport.topology import Topology
from tests.contract.transport_contract import PATIENCE, Inbox, Server, TransportContract, command
from tests.services.rabbitmq import PrivateRabbit, broker_url, container_url, free_port, namespace, private_rabbit
from tests.services.tcp_proxy import TcpProxy
from tests.support.async_tests import OpenedInTest

pytestmark = pytest.mark.requires("services")

ROLES = ("work", "other")
NO_TIME = datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC)
"""On the wire it becomes the largest number, which is no time."""

SETTLED = 0.2
"""Seconds after which a broker on this machine has delivered what it had to deliver."""


class RabbitServer:
    """A namespace of its own on a running broker. Every client has a line of its own, which can be cut."""

    def __init__(self, url: str, topology: Topology, stack: AsyncExitStack) -> None:
        self.url = url
        self.topology = topology
        self._stack = stack
        self._lines: dict[Transport, TcpProxy] = {}

    async def connect(self, publish_timeout: float = 10.0) -> RabbitTransport:
        line = await self._stack.enter_async_context(TcpProxy(self.url))
        client = await connect(line.url, self.topology, name="towow test", publish_timeout=publish_timeout)
        self._stack.push_async_callback(client.close)
        self._lines[client] = line
        return client

    def line(self, client: Transport) -> TcpProxy:
        return self._lines[client]

    async def kill(self, client: Transport) -> None:
        self._lines[client].cut()
        await client.close()

    async def quiet(self) -> None:
        await asyncio.sleep(SETTLED)

    async def delete(self, queue: str) -> None:
        connection = await aio_pika.connect(self.url)
        async with connection, connection.channel() as channel:
            await channel.queue_delete(self.topology.queue(queue))


@asynccontextmanager
async def rabbit(max_length: int = 1000, url: str = "") -> AsyncGenerator[RabbitServer]:
    url = url or broker_url()
    async with namespace(url, ROLES, max_length) as topology, AsyncExitStack() as stack:
        yield RabbitServer(url, topology, stack)


@pytest.fixture
def server() -> OpenedInTest:
    """Connect to a broker in a namespace of its own."""
    return OpenedInTest(lambda _: rabbit())


class TestRabbitTransport(TransportContract):
    @asynccontextmanager
    async def open_broker(self, max_length: int = 1000) -> AsyncGenerator[Server]:
        async with rabbit(max_length) as server:
            yield server


@pytest.mark.requires("docker")
@pytest.mark.long
class TestRabbitTransportInContainer(TransportContract):
    """The same on RabbitMQ 4, whose defaults differ, where Docker answers."""

    @asynccontextmanager
    async def open_broker(self, max_length: int = 1000) -> AsyncGenerator[Server]:
        async with rabbit(max_length, container_url()) as server:
            yield server


# what is on the wire


async def test_a_published_message_has_app_id_timestamp_and_persistent_mode(server: RabbitServer) -> None:
    client = await server.connect()
    await client.publish(replace(command("m1", data=b'{"a":1}'), headers={"x-a": "1"}))
    async with await aio_pika.connect(server.url) as connection, connection.channel() as channel:
        queue = await channel.get_queue(server.topology.queue("work"))
        message = await queue.get()
        assert message is not None
        await message.ack()
    assert (message.message_id, message.type, message.body) == ("m1", "offer_request", b'{"a":1}')
    assert (message.exchange, message.routing_key) == (server.topology.commands, "work")
    assert (message.content_type, message.delivery_mode) == ("application/json", 2)
    assert message.user_id == (URL(server.url).user or "guest")
    assert message.headers.get("x-a") == "1"
    assert message.timestamp is not None
    assert abs(message.timestamp - datetime.now(UTC)) < timedelta(minutes=1)
    assert message.expiration is None


@pytest.mark.parametrize(
    "properties",
    [
        Basic.Properties(),
        Basic.Properties(message_id="m1", headers={"number": 1, "table": {"a": [1, "b"]}, "yes": True, "no": None}),
        Basic.Properties(
            headers={"bytes": bytearray(b"\xff\x00"), "real": 1.5, "when": datetime(2026, 1, 1, tzinfo=UTC)}
        ),
        Basic.Properties(headers={"x-death": "not a list", "x-delivery-count": "many"}),
        Basic.Properties(message_id="BROKEN", message_type="BROKEN"),
        Basic.Properties(headers={"BROKEN": "x"}),
        Basic.Properties(headers={"x-text": "BROKEN"}),
        Basic.Properties(timestamp=datetime(2106, 1, 1, tzinfo=UTC), content_type="text/plain", priority=9),
        Basic.Properties(timestamp=NO_TIME),
    ],
    ids=[
        "nothing",
        "odd headers",
        "more odd headers",
        "false headers",
        "broken text",
        "broken name",
        "broken value",
        "odd",
        "no time",
    ],
)
@pytest.mark.parametrize("queue", ["work", "dead"])
async def test_a_message_with_foreign_properties_is_delivered(
    properties: Basic.Properties, queue: str, server: RabbitServer
) -> None:
    client, inbox = await server.connect(), Inbox()
    await publish_as_stranger(server, queue, properties, b"\x00whatever")
    await client.consume(queue, inbox, 1)
    delivery = await inbox.next()
    assert delivery.message.data == b"\x00whatever"
    assert delivery.message.message_id
    assert all(isinstance(value, str) for value in delivery.message.headers.values())
    await delivery.ack()
    await client.publish(replace(command("m2"), exchange="dead" if queue == "dead" else "commands"))
    assert (await inbox.next()).message.message_id == "m2"  # over the same line


@pytest.mark.parametrize(
    "headers",
    [
        {"a": "x" * 125_600},
        {f"a{number}": "x" * 900 for number in range(130)},
        {f"a{number}": "" for number in range(999)},
    ],
    ids=["one large", "many large", "many small"],
)
async def test_headers_that_fill_a_frame_leave_room_for_a_dead_letters_own(
    headers: FieldTable, server: RabbitServer
) -> None:
    client, inbox, dead = await server.connect(), Inbox(), Inbox()
    ours = {"x-redriven": "1", "x-attempts": "9" * 5000}
    await publish_as_stranger(server, "work", Basic.Properties(message_id="big", headers=headers | ours), b"no JSON")
    await client.consume("work", inbox, 1)
    await client.consume("dead", dead, 1)
    delivery = await inbox.next()
    received = delivery.message.headers
    assert len(received) <= 32
    assert sum(len(name) + len(value) for name, value in received.items()) <= 16 * 1024
    assert all(len(value) <= 1000 for value in received.values())
    assert received["x-redriven"] == "1"
    letter = replace(delivery.message, exchange="dead", headers={**received, "x-reason": "undecodable"})
    await client.publish(letter)
    await delivery.ack()
    buried = (await dead.next()).message
    assert (buried.message_id, buried.data, buried.headers["x-reason"]) == ("big", b"no JSON", "undecodable")


def test_header_names_that_cannot_be_encoded_are_dropped() -> None:
    names: FieldTable = {"é" * 65: "x", "a": "1", "n" * 128: "2"}
    header = ContentHeader(properties=Basic.Properties(message_id="m1", headers=names))
    message = DeliveredMessage(delivery=Basic.Deliver(), header=header, body=b"", channel=None)  # pyright: ignore[reportArgumentType] - unused
    assert MessageDecoder(Topology()).decode(message, "work").headers == {"a": "1", "n" * 128: "2"}


def test_a_publisher_is_named_where_every_queue_has_a_login_of_its_own() -> None:
    def message(user: str | None) -> DeliveredMessage:
        header = ContentHeader(properties=Basic.Properties(user_id=user))
        return DeliveredMessage(delivery=Basic.Deliver(), header=header, body=b"", channel=None)  # pyright: ignore[reportArgumentType] - unused

    own = MessageDecoder(Topology(), "work")
    assert [own.publisher(message(user), "work") for user in ("work", "other", None)] == ["work", "other", ""]
    assert own.publisher(message("other"), "dead") is None
    assert MessageDecoder(Topology(), "guest").publisher(message("guest"), "work") is None


async def test_a_message_id_that_grows_by_lenient_decoding_can_be_published_again(server: RabbitServer) -> None:
    client, inbox = await server.connect(), Inbox()
    await client.consume("work", inbox, 2)
    await publish_as_stranger(server, "work", Basic.Properties(message_id="LONG", message_type="LONG"), b"{}")
    message = (await inbox.next()).message
    assert len(message.message_id.encode()) == len(message.type.encode()) == 255
    await client.publish(replace(message, exchange="commands", routing_key="work"))
    assert (await inbox.next()).message.message_id == message.message_id


@pytest.mark.parametrize(
    "message",
    [
        command("m" * 256),
        command("é" * 128),
        command("\ud800"),
        command("m", role="r" * 256),
        replace(command("m"), type="t" * 256),
        replace(command("m"), headers={"a": "x" * 131_072}),
        replace(command("m"), headers={f"a{number}": "x" * 1000 for number in range(130)}),
    ],
    ids=["id", "id of fewer characters", "no text", "role", "type", "a header", "headers"],
)
async def test_a_message_that_cannot_be_encoded_is_refused_before_sending(
    message: BrokerMessage, server: RabbitServer
) -> None:
    client, inbox = await server.connect(), Inbox()
    await client.consume("work", inbox, 10)
    neighbour = asyncio.create_task(client.publish(command("before")))
    with pytest.raises(ValueError, match=r"cannot be written|surrogates|a frame of this connection holds"):
        await client.publish(message)
    await client.publish(command("after"))
    await neighbour
    with pytest.raises(Unroutable):  # the confirms still belong to their publishes
        await client.publish(command("astray", role="nowhere"))
    assert sorted(await inbox.next_ids(2)) == ["after", "before"]


async def test_headers_that_just_fill_a_frame_arrive(server: RabbitServer) -> None:
    """The bound is the broker's, to the byte: one more and it is refused here."""
    client = await server.connect()
    writer = MessageEncoder(server.topology, URL(server.url).user or "guest")
    most = 131_072 - FRAME_OVERHEAD_BYTES
    largest = max(size for size in range(130_900, 131_100) if written(writer, headed(size), most))
    await client.publish(headed(largest))
    with pytest.raises(ValueError, match="a frame of this connection holds"):
        await client.publish(headed(largest + 1))
    await client.publish(command("m2"))


def headed(size: int) -> BrokerMessage:
    return replace(command("m1"), headers={"a": "x" * size})


def written(writer: MessageEncoder, message: BrokerMessage, most: int) -> bool:
    try:
        return bool(writer.encode(message, 1, most))
    except ValueError:
        return False


async def test_a_message_without_an_id_gets_the_same_one_each_time(server: RabbitServer) -> None:
    client, inbox = await server.connect(), Inbox()
    await client.consume("work", inbox, 10)
    for data in (b"a", b"a", b"b"):
        await publish_as_stranger(server, "work", Basic.Properties(), data)
    first, second, third = await inbox.next_ids(3)
    assert first == second != third


async def publish_as_stranger(server: RabbitServer, queue: str, properties: Basic.Properties, data: bytes) -> None:
    """Publish without any of our care; BROKEN becomes bytes that are no text, LONG 255 of them, NO_TIME no time."""
    async with await aio_pika.connect(server.url) as connection, connection.channel() as channel:
        raw = await get_aiormq_channel(channel)
        frames = [
            Basic.Publish(exchange="", routing_key=server.topology.queue(queue)),
            ContentHeader(properties=properties, body_size=len(data)),
            ContentBody(data),
        ]
        begin, header, body = (pamqp.frame.marshal(frame, raw.number) for frame in frames)
        header = lengthened(header).replace(b"BROKEN", b"\xff\xfe\xfd\xc0\x80\xff")
        header = header.replace(struct.pack(">Q", int(NO_TIME.timestamp())), b"\xff" * 8)
        await raw.connection.write_queue.put(ChannelFrame(payload=begin + header + body, should_close=False))


def lengthened(header: bytes) -> bytes:
    """The frame of a content header, LONG in it made as long as a short text can be."""
    grown = header.replace(b"\x04LONG", b"\xff" + b"\xff" * 255)
    return grown[:3] + struct.pack(">I", len(grown) - FRAME_OVERHEAD_BYTES) + grown[7:]


# losing the line


async def test_a_closed_frame_writer_ends_its_flush_and_ignores_frames() -> None:
    async with rabbit() as server, await aio_pika.connect(server.url) as connection, connection.channel() as channel:
        outbox = FrameWriter(await get_aiormq_channel(channel))
        outbox.add(pamqp.frame.marshal(Heartbeat(), 0))
        waiting = asyncio.create_task(outbox.flush())
        await asyncio.sleep(0)
        assert not waiting.done()
        outbox.close()
        outbox.add(b"nor this")
        async with asyncio.timeout(1):
            assert not await waiting
            assert not await outbox.flush()


async def test_a_channel_that_failed_with_something_left_to_send_is_closed_at_once() -> None:
    async with rabbit() as server, await aio_pika.connect(server.url) as connection, connection.channel() as channel:
        line = ConfirmChannel(
            channel, await get_aiormq_channel(channel), MessageEncoder(server.topology, URL(server.url).user or "guest")
        )
        publishing = asyncio.create_task(line.send(command("m1")))
        await asyncio.sleep(0)
        line.fail("gone")
        with pytest.raises(PublishFailed, match="gone"):
            await publishing
        async with asyncio.timeout(1):
            await line.close()


async def test_a_connection_cut_in_the_middle_of_a_message_loses_and_duplicates_none(server: RabbitServer) -> None:
    client, inbox = await server.connect(), Inbox()
    await client.publish(command("before"))
    server.line(client).cut_after(100_000)
    with pytest.raises(PublishFailed):
        await client.publish(command("torn", data=bytes(MAX_ENVELOPE_BYTES)))
    await asyncio.wait_for(client.wait_closed(), PATIENCE)
    with pytest.raises(PublishFailed):
        await client.publish(command("torn"))
    await client.close()
    rebuilt = await server.connect()
    await rebuilt.publish(command("torn"))
    await rebuilt.consume("work", inbox, 10)
    assert await inbox.next_ids(2) == ["before", "torn"]
    await server.quiet()
    assert inbox.size == 0


async def test_a_cut_connection_does_not_cancel_handlers_and_voids_their_settling(server: RabbitServer) -> None:
    client, ended, gate = await server.connect(), Inbox(), asyncio.Event()

    async def handler(delivery: Delivery) -> None:
        await gate.wait()
        await (delivery.ack() if delivery.message.message_id == "m1" else delivery.reject())
        await ended(delivery)

    await client.consume("work", handler, 10)
    await client.publish(command("m1"))
    await client.publish(command("m2"))
    await server.quiet()
    server.line(client).cut()
    await asyncio.wait_for(client.wait_closed(), PATIENCE)
    gate.set()
    assert sorted(await ended.next_ids(2)) == ["m1", "m2"]
    heir = Inbox()
    await (await server.connect()).consume("work", heir, 10)
    assert sorted(await heir.next_ids(2)) == ["m1", "m2"]


async def test_a_publish_on_a_silent_connection_times_out_and_the_next_uses_a_new_channel(server: RabbitServer) -> None:
    client, inbox = await server.connect(publish_timeout=0.5), Inbox()
    line = server.line(client)
    line.stall()
    with pytest.raises(PublishFailed, match=r"no confirm came within 0\.5 s"):
        await client.publish(command("late"))
    with pytest.raises(PublishFailed):
        await client.publish(command("never"))
    line.resume()
    await published(lambda: client.publish(command("m1")))
    await client.consume("work", inbox, 10)
    assert (await inbox.next_ids(2)) == ["late", "m1"]  # refused, and there all the same: the outcome was unknown


async def test_closing_a_silent_connection_ends_in_time(server: RabbitServer) -> None:
    client = await server.connect()
    await client.consume("work", Inbox(), 10)
    server.line(client).stall()
    async with asyncio.timeout(6):
        await client.close()


async def published(call: Callable[[], Awaitable[None]]) -> None:
    """Once more and once more, as the sweep does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await call()
            except PublishFailed:
                await asyncio.sleep(0.05)


# refusals to connect


def replaced(url: str, **parts: str | int) -> str:
    address = URL(url)
    for part, value in parts.items():
        address = getattr(address, f"with_{part}")(value)
    return str(address)


async def test_a_wrong_broker_password_is_reported_and_not_shown() -> None:
    url = replaced(broker_url(), password="not-the-password")
    with pytest.raises(BrokerMisconfigured, match="check user and password") as caught:
        await connect(url, Topology())
    assert "not-the-password" not in str(caught.value)
    with pytest.raises(BrokerMisconfigured):
        await declare_topology(url, Topology(), ROLES)


async def test_an_unknown_virtual_host_is_named() -> None:
    with pytest.raises(BrokerMisconfigured, match="virtual host 'nowhere'"):
        await connect(replaced(broker_url(), path="/nowhere"), Topology())


@pytest.mark.parametrize("url", ["http://localhost", "amqp://", "localhost:5672", "amqp://localhost:http/", ""])
async def test_a_malformed_broker_url_is_refused(url: str) -> None:
    with pytest.raises(BrokerMisconfigured, match="URL"):
        await connect(url, Topology())


async def test_a_refused_connection_is_reported_with_the_broker_address() -> None:
    port = free_port()
    with pytest.raises(BrokerUnavailable, match=rf"amqp://guest@localhost:{port}/: .*refused|failed"):
        await connect(f"amqp://guest:secret@localhost:{port}/", Topology())
    with pytest.raises(BrokerUnavailable):
        await get_queue_depths(f"amqp://guest:secret@localhost:{port}/", Topology(), ROLES)


async def test_a_server_that_never_answers_is_given_up_after_the_timeout() -> None:
    async with TcpProxy(broker_url()) as line:
        line.stall()
        with pytest.raises(BrokerUnavailable, match=r"within 0\.3 s"):
            await connect(line.url, Topology(), timeout=0.3)


async def test_a_service_that_is_no_broker_is_given_up() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(BrokerUnavailable):
            await connect(f"amqp://127.0.0.1:{port}/", Topology(), timeout=1)


# declaring


async def test_declaring_the_topology_again_keeps_the_messages(server: RabbitServer) -> None:
    await (await server.connect()).publish(command("m1"))
    await declare_topology(server.url, server.topology, ROLES, max_length=1000)
    await server.quiet()
    assert await get_queue_depths(server.url, server.topology, ROLES) == {"work": 1, "other": 0, "dead": 0}


async def test_the_queues_have_their_limits_on_the_broker() -> None:
    """The broker compares all arguments of a queue that is declared again, both ways."""
    async with rabbit(max_length=77) as server:
        limits: FieldTable = {"x-queue-type": "quorum", "x-max-length": 77, "x-overflow": "reject-publish"}
        work: FieldTable = {
            "x-delivery-limit": 20,
            "x-dead-letter-exchange": server.topology.dead,
            "x-dead-letter-strategy": "at-least-once",
        }
        async with await aio_pika.connect(server.url) as connection, connection.channel() as channel:
            await channel.declare_queue(server.topology.queue("work"), durable=True, arguments=limits | work)
            dead = limits | {"x-delivery-limit": 2**31 - 1}
            await channel.declare_queue(server.topology.dead, durable=True, arguments=dead)
            for name, kind in (
                ("commands", "direct"),
                ("events", "topic"),
                ("events.private", "topic"),
                ("dead", "fanout"),
            ):
                await channel.declare_exchange(f"{server.topology.namespace}.{name}", kind, durable=True)


async def test_a_queue_with_other_arguments_is_named_with_the_argument_and_what_to_do(server: RabbitServer) -> None:
    with pytest.raises(BrokerMisconfigured) as caught:
        await declare_topology(server.url, server.topology, ROLES, max_length=7)
    said = str(caught.value)
    assert f"queue {server.topology.dead}" in said
    assert "x-max-length" in said
    assert "rabbitmqctl delete_queue" in said


async def test_an_exchange_of_another_kind_is_named(server: RabbitServer) -> None:
    async with await aio_pika.connect(server.url) as connection, connection.channel() as channel:
        await channel.exchange_delete(server.topology.events)
        await channel.declare_exchange(server.topology.events, "fanout", durable=True)
    with pytest.raises(BrokerMisconfigured, match=f"exchange {server.topology.events}"):
        await declare_topology(server.url, server.topology, ROLES, max_length=1000)


async def test_a_removed_namespace_is_gone_and_removing_it_again_is_no_error(server: RabbitServer) -> None:
    await delete_topology(server.url, server.topology, ROLES)
    assert await get_queue_depths(server.url, server.topology, ROLES) == {}
    client = await server.connect()
    with pytest.raises(PublishFailed, match="no exchange"):
        await client.publish(command("m1"))
    await declare_topology(server.url, server.topology, ROLES)
    await client.publish(command("m1"))


# a broker of one's own


@pytest.fixture(scope="module")
def private() -> Generator[PrivateRabbit]:
    with private_rabbit() as broker:
        yield broker


async def test_a_user_who_may_not_declare_works_with_what_is_there(private: PrivateRabbit) -> None:
    topology = Topology("limits")
    with pytest.raises(BrokerMisconfigured, match=r"exchange limits\.commands does not exist.*towow init"):
        await declare_topology(private.limited_url, topology, ROLES)
    await declare_topology(private.url, topology, ROLES)
    await declare_topology(private.limited_url, topology, ROLES)
    inbox, client = Inbox(), await connect(private.limited_url, topology)
    await client.consume("work", inbox, 1)
    await client.publish(command("m1"))
    assert await inbox.next_ids(1) == ["m1"]
    with pytest.raises(BrokerMisconfigured, match="set_permissions"):
        await client.subscribe("#", Inbox())
    await client.close()
    await delete_topology(private.url, topology, ROLES)


async def test_confirmed_messages_survive_broker_kills_that_clients_notice(private: PrivateRabbit) -> None:
    topology = Topology("restart")
    await declare_topology(private.url, topology, ROLES)
    client, inbox = await connect(private.url, topology), Inbox()
    await client.consume("other", Inbox(), 1)
    ids = [f"m{number}" for number in range(50)]
    for identifier in ids:
        await client.publish(command(identifier))
    await asyncio.to_thread(private.kill)
    await asyncio.wait_for(client.wait_closed(), PATIENCE)
    with pytest.raises(PublishFailed):
        await client.publish(command("meanwhile"))
    await client.close()
    with pytest.raises(BrokerUnavailable):
        await connect(private.url, topology)
    await asyncio.to_thread(private.start)
    rebuilt = await connect(private.url, topology)
    await rebuilt.publish(command("after"))
    await rebuilt.consume("work", inbox, 100)
    assert await inbox.next_ids(51) == [*ids, "after"]
    stopping = asyncio.create_task(asyncio.to_thread(private.stop))
    await asyncio.wait_for(rebuilt.wait_closed(), PATIENCE)
    with pytest.raises(PublishFailed):
        await rebuilt.publish(command("too late"))
    await rebuilt.close()
    await stopping
