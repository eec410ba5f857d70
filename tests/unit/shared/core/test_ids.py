"""Is the same cause always given the same id, and another one another? (DESIGN § 3, TW-036)"""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.address import Address, parse_address
from shared.core.ids import digest, event_id, message_id, timer_id

PARTS = st.lists(st.text() | st.integers(), min_size=1, max_size=4)


@given(PARTS, st.integers(1, 32))
def test_a_digest_depends_only_on_its_parts(parts: list[object], length: int) -> None:
    assert digest(*parts, length=length) == digest(*parts, length=length)
    assert re.fullmatch(rf"[a-z2-7]{{{length}}}", digest(*parts, length=length))


def test_a_digest_depends_on_order_and_boundaries_of_its_parts() -> None:
    ids = [digest(*parts) for parts in (("a", "b"), ("b", "a"), ("ab",), ("a", "b", ""), ("", "a", "b"))]
    assert len(set(ids)) == len(ids)


def test_a_digest_of_lone_surrogates_is_computed() -> None:
    assert digest("\ud800") != digest("\ud801")


@given(st.text(), st.integers(0, 50), st.integers(0, 50))
def test_every_send_and_event_of_a_step_has_its_own_id(cause: str, one: int, two: int) -> None:
    assert (message_id(cause, one) == message_id(cause, two)) == (one == two)
    assert (event_id(cause, one) == event_id(cause, two)) == (one == two)
    assert re.fullmatch(r"evt-[0-9a-z]{6,}", event_id(cause, one))


def test_a_timer_id_depends_on_address_name_and_generation() -> None:
    timers = [
        ("channel/a", "offers", 1),
        ("channel/b", "offers", 1),
        ("channel/a", "gaps", 1),
        ("channel/a", "offers", 2),
    ]
    for one, two in combinations(timers, 2):
        assert timer_id(*one) != timer_id(*two)
    assert timer_id(*timers[0]) == timer_id(*timers[0])


@given(st.text(st.characters(exclude_characters="/"), min_size=1), st.text(min_size=1))
def test_an_address_survives_formatting_and_parsing(kind: str, identifier: str) -> None:
    assert parse_address(str(Address(kind, identifier))) == Address(kind, identifier)


@pytest.mark.parametrize("text", ["", "/", "channel", "channel/", "/collab-1"])
def test_invalid_addresses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        parse_address(text)
