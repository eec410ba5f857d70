"""Is an instant written as INTERFACES § 2 says (UTC, milliseconds, Z), and read back as the same one?"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant, parse_iso8601, seconds_to_ms, to_iso8601

INSTANTS = st.integers(-62_135_596_800_000, 253_402_300_799_999)


class Holder(FrozenModel):
    at: Instant
    until: Maybe[Instant] = None


@given(INSTANTS)
def test_an_instant_survives_formatting_and_parsing(instant: int) -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", to_iso8601(instant))
    assert parse_iso8601(to_iso8601(instant)) == instant


@given(INSTANTS, INSTANTS)
def test_formatted_instants_sort_chronologically(one: int, two: int) -> None:
    assert (to_iso8601(one) < to_iso8601(two)) == (one < two)


@given(INSTANTS)
def test_a_timestamp_is_an_integer_in_a_model_and_iso8601_in_json(instant: int) -> None:
    held = Holder(at=instant)
    assert held.at == instant
    assert held.model_dump(mode="json") == {"at": to_iso8601(instant)}
    assert Holder.model_validate_json(held.model_dump_json()) == held


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("1970-01-01T00:00:00.001Z", 1),
        ("2026-01-22T18:00:00+08:00", parse_iso8601("2026-01-22T10:00:00.000Z")),
        ("2026-01-22T10:00:00.999999Z", parse_iso8601("2026-01-22T10:00:00.999Z")),
    ],
)
def test_other_time_zones_and_finer_fractions_are_parsed(text: str, instant: int) -> None:
    assert parse_iso8601(text) == instant


@pytest.mark.parametrize("text", ["", "now", "2026-01-22T10:00:00", "2026-13-01T00:00:00Z"])
def test_invalid_timestamps_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_iso8601(text)


@pytest.mark.parametrize(("amount", "milliseconds"), [(0, 0), (0.0004, 0), (0.3, 300), (120, 120_000), (1.0006, 1001)])
def test_seconds_become_milliseconds(amount: float, milliseconds: int) -> None:
    assert seconds_to_ms(amount) == milliseconds
