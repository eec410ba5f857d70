"""Does a cursor lead back to its place, and is anything else refused?"""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.pagination import ReadPosition, decode_cursor, encode_cursor
from shared.core.api_error import ApiError, PlatformErrorCode

IDS = st.from_regex(r"[A-Za-z0-9_-]{0,64}", fullmatch=True)


@given(st.integers(0, 10**15 - 1), IDS)
def test_a_cursor_is_url_safe_and_decodes_to_its_position(opened: int, correlation_id: str) -> None:
    made = encode_cursor(opened, correlation_id)
    assert re.fullmatch(r"[A-Za-z0-9_-]+", made)
    assert decode_cursor(made) == (opened, correlation_id)


@given(st.text(max_size=40) | st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True))
def test_any_text_is_an_invalid_cursor_or_the_canonical_encoding(text: str) -> None:
    with suppress(ApiError):
        assert encode_cursor(*decode_cursor(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "a",
        "=",
        encode_cursor(1, "d-a") + "=",
        encode_cursor(1, "d-a") + "\n",
        " " + encode_cursor(1, "d-a"),
        encode_cursor(1, "d a"),
        encode_cursor(-1, "d-a"),
        encode_cursor(10**15, "d-a"),
        encode_cursor(1, "d-a" * 30),
        "我",
        "A" * 10_000,
    ],
)
def test_a_malformed_cursor_is_refused(text: str) -> None:
    with pytest.raises(ApiError, match="cursor") as refused:
        decode_cursor(text)
    assert refused.value.code is PlatformErrorCode.E001


def test_a_cursor_with_a_noncanonical_number_is_refused() -> None:
    """Else two cursors would mean the same."""
    with pytest.raises(ApiError):
        decode_cursor("MDEuZC1h")  # 01.d-a


def test_a_read_position_names_a_shown_id_or_a_whole_millisecond() -> None:
    margin = ReadPosition()
    told: list[tuple[int, str] | None] = []
    for opened, name, shown in (
        (9, "d-h", False),
        (9, "d-g", False),
        (8, "d-f", False),
        (8, "d-e", True),
        (8, "d-d", False),
        (7, "d-c", True),
        (6, "d-b", False),
    ):
        margin.advance(opened, name, shown=shown)
        told.append(margin.resume_position)
    assert told == [None, None, (9, ""), (8, "d-e"), (8, "d-e"), (7, "d-c"), (7, "")]
