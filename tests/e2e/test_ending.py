"""How do commands end when somebody interrupts them, stops them, or no longer reads?"""

import signal
import subprocess

import pytest

from tests.support.cli_runner import DEMAND, TOWOW, CommandRunner, close_stdout_early, stop, wait_for, wait_for_result

AT_ONCE = 2.0
"""Seconds. Who serves lets its streams end, on a machine that may be busy."""

RUNNING = [("demo", "--port", "0"), ("demo", "--once"), ("submit", DEMAND, "--watch")]


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_an_interrupted_negotiation_ends_at_once_without_traceback(
    towow: CommandRunner, arguments: tuple[str, ...], number: signal.Signals
) -> None:
    process = towow.start(*arguments, "--json", TOWOW_SIMULATED_LATENCY_MS="700", TOWOW_REVIEW_TIMEOUT="1")
    assert process.stdout is not None
    for line in process.stdout:
        if b"demand.broadcast" in line:  # ten model calls are in hand
            break
    ended, seconds = stop(process, number)
    assert ended.code == (0 if arguments[:2] == ("demo", "--port") and number == signal.SIGTERM else 130)
    assert seconds < AT_ONCE
    assert "Traceback" not in ended.err
    assert "Task" not in ended.err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)], ids=["SIGINT", "SIGTERM"])
def test_an_idle_system_stops_and_removes_its_files(towow: CommandRunner, number: signal.Signals, code: int) -> None:
    with towow.serving() as process:
        ended, seconds = stop(process, number)
    assert (ended.code, ended.out, ended.err) == (code, "", "")
    assert seconds < AT_ONCE
    assert not (towow.folder / "towow" / "towow.url").exists()


def test_a_system_is_interrupted_while_a_client_watches(towow: CommandRunner) -> None:
    with towow.serving(TOWOW_SIMULATED_LATENCY_MS="5000") as process:
        watching = towow.start("submit", DEMAND, "--watch", "--json", "--wait", "1")
        assert watching.stdout is not None
        watching.stdout.readline()
        ended, seconds = stop(process, signal.SIGINT)
        watching.communicate(timeout=10)
    assert ended.code == 130
    assert seconds < AT_ONCE
    assert "Traceback" not in ended.err
    assert watching.returncode == 3


def test_waiting_for_a_system_can_be_interrupted(towow: CommandRunner) -> None:
    process = towow.start("watch", "d-x")
    wait_for(process, b"no running system answers")
    ended, seconds = stop(process, signal.SIGINT)
    assert ended.code == 130
    assert seconds < 1


def test_a_shell_that_ignores_sigint_in_the_background_changes_nothing(towow: CommandRunner) -> None:
    process = subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *TOWOW, "demo", "--idle", "--port", "0"],
        env=towow.environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for_result(process, b"ready ")
    assert stop(process, signal.SIGINT)[0].code == 130


@pytest.mark.parametrize(
    "arguments", [("demo", "--once"), ("demo", "--once", "--json"), ("agents", "list")], ids=" ".join
)
def test_a_closed_output_pipe_is_no_error(towow: CommandRunner, arguments: tuple[str, ...]) -> None:
    ended = close_stdout_early(towow.start(*arguments, TOWOW_SIMULATED_LATENCY_MS="50"), lines=1)
    assert ended.code == 0
    assert "Traceback" not in ended.err
    assert "BrokenPipe" not in ended.err


def test_demo_continues_until_it_is_stopped(towow: CommandRunner) -> None:
    process = towow.start("demo", "we need a venue in Beijing", "--port", "0")
    said = wait_for(process, b"Still running")
    assert b"Ctrl-C" in said
    ended, _ = stop(process, signal.SIGTERM)
    assert ended.code == 0
    assert "Closed" in ended.out
