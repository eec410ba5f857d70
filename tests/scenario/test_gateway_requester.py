"""Who a requester without an account is: the token of a submission, where it is shown and what it opens (INTERFACES § 7)."""

import asyncio
import json
from collections.abc import Callable
from http.cookies import Morsel, SimpleCookie
from typing import Any

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import Commit
from tests.support.embedded_system import ANSWERS
from tests.support.gateway_harness import (
    ALICE,
    BOB,
    KEYS,
    NOBODY,
    ROOT,
    GatewayHarness,
    event_payloads,
    gateway_harness,
)

BODY = {"raw_input": "I need a venue", "user_id": "guest"}
SLOW = RuleBasedModel(ANSWERS, 60_000)
"""There is time to cancel."""
FORBIDDEN = (403, "E013")


def token_header(token: str) -> dict[str, str]:
    return {"X-Requester-Token": token}


def token_cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"towow_requester={token}"}


def read_cookie(answer: Any) -> Morsel[str]:
    """The cookie that a submission sets."""
    return SimpleCookie(answer.headers["set-cookie"])["towow_requester"]


async def cancel(running: GatewayHarness, demand: dict[str, Any], who: dict[str, str]) -> int:
    """Status of a request that carries what `who` says and no cookie of an earlier answer."""
    running.http.cookies.clear()
    return (await running.post(f"/demands/{demand['demand_id']}/cancel", who=who)).status_code


@pytest.mark.parametrize(("keys", "is_open"), [("", False), ("", True), (KEYS, True)])
@pytest.mark.parametrize("proof", [token_header, token_cookie])
async def test_the_token_of_a_demand_cancels_it_with_and_without_keys(
    keys: str, proof: Callable[[str], dict[str, str]], clock: VirtualClock, *, is_open: bool
) -> None:
    async with gateway_harness(clock, keys=keys, open=is_open, model=SLOW) as running:
        demand, other = await running.submit("guest"), await running.submit("guest")
        token = demand["requester_token"]
        assert token != other["requester_token"]
        for wrong in (NOBODY, proof(other["requester_token"]), proof(""), proof(token[:-1]), proof(f"{token}0")):
            assert await cancel(running, demand, wrong) == 403, wrong
        assert await cancel(running, demand, proof(token)) == 202
        view = await running.ended(demand["demand_id"])
        assert (view["status"], view["cancelled"]["cancelled_by"]) == ("cancelled", "guest")
        assert await cancel(running, demand, NOBODY) == 403
        assert await cancel(running, demand, proof(token)) == 409


FORGERIES: list[Callable[[str], str]] = [
    lambda token: token.upper(),
    lambda token: token[:32],
    lambda token: token[::-1],
    lambda token: f" {token}x",
    lambda token: f"{token},{token}",
    lambda _: "0" * 64,
    lambda _: "null",
    lambda _: "x" * 20_000,
]


@pytest.mark.parametrize("forge", FORGERIES)
@pytest.mark.gateway(model=SLOW)
async def test_a_forged_token_opens_nothing(forge: Callable[[str], str], running: GatewayHarness) -> None:
    demand = await running.submit("guest")
    forged = forge(demand["requester_token"])
    for proof in (token_header(forged), token_cookie(forged)):
        assert await cancel(running, demand, proof) == 403
    raw = {b"x-requester-token": "é".encode() + forged[:9].encode()}
    refused = await running.http.post(f"/api/v1/demands/{demand['demand_id']}/cancel", headers=raw)
    assert event_payloads(refused) == FORBIDDEN


@pytest.mark.gateway(model=SLOW)
async def test_the_stored_digest_is_not_accepted_as_a_token(running: GatewayHarness) -> None:
    demand = await running.submit("guest")
    known = await running.system.store.get_correlation(demand["demand_id"])
    assert known is not None
    digest = known.owner_token_digest
    assert digest is not None
    assert await cancel(running, demand, token_header(digest)) == 403


@pytest.mark.gateway(model=SLOW)
async def test_a_token_in_a_query_or_a_body_is_not_read(running: GatewayHarness) -> None:
    demand = await running.submit("guest")
    running.http.cookies.clear()
    path, token = f"/demands/{demand['demand_id']}/cancel", demand["requester_token"]
    for name in ("requester_token", "token", "X-Requester-Token", "towow_requester"):
        assert event_payloads(await running.post(path, **{name: token})) == FORBIDDEN
    assert event_payloads(await running.post(path, {"requester_token": token})) == (400, "E001")


@pytest.mark.gateway(model=SLOW)
async def test_the_header_counts_where_header_and_cookie_disagree(running: GatewayHarness) -> None:
    demand, other = await running.submit("guest"), await running.submit("guest")
    right, wrong = demand["requester_token"], other["requester_token"]
    assert await cancel(running, demand, {**token_header(wrong), **token_cookie(right)}) == 403
    assert await cancel(running, demand, {**token_header(""), **token_cookie(right)}) == 403
    assert await cancel(running, demand, {**token_header(right), **token_cookie(wrong)}) == 202


@pytest.mark.gateway(model=SLOW)
async def test_a_page_of_another_origin_cannot_use_the_cookie(running: GatewayHarness) -> None:
    demand = await running.submit("guest")
    proof = token_cookie(demand["requester_token"])
    assert await cancel(running, demand, {**proof, "Origin": "http://evil.example"}) == 403
    assert await cancel(running, demand, {**proof, "Sec-Fetch-Site": "cross-site"}) == 403
    assert await cancel(running, demand, {**proof, "Origin": "http://gateway", "Sec-Fetch-Site": "same-origin"}) == 202


async def test_pages_of_an_allowed_origin_may_send_the_header(running: GatewayHarness) -> None:
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-requester-token"}
    for origin, status in (("http://localhost:5173", 200), ("http://evil.example", 403)):
        answer = await running.http.options("/api/v1/demands/d-x/cancel", headers={**preflight, "Origin": origin})
        assert answer.status_code == status


async def test_an_administrator_of_a_gateway_without_keys_needs_the_token_too(running: GatewayHarness) -> None:
    assert (await running.get("/session")).json()["admin"] is True
    demand = await running.submit("guest")
    assert await cancel(running, demand, NOBODY) == 403


@pytest.mark.gateway(keys=KEYS, open=True, model=SLOW)
async def test_a_signed_in_user_may_use_the_token_of_a_guest_and_is_named(running: GatewayHarness) -> None:
    demand = await running.submit("guest")
    assert await cancel(running, demand, BOB) == 403
    assert await cancel(running, demand, {**BOB, **token_header(demand["requester_token"])}) == 202
    assert (await running.ended(demand["demand_id"]))["cancelled"]["cancelled_by"] == "user_bob"


@pytest.mark.gateway(keys=KEYS, model=SLOW)
async def test_a_token_does_not_show_a_private_demand_to_strangers(running: GatewayHarness) -> None:
    demand = await running.submit(who=ALICE, visibility="private")
    assert await cancel(running, demand, token_header(demand["requester_token"])) == 404
    assert await cancel(running, demand, {**BOB, **token_header(demand["requester_token"])}) == 404
    assert await cancel(running, demand, ALICE) == 202


async def test_the_cookie_of_a_demand_is_for_its_paths_and_no_script(running: GatewayHarness) -> None:
    answer = await running.post("/demand/submit", BODY)
    demand, cookie = answer.json(), read_cookie(answer)
    assert cookie.value == demand["requester_token"]
    assert (cookie["path"], cookie["httponly"], cookie["secure"]) == (
        f"/api/v1/demands/{demand['demand_id']}", True, "",
    )  # fmt: skip
    assert (cookie["samesite"].lower(), cookie["max-age"], cookie["domain"]) == ("strict", str(30 * 24 * 3600), "")
    running.http.base_url = "https://gateway"
    assert read_cookie(await running.post("/demand/submit", BODY))["secure"] is True


@pytest.mark.gateway(model=SLOW)
async def test_a_browser_sends_one_cookie_however_much_it_has_submitted(running: GatewayHarness) -> None:
    demands = [await running.submit("guest") for _ in range(60)]
    for demand in (demands[0], demands[-1]):
        answer = await running.post(f"/demands/{demand['demand_id']}/cancel")
        assert answer.status_code in (202, 409)
        assert answer.request.headers["cookie"] == f"towow_requester={demand['requester_token']}"
    assert "cookie" not in (await running.get("/demands")).request.headers


@pytest.mark.gateway(keys=KEYS)
async def test_a_signed_in_user_gets_the_token_but_no_cookie(running: GatewayHarness) -> None:
    """Or whoever uses the browser after them could cancel their demands."""
    for who in (ALICE, ROOT):
        answer = await running.post("/demand/submit", {**BODY, "user_id": "user_alice"}, who)
        assert len(answer.json()["requester_token"]) == 64
        assert "set-cookie" not in answer.headers


@pytest.mark.gateway(model=SLOW)
async def test_a_repeated_submission_returns_the_same_token(running: GatewayHarness) -> None:
    key = {"Idempotency-Key": "6f1c9d0e"}
    answers = await asyncio.gather(*(running.post("/demand/submit", BODY, key, wait_s=0) for _ in range(5)))
    again = await running.post("/demand/submit", BODY, key, wait_s=0)
    assert {answer.content for answer in answers} == {again.content}
    demand = again.json()
    assert read_cookie(again).value == demand["requester_token"]
    assert await cancel(running, demand, token_header(demand["requester_token"])) == 202
    for other in ({"Idempotency-Key": "6f1c9d0f"}, NOBODY):
        assert (await running.post("/demand/submit", BODY, other)).json()["requester_token"] != demand[
            "requester_token"
        ]
    elsewhere = await running.post("/demand/submit", {**BODY, "user_id": "guest 2"}, key)
    assert elsewhere.json()["requester_token"] != demand["requester_token"]


async def test_the_token_is_in_no_other_response_and_in_nothing_that_is_stored_or_logged(
    monkeypatch: pytest.MonkeyPatch, running: GatewayHarness
) -> None:
    store = running.system.store
    written: list[object] = []
    commit, put = store.commit, store.put_if_absent

    async def commit_seen(step: Commit) -> Any:
        written.append(step)
        return await commit(step)

    async def put_seen(name: str, value: bytes, ttl_ms: int) -> bytes:
        written.append((name, value))
        return await put(name, value, ttl_ms)

    monkeypatch.setattr(store, "commit", commit_seen)
    monkeypatch.setattr(store, "put_if_absent", put_seen)
    demand = (await running.post("/demand/submit", BODY, {"Idempotency-Key": "of the page"})).json()
    token, demand_id = demand["requester_token"], demand["demand_id"]
    await running.ended(demand_id)
    path = f"/demands/{demand_id}"
    texts = [repr(written), running.system.lines.getvalue()]
    assert demand_id in texts[0]
    assert "idempotency/" in texts[0]
    for read in ("/demands", path, f"{path}/events", f"/channels/{demand['channel_id']}-1", "/session", "//metrics"):
        answer = await running.get(read)
        texts += [answer.text, str(answer.headers), str(answer.request.url)]
    for proof in (
        token_header(token),
        token_header(f"{token}0"),
        {**token_header(token), "Origin": "http://evil.example"},
    ):
        refused = await running.post(f"{path}/cancel", who=proof)
        assert refused.status_code in (403, 409)
        texts += [refused.text, str(refused.headers)]
    texts.append(running.system.lines.getvalue())
    assert not [text for text in texts if token in text]
    assert json.dumps(token) not in repr(running.context)


async def test_a_demand_without_a_token_has_no_guest_who_may_cancel_it(
    clock: VirtualClock,
) -> None:
    """As one that an earlier version accepted."""
    async with gateway_harness(clock, keys=KEYS, open=True, model=SLOW) as running:
        store = running.system.store
        commit = Commit("gateway", "d-aaaaaaaaaaaaa", "m1", budget_tokens=1, owner="guest")
        assert (await store.commit(commit)).status == "ok"
        demand = {"demand_id": "d-aaaaaaaaaaaaa"}
        for proof in (NOBODY, token_header(""), token_header("None"), token_cookie("")):
            assert await cancel(running, demand, proof) == 403
        assert await cancel(running, demand, ROOT) == 202
