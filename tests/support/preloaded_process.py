"""Processes that begin as a copy of one that has imported the product: `PreloadedProcess`, a `subprocess.Popen`.

`python -m towow.cli.main` computes for about a second before its first line of ours runs, most of it imports, and for
another one when it first searches by meaning. A `PreloadedProcess` is forked instead, from a *fork server* that every
pytest process starts when it first needs one:

    pytest ──Popen──► fork server: imports the product, loads the local embedder's model, runs nothing else of it,
       ▲                   │       has one thread and no files of its own
       │                   │ fork, twice
       └── adopted ◄── process: gets the descriptors, environment, folder, session and arguments, then runs the module
                       as `python -m` does, and ends as an interpreter ends

The process is a child of pytest, as one from `Popen` is: its process id, exit code, signals, `wait` and the CPU seconds
of RUSAGE_CHILDREN are the operating system's. It is killed when pytest dies.

What a forked process shares with the others of its fork server, unlike a started one: the seed of string hashes, the
modules in `sys.modules`, the embedder's model, pages of memory, and `/proc/PID/cmdline` and `environ`. So what is about
the start itself has to be really started, by `subprocess.Popen` or `CommandRunner.with_new_interpreter`: the CPU seconds
of a start, bounds of memory, which modules or libraries get loaded, and whether two runs give the same bytes. Started
are, too, whatever the operating system, commands with other variables that an interpreter reads at its start
(START_VARIABLES), for example PYTHONHASHSEED or LC_ALL; on systems other than Linux all are.
"""

import atexit
import ctypes
import gc
import importlib
import inspect
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

START_VARIABLES = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "OPENBLAS_", "OPENSSL_", "SSL_")
"""What the names of environment variables begin with that matter before the first line of a program of ours."""

INHERITED_VARIABLES = ("PATH", "HOME", "LANG", "TMPDIR")
"""Variables of this process that the commands of tests see, and the fork server, too."""

PACKAGES = ("towow", "gateway", "negotiation", "coordinator", "channel_admin", "user_agent", "deliberation", "shared")

NOT_PRELOADED = (
    "towow.cli.main",  # the program itself, which every process runs
    "towow.deployment.__main__",
    "towow.docs",  # no command uses it
)

LATE_MODULES = ("encodings.ascii", "encodings.idna", "uvicorn.lifespan.on", "uvloop")
"""What libraries import when they are first used."""

ROOT = Path(__file__).parents[2]
MAX_REQUEST_BYTES = 1 << 17
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def start_environment() -> dict[str, str]:
    """Return the variables that every command of a test sees: those of INHERITED_VARIABLES, and warnings are errors."""
    inherited = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return inherited | {"PYTHONWARNINGS": "error"}


class PreloadedProcess(subprocess.Popen[bytes]):
    """`Popen([sys.executable, "-m", MODULE, …], env=…)`, forked if the options and the environment allow it.

    Of the other options, these: `stdin`, `stdout`, `stderr`, `cwd`, `start_new_session`; with another one it is started.
    """

    _child_created: bool

    def _execute_child(self, *values: Any) -> None:
        # Popen has no public hook for another way to create a process; everything else of it is used as it is.
        execute = super()._execute_child  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue, reportUnknownVariableType]
        given = inspect.signature(execute).bind(*values).arguments  # pyright: ignore[reportUnknownArgumentType]
        if not _can_fork(given):
            execute(*values)
            return
        descriptors = [given[name] for name in ("p2cread", "c2pwrite", "errwrite")]
        arguments: Sequence[str] = given["args"]
        self.pid = _fork_server().fork(
            {
                "arguments": arguments[2:],
                "environment": dict(given["env"]),
                "folder": os.fspath(given["cwd"] or Path.cwd()),
                "parent": os.getpid(),
                "group": None if given["start_new_session"] else os.getpgrp(),
            },
            [number if given_fd == -1 else given_fd for number, given_fd in enumerate(descriptors)],
        )
        self._child_created = True
        pipes = [given[name] for name in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")]
        self._close_pipe_fds(*pipes)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


def _can_fork(given: Mapping[str, Any]) -> bool:
    others = ("executable", "preexec_fn", "pass_fds", "shell", "gids")
    numbers = ("gid", "uid", "umask", "process_group")
    return (
        sys.platform == "linux"
        and list(given["args"][:2]) == [sys.executable, "-m"]
        and given["env"] is not None
        and not any(given[name] for name in others)
        and all(given[name] in (None, -1) for name in numbers)
        and _start_variables(given["env"]) == _start_variables(start_environment())
    )


def _start_variables(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(START_VARIABLES)}


@cache
def _fork_server() -> "_ForkServer":
    return _ForkServer()


class _ForkServer:
    """The process that this one's preloaded processes are copies of; it ends when its connection is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.preloaded_process", str(its.fileno())],
                cwd=ROOT,
                env=start_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                process_group=0,  # Ctrl-C in a terminal is for pytest
            )
        atexit.register(self._close)

    def fork(self, request: Mapping[str, Any], descriptors: Sequence[int]) -> int:
        """Return the id of a new child of this process; it has copies of the `descriptors` as 0, 1 and 2."""
        data = json.dumps(request).encode()
        with self._lock:
            # Only meanwhile, so that no other process's orphan becomes a child of this one.
            _prctl(PR_SET_CHILD_SUBREAPER, 1)
            try:
                socket.send_fds(self._connection, [data], descriptors)
                answer = self._connection.recv(64)
            finally:
                _prctl(PR_SET_CHILD_SUBREAPER, 0)
        if not answer:
            raise OSError(f"the fork server ended with {self._process.wait()}")
        return int(answer)

    def _close(self) -> None:
        self._connection.close()
        self._process.wait()


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def _modules() -> Iterator[str]:
    for name in PACKAGES:
        package = importlib.import_module(name)
        yield from (found.name for found in pkgutil.walk_packages(package.__path__, f"{name}."))


def _preload() -> None:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy would start threads, which a forked process would not have
    for name in _modules():
        if not name.startswith(NOT_PRELOADED):
            importlib.import_module(name)
    for name in LATE_MODULES:
        importlib.import_module(name)
    del os.environ["OPENBLAS_NUM_THREADS"]
    importlib.import_module("shared.embedding.local").load_encoder()
    threads = len(list(Path("/proc/self/task").iterdir()))
    assert threads == 1, f"an import has started {threads - 1} threads, which a forked process would not have"
    gc.collect()
    gc.freeze()  # the collector writes into what it looks at, which would copy the memory of every process


def _serve(connection: socket.socket) -> dict[str, Any] | None:
    """Fork for every request; return the request in the new process, and None when there are no more."""
    while True:
        data, descriptors, _, _ = socket.recv_fds(connection, MAX_REQUEST_BYTES, 3)
        if not data:
            return None
        adopted, adoption = os.pipe()
        if helper := os.fork():
            os.waitpid(helper, 0)
            for descriptor in (*descriptors, adopted, adoption):  # closed: the new process has been adopted
                os.close(descriptor)
        elif os.fork():
            os._exit(0)
        else:
            os.close(adoption)
            os.read(adopted, 1)
            request = json.loads(data)
            _adapt(request, descriptors, connection)
            return request


def _adapt(request: Mapping[str, Any], descriptors: Sequence[int], connection: socket.socket) -> None:
    """Make this process what it would be had it been started, except for its modules."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != request["parent"]:  # it died before
        os._exit(1)
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    if request["group"] is None:
        os.setsid()
    else:
        os.setpgid(0, request["group"])
    connection.send(str(os.getpid()).encode())
    connection.close()
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(request["folder"])
    # An interpreter may set some itself, such as LC_CTYPE.
    environment = _start_variables(os.environ) | request["environment"]
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.path[0] = request["folder"]
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(line_buffering=stream.isatty())  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


def _run_module(arguments: Sequence[str]) -> None:
    sys.orig_argv[1:] = ["-m", *arguments]
    sys.argv[1:] = arguments[1:]  # the first one becomes the module's path
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


def _main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    _preload()
    with connection:
        request = _serve(connection)
    if request:
        _run_module(request["arguments"])


if __name__ == "__main__":
    _main()
