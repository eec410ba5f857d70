"""The page through a proxy that terminates TLS: its own POST, its cookie, its stream, and limits per client."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from shared.runtime.system_clock import SystemClock
from tests.services.tls_proxy import CADDY, NAME, NGINX, TlsProxy, caddy_proxy, nginx_proxy, plain_proxy
from tests.support.gateway_harness import ALICE, API, KEYS, GatewayHarness, event_payloads, gateway_harness

StartProxy = Callable[[int, Path], AbstractAsyncContextManager[TlsProxy]]
WRONG = {"Authorization": "Bearer wrong-key"}
SUBMIT = f"{API}/demand/submit?wait_s=0"

each_proxy = pytest.mark.parametrize(
    "start",
    [
        plain_proxy,
        pytest.param(nginx_proxy, marks=pytest.mark.skipif(NGINX is None, reason="nginx is not installed")),
        pytest.param(caddy_proxy, marks=pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")),
    ],
)


@dataclass(frozen=True, slots=True)
class Proxied:
    """A gateway behind a proxy."""

    gateway: GatewayHarness
    proxy: TlsProxy

    def client(self, address: str = "127.0.0.5", name: str = NAME) -> httpx2.AsyncClient:
        """A client at an address, whose page is of the origin https://name."""
        transport = httpx2.AsyncHTTPTransport(verify=self.proxy.trust, local_address=address)
        return httpx2.AsyncClient(
            transport=transport,
            base_url=f"https://127.0.0.1:{self.proxy.port}",
            headers={"Host": name, "Origin": f"https://{name}"},
            timeout=20,
        )


TO_PROXY: dict[str, Any] = {"sni_hostname": NAME}


@asynccontextmanager
async def proxied(start: StartProxy, folder: Path, **settings: Any) -> AsyncGenerator[Proxied]:
    """Start a gateway that believes 127.0.0.1, where the proxy is; clients have other addresses."""
    chosen: dict[str, Any] = {"hosts": NAME, "trusted_proxies": "127.0.0.1", "keys": KEYS, "open": True, **settings}
    async with (
        gateway_harness(SystemClock(), sockets=True, **chosen) as gateway,
        start(gateway.http.base_url.port or 0, folder) as proxy,
    ):
        yield Proxied(gateway, proxy)


@each_proxy
async def test_the_page_works_behind_a_tls_proxy(start: StartProxy, tmp_path: Path) -> None:
    async with proxied(start, tmp_path) as system, system.client() as browser:
        page = await browser.get("/", extensions=TO_PROXY)
        assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
        signed_in = await browser.post(f"{API}/session", json={"key": "alice-key-1"}, extensions=TO_PROXY)
        assert signed_in.status_code == 200, signed_in.text
        assert "secure" in [part.strip().lower() for part in signed_in.headers["set-cookie"].split(";")]
        cookie = {"Cookie": signed_in.headers["set-cookie"].partition(";")[0]}
        body = {"raw_input": "I need a venue", "user_id": "user_alice"}
        submitted = await browser.post(SUBMIT, json=body, headers=cookie, extensions=TO_PROXY)
        assert submitted.status_code == 200, submitted.text
        path = f"{API}/events/negotiations/{submitted.json()['demand_id']}/stream"
        async with browser.stream("GET", path, headers=cookie, extensions=TO_PROXY) as stream:
            types = [line async for line in stream.aiter_lines() if line.startswith("event: ")]
        assert (types[0], types[-1]) == ("event: towow.demand.submitted", "event: towow.demand.closed")
        assert system.gateway.system.logged("forwarded_headers_ignored") == []


@each_proxy
async def test_rate_limits_behind_a_proxy_count_the_clients(start: StartProxy, tmp_path: Path) -> None:
    limits = {"rate_limit_per_minute": 5, "rate_limit_per_address": 5}
    async with (
        proxied(start, tmp_path, **limits) as system,
        system.client("127.0.0.5") as attacker,
        system.client("127.0.0.6") as other,
    ):
        path, body = f"{API}/demands", {"raw_input": "I need a venue", "user_id": "somebody"}
        for number in range(8):  # what the attacker says of its own address changes nothing
            forged = {"X-Forwarded-For": f"6.6.6.{number}", **WRONG}
            refused = await attacker.get(path, headers=forged, extensions=TO_PROXY)
            assert event_payloads(refused) == ((429, "E017") if number >= 5 else (401, "E012"))
            submitted = await attacker.post(SUBMIT, json=body, extensions=TO_PROXY)
            assert submitted.status_code == (429 if number >= 5 else 200)
        assert (await attacker.get(path, headers=ALICE, extensions=TO_PROXY)).status_code == 200
        assert event_payloads(await other.get(path, headers=WRONG, extensions=TO_PROXY)) == (401, "E012")
        assert (await other.post(SUBMIT, json=body, extensions=TO_PROXY)).status_code == 200


@each_proxy
async def test_another_origin_and_a_rebound_host_are_refused_behind_a_proxy(start: StartProxy, tmp_path: Path) -> None:
    body = {"raw_input": "I need a venue", "user_id": "somebody"}
    async with proxied(start, tmp_path) as system:
        async with system.client() as browser:
            foreign = {"Origin": "https://evil.example"}
            refused = await browser.post(SUBMIT, json=body, headers=foreign, extensions=TO_PROXY)
            assert event_payloads(refused) == (403, "E013")
        async with system.client(name="evil.example") as rebound:
            for forged in ({}, {"X-Forwarded-Host": NAME}, {"X-Forwarded-Host": "localhost"}):
                for refused in (
                    await rebound.post(SUBMIT, json=body, headers=forged, extensions=TO_PROXY),
                    await rebound.get(f"{API}/demands", headers=forged, extensions=TO_PROXY),
                ):
                    if system.proxy.passes_any_host:
                        assert event_payloads(refused) == (403, "E013")
                    else:  # the proxy answers by itself
                        assert refused.content == b""
        assert not await system.gateway.system.store.list_correlations()


@each_proxy
async def test_forwarded_headers_of_an_untrusted_proxy_are_logged(start: StartProxy, tmp_path: Path) -> None:
    async with proxied(start, tmp_path, trusted_proxies="none") as system, system.client() as browser:
        refused = await browser.post(f"{API}/session", json={"key": "alice-key-1"}, extensions=TO_PROXY)
        assert event_payloads(refused) == (403, "E013")
        lines = system.gateway.system.logged("forwarded_headers_ignored")
        assert [line["client"] for line in lines] == ["127.0.0.1"]
        assert "TOWOW_TRUSTED_PROXIES" in json.dumps(lines)
