"""Which variable is which setting? The names and defaults of INTERFACES § 1, and what a bad value is told (TW-701…718)."""

from fractions import Fraction

import pytest

from channel_admin.settings import NegotiationRules
from coordinator.settings import CoordinatorSettings
from gateway.negotiation.default_limits import default_limits
from shared.config.environment import InvalidSettings, variable_name
from towow.config.settings import SECTIONS, Settings, parse_settings, read_environment, sections_by_setting

SEEDS_VARIABLES = {
    "anthropic_api_key": "ANTHROPIC_API_KEY",
    "anthropic_base_url": "ANTHROPIC_BASE_URL",
    "llm_model": "LLM_MODEL",
    "llm_timeout": "LLM_TIMEOUT",
    "failure_threshold": "LLM_FAILURE_THRESHOLD",
    "recovery_timeout": "LLM_RECOVERY_TIMEOUT",
    "state_check_interval": "STATE_CHECK_INTERVAL",
    "max_stuck_time": "MAX_STUCK_TIME",
    "max_recovery_attempts": "MAX_RECOVERY_ATTEMPTS",
    "cors_origins": "CORS_ORIGINS",
    "max_negotiation_rounds": "TOWOW_MAX_NEGOTIATION_ROUNDS",
    "max_candidates": "TOWOW_MAX_CANDIDATES",
    "accept_threshold_high": "TOWOW_ACCEPT_THRESHOLD_HIGH",
    "accept_threshold_low": "TOWOW_ACCEPT_THRESHOLD_LOW",
}

DEFAULTS: dict[str, object] = {
    "max_candidates": 10,
    "min_candidates": 1,
    "fallback_candidate_count": 3,
    "max_negotiation_rounds": 5,
    "max_recursion_depth": 1,
    "max_subnets_per_channel": 3,
    "response_collection_timeout": 300,
    "feedback_collection_timeout": 120,
    "state_check_interval": 2,
    "max_stuck_time": 120,
    "max_recovery_attempts": 3,
    "failure_threshold": 3,
    "recovery_timeout": 30,
    "half_open_max_calls": 1,
    "llm_timeout": 10,
    "llm_max_requests_per_minute": 0,
    "anthropic_base_url": "https://api.anthropic.com",
    "overall_timeout": 1800,
    "subnet_timeout": 600,
    "low_accept_grace_rounds": 0,
    "max_silent_resends": 2,
    "fallback_feedback": "accept",
    "demand_budget_tokens": 300_000,
    "concurrency": 512,
    "simulated_latency_ms": 0,
    "stop_timeout": 10,
    "retention_days": 30,
    "default_visibility": "public",
    "log_level": "info",
    "max_open_channels": 2000,
    "rate_limit_per_minute": 60,
    "rate_limit_per_address": 1200,
    "max_streams_per_user": 6,
    "max_streams_per_address": 2500,
    "max_streams_per_proxy": 5000,
    "max_streams": 10_000,
    "trusted_proxies": "127.0.0.0/8,::1",
    "hosts": "",
    "open": False,
}


def value(settings: Settings, name: str) -> object:
    return getattr(settings.section(sections_by_setting()[name]), name)


@pytest.mark.parametrize("name", sorted(sections_by_setting()))
def test_the_variable_is_the_seeds_or_our_prefix(name: str) -> None:
    variable = variable_name(sections_by_setting()[name], name)
    assert variable == SEEDS_VARIABLES.get(name, f"TOWOW_{name.upper()}")


@pytest.mark.parametrize("name", sorted(DEFAULTS))
def test_the_default_is_the_documented_one(name: str) -> None:
    assert value(Settings(), name) == DEFAULTS[name]


def test_no_two_parts_have_a_setting_of_one_name() -> None:
    assert sum(len(part.model_fields) for part in SECTIONS) == len(sections_by_setting())


def test_thresholds_are_read_as_decimals() -> None:
    """TW-338: 0.8 is exactly four fifths, from a variable as from a file."""
    assert Settings().section(NegotiationRules).high_threshold == Fraction(4, 5)
    assert Settings().section(NegotiationRules).low_threshold == Fraction(1, 2)
    read = read_environment({"TOWOW_ACCEPT_THRESHOLD_HIGH": "0.7"})
    assert (
        read.section(NegotiationRules).high_threshold
        == parse_settings({"accept_threshold_high": 0.7}).section(NegotiationRules).high_threshold
        == Fraction(7, 10)
    )


def test_a_variable_is_read() -> None:
    settings = read_environment({"MAX_STUCK_TIME": "7.5", "LLM_FAILURE_THRESHOLD": "9", "TOWOW_CONCURRENCY": "4"})
    assert (
        settings.section(NegotiationRules).max_stuck_time,
        settings.model.failure_threshold,
        settings.runtime.concurrency,
    ) == (
        7.5,
        9,
        4,
    )


def test_an_empty_variable_counts_as_not_set_and_others_are_not_ours() -> None:
    assert read_environment({"MAX_STUCK_TIME": "", "PATH": "/bin", "MAX_RECOVERY": "x"}) == Settings()


@pytest.mark.parametrize(
    ("variable", "bad"),
    [
        ("MAX_STUCK_TIME", "soon"),
        ("MAX_STUCK_TIME", "0"),
        ("TOWOW_ACCEPT_THRESHOLD_HIGH", "1.01"),
        ("TOWOW_ACCEPT_THRESHOLD_HIGH", "80%"),
        ("TOWOW_MAX_NEGOTIATION_ROUNDS", "0"),
        ("TOWOW_FALLBACK_FEEDBACK", "reject"),
        ("TOWOW_LOG_LEVEL", "loud"),
        ("STATE_CHECK_INTERVAL", "0"),
        ("STATE_CHECK_INTERVAL", "2.1"),
        ("TOWOW_MAX_RECURSION_DEPTH", "2"),
    ],
)
def test_a_bad_value_names_its_variable(variable: str, bad: str) -> None:
    with pytest.raises(InvalidSettings, match=rf"{variable}='{bad}'"):
        read_environment({variable: bad})


def test_several_bad_values_are_all_named() -> None:
    with pytest.raises(InvalidSettings, match=r"TOWOW_CONCURRENCY=.*; TOWOW_STOP_TIMEOUT="):
        read_environment({"TOWOW_STOP_TIMEOUT": "x", "TOWOW_CONCURRENCY": "0"})


def test_a_file_names_settings_by_the_seeds_names() -> None:
    settings = parse_settings({"feedback_collection_timeout": 2, "max_candidates": 4, "demand_budget_tokens": 10})
    assert settings.section(NegotiationRules).feedback_collection_timeout == 2
    assert settings.section(CoordinatorSettings).max_candidates == 4
    assert default_limits(settings.gateway).budget_tokens == 10


def test_an_unknown_or_bad_name_in_a_file_is_told() -> None:
    with pytest.raises(InvalidSettings, match="max_candidate: no such setting"):
        parse_settings({"max_candidate": 4})
    with pytest.raises(InvalidSettings, match="max_candidates='many'"):
        parse_settings({"max_candidates": "many"})


def test_two_settings_that_contradict_each_other_are_named_by_their_variables() -> None:
    contradicting = {"TOWOW_ACCEPT_THRESHOLD_HIGH": "0.1", "TOWOW_ACCEPT_THRESHOLD_LOW": "0.9"}
    with pytest.raises(InvalidSettings) as refused:
        read_environment(contradicting)
    assert set(contradicting) <= set(str(refused.value).replace(",", "").replace(":", "").split())
    assert "must not be above accept_threshold_high" in str(refused.value)
    with pytest.raises(InvalidSettings, match=r"must not be above accept_threshold_high, 0\.1"):
        parse_settings({"accept_threshold_high": "0.1", "accept_threshold_low": "0.9"})
