"""Who may see and do what: keys, sessions, two users on every route, other origins (INTERFACES § 7; FAULTS § 4)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from http.cookies import SimpleCookie
from typing import Any

import pytest

from gateway.app import create_app
from gateway.auth.api_keys import InvalidApiKeys
from gateway.settings import GatewaySettings
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.async_tests import skip_time
from tests.support.case_tables import load_cases
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import (
    ALICE,
    BOB,
    KEYS,
    NOBODY,
    ROOT,
    GatewayHarness,
    assert_error,
    event_payloads,
    gateway_harness,
)

HOUR = 3600
WORD = "mushrooms"
"""Only in the private demand."""

READING = (
    "/demands/{demand_id}",
    "/demands/{demand_id}/events",
    "/channels/{channel_id}",
    "/channels/{channel_id}-1",
    "/events/negotiations/{demand_id}/stream",
    "/events/negotiations/{demand_id}/stream?after=3",
)


async def private(running: GatewayHarness, who: Mapping[str, str] = NOBODY) -> dict[str, Any]:
    """Alice's private demand, when it has ended."""
    demand = await running.submit(who=who, visibility="private", raw_input=f"I need a venue for {WORD}")
    await running.ended(demand["demand_id"], who)
    return demand


@pytest.mark.parametrize("path", READING)
@pytest.mark.gateway(keys=KEYS)
async def test_another_users_private_demand_is_answered_like_an_unknown_one(path: str, running: GatewayHarness) -> None:
    """Of every route that names a demand or a channel, byte for byte; its user and administrators see it."""
    demand = await private(running, ALICE)
    none = {"demand_id": "d-" + "a" * 13, "channel_id": "collab-" + "a" * 13}
    for stranger in (BOB, NOBODY):
        refused = await running.get(path.format(**demand), stranger)
        unknown = await running.get(path.format(**none), stranger)
        assert refused.status_code == 404
        assert refused.json()["error_code"] == ("E007" if "channels" in path else "E002")
        assert (refused.content, refused.headers.raw) == (unknown.content, unknown.headers.raw)
    if not path.endswith("-1"):  # there is no such subnet
        for entitled in (ALICE, ROOT):
            seen = await running.get(path.format(**demand), entitled)
            assert seen.status_code == 200
            assert WORD in seen.text or "?after" in path


@pytest.mark.gateway(keys=KEYS)
async def test_another_users_private_demand_cannot_be_cancelled(running: GatewayHarness) -> None:
    demand = await private(running, ALICE)
    path = f"/demands/{demand['demand_id']}/cancel"
    for stranger in (BOB, NOBODY):
        assert event_payloads(await running.post(path, who=stranger)) == (404, "E002")
    assert event_payloads(await running.post(path, who=ALICE)) == (409, "E014")


@pytest.mark.gateway(keys=KEYS)
async def test_no_route_open_to_strangers_mentions_a_private_demand(running: GatewayHarness) -> None:
    await private(running, ALICE)
    paths = (
        "/demands",
        "/demands?user_id=user_alice",
        "/demands?status=finalized",
        "/agents",
        "/agents/bob/questions",
        "/session/agents",
        "//metrics",
        "//readyz",
    )
    for path in paths:
        for stranger in (BOB, NOBODY):
            assert WORD not in (await running.get(path, stranger)).text
    assert WORD in (await running.get("/demands", ALICE)).text
    assert WORD in (await running.get("/demands?user_id=user_alice", ROOT)).text


async def test_events_of_a_private_demand_go_to_the_private_exchange_only(running: GatewayHarness) -> None:
    heard: list[str] = []

    async def hear(delivery: Any) -> None:
        heard.append(delivery.message.routing_key)
        await delivery.ack()

    await running.system.transport.subscribe("#", hear)
    public = await running.submit()
    await running.ended(public["demand_id"])
    hidden = await private(running)
    assert any(key.endswith(public["demand_id"]) for key in heard)
    assert not any(key.endswith(hidden["demand_id"]) for key in heard)


async def test_a_private_demand_is_readable_by_id_or_user_without_api_keys(running: GatewayHarness) -> None:
    demand = await private(running)
    for path in READING[:3]:
        assert (await running.get(path.format(**demand))).status_code == 200
    assert (await running.get("/demands")).json()["items"] == []
    assert len((await running.get("/demands?user_id=user_alice")).json()["items"]) == 1
    assert (await running.get("/demands?user_id=user_bob")).json()["items"] == []


SUBMITS: list[tuple[str, Mapping[str, str], str, str, bool, int]] = [
    ("signed in, for oneself", ALICE, "user_alice", "public", False, 200),
    ("signed in, for another", ALICE, "user_bob", "public", False, 403),
    ("an administrator for anybody", ROOT, "user_bob", "private", False, 200),
    ("a stranger", NOBODY, "somebody", "public", False, 401),
    ("a stranger where it is open", NOBODY, "somebody", "public", True, 200),
    ("a stranger as a user of ours", NOBODY, "user_alice", "public", True, 401),
    ("a stranger in private", NOBODY, "somebody", "private", True, 401),
    ("signed in, for another, where it is open", ALICE, "somebody", "public", True, 403),
]


@pytest.mark.parametrize(("what", "who", "user", "visibility", "is_open", "status"), SUBMITS)
async def test_only_permitted_roles_may_submit(
    what: str, who: Mapping[str, str], user: str, visibility: str, is_open: bool, status: int, clock: VirtualClock
) -> None:
    async with gateway_harness(clock, keys=KEYS, open=is_open) as running:
        body = {"raw_input": "I need a venue", "user_id": user, "visibility": visibility}
        answer = await running.post("/demand/submit", body, who, wait_s=0)
        assert answer.status_code == status
        assert len(await running.system.store.list_correlations()) == (1 if status == 200 else 0)


CANCELS: list[tuple[str, Mapping[str, str], bool, int]] = [
    ("its user", ALICE, False, 202),
    ("another user", BOB, False, 403),
    ("an administrator", ROOT, False, 202),
    ("a stranger", NOBODY, False, 403),
    ("a stranger where it is open", NOBODY, True, 403),
]


@pytest.mark.parametrize(("what", "who", "is_open", "status"), CANCELS)
async def test_only_permitted_roles_may_cancel(
    what: str, who: Mapping[str, str], is_open: bool, status: int, clock: VirtualClock
) -> None:
    async with gateway_harness(clock, keys=KEYS, open=is_open, model=RuleBasedModel(ANSWERS, 2000)) as running:
        demand = await running.submit(who=ALICE)
        answer = await running.post(f"/demands/{demand['demand_id']}/cancel", {"reason": "changed my mind"}, who)
        assert answer.status_code == status
        view = await running.ended(demand["demand_id"])
        assert view["status"] == ("cancelled" if status == 202 else "finalized")
        if status == 202:
            by = "root" if who is ROOT else "user_alice"
            assert view["cancelled"] == {"cancelled_by": by, "reason": "changed my mind"}


@pytest.mark.gateway(keys=KEYS, open=True, model=RuleBasedModel(ANSWERS, 2000))
async def test_an_anonymous_demand_is_cancelled_by_the_browser_that_submitted_it_alone(running: GatewayHarness) -> None:
    demand = await running.submit("somebody")
    browser = dict(running.http.cookies)
    running.http.cookies.clear()
    path = f"/demands/{demand['demand_id']}/cancel"
    for stranger in (BOB, NOBODY):
        assert event_payloads(await running.post(path, who=stranger)) == (403, "E013")
    cookie = "; ".join(f"{name}={value}" for name, value in browser.items())
    assert (await running.post(path, who={"Cookie": cookie})).status_code == 202
    assert (await running.ended(demand["demand_id"]))["cancelled"]["cancelled_by"] == "somebody"


ADMIN = (
    ("GET", "/admin/agents/amy"),
    ("POST", "/admin/agents"),
    ("PUT", "/admin/agents/amy"),
    ("DELETE", "/admin/agents/amy"),
    ("POST", "/admin/agents/import"),
    ("POST", "/admin/agents/import/preview"),
    ("POST", "/admin/agents/import/undo"),
    ("GET", "/admin/dead-letters"),
    ("POST", "/admin/dead-letters/x/resend"),
    ("DELETE", "/admin/dead-letters/x"),
    ("POST", "/admin/dead-letters/resend"),
    ("POST", "/admin/dead-letters/delete"),
    ("GET", "/admin/system"),
    ("GET", "/admin/breaker"),
    ("POST", "/admin/breaker/reset"),
    ("GET", "/admin/channels"),
    ("POST", "/admin/channels/d-0000000000000/cancel"),
)


@pytest.mark.parametrize(("method", "path"), ADMIN)
async def test_only_administrators_administer(method: str, path: str, clock: VirtualClock) -> None:
    """And nobody else learns more than that, not even whether the body was right."""
    async with gateway_harness(clock, keys=KEYS) as running:
        assert event_payloads(await running.ask(method, path, NOBODY)) == (401, "E012")
        assert event_payloads(await running.ask(method, path, ALICE)) == (403, "E013")
        assert (await running.ask(method, path, ROOT)).status_code not in (401, 403)
    async with gateway_harness(clock, change=lambda context: replace(context, allow_anonymous_admin=False)) as running:
        assert event_payloads(await running.ask(method, path)) == (403, "E013")
    async with gateway_harness(clock) as running:
        assert (await running.ask(method, path)).status_code not in (401, 403)


@pytest.mark.parametrize("keys", ["", KEYS])
@pytest.mark.parametrize(
    "said", ["Bearer wrong-key", "bearer alice-key-11", "Bearer ", "Bearer", "Bearer alice-key-1 x", "Bearer é"]
)
async def test_a_wrong_key_is_refused_everywhere(keys: str, said: str, clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=keys) as running:
        wrong = {b"authorization": said.encode()}
        for path in ("/demands", "//healthz", "//", "/nothing", "/session", "//openapi.json", "/admin/breaker"):
            refused = await running.http.get(path[1:] if path.startswith("//") else "/api/v1" + path, headers=wrong)
            assert event_payloads(refused) == (401, "E012"), path
            assert refused.headers["www-authenticate"] == "Bearer"
            assert "wrong-key" not in refused.text


def cookie_of(answer: Any) -> dict[str, str]:
    """The header that a browser sends from now on."""
    found = SimpleCookie(answer.headers["set-cookie"])
    return {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in found.items())}


async def signed_in(running: GatewayHarness, key: str = "alice-key-1") -> dict[str, str]:
    answer = await running.post("/session", {"key": key})
    assert answer.status_code == 200, answer.text
    running.http.cookies.clear()
    return cookie_of(answer)


@pytest.mark.gateway(keys=KEYS)
async def test_a_session_cookie_authenticates_the_user_of_its_key(running: GatewayHarness) -> None:
    answer = await running.post("/session", {"key": "alice-key-1"})
    assert answer.json() == {"user_id": "user_alice", "admin": False, "sign_in": True}
    attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert attributes == {"httponly", "max-age=43200", "path=/", "samesite=strict"}
    assert "alice-key-1" not in answer.headers["set-cookie"]
    cookie = cookie_of(answer)
    running.http.cookies.clear()
    assert (await running.get("/session")).json() == {"user_id": None, "admin": False, "sign_in": True}
    assert (await running.get("/session", cookie)).json()["user_id"] == "user_alice"
    assert (await running.submit(who=cookie))["status"] == "processing"
    assert event_payloads(await running.get("/admin/breaker", cookie)) == (403, "E013")
    root = await signed_in(running, "root-key-3")
    assert (await running.get("/admin/breaker", root)).status_code == 200
    ended = await running.ask("DELETE", "/session", cookie)
    assert ended.status_code == 204
    assert "max-age=0" in ended.headers["set-cookie"].lower()


async def test_the_session_says_whether_anonymous_users_may_administer(clock: VirtualClock) -> None:
    for may in (True, False):
        async with gateway_harness(
            clock, change=lambda context, may=may: replace(context, allow_anonymous_admin=may)
        ) as running:
            assert (await running.get("/session")).json() == {"user_id": None, "admin": may, "sign_in": False}


@pytest.mark.gateway(keys=KEYS)
async def test_over_https_the_cookie_is_for_https_only(running: GatewayHarness) -> None:
    running.http.base_url = "https://gateway"
    answer = await running.post("/session", {"key": "alice-key-1"})
    assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_session_ends_after_twelve_hours_and_with_its_key(clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=KEYS) as running:
        cookie = await signed_in(running)
        await skip_time(11.9 * HOUR)
        assert (await running.get("/session", cookie)).json()["user_id"] == "user_alice"
        await skip_time(0.2 * HOUR)
        assert (await running.get("/session", cookie)).json()["user_id"] is None
        cookie = await signed_in(running)
    async with gateway_harness(clock, keys=KEYS) as running:  # another gateway
        assert (await running.get("/session", cookie)).json()["user_id"] == "user_alice"
    async with gateway_harness(clock, keys=KEYS.replace("alice-key-1", "alice-key-9")) as running:
        assert (await running.get("/session", cookie)).json()["user_id"] is None
    async with gateway_harness(clock, keys=KEYS.replace("user_alice:user", "user_alice:admin")) as running:
        assert (await running.get("/session", cookie)).json()["admin"] is True


FORGERIES: list[Callable[[str], str]] = [
    lambda session: session[:-1],
    lambda session: session + "x",
    lambda session: session.replace("1.", "2.", 1),
    lambda session: "1.aaaa." + session[-20:],
    lambda _: "x",
    lambda _: "",
]


@pytest.mark.parametrize("forge", FORGERIES)
@pytest.mark.gateway(keys=KEYS)
async def test_a_forged_session_cookie_authenticates_nobody(
    forge: Callable[[str], str], running: GatewayHarness
) -> None:
    name, _, value = (await signed_in(running))["Cookie"].partition("=")
    forged = {"Cookie": f"{name}={forge(value)}"}
    assert (await running.get("/session", forged)).json()["user_id"] is None


async def test_a_wrong_key_begins_no_session(clock: VirtualClock) -> None:
    for keys in ("", KEYS):
        async with gateway_harness(clock, keys=keys) as running:
            refused = await running.post("/session", {"key": "wrong-key"})
            assert event_payloads(refused) == (401, "E012")
            assert "set-cookie" not in refused.headers


ORIGINS: list[tuple[dict[str, str], bool]] = load_cases(__file__, "origins")


@pytest.mark.parametrize(("headers", "fine"), ORIGINS)
async def test_a_state_changing_request_of_another_origin_is_refused(
    headers: dict[str, str], fine: bool, clock: VirtualClock
) -> None:
    async with gateway_harness(clock, keys=KEYS) as running:
        cookie = await signed_in(running)
        body = {"raw_input": "I need a venue", "user_id": "user_alice"}
        answer = await running.post("/demand/submit", body, {**cookie, **headers})
        assert (answer.status_code == 200) == fine
        assert (await running.post("/session", {"key": "alice-key-1"}, headers)).is_success == fine
        running.http.cookies.clear()
        assert (await running.get("/session", {**cookie, **headers})).status_code == 200
        assert (await running.post("/demand/submit", body, {**ALICE, **headers})).status_code == 200
    async with gateway_harness(clock) as running:
        assert (await running.post("/admin/breaker/reset", who=headers)).is_success == fine


@pytest.mark.parametrize(("keys", "is_open"), [("", False), ("", True), (KEYS, False), (KEYS, True)])
async def test_a_rebound_host_name_is_refused(keys: str, clock: VirtualClock, *, is_open: bool) -> None:
    """Else its owner could make anybody's browser act on the gateway of that person's own machine (DNS rebinding)."""
    rebound = {"Host": "rebound.evil.example"}
    async with gateway_harness(clock, keys=keys, open=is_open) as running:
        body = {"raw_input": "I need a venue", "user_id": "somebody"}
        for headers in (rebound, {**rebound, "Origin": "http://rebound.evil.example"}, {**rebound, **ALICE}):
            refused = await running.post("/demand/submit", body, headers)
            assert event_payloads(refused) == (403, "E013")
            assert "TOWOW_HOSTS" in refused.json()["details"]
        for path in ("/demands", "/session", "/admin/breaker", "//", "//healthz", "//openapi.json", "/nothing"):
            assert event_payloads(await running.get(path, rebound)) == (403, "E013"), path
        assert not await running.system.store.list_correlations()
        lines = running.system.logged("host_refused")
        assert [(line["host"], line["client"]) for line in lines] == [("rebound.evil.example", "127.0.0.1")]


ALLOWED_HOSTS = load_cases(__file__, "allowed_hosts")


async def test_the_host_names_of_the_setting_are_accepted(clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=KEYS, hosts="Demo.example.org, *.demo.example.com") as running:
        for host, fine in ALLOWED_HOSTS:
            own_page = {"Host": host, "Origin": f"http://{host}"}
            assert (await running.get("/demands", {"Host": host})).status_code == (200 if fine else 403), host
            assert (await running.post("/session", {"key": "alice-key-1"}, own_page)).is_success == fine, host
    async with gateway_harness(clock, hosts="*") as running:
        for host, _ in ALLOWED_HOSTS:
            assert (await running.get("/demands", {"Host": host})).status_code == 200, host


async def test_the_host_name_of_the_machine_is_accepted(monkeypatch: pytest.MonkeyPatch, clock: VirtualClock) -> None:
    monkeypatch.setattr("gateway.auth.origin_check.gethostname", lambda: "Box.example.net")
    async with gateway_harness(clock) as running:
        for host, status in (("box.example.net", 200), ("box.example.net.local", 200), ("x.example.net", 403)):
            assert (await running.get("/demands", {"Host": host})).status_code == status


@pytest.mark.parametrize(
    "hosts", ["http://demo.example.org", "demo.example.org:443", "a b", "*x", "demo.*.org", ".org"]
)
def test_a_malformed_host_name_in_the_setting_is_refused(hosts: str) -> None:
    with pytest.raises(ValueError, match="expected host names without scheme and port"):
        GatewaySettings(hosts=hosts)


PROXIED = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "Origin": "https://demo.example.org"}
UPSTREAM = {"Host": "gateway:8000", "X-Forwarded-Host": "demo.example.org"}
PROXY_CASES: list[tuple[dict[str, str], bool]] = [
    ({"Host": "demo.example.org"}, True),
    (UPSTREAM, True),
    ({**UPSTREAM, "X-Forwarded-Host": "evil.example, demo.example.org"}, True),
    ({"Host": "demo.example.org", "X-Forwarded-Proto": "http"}, False),
    ({**UPSTREAM, "Origin": "https://evil.example"}, False),
    ({**UPSTREAM, "X-Forwarded-Host": "evil.example", "Origin": "https://evil.example"}, False),
    ({"Host": "evil.example", "X-Forwarded-Host": "demo.example.org"}, False),
    ({"Host": "gateway:8000"}, False),
]


async def test_the_origin_check_uses_the_forwarded_host_of_a_trusted_proxy(clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=KEYS, hosts="demo.example.org") as running:
        for headers, fine in PROXY_CASES:
            answer = await running.post("/session", {"key": "alice-key-1"}, {**PROXIED, **headers})
            assert answer.status_code == (200 if fine else 403), headers
            assert ("secure" in answer.headers.get("set-cookie", "").lower()) == fine
        assert running.system.logged("forwarded_headers_ignored") == []
    async with gateway_harness(clock, keys=KEYS, hosts="demo.example.org", trusted_proxies="none") as running:
        for headers, _ in PROXY_CASES:
            answer = await running.post("/session", {"key": "alice-key-1"}, {**PROXIED, **headers})
            assert answer.status_code == 403, headers
        ignored = running.system.logged("forwarded_headers_ignored")
        assert [line["client"] for line in ignored] == ["127.0.0.1"]


@pytest.mark.parametrize(("trusted", "limited"), [("127.0.0.1", False), ("none", True)])
async def test_limits_count_the_client_that_a_trusted_proxy_names_and_no_forged_one(
    trusted: str, clock: VirtualClock, *, limited: bool
) -> None:
    limits: dict[str, Any] = {"rate_limit_per_minute": 5, "rate_limit_per_address": 5}
    async with gateway_harness(clock, keys=KEYS, trusted_proxies=trusted, **limits) as running:
        for number in range(20):
            client = {"X-Forwarded-For": f"6.6.6.6, 192.0.2.{number}"}
            wrong = await running.get("/demands", {**client, "Authorization": "Bearer wrong-key"})
            assert wrong.status_code == (429 if limited and number >= 5 else 401)
            change = await running.post("/demands/d-none/cancel", who=client)
            assert change.status_code == (429 if limited and number >= 5 else 404)
        forged = [
            await running.post("/demands/d-none/cancel", who={"X-Forwarded-For": f"6.6.6.{number}, 192.0.2.99"})
            for number in range(6)
        ]
        assert forged[-1].status_code == 429


HOSTS = load_cases(__file__, "hosts")


@pytest.mark.parametrize(("host", "fine"), HOSTS)
async def test_local_host_names_are_accepted(host: str, fine: bool, running: GatewayHarness) -> None:
    answer = await running.get("/demands", {"Host": host})
    assert answer.status_code == (200 if fine else 403)


@pytest.mark.gateway(cors_origins="http://page.example, http://localhost:3000")
async def test_only_configured_origins_get_cors_headers(running: GatewayHarness) -> None:
    ours = await running.get("/demands", {"Origin": "http://page.example"})
    assert ours.headers["access-control-allow-origin"] == "http://page.example"
    assert ours.headers["access-control-allow-credentials"] == "true"
    other = await running.get("/demands", {"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in other.headers
    ask = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,idempotency-key"}
    fine = await running.http.options("/api/v1/demand/submit", headers={**ask, "Origin": "http://page.example"})
    assert fine.status_code == 200
    refused = await running.http.options("/api/v1/demand/submit", headers={**ask, "Origin": "http://evil.example"})
    assert event_payloads(refused) == (403, "E013")
    assert_error(refused)
    assert "access-control-allow-origin" not in refused.headers
    missing = await running.get("/nothing", {"Origin": "http://page.example"})
    assert missing.headers["access-control-allow-origin"] == "http://page.example"


@pytest.mark.gateway(keys=KEYS)
async def test_no_response_and_no_log_line_contains_an_api_key(running: GatewayHarness) -> None:
    texts = [json.dumps(repr(running.context))]
    for path in ("/session", "/demands", "//readyz", "//metrics", "//openapi.json", "/admin/breaker"):
        answer = await running.get(path, ROOT)
        texts += [answer.text, str(answer.headers)]
    texts.append(running.system.lines.getvalue())
    for key in ("alice-key-1", "bob-key-22", "root-key-3"):
        assert not any(key in text for text in texts)


async def test_malformed_api_keys_are_refused_at_gateway_startup(running: GatewayHarness) -> None:
    settings = running.context.settings.model_copy(update={"api_keys": type(running.context.settings.api_keys)("x:y")})
    with pytest.raises(InvalidApiKeys, match="entry 1"):
        create_app(replace(running.context, settings=settings), ())
