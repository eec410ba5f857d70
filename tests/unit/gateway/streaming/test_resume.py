import json

import pytest

from gateway.streaming.resume import ResumePoint, StreamCursor, is_complete, parse_cursor, resume_point
from gateway.streaming.sse_frames import PING_FRAME, RETRY_FRAME, encode_frame, reset_frame

DATA = b'{"seq":17,"event_id":"evt-1","event_type":"towow.x","timestamp":"t","payload":{"a":[1,{"seq":2}],"b":"x, y"}}'


@pytest.mark.parametrize(
    ("header", "after", "found"),
    [
        (None, None, None),
        ("", None, None),
        ("3", None, StreamCursor("", 3)),
        ("3", "7", StreamCursor("", 3)),
        (None, "7", StreamCursor("", 7)),
        ("", "7", StreamCursor("", 7)),
        ("abc", "7", None),
        ("-5", None, None),
        ("3.5", None, None),
        ("1_0", None, None),
        ("٣", None, None),
        ("0", None, StreamCursor("", 0)),
        ("007", None, StreamCursor("", 7)),
        ("9" * 5000, None, StreamCursor("", 10**15)),
        ("0" * 5000 + "4", None, StreamCursor("", 4)),
        ("1769076000000-4", None, StreamCursor("1769076000000", 4)),
        ("1769076000000-", None, None),
        ("a-5", None, None),
        ("1769076000000a-5", None, None),
        ("a b-4", None, None),
        ("3\nid: 9", None, None),
        (" 3 ", None, StreamCursor("", 3)),
    ],
)
def test_a_stream_cursor_is_a_number_with_an_optional_epoch(
    header: str | None, after: str | None, found: StreamCursor | None
) -> None:
    assert parse_cursor(header, after) == found


def test_without_a_cursor_the_stream_starts_at_the_first_event() -> None:
    assert resume_point(None, "") == resume_point(None, "e1") == ResumePoint(0)


def test_a_cursor_of_the_same_epoch_resumes_after_its_event() -> None:
    assert resume_point(StreamCursor("", 5), "") == resume_point(StreamCursor("e1", 5), "e1") == ResumePoint(5)


@pytest.mark.parametrize(("came", "now"), [("", "e1"), ("e1", "e2"), ("e1", "")])
def test_a_cursor_of_another_epoch_restarts_with_a_reset_event(came: str, now: str) -> None:
    assert resume_point(StreamCursor(came, 5), now) == ResumePoint(0, reset=True)


def test_resuming_from_a_reset_event_repeats_no_event() -> None:
    told = reset_frame("1769076000000").split(b"\n")[0].removeprefix(b"id: ").decode()
    assert resume_point(parse_cursor(told, None), "1769076000000") == ResumePoint(0)


def test_a_stream_is_complete_only_at_the_last_event_of_a_closed_log() -> None:
    assert is_complete(ResumePoint(7), 7)
    assert not is_complete(ResumePoint(6), 7)
    assert not is_complete(ResumePoint(8), 7)  # beyond the log: it waits
    assert not is_complete(ResumePoint(7), None)
    assert not is_complete(ResumePoint(0, reset=True), 0)


def test_a_frame_has_the_four_keys_in_their_order_and_the_seq_as_its_id() -> None:
    name, event, data, *rest = encode_frame(17, "towow.x", DATA).split(b"\n")
    assert (name, event, rest) == (b"id: 17", b"event: towow.x", [b"", b""])
    whole = json.loads(DATA)
    assert list(json.loads(data.removeprefix(b"data: "))) == ["event_id", "event_type", "timestamp", "payload"]
    del whole["seq"]
    assert json.loads(data.removeprefix(b"data: ")) == whole


def test_the_event_id_contains_the_epoch_after_a_restore() -> None:
    assert encode_frame(17, "towow.x", DATA, "e1").startswith(b"id: e1-17\n")


@pytest.mark.parametrize("wild", [b'{"seq":1,\n"a":\r\n"b\\n"}', b'{"seq":1,"a":"\\u000d\\n\\nevent: x"}'])
def test_an_event_frame_has_its_data_on_one_line(wild: bytes) -> None:
    made = encode_frame(1, "towow.x\r\n\ndata: no\x00", wild)
    assert made.count(b"\n") == 4
    assert b"\r" not in made
    kept = json.loads(made.split(b"\n")[2].removeprefix(b"data: "))
    assert kept == {key: value for key, value in json.loads(wild).items() if key != "seq"}


def test_every_frame_ends_with_an_empty_line() -> None:
    for block in (RETRY_FRAME, PING_FRAME, reset_frame(""), reset_frame("e1"), encode_frame(1, "x", DATA)):
        assert block.endswith(b"\n\n")
        assert block.count(b"\n\n") == 1
    assert (RETRY_FRAME, PING_FRAME) == (b"retry: 3000\n\n", b": ping\n\n")
