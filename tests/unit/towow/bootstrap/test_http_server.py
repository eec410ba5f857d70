"""Listening of a gateway: addresses, key owners, and messages about ports that cannot be opened."""

import socket

import pytest
from pydantic import SecretStr

from gateway.settings import GatewaySettings
from towow.bootstrap.http_server import is_loopback, open_gateway_listener, read_key_owners
from towow.cli.exit import CommandError


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_a_loopback_host_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "10.1.2.3", "example.org", "localhost.example.org"])
def test_other_hosts_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_an_occupied_port_is_reported_with_a_hint() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port} is in use.*--port 0") as refusal:
            open_gateway_listener("127.0.0.1", port)
    assert refusal.value.code == 2
    with open_gateway_listener("127.0.0.1", port) as free:
        assert free.getsockname()[1] == port


def test_an_address_of_another_machine_is_refused_by_name() -> None:
    with pytest.raises(CommandError, match=r"cannot listen on 192\.0\.2\.1:0"):
        open_gateway_listener("192.0.2.1", 0)


def test_malformed_api_keys_are_refused_without_being_shown() -> None:
    assert not read_key_owners(GatewaySettings())
    keys = GatewaySettings(api_keys=SecretStr("secret-of-alice:user_alice:boss"))
    with pytest.raises(CommandError, match="entry 1") as refusal:
        read_key_owners(keys)
    assert "secret-of-alice" not in str(refusal.value)
