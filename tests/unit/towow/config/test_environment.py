"""Which variables can be used, and is each other one named?"""

import pytest

from shared.runtime.settings import InvalidSettings
from towow.cli.exit import USAGE, CommandError
from towow.config.environment import ServiceUrls, configured, services_at

BROKER, STORE = {"TOWOW_BROKER_URL": "amqp://h"}, {"TOWOW_STORE_URL": "redis://h"}


def test_nothing_needs_to_be_set() -> None:
    read = configured({})
    assert (read.namespace, read.settings.model.llm) == ("towow", "simulated")


def test_an_empty_variable_counts_as_not_set() -> None:
    names = ("TOWOW_LLM", "TOWOW_BROKER_URL", "TOWOW_STORE_URL", "TOWOW_NAMESPACE", "TOWOW_MAX_CANDIDATES")
    assert configured(dict.fromkeys(names, "")) == configured({})


@pytest.mark.parametrize("namespace", ["a", "towow-2", "a" + "b" * 30])
def test_a_namespace_is_a_name(namespace: str) -> None:
    assert configured({"TOWOW_NAMESPACE": namespace}).namespace == namespace


@pytest.mark.parametrize("namespace", ["A", "2a", "a_b", "a/b", "../a", "a" * 32, "a\n", "名"])
def test_nothing_else_is_one(namespace: str) -> None:
    with pytest.raises(CommandError, match="TOWOW_NAMESPACE"):
        configured({"TOWOW_NAMESPACE": namespace})


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (BROKER, "both or none"),
        (STORE, "both or none"),
        ({**BROKER, "TOWOW_STORE_URL": "memory://"}, "both or none"),
        ({**BROKER, "TOWOW_STORE_URL": ""}, "TOWOW_BROKER_URL names a server and TOWOW_STORE_URL does not: both"),
        ({"TOWOW_BROKER_URL": "memory://", **STORE}, "TOWOW_STORE_URL names a server and TOWOW_BROKER_URL does not"),
        ({"TOWOW_BROKER_URL": "http://h"}, "TOWOW_BROKER_URL must begin with memory:// or amqp"),
        ({"TOWOW_BROKER_URL": "localhost"}, "TOWOW_BROKER_URL must begin with"),
        ({"TOWOW_STORE_URL": "amqp://h"}, "TOWOW_STORE_URL must begin with memory:// or redis"),
        ({"TOWOW_LLM": "anthropic"}, "set ANTHROPIC_API_KEY"),
        ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "two words"}, "ANTHROPIC_API_KEY holds signs"),
        ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "钥匙"}, "ANTHROPIC_API_KEY holds signs"),
        (
            {"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "ftp://h"},
            "ANTHROPIC_BASE_URL must begin with https://",
        ),
        *(
            ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": url}, "ANTHROPIC_BASE_URL must")
            for url in ("http://", "http://[x", "http://h:port", "http://h:99999", "http://h h", "http://h\x7f", "h:1")
        ),
        ({"TOWOW_LLM": "gpt"}, "simulated, anthropic or scenario:PATH"),
    ],
)
def test_what_cannot_be_used_is_refused_with_exit_code_2(environment: dict[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        configured(environment)
    assert refused.value.code == USAGE


def test_a_key_alone_switches_nothing_and_never_shows() -> None:
    read = configured({"ANTHROPIC_API_KEY": "sk-canary", "ANTHROPIC_BASE_URL": "http://u:canary@h"})
    assert read.settings.model.llm == "simulated"
    assert "canary" not in repr(read)
    assert "sk-canary" not in read.settings.model_dump_json()


def test_memory_may_be_named() -> None:
    assert configured({"TOWOW_BROKER_URL": "memory://", "TOWOW_STORE_URL": "memory://"}) == configured({})


@pytest.mark.parametrize(
    ("broker", "store"), [("amqp://h", "redis://h"), ("amqps://u:p@h/v", "rediss://:p@h/1")], ids=["plain", "encrypted"]
)
def test_services_are_named_by_their_urls(broker: str, store: str) -> None:
    read = configured({"TOWOW_BROKER_URL": broker, "TOWOW_STORE_URL": store, "TOWOW_NAMESPACE": "mine"})
    assert read.services == read.needed() == ServiceUrls(broker, store, "mine")
    assert ":p@" not in repr(read)


def test_whoever_needs_services_is_told_what_to_set() -> None:
    with pytest.raises(CommandError, match=r"set TOWOW_BROKER_URL=amqp://.* and TOWOW_STORE_URL=redis://") as refused:
        configured({}).needed()
    assert refused.value.code == USAGE


def test_a_refusal_never_shows_a_url() -> None:
    with pytest.raises(CommandError) as refused:
        services_at({"--broker": "http://user:secret@h", "--store": "redis://h"}, "n")
    assert "secret" not in str(refused.value)


def test_a_demonstration_ignores_the_urls() -> None:
    assert configured({**BROKER, "TOWOW_STORE_URL": "nonsense"}, ignore_urls=True) == configured({})


@pytest.mark.parametrize("variable", ["TOWOW_MAX_CANDIDATES", "MAX_STUCK_TIME", "TOWOW_SIMULATED_LATENCY_MS"])
def test_a_bad_setting_is_named(variable: str) -> None:
    with pytest.raises(InvalidSettings, match=f"{variable}='soon'"):
        configured({variable: "soon"})
