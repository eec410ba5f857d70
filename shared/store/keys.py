"""Redis key layout: every key of a store on a server, its type, lifetime and reason (DESIGN § 4).

Keys are built in this module only. All begin with the namespace. The keys of one correlation lie in partition
crc32(correlation_id) % 16, whose hash tag keeps them together on a cluster: `towow:{p07}:log:d-abc12345`.

`close + R` means no expiry while the correlation is open and TOWOW_RETENTION_DAYS from its close on, also for what is
written after the close. A correlation is opened by its first record, event, budget or owner: before that there is no
`about`, and a journal expires after 24 h. memo, payers and spent of an unknown correlation (not opened yet, or past its
retention) expire after R.

The index is written by the commit that opens or closes a correlation or first sets its owner. An entry stays until
close + R, and then until other correlations open in its partition: each opening removes up to 50 expired entries.
`ended` holds the instant of expiry as the close fixed it, so that another TOWOW_RETENTION_DAYS changes nothing;
`owners` tells from whose index to remove an entry after its `about` has expired. Those in `index` that are not in
`ended` are open.

| key | type: content | lifetime | why that long |
|---|---|---|---|
| `{pNN}:about:<correlation>` | hash: open, closed, private, owner, token, `at:…` | close + R | refuses late messages |
| `{pNN}:state:<address>` | hash: version, record, of (its correlation) | close + R | readers view it after the close |
| `{pNN}:notes:<address>` | list: notes of an entity, each JSON | close + R | as state: they belong to the record |
| `{pNN}:seen:<correlation>` | set: ids of executed messages | 24 h from a commit | no message is redelivered later |
| `{pNN}:log:<correlation>` | stream: `<seq>-0` to id, type, data | close + R | viewers resume from any seq |
| `{pNN}:memo:<correlation>` | hash: question to answer | close + R | a paid answer is never paid again |
| `{pNN}:payers:<correlation>` | set: question and who paid for it | close + R | a repeated payment counts once |
| `{pNN}:lease:<correlation>` | hash: question to `until reserved owner` | its last lease | a lapsed one is void |
| `{pNN}:spent:<correlation>` | hash: calls, input, output, usd, budget | close + R | usage is shown after the close |
| `{pNN}:owed:<correlation>` | set: role and id of its outbox commands | as due, to the close | the close removes them |
| `{pNN}:journal:<address>` | list: decisions with their messages | close + R | only with TOWOW_JOURNAL=1 |
| `{pNN}:due:<role>` | zset: outbox entry by due instant (ms) | each until published | no message is lost |
| `{pNN}:mail:<role>` | hash: outbox entry to bytes | as due | what the broker is sent |
| `{pNN}:claims:<role>` | hash: outbox entry to number of claims | as due | each claim doubles the lease |
| `{pNN}:index` | zset: correlation by opening instant (ms) | close + R | lists all, counts the open |
| `{pNN}:index:<owner>` | zset: as index, this owner's | as index | lists an owner's |
| `{pNN}:ended` | zset: correlation by expiry instant (ms) | as index | tells what to remove from the index |
| `{pNN}:owners` | hash: correlation to owner | as index | finds the owner's index on removal |
| `{first:<name>}` | hash: value, until | as the caller says | a repeated request gets the first answer |
| `{cell:<name>}` | hash: version, value | no expiry | few and small: circuit breakers, for instance |
| `{dead}:letters` | hash: dead letter id to bytes | each until popped | an operator decides |
| `{dead}:order` | zset: dead letter id by serial number | as letters | lists the oldest first |
| `{dead}:taken:<id>` | string: token and bytes of a popped dead letter | 60 s | a pop whose reply was lost |
| `schema` | string: version of this layout | no expiry | another version is refused, not misread |
"""

from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

SCHEMA_VERSION = "1"
"""Not raised for the index: correlations older than it stay readable, are listed from their close on and do not count
as open before. No version without an index was released, so none can close what this one has opened."""
PARTITIONS = 16
POP_RETRY_MS = 60_000
"""Time in which a repeated pop gets the same dead letter; longer than any caller repeats a call."""


class CorrelationKeys(NamedTuple):
    """Keys of one correlation, except its entities'; `partition` is their common prefix."""

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
    """Keys of one role's outbox in one partition."""

    due: str
    mail: str
    claims: str


class IndexKeys(NamedTuple):
    """Keys of the correlation index of one partition: by opening instant, and by expiry instant."""

    correlations: str
    ended: str


@lru_cache(maxsize=4096)
def correlation_keys(namespace: str, correlation_id: str) -> CorrelationKeys:
    """Keys of a correlation, without those of its entities, all with the prefix `namespace`.

    `namespace` is TOWOW_NAMESPACE, for example `towow`: then `partition` is `towow:{p07}`, and `log` is
    `towow:{p07}:log:<correlation_id>`. `state_key`, `notes_key` and `journal_key` return the keys of an entity.
    """
    own = _partition(namespace, crc32(correlation_id.encode()) % PARTITIONS)
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
    """Keys of the outbox of `role` in one partition, for example `towow:{p07}:due:<role>`.

    `partition` is the key prefix `CorrelationKeys.partition`, for example `towow:{p07}`.
    """
    return RoleKeys(f"{partition}:due:{role}", f"{partition}:mail:{role}", f"{partition}:claims:{role}")


@lru_cache(maxsize=64)
def role_keys_by_partition(namespace: str, role: str) -> tuple[RoleKeys, ...]:
    """Keys of the outbox of `role`, one item for each of the 16 partitions, in the order of their numbers.

    `namespace` is the first part of all keys (TOWOW_NAMESPACE), for example `towow`.
    """
    return tuple(role_keys(_partition(namespace, number), role) for number in range(PARTITIONS))


@lru_cache(maxsize=64)
def index_keys(partition: str) -> IndexKeys:
    """Keys of the correlation index of one partition, for example `towow:{p07}:index`.

    `partition` is the key prefix `CorrelationKeys.partition`, for example `towow:{p07}`.
    """
    return IndexKeys(f"{partition}:index", f"{partition}:ended")


@lru_cache(maxsize=64)
def index_keys_by_partition(namespace: str) -> tuple[IndexKeys, ...]:
    """Keys of the correlation index, one item for each of the 16 partitions, in the order of their numbers.

    `namespace` is the first part of all keys (TOWOW_NAMESPACE), for example `towow`.
    """
    return tuple(index_keys(_partition(namespace, number)) for number in range(PARTITIONS))


def owner_index_key(index: IndexKeys, owner: str) -> str:
    """Key of the index of the correlations that `owner` (`CorrelationInfo.owner`) has in the partition of `index`."""
    return f"{index.correlations}:{owner}"


def state_key(partition: str, address: str) -> str:
    """Key of the record of the entity at `address` (`kind/id`).

    `partition` is the key prefix `CorrelationKeys.partition` of the entity's correlation.
    """
    return f"{partition}:state:{address}"


def notes_key(partition: str, address: str) -> str:
    """Key of the notes of the entity at `address` (`kind/id`).

    `partition` is the key prefix `CorrelationKeys.partition` of the entity's correlation.
    """
    return f"{partition}:notes:{address}"


def journal_key(partition: str, address: str) -> str:
    """Key of the journal of the entity at `address` (`kind/id`).

    `partition` is the key prefix `CorrelationKeys.partition` of the entity's correlation.
    """
    return f"{partition}:journal:{address}"


def cell_key(namespace: str, name: str) -> str:
    """Key of the versioned value `name`, as passed to `Store.get_versioned` and `Store.compare_and_set`."""
    return f"{namespace}:{{cell:{name}}}"


def put_if_absent_key(namespace: str, name: str) -> str:
    """Key of the value `name` that is stored for a limited time, as passed to `Store.put_if_absent`."""
    return f"{namespace}:{{first:{name}}}"


def dead_letter_keys(namespace: str) -> tuple[str, str]:
    """Keys of the dead letters: the hash of their bytes by id, then the sorted set of their ids, oldest first."""
    return f"{namespace}:{{dead}}:letters", f"{namespace}:{{dead}}:order"


def popped_dead_letter_key(namespace: str, identifier: str) -> str:
    """Key that holds a removed dead letter for POP_RETRY_MS, so that a pop can be repeated; `identifier` is its id."""
    return f"{namespace}:{{dead}}:taken:{identifier}"


def schema_key(namespace: str) -> str:
    """Key of the version of the key layout (`SCHEMA_VERSION`) that the namespace was written with."""
    return f"{namespace}:schema"


def namespace_pattern(namespace: str) -> str:
    """Pattern for the command SCAN that matches all keys of the namespace and no others.

    `namespace` must hold no pattern characters such as `*`, `?` and `[`: they are not escaped.
    """
    return f"{namespace}:*"


def due_pattern(namespace: str) -> str:
    """Pattern for the command SCAN that matches the due sets (`RoleKeys.due`) of all roles in all partitions.

    `namespace` must hold no pattern characters such as `*`, `?` and `[`: they are not escaped.
    """
    return f"{namespace}:{{p*}}:due:*"


def _partition(namespace: str, number: int) -> str:
    return f"{namespace}:{{p{number:02}}}"
