"""Does `towow deliberate` use the workers on RabbitMQ and Redis, and do others see what happens there?"""

import json
import signal
from itertools import islice

import httpx2
import pytest

from tests.e2e.distributed import Distributed
from tests.support.cli_runner import close, stop, wait_for, wait_for_result

pytestmark = [pytest.mark.requires("services"), pytest.mark.timeout(120)]

QUERY = "帮我制定IELTS备考计划"


def test_a_session_runs_on_the_workers_and_everybody_sees_its_events(services: Distributed) -> None:
    assert services.inside("init").code == 0
    with services.working("all"):
        listener = services.start("events", "towow.deliberation.#", "--json")
        try:
            wait_for(listener, b"listening")
            told = services.run("deliberate", QUERY, "--json", "--today", "2025-12-04", "--user", "user_alice")
            assert told.code == 0, told.err
            assert told.rows[-1]["type"] == "session_ended"
            session_id = told.rows[0]["session_id"]
            assert listener.stdout is not None
            heard = [json.loads(line) for line in islice(listener.stdout, len(told.rows))]
        finally:
            listener.kill()
            close(listener)
        assert {event["seq"] for event in heard} == {row["seq"] for row in told.rows}
        assert {event["payload"]["session_id"] for event in heard} == {session_id}
        watched = services.run("watch", session_id, "--json")
        assert watched.rows == told.rows
        unknown = services.run("watch", f"s-{'a' * 26}")
        assert (unknown.code, unknown.out) == (1, "")


def test_ctrl_c_ends_the_session_on_the_workers(services: Distributed) -> None:
    assert services.inside("init").code == 0
    with services.working("all", TOWOW_SIMULATED_LATENCY_MS="20000"):
        process = services.start("deliberate", QUERY, "--json")
        first = json.loads(wait_for_result(process, b'{"type":"session_started"'))
        ended, seconds = stop(process, signal.SIGINT)
        assert (ended.code, seconds < 6) == (130, True)
        last = json.loads(ended.out.splitlines()[-1])
        assert (last["type"], last["end_reason"], last["session_id"]) == ("session_ended", "user", first["session_id"])


def test_two_gateway_processes_share_conversations(services: Distributed) -> None:
    """Of starts at both, one wins; both stream its session; it ends within two seconds of an interrupt."""
    assert services.inside("init").code == 0
    gateways = [services.start("gateway", "--port", "0") for _ in range(2)]
    try:
        urls = [wait_for_result(gateway, b"ready ").decode().split()[1] for gateway in gateways]
        with services.working("all", TOWOW_SIMULATED_LATENCY_MS="20000"):
            body = {"message": QUERY, "mode": "multi_agent", "userId": "user_alice", "conversationId": "c1"}
            started = urls[0] + "/api/v1/deliberations"
            with httpx2.stream("POST", started, json=body, trust_env=False, timeout=30) as here:
                session_id = here.headers["x-session-id"]
                refused = httpx2.post(urls[1] + "/api/v1/deliberations", json=body, trust_env=False)
                assert refused.status_code == 409
                assert refused.json()["details"] == {"id": session_id, "status": "in_progress"}
                session = f"{urls[1]}/api/v1/deliberations/{session_id}"
                with httpx2.stream("GET", f"{session}/stream", trust_env=False, timeout=30) as there:
                    assert httpx2.post(f"{session}/terminate", trust_env=False).status_code == 202
                    ends = ["".join(stream.iter_text()) for stream in (here, there)]
            assert ends[0] == ends[1]
            assert ends[0].count("data: [DONE]") == 1
            assert '"end_reason":"user"' in ends[0]
            state = httpx2.get(f"{session}/state", trust_env=False).json()
            assert (state["status"], state["end_reason"]) == ("terminated", "user")
    finally:
        for gateway in gateways:
            gateway.kill()
            close(gateway)
