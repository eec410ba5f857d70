"""Who may speak for an agent?"""

from dataclasses import replace

import pytest

from gateway.context import GatewayContext
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import run_in_virtual_time
from tests.support.gateway_harness import ALICE, BOB, NOBODY, ROOT, event_payloads
from tests.support.person_client import PersonClient, gateway_with_people

ROUTES = (
    ("PUT", "/agents/bob/attendance"),
    ("DELETE", "/agents/bob/attendance"),
    ("GET", "/agents/bob/questions"),
    ("POST", "/agents/bob/questions/{question_id}"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_only_its_person_speaks_for_an_agent(method: str, path: str) -> None:
    """Not even who stated the demand; and nobody learns whether there is such a question, or whether the body was right."""

    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock) as running:
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

    run_in_virtual_time(main)


@pytest.mark.parametrize(("visibility", "watchable"), [("public", True), ("private", False)])
def test_who_is_asked_learns_whether_they_may_see_the_negotiation(visibility: str, watchable: bool) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_with_people(clock) as running:
            bob = PersonClient(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE, visibility=visibility))["demand_id"]
                assert (await bob.asked("invitation"))["watchable"] is watchable
                assert (await running.get(f"/demands/{demand}", BOB)).is_success is watchable
                (seen,) = (await running.get("/agents/bob/questions", ROOT)).json()["items"]
                assert seen["watchable"] is True

    run_in_virtual_time(main)


def for_nobody(context: GatewayContext) -> GatewayContext:
    return replace(context, allow_anonymous_admin=False)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_keys_who_may_administer_may_speak_for_all(method: str, path: str) -> None:
    async def main(clock: VirtualClock) -> None:
        whole = path.format(question_id="ask_none")
        async with gateway_with_people(clock, keys="") as running:
            assert (await running.ask(method, whole)).status_code in (200, 204, 404)
        async with gateway_with_people(clock, keys="", change=for_nobody) as running:
            assert event_payloads(await running.ask(method, whole)) == (403, "E013")

    run_in_virtual_time(main)
