"""What does `towow deliberate` print, which exit code has each ending, and what does it refuse?"""

import json
import signal
from datetime import date
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.support.cli_runner import CommandRunner, close, stop, wait_for_result

QUERY = "帮我制定IELTS备考计划"
DAY = "2025-12-04"


def scenario(folder: Path, **fields: Any) -> str:
    """Write a scenario file, in which similarities converge in round 2 unless given otherwise."""
    path = folder / "session.yaml"
    path.write_text(json.dumps({"query": QUERY, "today": DAY, "similarity": [0.8, 0.95], **fields}), encoding="utf-8")
    return str(path)


def kinds(rows: list[dict[str, Any]]) -> list[str]:
    """The types of flat objects."""
    return [row["type"] for row in rows]


def test_json_is_one_flat_object_per_line(towow: CommandRunner) -> None:
    told = towow.run("deliberate", QUERY, "--json", "--today", DAY, "--user", "user_alice")
    assert told.code == 0, told.err
    first, last = told.rows[0], told.rows[-1]
    assert list(first)[:4] == ["type", "session_id", "seq", "ts"]
    assert (first["type"], first["user_query"], first["language"]) == ("session_started", QUERY, "zh")
    assert (first["user_id"], first["today"], first["model"]) == ("user_alice", DAY, "simulated")
    assert (last["type"], last["seq"]) == ("session_ended", len(told.rows))
    assert {"agent_output", "host_decision", "final_report"} <= set(kinds(told.rows))
    assert "[DONE]" not in told.out


def test_the_transcript_says_who_says_what_and_has_the_plan(towow: CommandRunner) -> None:
    told = towow.run("deliberate", "Plan a marathon in six months", "--today", DAY)
    assert told.code == 0, told.err
    for word in (
        "Planner",
        "Critic",
        "Host",
        "consensus",
        "Reporter",
        "| Task | Hours | Due |",
        "Ended",
        f"today is {DAY}",
    ):
        assert word in told.out
    assert told.err == ""


def test_today_and_time_zone_are_this_machines_unless_given(towow: CommandRunner) -> None:
    told = towow.run("deliberate", QUERY, "--json", TZ="Asia/Tokyo")
    assert told.rows[0]["timezone"] == "Asia/Tokyo"
    date.fromisoformat(told.rows[0]["today"])
    elsewhere = towow.run("deliberate", QUERY, "--json", "--timezone", "America/New_York", "--today", DAY)
    assert (elsewhere.rows[0]["today"], elsewhere.rows[0]["timezone"]) == (DAY, "America/New_York")


ENDINGS: dict[str, tuple[dict[str, Any], int, str]] = {
    "consensus": ({}, 0, "consensus"),
    "no rounds left, with a report": ({"similarity": [0.75, 0.8, 0.85, 0.8, 0.85]}, 0, "max_rounds"),
    "error": ({"planner": ["error"]}, 1, "error"),
    "moderation": ({"planner": ["block"], "critic": ["block"]}, 1, "moderation"),
    "ended by the user, without a report": ({"terminate_after": "host_decision"}, 1, "user"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_exit_code_is_that_of_the_ending(name: str, towow: CommandRunner, tmp_path: Path) -> None:
    fields, code, reason = ENDINGS[name]
    told = towow.run("deliberate", "--scenario", scenario(tmp_path, **fields), "--json")
    assert told.rows[-1]["end_reason"] == reason
    assert told.code == code


def test_two_runs_of_a_scenario_print_the_same_bytes(towow: CommandRunner, tmp_path: Path) -> None:
    path = scenario(tmp_path)
    for more in ([], ["--json"]):
        assert towow.run("deliberate", "--scenario", path, *more) == towow.run("deliberate", "--scenario", path, *more)


def test_what_is_given_replaces_what_the_scenario_says(towow: CommandRunner, tmp_path: Path) -> None:
    given = ("Learn the piano", "--today", "2026-03-01", "--timezone", "UTC", "--user", "user_bob")
    first = towow.run("deliberate", *given, "--scenario", scenario(tmp_path), "--json").rows[0]
    assert (first["user_query"], first["language"], first["user_id"]) == ("Learn the piano", "en", "user_bob")
    assert (first["today"], first["timezone"]) == ("2026-03-01", "UTC")


def test_an_expectation_that_is_not_met_is_named(towow: CommandRunner, tmp_path: Path) -> None:
    told = towow.run("deliberate", "--scenario", scenario(tmp_path, expect={"rounds": 5}))
    assert told.code == 1
    assert "expect: " in told.err


BAD: dict[str, tuple[list[str], str]] = {
    "nothing": ([], "expected TEXT or --scenario"),
    "empty": ([""], "message: must not be blank"),
    "blank": ([" \n\t"], "message: must not be blank"),
    "too long": (["长" * 8001], "最多 8000"),
    "no date": ([QUERY, "--today", "tomorrow"], "--today tomorrow: expected a date"),
    "day that does not exist": ([QUERY, "--today", "2026-02-30"], "--today 2026-02-30: expected a date"),
    "date in another form": ([QUERY, "--today", "20260122"], "--today 20260122: expected a date"),
    "no time zone": ([QUERY, "--timezone", "Mars/Olympus"], "--timezone Mars/Olympus: expected an IANA time zone"),
    "a path as time zone": ([QUERY, "--timezone", "../../etc/passwd"], "expected an IANA time zone"),
    "bad user": ([QUERY, "--user", "a\nb"], "--user: must be 1–128 printable characters"),
    "missing file": (["--scenario", "nowhere.yaml"], "nowhere.yaml"),
    "unknown option": ([QUERY, "--rounds", "9"], "--rounds"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named_and_nothing_runs(name: str, towow: CommandRunner) -> None:
    arguments, problem = BAD[name]
    told = towow.run("deliberate", *arguments)
    assert (told.code, told.out) == (2, "")
    assert problem in told.err


def test_a_demands_scenario_is_no_deliberation(towow: CommandRunner, tmp_path: Path) -> None:
    path = tmp_path / "demand.yaml"
    path.write_text("demand: a venue\n", encoding="utf-8")
    told = towow.run("deliberate", "--scenario", str(path))
    assert (told.code, told.out) == (2, "")
    assert "demand.yaml:1" in told.err


def test_ctrl_c_ends_the_session(towow: CommandRunner) -> None:
    process = towow.start("deliberate", QUERY, "--json", TOWOW_SIMULATED_LATENCY_MS="20000")
    wait_for_result(process, b'{"type":"session_started"')
    ended, seconds = stop(process, signal.SIGINT)
    assert ended.code == 130
    assert seconds < 5
    last = json.loads(ended.out.splitlines()[-1])
    assert (last["type"], last["end_reason"], last["terminated_by"]) == ("session_ended", "user", "user_cli")
    assert "Traceback" not in ended.err


def test_an_invalid_message_is_an_error_body_with_json(towow: CommandRunner) -> None:
    told = towow.run("deliberate", " ", "--json")
    assert (told.code, told.out) == (2, "")
    assert json.loads(told.err)["error_code"] == "E001"


def test_watch_follows_a_session_of_the_running_system(towow: CommandRunner) -> None:
    process = towow.start("demo", "--port", "0", "--idle")
    try:
        url = wait_for_result(process, b"ready ").decode().split()[1]
        body = {"message": QUERY, "mode": "multi_agent", "userId": "user_alice", "conversationId": "c1"}
        with httpx2.stream("POST", f"{url}/api/v1/deliberations", json=body, trust_env=False) as response:
            session_id = response.headers["x-session-id"]
        watched = towow.run("watch", session_id, "--json")
        assert watched.code == 0, watched.err
        assert kinds(watched.rows)[0] == "session_started"
        assert kinds(watched.rows)[-1] == "session_ended"
        assert [row["seq"] for row in watched.rows] == list(range(1, len(watched.rows) + 1))
        after = towow.run("watch", session_id, "--json", "--after", str(len(watched.rows) - 1))
        assert kinds(after.rows) == ["session_ended"]
        assert towow.run("watch", session_id, "--json", "--after", "9999").rows == []
        assert "规划师" in towow.run("watch", session_id).out
        unknown = towow.run("watch", f"s-{'a' * 26}")
        assert (unknown.code, unknown.out) == (1, "")
        assert "E019" in unknown.err
    finally:
        process.kill()
        close(process)
