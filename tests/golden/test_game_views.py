"""Does the gateway's fold still make of the logs of games what the page's fold is tested against?

`python -m tests.golden.record_game_logs` writes the files anew.
"""

import json

import pytest

from gamehive.contracts.events import EVENTS
from tests.golden.game_logs import FOLDER, NAMES, every_event, log, views


def test_one_log_has_an_event_of_every_type() -> None:
    assert log("every-event") == every_event(), "run `python -m tests.golden.record_game_logs`"
    assert {json.loads(line)["event_type"] for line in every_event()} == {event.type for event in EVENTS}


@pytest.mark.parametrize("name", NAMES)
def test_the_views_equal_the_golden_files(name: str) -> None:
    lines = (FOLDER / f"{name}.views.jsonl").read_text(encoding="utf-8").splitlines()
    recorded = [json.loads(line) for line in lines]
    assert list(views(name)) == recorded, "run `python -m tests.golden.record_game_logs`"
