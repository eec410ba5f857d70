"""Which variables can be used, and is each other one named?"""

import pytest

from shared.config.environment import InvalidSettings
from towow.cli.exit import USAGE_ERROR, CommandError
from towow.config.environment import ServiceUrls, parse_service_urls, read_configuration

BROKER, STORE = {"TOWOW_BROKER_URL": "amqp://h"}, {"TOWOW_STORE_URL": "redis://h"}


def test_no_environment_variable_is_required() -> None:
    read = read_configuration({})
    assert (read.namespace, read.settings.model.llm) == ("towow", "simulated")


def test_an_empty_variable_counts_as_not_set() -> None:
    names = ("TOWOW_LLM", "TOWOW_BROKER_URL", "TOWOW_STORE_URL", "TOWOW_NAMESPACE", "TOWOW_MAX_CANDIDATES")
    assert read_configuration(dict.fromkeys(names, "")) == read_configuration({})


@pytest.mark.parametrize("namespace", ["a", "towow-2", "a" + "b" * 30])
def test_a_namespace_is_a_name(namespace: str) -> None:
    assert read_configuration({"TOWOW_NAMESPACE": namespace}).namespace == namespace


@pytest.mark.parametrize("namespace", ["A", "2a", "a_b", "a/b", "../a", "a" * 32, "a\n", "名"])
def test_an_invalid_namespace_is_refused(namespace: str) -> None:
    with pytest.raises(CommandError, match="TOWOW_NAMESPACE"):
        read_configuration({"TOWOW_NAMESPACE": namespace})


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (BROKER, "both or neither"),
        (STORE, "both or neither"),
        ({**BROKER, "TOWOW_STORE_URL": "memory://"}, "both or neither"),
        (
            {**BROKER, "TOWOW_STORE_URL": ""},
            "TOWOW_BROKER_URL is the URL of a server and TOWOW_STORE_URL is not: set both",
        ),
        (
            {"TOWOW_BROKER_URL": "memory://", **STORE},
            "TOWOW_STORE_URL is the URL of a server and TOWOW_BROKER_URL is not",
        ),
        ({"TOWOW_BROKER_URL": "http://h"}, "TOWOW_BROKER_URL must begin with memory:// or amqp"),
        ({"TOWOW_BROKER_URL": "localhost"}, "TOWOW_BROKER_URL must begin with"),
        ({"TOWOW_STORE_URL": "amqp://h"}, "TOWOW_STORE_URL must begin with memory:// or redis"),
        ({"TOWOW_LLM": "anthropic"}, "TOWOW_LLM=anthropic needs ANTHROPIC_API_KEY"),
        ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "two words"}, "ANTHROPIC_API_KEY contains invalid characters"),
        ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "钥匙"}, "ANTHROPIC_API_KEY contains invalid characters"),
        (
            {"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "ftp://h"},
            "ANTHROPIC_BASE_URL must be an http:// or https:// URL",
        ),
        *(
            ({"TOWOW_LLM": "anthropic", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": url}, "ANTHROPIC_BASE_URL must")
            for url in ("http://", "http://[x", "http://h:port", "http://h:99999", "http://h h", "http://h\x7f", "h:1")
        ),
        ({"TOWOW_LLM": "gpt"}, "simulated, anthropic or scenario:PATH"),
    ],
)
def test_an_invalid_variable_exits_with_code_2(environment: dict[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        read_configuration(environment)
    assert refused.value.code == USAGE_ERROR


def test_a_model_key_alone_does_not_select_the_model_and_is_not_shown() -> None:
    read = read_configuration({"ANTHROPIC_API_KEY": "sk-canary", "ANTHROPIC_BASE_URL": "http://u:canary@h"})
    assert read.settings.model.llm == "simulated"
    assert "canary" not in repr(read)
    assert not any("sk-canary" in section.model_dump_json() for section in read.settings)


def test_the_memory_services_may_be_named() -> None:
    assert read_configuration({"TOWOW_BROKER_URL": "memory://", "TOWOW_STORE_URL": "memory://"}) == read_configuration(
        {}
    )


@pytest.mark.parametrize(
    ("broker", "store"), [("amqp://h", "redis://h"), ("amqps://u:p@h/v", "rediss://:p@h/1")], ids=["plain", "encrypted"]
)
def test_services_are_selected_by_their_urls(broker: str, store: str) -> None:
    read = read_configuration({"TOWOW_BROKER_URL": broker, "TOWOW_STORE_URL": store, "TOWOW_NAMESPACE": "mine"})
    assert read.services == read.require_services() == ServiceUrls(broker, store, "mine")
    assert ":p@" not in repr(read)


def test_a_missing_service_url_names_the_variables_to_set() -> None:
    with pytest.raises(CommandError, match=r"set TOWOW_BROKER_URL=amqp://.* and TOWOW_STORE_URL=redis://") as refused:
        read_configuration({}).require_services()
    assert refused.value.code == USAGE_ERROR


def test_an_error_never_shows_a_url() -> None:
    with pytest.raises(CommandError) as refused:
        parse_service_urls({"--broker": "http://user:secret@h", "--store": "redis://h"}, "n")
    assert "secret" not in str(refused.value)


def test_a_demonstration_ignores_the_urls() -> None:
    assert read_configuration({**BROKER, "TOWOW_STORE_URL": "nonsense"}, ignore_urls=True) == read_configuration({})


@pytest.mark.parametrize("variable", ["TOWOW_MAX_CANDIDATES", "MAX_STUCK_TIME", "TOWOW_SIMULATED_LATENCY_MS"])
def test_a_bad_setting_is_named(variable: str) -> None:
    with pytest.raises(InvalidSettings, match=f"{variable}='soon'"):
        read_configuration({variable: "soon"})
