"""The requester's decision: approve or change, who may, once, beside a closed log, with a lost or full store."""

import asyncio
import json
from http.cookies import SimpleCookie
from typing import Any

import pytest

from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import ANSWERS
from tests.support.faulty_store import ScriptedStoreFaults
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

APPROVE = {"decision": "approve"}
CHANGE = {"decision": "change", "text": "At most 20 people"}


async def agreed(running: GatewayHarness, who: dict[str, str] = NOBODY, **more: Any) -> dict[str, Any]:
    """What the submission of a demand answered that is closed with an agreement."""
    demand = await running.submit(who=who, **more)
    running.http.cookies.clear()
    assert (await running.ended(demand["demand_id"], who))["status"] in ("finalized", "force_finalized")
    return demand


def proof(demand: dict[str, Any]) -> dict[str, str]:
    return {"X-Requester-Token": demand["requester_token"]}


def path(demand: dict[str, Any]) -> str:
    return f"/demands/{demand['demand_id']}/decision"


async def shown(running: GatewayHarness, demand_id: str, who: dict[str, str] = NOBODY) -> Any:
    """The decision in the view, which is the one in the list."""
    view = (await running.get(f"/demands/{demand_id}", who)).json()
    items = (await running.get("/demands", who)).json()["items"]
    (item,) = [each for each in items if each["demand_id"] == demand_id]
    assert view.get("decision") == item.get("decision")
    return view.get("decision")


async def test_an_approval_is_shown_to_everybody_and_changes_no_log(running: GatewayHarness) -> None:
    demand = await agreed(running)
    before = (await running.get(f"/demands/{demand['demand_id']}/events")).content
    assert await shown(running, demand["demand_id"]) is None
    answer = await running.post(path(demand), APPROVE, proof(demand))
    assert answer.status_code == 202
    assert answer.json() == await shown(running, demand["demand_id"])
    assert answer.json().keys() == {"decision", "decided_at"}
    assert (await running.post(path(demand), APPROVE, proof(demand))).json() == answer.json()
    assert (await running.get(f"/demands/{demand['demand_id']}/events")).content == before
    refused = await running.post(path(demand), CHANGE, proof(demand))
    assert event_payloads(refused) == (409, "E014")
    assert refused.json()["details"] == {"id": demand["demand_id"], "status": "approve"}


async def test_a_change_opens_a_demand_that_follows_and_is_the_requesters(running: GatewayHarness) -> None:
    demand = await agreed(running)
    answer = await running.post(path(demand), CHANGE, proof(demand))
    assert answer.status_code == 202
    opened = answer.json()["demand_id"]
    assert await shown(running, demand["demand_id"]) == {
        name: value for name, value in answer.json().items() if name != "requester_token"
    }
    view = await running.ended(opened)
    assert (view["follows"], view["user_id"]) == (demand["demand_id"], "user_alice")
    assert view["raw_input"] == "I need a venue\nChange: At most 20 people"
    morsel = SimpleCookie(answer.headers["set-cookie"])["towow_requester"]
    assert (morsel.value, morsel["path"]) == (answer.json()["requester_token"], f"/api/v1/demands/{opened}")
    running.http.cookies.clear()
    follow_up = {"demand_id": opened, **answer.json()}
    assert event_payloads(await running.post(path(follow_up), APPROVE)) == (403, "E013")
    assert event_payloads(await running.post(path(follow_up), APPROVE, proof(demand))) == (403, "E013")
    assert (await running.post(path(follow_up), APPROVE, proof(follow_up))).status_code == 202
    again = await running.post(path(demand), CHANGE, proof(demand))
    assert again.json() == answer.json()
    assert len((await running.get("/demands", follows=demand["demand_id"])).json()["items"]) == 1


async def test_of_many_decisions_at_once_one_counts(running: GatewayHarness) -> None:
    demand = await agreed(running)
    wishes = [APPROVE, *({"decision": "change", "text": f"At most {number} people"} for number in range(20, 29))]
    answers = await asyncio.gather(*(running.post(path(demand), wish, proof(demand)) for wish in wishes))
    assert sorted(answer.status_code for answer in answers) == [202] + [409] * 9
    follow_ups = (await running.get("/demands", follows=demand["demand_id"])).json()["items"]
    taken = await shown(running, demand["demand_id"])
    assert [each["demand_id"] for each in follow_ups] == ([taken["demand_id"]] if "demand_id" in taken else [])


@pytest.mark.gateway(keys=KEYS, open=True)
async def test_only_the_requester_decides(running: GatewayHarness) -> None:
    demand = await agreed(running, ALICE)
    private = await agreed(running, ALICE, visibility="private")
    for stranger in (BOB, NOBODY, {"X-Requester-Token": "0" * 64}):
        assert event_payloads(await running.post(path(demand), APPROVE, stranger)) == (403, "E013")
        assert event_payloads(await running.post(path(private), APPROVE, stranger)) == (404, "E002")
    changed = await running.post(path(private), CHANGE, ALICE)
    assert changed.status_code == 202
    assert "requester_token" not in changed.json()
    assert event_payloads(await running.get(f"/demands/{changed.json()['demand_id']}", BOB)) == (404, "E002")
    assert (await running.get(f"/demands/{changed.json()['demand_id']}", ALICE)).json()["visibility"] == "private"
    assert (await running.post(path(demand), APPROVE, ROOT)).status_code == 202


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decision": "maybe"},
        {"decision": "change"},
        {"decision": "change", "text": " "},
        {"decision": "change", "text": "x" * 5000},
        {"decision": "approve", "more": 1},
        [],
    ],
)
async def test_a_body_that_says_nothing_is_refused(body: Any, running: GatewayHarness) -> None:
    demand = await agreed(running)
    assert event_payloads(await running.post(path(demand), body, proof(demand))) == (400, "E001")
    assert await shown(running, demand["demand_id"]) is None


async def test_what_is_too_long_together_is_refused_with_the_room_that_is_left(running: GatewayHarness) -> None:
    demand = await agreed(running, raw_input="I need a venue" + " " * 20 + "and a room. " * 660)
    refused = await running.post(path(demand), {"decision": "change", "text": "y" * 300}, proof(demand))
    assert event_payloads(refused) == (400, "E001")
    assert refused.json()["details"][0]["field"] == "text"
    assert (await running.post(path(demand), {"decision": "change", "text": "z"}, proof(demand))).status_code == 202


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 60_000))
async def test_there_is_nothing_to_decide_before_the_outcome_or_after_a_cancel(running: GatewayHarness) -> None:
    demand = await running.submit()
    for body in (APPROVE, CHANGE):
        refused = await running.post(path(demand), body, proof(demand))
        assert event_payloads(refused) == (409, "E014")
        assert refused.json()["details"]["status"] == "processing"
    await running.post(f"/demands/{demand['demand_id']}/cancel", who=proof(demand))
    assert (await running.ended(demand["demand_id"]))["status"] == "cancelled"
    assert event_payloads(await running.post(path(demand), CHANGE, proof(demand))) == (409, "E014")


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(
    ("decision", "call"),
    [
        pytest.param(CHANGE, "put_if_absent", id="change-put_if_absent"),
        pytest.param(CHANGE, "commit", id="change-commit"),
        pytest.param(APPROVE, "put_if_absent", id="approve-put_if_absent"),
    ],
)
async def test_a_decision_that_the_store_did_not_answer_can_be_repeated(
    decision: dict[str, str], call: str, moment: str, clock: VirtualClock
) -> None:
    """A full store refuses writes, a lost one may have done them: the same decision again counts once.

    An approval writes nothing but the decision.
    """
    faults = ScriptedStoreFaults([call], moment=moment, active=False)
    async with gateway_harness(clock, faults=faults) as running:
        demand = await agreed(running)
        faults.active = True
        assert event_payloads(await running.post(path(demand), decision, proof(demand))) == (503, "E018")
        faults.active = False
        answer = await running.post(path(demand), decision, proof(demand))
        assert answer.status_code == 202
        taken = answer.json()
        assert taken["decision"] == decision["decision"]
        assert await shown(running, demand["demand_id"]) == {
            name: value for name, value in taken.items() if name != "requester_token"
        }
        if "demand_id" in taken:
            assert (await running.ended(taken["demand_id"]))["follows"] == demand["demand_id"]
        follow_ups = (await running.get("/demands", follows=demand["demand_id"])).json()["items"]
        assert [each["demand_id"] for each in follow_ups] == ([taken["demand_id"]] if decision is CHANGE else [])


@pytest.mark.gateway(max_open_channels=1)
async def test_a_change_that_cannot_be_opened_is_not_decided(running: GatewayHarness) -> None:
    demand = await agreed(running)
    await asyncio.sleep(2)
    blocker = await running.submit()
    refused = await running.post(path(demand), CHANGE, proof(demand))
    assert event_payloads(refused) == (503, "E018")
    assert await shown(running, demand["demand_id"]) is None
    running.http.cookies.clear()
    assert (await running.post(path(demand), APPROVE, proof(demand))).status_code == 202
    assert json.dumps(await shown(running, demand["demand_id"])).count("approve") == 1
    await running.ended(blocker["demand_id"])
