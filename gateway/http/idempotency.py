"""What if the same request comes again? With an Idempotency-Key it is the same demand, and the same answer, for 48 h.

The key is kept before the demand is: its token makes the demand's id. So whoever comes after a crash in between, or
at the same instant, makes that very demand and no other (INTERFACES § 7; FAULTS F21).
"""

import re
import secrets
from dataclasses import dataclass
from functools import partial

from gateway.negotiation.api_models import SubmissionResponse
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.store.port import Store
from shared.store.retry import retry_until_available

IDEMPOTENCY_HEADER = "Idempotency-Key"
KEY_PATTERN = r"^[!-~]([ -~]{0,253}[!-~])?$"
_KEY = re.compile(KEY_PATTERN)
RETENTION_MS = 48 * 3600 * 1000
"""Milliseconds."""


class _KeyRecord(FrozenModel):
    token: str
    body: str


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """One try at a request. `unique` is what its demand's id is made of; `again`: somebody came with it before.

    `name`: under which its answer is kept; None for a request without a key.
    """

    unique_token: str
    is_repeated: bool = False
    response_key: str | None = None


async def claim_idempotency_key(store: Store, key: str | None, scope: str, body: str) -> IdempotentRequest:
    """What is known of a request: `scope` is whose key it is. Raises ToWowError (E001, E015), StoreLost."""
    token = secrets.token_hex(16)
    if key is None:
        return IdempotentRequest(token)
    if not _KEY.fullmatch(key):
        raise ApiError(PlatformErrorCode.E001, f"{IDEMPOTENCY_HEADER} has 1–255 printable ASCII characters")
    name = f"idempotency/{digest(scope, key)}"
    new_record = _KeyRecord(token=token, body=digest("body", body))
    record = _KeyRecord.model_validate_json(
        await retry_until_available(partial(store.put_if_absent, name, _bytes(new_record), RETENTION_MS))
    )
    if record.body != new_record.body:
        raise ApiError(PlatformErrorCode.E015)
    return IdempotentRequest(record.token, record.token != token, f"{name}/answer")


async def store_first_response(
    store: Store, request: IdempotentRequest, response: SubmissionResponse
) -> SubmissionResponse:
    """The answer to give: the first one, also when nothing was understood by then. Raises StoreLost."""
    if request.response_key is None:
        return response
    stored = await retry_until_available(
        partial(store.put_if_absent, request.response_key, _bytes(response), RETENTION_MS)
    )
    return SubmissionResponse.model_validate_json(stored)


def _bytes(record: FrozenModel) -> bytes:
    return record.model_dump_json().encode()
