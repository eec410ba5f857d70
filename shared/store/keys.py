"""Under which names a store on a server keeps what: every key, its life and why. Names are made here only (DESIGN § 4).

All begin with the namespace. What belongs to one correlation lies in partition crc32(correlation_id) % 16, whose
hash tag keeps its keys together on a cluster: `towow:{p07}:log:d-abc12345`.

A life of `close + R`: none while the correlation is open, TOWOW_RETENTION_DAYS from its close on, also for what is
written later. A correlation begins with its first record, event, budget or owner: `about` is not there before, and a
journal has 24 h. memo, payers and spent of a correlation that nobody knows (not begun yet, or forgotten) have R too.

The index is written by the commit that opens, closes or first names the owner. An entry lives until close + R, and
then until others open in its partition: each opening removes up to 50. `ended` holds the instant of that end as the
close fixed it, so that another TOWOW_RETENTION_DAYS changes nothing; `owners` says from whose index to remove an
entry when its `about` is gone. Open are those in `index` that are not in `ended`.

| key | type: what | life | why that long |
|---|---|---|---|
| `{pNN}:about:<correlation>` | hash: open, closed (ms), private, owner, `at:<address>` | close + R | told to the late |
| `{pNN}:state:<address>` | hash: version, record, of (its correlation) | close + R | readers look at it after the end |
| `{pNN}:seen:<correlation>` | set: ids of messages that had their effect | 24 h from a commit | no message is older |
| `{pNN}:log:<correlation>` | stream: `<seq>-0` to id, type, data | close + R | whoever watches resumes from any seq |
| `{pNN}:memo:<correlation>` | hash: question to answer | close + R | a paid answer is never paid again |
| `{pNN}:payers:<correlation>` | set: who paid for which question | close + R | a cost told twice is counted once |
| `{pNN}:lease:<correlation>` | hash: question to `until reserved owner` | its last lease | a lapsed lease is none |
| `{pNN}:spent:<correlation>` | hash: calls, input, output, usd, budget | close + R | the account |
| `{pNN}:owed:<correlation>` | set: role and id of its commands in due | as due, to the close | the close drops them |
| `{pNN}:journal:<address>` | list: what was decided, from which message | close + R | only with TOWOW_JOURNAL=1 |
| `{pNN}:due:<role>` | zset: entry by instant (ms) | each until it is sent | nothing owed is forgotten |
| `{pNN}:mail:<role>` | hash: entry to bytes | as due | what the broker is handed |
| `{pNN}:claims:<role>` | hash: entry to how often it was claimed | as due | leases double |
| `{pNN}:index` | zset: correlation by when it opened (ms) | close + R | lists them; counts the open |
| `{pNN}:index:<owner>` | zset: as index, what is this owner's | as index | lists what is his |
| `{pNN}:ended` | zset: correlation by when it is forgotten (ms) | as index | says what leaves the index |
| `{pNN}:owners` | hash: correlation to owner | as index | removes it from its owner's index |
| `{first:<name>}` | hash: value, until | as the caller says | a question asked again gets the first answer |
| `{cell:<name>}` | hash: version, value | for ever | few and small: a model's breaker, for instance |
| `{dead}:letters` | hash: id to bytes | each until it is taken | nothing is thrown away unseen |
| `{dead}:order` | zset: id by filing number | as letters | oldest first |
| `{dead}:taken:<id>` | string: token and bytes of a letter just taken | 60 s | a take whose reply was lost |
| `schema` | string: the version of this layout | for ever | another version is refused, not misread |
"""

from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

SCHEMA_VERSION = "1"
"""Not raised for the index: what was written before it stays readable, is listed from its close on, and not counted as
open before. No version without an index was released, so that none can close what this one opened."""
PARTITIONS = 16
POP_RETRY_MS = 60_000
"""How long (ms) a dead letter that was taken can be handed to the same call again: longer than anybody persists."""


class CorrelationKeys(NamedTuple):
    """The keys of one correlation."""

    partition: str
    about: str
    seen: str
    spent: str
    owed: str
    log: str
    memo: str
    payers: str
    lease: str


class RoleKeys(NamedTuple):
    """The keys of what one role has to send, in one partition."""

    due: str
    mail: str
    claims: str


class IndexKeys(NamedTuple):
    """The keys by which the correlations of one partition are listed."""

    index: str
    ended: str


@lru_cache(maxsize=4096)
def correlation_keys(namespace: str, correlation_id: str) -> CorrelationKeys:
    """All keys of a correlation but those of its entities."""
    own = f"{namespace}:{{p{crc32(correlation_id.encode()) % PARTITIONS:02}}}"
    return CorrelationKeys(
        own,
        f"{own}:about:{correlation_id}",
        f"{own}:seen:{correlation_id}",
        f"{own}:spent:{correlation_id}",
        f"{own}:owed:{correlation_id}",
        f"{own}:log:{correlation_id}",
        f"{own}:memo:{correlation_id}",
        f"{own}:payers:{correlation_id}",
        f"{own}:lease:{correlation_id}",
    )


@lru_cache(maxsize=1024)
def role_keys(partition: str, role: str) -> RoleKeys:
    """What `role` owes in a partition, named as `OfCorrelation.partition` is."""
    return RoleKeys(f"{partition}:due:{role}", f"{partition}:mail:{role}", f"{partition}:claims:{role}")


@lru_cache(maxsize=64)
def role_keys_by_partition(namespace: str, role: str) -> tuple[RoleKeys, ...]:
    """What `role` owes, partition by partition."""
    return tuple(role_keys(f"{namespace}:{{p{number:02}}}", role) for number in range(PARTITIONS))


@lru_cache(maxsize=64)
def index_keys(partition: str) -> IndexKeys:
    """The index of a partition."""
    return IndexKeys(f"{partition}:index", f"{partition}:ended")


@lru_cache(maxsize=64)
def index_keys_by_partition(namespace: str) -> tuple[IndexKeys, ...]:
    """The index, partition by partition."""
    return tuple(index_keys(f"{namespace}:{{p{number:02}}}") for number in range(PARTITIONS))


def owner_index_key(place: IndexKeys, owner: str) -> str:
    """What is `owner`'s, in a partition."""
    return f"{place.index}:{owner}"


def state_key(partition: str, address: str) -> str:
    """The record of the entity at `address`."""
    return f"{partition}:state:{address}"


def journal_key(partition: str, address: str) -> str:
    """What the entity at `address` decided."""
    return f"{partition}:journal:{address}"


def cell_key(namespace: str, name: str) -> str:
    """A small shared value."""
    return f"{namespace}:{{cell:{name}}}"


def put_if_absent_key(namespace: str, name: str) -> str:
    """A value kept for a while."""
    return f"{namespace}:{{first:{name}}}"


def dead_letter_keys(namespace: str) -> tuple[str, str]:
    """The dead letters and their order."""
    return f"{namespace}:{{dead}}:letters", f"{namespace}:{{dead}}:order"


def popped_dead_letter_key(namespace: str, identifier: str) -> str:
    """A dead letter that was taken just now."""
    return f"{namespace}:{{dead}}:taken:{identifier}"


def schema_key(namespace: str) -> str:
    """The version of the layout that a store holds."""
    return f"{namespace}:schema"


def namespace_pattern(namespace: str) -> str:
    """A pattern for SCAN: all keys of the namespace and no others."""
    return f"{namespace}:*"


def due_pattern(namespace: str) -> str:
    """A pattern for SCAN: the due sets of all roles."""
    return f"{namespace}:{{p*}}:due:*"
