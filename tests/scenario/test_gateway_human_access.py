"""Who may speak for an agent?"""

from dataclasses import replace

import pytest

from gateway.context import GatewayContext
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import ALICE, BOB, NOBODY, ROOT, GatewayHarness, event_payloads
from tests.support.person_client import PersonClient, gateway_with_people

pytestmark = pytest.mark.gateway(people=True)

ROUTES = (
    ("PUT", "/agents/bob/attendance"),
    ("DELETE", "/agents/bob/attendance"),
    ("GET", "/agents/bob/questions"),
    ("POST", "/agents/bob/questions/{question_id}"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_only_the_person_of_an_agent_may_answer_for_it(method: str, path: str, running: GatewayHarness) -> None:
    """Not even who stated the demand; and nobody learns whether there is such a question, or whether the body was right."""
    bob = PersonClient(running)
    async with bob.at_the_page():
        hidden = {"visibility": "private", "raw_input": "I need a venue for mushrooms"}
        await running.submit(who=ALICE, **hidden)
        asked = await bob.asked("invitation")
        assert "mushrooms" in asked["raw_input"]
        for question in (asked["question_id"], "ask_none"):
            whole = path.format(question_id=question)
            for who, refusal in ((NOBODY, (401, "E012")), (ALICE, (403, "E013"))):
                refused = await running.ask(method, whole, who)
                assert event_payloads(refused) == refusal
                assert "mushrooms" not in refused.text
        whole = path.format(question_id=asked["question_id"])
        for who in (ROOT, BOB):
            assert (await running.ask(method, whole, who)).status_code not in (401, 403)
        unknown = whole.replace("bob", "nobody")
        for who in (NOBODY, ALICE, BOB, ROOT):
            assert event_payloads(await running.ask(method, unknown, who)) == (404, "E008")
        amy = whole.replace("bob", "amy")  # nobody's
        assert event_payloads(await running.ask(method, amy, BOB)) == (403, "E013")


@pytest.mark.parametrize(("visibility", "watchable"), [("public", True), ("private", False)])
async def test_a_question_says_whether_its_person_may_watch_the_negotiation(
    visibility: str, watchable: bool, running: GatewayHarness
) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE, visibility=visibility))["demand_id"]
        assert (await bob.asked("invitation"))["watchable"] is watchable
        assert (await running.get(f"/demands/{demand}", BOB)).is_success is watchable
        (seen,) = (await running.get("/agents/bob/questions", ROOT)).json()["items"]
        assert seen["watchable"] is True


def for_nobody(context: GatewayContext) -> GatewayContext:
    return replace(context, allow_anonymous_admin=False)


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_administrators_may_answer_for_every_agent_without_api_keys(
    method: str, path: str, clock: VirtualClock
) -> None:
    whole = path.format(question_id="ask_none")
    async with gateway_with_people(clock, keys="") as running:
        assert (await running.ask(method, whole)).status_code in (200, 204, 404)
    async with gateway_with_people(clock, keys="", change=for_nobody) as running:
        assert event_payloads(await running.ask(method, whole)) == (403, "E013")
