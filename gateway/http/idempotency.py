"""What if the same request comes again? With an Idempotency-Key it is the same demand, and the same answer, for 48 h.

The key is kept before the demand is: its token makes the demand's id. So whoever comes after a crash in between, or
at the same instant, makes that very demand and no other (INTERFACES § 7; FAULTS F21).
"""

import re
import secrets
from dataclasses import dataclass
from functools import partial

from gateway.negotiation.api_models import SubmissionResponse
from negotiation.contracts.error_codes import ApiError, ErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.store.port import Store
from shared.store.retry import retry_until_available

HEADER = "Idempotency-Key"
FORM = r"^[!-~]([ -~]{0,253}[!-~])?$"
_FORM = re.compile(FORM)
KEEP = 48 * 3600 * 1000
"""Milliseconds."""


class _Kept(FrozenModel):
    token: str
    body: str


@dataclass(frozen=True, slots=True)
class IdempotentRequest:
    """One try at a request. `unique` is what its demand's id is made of; `again`: somebody came with it before.

    `name`: under which its answer is kept; None for a request without a key.
    """

    unique: str
    again: bool = False
    name: str | None = None


async def claim_idempotency_key(store: Store, key: str | None, scope: str, body: str) -> IdempotentRequest:
    """What is known of a request: `scope` is whose key it is. Raises ToWowError (E001, E015), StoreLost."""
    token = secrets.token_hex(16)
    if key is None:
        return IdempotentRequest(token)
    if not _FORM.fullmatch(key):
        raise ApiError(ErrorCode.E001, f"{HEADER} has 1–255 printable ASCII characters")
    name = f"idempotency/{digest(scope, key)}"
    mine = _Kept(token=token, body=digest("body", body))
    kept = _Kept.model_validate_json(
        await retry_until_available(partial(store.put_if_absent, name, _bytes(mine), KEEP))
    )
    if kept.body != mine.body:
        raise ApiError(ErrorCode.E015)
    return IdempotentRequest(kept.token, kept.token != token, f"{name}/answer")


async def store_first_response(
    store: Store, attempt: IdempotentRequest, accepted: SubmissionResponse
) -> SubmissionResponse:
    """The answer to give: the first one, also when nothing was understood by then. Raises StoreLost."""
    if attempt.name is None:
        return accepted
    kept = await retry_until_available(partial(store.put_if_absent, attempt.name, _bytes(accepted), KEEP))
    return SubmissionResponse.model_validate_json(kept)


def _bytes(record: FrozenModel) -> bytes:
    return record.model_dump_json().encode()
