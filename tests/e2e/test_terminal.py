"""Is there colour on a terminal and nowhere else, and is the command line quick and clear about itself?"""

import os
import pty
import resource
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from tests.support.cli_runner import TOWOW, CommandRunner
from tests.support.cpu_slowdown import measure_slowdown
from tests.support.preloaded_process import PreloadedProcess
from towow.cli.main import app

COMMANDS = [
    "demo",
    "submit",
    "watch",
    "answer",
    "cancel",
    "init",
    "gateway",
    "worker",
    "events",
    "scenario",
    "deliberate",
    "play",
    "doctor",
    "agents",
    "dead-letters",
]
PARTS = ["agents import", "agents list", "agents show", "dead-letters list", "dead-letters resend"]
HELP_WITHIN = 0.3
ESCAPE = "\x1b"


def on_a_terminal(towow: CommandRunner, *arguments: str, **environment: str) -> str:
    """What a command prints when its standard output is a terminal."""
    ours, its = pty.openpty()
    process = PreloadedProcess(
        [*TOWOW, *arguments], env=towow.environment({"TERM": "xterm-256color", **environment}), stdout=its, stderr=its
    )
    os.close(its)
    said = b""
    try:
        while chunk := os.read(ours, 65536):
            said += chunk
    except OSError:  # how a terminal says that nobody is at its other end any more
        pass
    os.close(ours)
    assert process.wait(timeout=20) == 0
    return said.decode()


def test_a_terminal_gets_colour(towow: CommandRunner) -> None:
    said = on_a_terminal(towow, "demo", "--once")
    assert ESCAPE in said
    assert "北京" in said


def test_no_color_is_honoured(towow: CommandRunner) -> None:
    assert ESCAPE not in on_a_terminal(towow, "demo", "--once", NO_COLOR="1")


@pytest.mark.parametrize("arguments", [("demo", "--once"), ("agents", "list")], ids=" ".join)
def test_a_pipe_gets_no_colour(towow: CommandRunner, arguments: tuple[str, ...]) -> None:
    told = towow.run(*arguments, TERM="xterm-256color", FORCE_COLOR="1")
    assert told.code == 0
    assert ESCAPE not in told.out


def test_a_demand_cannot_paint_the_terminal(towow: CommandRunner) -> None:
    said = on_a_terminal(towow, "demo", "--once", "\x1b[41m\u202ebad\x07 a meetup in Beijing")
    assert "\x1b[41m" not in said
    assert "\u202e" not in said
    assert "\x07" not in said


@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_any_language_is_printed_under_any_locale(towow: CommandRunner, locale: str) -> None:
    told = towow.run("submit", "我想办一场聚会", "--watch", LC_ALL=locale, PYTHONIOENCODING="", TOWOW_EMBEDDER="none")
    assert told.code == 0
    assert "我想办一场聚会" in told.out


def test_help_is_printed_within_the_time_limit(towow: CommandRunner) -> None:
    took: list[float] = []
    for _ in range(3):
        slowdown = measure_slowdown()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = towow.with_new_interpreter().run("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # What it computes; how long the machine lets it wait is not its doing.
        took.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / slowdown)
        assert told.code == 0
        assert all(command in told.out for command in COMMANDS)
    assert min(took) < HELP_WITHIN


@pytest.mark.parametrize("command", [*COMMANDS, *PARTS])
def test_every_command_explains_itself(command: str) -> None:
    told = CliRunner().invoke(app, [*command.split(), "--help"])
    assert told.exit_code == 0
    assert f"{command} [OPTIONS]" in told.stdout


def test_the_version_is_told(towow: CommandRunner) -> None:
    assert towow.run("--version").out == version("towow") + "\n"


@pytest.mark.parametrize(
    "arguments", ["frobnicate", "submit", "demo --port x", "watch", "watch d-x --after -1", "cancel", "agents show"]
)
def test_wrong_usage_is_exit_2(arguments: str) -> None:
    told = CliRunner().invoke(app, arguments.split())
    assert (told.exit_code, told.stdout) == (2, "")
    assert "Usage: " in told.stderr


def test_wrong_usage_names_the_command(towow: CommandRunner) -> None:
    told = towow.run("submit")
    assert (told.code, told.out) == (2, "")
    assert "Usage: towow submit" in told.err
