"""Idempotency-Key: a repeated request has the effect and the response of the first one, for 48 h.

The key is stored before the request takes effect, with a token from which the ids of what it creates are derived. A
concurrent request, or one after a crash, therefore creates the same thing and nothing else (INTERFACES § 7; FAULTS
F21).
"""

import re
import secrets
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import TypeVar

from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.store.port import Store
from shared.store.retry import retry_until_available

M = TypeVar("M", bound=FrozenModel)

IDEMPOTENCY_HEADER = "Idempotency-Key"
KEY_PATTERN = r"^[!-~]([ -~]{0,253}[!-~])?$"
_KEY = re.compile(KEY_PATTERN)
RETENTION_MS = 48 * 3600 * 1000
"""Time for which a key and the response to it are stored."""


SECRET_BYTES = 32


class _KeyRecord(FrozenModel):
    token: str
    body: str


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """Result of claiming an idempotency key.

    Attributes:
        unique_token: Token from which the ids of what the request creates are derived.
        secret: 64 hexadecimal digits that only this request's response may contain; a repetition has the same. Nothing
            in the store gives them, since they also depend on the key, of which the store has a digest only.
        is_repeated: Whether an earlier request used the key.
        response_key: Key under which the response is stored; None for a request without an idempotency key.
    """

    unique_token: str
    secret: str = field(repr=False)
    is_repeated: bool = False
    response_key: str | None = None


async def claim_idempotency_key(store: Store, key: str | None, scope: str, body: str) -> IdempotentRequest:
    """Claim the key for a request, or find the request that has claimed it before.

    A claim lasts 48 h (RETENTION_MS).

    Args:
        store: Store of the keys.
        key: Value of the Idempotency-Key header; None claims nothing and returns a new token.
        scope: Text that names the owner of the key, such as `key <user_id>`; equal keys of different owners are
            independent.
        body: Text that identifies the content of the request; only a repetition has the same. Only its digest is
            stored.

    Returns:
        The token of the first request with this key, and whether this request repeats it.

    Raises:
        ApiError: E001 if the key is not 1 to 255 printable ASCII characters without spaces at its ends, E015 if it was
            used with another body.
        StoreUnavailable: If the store does not answer within 30 s; the call can be repeated.
        StoreMisconfigured: If the store rejects the call.
    """
    token = secrets.token_hex(16)
    if key is None:
        return IdempotentRequest(token, secrets.token_hex(SECRET_BYTES))
    if not _KEY.fullmatch(key):
        raise ApiError(
            PlatformErrorCode.E001,
            f"{IDEMPOTENCY_HEADER} must be 1–255 printable ASCII characters without spaces at its ends",
        )
    name = f"idempotency/{digest(scope, key)}"
    new_record = _KeyRecord(token=token, body=digest("body", body))
    record = _KeyRecord.model_validate_json(
        await retry_until_available(partial(store.put_if_absent, name, _bytes(new_record), RETENTION_MS))
    )
    if record.body != new_record.body:
        raise ApiError(PlatformErrorCode.E015)
    secret = blake2b(_join(scope, key), key=record.token.encode(), digest_size=SECRET_BYTES).hexdigest()
    return IdempotentRequest(record.token, secret, record.token != token, f"{name}/answer")


async def store_first_response(store: Store, request: IdempotentRequest, response: M) -> M:
    """Store the response to a request for RETENTION_MS unless its key already has one, and return the stored one.

    Args:
        store: Store of the responses.
        request: Result of `claim_idempotency_key`; without a key, nothing is stored and `response` is returned.
        response: Response of this request.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s; the response may be stored.
        StoreMisconfigured: If the store rejects the call.
    """
    if request.response_key is None:
        return response
    stored = await retry_until_available(
        partial(store.put_if_absent, request.response_key, _bytes(response), RETENTION_MS)
    )
    return type(response).model_validate_json(stored)


def _join(scope: str, key: str) -> bytes:
    return f"{scope}\x1f{key}".encode("utf-8", "surrogatepass")


def _bytes(record: FrozenModel) -> bytes:
    return record.model_dump_json().encode()
