"""Are messages that nobody can read listed with their reason, and sent again or deleted on demand?"""

import time
from typing import Any

import pytest

from shared.core.envelope import Envelope, encode_envelope
from tests.e2e.distributed import Distributed

pytestmark = pytest.mark.requires("services")

KEYS = ["id", "queue", "message_type", "reason", "error", "attempts", "first_seen", "sender", "recipient", "demand_id"]


def listed(towow: Distributed, amount: int) -> list[dict[str, Any]]:
    """The dead letters, once there are so many."""
    end = time.monotonic() + 15
    while True:
        told = towow.inside("dead-letters", "list", "--json")
        assert told.code == 0
        if len(told.rows) >= amount or time.monotonic() > end:
            return told.rows
        time.sleep(0.2)


def test_foreign_messages_are_stored_listed_and_resent_as_dead_letters(running_workers: Distributed) -> None:
    assert running_workers.inside("dead-letters", "list", "--json").out == ""
    about = {"sender": "gateway/d-x", "recipient": "channel/collab-x", "correlation_id": "d-x"}
    strange = Envelope(message_id="m-2", type="explode", timestamp=int(time.time() * 1000), body={}, **about)  # pyright: ignore[reportArgumentType]
    running_workers.publish("coordinator", b"\x00 nonsense", message_id="m-1")
    running_workers.publish("channel_admin", encode_envelope(strange), message_id="m-2")
    rows = {row["reason"]: row for row in listed(running_workers, 2)}
    assert all(list(row) == KEYS for row in rows.values())
    unread, unknown = rows["undecodable"], rows["unknown_type"]
    assert (unread["queue"], unread["attempts"]) == ("coordinator", 1)
    assert (unread["sender"], unread["recipient"], unread["demand_id"]) == (None, None, None)
    assert (unknown["sender"], unknown["recipient"], unknown["demand_id"]) == tuple(about.values())
    assert (unknown["queue"], unknown["message_type"]) == ("channel_admin", "explode")
    readable = running_workers.inside("dead-letters", "list")
    assert unread["id"] in readable.out
    assert "2 dead letters" in readable.err

    told = running_workers.inside("dead-letters", "resend", unread["id"], "nobody")
    assert (told.code, told.err) == (1, "no dead letter has the id nobody\n")
    assert told.out.startswith(f"sent again: {unread['id']} ")
    assert {row["reason"] for row in listed(running_workers, 2)} == {"undecodable", "unknown_type"}  # it came back
    everything = running_workers.inside("dead-letters", "resend", "--all")
    assert (everything.code, len(everything.out.splitlines())) == (0, 2)
    # They cannot be handled this time either, and their neighbours are not affected.
    rows = {row["reason"]: row for row in listed(running_workers, 2)}
    assert len(rows) == 2

    told = running_workers.inside("dead-letters", "delete", rows["undecodable"]["id"], "nobody")
    assert (told.code, told.err) == (1, "no dead letter has the id nobody\n")
    assert told.out == f"deleted: {rows['undecodable']['id']} (undecodable)\n"
    told = running_workers.inside("dead-letters", "delete", "--reason", "unknown_type")
    assert (told.code, told.err) == (0, "1 dead letters deleted\n")
    assert running_workers.inside("dead-letters", "list", "--json").rows == []
    assert running_workers.inside("submit", "a meetup in Beijing", "--json").rows[0]["understanding"]


@pytest.mark.parametrize("arguments", [(), ("x", "--all")], ids=str)
def test_dead_letters_resend_needs_an_id_or_all(services: Distributed, arguments: tuple[str, ...]) -> None:
    told = services.inside("dead-letters", "resend", *arguments)
    assert (told.code, told.out) == (2, "")
    assert "--all" in told.err


@pytest.mark.parametrize("arguments", [(), ("x", "--reason", "undecodable")], ids=str)
def test_dead_letters_delete_needs_an_id_or_a_reason(services: Distributed, arguments: tuple[str, ...]) -> None:
    told = services.inside("dead-letters", "delete", *arguments)
    assert (told.code, told.out) == (2, "")
    assert "--reason" in told.err
