"""Which variables can be used, and is each other one named?"""

import pytest

from shared.runtime.settings import BadSettings
from towow.configuration import configured
from towow.refusal import USAGE, Refusal

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
    with pytest.raises(Refusal, match="TOWOW_NAMESPACE"):
        configured({"TOWOW_NAMESPACE": namespace})


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (BROKER, "both or none"),
        (STORE, "both or none"),
        ({**BROKER, "TOWOW_STORE_URL": "memory://"}, "both or none"),
        ({**BROKER, **STORE}, "not in this version"),
        ({"TOWOW_BROKER_URL": "amqps://h", "TOWOW_STORE_URL": "rediss://h"}, "not in this version"),
        ({"TOWOW_BROKER_URL": "http://h"}, "TOWOW_BROKER_URL must begin with memory:// or amqp"),
        ({"TOWOW_BROKER_URL": "localhost"}, "TOWOW_BROKER_URL must begin with"),
        ({"TOWOW_STORE_URL": "amqp://h"}, "TOWOW_STORE_URL must begin with memory:// or redis"),
        ({"TOWOW_LLM": "anthropic"}, "not in this version"),
        ({"TOWOW_LLM": "gpt"}, "simulated, anthropic or scenario:PATH"),
    ],
)
def test_what_cannot_be_used_is_refused_with_exit_code_2(environment: dict[str, str], said: str) -> None:
    with pytest.raises(Refusal, match=said) as refused:
        configured(environment)
    assert refused.value.code == USAGE


def test_memory_may_be_named() -> None:
    assert configured({"TOWOW_BROKER_URL": "memory://", "TOWOW_STORE_URL": "memory://"}) == configured({})


def test_a_demonstration_ignores_the_urls() -> None:
    assert configured({**BROKER, "TOWOW_STORE_URL": "nonsense"}, ignore_urls=True) == configured({})


@pytest.mark.parametrize("variable", ["TOWOW_MAX_CANDIDATES", "MAX_STUCK_TIME", "TOWOW_SIMULATED_LATENCY_MS"])
def test_a_bad_setting_is_named(variable: str) -> None:
    with pytest.raises(BadSettings, match=f"{variable}='soon'"):
        configured({variable: "soon"})
