"""Frames of a session's stream: one flat object per event, in the seed's words, and nothing else on the line."""

import json

from deliberation.event_object import encode_event_object
from gateway.deliberation.session_frames import DONE_FRAME, SESSION_FRAMES, encode_session_frame
from tests.support.session_events import SESSION
from tests.unit.gateway.deliberation.test_session_projection import LOG, entries


def test_a_frame_has_an_id_and_one_flat_object() -> None:
    row = entries(LOG.started(), LOG.decision())[1]
    frame = encode_session_frame(2, "towow.deliberation.host_decision", row, "")
    identifier, data, *rest = frame.split(b"\n")
    assert (identifier, rest) == (b"id: 2", [b"", b""])
    found = json.loads(data.removeprefix(b"data: "))
    assert list(found)[:4] == ["type", "session_id", "seq", "ts"]
    assert found["type"] == "host_decision"
    assert (found["session_id"], found["seq"], found["ts"]) == (SESSION, 2, "2026-01-22T10:00:02.000Z")
    assert (found["action"], found["reason"], found["consensus"]) == ("continue", "consensus 0.8", 0.8)
    assert not {"event_id", "event_type", "payload"} & set(found)


def test_every_event_has_its_own_type_and_all_fields_of_its_payload() -> None:
    for row in entries(LOG.started(), *LOG.discussion(), LOG.ended()):
        entry, found = json.loads(row), json.loads(encode_event_object(row))
        assert found["type"] == entry["event_type"].rpartition(".")[2]
        assert {**entry["payload"], **found} == found


def test_line_breaks_in_a_text_stay_inside_the_object() -> None:
    row = entries(LOG.started(user_query="a\nb\r\n\u2028c"))[0]
    frame = encode_session_frame(1, "x", row, "")
    assert frame.count(b"\n") == 3
    assert b"\r" not in frame
    assert json.loads(frame.split(b"\n")[1].removeprefix(b"data: "))["user_query"] == "a\nb\r\n\u2028c"


def test_a_restored_store_shows_in_the_id() -> None:
    frame = encode_session_frame(7, "x", entries(LOG.started())[0], "42")
    assert frame.startswith(b"id: 42-7\n")


def test_the_closing_frame_has_no_id() -> None:
    assert SESSION_FRAMES.closing_frame == DONE_FRAME == b"data: [DONE]\n\n"
