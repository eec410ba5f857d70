"""A demand that takes up another one: it says so, is found by it, and gives no private one away (issue 6, part 5)."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import ANSWERS
from tests.support.faulty_store import no_faults
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

BODY = {"raw_input": "I need a venue", "user_id": "user_alice"}
NONE = "d-" + "a" * 13


async def submitted(running: GatewayHarness, who: Mapping[str, str] = NOBODY, **more: Any) -> str:
    """The id of a new demand; another one has another instant."""
    answer = await running.post("/demand/submit", {**BODY, **more}, who, wait_s=0)
    assert answer.status_code == 200, answer.text
    await asyncio.sleep(0.01)
    return answer.json()["demand_id"]


async def ids(running: GatewayHarness, who: Mapping[str, str] = NOBODY, **query: Any) -> list[str]:
    """What is listed, over all pages."""
    found: list[str] = []
    while True:
        page = (await running.get("/demands", who, **query)).json()
        found += [item["demand_id"] for item in page["items"]]
        if "next" not in page:
            return found
        query["before"] = page["next"]


async def test_a_follow_up_names_its_demand_and_is_listed_under_it(running: GatewayHarness) -> None:
    before = await submitted(running)
    first = await submitted(running)
    await running.ended(first)
    second = await submitted(running, follows=first)
    other = await submitted(running, follows=before)
    third = await submitted(running, follows=first)
    fourth = await submitted(running, follows=third)
    assert await ids(running, follows=first) == [third, second]
    assert await ids(running, follows=first, limit=1) == [third, second]
    assert await ids(running, follows=before) == [other]
    assert await ids(running, follows=third, user_id="user_alice") == [fourth]
    assert await ids(running, follows=third, user_id="user_bob") == []
    assert await ids(running, follows=fourth) == []
    view = await running.ended(second)
    assert view["follows"] == first
    await running.ended(third)
    assert await ids(running, follows=first, status=view["status"]) == [third, second]
    assert await ids(running, follows=first, status="failed") == []
    log = await running.system.store.read_log(second)
    assert f'"follows":"{first}"'.encode() in log[0].data
    (item,) = (await running.get("/demands", follows=before)).json()["items"]
    assert item["follows"] == before
    plain = await running.ended(first)
    assert "follows" not in plain
    assert b"follows" not in (await running.system.store.read_log(first))[0].data


@pytest.mark.parametrize("strange", [NONE, "", "x", "d-A", "collab-" + "a" * 13, "d-aaaaaaaaaaaaa-1", "../d-a", "\x00"])
async def test_an_unknown_demand_cannot_be_followed_up(strange: str, running: GatewayHarness) -> None:
    assert event_payloads(await running.post("/demand/submit", {**BODY, "follows": strange})) == (404, "E002")
    assert event_payloads(await running.get("/demands", follows=strange)) == (404, "E002")
    assert await running.system.store.list_correlations() == []


@pytest.mark.parametrize("wrong", [1, ["d-a"], {"id": NONE}, True])
async def test_a_follows_id_that_is_no_text_is_refused(wrong: Any, running: GatewayHarness) -> None:
    refused = await running.post("/demand/submit", {**BODY, "follows": wrong})
    assert event_payloads(refused) == (400, "E001")
    assert refused.json()["details"][0]["field"] == "follows"


@pytest.mark.gateway(keys=KEYS, open=True)
async def test_another_users_private_demand_can_be_neither_followed_up_nor_listed(running: GatewayHarness) -> None:
    """It is as unknown as none, byte for byte."""
    hidden = await submitted(running, ALICE, visibility="private")
    for stranger, user in ((BOB, "user_bob"), (NOBODY, "somebody")):
        answers = [
            (
                await running.post("/demand/submit", {**BODY, "user_id": user, "follows": one}, stranger),
                await running.get("/demands", stranger, follows=one),
            )
            for one in (hidden, NONE)
        ]
        assert [event_payloads(answer) for answer in answers[0]] == [(404, "E002")] * 2
        for seen, unknown in zip(*answers, strict=True):
            assert (seen.content, seen.headers.raw) == (unknown.content, unknown.headers.raw)
    assert len(await running.system.store.list_correlations()) == 1


@pytest.mark.gateway(keys=KEYS)
async def test_a_follow_up_of_a_private_demand_is_private(running: GatewayHarness) -> None:
    """Its log names that demand: who must not know of the one must not read the other."""
    hidden = await submitted(running, ALICE, visibility="private")
    again = await submitted(running, ALICE, follows=hidden)
    assert (await running.get(f"/demands/{again}", ALICE)).json()["visibility"] == "private"
    assert event_payloads(await running.get(f"/demands/{again}", BOB)) == (404, "E002")
    refused = await running.post("/demand/submit", {**BODY, "follows": hidden, "visibility": "public"}, ALICE)
    assert event_payloads(refused) == (400, "E001")
    assert refused.json()["details"][0]["field"] == "visibility"
    for entitled in (ALICE, ROOT):
        assert await ids(running, entitled, follows=hidden) == [again]


@pytest.mark.gateway(keys=KEYS)
async def test_a_private_follow_up_of_a_public_demand_is_listed_for_its_user_only(running: GatewayHarness) -> None:
    public = await submitted(running, ALICE)
    hidden = await submitted(running, ALICE, follows=public, visibility="private")
    shown = await submitted(running, BOB, user_id="user_bob", follows=public)
    assert await ids(running, ALICE, follows=public) == [shown, hidden]
    assert await ids(running, BOB, follows=public) == [shown]
    assert await ids(running, NOBODY, follows=public) == [shown]


async def test_private_follow_ups_are_listed_by_user_id_without_api_keys(running: GatewayHarness) -> None:
    hidden = await submitted(running, visibility="private")
    again = await submitted(running, follows=hidden)
    assert await ids(running, follows=hidden) == []
    assert await ids(running, follows=hidden, user_id="user_alice") == [again]


async def test_a_key_that_was_used_for_another_origin_is_refused(running: GatewayHarness) -> None:
    one, other = await submitted(running), await submitted(running)
    key = {"Idempotency-Key": "k"}
    first = await running.post("/demand/submit", {**BODY, "follows": one}, key)
    assert (await running.post("/demand/submit", {**BODY, "follows": one}, key)).content == first.content
    for body in (BODY, {**BODY, "follows": other}, {**BODY, "follows": first.json()["demand_id"]}):
        assert event_payloads(await running.post("/demand/submit", body, key)) == (422, "E015")
    assert await ids(running, follows=one) == [first.json()["demand_id"]]


async def test_the_list_of_follow_ups_reads_no_older_log(clock: VirtualClock) -> None:
    reads = no_faults()
    async with gateway_harness(clock, faults=reads, model=RuleBasedModel(ANSWERS, 60_000)) as running:
        old = [await submitted(running) for _ in range(5)]
        one = await submitted(running)
        again = await submitted(running, follows=one)
        reads.seen.clear()
        assert await ids(running, follows=one) == [again]
        read = {subject for call, subject in reads.seen if call == "read_log"}
        assert not read & set(old)
        assert again in read


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 5000))
async def test_a_new_demand_is_listed_with_its_raw_input(running: GatewayHarness) -> None:
    """In its own words until it is understood: enough for whoever shows what was negotiated lately."""
    demand = await submitted(running)
    (item,) = (await running.get("/demands")).json()["items"]
    assert (item["status"], item["raw_input"], item["round"]) == ("processing", BODY["raw_input"], 0)
    assert "surface_demand" not in item
    assert item["created_at"].endswith("Z")
    await running.ended(demand)
    (item,) = (await running.get("/demands")).json()["items"]
    assert (item["status"], item["surface_demand"]) == ("finalized", "I need a venue")
    assert item["closed_at"] > item["created_at"]
    assert "raw_input" not in item
