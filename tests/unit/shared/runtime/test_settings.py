"""Which variable is which setting? The names and defaults of INTERFACES § 1, and what a bad value is told (TW-701…718)."""

from fractions import Fraction

import pytest

from channel_admin.settings import NegotiationRules
from coordinator.settings import CoordinatorSettings
from gateway.negotiation.demand_limits import default_limits
from shared.config.environment import InvalidSettings, variable_name
from tests.support.case_tables import load_cases
from towow.config.settings import SECTIONS, Settings, parse_settings, read_environment, sections_by_setting

SEEDS_VARIABLES = load_cases(__file__, "seeds_variables")

DEFAULTS: dict[str, object] = load_cases(__file__, "defaults")


def value(settings: Settings, name: str) -> object:
    return getattr(settings.section(sections_by_setting()[name]), name)


@pytest.mark.parametrize("name", sorted(sections_by_setting()))
def test_every_environment_variable_has_its_documented_name(name: str) -> None:
    variable = variable_name(sections_by_setting()[name], name)
    assert variable == SEEDS_VARIABLES.get(name, f"TOWOW_{name.upper()}")


@pytest.mark.parametrize("name", sorted(DEFAULTS))
def test_the_default_is_the_documented_one(name: str) -> None:
    assert value(Settings(), name) == DEFAULTS[name]


def test_no_two_settings_classes_share_a_field_name() -> None:
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


def test_a_setting_is_read_from_its_variable() -> None:
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


@pytest.mark.parametrize(("variable", "bad"), load_cases(__file__, "a_bad_value_names_its_variable"))
def test_a_bad_value_names_its_variable(variable: str, bad: str) -> None:
    with pytest.raises(InvalidSettings, match=rf"{variable}='{bad}'"):
        read_environment({variable: bad})


def test_several_bad_values_are_all_named() -> None:
    with pytest.raises(InvalidSettings, match=r"TOWOW_CONCURRENCY=.*; TOWOW_STOP_TIMEOUT="):
        read_environment({"TOWOW_STOP_TIMEOUT": "x", "TOWOW_CONCURRENCY": "0"})


def test_a_settings_file_uses_the_variable_names() -> None:
    settings = parse_settings({"feedback_collection_timeout": 2, "max_candidates": 4, "demand_budget_tokens": 10})
    assert settings.section(NegotiationRules).feedback_collection_timeout == 2
    assert settings.section(CoordinatorSettings).max_candidates == 4
    assert default_limits(settings.gateway).budget_tokens == 10


def test_an_unknown_or_bad_name_in_a_settings_file_is_reported() -> None:
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
