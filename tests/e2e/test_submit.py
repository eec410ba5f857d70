"""What does `towow submit` answer when no system is running, and what does it refuse?"""

import json

import pytest

from tests.support.cli_runner import CommandRunner, types


def test_submit_json_prints_the_rest_response(towow: CommandRunner) -> None:
    told = towow.run("submit", "we need a venue in Beijing", "--json")
    (answer,) = told.rows
    assert told.code == 0
    assert list(answer) == ["demand_id", "channel_id", "status", "understanding", "model", "requester_token"]
    assert answer["demand_id"].removeprefix("d-") == answer["channel_id"].removeprefix("collab-")
    assert (answer["status"], answer["model"]) == ("processing", "simulated")
    assert answer["understanding"]["surface_demand"]
    assert set(answer["understanding"]) == {
        "surface_demand",
        "deep_understanding",
        "capability_tags",
        "context",
        "confidence",
        *(
            "needs",
            "limits",
            "limit_words",
            "preferences",
            "not_wanted",
            "background",
            "not_understood",
            "register",
            "title",
        ),
    }


def test_submit_without_a_system_runs_one_until_the_demand_ends(towow: CommandRunner) -> None:
    told = towow.run("submit", "a meetup in Beijing")
    assert told.code == 0
    assert "demand_id     d-" in told.out
    assert "No system is running" in told.err
    assert "ended with this command" in told.err


def test_submit_watch_prints_the_events(towow: CommandRunner) -> None:
    told = towow.run("submit", "a meetup in Beijing", "--watch", "--json", "--user", "user_alice")
    assert told.code == 0
    assert types(told.rows)[0] == "demand.submitted"
    assert types(told.rows)[-1] == "demand.closed"
    assert told.rows[0]["payload"]["user_id"] == "user_alice"
    assert "Closed" in towow.run("submit", "a meetup in Beijing", "--watch").out


def test_the_demand_length_limit_counts_nfc_characters(towow: CommandRunner) -> None:
    told = towow.run("submit", "e\u0301" * 8000, "--watch", "--json")
    assert told.code == 0
    assert told.rows[0]["payload"]["raw_input"] == "é" * 8000


BAD = ["", "   \n\t", "长" * 8001, b"\xff\xfe".decode("utf-8", "surrogateescape")]


@pytest.mark.parametrize("text", BAD, ids=["empty", "blank", "too long", "not Unicode"])
def test_an_invalid_demand_text_is_refused(towow: CommandRunner, text: str) -> None:
    told = towow.run("submit", text)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("E001: ")


def test_demo_refuses_an_invalid_demand_text(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once", "")
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("E001: ")


def test_with_json_an_error_is_an_error_body_on_stderr(towow: CommandRunner) -> None:
    told = towow.run("submit", "长" * 8001, "--json")
    assert (told.code, told.out) == (2, "")
    body = json.loads(told.err)
    assert list(body) == ["error_code", "message", "details"]
    assert (body["error_code"], body["message"]) == ("E001", "需求格式错误")
    assert "8001" in body["details"]


def test_an_invalid_user_id_is_refused(towow: CommandRunner) -> None:
    told = towow.run("submit", "a meetup", "--user", "a\nb")
    assert (told.code, told.out) == (2, "")
    assert "E001" in told.err
