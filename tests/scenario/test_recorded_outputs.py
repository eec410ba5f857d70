"""Files of d4af1f8 give what they gave then: scenarios, golden logs, a registry, settings.

`tests/golden/test_views.py` plays the golden logs again and folds them; here it is pinned what the recordings are.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.recorded_outputs import (
    LOG_SUMS,
    OUTPUT_SUMS,
    REGISTRY_READ,
    SCENARIO,
    SCENARIO_OUTPUT,
    SETTINGS,
    SETTINGS_READ,
    log_files,
    read_registry,
    read_settings,
    recorded_outputs,
    recorded_sums,
    scenario_files,
    scenario_output,
)

OUTPUT_SUMS_NOW = {name: sha256(text.encode()).hexdigest() for name, text in recorded_outputs().items()}


def first_difference(before: str, after: str) -> str:
    """Return the first line that differs, as it was and as it is."""
    old, new = before.splitlines(), after.splitlines()
    for number, (one, other) in enumerate(zip(old, new, strict=False), 1):
        if one != other:
            return f"line {number}:\n- {one}\n+ {other}"
    return f"{len(old)} lines before, {len(new)} now"


def same(before: str, after: str) -> bool:
    """Whether two texts are equal; without pytest's comparison, which takes minutes for long ones."""
    return before == after


def test_every_recorded_scenario_is_still_there() -> None:
    assert len(recorded_outputs()) == 57
    assert recorded_outputs().keys() <= {file.stem for file in scenario_files()}


def test_the_recorded_outputs_match_their_checksums() -> None:
    assert recorded_sums(OUTPUT_SUMS) == OUTPUT_SUMS_NOW


@pytest.mark.parametrize("file", scenario_files(), ids=lambda file: file.stem)
def test_a_scenario_prints_the_recorded_bytes(file: Path) -> None:
    before = recorded_outputs().get(file.stem)
    if before is None:
        pytest.skip("newer than the recording")
    after = scenario_output(file)
    assert same(before, after), first_difference(before, after)


def test_the_golden_logs_match_the_recorded_outputs() -> None:
    """Nobody records them anew unnoticed: 23 logs and the views of each."""
    recorded = recorded_sums(LOG_SUMS)
    now = {file.name: sha256(file.read_bytes()).hexdigest() for file in log_files()}
    assert len(recorded) == 2 * 33
    assert {name: now.get(name) for name in recorded} == recorded


def test_a_scenario_file_with_every_key_prints_the_recorded_bytes() -> None:
    before, after = SCENARIO_OUTPUT.read_text(encoding="utf-8"), scenario_output(SCENARIO)
    assert same(before, after), first_difference(before, after)


def test_a_registry_file_is_read_as_recorded() -> None:
    recorded = json.loads(REGISTRY_READ.read_text(encoding="utf-8"))
    for before, now in zip(recorded, read_registry(), strict=True):
        assert {field: now.get(field) for field in before} == before


def test_a_settings_file_is_read_as_recorded() -> None:
    now, recorded = read_settings(), json.loads(SETTINGS_READ.read_text(encoding="utf-8"))
    assert {name: now.get(name) for name in recorded} == recorded


def test_the_settings_file_sets_every_recorded_setting() -> None:
    lines = SETTINGS.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == len(
        json.loads(SETTINGS_READ.read_text(encoding="utf-8"))
    )
