"""Are the generated documents what the code says? Stale ones are named, made ones are right."""

import json
from pathlib import Path

import pytest

from channel_admin.core.status import TRANSITIONS
from deliberation.contracts.events import EVENTS as SESSION_EVENTS
from gamehive.contracts.events import EVENTS as GAME_EVENTS
from negotiation.contracts.error_codes import ERROR_CODES
from negotiation.contracts.events import EVENTS
from towow.config.settings import sections_by_setting
from towow.docs import generate


def test_no_generated_document_is_stale() -> None:
    assert generate.stale_documents() == [], "run `make generate`"


def test_a_changed_or_missing_document_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main([], tmp_path) == 0
    assert generate.main(["--check"], tmp_path) == 0
    (tmp_path / "docs/status.md").unlink()
    with (tmp_path / "docs/schema/events.json").open("a") as schema:
        schema.write(" ")
    assert generate.main(["--check"], tmp_path) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[0] for line in told] == ["docs/status.md", "docs/schema/events.json"]


def test_invalid_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err


def test_generating_a_document_twice_gives_the_same_text() -> None:
    for make in generate.DOCUMENTS.values():
        assert make() == make()


def test_the_diagram_has_every_transition_and_no_other() -> None:
    drawn = {
        tuple(line.split(" --> "))
        for line in map(str.strip, generate.render_statuses().splitlines())
        if " --> " in line
    }
    allowed = {(str(a), str(b)) for a, following in TRANSITIONS.items() for b in following}
    assert {arrow for arrow in drawn if "[*]" not in arrow} == allowed


def test_every_setting_event_and_error_is_documented() -> None:
    settings, events, errors = generate.render_settings(), generate.render_events(), generate.render_errors()
    assert all(f"| `{name}` |" in settings for name in sections_by_setting())
    assert all(f"## `{event.type}`" in events for event in (*EVENTS, *SESSION_EVENTS, *GAME_EVENTS))
    assert all(f"| {code.name} |" in errors for code in ERROR_CODES.values())


def test_the_schemas_know_every_type_and_describe_instants_as_texts() -> None:
    events, messages = json.loads(generate.render_events_schema()), json.loads(generate.render_messages_schema())
    assert set(events["properties"]) == {event.type for event in (*EVENTS, *SESSION_EVENTS, *GAME_EVENTS)}
    assert {
        "submit_demand",
        "offer_response",
        "task_failed",
        "identify_gaps",
        "start_deliberation",
        "draft_plan",
    } <= set(messages["properties"])
    deadline = events["$defs"]["DemandBroadcast"]["properties"]["deadline"]
    assert (deadline["type"], deadline["format"]) == ("string", "date-time")
    for schema in (events, messages):
        for reference in schema["properties"].values():
            assert reference["$ref"].rpartition("/")[2] in schema["$defs"]
