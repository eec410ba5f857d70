"""A session is its key's: it ends with the key, after twelve hours, and nobody else can make one."""

import pytest

from gateway.auth.api_keys import parse_api_keys
from gateway.auth.session_cookies import SESSION_LIFETIME_S, SessionSigner
from tests.support.manual_clock import ManualClock

TEXT = "alice-key-1:user_alice:user,root-key-3:root:admin"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_only_a_complete_key_finds_its_owner(clock: ManualClock) -> None:
    signing = SessionSigner(parse_api_keys(TEXT), clock)
    found = signing.find_key_owner("root-key-3")
    assert found is not None
    assert (found.user_id, found.admin) == ("root", True)
    for wrong in ("", "root-key-", "root-key-33", "ROOT-KEY-3", "\ud800", "é" * 1000):
        assert signing.find_key_owner(wrong) is None


def test_a_session_is_valid_at_every_gateway_with_the_same_keys(clock: ManualClock) -> None:
    here, there = SessionSigner(parse_api_keys(TEXT), clock), SessionSigner(parse_api_keys(TEXT), clock)
    holder = here.find_key_owner("alice-key-1")
    assert holder is not None
    found = there.find_session(here.create_session(holder))
    assert found is not None
    assert found[0].user_id == "user_alice"
    assert found[1] == clock.at + SESSION_LIFETIME_S * 1000


def test_a_session_expires(clock: ManualClock) -> None:
    signing = SessionSigner(parse_api_keys(TEXT), clock)
    session = signing.create_session(signing.find_key_owner("alice-key-1") or pytest.fail("unknown"))
    clock.at += SESSION_LIFETIME_S * 1000
    assert signing.find_session(session) is not None
    clock.at += 1000
    assert signing.find_session(session) is None


def test_a_session_issued_in_the_future_is_invalid(clock: ManualClock) -> None:
    signing = SessionSigner(parse_api_keys(TEXT), clock)
    session = signing.create_session(signing.find_key_owner("alice-key-1") or pytest.fail("unknown"))
    clock.at -= 10_000
    assert signing.find_session(session) is None


@pytest.mark.parametrize("keys", ["", "root-key-3:root:admin", "alice-key-2:user_alice:user"])
def test_a_session_of_a_removed_key_is_invalid(clock: ManualClock, keys: str) -> None:
    signing = SessionSigner(parse_api_keys(TEXT), clock)
    session = signing.create_session(signing.find_key_owner("alice-key-1") or pytest.fail("unknown"))
    assert SessionSigner(parse_api_keys(keys), clock).find_session(session) is None


@pytest.mark.parametrize("forged", ["", "x", "1", "1.x.y", "..", "\ud800", "é.é.é", "1." * 1000])
def test_an_unsigned_session_is_invalid(clock: ManualClock, forged: str) -> None:
    assert SessionSigner(parse_api_keys(TEXT), clock).find_session(forged) is None
