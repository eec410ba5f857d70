"""Does a person answer for their agent over real services, through a gateway, also when a worker is killed meanwhile?"""

import json
from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import httpx2
import pytest

from shared.core.timestamps import parse_iso8601
from tests.e2e.distributed import Distributed
from tests.support.cli_runner import PATIENCE, close, wait_for_result

pytestmark = pytest.mark.requires("services")

KEYS = "key-of-alice:user_alice:user,key-of-bob:user_bob:user,key-of-root:root:admin"
ALICE, BOB, ROOT = ({"Authorization": f"Bearer {key.split(':')[0]}"} for key in KEYS.split(","))
PEOPLE = [
    {"agent_id": "agent_bob", "display_name": "Bob", "user_id": "user_bob", "capabilities": ["venue"]},
    {"agent_id": "agent_amy", "display_name": "Amy", "capabilities": ["talks"]},
]
SCENARIO = {"demand": "I need a venue", "profiles": PEOPLE, "filter": ["agent_bob", "agent_amy"]}
LONG, SHORT = 60, 4
"""Seconds that the agent waits: for an answer that must be heard before, and for none."""


class Page:
    """What a browser asks of a gateway."""

    def __init__(self, url: str) -> None:
        self._api = f"{url}/api/v1"

    def ask(self, method: str, path: str, who: dict[str, str], body: Any = None) -> httpx2.Response:
        return httpx2.request(method, self._api + path, headers=who, json=body, timeout=PATIENCE)

    def asked(self, kind: str) -> dict[str, Any]:
        """The next question of this kind to Bob, who is at the page."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            assert self.ask("PUT", "/agents/agent_bob/attendance", BOB).status_code == 200
            for question in self.ask("GET", "/agents/agent_bob/questions", BOB).json()["items"]:
                if question["kind"] == kind:
                    return question
            sleep(0.05)
        raise AssertionError(f"no {kind} came")

    def answer(self, question: dict[str, Any], body: Any, who: dict[str, str] = BOB) -> httpx2.Response:
        return self.ask("POST", f"/agents/agent_bob/questions/{question['question_id']}", who, body)

    def told(self, demand_id: str, kind: str) -> list[dict[str, Any]]:
        """Bob's events of this kind: their payload, with the instant (ms) of each."""
        events = self.ask("GET", f"/demands/{demand_id}/events?limit=1000", ALICE).json()["events"]
        return [
            {**event["payload"], "at": parse_iso8601(event["timestamp"])}
            for event in events
            if event["event_type"] == kind and event["payload"]["agent_id"] == "agent_bob"
        ]

    def ended(self, demand_id: str) -> dict[str, Any]:
        """The demand's view once it is closed."""
        end = monotonic() + PATIENCE
        while (view := self.ask("GET", f"/demands/{demand_id}", ALICE).json())["phase"] != "closed":
            assert monotonic() < end, view
            sleep(0.1)
        return view


@contextmanager
def page(services: Distributed) -> Generator[Page]:
    """Bob and Amy are registered, and a gateway serves."""
    assert services.inside("init").code == 0
    process = services.start("gateway", "--port", "0", TOWOW_API_KEYS=KEYS, TOWOW_RATE_LIMIT_PER_MINUTE="0")
    try:
        found = Page(wait_for_result(process, b"ready ").split()[1].decode())
        for person in PEOPLE:
            assert found.ask("PUT", f"/admin/agents/{person['agent_id']}", ROOT, person).status_code in (200, 201)
        yield found
    finally:
        process.kill()
        close(process)


def test_a_person_is_waited_for_although_the_worker_is_killed(services: Distributed) -> None:
    file = services.folder / "people.yaml"
    file.write_text(json.dumps(SCENARIO), encoding="utf-8")
    about = {"TOWOW_LLM": f"scenario:{file}"}
    patient, hasty = ({**about, "TOWOW_HUMAN_TIMEOUT": str(wait)} for wait in (LONG, SHORT))
    with page(services) as shown, services.working("coordinator", "channel_admin", "skills", **about):
        with services.working("user_agent", **patient):
            assert [one["agent_id"] for one in shown.ask("GET", "/session/agents", BOB).json()["items"]] == [
                "agent_bob"
            ]
            assert shown.ask("PUT", "/agents/agent_bob/attendance", BOB).status_code == 200
            body = {"raw_input": SCENARIO["demand"], "user_id": "user_alice", "visibility": "private"}
            demand = shown.ask("POST", "/demand/submit?wait_s=0", ALICE, body).json()["demand_id"]
            invitation = shown.asked("invitation")
            offer = {"decision": "conditional", "contribution": "my own hall", "conditions": ["weekends"]}
            assert shown.answer(invitation, offer, ALICE).status_code == 403
        with services.working("user_agent", **hasty):  # the other one was killed
            assert shown.answer(invitation, offer).status_code == 202
            review = shown.asked("review")
            assert shown.answer(invitation, {"decision": "decline"}).json()["error_code"] == "E014"
        with services.working("user_agent", **hasty):
            view = shown.ended(demand)
        (offered,) = shown.told(demand, "towow.offer.submitted")
        (judged,) = shown.told(demand, "towow.proposal.feedback")
        assert shown.ask("GET", "/admin/dead-letters", ROOT).json() == {"items": [], "total": 0}
    assert parse_iso8601(invitation["until"]) - parse_iso8601(invitation["asked_at"]) == LONG * 1000
    assert (
        offered["at"] < parse_iso8601(invitation["until"]) - LONG * 500
    )  # `person_answered` brought it, not the end of time
    assert judged["at"] >= parse_iso8601(review["until"])
    (bob,) = (who for who in view["candidates"] if who["agent_id"] == "agent_bob")
    assert (bob["offer"]["answered_by"], bob["offer"]["contribution"]) == ("person", "my own hall")
    assert bob["feedback"]["answered_by"] == "agent"
    assert parse_iso8601(review["until"]) - parse_iso8601(review["asked_at"]) == SHORT * 1000
    (amy,) = (who for who in view["candidates"] if who["agent_id"] == "agent_amy")
    assert not {"answered_by"} & {*amy["offer"], *amy["feedback"]}
