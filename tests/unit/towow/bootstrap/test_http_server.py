"""Listening of a gateway: addresses, key owners, and messages about ports that cannot be opened."""

import socket

import pytest
from pydantic import SecretStr

from gateway.settings import GatewaySettings
from towow.bootstrap.http_server import is_loopback, open_gateway_listener, read_key_owners
from towow.cli.exit import CommandError


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_only_this_machine_comes_in(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "10.1.2.3", "example.org", "localhost.example.org"])
def test_others_come_in_too(host: str) -> None:
    assert not is_loopback(host)


def test_a_port_that_is_taken_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port} is in use.*--port 0") as refusal:
            open_gateway_listener("127.0.0.1", port)
    assert refusal.value.code == 2
    with open_gateway_listener("127.0.0.1", port) as free:
        assert free.getsockname()[1] == port


def test_an_address_that_is_not_ours_is_named() -> None:
    with pytest.raises(CommandError, match=r"cannot listen on 192\.0\.2\.1:0"):
        open_gateway_listener("192.0.2.1", 0)


def test_keys_that_cannot_be_read_are_refused_without_being_shown() -> None:
    assert not read_key_owners(GatewaySettings())
    keys = GatewaySettings(api_keys=SecretStr("secret-of-alice:user_alice:boss"))
    with pytest.raises(CommandError, match="entry 1") as refusal:
        read_key_owners(keys)
    assert "secret-of-alice" not in str(refusal.value)
