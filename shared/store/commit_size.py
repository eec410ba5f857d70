"""Size limit of a commit (INTERFACES § 2)."""

from shared.core.envelope import InvalidEnvelope
from shared.store import event_sequence
from shared.store.port import Commit

MAX_COMMIT_BYTES = 1024 * 1024


def check_commit(commit: Commit) -> None:
    """Check the size of a commit and the payloads of its events; return nothing when both are valid.

    Raises:
        InvalidEnvelope: Record, journal entry, owner, messages and payloads have more than MAX_COMMIT_BYTES (1 MiB) in
            total. The reason is `oversized`; the class is a ValueError.
        ValueError: The payload of an event does not begin with `{` and end with `}`; the JSON between is not parsed.
    """
    size = len(commit.record or b"") + len(commit.journal_entry or b"") + len((commit.owner or "").encode())
    for entry in commit.outbox:
        size += len(entry.message.data)
    for event in commit.events:
        event_sequence.check_payload(event)
        size += len(event.payload)
    if size > MAX_COMMIT_BYTES:
        raise InvalidEnvelope("oversized", f"the commit has {size} bytes, expected at most {MAX_COMMIT_BYTES}")
