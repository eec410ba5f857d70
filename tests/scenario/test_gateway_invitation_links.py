"""Who may make invitation links, what do they give access to, and what becomes of bad ones?"""

import asyncio
from typing import Any

import pytest

from negotiation.invitation_links.port import DAY_MS, TOKEN_ALPHABET, TOKEN_LENGTH
from shared.core.timestamps import to_iso8601
from shared.runtime.virtual_clock import VirtualClock
from tests.support.faulty_store import no_faults
from tests.support.gateway_harness import ALICE, BOB, KEYS, NOBODY, ROOT, GatewayHarness, event_payloads
from tests.support.link_client import LinkClient
from tests.support.person_client import PersonClient, gateway_with_people

pytestmark = pytest.mark.gateway(people=True)

INVALID = "this link is no longer valid; ask the organiser for a new one"
UNKNOWN = "/i/" + "a" * TOKEN_LENGTH


def requests_of(path: str) -> tuple[tuple[str, str, Any], ...]:
    answer = {"question_id": "ask_none", "decision": "yes"}
    return ("GET", path, None), ("PUT", f"{path}/attendance", None), ("POST", f"{path}/answers", answer)


async def refusals(running: GatewayHarness, path: str) -> list[tuple[int, str, str]]:
    """How every request with a link is refused."""
    found: list[tuple[int, str, str]] = []
    for method, whole, body in requests_of(path):
        answer = await running.ask(method, whole, **({} if body is None else {"json": body}))
        found.append((*event_payloads(answer), answer.json()["details"]))
    return found


async def test_a_link_is_made_for_one_person_and_its_secret_told_once(
    clock: VirtualClock, running: GatewayHarness
) -> None:
    answer = await running.post("/admin/people/bob/invitations", {"days": 3}, BOB)
    made = answer.json()
    assert (answer.status_code, made["agent_id"], made["created_by"]) == (201, "bob", "user_bob")
    assert made["until"] == to_iso8601(clock.now() + 3 * DAY_MS)
    token = made["path"].removeprefix("/i/")
    assert len(token) == TOKEN_LENGTH
    assert set(token) <= set(TOKEN_ALPHABET)
    other = (await running.post("/admin/people/bob/invitations", who=ROOT)).json()
    assert other["path"] != made["path"]
    assert other["until"] == to_iso8601(clock.now() + 14 * DAY_MS)
    for path, who in (("/admin/people/bob/invitations", BOB), ("/admin/people/invitations", ROOT)):
        listed = await running.get(path, who)
        assert [one["link_id"] for one in listed.json()["items"]] == [made["link_id"], other["link_id"]]
        assert token not in listed.text
    assert token not in str([link.model_dump() for link in await running.system.invitation_links.list_links()])


async def test_only_the_agents_user_and_administrators_make_list_and_revoke_links(running: GatewayHarness) -> None:
    made = (await running.post("/admin/people/bob/invitations", who=BOB)).json()
    of_bob, one = "/admin/people/bob/invitations", f"/admin/people/invitations/{made['link_id']}"
    for who, refusal in ((NOBODY, (401, "E012")), (ALICE, (403, "E013"))):
        for method, path in (("POST", of_bob), ("GET", of_bob), ("GET", "/admin/people/invitations"), ("DELETE", one)):
            assert event_payloads(await running.ask(method, path, who)) == refusal, path
    assert event_payloads(await running.get("/admin/people/invitations", BOB)) == (403, "E013")
    assert event_payloads(await running.post("/admin/people/nobody/invitations", who=ROOT)) == (404, "E008")
    assert (await running.ask("DELETE", one, BOB)).status_code == 204
    assert event_payloads(await running.ask("DELETE", one, ROOT)) == (404, "E019")


async def test_a_link_is_valid_for_one_to_ninety_days(running: GatewayHarness) -> None:
    for days in (0, -1, 91, "7", 1.5):
        refused = await running.post("/admin/people/bob/invitations", {"days": days}, BOB)
        assert event_payloads(refused) == (400, "E001"), days
        assert [one["field"] for one in refused.json()["details"]] == ["days"]


async def test_unknown_revoked_and_expired_links_are_refused_alike(
    clock: VirtualClock, running: GatewayHarness
) -> None:
    made = (await running.post("/admin/people/bob/invitations", who=BOB)).json()
    short = (await running.post("/admin/people/bob/invitations", {"days": 1}, BOB)).json()
    assert (await running.get(made["path"])).status_code == (await running.get(short["path"])).status_code == 200
    await running.ask("DELETE", f"/admin/people/invitations/{made['link_id']}", BOB)
    expected = [(404, "E019", INVALID)] * 3
    assert await refusals(running, UNKNOWN) == await refusals(running, made["path"]) == expected
    await asyncio.sleep(DAY_MS / 1000 - 1)
    assert (await running.get(short["path"])).status_code == 200
    await asyncio.sleep(1)
    assert await refusals(running, short["path"]) == expected
    chinese = await running.get(UNKNOWN, {"Accept-Language": "zh"})
    assert chinese.json()["details"] == "此链接已失效，请向组织者索取新链接"


async def test_odd_tokens_are_refused_as_any_other(running: GatewayHarness) -> None:
    for token in ("x", "%00", "🎉", "..%2F..", "a" * 4000, "link_" + "0" * 16):
        assert event_payloads(await running.get(f"/i/{token}")) == (404, "E019"), token


@pytest.mark.gateway(people=True, rate_limit_per_minute=6)
async def test_guesses_are_limited_and_a_right_link_is_opened_meanwhile(running: GatewayHarness) -> None:
    """Reads as well as changes count, however different the tokens are."""
    bob = await LinkClient.invited(running)
    for number in range(2):
        for refusal in await refusals(running, f"/i/guess{number}"):
            assert refusal[:2] == (404, "E019")
    for method, path, body in requests_of(UNKNOWN):
        refused = await running.ask(method, path, **({} if body is None else {"json": body}))
        assert event_payloads(refused) == (429, "E017")
        assert 1 <= int(refused.headers["retry-after"]) <= 61
        assert refused.json()["details"] == "at most 6 invalid links per minute"
    assert (await bob.page())["display_name"] == "Bob"


async def test_a_link_shows_no_questions_of_another_agent(running: GatewayHarness) -> None:
    bob, cai = await LinkClient.invited(running), await LinkClient.invited(running, ROOT, "cai")
    async with bob.reading(), cai.reading():
        await running.submit(who=ALICE)
        asked = await bob.asked("invitation")
        await cai.asked("invitation")
        ids = {one["question_id"] for one in (await cai.page())["items"]}
        assert asked["question_id"] not in ids
        assert event_payloads(await cai.answer(asked, "yes")) == (404, "E019")
        assert (await bob.page())["items"][0].keys() & {"answer"} == set()


async def test_no_token_is_logged_when_the_store_is_away(clock: VirtualClock) -> None:
    faults = no_faults()
    faults.active = False
    async with gateway_with_people(clock, keys=KEYS, faults=faults) as running:
        bob = await LinkClient.invited(running)
        async with bob.reading():
            await running.submit(who=ALICE)
            await bob.asked("invitation")
            faults.active = True
            assert event_payloads(await running.get(bob.path)) == (503, "E018")
        lines = running.system.lines.getvalue()
        assert '"/api/v1/i/{token}"' in lines
        assert bob.path.removeprefix("/i/") not in lines
        assert bob.path.removeprefix("/i/") not in (await running.get("//metrics")).text


async def test_the_requester_sees_who_is_asked_and_until_when_and_nobody_else_does(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = await running.submit(who=ALICE, visibility="private", raw_input="I need a venue for mushrooms")
        path = f"/demands/{demand['demand_id']}/pending-answers"
        asked = await bob.asked("invitation")
        seen = (await running.get(path, ALICE)).json()
        assert seen["items"] == [
            {"agent_id": "bob", "channel_id": demand["channel_id"], "kind": "invitation", "until": asked["until"]}
        ]
        assert seen["now"] < asked["until"]
        assert (await running.get(path, ROOT)).json()["items"] == seen["items"]
        for who in (NOBODY, BOB):
            assert event_payloads(await running.get(path, who)) == (404, "E002")
        public = await running.submit(who=ALICE)
        for who in (NOBODY, BOB):
            refused = await running.get(f"/demands/{public['demand_id']}/pending-answers", who)
            assert event_payloads(refused) == (403, "E013")
        await bob.tell("invitation", {"decision": "decline"})
        await bob.tell("invitation", {"decision": "decline"})
        assert (await running.get(path, ALICE)).json()["items"] == []
