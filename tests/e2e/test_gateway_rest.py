"""The seed's request by curl, over RabbitMQ, Redis, worker processes and two gateways (TW-101…108, INTERFACES § 6, § 7)."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import monotonic
from typing import Any

import httpx2
import pytest
import redis

from negotiation.contracts.events import EVENTS
from negotiation.registry.profile_import import shipped_profiles_folder
from tests.e2e.distributed import Distributed, distributed
from tests.e2e.test_gateway_process import becomes, gateway, submitted
from tests.services.redis import private_redis
from tests.support.cli_runner import DEMAND, PATIENCE, types
from tests.support.namespace_snapshot import read_keys

pytestmark = pytest.mark.requires("services")

SUBMIT = {"raw_input": DEMAND, "user_id": "user_alice"}
KEYS = "key-of-alice:user_alice:user,key-of-root:root:admin"
ALICE, ROOT = ({"Authorization": f"Bearer key-of-{name}"} for name in ("alice", "root"))


@pytest.fixture(scope="module")
def gateways(running_workers: Distributed) -> Iterator[tuple[str, str]]:
    """Two of them, with keys; the agents are brought in over HTTP."""
    with ExitStack() as held:
        urls = [held.enter_context(gateway(running_workers, TOWOW_API_KEYS=KEYS))[1] for _ in range(2)]
        for file in sorted(shipped_profiles_folder().glob("*.jsonl")):
            done = httpx2.post(
                f"{urls[0]}/api/v1/admin/agents/import",
                content=file.read_bytes(),
                headers={**ROOT, "Content-Type": "application/x-ndjson"},
                timeout=PATIENCE,
            ).json()
            assert done["rejected"] == 0
            assert done["imported"] + done["updated"] > 0
        yield urls[0], urls[1]


def curl(*arguments: str) -> str:
    """What curl prints. Without curl there is nothing to see here: other tests ask the same."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    done = subprocess.run(
        ["curl", "--silent", "--show-error", "--max-time", "30", *arguments], capture_output=True, check=True
    )
    return done.stdout.decode()


def ended(url: str, demand_id: str) -> list[dict[str, Any]]:
    """All events, once the demand has ended."""
    with httpx2.stream("GET", f"{url}/api/v1/events/negotiations/{demand_id}/stream", timeout=PATIENCE) as stream:
        assert stream.status_code == 200
        for _ in stream.iter_lines():
            pass
    page = httpx2.get(f"{url}/api/v1/demands/{demand_id}/events", timeout=PATIENCE).json()
    assert page["closed"]
    return page["events"]


def test_the_documented_curl_calls_submit_and_stream(gateways: tuple[str, str]) -> None:
    here, there = gateways
    said = curl(
        "-X", "POST", f"{here}/api/v1/demand/submit",
        "-H", "Authorization: Bearer key-of-alice", "-H", "Content-Type: application/json",
        "-d", json.dumps(SUBMIT, ensure_ascii=False),
    )  # fmt: skip
    answer = json.loads(said)
    assert list(answer) == ["demand_id", "channel_id", "status", "understanding", "model", "requester_token"]
    assert answer["status"] == "processing"
    understanding = answer["understanding"]
    assert list(understanding) == [
        *("surface_demand", "deep_understanding", "capability_tags", "context", "confidence", "needs", "limits"),
        *("limit_words", "preferences", "not_wanted", "background", "not_understood", "register", "title"),
    ]
    assert set(understanding["deep_understanding"]) <= {"motivation", "likely_preferences", "emotional_context"}
    assert understanding["context"]["location"] == "北京"
    assert understanding["capability_tags"]

    stream = curl("-N", "-D", "-", f"{there}/api/v1/events/negotiations/{answer['demand_id']}/stream")
    head, _, frames = stream.replace("\r\n", "\n").partition("\n\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.splitlines()[1:])}
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-cache"
    events = [
        dict(line.split(": ", 1) for line in frame.splitlines()) for frame in frames.split("\n\n") if "data: " in frame
    ]
    assert [event["id"] for event in events] == [str(seq) for seq in range(1, len(events) + 1)]
    for event in events:
        data = json.loads(event["data"])
        assert list(data) == ["event_id", "event_type", "timestamp", "payload"]
        assert data["event_type"] == event["event"]
    in_order(answer["channel_id"], [json.loads(event["data"]) for event in events])


def in_order(channel_id: str, events: list[dict[str, Any]]) -> None:
    """The order of INTERFACES § 6, as far as one channel's phases give it."""
    own = types([event for event in events if event["payload"]["channel_id"] == channel_id])
    assert own[:5] == [
        "demand.submitted", "demand.understood", "filter.completed", "channel.created", "demand.broadcast",
    ]  # fmt: skip
    assert own[-1] == "demand.closed"
    assert own.index("offer.submitted") < own.index("negotiation.round_started") < own.index("proposal.distributed")
    assert own.index("proposal.distributed") < own.index("proposal.feedback") < own.index("feedback.evaluated")
    assert {f"towow.{name}" for name in own} <= {event.type for event in EVENTS}


def test_an_error_response_by_curl_has_the_documented_shape(gateways: tuple[str, str]) -> None:
    said = curl(
        "-X", "POST", f"{gateways[0]}/api/v1/demand/submit",
        "-H", "Content-Type: application/json", "-H", "Accept-Language: zh",
        "-d", '{"raw_input": "", "user_id": "user_alice"}', "-H", "Authorization: Bearer key-of-alice",
    )  # fmt: skip
    assert json.loads(said) == {"error_code": "E001", "message": "需求格式错误", "details": "raw_input 不能为空"}


def test_one_idempotency_key_at_two_gateways_makes_one_demand(gateways: tuple[str, str]) -> None:
    def submit(number: int) -> httpx2.Response:
        return httpx2.post(
            f"{gateways[number % 2]}/api/v1/demand/submit",
            json={**SUBMIT, "raw_input": f"{DEMAND}，周末"},
            headers={**ALICE, "Idempotency-Key": "once"},
            timeout=PATIENCE,
        )

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(submit, range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    ended(gateways[1], answers[0].json()["demand_id"])


def test_a_demand_of_one_gateway_is_shown_by_another(gateways: tuple[str, str]) -> None:
    here, there = gateways
    body = {**SUBMIT, "visibility": "private"}
    answer = httpx2.post(f"{here}/api/v1/demand/submit", json=body, headers=ALICE, timeout=PATIENCE).json()
    demand = f"/api/v1/demands/{answer['demand_id']}"
    assert httpx2.get(there + demand, timeout=PATIENCE).status_code == 404
    for who in (ALICE, ROOT):
        view = httpx2.get(there + demand, headers=who, timeout=PATIENCE).json()
        assert (view["demand_id"], view["raw_input"]) == (answer["demand_id"], DEMAND)
    cancelled = httpx2.post(f"{there}{demand}/cancel", headers=ALICE, timeout=PATIENCE)
    assert cancelled.status_code in (202, 409)
    listed = httpx2.get(f"{here}/api/v1/demands?user_id=user_alice", headers=ALICE, timeout=PATIENCE).json()
    assert answer["demand_id"] in [item["demand_id"] for item in listed["items"]]
    metrics = httpx2.get(f"{there}/metrics", timeout=PATIENCE).text
    assert "towow_channels_open" in metrics
    assert "towow_due_oldest_seconds" in metrics


def test_two_gateways_and_a_restarted_one_accept_the_token_of_a_guest(running_workers: Distributed) -> None:
    body, key = {"raw_input": DEMAND, "user_id": "guest"}, {"Idempotency-Key": "3e0c1f9a5b7d4e62"}
    with gateway(running_workers) as (_, here), gateway(running_workers, TOWOW_API_KEYS=KEYS, TOWOW_OPEN="1") as (
        _, there,
    ):  # fmt: skip
        first, again = (
            httpx2.post(f"{url}/api/v1/demand/submit?wait_s=0", json=body, headers=key, timeout=PATIENCE)
            for url in (here, there)
        )
        assert first.content == again.content
        other = submitted(here).json()
    demand = first.json()
    with gateway(running_workers) as (_, restarted):
        path = f"{restarted}/api/v1/demands/{demand['demand_id']}/cancel"
        for token in (None, other["requester_token"]):
            proof = {} if token is None else {"X-Requester-Token": token}
            assert httpx2.post(path, headers=proof, timeout=PATIENCE).status_code == 403
        proof = {"X-Requester-Token": demand["requester_token"]}
        assert httpx2.post(path, headers=proof, timeout=PATIENCE).status_code in (202, 409)
        assert demand["requester_token"] not in json.dumps(ended(restarted, demand["demand_id"]))


def test_the_store_holds_no_token(running_workers: Distributed, gateways: tuple[str, str]) -> None:
    headers = {**ALICE, "Idempotency-Key": "9b1d2c3e4f5a6071"}
    answer = httpx2.post(f"{gateways[0]}/api/v1/demand/submit?wait_s=0", json=SUBMIT, headers=headers, timeout=PATIENCE)
    demand = answer.json()
    ended(gateways[1], demand["demand_id"])
    client = redis.Redis.from_url(running_workers.store)  # pyright: ignore[reportUnknownMemberType]
    rows = read_keys(client, running_workers.topology.namespace)
    client.close()
    dump = json.dumps(rows)
    assert demand["demand_id"] in dump
    assert demand["requester_token"] not in dump
    assert hashlib.sha256(demand["requester_token"].encode()).hexdigest() in dump


def test_a_killed_or_hanging_store_is_reported_within_three_seconds() -> None:
    with (
        private_redis("--appendonly", "yes", "--appendfsync", "always") as server,
        distributed(None, server.url) as towow,
    ):
        assert towow.inside("init").code == 0
        with gateway(towow) as (_, url):
            for harm, mend in ((server.freeze, server.thaw), (server.kill, server.start)):
                assert submitted(url).status_code == 200
                harm()
                for _ in range(2):
                    began = monotonic()
                    refused = submitted(url)
                    assert monotonic() - began < 3.5  # 2.5 s, and what a busy machine takes
                    assert (refused.status_code, refused.json()["error_code"]) == (503, "E018")
                    assert int(refused.headers["retry-after"]) >= 1
                mend()
                becomes(url, ready=True)
            found = httpx2.get(f"{url}/api/v1/demands", timeout=PATIENCE).json()["items"]
            assert len(found) == 2  # what was refused was never written, not even later
