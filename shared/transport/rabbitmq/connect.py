"""Connections to RabbitMQ, with errors that say what to change: address, credentials, virtual host, certificate."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from urllib.parse import unquote

import aio_pika
from aio_pika.abc import AbstractConnection
from aiormq.exceptions import (
    AMQPError,
    AuthenticationError,
    ChannelAccessRefused,
    InvalidFrameError,
    ProbableAuthenticationError,
)
from yarl import URL

from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from shared.transport.rabbitmq.lenient_decoding import patch_lenient_decoding

HEARTBEAT_S = 10
"""A dead connection is noticed after about three intervals; with the library's 60 s that is three minutes."""

CLOSE_TIMEOUT_S = 2.0
"""Seconds that the broker may take to confirm the end of a connection."""


def parse_url(url: str) -> URL:
    """Return an AMQP URL parsed and completed: port 5672 (TLS: 5671) and `heartbeat=HEARTBEAT_S` unless it names them.

    Raises:
        BrokerMisconfigured: `url` does not look like amqp://USER:PASSWORD@HOST:PORT/VHOST (or amqps://).
    """
    try:
        parsed = URL(url)
        port = parsed.port
    except ValueError as error:
        raise BrokerMisconfigured(f"the broker's URL cannot be read: {error}") from None
    if parsed.scheme not in ("amqp", "amqps") or not parsed.host:
        raise BrokerMisconfigured("the broker's URL must look like amqp://USER:PASSWORD@HOST:5672/VHOST")
    if "heartbeat" not in parsed.query:
        parsed = parsed.update_query(heartbeat=str(HEARTBEAT_S))
    return parsed if port else parsed.with_port(5671 if parsed.scheme == "amqps" else 5672)


def redact_url(url: URL) -> str:
    """Return the URL as text without its password and query, for logs and error messages."""
    return str(url.with_password(None).with_query(None))


def user_name(url: URL) -> str:
    """Return the user name that a URL holds; "guest", RabbitMQ's default, if it holds none."""
    return unquote(url.raw_user or "guest")


async def open_connection(url: URL, name: str, timeout: float) -> AbstractConnection:
    """Open and return a connection to a broker; close it with `close_quietly`. It does not reconnect.

    Args:
        url: Address with credentials, from `parse_url`.
        name: Connection name that the broker's tools show.
        timeout: Seconds until the attempt fails.

    Raises:
        BrokerUnavailable: The broker does not answer.
        BrokerMisconfigured: It rejects the credentials, the virtual host or the certificate.
    """
    patch_lenient_decoding()
    connection = aio_pika.Connection(url, client_properties={"connection_name": name})
    try:
        async with asyncio.timeout(timeout):
            await connection.connect()
            return connection
    except TimeoutError:
        raise BrokerUnavailable(f"the broker at {redact_url(url)} did not answer within {timeout:g} s") from None
    except (AMQPError, OSError) as error:
        raise describe_error(url, error) from error
    finally:
        # The library closes an abandoned connection when it is collected, which a thread without a loop cannot.
        if not connection.connected.is_set():
            await connection.close()


@asynccontextmanager
async def open_for_requests(url: URL, name: str, timeout: float) -> AsyncGenerator[AbstractConnection]:
    """Context manager that opens a connection for a few requests and closes it on exit.

    Args:
        url: Address with credentials, from `parse_url`.
        name: Connection name that the broker's tools show.
        timeout: Seconds for connecting, and again for the body.

    Raises:
        BrokerUnavailable: The broker cannot be reached or does not answer in time, or the connection was lost.
        BrokerMisconfigured: The broker rejects the credentials, the virtual host, the certificate or a request.
    """
    connection = await open_connection(url, name, timeout)
    try:
        async with asyncio.timeout(timeout):
            yield connection
    except ChannelAccessRefused as error:
        raise BrokerMisconfigured(f"{error}; see rabbitmqctl set_permissions") from error
    except TimeoutError as error:
        raise BrokerUnavailable(f"the broker at {redact_url(url)} did not answer within {timeout:g} s") from error
    except (AMQPError, OSError, RuntimeError) as error:
        raise BrokerUnavailable(f"the connection to the broker at {redact_url(url)} was lost: {error}") from error
    finally:
        await close_quietly(connection)


async def close_quietly(connection: AbstractConnection) -> None:
    """Close a connection; ignore errors of the broker and the network, and give up after CLOSE_TIMEOUT_S (2 s)."""
    with suppress(TimeoutError, AMQPError, OSError):
        async with asyncio.timeout(CLOSE_TIMEOUT_S):
            await connection.close()


def describe_error(url: URL, error: Exception) -> BrokerUnavailable | BrokerMisconfigured:
    """Return, without raising it, the port's exception for a failure to connect; its message says what to change.

    Args:
        url: Address of the broker; the message names it without the password.
        error: Exception that the library raised while connecting.
    """
    where, user = redact_url(url), user_name(url)
    if isinstance(error, ProbableAuthenticationError):
        return BrokerMisconfigured(f"the broker at {where} refused user {user!r}: check user and password ({error})")
    if isinstance(error, AuthenticationError):
        return BrokerMisconfigured(f"the broker at {where} does not support the URL's authentication mechanism")
    if isinstance(error, InvalidFrameError) and "Connection.OpenOk" in str(error):
        vhost = unquote(url.path.removeprefix("/")) or "/"
        return BrokerMisconfigured(
            f"the broker at {where} refused virtual host {vhost!r} to user {user!r}: create it "
            f"(rabbitmqctl add_vhost), permit it (rabbitmqctl set_permissions), or name another one in the URL"
        )
    if isinstance(error.__cause__, ssl.SSLCertVerificationError):
        return BrokerMisconfigured(f"the certificate of the broker at {where} is not trusted: {error.__cause__}")
    return BrokerUnavailable(f"no broker answers at {where}: {_reason(error)}")


def _reason(error: Exception) -> str:
    return str(error.args[-1]) if error.args else type(error).__name__
