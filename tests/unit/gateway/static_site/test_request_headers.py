"""What do `If-None-Match` and `Accept-Encoding` say?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.static_site.request_headers import accepts_gzip, matches_etag


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip, deflate, br, zstd", True),
        ("GZIP", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("*", True),
        ("gzip;q=0.001", True),
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("xgzip", False),
        ("br," * 60 + "gzip", False),
    ],
)
def test_accepts_gzip_when_named_with_positive_quality(header: str, takes: bool) -> None:
    assert accepts_gzip(header) is takes


@pytest.mark.parametrize(
    ("header", "there"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ('"b", "a"', True),
        ("*", True),
        ("", False),
        ("a", False),
        ('"a-gzip"', False),
        ('"b"', False),
    ],
)
def test_matches_etag_finds_the_etag_in_if_none_match(header: str, there: bool) -> None:
    assert matches_etag('"a"', header) is there


@given(st.text(max_size=80))
def test_any_header_text_is_parsed_without_error(header: str) -> None:
    assert accepts_gzip(header) in (True, False)
    assert matches_etag('"never"', header) is ("*" in {part.strip().removeprefix("W/") for part in header.split(",")})
