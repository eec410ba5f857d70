"""Does a whole negotiation go through the Messages API, is it counted, and does nothing show the key?"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.services.canned_replies import agreeable_reply
from tests.services.fake_messages_api import FakeMessagesApi, RecordedRequest, Script, ScriptedReply, in_the_background
from tests.support.cli_runner import CommandRunner, CompletedCommand, types

KEY = "sk-ant-canary-0123456789"


def claude(api: FakeMessagesApi, **more: str) -> dict[str, str]:
    return {"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": api.url, **more}


@pytest.fixture(scope="module")
def negotiated() -> tuple[CompletedCommand, list[RecordedRequest]]:
    """A whole negotiation, and what the endpoint was asked for it."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder, in_the_background(agreeable_reply) as api:
        given = claude(api, TOWOW_LOG_FORMAT="json")
        return CommandRunner(Path(folder)).run("demo", "--once", "--json", **given), api.asked


def test_claude_negotiates_a_demand_to_its_end(negotiated: tuple[CompletedCommand, list[RecordedRequest]]) -> None:
    told, questions = negotiated
    keys = {asked.body["tools"][0]["name"] for asked in questions}
    assert told.code == 0, told.err
    rows = {row["event_type"].removeprefix("towow."): row["payload"] for row in told.rows}
    assert types(told.rows)[-1] == "demand.closed"
    assert rows["demand.submitted"]["model"] == "anthropic"
    assert rows["demand.closed"]["status"] == "finalized"
    assert keys >= {"demand_understanding", "smart_filter", "response_generation", "proposal_aggregation"}
    assert keys >= {"proposal_feedback", "gap_identification"}
    assert rows["demand.understood"]["usage"]["input_tokens"] == 1000
    assert rows["demand.understood"]["usage"]["cost_usd"] == pytest.approx((100 * 3 + 50 * 15 + 900 * 0.3) / 1e6)
    totals = rows["demand.closed"]["totals"]
    assert totals["fallback_calls"] == 0
    assert totals["model_calls"] == len(questions)
    assert (totals["input_tokens"], totals["output_tokens"]) == (1000 * len(questions), 50 * len(questions))
    assert totals["cost_usd"] == pytest.approx(len(questions) * 0.00132)
    assert KEY not in told.out + told.err
    assert all(json.loads(line)["event"] == "model_answered" for line in told.err.splitlines())


def test_unknown_agent_ids_in_a_reply_are_dropped(negotiated: tuple[CompletedCommand, list[RecordedRequest]]) -> None:
    """The model names somebody who was not shown, and plans with them."""
    told, _ = negotiated
    rows = {row["event_type"].removeprefix("towow."): row["payload"] for row in told.rows}
    invited = rows["channel.created"]["invited_agents"]
    assert len(invited) == 3
    plan = rows["proposal.finalized"]["final_proposal"]
    assert {part["agent_id"] for part in plan["assignments"]} == set(invited)
    assert "nobody_of_this_name" not in told.out


def test_a_demand_that_the_endpoint_refuses_ends_without_retries(towow: CommandRunner) -> None:
    with in_the_background(lambda _: ScriptedReply(status=401, said=KEY)) as api:
        told = towow.run("demo", "--once", "--json", **claude(api, TOWOW_LOG_FORMAT="json"))
        asked = [json.dumps(request.body["messages"]) for request in api.asked]
    assert told.code == 0, told.err
    assert len(asked) == len(set(asked)), "a question was asked again"
    rows = {row["event_type"].removeprefix("towow."): row["payload"] for row in told.rows}
    closed = rows["demand.closed"]
    assert (closed["status"], rows["negotiation.failed"]["detail"]) == ("failed", "model_unavailable")
    assert closed["totals"]["cost_usd"] == 0
    refused = [json.loads(line) for line in told.err.splitlines() if "model_refused" in line]
    assert refused
    assert all(line["hint"] for line in refused)
    assert KEY not in told.out + told.err


def test_a_reply_with_empty_lists_is_accepted(towow: CommandRunner) -> None:
    """Nobody is named, twice: the search's best are invited, as nobody's choice."""

    def empty(asked: RecordedRequest) -> ScriptedReply:
        turn = agreeable_reply(asked)
        return (
            ScriptedReply(tool={"definitely_related": [], "possibly_related": []})
            if "definitely_related" in (turn.tool or {})
            else turn
        )

    with in_the_background(empty) as api:
        told = towow.run("demo", "--once", "--json", **claude(api))
    rows = {row["event_type"].removeprefix("towow."): row["payload"] for row in told.rows}
    assert rows["filter.completed"]["calls"] == 2
    assert all(candidate["is_fallback"] for candidate in rows["filter.completed"]["candidates"])


def findings(towow: CommandRunner, script: Script, **more: str) -> dict[str, tuple[bool, str, str]]:
    with in_the_background(script) as api:
        told = towow.run("doctor", "--json", **claude(api, **more))
        assert all(asked.method == "GET" for asked in api.asked), "it asked for something that must be paid for"
    assert KEY not in told.out + told.err
    (report,) = told.rows
    assert told.code == (0 if report["ok"] else 1)
    return {check["name"]: (check["ok"], check["detail"], check["hint"]) for check in report["checks"]}


def test_doctor_checks_the_endpoint_without_a_paid_call(towow: CommandRunner) -> None:
    found = findings(towow, agreeable_reply)
    assert all(ok for ok, _, _ in found.values()), found
    assert found["endpoint"][1] == "claude-sonnet-4-6 active"
    assert "$3 in, $15 out" in found["price"][1]


def test_doctor_reports_an_endpoint_failure(towow: CommandRunner) -> None:
    found = findings(towow, lambda _: ScriptedReply(status=401, said=KEY), LLM_MODEL="somebody-elses")
    assert [name for name, (ok, _, _) in found.items() if not ok] == ["endpoint", "price"]
    assert "ANTHROPIC_API_KEY" in found["endpoint"][2]
    assert "TOWOW_LLM_PRICES" in found["price"][2]


def test_the_anthropic_sdk_is_imported_only_when_used() -> None:
    script = """
import os, sys
import towow.cli.main, towow.cli.commands.demo, towow.cli.commands.doctor, towow.cli.commands.worker, towow.bootstrap.worker
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.model_factory import build_dependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import read_environment
build_dependencies(read_environment(os.environ), SystemClock(), build_logger())
print(*sorted({"anthropic", "httpx2", "tenacity"} & sys.modules.keys()))
"""
    home = Path(__file__).resolve().parents[2]

    def loaded(**environment: str) -> list[str]:
        run = subprocess.run([sys.executable, "-c", script], env=environment, cwd=home, capture_output=True, check=True)
        return run.stdout.decode().split()

    assert loaded() == []
    assert loaded(TOWOW_LLM="anthropic", ANTHROPIC_API_KEY=KEY) == ["anthropic", "httpx2", "tenacity"]
