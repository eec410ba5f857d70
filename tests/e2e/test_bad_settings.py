"""Is a setting that cannot be used named, with exit code 2 and nothing on standard output?"""

import pytest

from tests.e2e.command_line import CommandLine

COMMANDS = [
    ("demo", "--once"),
    ("submit", "hi"),
    ("watch", "d-x", "--wait", "0"),
    ("cancel", "d-x", "--wait", "0"),
    ("agents", "list"),
]
BAD = [
    ("TOWOW_MAX_CANDIDATES", "99"),
    ("MAX_STUCK_TIME", "-1"),
    ("TOWOW_NAMESPACE", "Not A Name"),
    ("TOWOW_LLM", "gpt"),
    ("TOWOW_LLM", "anthropic"),
]


@pytest.mark.parametrize(("command", "bad"), list(zip(COMMANDS, BAD, strict=True)), ids=str)
def test_a_bad_variable_is_named(towow: CommandLine, command: tuple[str, ...], bad: tuple[str, str]) -> None:
    variable, value = bad
    told = towow.run(*command, **{variable: value})
    assert (told.code, told.out) == (2, "")
    assert variable in told.err
    assert "Traceback" not in told.err


def test_one_server_alone_is_a_mistake(towow: CommandLine) -> None:
    told = towow.run("submit", "hi", TOWOW_BROKER_URL="amqp://user:secret@host")
    assert (told.code, told.out) == (2, "")
    assert "both or none" in told.err
    assert "secret" not in told.err
