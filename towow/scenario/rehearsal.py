"""The rehearsed demonstration: a scenario that surely shows bargaining, a gap and a subnet, on a coming Saturday."""

import re
from datetime import date, timedelta
from pathlib import Path

from shared.core.language import Language
from towow.scenario.loader import load_scenario
from towow.scenario.schema import Scenario

MIN_NOTICE = timedelta(days=21)
"""Time from today to the day of the rehearsed demand, at least."""

ANSWERS_IN_A_ROW = 15
"""Model answers that the rehearsed negotiation waits for one after another."""

_FOLDER = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
_DAY = re.compile(r"(?<![0-9])20[0-9]{2}-[0-9]{2}-[0-9]{2}(?![0-9])")
_WEEK = timedelta(weeks=1)


def rehearsal_path(language: Language) -> Path:
    """Return the scenario file of the rehearsed demonstration in a language."""
    return _FOLDER / f"rehearsed-{language}.yaml"


def load_rehearsal(language: Language, today: date) -> Scenario:
    """Read the rehearsed demonstration and move all its dates by whole weeks, so that it is neither past nor too soon.

    Raises:
        ScenarioError: The file cannot be read or is invalid.
    """
    scenario = load_scenario(rehearsal_path(language))
    text = scenario.model_dump_json(exclude_unset=True)
    earliest = min(date.fromisoformat(day) for day in _DAY.findall(text))
    weeks = -((earliest - today - MIN_NOTICE) // _WEEK)
    moved = _DAY.sub(lambda day: (date.fromisoformat(day[0]) + weeks * _WEEK).isoformat(), text)
    return Scenario.model_validate_json(moved)
