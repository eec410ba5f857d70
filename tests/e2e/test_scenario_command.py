"""Does `towow scenario` check all files first, run all of them, and answer by its exit code?"""

import pytest

from tests.support.cli_runner import CommandRunner, close_stdout_early, types

GOOD = """
demand: a hall
profiles:
  - {agent_id: agent_bob, display_name: Bob, capabilities: [hall]}
filter: [agent_bob]
expect: {status: finalized, rounds: 1, confirmed: [agent_bob]}
"""


@pytest.fixture
def good(towow: CommandRunner) -> str:
    return written(towow, "good.yaml", GOOD)


@pytest.fixture
def wrong(towow: CommandRunner) -> str:
    return written(towow, "wrong.yaml", GOOD.replace("rounds: 1", "rounds: 2"))


@pytest.fixture
def misspelt(towow: CommandRunner) -> str:
    return written(towow, "misspelt.yaml", GOOD.replace("expect:", "expects:"))


def written(towow: CommandRunner, name: str, text: str) -> str:
    path = towow.folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_scenario_prints_events_to_stdout_and_the_verdict_to_stderr(towow: CommandRunner, good: str) -> None:
    told = towow.run("scenario", good, "--json")
    assert told.code == 0
    assert types(told.rows)[-1] == "demand.closed"
    assert "ended as expected" in told.err
    assert "Bob" in towow.run("scenario", good).out


@pytest.mark.long
def test_two_scenario_runs_print_the_same_bytes(towow: CommandRunner, good: str) -> None:
    started = towow.with_new_interpreter()  # strings hash differently in each
    for arguments in ((good, "--json"), (good,)):
        assert started.run("scenario", *arguments).out == started.run("scenario", *arguments).out


def test_a_scenario_mismatch_exits_with_1_and_later_files_still_run(
    towow: CommandRunner, good: str, wrong: str
) -> None:
    told = towow.run("scenario", wrong, good, "--json")
    assert told.code == 1
    assert types(told.rows).count("demand.closed") == 2
    assert f"{wrong}: expect: " in told.err
    assert "rounds" in told.err
    assert "1 of 2 did not end as expected" in told.err


def test_no_scenario_runs_when_one_file_is_invalid(towow: CommandRunner, good: str, misspelt: str) -> None:
    told = towow.run("scenario", good, misspelt, "/nowhere.yaml")
    assert (told.code, told.out) == (2, "")
    assert f"{misspelt}:6: expects" in told.err
    assert "/nowhere.yaml" in told.err


def test_a_closed_output_pipe_keeps_the_scenario_exit_code(towow: CommandRunner, wrong: str) -> None:
    ended = close_stdout_early(towow.start("scenario", wrong, wrong, wrong, "--json"), lines=1)
    assert ended.code == 1
    assert "3 of 3" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--broker", "amqp://h"], "or neither"),
        (["--store", "redis://h"], "or neither"),
        (["--broker", "amqp://h", "--store", "memory://"], "or neither"),
        (["--broker", "http://u:secret@h", "--store", "redis://h"], "--broker must begin with"),
        (["--broker", "amqp://h", "--store", "amqp://u:secret@h"], "--store must begin with"),
    ],
)
def test_scenario_refuses_one_service_url_without_the_other(
    towow: CommandRunner, good: str, arguments: list[str], said: str
) -> None:
    told = towow.run("scenario", good, *arguments)
    assert (told.code, told.out) == (2, "")
    assert said in told.err
    assert "secret" not in told.err


def test_scenario_accepts_memory_service_urls(towow: CommandRunner, good: str) -> None:
    named = towow.run("scenario", good, "--json", "--broker", "memory://", "--store", "memory://")
    assert (named.code, named.out) == (0, towow.run("scenario", good, "--json").out)
