"""The example scenarios of deliberations, each played once, and their events as flat objects."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from deliberation.event_object import event_object
from tests.support.event_log import FOLDER, SESSION_PREFIX
from towow.scenario.deliberation_runner import run_deliberation_scenario
from towow.scenario.runner import ScenarioResult

NAMES = tuple(sorted(path.stem.removeprefix(SESSION_PREFIX) for path in FOLDER.glob(f"{SESSION_PREFIX}*.yaml")))


def path_of(name: str) -> Path:
    """Return the file of a scenario, by its name without the prefix."""
    return FOLDER / f"{SESSION_PREFIX}{name}.yaml"


@cache
def session_log(name: str) -> ScenarioResult:
    """Return what came of a scenario."""
    return run_deliberation_scenario(path_of(name))


def objects(name: str, kind: str | None = None, **fields: Any) -> Sequence[dict[str, Any]]:
    """Return the events of a scenario as flat objects: those of type `kind` with these fields, if any are given."""
    events = [event_object(event.data) for event in session_log(name).events]
    return [
        event
        for event in events
        if kind in (None, event["type"]) and all(event.get(key) == value for key, value in fields.items())
    ]


def only(name: str, kind: str, **fields: Any) -> dict[str, Any]:
    """Return the one event of this type with these fields."""
    (event,) = objects(name, kind, **fields)
    return event


def decisions(name: str) -> list[dict[str, Any]]:
    """Return the host's decisions of a scenario, by round."""
    return list(objects(name, "host_decision"))


def analysis(name: str, round: int) -> dict[str, Any]:
    """Return the analysis in the host's decision of a round."""
    return only(name, "host_decision", round=round)["analysis"]


def turn(name: str, agent: str, round: int) -> dict[str, Any]:
    """Return the output of an agent in a round."""
    return only(name, "agent_output", agent=agent, round=round)


def report(name: str) -> dict[str, Any]:
    """Return the final report of a scenario."""
    return only(name, "final_report")
