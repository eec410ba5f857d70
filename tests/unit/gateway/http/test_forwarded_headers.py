"""Whom do the limits count, and under which address was the gateway reached, behind proxies and behind none?"""

import asyncio
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from gateway.http import forwarded_headers
from gateway.http.forwarded_headers import (
    ForwardedHeadersMiddleware,
    TrustedProxies,
    client_address,
    forwarded_host,
    local_networks,
    parse_address,
)
from gateway.http.rate_limited_log import RateLimitedLog
from gateway.settings import GatewaySettings
from towow.config.demand_logger import build_logger

PROXIES = "10.0.0.0/8, 127.0.0.1,::1 , fd00::/8"


def seen(peer: str | None, *headers: tuple[str, str], trusted: str = PROXIES) -> tuple[dict[str, Any], str]:
    """The scope that the application gets, and the log."""
    found: list[dict[str, Any]] = []
    lines = StringIO()

    async def app(scope: Any, *_: Any) -> None:
        found.append(scope)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": "http", "scheme": "http", "client": peer and (peer, 5), "headers": raw}
    log = RateLimitedLog(build_logger("info", "json", lines))
    middleware = ForwardedHeadersMiddleware(app, TrustedProxies(trusted), log)
    asyncio.run(middleware(scope, None, None))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    return found[0], lines.getvalue()


FOR = "X-Forwarded-For"


@pytest.mark.parametrize(
    ("peer", "values", "client"),
    [
        ("10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("::1", ["192.0.2.1"], "192.0.2.1"),
        ("::ffff:10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6, 192.0.2.1, 10.0.0.7"], "192.0.2.1"),
        ("10.0.0.1", ["10.0.0.9, 10.0.0.7"], "10.0.0.9"),
        ("10.0.0.1", ["192.0.2.1:4711"], "192.0.2.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("10.0.0.1", ["192.0.2.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["unknown, 10.0.0.7"], "10.0.0.7"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["6.6.6.6," + "10.0.0.1," * 60], "10.0.0.1"),
        ("192.0.2.9", ["6.6.6.6"], "192.0.2.9"),
        ("testclient", ["6.6.6.6"], "testclient"),
    ],
)
def test_the_client_is_the_last_address_that_no_trusted_proxy_has(peer: str, values: list[str], client: str) -> None:
    scope, _ = seen(peer, *((FOR, value) for value in values))
    assert scope["client"][0] == client


@pytest.mark.parametrize(
    ("headers", "scheme", "host"),
    [
        ([("X-Forwarded-Proto", "https")], "https", None),
        ([("X-Forwarded-Proto", "http, HTTPS")], "https", None),
        ([("X-Forwarded-Proto", "ftp")], "http", None),
        ([("X-Forwarded-Host", "demo.example.org:8443")], "http", "demo.example.org:8443"),
        ([("X-Forwarded-Host", "evil.example, demo.example.org")], "http", "demo.example.org"),
        ([("Forwarded", "for=6.6.6.6;proto=https;host=evil.example")], "http", None),
    ],
)
def test_scheme_and_host_are_those_of_the_last_proxy(
    headers: list[tuple[str, str]], scheme: str, host: str | None
) -> None:
    scope, lines = seen("10.0.0.1", *headers)
    assert (scope["scheme"], forwarded_host(scope), lines) == (scheme, host, "")
    assert scope["client"][0] == "10.0.0.1"


@pytest.mark.parametrize("peer", ["192.0.2.9", None, "::2"])
def test_forwarded_headers_of_untrusted_clients_are_ignored_and_logged(peer: str | None) -> None:
    forged = [(FOR, "6.6.6.6"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example")]
    scope, lines = seen(peer, *forged)
    assert (scope["client"], scope["scheme"], forwarded_host(scope)) == (peer and (peer, 5), "http", None)
    line = json.loads(lines)
    assert (line["event"], line["client"]) == ("forwarded_headers_ignored", peer or "")
    assert "TOWOW_TRUSTED_PROXIES" in line["hint"]
    assert seen(peer)[1] == ""


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_rate_limits_group_clients_by_ipv4_address_or_ipv6_network(address: str, counted: str) -> None:
    assert client_address({"client": (address, 1)}) == counted
    assert client_address({"client": None}) == "unknown"


@pytest.mark.parametrize("text", ["10.0.0.1/8", "proxy.example", "10.0.0.0/33", "*", "10.0.0.1;10.0.0.2"])
def test_a_malformed_setting_is_refused_with_the_entry(text: str) -> None:
    with pytest.raises(ValueError, match="expected IP addresses, CIDR networks or `local-networks`") as raised:
        GatewaySettings(trusted_proxies=text)
    assert text.split(";", maxsplit=1)[0] in str(raised.value)


def test_the_setting_none_trusts_no_proxy() -> None:
    assert "127.0.0.1" not in TrustedProxies("none")
    assert "127.0.0.1" in TrustedProxies(GatewaySettings().trusted_proxies)
    assert "::1" in TrustedProxies(GatewaySettings().trusted_proxies)
    assert "192.0.2.1" not in TrustedProxies(GatewaySettings().trusted_proxies)


ROUTES = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
eth1\t0000A8C0\t010012AC\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
wg0\t00000080\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
"""
"""The last two are those of a VPN for all traffic: 0.0.0.0/1 and 128.0.0.0/1."""


def test_local_networks_are_the_directly_connected_routes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    routes = tmp_path / "route"
    monkeypatch.setattr(forwarded_headers, "_ROUTES", routes)
    assert local_networks() == ()
    routes.write_text(ROUTES, encoding="ascii")
    assert [str(network) for network in local_networks()] == ["172.18.0.0/16"]
    trusted = TrustedProxies("local-networks,::1")
    assert [address in trusted for address in ("172.18.0.1", "172.19.0.1", "192.168.0.1", "::1")] == [
        *(True, False, False, True),
    ]


@pytest.mark.parametrize("text", ["", "a", "1.2.3", "[::1", "1.2.3.4.5:80", "::1::2", "x" * 100_000])
def test_parse_address_of_other_text_is_none(text: str) -> None:
    found = parse_address(text)
    assert found is None or text == "[::1"
