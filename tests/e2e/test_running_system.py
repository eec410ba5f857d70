"""Do submit, watch, cancel and agents reach the system that runs in another process?"""

import json
import os
import signal
import socket
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.command_line import DEMAND, CommandLine, stop, types, wait_for


def submitted(system: CommandLine) -> str:
    told = system.run("submit", DEMAND, "--json")
    assert (told.code, told.err) == (0, "")
    assert told.rows[0]["understanding"]
    return str(told.rows[0]["demand_id"])


def test_a_demand_is_submitted_to_it_and_watched_by_others(system: CommandLine) -> None:
    demand_id = submitted(system)
    told = system.run("watch", demand_id, "--json")
    last = len(told.rows)
    assert told.code == 0
    assert [row["seq"] for row in told.rows] == list(range(1, last + 1))
    assert types(told.rows)[-1] == "demand.closed"
    # Later, from where one stopped, and from beyond the end.
    assert system.run("watch", demand_id, "--json", "--after", "5").rows == told.rows[5:]
    beyond = system.run("watch", demand_id, "--json", "--after", "9999")
    assert (beyond.code, beyond.out) == (0, "")
    # The rest of a story knows its beginning: the language of the demand.
    story = system.run("watch", demand_id, "--after", str(last - 1))
    assert len(story.out.splitlines()) == 1
    assert "结束" in story.out


def test_a_cancelled_demand_ends(system: CommandLine) -> None:
    demand_id = submitted(system)
    told = system.run("cancel", demand_id)
    assert (told.code, told.out) == (0, f"cancel accepted: {demand_id}\n")
    rows = system.run("watch", demand_id, "--json").rows
    assert types(rows)[-2:] == ["demand.cancelled", "demand.closed"]
    assert rows[-2]["payload"]["cancelled_by"] == "user_cli"
    late = system.run("cancel", demand_id)
    assert (late.code, late.out) == (1, "")
    assert late.err.startswith("E014: ")
    assert "cancelled" in late.err


@pytest.mark.parametrize("command", ["watch", "cancel"])
@pytest.mark.parametrize("demand_id", ["d-0000000000000", "d-\x1b[31m"], ids=["unknown", "hostile"])
def test_an_unknown_demand_is_e002(system: CommandLine, command: str, demand_id: str) -> None:
    told = system.run(command, demand_id)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("E002: ")
    assert "\x1b" not in told.err


def test_agents_are_imported_into_it(system: CommandLine) -> None:
    path = system.folder / "more.jsonl"
    path.write_text('{"agent_id": "agent_new", "display_name": "Nova"}\n', encoding="utf-8")
    told = system.run("agents", "import", str(path), "--json")
    assert (told.code, told.err) == (0, "")
    assert told.rows == [{"imported": 1, "updated": 0, "rejected": 0, "errors": []}]
    assert "Nova" in system.run("agents", "show", "agent_new").out
    assert any(row["agent_id"] == "agent_new" for row in system.run("agents", "list", "--json").rows)
    assert system.run("agents", "import", str(path), "--json").rows[0]["updated"] == 1


def test_many_long_profiles_come_through(system: CommandLine) -> None:
    path = system.folder / "many.jsonl"
    rows = [{"agent_id": f"agent_{n}", "display_name": "N", "summary": "长" * 5000} for n in range(100)]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    assert system.run("agents", "import", str(path), "--json").rows[0]["imported"] == 100
    assert len(system.run("agents", "list", "--json").rows) >= 100


def test_the_door_is_for_its_owner_only(system: CommandLine) -> None:
    folder = system.folder / "towow"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "towow.sock").stat().st_mode) == 0o600


def test_a_second_system_does_not_wait_for_what_cannot_reach_it(system: CommandLine) -> None:
    told = system.run("demo", "--idle")
    assert told.code == 1
    assert "TOWOW_NAMESPACE" in told.err
    assert system.run("watch", "d-x").err.startswith("E002")  # the first one still answers


def test_namespaces_are_systems_of_their_own(system: CommandLine) -> None:
    told = system.run("watch", "d-x", "--wait", "0", TOWOW_NAMESPACE="other")
    assert told.code == 3
    with system.serving(TOWOW_NAMESPACE="other"):
        assert system.run("watch", "d-x", TOWOW_NAMESPACE="other").code == 1


def test_what_a_killed_system_left_is_no_obstacle(towow: CommandLine) -> None:
    with towow.serving() as first:
        stop(first, signal.SIGKILL)
    assert (towow.folder / "towow" / "towow.sock").exists()
    told = towow.run("cancel", "d-x", "--wait", "0.1")
    assert told.code == 3
    with towow.serving():
        assert towow.run("watch", "d-x").err.startswith("E002")


def test_a_system_that_hangs_is_given_up_after_the_wait(towow: CommandLine) -> None:
    with towow.serving() as process:
        process.send_signal(signal.SIGSTOP)
        told = towow.run("cancel", "d-x", "--wait", "0.3")
        process.send_signal(signal.SIGCONT)
    assert told.code == 3
    assert "within 0.3 s" in told.err


def test_a_system_that_goes_away_is_noticed(towow: CommandLine) -> None:
    with towow.serving(TOWOW_SIMULATED_LATENCY_MS="5000") as process:
        watching = towow.start("submit", DEMAND, "--watch", "--json")
        assert watching.stdout is not None
        assert b"demand.submitted" in watching.stdout.readline()
        stop(process, signal.SIGKILL)
        _, err = watching.communicate(timeout=10)
    assert watching.returncode == 3
    assert err == b"the running system stopped before the negotiation ended\n"


@pytest.mark.parametrize("command", ["watch", "cancel"])
def test_without_a_system_one_is_told_how_to_start_it(towow: CommandLine, command: str) -> None:
    told = towow.run(command, "d-x", "--wait", "0.2")
    assert (told.code, told.out) == (3, "")
    assert str(towow.folder / "towow" / "towow.sock") in told.err
    assert "towow demo --idle" in told.err


def test_a_system_that_comes_in_time_is_found(towow: CommandLine) -> None:
    early = towow.start("cancel", "d-x", "--wait", "20")
    wait_for(early, b"no running system answers")
    with towow.serving():
        _, err = early.communicate(timeout=20)
    assert early.returncode == 1
    assert err.startswith(b"E002: ")


def test_a_folder_that_others_can_enter_is_not_used(towow: CommandLine) -> None:
    folder = towow.folder / "towow"
    folder.mkdir()
    folder.chmod(0o777)
    told = towow.run("demo", "--idle")
    assert told.code == 1
    assert "no other command could reach this system" in told.err
    assert "0700" in told.err
    assert not os.listdir(folder)


def test_without_a_runtime_folder_the_door_lies_in_a_private_one(towow: CommandLine) -> None:
    temp = towow.folder / "tmp"
    temp.mkdir()
    with towow.serving(XDG_RUNTIME_DIR="", TMPDIR=str(temp)):
        folder = temp / f"towow-{os.getuid()}"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert Path(folder, "towow.sock").is_socket()


REQUESTS = [
    (b"\n", "E001"),
    (b"nonsense\n", "E001"),
    (b'{"do": "explode"}\n', "E001"),
    (b'{"do": "submit", "text": "", "user_id": "u"}\n', "E001"),
    (b'{"do": "events", "demand_id": "d-x", "after": -1}\n', "E001"),
    (b'{"do": "submit", "text": "' + b"x" * 2_000_000 + b'"}\n', "E016"),
]


@pytest.mark.parametrize(("request_line", "code"), REQUESTS, ids=[line[:20].decode() for line, _ in REQUESTS])
def test_whatever_comes_in_at_the_door_is_answered(system: CommandLine, request_line: bytes, code: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(system.folder / "towow" / "towow.sock"))
        with suppress(BrokenPipeError):  # what is too long is not read to its end
            client.sendall(request_line)
        head = json.loads(client.makefile("rb").readline())
    assert head["wrong"]["error_code"] == code


def test_who_comes_and_goes_disturbs_nobody(system: CommandLine) -> None:
    for _ in range(20):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(system.folder / "towow" / "towow.sock"))
    assert system.run("watch", "d-x").err.startswith("E002")
