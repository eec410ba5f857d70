"""Scenario files of deliberations, written by a test and played."""

from pathlib import Path
from typing import Any

from deliberation.event_object import event_object
from towow.scenario.deliberation_runner import run_deliberation
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.loader import load_deliberation_scenario


def written(folder: Path, text: str) -> Path:
    file = folder / "session.yaml"
    file.write_text(text, "utf-8")
    return file


def parsed(folder: Path, text: str) -> DeliberationScenario:
    return load_deliberation_scenario(written(folder, text))


def outputs(scenario: DeliberationScenario, kind: str = "agent_output", **fields: Any) -> list[dict[str, Any]]:
    """The events of one type that a run gives, with these fields."""
    events = [event_object(event.data) for event in run_deliberation(scenario).events]
    return [
        event
        for event in events
        if event["type"] == kind and all(event.get(name) == value for name, value in fields.items())
    ]


def first_turn(folder: Path, agent: str, entry: str, more: str = "") -> dict[str, Any]:
    """The output of an agent in round 1 whose entry is this."""
    scenario = parsed(folder, f"query: 帮我制定学习计划\nsimilarity: [0.8]\n{agent}: [{entry}]\n{more}")
    return outputs(scenario, agent=agent, round=1)[0]
