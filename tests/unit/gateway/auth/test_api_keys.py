"""Who may sign in, as TOWOW_API_KEYS says; what is wrong with it is told without any key."""

import pytest

from gateway.auth.api_keys import InvalidApiKeys, KeyOwner, parse_api_keys

KEY = "sEcret.key-_~+/=1"


def test_every_entry_is_a_key_a_user_and_a_role() -> None:
    found = parse_api_keys(f" {KEY}:user_alice:user, another-key:李雷:admin ,")
    assert found == [KeyOwner(KEY, "user_alice", False), KeyOwner("another-key", "李雷", True)]
    assert parse_api_keys("") == parse_api_keys(" , ,") == []


def test_one_user_may_have_several_keys() -> None:
    assert [holder.user_id for holder in parse_api_keys(f"{KEY}:alice:user,{KEY}2:alice:admin")] == ["alice", "alice"]


WRONG = {
    f"{KEY}": "entry 1: it has 1 parts",
    f"{KEY}:alice": "entry 1: it has 2 parts",
    f"{KEY}:alice:user:x": "entry 1: it has 4 parts",
    f"ok-key-12:bob:user,{KEY}:alice:root": "entry 2: its role",
    f"{KEY}:alice:Admin": "entry 1: its role",
    "short-7:alice:user": "entry 1: its key must be",
    "with blank:alice:user": "entry 1: its key must be",
    "schlüssel-1:alice:user": "entry 1: its key must be",
    f"{KEY}::user": "entry 1: its user",
    f"{KEY}: alice:user": "entry 1: its user",
    f"{KEY}:a\nb:user": "entry 1: its user",
    f"{KEY}:alice:user,{KEY}:bob:user": "entry 2: its key is used by an earlier entry; every key must be unique",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_malformed_api_key_is_named_by_its_position_only(text: str) -> None:
    with pytest.raises(InvalidApiKeys) as wrong:
        parse_api_keys(text)
    assert WRONG[text] in str(wrong.value)
    assert not any(part in str(wrong.value) for part in (KEY, "short-7", "with blank", "schlüssel"))


def test_the_repr_of_a_key_owner_does_not_contain_its_key() -> None:
    assert KEY not in repr(parse_api_keys(f"{KEY}:alice:user"))
