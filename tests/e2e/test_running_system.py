"""Do submit, watch, cancel and agents reach the system that runs in another process?"""

import json
import os
import signal
import stat
import tempfile
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import httpx2
import pytest

from tests.services.rabbitmq import free_port
from tests.support.cli_runner import DEMAND, PATIENCE, CommandRunner, stop, types, wait_for, wait_for_result


def submitted(system: CommandRunner) -> str:
    told = system.run("submit", DEMAND, "--json")
    assert (told.code, told.err) == (0, "")
    assert told.rows[0]["understanding"]
    return str(told.rows[0]["demand_id"])


def test_a_running_system_accepts_a_demand_that_others_watch(system: CommandRunner) -> None:
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


def test_a_cancelled_demand_ends(slow_system: CommandRunner) -> None:
    demand_id = submitted(slow_system)
    told = slow_system.run("cancel", demand_id)
    assert (told.code, told.out) == (0, f"cancel accepted: {demand_id}\n")
    rows = slow_system.run("watch", demand_id, "--json").rows
    assert types(rows)[-2:] == ["demand.cancelled", "demand.closed"]
    assert rows[-2]["payload"]["cancelled_by"] == "user_cli"
    late = slow_system.run("cancel", demand_id)
    assert (late.code, late.out) == (1, "")
    assert late.err.startswith("E014: ")
    assert "cancelled" in late.err


def test_a_demand_is_cancelled_only_by_the_user_who_submitted_it(slow_system: CommandRunner) -> None:
    demand_id = submitted(slow_system)
    (file,) = slow_system.folder.rglob("requester-tokens.jsonl")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        told = CommandRunner(Path(folder)).run("cancel", demand_id, "--gateway", address(slow_system))
    assert (told.code, told.out, told.err[:6]) == (1, "", "E013: ")
    assert slow_system.run("cancel", demand_id).code == 0


def test_the_demand_of_a_demonstration_is_cancelled_from_a_second_terminal(towow: CommandRunner) -> None:
    with towow.serving(DEMAND, TOWOW_SIMULATED_LATENCY_MS="5000"):
        until = time.monotonic() + PATIENCE
        while not (files := list(towow.folder.rglob("requester-tokens.jsonl"))):
            assert time.monotonic() < until, "no token was kept"
            time.sleep(0.05)
        demand_id = json.loads(files[0].read_text(encoding="utf-8"))["demand_id"]
        told = towow.run("cancel", demand_id)
        assert (told.code, told.out) == (0, f"cancel accepted: {demand_id}\n")


def test_cancel_for_another_user_is_a_usage_error(system: CommandRunner) -> None:
    demand_id = submitted(system)
    for way in ((), ("--gateway", address(system))):
        told = system.run("cancel", demand_id, "--user", "user_bob", *way)
        assert (told.code, told.out) == (2, "")
        assert told.err.count("\n") == 1
        assert "--user" in told.err
    rows = system.run("watch", demand_id, "--json").rows
    assert "demand.cancelled" not in types(rows)  # it went on


@pytest.mark.parametrize("command", ["watch", "cancel"])
@pytest.mark.parametrize("demand_id", ["d-0000000000000", "d-\x1b[31m"], ids=["unknown", "hostile"])
def test_an_unknown_demand_is_e002(system: CommandRunner, command: str, demand_id: str) -> None:
    told = system.run(command, demand_id)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("E002: ")
    assert "\x1b" not in told.err


def test_agents_are_imported_into_it(system: CommandRunner) -> None:
    path = system.folder / "more.jsonl"
    path.write_text('{"agent_id": "agent_new", "display_name": "Nova"}\n', encoding="utf-8")
    told = system.run("agents", "import", str(path), "--json")
    assert (told.code, told.err) == (0, "")
    assert told.rows == [{"imported": 1, "updated": 0, "rejected": 0, "errors": []}]
    assert "Nova" in system.run("agents", "show", "agent_new").out
    assert any(row["agent_id"] == "agent_new" for row in system.run("agents", "list", "--json").rows)
    assert system.run("agents", "import", str(path), "--json").rows[0]["updated"] == 1


def test_an_import_of_many_long_profiles_succeeds(system: CommandRunner) -> None:
    path = system.folder / "many.jsonl"
    rows = [{"agent_id": f"agent_{n}", "display_name": "N", "summary": "长" * 5000} for n in range(100)]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    assert system.run("agents", "import", str(path), "--json").rows[0]["imported"] == 100
    assert len(system.run("agents", "list", "--json").rows) >= 100


def test_the_address_folder_has_mode_0700(system: CommandRunner) -> None:
    folder = system.folder / "towow"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert address(system).startswith("http://127.0.0.1:")


def address(towow: CommandRunner) -> str:
    """What a running system left."""
    return (towow.folder / "towow" / "towow.url").read_text().strip()


def test_a_running_system_serves_the_page_and_programs(system: CommandRunner) -> None:
    demand_id = submitted(system)
    url = address(system)
    assert httpx2.get(f"{url}/").headers["content-type"].startswith("text/html")
    with httpx2.stream("GET", f"{url}/api/v1/events/negotiations/{demand_id}/stream") as stream:
        sent = [event for event in httpx2.EventSource(stream) if event.data]
    assert [event.id for event in sent] == [str(number) for number in range(1, len(sent) + 1)]
    assert sent[-1].event == "towow.demand.closed"


def test_a_second_system_is_reached_by_its_address(system: CommandRunner) -> None:
    second = system.start("demo", "--idle", "--port", "0")
    try:
        url = wait_for_result(second, b"ready ").split()[1].decode()
        wait_for(second, b"Another system of this namespace is running")
        demand_id = system.run("submit", DEMAND, "--json", "--gateway", url).rows[0]["demand_id"]
        assert system.run("watch", demand_id).err.startswith("E002")  # the first one still answers, and has none
        assert types(system.run("watch", demand_id, "--json", "--gateway", url).rows)[-1] == "demand.closed"
    finally:
        ended, _ = stop(second, signal.SIGTERM)
    assert ended.code == 0
    assert address(system) != url


def test_an_occupied_port_of_a_system_is_reported_with_a_hint(system: CommandRunner) -> None:
    port = address(system).rpartition(":")[2]
    told = system.run("demo", "--port", port)
    assert (told.code, told.out) == (2, "")
    assert f"port {port} is in use" in told.err
    assert "--port 0" in told.err


def test_namespaces_are_systems_of_their_own(system: CommandRunner) -> None:
    told = system.run("watch", "d-x", "--wait", "0", TOWOW_NAMESPACE="other")
    assert told.code == 3
    with system.serving(TOWOW_NAMESPACE="other"):
        assert system.run("watch", "d-x", TOWOW_NAMESPACE="other").code == 1


def test_a_system_starts_despite_the_files_of_a_killed_one(towow: CommandRunner) -> None:
    with towow.serving() as first:
        stop(first, signal.SIGKILL)
    assert address(towow)
    told = towow.run("cancel", "d-x", "--wait", "0.1")
    assert told.code == 3
    # Nobody waits for it who can do without.
    assert types(towow.run("submit", DEMAND, "--watch", "--json").rows)[-1] == "demand.closed"
    with towow.serving():
        assert towow.run("watch", "d-x").err.startswith("E002")


def test_a_hanging_system_is_given_up_after_the_wait(towow: CommandRunner) -> None:
    with towow.serving() as process:
        url = address(towow)
        process.send_signal(signal.SIGSTOP)
        told = towow.run("cancel", "d-x", "--wait", "0.3")
        named = towow.run("cancel", "d-x", "--wait", "0.3", "--gateway", url)
        process.send_signal(signal.SIGCONT)
    assert (told.code, named.code) == (3, 3)
    assert "within 0.3 s" in told.err
    assert "within 0.3 s" in named.err


def test_a_system_that_ends_is_reported_to_its_client(towow: CommandRunner) -> None:
    with towow.serving(TOWOW_SIMULATED_LATENCY_MS="5000") as process:
        watching = towow.start("submit", DEMAND, "--watch", "--json", "--wait", "1")
        assert watching.stdout is not None
        assert b"demand.submitted" in watching.stdout.readline()
        stop(process, signal.SIGKILL)
        _, err = watching.communicate(timeout=10)
    assert watching.returncode == 3
    assert b"retrying for 1 s" in err
    assert b"no answer within 1 s" in err


@pytest.mark.parametrize("command", ["watch", "cancel"])
def test_a_client_without_a_system_is_told_how_to_start_one(towow: CommandRunner, command: str) -> None:
    told = towow.run(command, "d-x", "--wait", "0.2")
    assert (told.code, told.out) == (3, "")
    assert str(towow.folder / "towow" / "towow.url") in told.err
    assert "towow demo --idle" in told.err


def test_a_system_that_starts_during_the_wait_is_found(towow: CommandRunner) -> None:
    early = towow.start("cancel", "d-x", "--wait", "20")
    wait_for(early, b"no running system answers")
    with towow.serving():
        _, err = early.communicate(timeout=20)
    assert early.returncode == 1
    assert err.startswith(b"E002: ")


def test_an_address_folder_open_to_others_is_refused(towow: CommandRunner) -> None:
    folder = towow.folder / "towow"
    folder.mkdir()
    folder.chmod(0o777)
    process = towow.start("demo", "--idle", "--port", "0")
    said = wait_for(process, b"Other commands can only reach this system with --gateway").decode()
    assert "0700" in said
    url = said.split("--gateway ")[1].split(": ")[0]
    assert towow.run("watch", "d-x", "--gateway", url).err.startswith("E002")
    assert stop(process, signal.SIGTERM)[0].code == 0
    assert not os.listdir(folder)


def test_without_xdg_runtime_dir_the_address_file_is_in_a_private_folder(towow: CommandRunner) -> None:
    temp = towow.folder / "tmp"
    temp.mkdir()
    with towow.serving(XDG_RUNTIME_DIR="", TMPDIR=str(temp)):
        folder = temp / f"towow-{os.getuid()}"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert (folder / "towow.url").is_file()


@pytest.mark.parametrize(
    "url", ["nonsense", "ftp://host", "http://", "http://user:pass@host", "http://h:0", "http://h h"]
)
def test_an_invalid_gateway_url_is_a_usage_error(towow: CommandRunner, url: str) -> None:
    told = towow.run("watch", "d-x", "--gateway", url)
    assert (told.code, told.out) == (2, "")
    assert "--gateway" in told.err


def test_an_unreachable_gateway_exits_with_3(towow: CommandRunner) -> None:
    told = towow.run("submit", DEMAND, "--gateway", f"http://127.0.0.1:{free_port()}", "--wait", "0.3")
    assert (told.code, told.out) == (3, "")
    assert "no answer within 0.3 s" in told.err


def test_a_server_that_is_no_gateway_exits_with_3(towow: CommandRunner) -> None:
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    thread = Thread(target=lambda: server.serve_forever(0.01))
    thread.start()
    told = towow.run("watch", "d-x", "--gateway", f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()
    assert (told.code, told.out) == (3, "")
    assert "it is not a ToWow gateway" in told.err


KEYS = "key-of-alice:user_alice:user,key-of-bob:user_bob:user,key-of-root:root:admin"


@pytest.fixture(scope="module")
def keyed() -> Iterator[CommandRunner]:
    """A running system that wants to know who asks, slow enough to be cancelled by the third who tries."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandRunner(Path(folder))
        with towow.serving(TOWOW_SIMULATED_LATENCY_MS="5000", TOWOW_API_KEYS=KEYS):
            yield towow


def test_submitting_without_an_api_key_is_refused(keyed: CommandRunner) -> None:
    for key in ((), ("--key", "not-a-key-of-anybody")):
        told = keyed.run("submit", DEMAND, *key)
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith("E012: ")


def test_an_api_key_identifies_the_user_and_only_that_user_cancels(keyed: CommandRunner) -> None:
    alice, bob = ("--key", "key-of-alice"), ("--key", "key-of-bob")
    demand_id = keyed.run("submit", DEMAND, "--json", *alice).rows[0]["demand_id"]
    assert keyed.run("submit", DEMAND, "--user", "user_bob", *alice).err.startswith("E013: ")
    assert keyed.run("cancel", demand_id, *bob).err.startswith("E013: ")
    assert keyed.run("cancel", demand_id, *alice).code == 0
    rows = keyed.run("watch", demand_id, "--json").rows
    assert rows[0]["payload"]["user_id"] == "user_alice"
    assert types(rows)[-1] == "demand.closed"


def test_only_administrators_import_agents(keyed: CommandRunner) -> None:
    path = keyed.folder / "more.jsonl"
    path.write_text('{"agent_id": "agent_new", "display_name": "Nova"}\n', encoding="utf-8")
    assert keyed.run("agents", "import", str(path), "--key", "key-of-alice").err.startswith("E013: ")
    assert keyed.run("agents", "import", str(path), "--key", "key-of-root", "--json").rows[0]["imported"] == 1


def test_malformed_api_keys_are_reported_without_the_key(towow: CommandRunner) -> None:
    told = towow.run("demo", "--port", "0", TOWOW_API_KEYS="secret-of-alice:user_alice:boss")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_API_KEYS, entry 1" in told.err
    assert "secret-of-alice" not in told.err


def test_a_key_without_a_gateway_is_wrong_usage(towow: CommandRunner) -> None:
    told = towow.run("submit", DEMAND, "--key", "key-of-alice")
    assert (told.code, told.out) == (2, "")
    assert "--gateway" in told.err
