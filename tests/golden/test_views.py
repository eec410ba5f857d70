"""Do the recorded logs still tell what a scenario gives, and does the fold still make of them the recorded views?

`python -m tests.golden.record_golden_logs` records them anew.
"""

import json
from typing import Any

import pytest

from negotiation.contracts.events import EVENTS
from tests.golden.golden_logs import FOLDER, RECORDED, golden_logs, lines, overlays, replay_scenario, views

MOST_BYTES = 2_000_000


def test_there_are_two_files_of_each_recording_and_no_other() -> None:
    wanted = [f"{name}{kind}" for name in RECORDED for kind in (".jsonl", ".views.jsonl")]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(wanted)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_the_golden_logs_cover_every_event_type_language_and_visibility() -> None:
    events = [json.loads(event) for name in RECORDED for event in golden_logs(name)]
    assert {event["event_type"] for event in events} == {event.type for event in EVENTS}
    assert {event["payload"].get("language") for event in events} == {"zh", "en", None}
    assert {event["payload"].get("visibility") for event in events} == {"public", "private", None}
    assert {event["payload"].get("fallback") for event in events} == {True, False, None}


@pytest.mark.parametrize("name", RECORDED)
def test_a_golden_log_equals_the_events_of_its_scenario(name: str) -> None:
    assert replay_scenario(name) == golden_logs(name), "run `python -m tests.golden.record_golden_logs`"


@pytest.mark.parametrize("name", RECORDED)
def test_the_views_equal_the_golden_files(name: str) -> None:
    assert tuple(overlays(golden_logs(name))) == lines(name), "run `python -m tests.golden.record_golden_logs`"


@pytest.mark.parametrize("name", RECORDED)
def test_merging_the_recorded_changes_gives_the_views(name: str) -> None:
    """What a reader in another language does with them."""
    expected: dict[str, Any] = {}
    for view, line in zip(views(golden_logs(name)), lines(name), strict=True):
        expected = {**expected, **json.loads(line)}
        assert json.loads(json.dumps(view)) == expected
