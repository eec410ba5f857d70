"""Do logs that d4af1f8 recorded still fold, to the views that it made of them?"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gateway.negotiation.views.demand_projection import fold
from negotiation.contracts.events import EVENTS

FILE = Path(__file__).parent / "compatibility" / "golden-logs-d4af1f8.json.gz"


@cache
def recordings() -> dict[str, Any]:
    """By name: the events as lines, and the view after the last one."""
    return json.loads(gzip.decompress(FILE.read_bytes()))


@pytest.mark.parametrize("name", recordings())
def test_a_log_of_an_earlier_release_folds_to_its_view(name: str) -> None:
    recorded = recordings()[name]
    view: Any = None
    for line in recorded["log"]:
        view = fold(view, json.loads(line))
    now = json.loads(json.dumps(view))
    assert {key: now.get(key) for key in recorded["view"]} == recorded["view"]


@pytest.mark.parametrize("name", recordings())
def test_every_event_of_an_earlier_release_is_read(name: str) -> None:
    classes = {event.type: event for event in EVENTS}
    for line in recordings()[name]["log"]:
        event = json.loads(line)
        event["payload"].pop("spent", None)
        assert classes[event["event_type"]].model_validate(event["payload"])
