"""Claims of conversations: one running session per conversation, and a maximum per user (DL-114, DL-166).

A session is the correlation that its log and budget belong to, so it cannot be its conversation. The conversation is
claimed in a versioned cell instead: of two gateways that start a session in it at once, one writes the cell first.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from deliberation.contracts.session import SessionOwner
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms
from shared.store.port import Store
from shared.store.retry import retry_until_available

CELLS = 251
"""Number of cells, a prime. All conversations of a user are in one, so that their sessions can be counted in it."""

MIN_CLAIM_LIFETIME_S = 7200.0
"""Time after which a claim is dropped at the earliest, whatever has become of its session."""

START_TIMEOUT_S = 10.0
"""Time within which the session of a claim is stored; a request gives up the store earlier."""

PRUNED_CLAIMS = 16
"""Claims of other users, the oldest ones, of which each call drops those whose session has ended."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim of a conversation by a session; `claimed_at` is an instant (ms) of the store's clock."""

    session_id: str
    claimed_at: int


class ConversationConflict(Exception):
    """The conversation has a running session, `session_id`."""

    def __init__(self, session_id: str) -> None:
        super().__init__(session_id)
        self.session_id = session_id


class SessionLimitExceeded(Exception):
    """The user has the maximum number of running sessions."""


class ConversationClaims:
    """Claims of conversations in a store, shared by all gateways."""

    def __init__(self, store: Store, max_sessions_per_user: int, session_timeout_s: float) -> None:
        """Create the claims.

        Args:
            store: Store of the claims and of the sessions.
            max_sessions_per_user: Maximum number of running sessions of one user; 0 = no limit.
            session_timeout_s: Maximum duration of a session.
        """
        self._store = store
        self._max_per_user = max_sessions_per_user
        self._lifetime_ms = seconds_to_ms(max(MIN_CLAIM_LIFETIME_S, 2 * session_timeout_s))

    async def claim(self, owner: SessionOwner, session_id: str) -> None:
        """Claim the conversation for a session that is about to be stored; a claim of the same session is repeated.

        Raises:
            ConversationConflict: If another session runs in it, or is about to be stored.
            SessionLimitExceeded: If its user has too many running sessions; nothing is claimed.
            StoreUnavailable: If the store does not answer within 30 s; the call can be repeated.
            StoreMisconfigured: If the store rejects a call.
        """
        cell, key = _cell_name(owner), _claim_key(owner)
        while True:
            version, value = await retry_until_available(partial(self._store.get_versioned, cell))
            now = await retry_until_available(self._store.now)
            claims = await self._drop_ended(_decode(value), _user_prefix(owner), now)
            current = claims.get(key)
            if current is not None and current.session_id != session_id:
                raise ConversationConflict(current.session_id)
            if current is None:
                self._check_limit(claims, owner)
            claims = {**claims, key: Claim(session_id, now)}
            if await retry_until_available(partial(self._store.compare_and_set, cell, version, _encode(claims))):
                return

    def _check_limit(self, claims: Mapping[str, Claim], owner: SessionOwner) -> None:
        running = sum(name.startswith(_user_prefix(owner)) for name in claims)
        if self._max_per_user and running >= self._max_per_user:
            raise SessionLimitExceeded

    async def _drop_ended(self, claims: Mapping[str, Claim], user_prefix: str, now: int) -> dict[str, Claim]:
        """Return the claims without those that are too old, and without ended sessions: all of the user, some others.

        A session never runs again, so what was found to have ended stays so, whoever writes the cell meanwhile.
        """
        young = {name: claim for name, claim in claims.items() if now - claim.claimed_at < self._lifetime_ms}
        own = [name for name in young if name.startswith(user_prefix)]
        others = sorted(young.keys() - own, key=lambda name: young[name].claimed_at)[:PRUNED_CLAIMS]
        looked_up = [*own, *others]
        running = await asyncio.gather(*(self._is_running(young[name], now) for name in looked_up))
        ended = {name for name, runs in zip(looked_up, running, strict=True) if not runs}
        return {name: claim for name, claim in young.items() if name not in ended}

    async def _is_running(self, claim: Claim, now: int) -> bool:
        """Return whether the session of a claim runs or may still be stored."""
        session = await retry_until_available(partial(self._store.get_correlation, claim.session_id))
        if session is None:
            return now - claim.claimed_at < seconds_to_ms(START_TIMEOUT_S)
        return session.closed_at is None


def _user_prefix(owner: SessionOwner) -> str:
    return f"{digest('user', owner.user_id)}."


def _claim_key(owner: SessionOwner) -> str:
    return f"{_user_prefix(owner)}{digest('conversation', owner.conversation_id)}"


def _cell_name(owner: SessionOwner) -> str:
    number = int.from_bytes(digest("conversations", owner.user_id).encode()) % CELLS
    return f"conversations:{number}"


def _decode(value: bytes) -> dict[str, Claim]:
    return {name: Claim(session_id, at) for name, (session_id, at) in json.loads(value or b"{}").items()}


def _encode(claims: Mapping[str, Claim]) -> bytes:
    return json.dumps({name: [claim.session_id, claim.claimed_at] for name, claim in claims.items()}).encode()
