"""Size limit of a commit (INTERFACES § 2)."""

from shared.core.envelope import InvalidEnvelope
from shared.store import event_sequence
from shared.store.port import Commit

MAX_COMMIT_BYTES = 1024 * 1024


def check_commit(commit: Commit) -> None:
    """Check the size of a commit, the payloads of its events and what its notes need; return nothing when all is valid.

    Raises:
        InvalidEnvelope: Record, notes, journal entry, owner, messages and payloads have more than MAX_COMMIT_BYTES
            (1 MiB) in total. The reason is `oversized`; the class is a ValueError.
        ValueError: The payload of an event does not begin with `{` and end with `}`; the JSON between is not parsed. Or
            there are notes without a record beside which they can be kept.
    """
    if commit.notes and (commit.address is None or (commit.version == 0 and commit.record is None)):
        raise ValueError(f"the commit of {commit.message_id} has notes, but there is no record at its address")
    size = len(commit.record or b"") + len(commit.journal_entry or b"") + len((commit.owner or "").encode())
    size += sum(map(len, commit.notes))
    for entry in commit.outbox:
        size += len(entry.message.data)
    for event in commit.events:
        event_sequence.check_payload(event)
        size += len(event.payload)
    if size > MAX_COMMIT_BYTES:
        raise InvalidEnvelope("oversized", f"the commit has {size} bytes, expected at most {MAX_COMMIT_BYTES}")
