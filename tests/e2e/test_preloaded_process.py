"""Does a forked command do what a really started one does, and does every command work in a new interpreter?"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.distributed import Distributed, distributed
from tests.support.cli_runner import (
    DEMAND,
    PATIENCE,
    CommandRunner,
    CompletedCommand,
    close,
    close_stdout_early,
    stop,
    types,
    wait_for,
    wait_for_result,
)
from tests.support.preloaded_process import PreloadedProcess, start_environment

SCENARIO = str(Path("examples/scenarios/subnet-closes-a-gap.yaml").resolve())

REPORT = """
import asyncio, contextvars, decimal, gc, json, locale, logging, os, resource, signal, socket, sys, threading, warnings

def main():
    numbers = sorted(signal.valid_signals())
    streams = (sys.stdin, sys.stdout, sys.stderr)
    report = {
        "arguments": [sys.argv, sys.orig_argv],
        "module": [__name__, __spec__.name, __file__],
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "path": sys.path,
        "parent": os.getppid(),
        "session": os.getsid(0) == os.getpid(),
        "group": None if os.getpgrp() == os.getpid() else os.getpgrp(),
        "signals": {int(number): str(signal.getsignal(number)).split(" at ")[0] for number in numbers},
        "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "files": sorted(os.listdir("/proc/self/fd")),
        "streams": [
            [s.name, s.mode, s.encoding, s.errors, s.line_buffering, s.isatty(), s.fileno()] for s in streams
        ],
        "threads": [thread.name for thread in threading.enumerate()],
        "threads of the system": len(os.listdir("/proc/self/task")),
        "locale": [locale.setlocale(locale.LC_ALL), locale.getpreferredencoding()],
        "flags": [str(sys.flags), sys.warnoptions],
        "warnings": [str(each) for each in warnings.filters if each[0] == "error" and each[2] is Warning],
        "limits": [resource.getrlimit(name) for name in (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE)],
        "umask": os.umask(0o22),
        "priority": os.getpriority(os.PRIO_PROCESS, 0),
        "logging": [logging.root.level, len(logging.root.handlers), logging.Manager.disable.__get__(logging.root.manager)],
        "event loop": type(asyncio.get_event_loop_policy()).__name__,
        "decimal": str(decimal.getcontext()),
        "variables of the context": [variable.name for variable in contextvars.copy_context()],
        "collector": [gc.isenabled(), gc.get_threshold()],
        "recursion": sys.getrecursionlimit(),
        "hooks": [sys.excepthook is sys.__excepthook__, threading.excepthook is threading.__excepthook__],
        "timeout": socket.getdefaulttimeout(),
        "traced": [sys.gettrace(), sys.getprofile()],
    }
    print(json.dumps(report))

main()
"""


ProcessType = type[subprocess.Popen[bytes]]
BOTH: tuple[ProcessType, ...] = (subprocess.Popen, PreloadedProcess)


def run_program(
    process_type: ProcessType, folder: Path, text: str, environment: Mapping[str, str] | None = None, **options: Any
) -> CompletedCommand:
    """Run a program as `python -m program an-argument` in its folder."""
    (folder / "program.py").write_text(text, encoding="utf-8")
    process = process_type(
        [sys.executable, "-m", "program", "an-argument"],
        cwd=folder,
        env={**start_environment(), **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )
    out, err = process.communicate(timeout=PATIENCE)
    return CompletedCommand(process.returncode, out.decode(), err.decode())


@pytest.fixture(params=["started", "forked"])
def either(request: pytest.FixtureRequest, towow: CommandRunner) -> CommandRunner:
    """Return a command line whose processes are of one kind."""
    return towow.with_new_interpreter() if request.param == "started" else towow


@pytest.mark.parametrize("options", [{}, {"start_new_session": True}, {"stdin": subprocess.DEVNULL}], ids=str)
def test_a_forked_process_finds_what_a_started_one_finds(tmp_path: Path, options: dict[str, Any]) -> None:
    started, forked = (run_program(kind, tmp_path, REPORT, {"ONLY_HERE": "1"}, **options) for kind in BOTH)
    (one,), (other,) = started.rows, forked.rows
    assert {name: (one[name], other[name]) for name in one if one[name] != other.get(name)} == {}
    assert one.keys() == other.keys()
    assert (started.code, started.err) == (0, "")
    assert (forked.code, forked.err, forked.rows[0]["parent"]) == (0, "", os.getpid())


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("submit", "--help"),
        ("--version",),
        ("frobnicate",),
        ("submit",),
        ("watch", "d-x", "--wait", "0.1"),
        ("gateway", "--port", "0"),
        ("scenario", "/nowhere.yaml"),
        ("scenario", SCENARIO),
        ("agents", "list"),
    ],
    ids=" ".join,
)
def test_output_and_exit_code_are_the_same(towow: CommandRunner, arguments: tuple[str, ...]) -> None:
    assert towow.run(*arguments) == towow.with_new_interpreter().run(*arguments)


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 0),
        (signal.SIGINT, 130),
        (signal.SIGHUP, -signal.SIGHUP),
        (signal.SIGUSR1, -signal.SIGUSR1),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_signals_end_it_alike(either: CommandRunner, number: signal.Signals, code: int) -> None:
    with either.serving() as process:
        assert process.poll() is None
        ended, _ = stop(process, number)
        assert process.poll() == code
    assert (ended.code, ended.out, ended.err) == (code, "", "")


@pytest.mark.long
def test_sigpipe_is_ignored_alike(either: CommandRunner) -> None:
    with either.serving() as process:
        process.send_signal(signal.SIGPIPE)
        assert stop(process, signal.SIGTERM)[0].code == 0


@pytest.mark.long
def test_a_reader_that_leaves_is_no_error_alike(either: CommandRunner) -> None:
    ended = close_stdout_early(either.start("demo", "--once", "--json"), lines=1)
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.long
def test_a_process_group_is_signalled_alike(either: CommandRunner) -> None:
    with either.serving() as process:
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.long
def test_waiting_is_limited_alike(either: CommandRunner) -> None:
    with either.serving() as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.05)
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=0.05)


def test_an_exception_is_told_alike(tmp_path: Path) -> None:
    ended = [run_program(kind, tmp_path, "def f():\n    raise KeyError('x')\n\n\nf()\n") for kind in BOTH]
    assert [each.code for each in ended] == [1, 1]
    # Above the program's frames are those of whatever has called it.
    started, forked = (each.err[each.err.index(f'  File "{tmp_path}') :] for each in ended)
    assert started == forked


def test_an_interpreter_ends_alike(tmp_path: Path) -> None:
    """What is registered for the end runs, and a warning at the end is told."""
    text = "import atexit, socket\nkept = socket.socket()\natexit.register(print, 'the end')\n"
    for kind in BOTH:
        ended = run_program(kind, tmp_path, text)
        assert (ended.code, ended.out) == (0, "the end\n")
        assert "ResourceWarning: unclosed <socket" in ended.err


def test_nothing_of_one_process_is_in_the_next(tmp_path: Path) -> None:
    text = """
import json, os, random, sys, tempfile, uuid
import shared
found = [hasattr(shared, "changed"), "CHANGED" in os.environ, os.getcwd(), len(os.listdir("/proc/self/fd"))]
shared.changed = os.environ["CHANGED"] = "yes"
os.chdir("/")
kept = os.open("/dev/null", os.O_RDONLY)
print(json.dumps([found, random.random(), uuid.uuid4().hex, tempfile.mktemp(), os.urandom(4).hex()]))
"""
    told = [run_program(PreloadedProcess, tmp_path, text).rows[0] for _ in range(2)]
    (first, *ours), (second, *theirs) = told
    assert first == second == [False, False, str(tmp_path), 4]
    assert not set(ours) & set(theirs)


def test_a_pool_of_processes_works_in_it(tmp_path: Path) -> None:
    text = """
import multiprocessing
def square(number):
    return number * number
if __name__ == "__main__":
    for method in ("spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(1) as pool:
            print(pool.map(square, [1, 2, 3]))
            pool.close()
            pool.join()
"""
    ended = run_program(PreloadedProcess, tmp_path, text)
    assert (ended.code, ended.out.split("\n")) == (0, ["[1, 4, 9]", "[1, 4, 9]", ""])


@pytest.mark.parametrize("variable", ["PYTHONHASHSEED", "PYTHONUTF8", "LC_ALL", "LANG"])
def test_what_an_interpreter_reads_at_its_start_starts_one(tmp_path: Path, variable: str) -> None:
    text = "import sys\nprint('towow' in sys.modules)\n"
    assert run_program(PreloadedProcess, tmp_path, text).out == "True\n"
    assert run_program(PreloadedProcess, tmp_path, text, {variable: "1"}).out == "False\n"


def test_whoever_dies_leaves_none_behind(tmp_path: Path) -> None:
    """Neither the command nor the fork server, and not even when it is killed."""
    text = f"""
import subprocess, sys, time
from pathlib import Path
from tests.support.cli_runner import CommandRunner
from tests.support.preloaded_process import _fork_server
process = CommandRunner(Path({str(tmp_path)!r})).start("demo", "--idle", "--port", "0")
process.stdout.readline()
print(process.pid, _fork_server()._process.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE) as dying:
        assert dying.stdout is not None
        pids = dying.stdout.readline().split()
        assert len(pids) == 2
        assert all(runs(int(pid)) for pid in pids)
        dying.kill()
    end = time.monotonic() + PATIENCE
    while any(runs(int(pid)) for pid in pids):
        assert time.monotonic() < end
        time.sleep(0.01)


def runs(pid: int) -> bool:
    """Whether a process exists that has not ended, be it waited for or not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_every_embedded_command_runs_in_a_new_interpreter(towow: CommandRunner) -> None:
    started = towow.with_new_interpreter()
    assert types(started.run("demo", "--once", "--json").rows)[-1] == "demand.closed"
    assert "ended as expected" in started.run("scenario", SCENARIO).err
    assert len(started.run("evaluate", "--limit", "1", "--json").rows) == 2
    with started.serving() as process:
        demand_id = started.run("submit", DEMAND, "--json").rows[0]["demand_id"]
        assert types(started.run("watch", demand_id, "--json").rows)[-1] == "demand.closed"
        assert started.run("cancel", demand_id).err.startswith("E014: ")
        assert stop(process, signal.SIGTERM)[0].code == 0


@pytest.fixture(scope="module")
def deployed() -> Iterator[Distributed]:
    with distributed() as forking:
        yield forking.with_new_interpreter()


@pytest.mark.requires("services")
def test_every_command_on_services_runs_in_a_new_interpreter(deployed: Distributed) -> None:
    prepared = deployed.run("init")
    assert (prepared.code, prepared.out) == (0, "")
    listening = deployed.start("events", "--json")
    wait_for(listening, b"listening")
    with deployed.working("all") as worker:
        gateway = deployed.start("gateway", "--port", "0")
        url = wait_for_result(gateway, b"ready ").split()[1].decode()
        demand_id = deployed.run("submit", DEMAND, "--json", "--gateway", url).rows[0]["demand_id"]
        rows = deployed.run("watch", demand_id, "--json").rows
        assert types(rows)[-1] == "demand.closed"
        assert deployed.run("cancel", demand_id).err.startswith("E014: ")
        assert all(row["ok"] for row in deployed.run("doctor", "--json", "--gateway", url).rows)
        assert stop(gateway, signal.SIGTERM)[0].code == 0
        assert stop(worker, signal.SIGTERM)[0].code == 0
    heard = stop(listening, signal.SIGINT)[0]
    close(listening)
    assert heard.code == 130
    assert types(heard.rows) == types(rows)
    assert deployed.run("agents", "list").err == "338 agents\n"
    assert deployed.run("dead-letters", "list").err == "0 dead letters\n"
