"""The requester's decision about an outcome: approve it or ask for a change (INTERFACES § 7, *decision*).

It is kept beside the log, which may be closed: the first decision about a demand counts.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b

from gateway.http.accept_language import render_text
from gateway.http.store_timeout import call_store, store_deadline
from gateway.negotiation.submission_service import SubmissionService
from gateway.negotiation.views.schema import DecisionKind, DemandView, RequesterDecision
from negotiation.submission import MAX_CHARACTERS, derive_demand_id
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant, to_iso8601
from shared.store.port import Store
from shared.store.retention import DAY_MS, RETENTION_DAYS
from shared.store.retry import retry_until_available

DECISION_TTL_MS = (RETENTION_DAYS + 1) * DAY_MS
"""Time for which a decision is stored: at least as long as its demand, which closes within a day of its outcome."""

MAX_CACHED_DECISIONS = 5000
"""Capacity for decisions, which never change (least recently used ones are dropped)."""

DECIDABLE: dict[DecisionKind, frozenset[str]] = {
    "approve": frozenset({"finalized", "force_finalized"}),
    "change": frozenset({"finalized", "force_finalized", "failed"}),
}
"""Statuses of a demand in which each decision is possible."""


class _DecisionRecord(FrozenModel):
    """A decision as it is stored. `unique`: text from which the id of the demand that a change opens is derived."""

    decision: DecisionKind
    text: Maybe[str] = None
    decided_at: Instant
    unique: str


@dataclass(frozen=True, slots=True)
class DecisionChoice:
    """A decision that is to be taken; a change has a `text`. `token`: the caller's requester token if it is valid."""

    decision: DecisionKind
    text: str | None = None
    token: str | None = field(default=None, repr=False)


class DecisionService:
    """Use cases of the requester's decision. Permissions are not checked."""

    def __init__(self, store: Store, submissions: SubmissionService) -> None:
        self._store = store
        self._submissions = submissions
        self._cache: OrderedDict[str, RequesterDecision] = OrderedDict()

    async def get(self, demand_id: str) -> RequesterDecision | None:
        """Return the decision about a demand; None without one.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        cached = self._cache.get(demand_id)
        if cached is not None:
            self._cache.move_to_end(demand_id)
            return cached
        value = await call_store(partial(self._store.get_value, _value_name(demand_id)))
        return None if value is None else self._cached(demand_id, _DecisionRecord.model_validate_json(value))

    async def get_many(self, demand_ids: Sequence[str]) -> Sequence[RequesterDecision | None]:
        """Return the decisions about several demands in the given order. Raises as `get` does."""
        return await asyncio.gather(*map(self.get, demand_ids))

    async def decide(
        self, view: DemandView, wanted: DecisionChoice, language: Language
    ) -> tuple[RequesterDecision, str | None]:
        """Take the decision about a demand, and open the demand that a change asks for.

        The first decision counts; the same one can be repeated, which also opens a demand that could not be opened.

        Args:
            view: Current view of the demand.
            wanted: The decision.
            language: Language of error messages.

        Returns:
            The decision, and the requester token of the demand that a change opened: None if there is none, or if
            `wanted` has no token.

        Raises:
            ApiError: E001 if the demand and the text of the change are too long together; E014 if the demand has no
                outcome that can be decided in this way, with its status, or if another decision was taken, with that;
                E018 if the system is overloaded: nothing was decided.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S; the decision may be stored.
            StoreMisconfigured: If the store rejects a call.
        """
        demand_id = view["demand_id"]
        if view["outcome"] is None or view["status"] not in DECIDABLE[wanted.decision]:
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=demand_id, status=view["status"]))
        text = None if wanted.text is None else changed_demand(view, wanted.text, language)
        async with store_deadline():
            record = await self._store_first(view, wanted)
            taken = self._cached(demand_id, record)
            if (record.decision, record.text) != (wanted.decision, wanted.text):
                raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=demand_id, status=record.decision))
            if record.decision == "approve" or text is None:
                return taken, None
            token = None if wanted.token is None else _derive_token(wanted.token, record.unique)
            await self._submissions.open_follow_up(view, text, record.unique, token, language)
        return taken, token

    async def _store_first(self, view: DemandView, wanted: DecisionChoice) -> _DecisionRecord:
        """Store the decision unless there is one, and return the stored one.

        A change is stored only if the demand that it asks for can be opened now.
        """
        name = _value_name(view["demand_id"])
        stored = await retry_until_available(partial(self._store.get_value, name))
        if stored is None:
            if wanted.decision == "change":
                await self._submissions.check_admission()
            record = _DecisionRecord(
                decision=wanted.decision,
                text=wanted.text,
                decided_at=await retry_until_available(self._store.now),
                unique=secrets.token_hex(16),
            )
            value = record.model_dump_json().encode()
            stored = await retry_until_available(partial(self._store.put_if_absent, name, value, DECISION_TTL_MS))
        return _DecisionRecord.model_validate_json(stored)

    def _cached(self, demand_id: str, record: _DecisionRecord) -> RequesterDecision:
        decision: RequesterDecision = {"decision": record.decision, "decided_at": to_iso8601(record.decided_at)}
        if record.text is not None:
            decision["text"] = record.text
        if record.decision == "change":
            decision["demand_id"] = derive_demand_id(record.unique)
        self._cache[demand_id] = decision
        while len(self._cache) > MAX_CACHED_DECISIONS:
            self._cache.popitem(last=False)
        return decision


def changed_demand(view: DemandView, change: str, language: Language) -> str:
    """Return the text of the demand that a change asks for: the demand's own words, then a line "Change: …".

    Raises ApiError (E001) if it is longer than a demand may be.
    """
    text = f"{view['raw_input']}\n{render_text('change_line', view['language'], change=change)}"
    if len(text) > MAX_CHARACTERS:
        room = max(0, MAX_CHARACTERS - len(text) + len(change))
        problem = render_text("change_too_long", language, limit=room)
        raise ApiError(PlatformErrorCode.E001, [FieldError(field="text", problem=problem)], language)
    return text


def _value_name(demand_id: str) -> str:
    return f"decision/{demand_id}"


def _derive_token(token: str, unique: str) -> str:
    """Return a token that nobody can derive from what is stored; the same for the same two arguments."""
    return blake2b(token.encode("utf-8", "surrogatepass"), key=unique.encode(), digest_size=32).hexdigest()
