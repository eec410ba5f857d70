"""How a commit is laid out for the function that writes it, and what its answer means (shared/store/lua/steps.lua)."""

from collections.abc import Sequence
from typing import Any

from shared.core.usage import NO_USAGE, Usage
from shared.store import event_log, keys
from shared.store.port import Commit, CommitResult, OutboxEntry
from shared.store.redis.pipeline import CommandArgument
from shared.store.redis.serialization import pack_announcement_head, pack_entry


def build_keys(commit: Commit, own: keys.CorrelationKeys, *, journal: bool) -> tuple[str, ...]:
    """KEYS, in the order of `read_commit`; the state's and the journal's only when there are any."""
    outgoing = keys.role_keys(own.partition, commit.role)
    common = (own.about, own.seen, own.spent, own.owed, own.log, own.memo, own.payers, *outgoing)
    if commit.address is None:
        return common
    if journal and commit.journal_entry is not None:
        return (*common, keys.state_key(own.partition, commit.address), keys.journal_key(own.partition, commit.address))
    return (*common, keys.state_key(own.partition, commit.address))


def build_arguments(commit: Commit, retention: int) -> list[CommandArgument]:
    """ARGV, in the order of `read_commit`. `retention` in ms."""
    words: list[CommandArgument] = [
        commit.message_id, commit.correlation_id, commit.role,
        commit.address or "", commit.version, "0" if commit.record is None else "1", commit.record or b"",
        "" if commit.budget_tokens is None else commit.budget_tokens,
        "1" if commit.close else "0", "1" if commit.private else "0",
        "" if commit.owner is None else f"={commit.owner}",
        retention, commit.journal_entry or b"",
        len(commit.events), len(commit.outbox), len(commit.cancelled_timers),
    ]  # fmt: skip
    for event in commit.events:
        words += (
            event.event_id,
            event.type,
            event_log.encode_event_middle(event),
            pack_announcement_head(event, commit.correlation_id),
        )
    for mail in commit.outbox:
        due = "" if mail.due is None else mail.due
        words += (mail.id, due, "1" if mail.message.exchange == "commands" else "0", pack_entry(mail))
    words += commit.cancelled_timers
    return words


def parse_commit_reply(commit: Commit, answer: Sequence[Any]) -> CommitResult:
    """What the function answered. The mail due at once is rebuilt here: it need not travel back."""
    status = answer[0].decode()
    if status != "ok":
        return CommitResult(status, answer[1])
    _, version, first, private, spent, now, *paid = answer
    at_once = [mail for mail in commit.outbox if mail.due is None]
    if commit.events:
        at_once += _announcements(commit, first, bool(private), spent)
    return CommitResult("ok", version, at_once, now, parse_usage(paid))


def parse_usage(paid: Sequence[bytes | None]) -> Usage:
    """What was paid, from the fields of an account: calls, input, output, usd."""
    calls, read, written, dollars = paid
    if calls is None:
        return NO_USAGE
    return Usage(
        calls=int(calls), input_tokens=int(read or 0), output_tokens=int(written or 0), cost_usd=float(dollars or 0)
    )


def _announcements(commit: Commit, first: int, private: bool, spent: bytes) -> list[OutboxEntry]:
    return [
        event_log.build_announcement(
            event_log.build_logged_event(event, first + place, spent), commit.correlation_id, private=private
        )
        for place, event in enumerate(commit.events)
    ]
