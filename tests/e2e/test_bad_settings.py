"""Is a setting that cannot be used named, with exit code 2 and nothing on standard output?"""

import pytest

from tests.support.cli_runner import CommandRunner

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
def test_a_bad_variable_is_named(towow: CommandRunner, command: tuple[str, ...], bad: tuple[str, str]) -> None:
    variable, value = bad
    told = towow.run(*command, **{variable: value})
    assert (told.code, told.out) == (2, "")
    assert variable in told.err
    assert "Traceback" not in told.err


def test_the_real_model_needs_a_key_and_never_shows_it(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once", TOWOW_LLM="anthropic")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_LLM=anthropic needs ANTHROPIC_API_KEY" in told.err
    key = {"ANTHROPIC_API_KEY": "sk-ant-canary"}
    for wrong in ({"ANTHROPIC_BASE_URL": "ftp://u:canary@h"}, {"LLM_TIMEOUT": "soon"}, {"TOWOW_LLM_PRICES": "cheap"}):
        told = towow.run("demo", "--once", TOWOW_LLM="anthropic", **{**key, **wrong})
        assert (told.code, told.out) == (2, "")
        assert next(iter(wrong)) in told.err
        assert "canary" not in told.err


def test_an_embedder_without_what_it_needs_is_refused_and_its_key_never_shown(towow: CommandRunner) -> None:
    given = {"TOWOW_EMBEDDER_MODEL": "m", "TOWOW_EMBEDDER_DIMENSION": "8", "TOWOW_EMBEDDER_KEY": "canary"}
    for kind, said in (("http", "TOWOW_EMBEDDER_URL"), ("local", "TOWOW_EMBEDDER_MODEL"), ("word2vec", "word2vec")):
        told = towow.run("agents", "list", **{**given, "TOWOW_EMBEDDER": kind})
        assert (told.code, told.out) == (2, "")
        assert "TOWOW_EMBEDDER" in told.err
        assert said in told.err
        assert "canary" not in told.err
        assert "Traceback" not in told.err


def test_one_service_url_without_the_other_is_refused(towow: CommandRunner) -> None:
    told = towow.run("submit", "hi", TOWOW_BROKER_URL="amqp://user:secret@host")
    assert (told.code, told.out) == (2, "")
    assert "or neither" in told.err
    assert "secret" not in told.err
