"""Portable snapshots of one namespace: its Redis keys and the messages that wait in its RabbitMQ queues, as JSON Lines.

Names are recorded without the namespace, so that a snapshot can be loaded into any other one.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import aio_pika

Row = dict[str, Any]

PROPERTIES = ("content_type", "type", "message_id", "headers", "delivery_mode")
"""AMQP properties that are recorded. The login and the time of publishing belong to the broker that was used."""

BROKERS_OWN = ("x-death", "x-first-death-", "x-last-death-", "x-delivery-count", "x-acquired-count")
"""Prefixes of headers that the broker adds."""


def read_keys(client: Any, namespace: str) -> list[Row]:
    """Return a row for each key of `namespace`: key, type, value and `pttl` (remaining ms, -1 without a limit).

    A key that is deleted meanwhile has none.
    """
    prefix = f"{namespace}:"
    rows: list[Row] = []
    for key in sorted(client.scan_iter(match=f"{prefix}*", count=1000)):
        kind = client.type(key).decode()
        if kind == "none":
            continue
        value = _read(client, key, kind)
        rows.append({"key": key.decode().removeprefix(prefix), "type": kind, "pttl": client.pttl(key), "value": value})
    return rows


def write_keys(client: Any, namespace: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write the rows of `read_keys` into `namespace`, with the same remaining times to live."""
    for row in rows:
        key = f"{namespace}:{row['key']}"
        _write(client, key, row["type"], row["value"])
        if row["pttl"] >= 0:
            client.pexpire(key, max(1, row["pttl"]))


async def take_messages(url: str, namespace: str, roles: Iterable[str]) -> list[Row]:
    """Remove all messages that wait in the queues of `roles`, and return a row for each, in queue order."""
    rows: list[Row] = []
    async with await aio_pika.connect(url) as connection:
        channel = await connection.channel()
        for role in roles:
            queue = await channel.get_queue(f"{namespace}.{role}")
            while (message := await queue.get(no_ack=True, fail=False)) is not None:
                properties = {name: getattr(message, name) for name in PROPERTIES}
                properties["headers"] = {
                    name: value for name, value in message.headers.items() if not name.startswith(BROKERS_OWN)
                }
                rows.append({"queue": role, "properties": properties, "body": message.body.decode()})
    return rows


async def publish_messages(url: str, namespace: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Publish the rows of `take_messages` to the queues of `namespace`, with confirms."""
    async with await aio_pika.connect(url) as connection:
        channel = await connection.channel()
        commands = await channel.get_exchange(f"{namespace}.commands")
        for row in rows:
            message = aio_pika.Message(row["body"].encode(), **row["properties"])
            await commands.publish(message, row["queue"])


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def _read(client: Any, key: bytes, kind: str) -> Any:
    match kind:
        case "string":
            return _text(client.get(key))
        case "hash":
            return {_text(field): _text(value) for field, value in sorted(client.hgetall(key).items())}
        case "set":
            return sorted(_text(member) for member in client.smembers(key))
        case "zset":
            return [[_text(member), _number(score)] for member, score in client.zrange(key, 0, -1, withscores=True)]
        case "list":
            return [_text(value) for value in client.lrange(key, 0, -1)]
        case "stream":
            return [
                [_text(entry), {_text(field): _text(value) for field, value in fields.items()}]
                for entry, fields in client.xrange(key)
            ]
        case _:
            raise ValueError(f"{key!r} is a {kind}: expected string, hash, set, zset, list or stream")


def _write(client: Any, key: str, kind: str, value: Any) -> None:
    match kind:
        case "string":
            client.set(key, value)
        case "hash":
            client.hset(key, mapping=value)
        case "set":
            client.sadd(key, *value)
        case "zset":
            client.zadd(key, dict(value))
        case "list":
            client.rpush(key, *value)
        case "stream":
            for entry, fields in value:
                client.xadd(key, fields, id=entry)
        case _:
            raise ValueError(f"{key!r} is a {kind}: expected string, hash, set, zset, list or stream")


def _text(value: bytes) -> str:
    return value.decode(errors="surrogateescape")  # vectors are the only binary values


def _number(score: float) -> float:
    return int(score) if score == int(score) else score
