"""Arguments of the commit function and the meaning of its reply (shared/store/lua/commits.lua)."""

from collections.abc import Sequence
from typing import Any

from shared.core.usage import NO_USAGE, Usage
from shared.store import event_sequence, keys
from shared.store.port import Commit, CommitResult, OutboxEntry
from shared.store.redis.outbox_serialization import pack_announcement_head, pack_entry
from shared.store.redis.pipeline import CommandArgument


def build_keys(commit: Commit, own: keys.CorrelationKeys, *, journal: bool) -> tuple[str, ...]:
    """Return the KEYS of the function `commit`, in the order of `parse_commit` in commits.lua.

    `own` are the keys of the commit's correlation; `journal` tells whether the store keeps journals. The last items are
    the keys of state and notes, if the commit has an address, and the journal key, if it also has a journal entry and
    `journal` is set.
    """
    outbox = keys.role_keys(own.partition, commit.role)
    common = (own.about, own.seen, own.spent, own.owed, own.log, own.memo, own.payers, *outbox)
    if commit.address is None:
        return common
    entity = (keys.state_key(own.partition, commit.address), keys.notes_key(own.partition, commit.address))
    if journal and commit.journal_entry is not None:
        return (*common, *entity, keys.journal_key(own.partition, commit.address))
    return (*common, *entity)


def build_arguments(commit: Commit, retention_ms: int) -> list[CommandArgument]:
    """Return the ARGV of the function `commit`, in the order of `parse_commit` in commits.lua.

    `retention_ms` is the time after which a closed correlation expires.
    """
    arguments: list[CommandArgument] = [
        commit.message_id, commit.correlation_id, commit.role,
        commit.address or "", commit.version, "0" if commit.record is None else "1", commit.record or b"",
        "" if commit.budget_tokens is None else commit.budget_tokens,
        "1" if commit.close else "0", "1" if commit.private else "0",
        "" if commit.owner is None else f"={commit.owner}", commit.owner_token_digest or "",
        retention_ms, commit.journal_entry or b"",
        len(commit.events), len(commit.outbox), len(commit.cancelled_timers),
    ]  # fmt: skip
    for event in commit.events:
        middle, head = event_sequence.encode_event_middle(event), pack_announcement_head(event, commit.correlation_id)
        arguments += (event.event_id, event.type, middle, head)
    for entry in commit.outbox:
        due = "" if entry.due is None else entry.due
        arguments += (entry.id, due, "1" if entry.message.exchange == "commands" else "0", pack_entry(entry))
    arguments += commit.cancelled_timers
    arguments += commit.notes
    return arguments


def parse_commit_reply(commit: Commit, reply: Sequence[Any]) -> CommitResult:
    """Return the result of `commit` from the reply of the function `commit` (commits.lua).

    The due entries are rebuilt from the commit and the first event number in the reply, so that the server need not
    return them.
    """
    status = reply[0].decode()
    if status != "ok":
        return CommitResult(status, reply[1])
    _, version, first_seq, private, spent, now, *paid = reply
    due_entries = [entry for entry in commit.outbox if entry.due is None]
    if commit.events:
        due_entries += _build_announcements(commit, first_seq, bool(private), spent)
    return CommitResult("ok", version, due_entries, now, parse_usage(paid))


def parse_usage(fields: Sequence[bytes | None]) -> Usage:
    """Return the usage from the stored fields calls, input tokens, output tokens, US dollars; zero if calls is None."""
    calls, input_tokens, output_tokens, dollars = fields
    if calls is None:
        return NO_USAGE
    return Usage(
        calls=int(calls),
        input_tokens=int(input_tokens or 0),
        output_tokens=int(output_tokens or 0),
        cost_usd=float(dollars or 0),
    )


def _build_announcements(commit: Commit, first_seq: int, private: bool, spent: bytes) -> list[OutboxEntry]:
    return [
        event_sequence.build_announcement(
            event_sequence.build_logged_event(event, first_seq + ordinal, spent), commit.correlation_id, private=private
        )
        for ordinal, event in enumerate(commit.events)
    ]
