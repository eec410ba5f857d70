"""The example scenarios of demands, each played once, and their events in a form that is easy to ask questions of."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shared.store.port import LoggedEvent
from towow.scenario.loader import load_scenario
from towow.scenario.runner import ScenarioResult, run_scenario

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios"
SESSION_PREFIX = "deliberation-"
"""What the names of a deliberation's scenarios begin with (tests.support.session_log)."""

NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml") if not path.stem.startswith(SESSION_PREFIX)))


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event, read. `type` is without `towow.`."""

    seq: int
    event_id: str
    type: str
    timestamp: str
    payload: dict[str, Any]

    @property
    def channel(self) -> str:
        """Which channel it is about."""
        return self.payload["channel_id"]

    def says(self, key: str) -> Any:
        """A field of the payload, None when it is absent."""
        return self.payload.get(key)


def path_of(name: str) -> Path:
    """The file of a scenario."""
    return FOLDER / f"{name}.yaml"


@cache
def scenario_log(name: str) -> ScenarioResult:
    """What came of a scenario."""
    return run_scenario(load_scenario(path_of(name)))


def payloads(name: str) -> Sequence[LogEntry]:
    """The events of a scenario."""
    return parse_log(scenario_log(name).events)


def parse_log(events: Sequence[LoggedEvent]) -> Sequence[LogEntry]:
    """Events as they stand in the log, read."""
    lines = [json.loads(event.data) for event in events]
    return [
        LogEntry(
            line["seq"],
            line["event_id"],
            line["event_type"].removeprefix("towow."),
            line["timestamp"],
            line["payload"],
        )
        for line in lines
    ]


def root_events(events: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Only those of the demand's own channel."""
    return [event for event in events if event.channel == events[0].channel]


def by_channel(events: Sequence[LogEntry]) -> dict[str, list[LogEntry]]:
    """The events of each channel, in order."""
    channels: dict[str, list[LogEntry]] = {}
    for event in events:
        channels.setdefault(event.channel, []).append(event)
    return channels
